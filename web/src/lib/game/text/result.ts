/** The end of a game in words. */

import type { ResultInfo } from "../../server/api.ts";
import { otherSide } from "../../facts.ts";
import type { Side } from "../../sides.ts";
import { capital, hasKey, t } from "../../language/language.svelte.ts";

/** Who won; a player is told whether it was them. */
export function winnerText(result: ResultInfo, you: Side | null = null): string {
  if (result.winner === "nobody") return t("over.draw");
  if (you !== null) return t(result.winner === you ? "over.you_won" : "over.you_lost");
  return t("over.wins", { side: t(`side.${result.winner}`) });
}

/** Why it ended; with the side that brought it on itself, where there is one. */
export function endingText(result: ResultInfo): string {
  const key = `ending.${result.ending.toLowerCase().replaceAll(" ", "_")}`;
  const won = `${key}.won`;
  if (result.winner !== "nobody" && hasKey(won)) {
    return capital(t(won, { side: t(`side.${result.winner}`) }));
  }
  const blamed = `${key}.by`;
  if (result.winner !== "nobody" && hasKey(blamed)) {
    return t(blamed, { side: t(`side.${otherSide(result.winner)}`) });
  }
  return hasKey(key) ? t(key) : result.ending;
}

export function leadText(vp: number): string {
  if (vp === 0) return t("vp.even");
  return t("vp.lead", { side: t(vp > 0 ? "side.us" : "side.ussr"), n: Math.abs(vp) });
}
