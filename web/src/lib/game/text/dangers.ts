/** Dangers in words. */

import type { DangerInfo } from "../../server/api.ts";
import { cardName, hasKey, t, typeset } from "../../language/language.svelte.ts";

/** Why an answer is dangerous, and which cards of the enemy would do it. */
export function dangerText(danger: DangerInfo): string {
  const key = `because.${danger.reason}`;
  const cards = danger.cards.map(cardName).join(", ");
  const named = `${key}.cards`;
  if (cards && hasKey(named)) return t(named, { cards });
  const why = hasKey(key) ? t(key) : typeset(danger.text);
  if (!cards || danger.grade === "loses_now") return why;
  return why ? `${why} (${cards})` : cards;
}
