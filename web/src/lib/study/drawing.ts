/** How a whole play is drawn on the map: its targets, what it changes, where it comes from. */

import type { BestPlayInfo } from "../server/api.ts";
import type { Side } from "../sides.ts";
import { cardOf } from "../facts.ts";
import { type Mark, PLAIN } from "../game/model/marks.ts";
import { type Box, boxOf, CANVAS, hasBox } from "../map/layout.ts";

/** Where an arrow begins: a box of the map, or the tracks of the bar above it. */
export type Source = "chinese_civil_war" | "usa" | "ussr" | "bar";

export interface Drawing {
  marks: ReadonlyMap<string, Mark>;
  arrow: { from: Source; to: string } | null;
  /** Where the next plays in the order would go. */
  ranks: readonly { country: string; rank: number }[];
}

/** So many plays after the one that is pointed at are hinted at. */
const NEXT = 2;
const THE_CHINA_CARD = "the_china_card";
const EVENTS = new Set(["event", "event_first", "pass"]);

export function drawingOf(plays: readonly BestPlayInfo[], shown: number, side: Side): Drawing {
  const play = plays[shown];
  if (!play) return { marks: new Map(), arrow: null, ranks: [] };
  return { marks: marksOf(play, side), arrow: arrowFor(play), ranks: ranksOf(plays, shown) };
}

/** An arrow from The China Card to where it goes, or from a card to what its event does. */
function arrowFor(play: BestPlayInfo): Drawing["arrow"] {
  const { card, use, countries } = play.play;
  if (card === THE_CHINA_CARD) {
    const to = targetOf(play);
    return to === null ? null : { from: "chinese_civil_war", to };
  }
  if (card === null || !EVENTS.has(use)) return null;
  // The operation that follows an event is another thing.
  const done = [...play.touches, ...play.changes.map((one) => one.country)];
  const to = done.find((one) => hasBox(one) && !countries.includes(one));
  const { side } = cardOf(card);
  const from = side === "us" ? "usa" : side === "ussr" ? "ussr" : "bar";
  return to === undefined ? null : { from, to };
}

/** Its first target; an event names none, but what it usually changes can be seen. */
export function targetOf(play: BestPlayInfo): string | null {
  const named = play.play.countries[0] ?? play.touches[0] ?? play.changes[0]?.country ?? null;
  return named !== null && hasBox(named) ? named : null;
}

function marksOf(play: BestPlayInfo, side: Side): Map<string, Mark> {
  const marks = new Map<string, Mark>();
  const { countries, operation } = play.play;
  for (const country of play.touches) marks.set(country, { ...PLAIN, state: "legal" });
  for (const change of play.changes) {
    const { us, ussr } = change;
    marks.set(change.country, { ...PLAIN, state: "legal", changed: { us, ussr, by: null } });
  }
  for (const country of new Set(countries)) {
    const number = countries.filter((one) => one === country).length;
    const added = operation === "influence" ? { side, text: `+${number}` } : null;
    const known = marks.get(country)?.changed ?? null;
    const changed = known && { ...known, [side]: known[side] - (added ? number : 0) };
    marks.set(country, { ...PLAIN, state: "chosen", added, changed });
  }
  return marks;
}

function ranksOf(plays: readonly BestPlayInfo[], shown: number): Drawing["ranks"] {
  const taken = new Set(plays[shown]?.play.countries);
  const ranks: { country: string; rank: number }[] = [];
  for (const [place, play] of plays.entries()) {
    const country = targetOf(play);
    if (place <= shown || place > shown + NEXT || country === null || taken.has(country)) continue;
    taken.add(country);
    ranks.push({ country, rank: place + 1 });
  }
  return ranks;
}

/** The tracks are above the middle of the map. */
const BAR: Box = { id: "bar", x: CANVAS.width / 2, y: -20, width: 120, height: 40 };
const TIP = 26;
const AIR = 8;

/** An arrow from a box to another, which meets it squarely: its line, and its head. */
export function arrowOf(source: Source, target: string): { line: string; head: string } {
  const from = source === "bar" ? BAR : boxOf(source);
  const to = boxOf(target);
  const [dx, dy] = [from.x - to.x, from.y - to.y];
  const flat = Math.abs(dx) * to.height > Math.abs(dy) * to.width * 1.6;
  const [nx, ny] = flat ? [Math.sign(dx), 0] : [0, Math.sign(dy) || -1];
  const tip = {
    x: to.x + nx * (to.width / 2 + AIR),
    y: to.y + ny * (to.height / 2 + AIR),
  };
  const end = { x: tip.x + nx * (TIP - 4), y: tip.y + ny * (TIP - 4) };
  const bend = 0.45 * Math.hypot(dx, dy);
  const pull = { x: end.x + nx * bend, y: end.y + ny * bend };
  const start = borderOf(from, pull);
  const half = 13;
  const base = { x: tip.x + nx * TIP, y: tip.y + ny * TIP };
  return {
    line: `M${start.x} ${start.y}Q${pull.x} ${pull.y} ${end.x} ${end.y}`,
    head:
      `M${tip.x} ${tip.y}L${base.x - ny * half} ${base.y + nx * half}` +
      `L${base.x + ny * half} ${base.y - nx * half}Z`,
  };
}

/** Where the way from the middle of a box to a point leaves it. */
function borderOf(box: Box, to: { x: number; y: number }): { x: number; y: number } {
  const [dx, dy] = [to.x - box.x, to.y - box.y];
  const share = Math.max(
    (2 * Math.abs(dx)) / box.width,
    (2 * Math.abs(dy)) / box.height,
    Number.EPSILON,
  );
  return { x: box.x + dx / share, y: box.y + dy / share };
}
