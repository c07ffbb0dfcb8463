/** The end of a game in words. */

import type { ResultInfo } from "../../server/api.ts";
import { otherSide } from "../../facts.ts";
import { hasKey, t } from "../../language/language.svelte.ts";

export function winnerText(result: ResultInfo): string {
  return result.winner === "nobody"
    ? t("over.draw")
    : t("over.wins", { side: t(`side.${result.winner}`) });
}

/** Why it ended; with the side that brought it on itself, where there is one. */
export function endingText(result: ResultInfo): string {
  const key = `ending.${result.ending.toLowerCase().replaceAll(" ", "_")}`;
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
