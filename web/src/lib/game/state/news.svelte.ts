/** What an update brings that should be seen at once: dice and changed countries. */

import { untrack } from "svelte";
import type { FactLine, View } from "../../server/api.ts";
import type { Side } from "../../sides.ts";
import { typeset } from "../../language/language.svelte.ts";
import { pace } from "../../shell/settings.svelte.ts";
import { BEGINNINGS } from "../model/plays.ts";
import type { Desk } from "./desk.svelte.ts";
import type { Follow } from "./follow.svelte.ts";

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
/** More rolls than these are not read at once: so many one play may bring. */
const MOST_ROLLS = 4;

export interface Roll {
  id: number;
  dice: { side: Side | null; face: number }[];
  text: string;
}

export class News {
  rolls = $state.raw<readonly Roll[]>([]);
  pulses = $state.raw<ReadonlyMap<string, Side>>(new Map());

  #seen = -1;
  #before: View | null = null;
  #diceTimer = 0;
  #pulseTimer = 0;

  constructor(desk: Desk) {
    $effect(() => {
      const { facts, view } = desk;
      if (view && desk.isLive) untrack(() => this.#take(facts, view, desk.follow.playing));
    });
    $effect(() => () => {
      clearTimeout(this.#diceTimer);
      clearTimeout(this.#pulseTimer);
    });
  }

  dismiss(): void {
    this.rolls = [];
  }

  #take(facts: readonly FactLine[], view: View, isTold: boolean): void {
    const last = facts.at(-1)?.index ?? -1;
    const isFirst = this.#before === null;
    const fresh = facts.filter((fact) => fact.index > this.#seen);
    if (last < this.#seen) this.dismiss();
    this.#seen = last;
    const before = this.#before;
    this.#before = view;
    // What had happened before this page was opened is no news, and what is told is seen already.
    if (isFirst || !before || isTold) return;
    this.#showRolls(facts, fresh);
    this.#showChanges(before, view);
  }

  #showRolls(facts: readonly FactLine[], fresh: readonly FactLine[]): void {
    const rolls = rollsAfter(this.rolls, facts, fresh);
    if (rolls === this.rolls) return;
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

/** The rolls to be seen: those of a play stay side by side, and those of the next take their place. */
export function rollsAfter(
  shown: readonly Roll[],
  facts: readonly FactLine[],
  fresh: readonly FactLine[],
): readonly Roll[] {
  const rolls = fresh.filter((fact) => DICE.has(fact.kind)).map(rollOf);
  if (rolls.length === 0) return shown;
  const begun = facts.findLast((fact) => BEGINNINGS.has(fact.kind))?.index ?? -1;
  return [...shown.filter((roll) => roll.id > begun), ...rolls].slice(-MOST_ROLLS);
}

/** The dice beside the map: of the step that is shown, unless they fall in a country, or of the news. */
export function rollsShown(follow: Follow, news: News): readonly Roll[] {
  if (!follow.playing) return news.rolls;
  const { step } = follow;
  return step?.kind === "roll" && !step.country && !follow.isHeld ? [rollOf(step.fact)] : [];
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
