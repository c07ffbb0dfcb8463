/** The facts of countries and cards, as the engine has them. */

import allCards from "virtual:cards";
import allCountries from "virtual:countries";
import type { Side } from "./sides.ts";

export interface Country {
  id: string;
  region: string;
  subregions: string[];
  stability: number;
  battleground: boolean;
  neighbours: string[];
}

export interface Card {
  id: string;
  number: number;
  period: "early" | "mid" | "late";
  side: Side | "neutral";
  ops: number;
  starred: boolean;
  scoring: boolean;
  war: boolean;
  lasting: "none" | "turn" | "permanent" | "special";
}

/** The hues of the map: the halves of Europe and Southeast Asia have their own. */
export type Hue =
  | "western_europe"
  | "eastern_europe"
  | "asia"
  | "southeast_asia"
  | "middle_east"
  | "africa"
  | "central_america"
  | "south_america";

export const SIDES: readonly Side[] = ["us", "ussr"];
export const REGIONS = [
  "europe",
  "asia",
  "middle_east",
  "africa",
  "central_america",
  "south_america",
] as const;

export const COUNTRIES: readonly Country[] = allCountries;
export const CARDS: readonly Card[] = allCards;
export const CHINA_CARD = "the_china_card";

const countriesById = new Map(COUNTRIES.map((country) => [country.id, country]));
const countryNumbers = new Map(COUNTRIES.map((country, index) => [country.id, index]));
const cardsById = new Map(CARDS.map((card) => [card.id, card]));

export function isCountry(id: string | null): id is string {
  return id !== null && (countriesById.has(id) || id === "chinese_civil_war");
}

export function isCard(id: string | null): id is string {
  return id !== null && cardsById.has(id);
}

export function countryOf(id: string): Country | undefined {
  return countriesById.get(id);
}

/** The place of a country in the server's lists of numbers. */
export function countryNumber(id: string): number {
  return countryNumbers.get(id) ?? -1;
}

export function cardOf(id: string): Card {
  const card = cardsById.get(id);
  if (!card) throw new Error(`there is no card ${id}`);
  return card;
}

/** Austria and Finland belong to both halves of Europe and wear the colours of the first. */
export function hueOf(country: Country): Hue {
  const [first] = country.subregions;
  return (first ?? country.region) as Hue;
}

/** The hue that stands for a whole region in lists and labels. */
export function hueOfRegion(region: string): Hue {
  return region === "europe" ? "western_europe" : (region as Hue);
}

export function otherSide(side: Side): Side {
  return side === "us" ? "ussr" : "us";
}
