/** A moment of a game as one picture: the score above the map, the card beside it, its address. */

import type { Side } from "../sides.ts";

export const WIDTH = 1600;
export const HEIGHT = 900;
const BAR = 84;
const FOOT = 60;
const MAP = { width: 1344, height: 756 };
const AIR = 20;

export interface Sheet {
  map: HTMLImageElement;
  /** Both players, by their names. */
  names: Readonly<Record<Side, string>>;
  /** Under each name: cards, military operations, space. */
  states: Readonly<Record<Side, string>>;
  score: string;
  defcon: number;
  moment: string;
  chance: string;
  card: { name: string; value: string; side: Side | "neutral"; text: string } | null;
  address: string;
}

export function drawSheet(sheet: Sheet): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("no canvas");
  const pen = new Pen(context);
  pen.box(0, 0, WIDTH, HEIGHT, "--frame");
  context.drawImage(sheet.map, 0, BAR, MAP.width, MAP.height);
  drawBar(pen, sheet);
  drawCard(pen, sheet);
  pen.box(0, HEIGHT - FOOT, WIDTH, FOOT, "--panel");
  const foot = HEIGHT - FOOT / 2 + 8;
  pen.text(sheet.moment, AIR, foot, "600 26px", "--text");
  pen.text(sheet.address, WIDTH - AIR, foot, "500 20px", "--mute", "right");
  return canvas;
}

function drawBar(pen: Pen, sheet: Sheet): void {
  pen.box(0, 0, WIDTH, BAR, "--panel");
  for (const side of ["us", "ussr"] as const) {
    const left = side === "us";
    pen.box(left ? 0 : WIDTH - 12, 0, 12, BAR, `--card-${side}`);
    const x = left ? 12 + AIR : WIDTH - 12 - AIR;
    const align = left ? "left" : "right";
    pen.text(sheet.names[side], x, 38, "700 30px", `--${side}-text`, align);
    pen.text(sheet.states[side], x, 66, "500 20px", "--body", align);
  }
  pen.text(sheet.score, WIDTH / 2, 36, "600 28px", "--text", "center");
  const [width, gap] = [44, 6];
  const from = WIDTH / 2 - (5 * width + 4 * gap) / 2;
  for (let level = 5; level >= 1; level--) {
    const x = from + (5 - level) * (width + gap);
    const now = level === sheet.defcon;
    pen.box(x, 48, width, 28, now ? `--defcon-${level}` : "--raised");
    if (!now) pen.box(x, 73, width, 3, `--defcon-${level}`);
    const ink = now ? "--card-ink" : "--mute";
    pen.text(String(level), x + width / 2, 69, "700 20px", ink, "center");
  }
}

function drawCard(pen: Pen, sheet: Sheet): void {
  const [left, width] = [MAP.width + AIR, WIDTH - MAP.width - 2 * AIR];
  let y = BAR + AIR;
  const { card } = sheet;
  if (card) {
    const text = pen.lines(card.text, width - 28, "400 18px", "--serif");
    const name = pen.lines(card.name, width - 76, "600 24px");
    const head = 22 + 26 * name.length;
    pen.box(left, y, width, head + 24 + 24 * text.length, "--card-stock");
    pen.box(left, y, width, head, `--card-${card.side}`);
    pen.text(card.value, left + 14, y + 36, "700 30px", "--card-stock");
    for (const [place, line] of name.entries()) {
      pen.text(line, left + 62, y + 34 + 26 * place, "600 24px", "--card-stock");
    }
    y += head + 30;
    for (const line of text) {
      pen.text(line, left + 14, y, "400 18px", "--card-ink", "left", "--serif");
      y += 24;
    }
    y += 30;
  }
  for (const line of pen.lines(sheet.chance, width, "600 24px")) {
    pen.text(line, left, y + 20, "600 24px", "--text");
    y += 30;
  }
}

/** Draws with the colours and fonts of the page. */
class Pen {
  readonly #styles = getComputedStyle(document.documentElement);

  constructor(readonly context: CanvasRenderingContext2D) {}

  #token(name: string): string {
    return this.#styles.getPropertyValue(name).trim();
  }

  box(x: number, y: number, width: number, height: number, colour: string): void {
    this.context.fillStyle = this.#token(colour);
    this.context.fillRect(x, y, width, height);
  }

  text(
    text: string,
    x: number,
    y: number,
    font: string,
    colour: string,
    align: CanvasTextAlign = "left",
    family = "--condensed",
  ): void {
    this.context.font = `${font} ${this.#token(family)}`;
    this.context.textAlign = align;
    this.context.fillStyle = this.#token(colour);
    this.context.fillText(text, x, y);
  }

  /** Breaks a text into lines of a width. */
  lines(text: string, width: number, font: string, family = "--condensed"): string[] {
    this.context.font = `${font} ${this.#token(family)}`;
    const lines: string[] = [];
    let line = "";
    for (const word of text.split(/ +/).filter(Boolean)) {
      const longer = line ? `${line} ${word}` : word;
      if (line && this.context.measureText(longer).width > width) {
        lines.push(line);
        line = word;
      } else line = longer;
    }
    return line ? [...lines, line] : lines;
  }
}
