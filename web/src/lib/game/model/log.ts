/** The facts of the journal as a log: one entry for a play, with few and dense lines. */

import type { FactLine } from "../../server/api.ts";
import type { Side } from "../../sides.ts";
import { isCountry } from "../../facts.ts";
import { BEGINNINGS } from "./plays.ts";

export interface LogLine {
  text: string;
  /** The countries that it names; they light up when it is pointed at. */
  countries: string[];
  /** For a change of influence: what it was by, and what is there now. */
  influence: { country: string; change: number; us: number; ussr: number; side: Side } | null;
  /** For cards that go somewhere: who, which ones, and how many that one may not know. */
  cards: { side: Side; known: string[]; hidden: number } | null;
  answer: number;
  kind: string;
}

export interface LogEntry {
  id: number;
  turn: number;
  kind: "turn" | "headline" | "round" | "other";
  side: Side | null;
  round: number | null;
  card: string | null;
  /** How the card was used, with its value. */
  use: { verb: string; ops: number | null; done?: { verb: string; ops: number | null } } | null;
  lines: LogLine[];
  /** The moment after the entry: how many answers had been given. */
  answer: number;
}

/** Facts that say nothing to a reader: the entry's head tells them already. */
const SILENT = new Set([
  "turn",
  "round",
  "headline",
  "headline_event",
  "card_played",
  "operation",
  "event_over",
  "operation_over",
  "coup_target",
  "realignment_target",
  "card_removed",
  "war",
]);

/** Facts of which many in a row are one line: cards that are drawn, discarded, shown. */
const GATHERED = new Set(["draw", "discard", "reveal", "turned_over", "looked_at"]);

/** Makes the entries; the turn is that of the first facts, if they are not the first of all. */
export function buildLog(facts: readonly FactLine[], turn = 0): LogEntry[] {
  const entries: LogEntry[] = [];
  let entry: LogEntry | null = null;
  /** Whether the event of the entry's own card is being resolved. */
  let inEvent = false;

  function open(kind: LogEntry["kind"], fact: FactLine): LogEntry {
    const made: LogEntry = {
      id: fact.index,
      turn,
      kind,
      side: fact.side === "us" || fact.side === "ussr" ? fact.side : null,
      round: null,
      card: null,
      use: null,
      lines: [],
      answer: fact.answer,
    };
    entries.push(made);
    return made;
  }

  for (const fact of facts) {
    if (fact.kind === "turn") {
      turn = fact.values[0] ?? 0;
      entry = open("turn", fact);
    } else if (fact.kind === "headline_event") {
      entry = open("headline", fact);
      entry.card = fact.subject;
      entry.use = { verb: "headline", ops: null };
    } else if (fact.kind === "round") {
      entry = open("round", fact);
      entry.round = fact.values[0] ?? null;
    } else if (fact.kind === "cleanup" || entry === null) {
      entry = open("other", fact);
    }
    if (fact.kind === "headline") continue;
    if (fact.kind === "card_played" && entry.card === null) entry.card = fact.subject;
    if (fact.kind === "operation") {
      const done = { verb: fact.subject ?? "influence", ops: fact.values[1] ?? null };
      // Operations that an event gives are told with the event.
      if (entry.use && (inEvent || entry.use.verb === "headline")) entry.use.done = done;
      else entry.use = done;
    }
    if (fact.kind === "event" && fact.subject === entry.card && entry.use === null) {
      entry.use = { verb: "event", ops: null };
    }
    if (fact.subject === entry.card && fact.kind === "event") inEvent = true;
    if (BEGINNINGS.has(fact.kind) || fact.kind === "event_over") inEvent = false;
    entry.answer = fact.answer;
    if (SILENT.has(fact.kind) || (fact.kind === "event" && fact.subject === entry.card)) continue;
    addLine(entry, fact);
  }
  return entries;
}

function addLine(entry: LogEntry, fact: FactLine): void {
  const last = entry.lines.at(-1);
  const [change = 0, us = 0, ussr = 0] = fact.values;
  if (fact.kind === "influence" && isCountry(fact.subject) && isSide(fact.side)) {
    const before = last?.influence;
    // Markers that go to the same country one by one are one line.
    if (before && before.country === fact.subject && before.side === fact.side) {
      before.change += change;
      before.us = us;
      before.ussr = ussr;
      last.answer = fact.answer;
      return;
    }
    const influence = { country: fact.subject, change, us, ussr, side: fact.side };
    entry.lines.push({ ...plain(fact), influence });
    return;
  }
  if (GATHERED.has(fact.kind) && isSide(fact.side)) {
    gather(entry, fact, fact.side);
    return;
  }
  entry.lines.push(plain(fact));
}

/** Adds a card to the line that its kind and side already have at the end of an entry. */
function gather(entry: LogEntry, fact: FactLine, side: Side): void {
  // A deal goes from side to side, so the line to join may be the last but one.
  let line = entry.lines
    .slice(-2)
    .find((one) => one.kind === fact.kind && one.cards?.side === side);
  if (!line) {
    line = { ...plain(fact), cards: { side, known: [], hidden: 0 } };
    entry.lines.push(line);
  }
  line.answer = fact.answer;
  if (!line.cards) return;
  if (fact.subject === null) line.cards.hidden += 1;
  else line.cards.known.push(fact.subject);
}

function plain(fact: FactLine): LogLine {
  return {
    text: fact.text,
    countries: isCountry(fact.subject) ? [fact.subject] : [],
    influence: null,
    cards: null,
    answer: fact.answer,
    kind: fact.kind,
  };
}

function isSide(side: string): side is Side {
  return side === "us" || side === "ussr";
}
