import { beforeAll, expect, test } from "vitest";
import type { FactLine, Option, Prompt, View } from "../src/lib/server/api.ts";
import { chinaScore, finalScores } from "../src/lib/game/model/final_scoring.ts";
import { headlinesOf } from "../src/lib/game/model/headlines.ts";
import { netText, previewOf } from "../src/lib/game/model/preview.ts";
import { typeset, useLanguage } from "../src/lib/language/language.svelte.ts";
import { moment, promptOf } from "./moments.ts";

beforeAll(() => useLanguage("en"));

function fact(
  answer: number,
  kind: string,
  subject: string | null,
  values: number[],
  side: FactLine["side"] = "nobody",
): FactLine {
  return { index: 0, answer, kind, side, subject, values, text: "" };
}

function placing(change: Partial<Option> = {}, kind = "place_influence"): [View, Prompt] {
  const update = moment("place");
  const prompt = promptOf(update);
  const options = prompt.options.map((one) => ({ ...one, ...change }));
  return [update.view, { ...prompt, kind, options }];
}

test("a marker that gains control shows the score before and after", () => {
  const found = previewOf(...placing({ scores: { asia: 6 } }), "philippines");
  expect(found).toMatchObject({ before: 1, after: 2, cost: 1, gains: true, breaks: false });
  expect(found?.scores).toEqual([{ region: "asia", before: -6, after: 0 }]);
  expect([netText(-6), netText(0)]).toEqual(["USSR +6", "even"]);
});

test("what a marker costs and changes is what the server says of the option", () => {
  expect(previewOf(...placing(), "east_germany")).toMatchObject({ cost: 2, gains: false });
  expect(previewOf(...placing({ cost: 1 }), "east_germany")?.cost).toBe(1);
  const broken = previewOf(...placing({ controller: "nobody", scores: {} }), "philippines");
  expect(broken).toMatchObject({ gains: false, breaks: true, scores: [] });
  expect(previewOf(...placing({}, "remove_influence"), "east_germany")).toBeNull();
  expect(previewOf(...placing(), "iran")).toBeNull();
});

test("the final scoring is the last regions that were scored together", () => {
  const scored = (answer: number, subject: string, values: number[]) =>
    fact(answer, "region_scored", subject, values);
  const facts = [scored(5, "asia", [1, 2]), scored(9, "europe", [3, 7]), scored(9, "asia", [0, 4])];
  expect(finalScores(facts)).toEqual([
    { region: "europe", us: 7, ussr: 3 },
    { region: "asia", us: 4, ussr: 0 },
  ]);
});

test("the journal says what The China Card gave at the end", () => {
  const given = fact(9, "china_scored", null, [1], "ussr");
  expect(chinaScore([given])).toEqual({ us: 0, ussr: 1 });
  expect(chinaScore([])).toBeNull();
});

test("the headlines come with the reason for their order", () => {
  const shown = [
    fact(3, "headline", "defectors", [], "us"),
    fact(3, "headline", "duck_and_cover", [], "ussr"),
  ];
  const first = fact(3, "headline_event", "defectors", [1], "us");
  expect(headlinesOf([...shown, first])).toEqual({
    us: "defectors",
    ussr: "duck_and_cover",
    first: "us",
    why: "defectors",
    cancelled: null,
    from: 0,
    resolved: 0,
  });
  expect(headlinesOf(shown.slice(1))).toBeNull();
});

test("sums are set with a real minus sign, names keep their hyphens", () => {
  expect(typeset("3 + 3 - 2×2 = -2")).toBe("3 + 3 − 2×2 = −2");
  expect(typeset("Arab-Israeli War, die -1 (1-3)")).toBe("Arab-Israeli War, die −1 (1-3)");
});
