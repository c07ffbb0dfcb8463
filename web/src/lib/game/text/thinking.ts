/** That the computer thinks, in words. */

import { t } from "../../language/language.svelte.ts";
import type { Thinking } from "../state/thinking.svelte.ts";
import type { Question } from "./asking.ts";
import { playerName } from "./players.ts";

/** After so many seconds one may go. */
const LEAVE = 30;

export function thinkingQuestion(thinking: Thinking): Question | null {
  const { player, seconds, usual } = thinking;
  if (!player) return null;
  const key = thinking.isLong ? "thinks.long" : seconds >= 1 ? "thinks.for" : "thinks";
  return {
    title: t(key, { name: playerName(player), n: seconds }),
    causes: "",
    detail: seconds >= LEAVE ? t("thinks.leave") : usualText(usual),
    dots: null,
  };
}

function usualText(usual: number | null): string {
  if (usual === null) return t("hint.other");
  return usual < 1 ? t("thinks.at_once") : t("thinks.usual", { n: Math.round(usual) });
}
