import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/** What a rule looks like that has found its way into the client, each with an example. */
const RULES: readonly { what: string; pattern: RegExp; example: string }[] = [
  {
    what: "control from the stability",
    pattern: /\bstability\s*[-+*<]|(?<!=)[-+*<>]=?\s*(?:\w+\.)*stability\b/,
    example: "if (us - ussr >= country.stability) return side;",
  },
  {
    what: "control from a lead",
    pattern: /influence[\w.[\]?]*\s*[-<>]\s*\w*influence/i,
    example: "const lead = influence.us - influence.ussr;",
  },
  {
    what: "rounds or the period from the turn",
    pattern: /\bturn\s*[<>]=?\s*[3-9]/,
    example: "const rounds = view.turn <= 3 ? 6 : 7;",
  },
  {
    // Who sits where is no rule of play.
    what: "what an option of the rules does",
    pattern: /\.rules\["(?!side_selection)/,
    example: 'Number(info.rules["china_final_vp"])',
  },
  {
    what: "the points of a region",
    pattern: /\[\s*\d+,\s*\d+,\s*(?:\d+|null)\s*\]\s*,\s*\n\s*\w+:\s*\[\s*\d/,
    example: "europe: [3, 7, null],\n  asia: [3, 7, 9],",
  },
];
/** Which lands the picture of a card shows is no rule. */
const PICTURES = "theatres.ts";

function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(ts|svelte)$/.test(name) && !name.endsWith(PICTURES))
    .map((name) => join(folder, name));
}

const FILES = sources(join(import.meta.dirname, "../src"));

test.each(RULES)("the client does not know $what", ({ pattern, example }) => {
  expect(example).toMatch(pattern);
  expect(FILES.length).toBeGreaterThan(50);
  const found = FILES.filter((file) => pattern.test(readFileSync(file, "utf8")));
  expect(found).toEqual([]);
});
