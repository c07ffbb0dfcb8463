/** The hand as it is shown: order, state and status of each card. */

import type { DangerInfo, HandCard, RegionView, View } from "../../server/api.ts";
import { cardOf, CHINA_CARD, otherSide } from "../../facts.ts";
import { scoredRegion } from "../../cards/look.ts";
import { capital, sideName, t } from "../../language/language.svelte.ts";
import type { Settings } from "../../shell/settings.svelte.ts";
import { netOf } from "./regions.ts";

export type Grade = DangerInfo["grade"];

export interface HandItem {
  card: string;
  ops: number;
  /** `resting` is a card of which nothing is asked now. */
  state: "open" | "closed" | "chosen" | "resting";
  /** Value and owner, for a screen reader. */
  label: string;
  status: string;
  must: boolean;
  /** Why its event would not happen now. */
  off: string | null;
  /** Whether the enemy knows that it is here. */
  known: boolean;
  /** Whether a press does something. */
  enabled: boolean;
  reason: string | null;
  danger: Grade | null;
  /** Whether a hint is about it. */
  hinted: boolean;
}

export interface HandQuestion {
  options: ReadonlyMap<string, string>;
  closed: ReadonlyMap<string, string>;
  /** The card that is being used or waits for the commit. */
  chosen: string | null;
  asksForCards: boolean;
  /** Whether another card can be taken in place of the one in use. */
  maySwitch: boolean;
  dangers: ReadonlyMap<string, Grade>;
  hinted?: ReadonlySet<string>;
}

const GRADES: readonly (Grade | null)[] = ["loses_now", "may_lose", "hand_stuck", null];

export function handItems(
  view: View,
  question: HandQuestion,
  sort: Settings["sort"],
  aids: boolean,
): HandItem[] {
  const cards: HandCard[] = [...view.hand];
  const chosen = question.chosen;
  const inUse = chosen !== null && !cards.some((one) => one.card === chosen);
  if (inUse && view.table.includes(chosen)) {
    const ops = view.prompt?.card === chosen ? view.prompt.ops : cardOf(chosen).ops;
    cards.push({ card: chosen, ops });
  }
  if (view.china_holder === view.viewer) cards.push({ card: CHINA_CARD, ops: view.china_ops });
  const items = cards.map((one) => item(view, one, question, aids));
  return items.sort((a, b) => compare(a, b, sort, view));
}

function item(
  view: View,
  { card, ops, off = null }: HandCard,
  question: HandQuestion,
  aids: boolean,
): HandItem {
  const facts = cardOf(card);
  const closed = question.closed.get(card);
  const reason = closed === undefined ? null : capital(closed);
  let state: HandItem["state"] = "resting";
  if (question.chosen === card) state = "chosen";
  else if (question.options.has(card)) state = "open";
  else if (question.asksForCards) state = "closed";
  return {
    card,
    ops,
    state,
    label: facts.scoring ? t("card.scoring") : t("ops", { n: ops }),
    status: statusOf(view, card, off, aids),
    must: facts.scoring,
    off,
    known: view.revealed.includes(card),
    enabled: state === "open" || state === "chosen" || (state === "resting" && question.maySwitch),
    reason,
    danger: question.dangers.get(card) ?? null,
    hinted: question.hinted?.has(card) ?? false,
  };
}

function statusOf(view: View, card: string, off: string | null, aids: boolean): string {
  const facts = cardOf(card);
  if (card === CHINA_CARD) {
    return view.china_face_up ? t("hand.china_up", { n: view.china_ops }) : t("hand.china_down");
  }
  if (facts.scoring) {
    const region = view.regions.find((one) => one.region === scoredRegion(card));
    // What it is worth comes first, because the end may be cut off.
    return region && aids ? `${worthOf(region)} · ${t("hand.must")}` : t("hand.must");
  }
  const whose = off === null ? whoseEvent(view, card) : t("hand.off", { why: off });
  return view.revealed.includes(card) ? t("hand.revealed", { what: whose }) : whose;
}

function whoseEvent(view: View, card: string): string {
  const { side } = cardOf(card);
  if (view.viewer !== "us" && view.viewer !== "ussr") return "";
  if (side === otherSide(view.viewer)) return t("hand.enemy_event");
  return side === "neutral" ? t("hand.neutral_event") : t("hand.own_event");
}

function worthOf(region: RegionView): string {
  const net = netOf(region);
  return net.side ? `${sideName(net.side)} ${net.text}` : t("hand.even");
}

function compare(a: HandItem, b: HandItem, sort: Settings["sort"], view: View): number {
  const first = rank(a, view);
  const second = rank(b, view);
  if (sort === "danger") {
    const grades = GRADES.indexOf(a.danger) - GRADES.indexOf(b.danger);
    if (grades !== 0) return grades;
  }
  if (sort !== "value" && first.group !== second.group) return first.group - second.group;
  if (sort === "value" && first.last !== second.last) return first.last - second.last;
  return b.ops - a.ops || cardOf(a.card).number - cardOf(b.card).number;
}

/** Own events first, then the enemy's, then neutral ones; scoring cards and China last. */
function rank(item: HandItem, view: View): { group: number; last: number } {
  const facts = cardOf(item.card);
  if (item.card === CHINA_CARD) return { group: 4, last: 2 };
  if (facts.scoring) return { group: 3, last: 1 };
  if (facts.side === "neutral") return { group: 2, last: 0 };
  return { group: facts.side === view.viewer ? 0 : 1, last: 0 };
}
