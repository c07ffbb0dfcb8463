/** What an update brings that should be seen: dice, headlines, changed countries. */

import type { FactLine, View } from "../../server/api.ts";
import type { Side } from "../../sides.ts";
import { typeset } from "../../language/language.svelte.ts";
import { pace } from "../../shell/settings.svelte.ts";
import type { GameTable } from "./game.svelte.ts";

const DICE = new Set([
  "coup_roll",
  "realignment_roll",
  "space_roll",
  "war_roll",
  "trap_roll",
  "die",
]);
const PULSE = 900;
const DICE_TIME = 6000;

export interface Roll {
  id: number;
  dice: { side: Side | null; face: number }[];
  text: string;
}

/** Why a headline comes first, by the number that its fact has. */
const ORDERS = ["alone", "defectors", "higher", "equal"] as const;
export type HeadlineOrder = (typeof ORDERS)[number];

export interface Headlines {
  us: string | null;
  ussr: string | null;
  first: Side;
  why: HeadlineOrder;
  /** The side whose headline does not happen. */
  cancelled: Side | null;
}

export class News {
  rolls = $state.raw<readonly Roll[]>([]);
  pulses = $state.raw<ReadonlyMap<string, Side>>(new Map());
  headlines = $state.raw<Headlines | null>(null);

  #seen = -1;
  #before: View | null = null;
  #diceTimer = 0;
  #pulseTimer = 0;

  constructor(table: GameTable) {
    $effect(() => {
      const { facts, view } = table;
      if (view) this.#take(facts, view);
    });
    $effect(() => () => {
      clearTimeout(this.#diceTimer);
      clearTimeout(this.#pulseTimer);
    });
  }

  dismiss(): void {
    this.rolls = [];
    this.headlines = null;
  }

  #take(facts: readonly FactLine[], view: View): void {
    const last = facts.at(-1)?.index ?? -1;
    const isFirst = this.#before === null;
    const fresh = facts.filter((fact) => fact.index > this.#seen);
    if (last < this.#seen) this.dismiss();
    this.#seen = last;
    const before = this.#before;
    this.#before = view;
    // What had happened before this page was opened is no news.
    if (isFirst || !before) return;
    // Who plays on has seen the headlines; that the computer plays on says nothing.
    const watches = view.viewer !== "us" && view.viewer !== "ussr";
    if (view.round !== before.round && (watches || before.prompt?.yours)) this.headlines = null;
    this.#showRolls(fresh);
    this.headlines = headlinesOf(fresh) ?? this.headlines;
    this.#showChanges(before, view);
  }

  #showRolls(fresh: readonly FactLine[]): void {
    const rolls = fresh.filter((fact) => DICE.has(fact.kind)).map(rollOf);
    if (rolls.length === 0) return;
    this.rolls = rolls;
    clearTimeout(this.#diceTimer);
    this.#diceTimer = window.setTimeout(() => (this.rolls = []), DICE_TIME);
  }

  #showChanges(before: View, now: View): void {
    const pulses = new Map<string, Side>();
    const ids = new Set([...Object.keys(before.influence), ...Object.keys(now.influence)]);
    for (const id of ids) {
      const old = before.influence[id] ?? { us: 0, ussr: 0 };
      const current = now.influence[id] ?? { us: 0, ussr: 0 };
      if (old.us !== current.us) pulses.set(id, "us");
      if (old.ussr !== current.ussr) pulses.set(id, "ussr");
    }
    if (pulses.size === 0) return;
    this.pulses = pulses;
    clearTimeout(this.#pulseTimer);
    this.#pulseTimer = window.setTimeout(() => (this.pulses = new Map()), pace(PULSE) + 50);
  }
}

/** Both headlines, when they are turned over together. */
export function headlinesOf(fresh: readonly FactLine[]): Headlines | null {
  const shown = fresh.filter((fact) => fact.kind === "headline");
  const resolved = fresh.find((fact) => fact.kind === "headline_event");
  if (shown.length < 2 || !resolved) return null;
  const of = (side: Side) => shown.find((fact) => fact.side === side)?.subject ?? null;
  return {
    us: of("us"),
    ussr: of("ussr"),
    first: resolved.side === "ussr" ? "ussr" : "us",
    why: ORDERS[resolved.values[0] ?? 0] ?? "alone",
    cancelled: (fresh.find((fact) => fact.kind === "headline_cancelled")?.side as Side) ?? null,
  };
}

export function rollOf(fact: FactLine): Roll {
  const side = fact.side === "us" || fact.side === "ussr" ? fact.side : null;
  const [first = 1, , third = 1] = fact.values;
  const dice: Roll["dice"] =
    fact.kind === "realignment_roll"
      ? [
          { side: "us", face: third },
          { side: "ussr", face: first },
        ]
      : [{ side, face: first }];
  return { id: fact.index, dice, text: typeset(fact.text) };
}
