/** The review of a finished game: asked for once, begun on demand, followed while it is made. */

import type { ReviewInfo, ReviewMoment } from "../server/api.ts";
import { refusal, rest } from "../server/rest.ts";

const PAUSE = 1500;

export class ReviewWatch {
  info = $state.raw<ReviewInfo | null>(null);
  trouble = $state("");
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly game: string,
    readonly language: string,
    readonly invite = "",
  ) {}

  /** Asks how far it is, and again as long as it goes on. */
  async load(): Promise<void> {
    await this.#ask(rest.review(this.game, this.language, this.invite));
  }

  /** Begins to judge the choices. */
  async start(): Promise<void> {
    await this.#ask(rest.startReview(this.game, this.language, this.invite));
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  async #ask(asked: Promise<ReviewInfo>): Promise<void> {
    try {
      this.info = await asked;
      this.trouble = "";
    } catch (error) {
      this.trouble = refusal(error).message;
      return;
    }
    clearTimeout(this.#timer);
    if (this.info.state === "running") this.#timer = setTimeout(() => void this.load(), PAUSE);
  }
}

export type Knowledge = "open" | "us" | "ussr";

/** The chance of the US at a choice: with all hands open, or by what one side knew. */
export function chanceOf(moment: ReviewMoment, known: Knowledge): number {
  return known === "us" ? moment.as_us : known === "ussr" ? moment.as_ussr : moment.chance;
}

export interface PlotPoint {
  answer: number;
  chance: number;
}

export interface PlotMark {
  answer: number;
  chance: number;
  side: "us" | "ussr";
  mark: "inaccuracy" | "mistake" | "blunder";
}

/** The points of the curve, with the result at the end. */
export function pointsOf(info: ReviewInfo, answers: number, known: Knowledge): PlotPoint[] {
  const points = info.moments.map((one) => ({ answer: one.answer, chance: chanceOf(one, known) }));
  return [...points, { answer: answers, chance: info.luck.end }];
}

/** The marks of mistakes, each on the curve. */
export function marksOf(info: ReviewInfo, known: Knowledge): PlotMark[] {
  return info.moments.flatMap((one) =>
    one.mark === null || one.mark === "only"
      ? []
      : [{ answer: one.answer, chance: chanceOf(one, known), side: one.side, mark: one.mark }],
  );
}
