/** How a card is coloured and captioned. */

import { cardOf, type Hue, hueOfRegion } from "../facts.ts";
import { pictureOf } from "./theatres.ts";

/** The hue of the band of a scoring card: that of its region. */
export function bandHue(card: string): Hue | undefined {
  if (!cardOf(card).scoring) return undefined;
  const picture = pictureOf(card);
  return typeof picture === "string" ? undefined : hueOfRegion(picture.touched[0] ?? "");
}

/** The region that a scoring card scores. */
export function scoredRegion(card: string): string | null {
  if (!cardOf(card).scoring) return null;
  const picture = pictureOf(card);
  return typeof picture === "string" ? null : (picture.touched[0] ?? null);
}

export function numberText(card: string): string {
  return String(cardOf(card).number).padStart(3, "0");
}
