/** The last thing that happened, in one line: what the log would show at its end. */

import type { FactLine } from "../../server/api.ts";
import { buildLog, type LogEntry } from "../model/log.ts";
import { lineText, useText, whenText } from "./log_lines.ts";
import { cardName } from "../../language/language.svelte.ts";

/** Facts that begin an entry of the log; what lies before the last few of them is never needed. */
const BEGINNINGS = new Set(["turn", "headline_event", "round", "cleanup"]);
const ENTRIES = 4;

export interface Digest {
  side: LogEntry["side"];
  when: string;
  card: string | null;
  text: string;
}

export function digestOf(facts: readonly FactLine[]): Digest | null {
  const start = startOf(facts);
  const turn = facts.slice(0, start).findLast((fact) => fact.kind === "turn")?.values[0] ?? 0;
  const entry = buildLog(facts.slice(start), turn).findLast(
    (one) => one.card !== null || one.lines.length > 0,
  );
  if (!entry) return null;
  // Of a deal or the setup only the end is news.
  const isPlay = entry.kind === "round" || entry.kind === "headline";
  const lines = (isPlay ? entry.lines : entry.lines.slice(-1)).map(lineText).filter(Boolean);
  return {
    side: entry.side,
    when: whenText(entry),
    card: entry.card === null ? null : cardName(entry.card),
    text: (lines.length > 0 ? lines : [useText(entry)]).join(" · "),
  };
}

/** Where the last few entries begin. */
function startOf(facts: readonly FactLine[]): number {
  let found = 0;
  for (let index = facts.length - 1; index >= 0; index--) {
    if (!BEGINNINGS.has(facts[index]?.kind ?? "")) continue;
    found += 1;
    if (found === ENTRIES) return index;
  }
  return 0;
}
