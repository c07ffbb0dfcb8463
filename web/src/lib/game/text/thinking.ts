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
  const known = usual !== null && usual >= 1;
  return {
    title: t(key, { name: playerName(player), n: seconds }),
    causes: "",
    detail:
      seconds >= LEAVE
        ? t("thinks.leave")
        : known
          ? t("thinks.usual", { n: Math.round(usual) })
          : t("hint.other"),
    dots: null,
  };
}
