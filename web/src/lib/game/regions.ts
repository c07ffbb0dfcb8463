/** How the score of a region is shown. */

import type { RegionView } from "../api.ts";
import type { Side } from "../sides.ts";

export const LEVELS = ["presence", "domination", "control"] as const;

/** What the board prints for presence, domination and control; null stands for victory. */
const PRINTED: Record<string, readonly (number | null)[]> = {
  europe: [3, 7, null],
  asia: [3, 7, 9],
  middle_east: [3, 5, 7],
  africa: [1, 4, 6],
  central_america: [1, 3, 5],
  south_america: [2, 5, 6],
};

export function printedValues(region: string): readonly (number | null)[] | null {
  return PRINTED[region] ?? null;
}

export interface Net {
  side: Side | null;
  text: string;
}

/** Who would gain how much; control of Europe wins. */
export function netOf(region: RegionView): Net {
  if (region.wins) return { side: region.wins, text: "!" };
  if (region.net === 0) return { side: null, text: "0" };
  return { side: region.net > 0 ? "us" : "ussr", text: `+${Math.abs(region.net)}` };
}
