/** A play as the items of one line, in the order in which things happened. */

import type { Side } from "../../sides.ts";
import { changesIn, type Play, type Step } from "./plays.ts";

export type NewsItem =
  | { kind: "defcon"; before: number; now: number }
  | { kind: "points"; side: Side; points: number; why: number; card: string | null }
  | Roll
  | { kind: "country"; country: string; us: number; ussr: number }
  | { kind: "military"; side: Side; value: number }
  | { kind: "space"; side: Side; box: number }
  | { kind: "region"; region: string; side: Side | null; points: number }
  | { kind: "text"; text: string };

export type RollName = "coup" | "realignment" | "space" | "war" | "trap" | "die";

export interface Roll {
  kind: "roll";
  what: RollName;
  side: Side | null;
  dice: Die[];
  formula: string;
  sum: string;
  /** The box of the space race that it has led to: 0 where it has failed. */
  reached?: number;
}

export interface Die {
  side: Side | null;
  face: number;
}

export function itemsOf(steps: readonly Step[]): NewsItem[] {
  const items: NewsItem[] = [];
  const countries = changesIn(steps);
  for (const step of steps) {
    for (const item of itemsOfStep(step)) add(items, item);
    for (const fact of step.facts) {
      const change = fact.kind === "influence" && countries.get(fact.subject ?? "");
      if (!change || !fact.subject) continue;
      items.push({ kind: "country", country: fact.subject, us: change.us, ussr: change.ussr });
      countries.delete(fact.subject);
    }
  }
  return items;
}

/** Several steps of DEFCON are one; military operations count as they stand at the end. */
function add(items: NewsItem[], item: NewsItem): void {
  if (item.kind === "defcon") {
    const before = items.find((one) => one.kind === "defcon");
    if (before?.kind === "defcon") {
      before.now = item.now;
      return;
    }
  }
  if (item.kind === "military") {
    const before = items.find((one) => one.kind === "military" && one.side === item.side);
    if (before?.kind === "military") {
      before.value = item.value;
      return;
    }
  }
  items.push(item);
}

function itemsOfStep(step: Step): NewsItem[] {
  const { fact } = step;
  const side: Side | null = fact.side === "us" || fact.side === "ussr" ? fact.side : null;
  const [first = 0, second = 0, third = 0] = fact.values;
  switch (step.kind) {
    case "defcon":
      return [{ kind: "defcon", before: first, now: second }];
    case "points":
      return side ? [{ kind: "points", side, points: first, why: third, card: fact.subject }] : [];
    case "military":
      return side ? [{ kind: "military", side, value: first }] : [];
    case "space":
      return side ? [{ kind: "space", side, box: first }] : [];
    case "region":
      return [regionItem(step)];
    case "roll":
      return [rollItem(step)];
    case "effect":
    case "cards":
    case "other":
      return fact.kind === "game_over" ? [] : [{ kind: "text", text: fact.text }];
    default:
      return [];
  }
}

function regionItem(step: Step): NewsItem {
  const [ussr = 0, us = 0] = step.fact.values;
  return {
    kind: "region",
    region: step.fact.subject ?? "",
    side: us === ussr ? null : us > ussr ? "us" : "ussr",
    points: Math.abs(us - ussr),
  };
}

/** A roll with its dice and its sum, as they are written; `full` names the doubled stability. */
export function rollItem(step: Step, full = false): Roll {
  const { fact } = step;
  const side = fact.side === "us" || fact.side === "ussr" ? fact.side : null;
  const [die = 0, second = 0, third = 0, fourth = 0, fifth = 0] = fact.values;
  const what = fact.kind.replace(/_?roll$/, "") || "die";
  const roll = { kind: "roll", what: what as RollName, side, dice: [{ side, face: die }] } as const;
  switch (fact.kind) {
    case "coup_roll":
      return {
        ...roll,
        dice: [...roll.dice],
        formula: `${die} + ${second}${term(third)} − ${full ? `2×${fourth}` : 2 * fourth} =`,
        sum: written(fifth),
      };
    case "realignment_roll":
      return {
        ...roll,
        side: step.side,
        dice: [
          { side: "us", face: third },
          { side: "ussr", face: die },
        ],
        formula: `${third}${term(fourth)} : ${die}${term(second)} =`,
        sum: `${written(third + fourth)} : ${written(die + second)}`,
      };
    case "space_roll": {
      const reached = step.facts.find((one) => one.kind === "space")?.values[0] ?? 0;
      return { ...roll, dice: [...roll.dice], formula: "", sum: "", reached };
    }
    case "war_roll":
    case "die":
      return {
        ...roll,
        dice: [...roll.dice],
        formula: second === 0 ? "" : `${die}${term(second)} =`,
        sum: written(die + second),
      };
    default:
      return { ...roll, dice: [...roll.dice], formula: "", sum: String(die) };
  }
}

function written(value: number): string {
  return value < 0 ? `−${-value}` : String(value);
}

function term(value: number): string {
  if (value === 0) return "";
  return value > 0 ? ` + ${value}` : ` − ${-value}`;
}

export interface FittedNews {
  items: NewsItem[];
  /** How many countries are left out at the end. */
  more: number;
  /** Whether dice are shown without their sum. */
  bare: boolean;
}

/**
 * What of a line fits into a width: the formulas of dice go first, then military operations and
 * sentences, then the last items.
 */
export function fitted(
  items: readonly NewsItem[],
  width: number,
  widthOf: (item: NewsItem, bare: boolean) => number,
): FittedNews {
  const total = (some: readonly NewsItem[], bare: boolean) =>
    some.reduce((sum, item) => sum + widthOf(item, bare), 0);
  let left = [...items];
  if (total(left, false) <= width) return { items: left, more: 0, bare: false };
  if (total(left, true) > width) left = left.filter((item) => item.kind !== "military");
  if (total(left, true) > width) left = left.filter((item) => item.kind !== "text");
  let more = 0;
  while (left.length > 1 && total(left, true) + (more > 0 ? MORE : 0) > width) {
    left = left.slice(0, -1);
    more += 1;
  }
  return { items: left, more, bare: true };
}

const MORE = 34;

/** Whether a play has anything that a line could show. */
export function hasNews(play: Play): boolean {
  return play.card !== null || itemsOf(play.steps).length > 0;
}
