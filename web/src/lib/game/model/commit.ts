/** Which answers wait for a commit: those after which nothing can be taken back. */

import type { Prompt } from "../../server/api.ts";

/** Questions that are always followed by another one of the same player. */
const GOES_ON = new Set(["round_card", "operation"]);
/** Uses of a card that are followed by the choice of a target. */
const USES_THAT_GO_ON = new Set(["influence", "coup", "realignment"]);
export const REPEATED: ReadonlySet<string> = new Set([
  "place_influence",
  "setup_influence",
  "handicap_influence",
  "add_influence",
  "remove_influence",
  "mixed_point",
]);

export function needsCommit(prompt: Prompt, action: string): boolean {
  if (GOES_ON.has(prompt.kind)) return action === "pass";
  if (prompt.kind === "play_mode") return !USES_THAT_GO_ON.has(action);
  if (REPEATED.has(prompt.kind)) return isLast(prompt, action);
  return true;
}

/** Whether nothing is left after this marker. */
function isLast(prompt: Prompt, action: string): boolean {
  if (action === "done") return true;
  const cost = prompt.options.find((one) => one.action === action)?.cost ?? 1;
  return prompt.left <= cost;
}
