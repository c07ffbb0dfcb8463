/** How far each side is from the control of a country. */

import type { View } from "../api.ts";
import type { Side } from "../sides.ts";
import { countryOf } from "../facts.ts";

export interface Lead {
  needed: number;
  controls: Side | null;
  /** What the holder could lose, or the other side gain, before control is lost: at least 1. */
  margin: number;
  /** Markers that each side lacks for control. */
  missing: Record<Side, number>;
}

export function leadOf(view: View, id: string): Lead {
  const { us, ussr } = view.influence[id] ?? { us: 0, ussr: 0 };
  const needed = view.stability[id] ?? countryOf(id)?.stability ?? 0;
  return {
    needed,
    controls: view.control[id] ?? null,
    margin: Math.abs(us - ussr) - needed + 1,
    missing: { us: Math.max(0, ussr + needed - us), ussr: Math.max(0, us + needed - ussr) },
  };
}
