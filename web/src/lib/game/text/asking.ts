/** The pending question in words: one sentence and one line of detail. */

import type { FactLine, Numbers, Prompt, View } from "../../server/api.ts";
import { isCard, isCountry } from "../../facts.ts";
import {
  capital,
  cardName,
  countryName,
  hasKey,
  signed,
  t,
  words,
} from "../../language/language.svelte.ts";
import { isTouch } from "../../shell/touch.ts";
import { REPEATED } from "../model/commit.ts";
import { changesSince, operationValue } from "../model/recent.ts";

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
const ROLLS = new Set([
  "coup_target",
  "realignment_target",
  "space_roll",
  "war_target",
  "trap_discard",
]);

/** Whether dice follow the answer. */
function rolls(prompt: Prompt, staged: string | null): boolean {
  return prompt.kind === "play_mode" ? staged === "space" : ROLLS.has(prompt.kind);
}

/** What "commit" is called. */
export function commitLabel(prompt: Prompt | null, staged: string | null): string {
  return t(prompt && rolls(prompt, staged) ? "prompt.roll" : "prompt.commit");
}

export function questionOf(
  prompt: Prompt,
  view: View,
  facts: readonly FactLine[],
  staged: string | null,
): Question {
  const total = operationValue(facts);
  const spent = REPEATED.has(prompt.kind) ? changesSince(facts) : new Map<string, Numbers>();
  const placed = [...spent].map(
    ([country, change]) => `${countryName(country)} ${signed(change.us || change.ussr)}`,
  );
  return {
    ...titleOf(prompt, view, total),
    detail: staged !== null ? stagedText(prompt, staged) : placed.join(", ") || detailOf(prompt),
    dots: dotsOf(prompt, total, spent.size),
  };
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

function titleOf(prompt: Prompt, view: View, total: number | null): Title {
  const causes = causesOf(prompt, view);
  if (!prompt.yours) {
    const what = [causes, kindText(prompt, view)].filter(Boolean).join(" › ");
    return { title: t("prompt.other", { side: t(`side.${prompt.actor}`), what }), causes: "" };
  }
  const values = {
    n: prompt.left,
    left: prompt.left,
    total: Math.max(total ?? 0, prompt.left),
    round: view.round,
    card: prompt.card ? cardName(prompt.card) : "",
    ops: t("ops", { n: total ?? 0 }),
    box: words().space[view.space[prompt.actor].box + 1] ?? "",
  };
  const key = `ask.${prompt.kind}`;
  const isOwn = hasKey(key) && (prompt.kind !== "place_influence" || total !== null);
  const text = isOwn ? t(key, values) : withRest(prompt, sentence(prompt.text));
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
  return hasKey(key) ? t(key, { round: view.round }) : lower(sentence(prompt.text));
}

/** The server's text begins with who is asked, which the prompt shows by its colour. */
function sentence(text: string): string {
  const rest = text.replace(/^[^:]*:\s*/, "");
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}

function lower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function stagedText(prompt: Prompt, staged: string): string {
  const option = prompt.options.find((one) => one.action === staged);
  const key = rolls(prompt, staged) ? "prompt.staged_roll" : "prompt.staged";
  if (isCountry(staged)) return t(key, { what: countryName(staged) });
  if (isCard(staged)) return t(key, { what: cardName(staged) });
  return t(key, { what: capital(option?.label ?? staged) });
}

function dotsOf(prompt: Prompt, total: number | null, spent: number): Question["dots"] {
  if (!prompt.yours || prompt.left === 0 || prompt.left > 12) return null;
  const all = total !== null && total >= prompt.left ? total : prompt.left + spent;
  return { left: prompt.left, total: all };
}
