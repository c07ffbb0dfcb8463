/** The facts of the journal as plays, each cut into the steps in which one can follow it. */

import type { FactLine } from "../../server/api.ts";
import type { Side } from "../../sides.ts";
import { isCountry } from "../../facts.ts";

export type StepKind =
  | "card"
  | "event"
  | "roll"
  | "influence"
  | "defcon"
  | "points"
  | "region"
  | "military"
  | "space"
  | "effect"
  | "cards"
  | "other";

export interface Step {
  /** The index of the first fact; it names the step. */
  id: number;
  kind: StepKind;
  /** Who acted: the side of the play, or whose event it was. */
  side: Side | null;
  /** What one sees of it: the fact that made it a step. */
  fact: FactLine;
  /** The country in which it happened. */
  country: string | null;
  /** All facts that become true with it, those included that say nothing by themselves. */
  facts: FactLine[];
}

export interface Play {
  /** The index of the first fact; it names the play. */
  id: number;
  /** `event` is an event of the enemy in one's own round; `end` is the end of a turn. */
  kind: "setup" | "headline" | "round" | "event" | "end";
  side: Side | null;
  turn: number;
  round: number | null;
  card: string | null;
  steps: Step[];
}

/** Facts that are steps of their own. */
const KINDS: Readonly<Record<string, StepKind>> = {
  card_played: "card",
  event: "event",
  coup_roll: "roll",
  realignment_roll: "roll",
  space_roll: "roll",
  war_roll: "roll",
  trap_roll: "roll",
  die: "roll",
  influence: "influence",
  defcon: "defcon",
  victory_points: "points",
  region_scored: "region",
  china_scored: "other",
  military_operations: "military",
  space: "space",
  effect_starts: "effect",
  effect_ends: "effect",
  reveal: "cards",
  discard: "cards",
  take: "cards",
  paired: "cards",
  turned_over: "cards",
  prevented: "other",
  round_passed: "other",
  choice: "other",
  headline_cancelled: "other",
  crisis: "other",
  game_over: "other",
};
/** Rolls that change the influence of the country in which they fall. */
const FOUGHT = new Set(["coup_roll", "realignment_roll", "war_roll"]);
/** Facts that begin a play. */
export const BEGINNINGS: ReadonlySet<string> = new Set([
  "turn",
  "setup",
  "headline_event",
  "round",
  "cleanup",
]);

/** Where the last few plays begin; what lies before them is never needed. */
export function startOfLast(facts: readonly FactLine[], plays: number): number {
  let found = 0;
  for (let index = facts.length - 1; index >= 0; index--) {
    if (!BEGINNINGS.has(facts[index]?.kind ?? "")) continue;
    found += 1;
    if (found === plays) return index;
  }
  return 0;
}

/**
 * Cuts facts into plays and steps, for somebody who plays a side or only watches.
 *
 * Plays of which nothing can be seen are left out. The turn is that of the first fact.
 */
export function playsOf(facts: readonly FactLine[], you: Side | null, turn = 0): Play[] {
  const cutter = new Cutter(you, turn);
  facts.forEach((fact) => cutter.take(fact));
  return cutter.plays.filter((play) => play.steps.length > 0);
}

class Cutter {
  readonly plays: Play[] = [];
  readonly #you: Side | null;
  #turn: number;
  #play: Play | null = null;
  /** The own play that goes on after an event of the enemy. */
  #outer: Play | null = null;
  /** Whose events are being resolved, the innermost last. */
  #events: { card: string | null; side: Side | null }[] = [];
  /** Facts that wait for the step to which they belong. */
  #silent: FactLine[] = [];

  constructor(you: Side | null, turn: number) {
    this.#you = you;
    this.#turn = turn;
  }

  take(fact: FactLine): void {
    this.#begin(fact);
    const play = this.#play;
    if (!play) return;
    const side = sideOf(fact);
    if (fact.kind === "card_played" && play.card === null) play.card = fact.subject;
    this.#silent.push(fact);
    const kind = KINDS[fact.kind];
    if (fact.kind === "event") this.#enter(fact);
    if (kind && !this.#joins(fact)) this.#open(kind, fact);
    else this.#settle();
    if (fact.kind === "event_over") this.#leave(side);
  }

  /** Opens a play where a fact begins one. */
  #begin(fact: FactLine): void {
    if (!BEGINNINGS.has(fact.kind)) return;
    const last = this.#play?.steps.at(-1);
    last?.facts.push(...this.#silent);
    this.#silent = [];
    this.#events = [];
    this.#outer = null;
    if (fact.kind === "turn") this.#turn = fact.values[0] ?? this.#turn;
    // A turn ends and the next begins as one: points for military operations, then DEFCON.
    if (fact.kind === "turn" && this.#play?.kind === "end") return;
    const kinds: Record<string, Play["kind"]> = {
      setup: "setup",
      headline_event: "headline",
      round: "round",
    };
    this.#play = this.#add(kinds[fact.kind] ?? "end", fact, sideOf(fact));
    if (fact.kind === "headline_event") this.#play.card = fact.subject;
    if (fact.kind === "round") this.#play.round = fact.values[0] ?? null;
  }

  #add(kind: Play["kind"], fact: FactLine, side: Side | null): Play {
    const play: Play = {
      id: fact.index,
      kind,
      side,
      turn: this.#turn,
      round: this.#play?.round ?? null,
      card: null,
      steps: [],
    };
    this.plays.push(play);
    return play;
  }

  /** An event of the enemy in one's own round is a play of its own. */
  #enter(fact: FactLine): void {
    const side = sideOf(fact);
    const play = this.#play;
    const isOwn = play?.kind === "round" && play.side === this.#you && this.#you !== null;
    if (isOwn && side !== this.#you && side !== null && !this.#outer) {
      this.#outer = play;
      this.#play = this.#add("event", fact, side);
      this.#play.card = fact.subject;
    }
    this.#events.push({ card: fact.subject, side });
  }

