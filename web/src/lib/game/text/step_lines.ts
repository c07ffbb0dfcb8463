/** The steps of a play in words. */

import type { Side } from "../../sides.ts";
import {
  cardName,
  countryName,
  regionName,
  sideName,
  signed,
  t,
  typeset,
} from "../../language/language.svelte.ts";
import { controllerOf } from "../model/margins.ts";
import type { NewsItem, Roll } from "../model/news_items.ts";
import { changesIn, type Play, type Step } from "../model/plays.ts";
import type { View } from "../../server/api.ts";

/** When a play was: "AR 3", a headline, the end of a turn. */
export function playMoment(play: Play): string {
  switch (play.kind) {
    case "headline":
      return t("log.headline");
    case "setup":
      return t("log.before");
    case "end":
      return t("news.end", { n: play.turn });
    default:
      return t("log.round", { n: play.round ?? 0 });
  }
}

/** Who played what and when. */
export function playTitle(play: Play): string {
  const who = play.side ? [sideName(play.side)] : [];
  return [...who, playMoment(play), ...(play.card ? [cardName(play.card)] : [])].join(" · ");
}

/** One sentence for a step. */
export function stepSentence(step: Step): string {
  if (step.kind === "influence") return influenceText(step);
  if (step.kind === "cards" && step.facts.length > 1) {
    return typeset(step.facts.map((fact) => fact.text).join(". "));
  }
  const result = step.kind === "roll" ? influenceText(step) : "";
  return typeset(result ? `${step.fact.text}. ${result}` : step.fact.text);
}

/** What a step has done to influence: "Thailand: US −3, USSR +1". */
function influenceText(step: Step): string {
  return [...changesIn([step])]
    .map(([country, change]) => `${countryName(country)}: ${changeText(change)}`)
    .join("; ");
}

export function changeText(change: { us: number; ussr: number }): string {
  const parts: string[] = [];
  for (const side of ["us", "ussr"] as const) {
    if (change[side] !== 0) parts.push(`${sideName(side)} ${signed(change[side])}`);
  }
  return parts.join(", ");
}

/** The result of a step in its country: influence before and after, and who controls it now. */
export interface StepResult {
  us: { before: number; after: number } | null;
  ussr: { before: number; after: number } | null;
  control: Side | null;
}

export function resultOf(step: Step, view: View): StepResult | null {
  const { country } = step;
  const change = country ? changesIn([step]).get(country) : undefined;
  if (!country || !change) return null;
  const now = view.influence[country] ?? { us: 0, ussr: 0 };
  const moved = (side: Side) =>
    change[side] === 0 ? null : { before: now[side] - change[side], after: now[side] };
  return { us: moved("us"), ussr: moved("ussr"), control: controllerOf(view, country) };
}

/** Why points were gained, by the number that the fact has. */
const AWARDS = ["card", "scoring", "military", "space", "final"] as const;

/** Why a side gained points; nothing where the line says it already. */
export function awardText(item: NewsItem & { kind: "points" }, play: Play): string {
  const why = AWARDS[item.why] ?? "card";
  if (why !== "card") return t(`award.${why}`);
  return item.card && item.card !== play.card ? cardName(item.card) : "";
}

/** A whole play in one sentence, for those who hear it. */
export function newsSentence(play: Play, items: readonly NewsItem[]): string {
  const told = items.map((item) => itemText(item, play)).filter(Boolean);
  return told.length > 0 ? `${playTitle(play)}: ${told.join(", ")}` : playTitle(play);
}

export function itemText(item: NewsItem, play: Play): string {
  switch (item.kind) {
    case "defcon":
      return `DEFCON ${item.before} → ${item.now}`;
    case "points": {
      const gained = t("news.points", { side: sideName(item.side), n: item.points });
      const why = awardText(item, play);
      return why ? `${gained} (${why})` : gained;
    }
    case "roll":
      return [t(`roll.${item.what}`), item.formula, item.sum, reachedText(item)]
        .filter(Boolean)
        .join(" ");
    case "country":
      return `${countryName(item.country)} ${changeText(item)}`;
    case "military":
      return `${t("military.caption")} ${item.value}`;
    case "space":
      return t("news.space", { n: item.box });
    case "region":
      return regionText(item);
    case "text":
      return typeset(item.text);
  }
}

/** Where a roll for the space race has led; nothing for other rolls. */
export function reachedText(item: Roll): string {
  if (item.reached === undefined) return "";
  return item.reached > 0 ? t("news.box", { n: item.reached }) : t("news.failed");
}

function regionText(item: NewsItem & { kind: "region" }): string {
  const scored = t("news.scored", { region: regionName(item.region) });
  if (!item.side) return scored;
  return `${scored} ${t("news.points", { side: sideName(item.side), n: item.points })}`;
}
