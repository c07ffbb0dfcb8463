/** The moments of a game: rounds to jump to, and what one of them is called. */

import type { FactLine, Moment, View } from "../../server/api.ts";
import { type Key, sideName, t, typeset } from "../../language/language.svelte.ts";
import type { Side } from "../../sides.ts";

/** The first moment of each round and headline. */
export function roundsOf(moments: readonly Moment[]): Moment[] {
  return moments.filter((moment, index) => {
    const before = moments[index - 1];
    return before?.turn !== moment.turn || before.round !== moment.round;
  });
}

export function turnsOf(moments: readonly Moment[]): Moment[] {
  return moments.filter((moment, index) => moments[index - 1]?.turn !== moment.turn);
}

/** Names a moment by turn and round, with the last thing that happened. */
export function momentText(view: View, facts: readonly FactLine[]): string {
  const last = facts.findLast((fact) => fact.text !== "")?.text ?? "";
  return `${whenText(view)}: ${typeset(last)}`;
}

/** Names a moment at which a side chooses a card. */
export function choiceText(view: View, side: Side): string {
  return `${whenText(view)}: ${t("study.to_play", { side: sideName(side) })}`;
}

function whenText(view: View): string {
  const segment =
    view.segment === "action_round"
      ? t("log.round", { n: view.round })
      : t(`segment.${view.segment}` as Key);
  return `${t("log.turn_number", { n: view.turn })} · ${segment}`;
}
