/** Which puzzles were seen in this browser, and the streak. */

import type { PuzzleEntry } from "../server/api.ts";

const STORE = "twilight.puzzles";
const LAST = 7;

export interface Progress {
  seen: string[];
  streak: number;
  best: number;
  /** How the last ones went, the latest at the end. */
  last: boolean[];
  /** On how many days in a row the puzzle of the day was solved, and when one was last tried. */
  days: number;
  lastDay: string;
}

export const FRESH: Progress = { seen: [], streak: 0, best: 0, last: [], days: 0, lastDay: "" };
const DAY = 24 * 60 * 60 * 1000;

export function read(): Progress {
  try {
    return { ...FRESH, ...(JSON.parse(localStorage.getItem(STORE) ?? "{}") as Partial<Progress>) };
  } catch {
    return FRESH;
  }
}

export function write(progress: Progress): void {
  localStorage.setItem(STORE, JSON.stringify(progress));
}

/** Notes how a puzzle ended; each counts once. */
export function finished(progress: Progress, id: string, solved: boolean): Progress {
  if (progress.seen.includes(id)) return progress;
  const streak = solved ? progress.streak + 1 : 0;
  return {
    ...progress,
    seen: [...progress.seen, id],
    streak,
    best: Math.max(progress.best, streak),
    last: [...progress.last, solved].slice(-LAST),
  };
}

/** Notes how the puzzle of a day ended; each day counts once. */
export function finishedDay(progress: Progress, day: string, solved: boolean): Progress {
  if (progress.lastDay === day) return progress;
  return { ...progress, days: solved ? daysUntil(progress, day) + 1 : 0, lastDay: day };
}

/** The days in a row that lead up to a day; one that was left out ends them. */
export function daysUntil(progress: Progress, day: string): number {
  const since = Date.parse(day) - Date.parse(progress.lastDay);
  return since <= DAY ? progress.days : 0;
}

/** Chooses a puzzle that was not seen; when all were, they begin again. */
export function nextOf(
  puzzles: readonly PuzzleEntry[],
  progress: Progress,
  random: () => number,
): { puzzle: PuzzleEntry | null; progress: Progress } {
  const fresh = puzzles.filter((one) => !progress.seen.includes(one.id));
  const from = fresh.length > 0 ? fresh : puzzles;
  const puzzle = from[Math.floor(random() * from.length)] ?? null;
  return { puzzle, progress: fresh.length > 0 ? progress : { ...progress, seen: [] } };
}
