/** How far the guide of each first game has come, kept in this browser. */

import { NOTHING_TAUGHT, type Progress } from "../model/lessons.ts";

interface Kept extends Progress {
  /** Whether the player has put the guide away. */
  over?: boolean;
}

const STORE = "twilight.guide";

function all(): Record<string, Kept> {
  try {
    return JSON.parse(localStorage.getItem(STORE) ?? "{}") as Record<string, Kept>;
  } catch {
    return {};
  }
}

/** The guide of one game: it goes on where it was left, on whatever way one comes back. */
export class GuideState {
  readonly #game: string;
  progress = $state.raw<Progress>(NOTHING_TAUGHT);
  /** Whether there is a guide at all. */
  active = $state(false);

  constructor(game: string, asked: boolean) {
    this.#game = game;
    const kept = all()[game];
    this.active = kept ? !kept.over : asked;
    if (kept) this.progress = { due: kept.due, given: kept.given };
  }

  note(progress: Progress): void {
    if (progress === this.progress) return;
    this.progress = progress;
    this.#keep(false);
  }

  end(): void {
    this.active = false;
    this.#keep(true);
  }

  #keep(over: boolean): void {
    try {
      const kept: Record<string, Kept> = { ...all(), [this.#game]: { ...this.progress, over } };
      localStorage.setItem(STORE, JSON.stringify(kept));
    } catch {
      // A browser that keeps nothing begins again.
    }
  }
}
