/** How far each side is from the control of a country, as the server tells it. */

import type { View } from "../../server/api.ts";
import { countryNumber } from "../../facts.ts";
import type { Side } from "../../sides.ts";

export interface Margin {
  controls: boolean;
  /** What the side lacks, or, where it controls, how many markers it takes to end that. */
  markers: number;
}

export function marginOf(view: View, id: string, side: Side): Margin {
  const margin = view.control[side][countryNumber(id)] ?? 0;
  return { controls: margin < 0, markers: Math.abs(margin) };
}

export function controllerOf(view: View, id: string): Side | null {
  if (marginOf(view, id, "us").controls) return "us";
  return marginOf(view, id, "ussr").controls ? "ussr" : null;
}
