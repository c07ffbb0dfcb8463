/** The pending question in words: one sentence and one line of detail. */

import type { Prompt, View } from "../../server/api.ts";
import { cardOf, isCard, isCountry } from "../../facts.ts";
import {
  capital,
  cardName,
  countryName,
  hasKey,
  sideName,
  signed,
  t,
  words,
} from "../../language/language.svelte.ts";
import { settings } from "../../shell/settings.svelte.ts";
import { isTouch } from "../../shell/touch.ts";
import { REPEATED } from "../model/commit.ts";
import { changesOf } from "../model/recent.ts";

export interface Question {
  title: string;
  /** The beginning of the title that names the cards it comes from; the first to give way. */
  causes: string;
  detail: string;
  /** Points that are left and those spent, shown as dots. */
  dots: { left: number; total: number } | null;
}

/** Effects that ask for a discard in every round. */
const TRAPS = new Set(["bear_trap", "quagmire"]);
/** Questions whose odds are told to who wants aids. */
const ODDS = new Set(["coup_target", "realignment_target"]);
const ROLLS = new Set(["coup_target", "realignment_target", "space_roll", "war_target"]);

/** Whether dice follow the answer. */
function rolls(prompt: Prompt, staged: string | null): boolean {
  if (prompt.kind === "play_mode") return staged === "space";
  // A trapped side rolls for a card that it discards, not for one that it scores.
  if (prompt.kind === "trap_discard") return isCard(staged) && !cardOf(staged).scoring;
  return ROLLS.has(prompt.kind);
}

/** What "commit" is called. */
export function commitLabel(prompt: Prompt | null, staged: string | null): string {
  return t(prompt && rolls(prompt, staged) ? "prompt.roll" : "prompt.commit");
}

/** `both`: whether both sides choose at the same time, in secret. */
export function questionOf(
  prompt: Prompt,
  view: View,
  staged: string | null,
  both = false,
): Question {
  if (both && !prompt.yours) return secretQuestion(prompt, view);
  const cost = stagedCost(prompt, staged);
  const placed = [...changesOf(prompt.changes)].map(
    ([country, change]) => `${countryName(country)} ${signed(change.us || change.ussr)}`,
  );
  return {
    ...titleOf(prompt, view, cost),
    detail:
      staged !== null ? stagedText(prompt, view, staged) : placed.join(", ") || detailOf(prompt),
    dots: dotsOf(prompt, cost),
  };
}

/** Nobody is told who has chosen, except whoever has. */
function secretQuestion(prompt: Prompt, view: View): Question {
  if (view.viewer === "spectator")
    return { title: t("prompt.both"), causes: "", detail: t("hint.other"), dots: null };
  return { ...titleOf(prompt, view, 0), detail: t("hint.sealed"), dots: null };
}

/** The cards that the question comes from, the innermost last. */
function causesOf(prompt: Prompt, view: View): string {
  const cards = [...prompt.events];
  if (prompt.card && !cards.includes(prompt.card)) cards.push(prompt.card);
  // A trap asks because of an effect, long after its card was played.
  const trap = view.effects.find((one) => TRAPS.has(one.effect));
  if (prompt.kind === "trap_discard" && trap) cards.push(trap.card);
  return cards.map(cardName).join(" › ");
}

type Title = Pick<Question, "title" | "causes">;

/** What the point takes that waits for the commit. */
function stagedCost(prompt: Prompt, staged: string | null): number {
  if (!REPEATED.has(prompt.kind) || !isCountry(staged)) return 0;
  return prompt.options.find((one) => one.action === staged)?.cost ?? 1;
}

function titleOf(prompt: Prompt, view: View, cost: number): Title {
  const causes = causesOf(prompt, view);
  if (!prompt.yours) {
    const what = [causes, kindText(prompt, view)].filter(Boolean).join(" › ");
    return { title: t("prompt.other", { side: sideName(prompt.actor), what }), causes: "" };
  }
  const values = {
    n: prompt.left - cost,
    left: prompt.left - cost,
    total: totalOf(prompt),
    round: view.round,
    card: prompt.card ? cardName(prompt.card) : "",
    ops: t("ops", { n: prompt.ops }),
    box: words().space[view.space[prompt.actor].box + 1] ?? "",
  };
  const key = `ask.${prompt.kind}`;
  const text = hasKey(key) ? t(key, values) : withRest(prompt, prompt.text);
  return withCauses(causes, text);
}

/** Adds how many markers an event still moves. */
function withRest(prompt: Prompt, text: string): string {
  const counts = REPEATED.has(prompt.kind) && prompt.left > 1;
  return counts ? t("prompt.more", { text, n: prompt.left }) : text;
}

/** Put the cards before the words, unless these begin with them already. */
function withCauses(names: string, text: string): Title {
  if (!names || text.startsWith(names)) return { title: text, causes: "" };
  const causes = text.includes(":") ? `${names} › ` : `${names}: `;
  return { title: causes + (text.includes(":") ? text : lower(text)), causes };
}

function detailOf(prompt: Prompt): string {
  if (!prompt.yours) return t("hint.other");
  if (ODDS.has(prompt.kind) && !settings.aids) return "";
  const key = hintKey(prompt);
  const touched = `${key}.phone`;
  if (isTouch && hasKey(touched)) return t(touched);
  return hasKey(key) ? t(key) : "";
}

function hintKey(prompt: Prompt): string {
  const isEnemy = prompt.options.some((one) => one.action === "event_first");
  return isEnemy ? "hint.enemy_event" : `hint.${prompt.kind}`;
}

function kindText(prompt: Prompt, view: View): string {
  const key = `other.${prompt.kind}`;
  return hasKey(key) ? t(key, { round: view.round }) : lower(prompt.text);
}

function lower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** Where the next try in the space race leads, and how likely. */
export function spaceText(view: View, side: "us" | "ussr"): string {
  const { box, next_up_to: upTo } = view.space[side];
  if (upTo === null) return t("space.end");
  const name = words().space[box + 1] ?? "";
  return t("space.chance", { box: name, die: upTo, chance: Math.round((upTo / 6) * 100) });
}

function stagedText(prompt: Prompt, view: View, staged: string): string {
  if (staged === "space") {
    return t("prompt.staged_roll", { what: spaceText(view, prompt.actor) });
  }
  const option = prompt.options.find((one) => one.action === staged);
  const key = rolls(prompt, staged) ? "prompt.staged_roll" : "prompt.staged";
  if (isCountry(staged)) return t(key, { what: countryName(staged) });
  if (isCard(staged)) return t(key, { what: cardName(staged) });
  return t(key, { what: capital(option?.label ?? staged) });
}

/** The points or markers of the whole question: those of the operation, or what was and can be moved. */
function totalOf(prompt: Prompt): number {
  const moved = prompt.changes.length;
  return prompt.kind === "place_influence"
    ? Math.max(prompt.ops, prompt.left)
    : prompt.left + moved;
}

function dotsOf(prompt: Prompt, cost: number): Question["dots"] {
  if (!prompt.yours || prompt.left === 0 || prompt.left > 12) return null;
  return { left: prompt.left - cost, total: totalOf(prompt) };
}
