/** How the score of a region is shown. */

import type { RegionView } from "../../server/api.ts";
import type { Side } from "../../sides.ts";

export const LEVELS = ["presence", "domination", "control"] as const;

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
