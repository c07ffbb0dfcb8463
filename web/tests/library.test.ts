import { beforeAll, expect, test } from "vitest";
import { paragraphOf, pieces, searched, sectionOf } from "../src/lib/library/book.ts";
import { KINDS, playsOf } from "../src/lib/library/uses.ts";
import { useLanguage } from "../src/lib/language/language.svelte.ts";
import type { Rulebook } from "../src/lib/server/api.ts";
import { whereText } from "../src/lib/game/text/whereabouts.ts";
import { parse } from "../src/lib/shell/router.svelte.ts";
import { moment } from "./moments.ts";

beforeAll(() => useLanguage("en"));

const rule = (number: string, text: string) => ({
  number,
  text,
  options: [],
  cards: [],
  table: [],
});
const BOOK: Rulebook = {
  language: "en",
  sections: [
    {
      number: "R10",
      title: "Placing influence",
      paragraphs: [rule("R10.1", "One by one."), rule("R10.2", "See Canadá and R7.6.")],
    },
    { number: "V1", title: "Civil war", paragraphs: [rule("V1.1", "Nobody has NATO.")] },
  ],
  facts: { influence: "R10.1" },
};

test("an address means a paragraph, a section, a kind of fact, or nothing", () => {
  expect(paragraphOf(BOOK, "R10.2")).toBe("R10.2");
  expect(paragraphOf(BOOK, "r10.2")).toBe("R10.2");
  expect(paragraphOf(BOOK, "R10")).toBe("R10.1");
  expect(paragraphOf(BOOK, "R10.99")).toBe("R10.1");
  expect(paragraphOf(BOOK, "influence")).toBe("R10.1");
  expect(paragraphOf(BOOK, "R99")).toBeNull();
  expect(sectionOf(BOOK, "V1.1")?.title).toBe("Civil war");
});

test("every word is searched for, with or without accents", () => {
  expect(searched(BOOK, "").length).toBe(2);
  expect(searched(BOOK, "canada see").map((one) => one.paragraphs.length)).toEqual([1]);
  expect(searched(BOOK, "canada nobody")).toEqual([]);
});

test("numbers and cards in a text lead somewhere, and what was searched is marked", () => {
  expect(pieces("DEFCON 4 closes it (R14.2)")).toEqual([
    { text: "DEFCON 4 closes it (" },
    { text: "R14.2", rule: "R14.2" },
    { text: ")" },
  ]);
  const cards = new Map([["NATO", "nato"]]);
  expect(pieces("Nobody has NATO.", cards, "body")).toEqual([
    { text: "No" },
    { text: "body", found: true },
    { text: " has " },
    { text: "NATO", card: "nato" },
    { text: "." },
  ]);
});

test("uses are added up", () => {
  const uses = { us: { headline: 2, coup: 1 }, ussr: { influence: 3, space: 4 } };
  expect(playsOf(uses)).toBe(10);
  expect(KINDS.map((kind) => playsOf(uses, kind.uses))).toEqual([2, 0, 4, 4]);
});

test("where a card is, as far as the reader may know", () => {
  const { view } = moment("mode");
  expect(whereText("quagmire", view)).toBe("In your hand");
  expect(whereText("duck_and_cover", view)).toBe("In the hand of the USSR");
  expect(whereText("nato", view)).toBe("In the discard pile");
  expect(whereText("norad", view)).toBe("Out of the game");
  expect(whereText("che", view)).toBe("Not seen: in the draw pile or the other hand");
  expect(whereText("chernobyl", view)).toBe("Comes later: Late War");
  expect(whereText("the_china_card", view)).toBe("With the USSR, face down");
  expect(whereText("kremlin_flu", view)).toMatch(/Not part|Comes later/);
});

test("rules and cards have addresses", () => {
  expect(parse("/rules/R10.2", "")).toEqual({ screen: "rules", rule: "R10.2" });
  expect(parse("/rules", "")).toEqual({ screen: "rules", rule: "" });
  expect(parse("/cards/nato", "")).toEqual({ screen: "cards", card: "nato" });
});
