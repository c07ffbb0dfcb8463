/** Finds the names of countries in a text. */

export interface Part {
  text: string;
  country: string | null;
}

const patterns = new WeakMap<object, { pattern: RegExp; ids: Map<string, string> }>();

function patternFor(names: Record<string, string>): { pattern: RegExp; ids: Map<string, string> } {
  const known = patterns.get(names);
  if (known) return known;
  const ids = new Map(Object.entries(names).map(([id, name]) => [name, id]));
  // Longer names first, so that "South Korea" is not read as another name within it.
  const sorted = [...ids.keys()].sort((a, b) => b.length - a.length).map(escape);
  const pattern = new RegExp(`(?<![\\p{L}-])(${sorted.join("|")})(?![\\p{L}-])`, "gu");
  const made = { pattern, ids };
  patterns.set(names, made);
  return made;
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
}

export function splitNames(text: string, names: Record<string, string>): Part[] {
  const { pattern, ids } = patternFor(names);
  return text
    .split(pattern)
    .filter((part) => part !== "")
    .map((part) => ({ text: part, country: ids.get(part) ?? null }));
}
