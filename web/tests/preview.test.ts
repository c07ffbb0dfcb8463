import { beforeAll, expect, test } from "vitest";
import type { FactLine, RegionPreviewInfo } from "../src/lib/api.ts";
import { chinaScore, finalScores } from "../src/lib/game/final.ts";
import { isPlacing, netText, previewOf } from "../src/lib/game/preview.ts";
import { typeset, useLanguage } from "../src/lib/language/language.svelte.ts";
import { moment } from "./moments.ts";

beforeAll(() => useLanguage("en"));

const SOUTH_AMERICA: RegionPreviewInfo = {
  region: "south_america",
  us_level: "nothing",
  ussr_level: "presence",
  level_points: { us: 0, ussr: 2 },
  battlegrounds: { us: 0, ussr: 1 },
  neighbours: { us: 0, ussr: 0 },
  net: -3,
  ignored: null,
  wins: null,
  swings: [{ country: "venezuela", controller: "us", change: 3, wins: null }],
};

test("a marker that gains control shows the score before and after", () => {
  const { view } = moment("place");
  const found = previewOf(view, "venezuela", "us", "place_influence", [SOUTH_AMERICA]);
  expect(found).toMatchObject({ before: 1, after: 2, cost: 1, gains: true, breaks: false });
  expect(found.scores).toEqual([{ region: "south_america", before: -3, after: 0 }]);
  expect([netText(-3), netText(0)]).toEqual(["USSR +3", "even"]);
});

test("a country of the enemy takes two points, but not at setup", () => {
  const { view } = moment("place");
  expect(previewOf(view, "panama", "us", "place_influence", []).cost).toBe(2);
  expect(previewOf(view, "panama", "us", "setup_influence", []).cost).toBe(1);
  expect([isPlacing("place_influence"), isPlacing("remove_influence")]).toEqual([true, false]);
});

test("the final scoring is the last regions that were scored together", () => {
  const scored = (answer: number, subject: string, values: number[]): FactLine => ({
    index: 0,
    answer,
    kind: "region_scored",
    side: "nobody",
    subject,
    values,
    text: "",
  });
  const facts = [scored(5, "asia", [1, 2]), scored(9, "europe", [3, 7]), scored(9, "asia", [0, 4])];
  expect(finalScores(facts)).toEqual([
    { region: "europe", us: 7, ussr: 3 },
    { region: "asia", us: 4, ussr: 0 },
  ]);
});

test("the rules say what The China Card is worth at the end", () => {
  expect(chinaScore({ china_final_vp: 1 }, "ussr")).toEqual({ us: 0, ussr: 1 });
  expect(chinaScore({ china_final_vp: 0 }, "us")).toBeNull();
  expect(chinaScore({ china_final_vp: 1 }, "nobody")).toBeNull();
});

test("sums are set with a real minus sign, names keep their hyphens", () => {
  expect(typeset("3 + 3 - 2×2 = -2")).toBe("3 + 3 − 2×2 = −2");
  expect(typeset("Arab-Israeli War, die -1 (1-3)")).toBe("Arab-Israeli War, die −1 (1-3)");
});
