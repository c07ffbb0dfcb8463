/** The end of a game in words. */

import type { ResultInfo } from "../../server/api.ts";
import { otherSide } from "../../facts.ts";
import type { Side } from "../../sides.ts";
import { hasKey, sideName, t, words } from "../../language/language.svelte.ts";

/** Who won; a player is told whether it was them. */
export function winnerText(result: ResultInfo, you: Side | null = null): string {
  if (result.winner === "nobody") return t("over.draw");
  if (you !== null) return t(result.winner === you ? "over.you_won" : "over.you_lost");
  return t("over.wins", { side: sideName(result.winner) });
}

// Endings that the engine's words call otherwise.
const REASONS: Record<string, string> = {
  vp_20: "victory_points",
  scoring_card_held: "held_scoring_card",
};

/** Why it ended, to stand within a sentence; with the side that brought it on itself, if any. */
export function endingText(result: ResultInfo): string {
  const ending = result.ending.toLowerCase().replaceAll(" ", "_");
  const key = `ending.${ending}`;
  const won = `${key}.won`;
  if (result.winner !== "nobody" && hasKey(won)) {
    return t(won, { side: sideName(result.winner) });
  }
  const blamed = `${key}.by`;
  if (result.winner !== "nobody" && hasKey(blamed)) {
    return t(blamed, { side: sideName(otherSide(result.winner)) });
  }
  if (hasKey(key)) return t(key);
  return words().reasons[REASONS[ending] ?? ending] ?? result.ending;
}

export function leadText(vp: number): string {
  if (vp === 0) return t("vp.even");
  return t("vp.lead", { side: sideName(vp > 0 ? "us" : "ussr"), n: Math.abs(vp) });
}
