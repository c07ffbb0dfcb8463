import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import english from "../src/lib/language/en.json";
import spanish from "../src/lib/language/es.json";
import {
  CODES,
  regionName,
  shortRegionName,
  sideName,
  t,
  unbroken,
  useLanguage,
  words,
} from "../src/lib/language/language.svelte.ts";
import { endingText } from "../src/lib/game/text/result.ts";

const blanks = (text: string) =>
  [...text.matchAll(/\{(\w+)(?:\.\w+)?\}/g)].map(([, name]) => name).sort();

function sources(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(svelte|ts)$/.test(name))
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .join("\n");
}

test("every string is there in both languages, with the same blanks", () => {
  const keys = Object.keys(english).sort();
  expect(Object.keys(spanish).sort()).toEqual(keys);
  for (const [key, text] of Object.entries(english)) {
    const other = (spanish as Record<string, string>)[key] ?? "";
    expect([key, blanks(other)]).toEqual([key, blanks(text)]);
  }
});

test("almost nothing is left in English", () => {
  const same = Object.entries(english).filter(
    ([key, text]) =>
      (spanish as Record<string, string>)[key] === text &&
      !key.startsWith("map.") &&
      text.replace(/\{\w+\}/g, "").length > 10,
  );
  expect(same.map(([key]) => key)).toEqual([]);
});

test("no string is forgotten", () => {
  const code = sources(join(import.meta.dirname, "../src"));
  // A key may be put together from parts, as in t(`tab.${one}`).
  const made = [...code.matchAll(/`([a-z_]+\.)(?:[a-z_.]*)\$\{/g)].map(
    ([, prefix]) => prefix ?? "",
  );
  const unused = Object.keys(english).filter((key) => {
    const plain = key.replace(/\.one$/, "");
    return !code.includes(`"${plain}"`) && !made.some((prefix) => key.startsWith(prefix));
  });
  expect(unused).toEqual([]);
});

// Words of the client's own controls and captions, which the engine has for other uses. The text of
// "hand.off" has a blank that the client fills, for which the server sends the reason alone.
const ALSO_OF_THE_ENGINE = [
  "award.final",
  "cards.legend.event",
  "cards.owner",
  "cards.period",
  "cards.rulings",
  "hand.off",
  "league.join",
  "lesson.influence",
  "map.ussr",
  "note.none",
  "notice.accept",
  "ops.one",
  "over.final",
  "profile.card",
  "profile.ending.europe_control",
  "profile.ending.final_scoring",
  "profile.ending.wargames",
  "profile.use.event",
  "segment.bidding",
  "segment.turn_zero",
  "sort.side",
  "undo.card",
  "undo.round_card",
  "undo.take_card",
  "use.event",
  "use.influence",
];

function engineTexts(code: string): Map<string, string> {
  const file = `../../src/twilight/engine/text/languages/${code}.json`;
  const found = new Map<string, string>();
  const walk = (part: Record<string, unknown>, path: string): void => {
    for (const [name, value] of Object.entries(part)) {
      if (typeof value === "string") found.set(path + name, value.toLowerCase());
      else walk(value as Record<string, unknown>, `${path}${name}.`);
    }
  };
  walk(
    JSON.parse(readFileSync(join(import.meta.dirname, file), "utf8")) as Record<string, unknown>,
    "",
  );
  return found;
}

test("the client writes no text of the engine a second time", () => {
  const [en, es] = [engineTexts("en"), engineTexts("es")];
  const twice = Object.entries(english).filter(([key, text]) => {
    const other = (spanish as Record<string, string>)[key]?.toLowerCase();
    return [...en].some(([name, own]) => own === text.toLowerCase() && es.get(name) === other);
  });
  expect(twice.map(([key]) => key).sort()).toEqual(ALSO_OF_THE_ENGINE);
});

test("sides, regions, durations and reasons are told in the engine's words", async () => {
  for (const code of CODES) {
    await useLanguage(code);
    const texts = engineTexts(code);
    expect(sideName("ussr").toLowerCase()).toBe(texts.get("sides.ussr.name"));
    expect(regionName("middle_east").toLowerCase()).toBe(texts.get("actions.name_middle_east"));
    expect(shortRegionName("europe").toLowerCase()).toBe(texts.get("actions.name_europe"));
    expect(words().durations["game"]?.toLowerCase()).toBe(texts.get("durations.game"));
    const won = { winner: "us", turn: 10, vp: 3 } as const;
    expect(endingText({ ...won, ending: "Europe Control" }).toLowerCase()).toBe(
      texts.get("reasons.europe_control"),
    );
  }
});

test("a sentence takes the form of a side's name that it needs", async () => {
  await useLanguage("es");
  expect(t("over.wins", { side: sideName("ussr") })).toBe("Gana la URSS");
  expect(t("over.wins", { side: sideName("us") })).toBe("Gana EE. UU.");
  expect(t("popover.needs", { side: sideName("ussr"), n: 2 })).toBe("La URSS necesita 2 más");
  // A name that is no side's stays as it is.
  expect(t("over.wins", { side: "Anneke" })).toBe("Gana Anneke");
});

test("a formula stays on one line", () => {
  expect(unbroken("The coup succeeds: 5 + 2 − 2×2 = 3 at last")).toBe(
    "The coup succeeds: 5\u00a0+\u00a02\u00a0−\u00a02×2\u00a0=\u00a03 at last",
  );
});

test("what changes from one score to another stays on one line", () => {
  expect(unbroken("Asia: US +3 → USSR +1. DEFCON 3 → 2.")).toBe(
    "Asia: US\u00a0+3\u00a0→\u00a0USSR\u00a0+1. DEFCON 3\u00a0→\u00a02.",
  );
});
