/** What an undo would take back, in words. */

import type { Undoable } from "../../server/api.ts";
import { isCard, isCountry } from "../../facts.ts";
import { cardName, countryName, hasKey, sideName, t } from "../../language/language.svelte.ts";

/** The answer in a word or two: a country, a card, a use, or what was asked for. */
export function undoneText(undo: Undoable): string {
  const { action, kind } = undo;
  if (isCountry(action)) return countryName(action);
  if (isCard(action)) return cardName(action);
  const use = `use.${action}`;
  if (hasKey(use)) return t(use);
  const asked = `undo.${kind}`;
  return hasKey(asked) ? t(asked) : t("undo.answer");
}

/** Whose answer it is and which one. */
export function undoSentence(undo: Undoable): string {
  return t("undo.sentence", { side: sideName(undo.side), what: undoneText(undo) });
}
