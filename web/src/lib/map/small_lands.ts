/** The countries of each hue of the map as one shape. */

import { COUNTRIES, type Hue, hueOf } from "../facts.ts";
import { SHAPES } from "./shapes.ts";

export const SMALL_HUES: readonly Hue[] = [...new Set(COUNTRIES.map(hueOf))];

export function landOf(hue: Hue): string {
  return COUNTRIES.filter((country) => hueOf(country) === hue)
    .map((country) => SHAPES.countries[country.id] ?? "")
    .join("");
}
