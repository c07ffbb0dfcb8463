/** The terms of a game in a few words: rules, clock, whether it counts. */

import type { GameInfo } from "../../server/api.ts";
import { languageCode, presetName, t } from "../../language/language.svelte.ts";

export function termsOf(info: GameInfo): string {
  return [rulesText(info), clockText(info.clock), t(info.rated ? "new.counts" : "new.casual")].join(
    " · ",
  );
}

/** Whether a game counts, within a line: "rated". */
export function weightText(info: GameInfo): string {
  return t(info.rated ? "new.counts" : "new.casual").toLocaleLowerCase(languageCode());
}

function rulesText(info: GameInfo): string {
  // A variation has the rules of the game that it leaves, which may be those of no preset.
  if (info.preset === "") return t("terms.as_studied");
  const name = presetName(info.preset);
  const changes = Object.keys(info.changed).length;
  return changes > 0 ? t("terms.changed", { rules: name, n: changes }) : name;
}

export function clockText(clock: GameInfo["clock"]): string {
  switch (clock.type) {
    case "none":
      return t("terms.no_clock");
    case "total":
      return t("terms.total", { minutes: clock.minutes });
    case "increment":
      return t("terms.increment", { minutes: clock.minutes, seconds: clock.increment_seconds });
    case "correspondence":
      return t("terms.correspondence", { hours: clock.hours, more: clock.increment_hours });
    case "per_move":
      return t("terms.per_move", { n: clock.days });
  }
}
