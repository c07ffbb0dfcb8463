/** Which answers wait for a commit: those after which nothing can be taken back. */

import type { Prompt, View } from "../api.ts";
import { otherSide } from "../facts.ts";

/** Questions that are always followed by another one of the same player. */
const GOES_ON = new Set(["round_card", "operation"]);
/** Uses of a card that are followed by the choice of a target or by the roll. */
const USES_THAT_GO_ON = new Set(["influence", "coup", "realignment", "space"]);
export const REPEATED: ReadonlySet<string> = new Set([
  "place_influence",
  "setup_influence",
  "handicap_influence",
  "add_influence",
  "remove_influence",
  "mixed_point",
]);

export function needsCommit(prompt: Prompt, action: string, view: View | null): boolean {
  if (GOES_ON.has(prompt.kind)) return action === "pass";
  if (prompt.kind === "play_mode") return !USES_THAT_GO_ON.has(action);
  if (REPEATED.has(prompt.kind)) return isLast(prompt, action, view);
  return true;
}

/** Whether nothing is left after this marker; one in a country of the enemy takes two points. */
function isLast(prompt: Prompt, action: string, view: View | null): boolean {
  if (action === "done" || prompt.left <= 1) return true;
  const dear =
    prompt.kind === "place_influence" && view?.control[action] === otherSide(prompt.actor);
  return dear && prompt.left === 2;
}
