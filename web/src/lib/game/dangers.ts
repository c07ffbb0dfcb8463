/** Dangers in words. */

import type { DangerInfo } from "../api.ts";
import { cardName, hasKey, t, typeset } from "../language/language.svelte.ts";

/** Why an answer is dangerous, and which cards of the enemy would do it. */
export function dangerText(danger: DangerInfo): string {
  const key = `because.${danger.reason}`;
  const why = hasKey(key) ? t(key) : typeset(danger.text);
  if (danger.cards.length === 0 || danger.grade === "loses_now") return why;
  return `${why} (${danger.cards.map(cardName).join(", ")})`;
}
