/** What one more marker would change: influence, control, and the score of the regions. */

import type { Prompt, View } from "../../server/api.ts";
import type { Side } from "../../sides.ts";
import { sideName, t } from "../../language/language.svelte.ts";

/** Questions in which a side places a marker of its own. */
export const PLACING: ReadonlySet<string> = new Set([
  "place_influence",
  "setup_influence",
  "handicap_influence",
]);

export interface Preview {
  side: Side;
  before: number;
  after: number;
  /** The points that it takes. */
  cost: number;
  gains: boolean;
  breaks: boolean;
  scores: { region: string; before: number; after: number }[];
}

/** What placing a marker in a country would do; null where the question is another one. */
export function previewOf(view: View, prompt: Prompt, id: string): Preview | null {
  const option = prompt.options.find((one) => one.action === id);
  if (!option || !PLACING.has(prompt.kind)) return null;
  const side = prompt.actor;
  const before = view.influence[id]?.[side] ?? 0;
  const controller = option.controller ?? null;
  const scores = Object.entries(option.scores ?? {}).map(([region, change]) => {
    const net = view.regions.find((one) => one.region === region)?.net ?? 0;
    return { region, before: net, after: net + change };
  });
  return {
    side,
    before,
    after: before + 1,
    cost: option.cost ?? 1,
    gains: controller === side,
    breaks: controller === "nobody",
    scores,
  };
}

/** A net score in words. */
export function netText(net: number): string {
  if (net === 0) return t("hand.even");
  return `${sideName(net > 0 ? "us" : "ussr")} +${Math.abs(net)}`;
}
