/** What one more marker would change: influence, control, and the score of the regions. */

import type { RegionPreviewInfo, View } from "../api.ts";
import type { Side } from "../sides.ts";
import { otherSide } from "../facts.ts";
import { t } from "../language/language.svelte.ts";
import { leadOf } from "./margins.ts";

/** Questions in which a side places a marker of its own. */
const PLACING = new Set(["place_influence", "setup_influence", "handicap_influence"]);

export interface Preview {
  side: Side;
  before: number;
  after: number;
  /** Two where the enemy controls the country. */
  cost: number;
  gains: boolean;
  breaks: boolean;
  scores: { region: string; before: number; after: number }[];
}

export function isPlacing(kind: string): boolean {
  return PLACING.has(kind);
}

export function previewOf(
  view: View,
  id: string,
  side: Side,
  kind: string,
  regions: readonly RegionPreviewInfo[],
): Preview {
  const lead = leadOf(view, id);
  const before = view.influence[id]?.[side] ?? 0;
  const gains = lead.controls !== side && lead.missing[side] === 1;
  const breaks = lead.controls === otherSide(side) && lead.margin === 1;
  const controller = gains ? side : "nobody";
  const scores =
    gains || breaks
      ? regions.flatMap((region) =>
          region.swings
            .filter((swing) => swing.country === id && swing.controller === controller)
            .filter((swing) => swing.change !== 0)
            .map((swing) => ({
              region: region.region,
              before: region.net,
              after: region.net + swing.change,
            })),
        )
      : [];
  const isDear = kind === "place_influence" && lead.controls === otherSide(side);
  return { side, before, after: before + 1, cost: isDear ? 2 : 1, gains, breaks, scores };
}

/** A net score in words. */
export function netText(net: number): string {
  if (net === 0) return t("hand.even");
  return `${t(net > 0 ? "side.us" : "side.ussr")} +${Math.abs(net)}`;
}
