/** The language of the client: its own strings and the engine's words. */

import type english from "./en.json";
import type { Side } from "../sides.ts";
import type { SideForm, Words } from "./words.ts";

export type Strings = typeof english;
export type Key = keyof Strings;
export type Values = Record<string, string | number>;
export type Code = "en" | "es";

export const CODES: readonly Code[] = ["en", "es"];

interface Loaded {
  code: Code;
  strings: Strings;
  words: Words;
}

const LOADERS: Record<Code, () => Promise<Loaded>> = {
  en: async () => {
    const [strings, words] = await Promise.all([import("./en.json"), import("virtual:words/en")]);
    return { code: "en", strings: strings.default, words: words.default };
  },
  es: async () => {
    const [strings, words] = await Promise.all([import("./es.json"), import("virtual:words/es")]);
    return { code: "es", strings: strings.default, words: words.default };
  },
};

let loaded = $state.raw<Loaded | null>(null);

export async function useLanguage(code: Code): Promise<void> {
  loaded = await LOADERS[code]();
  if (typeof document !== "undefined") document.documentElement.lang = code;
}

function current(): Loaded {
  if (!loaded) throw new Error("no language is loaded yet");
  return loaded;
}

export function languageCode(): Code {
  return current().code;
}

/**
 * Returns a string with its blanks filled in; `n` equal to 1 takes the singular if there is one.
 * A blank such as `{side.the}` takes the form of a side's name that a sentence needs.
 */
export function t(key: Key, values: Values = {}): string {
  const { strings } = current();
  const singular = `${key}.one`;
  const text: string =
    values["n"] === 1 && singular in strings ? strings[singular as Key] : strings[key];
  return text.replace(/\{(\w+)(?:\.(the|subject))?\}/g, (_, name: string, form?: SideForm) => {
    const value = String(values[name] ?? `{${name}}`);
    return form ? sideForm(value, form) : value;
  });
}

function sideForm(name: string, form: SideForm): string {
  return Object.values(words().sides).find((one) => one.name === name)?.[form] ?? name;
}

export function hasKey(key: string): key is Key {
  return key in current().strings;
}

export function words(): Words {
  return current().words;
}

export function cardName(id: string): string {
  return words().cards[id]?.name ?? id;
}

/** The name that fits into two short lines. */
export function shortName(id: string): string {
  const key = `card.${id}.short`;
  // A name breaks neither at its hyphen nor before its ellipsis.
  return (hasKey(key) ? t(key) : cardName(id)).replaceAll("-", "\u2011").replace(" …", "\u00a0…");
}

export function cardText(id: string): string {
  return words().cards[id]?.text ?? "";
}

export function countryName(id: string): string {
  return words().countries[id] ?? id;
}

export function sideName(side: Side): string {
  return words().sides[side].name;
}

/** The name of a region as a label has it, without an article. */
export function regionName(id: string): string {
  // Southeast Asia is no answer to any question, and the engine names it within sentences only.
  return words().actions[`name_${id}`] ?? shortRegionName(id);
}

/** The name that fits onto a button. */
export function shortRegionName(id: string): string {
  const key = `region.${id}.short`;
  return hasKey(key) ? t(key) : regionName(id);
}

export function presetName(id: string): string {
  return words().presets[id] ?? id;
}

/** The name that fits into a box of the map. */
export function boxName(id: string): string {
  const key = `map.${id}`;
  return hasKey(key) ? t(key) : countryName(id);
}

/** Begins a text with a capital letter. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Sets the server's texts with a real minus sign. */
export function typeset(text: string): string {
  return text.replace(/(^|[\s(=])-(?=\s?\d)/g, "$1−");
}

/** Keeps "US +3 → USSR +1" and "5 + 2 − 2×2 = 3" on one line each. */
export function unbroken(text: string): string {
  return text.replaceAll(/ (?=[→=]|\+\d|[+−] \d)|(?<=[→=]|\d [+−]) /g, "\u00a0");
}

/** Writes a number with a real minus sign, and a plus where it is a change. */
export function signed(value: number): string {
  return value > 0 ? `+${value}` : value < 0 ? `−${-value}` : "0";
}