  #leave(side: Side | null): void {
    this.#events.pop();
    if (this.#events.length > 0 || !this.#outer || side === this.#you) return;
    this.#play = this.#outer;
    this.#outer = null;
  }

  #actor(): Side | null {
    return this.#events.at(-1)?.side ?? this.#play?.side ?? null;
  }

  #open(kind: StepKind, fact: FactLine): void {
    this.#play?.steps.push({
      id: this.#silent[0]?.index ?? fact.index,
      kind,
      side: kind === "card" ? sideOf(fact) : this.#actor(),
      fact,
      country: isCountry(fact.subject) ? fact.subject : null,
      facts: this.#silent,
    });
    this.#silent = [];
  }

  /** What says nothing by itself belongs to the step before it, if it ends something. */
  #settle(): void {
    const last = this.#silent.at(-1);
    const step = this.#play?.steps.at(-1);
    if (!step || !last) return;
    if (!["event_over", "operation_over", "card_removed", "no_victory_points"].includes(last.kind))
      return;
    step.facts.push(...this.#silent);
    this.#silent = [];
  }

  /** Adds a fact to a step that is there already; tells whether there is one. */
  #joins(fact: FactLine): boolean {
    const steps = this.#play?.steps ?? [];
    const step = this.#stepFor(fact, steps);
    if (!step) return false;
    step.facts.push(...this.#silent);
    this.#silent = [];
    return true;
  }

  #stepFor(fact: FactLine, steps: readonly Step[]): Step | undefined {
    const last = steps.at(-1);
    switch (fact.kind) {
      case "influence":
        if (last && FOUGHT.has(last.fact.kind) && last.country === fact.subject) return last;
        return trailing(steps, "influence").find((step) => step.country === fact.subject);
      case "event": {
        const isNamed = last?.kind === "card" && last.fact.subject === fact.subject;
        return isNamed || this.#isHeadline(fact, steps) ? last : undefined;
      }
      case "victory_points":
        return last?.kind === "region" && last.facts.length <= 2 ? last : undefined;
      case "space":
        return last?.fact.kind === "space_roll" ? last : undefined;
      case "reveal":
      case "discard":
      case "turned_over":
        return last?.fact.kind === fact.kind && last.fact.side === fact.side ? last : undefined;
      default:
        return undefined;
    }
  }

  /** The line of a headline names its event already. */
  #isHeadline(fact: FactLine, steps: readonly Step[]): boolean {
    return steps.length > 0 && this.#play?.kind === "headline" && fact.subject === this.#play.card;
  }
}

/** The last steps of one kind. */
function trailing(steps: readonly Step[], kind: StepKind): readonly Step[] {
  const other = steps.findLastIndex((step) => step.kind !== kind);
  return steps.slice(other + 1);
}

function sideOf(fact: FactLine): Side | null {
  return fact.side === "us" || fact.side === "ussr" ? fact.side : null;
}

/** Whether one follows a play step by step: those of the other side, and what nobody plays. */
export function isFollowed(play: Play, you: Side | null): boolean {
  if (you === null) return true;
  // An event without choice and dice is over with the answer that brought it about.
  if (play.kind === "event") return new Set(play.steps.map((step) => step.fact.answer)).size > 1;
  return play.side !== you;
}

export interface Change {
  us: number;
  ussr: number;
  /** Who brought it about. */
  by: Side | null;
}

/** The change of influence by country in some steps; where it comes to nothing there is none. */
export function changesIn(steps: readonly Step[]): Map<string, Change> {
  const changes = new Map<string, Change>();
  for (const step of steps) {
    for (const fact of step.facts) {
      const side = sideOf(fact);
      if (fact.kind !== "influence" || !isCountry(fact.subject) || !side) continue;
      const sum = changes.get(fact.subject) ?? { us: 0, ussr: 0, by: null };
      sum[side] += fact.values[0] ?? 0;
      sum.by = step.side;
      changes.set(fact.subject, sum);
    }
  }
  for (const [country, sum] of changes) {
    if (sum.us === 0 && sum.ussr === 0) changes.delete(country);
  }
  return changes;
}
