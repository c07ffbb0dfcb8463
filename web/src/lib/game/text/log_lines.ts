/** The words of the log. */

import {
  cardName,
  countryName,
  hasKey,
  sideName,
  signed,
  t,
  typeset,
} from "../../language/language.svelte.ts";
import type { LogEntry, LogLine } from "../model/log.ts";

export function whenText(entry: LogEntry): string {
  if (entry.kind === "headline") return t("log.headline");
  if (entry.round !== null) return t("log.round", { n: entry.round });
  return entry.turn > 0 ? t("log.turn_number", { n: entry.turn }) : t("log.before");
}

/** How the card was used, with its value. */
export function useText(entry: LogEntry): string {
  if (!entry.use) return "";
  const { done } = entry.use;
  const verb = verbText(entry.use);
  return done ? t("use.within", { verb, done: verbText(done) }) : verb;
}

function verbText(use: { verb: string; ops: number | null }): string {
  const key = `use.${use.verb}`;
  const verb = hasKey(key) ? t(key) : "";
  return use.ops === null ? verb : `${verb}, ${t("ops", { n: use.ops })}`;
}

/** A line that is not a change of influence: for cards that go somewhere, all of them at once. */
export function plainText(line: LogLine): string {
  if (!line.cards) return typeset(line.text);
  const { side, known, hidden } = line.cards;
  const names = known.map(cardName);
  if (hidden > 0) names.push(t("plate.cards", { n: hidden }));
  const key = `log.${line.kind}`;
  const values = { side: sideName(side), cards: names.join(", ") };
  return hasKey(key) ? t(key, values) : line.text;
}

export function lineText(line: LogLine): string {
  if (!line.influence) return plainText(line);
  return `${countryName(line.influence.country)} ${signed(line.influence.change)}`;
}
