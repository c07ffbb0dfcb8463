/** What the box of a country shows of a position, wherever the map is drawn. */

import type { View } from "../../server/api.ts";
import { type Country, type Hue, hueOf } from "../../facts.ts";
import { boxName } from "../../language/language.svelte.ts";
import { type Box, boxOf } from "../../map/layout.ts";
import type { Side } from "../../sides.ts";
import { controllerOf } from "./margins.ts";

export interface CountryFace {
  box: Box;
  hue: Hue;
  name: string;
  stability: number;
  battleground: boolean;
  us: number;
  ussr: number;
  control: Side | null;
}

/** Variants change how stable a country is, and which ones are battlegrounds. */
export function countryFace(view: View, country: Country): CountryFace {
  const { id } = country;
  const influence = view.influence[id];
  return {
    box: boxOf(id),
    hue: hueOf(country),
    name: boxName(id),
    stability: view.stability[id] ?? country.stability,
    battleground: view.battlegrounds[id] ?? country.battleground,
    us: influence?.us ?? 0,
    ussr: influence?.ussr ?? 0,
    control: controllerOf(view, id),
  };
}
