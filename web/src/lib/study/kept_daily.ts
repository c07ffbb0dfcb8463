/** The puzzle of the day, kept in this browser: without a connection it can be looked at. */

import type { DailyPuzzle, PuzzleTable } from "../server/api.ts";
import { rest } from "../server/rest.ts";

const STORE = "twilight.daily";

export interface KeptDaily {
  day: string;
  language: string;
  table: PuzzleTable;
}

export function keptDaily(): KeptDaily | null {
  try {
    return JSON.parse(localStorage.getItem(STORE) ?? "null") as KeptDaily | null;
  } catch {
    return null;
  }
}

/** Keeps the table of a puzzle if it is that of today, as it is before anything was chosen. */
export function keepDaily(table: PuzzleTable, language: string): void {
  if (table.day === null) return;
  const kept: KeptDaily = { day: table.day, language, table };
  localStorage.setItem(STORE, JSON.stringify(kept));
}

/** Fetches the table of today's puzzle, once for a day and a language. */
export async function fetchDaily(daily: DailyPuzzle, language: string): Promise<void> {
  const kept = keptDaily();
  if (kept?.day === daily.day && kept.language === language) return;
  keepDaily(await rest.puzzle(daily.puzzle.id, [], false, language), language);
}
