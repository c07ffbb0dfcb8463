import { beforeAll, expect, test } from "vitest";
import type { FactLine } from "../src/lib/server/api.ts";
import { interimView } from "../src/lib/game/model/interim.ts";
import { buildLog } from "../src/lib/game/model/log.ts";
import { controllerOf } from "../src/lib/game/model/margins.ts";
import { fitted, itemsOf } from "../src/lib/game/model/news_items.ts";
import { durations } from "../src/lib/game/model/pacing.ts";
import { changesIn, isFollowed, playsOf } from "../src/lib/game/model/plays.ts";
import { rollsAfter } from "../src/lib/game/state/news.svelte.ts";
import { itemText } from "../src/lib/game/text/step_lines.ts";
import { useLanguage } from "../src/lib/language/language.svelte.ts";
import { moment } from "./moments.ts";

beforeAll(() => useLanguage("en"));

let index = 0;

function fact(
  kind: string,
  side: FactLine["side"] = "nobody",
  subject: string | null = null,
  values: number[] = [],
  answer = 0,
): FactLine {
  return { index: index++, answer, kind, side, subject, values, text: `${kind} ${subject}` };
}

/** The play of the design: Duck and Cover of the USSR, with its own event first. */
function duckAndCover(): FactLine[] {
  index = 0;
  return [
    fact("round", "ussr", null, [1], 1),
    fact("card_played", "ussr", "duck_and_cover", [], 2),
    fact("event", "us", "duck_and_cover", [], 2),
    fact("defcon", "nobody", null, [5, 4], 2),
    fact("victory_points", "us", "duck_and_cover", [1, 1, 0], 2),
    fact("event_over", "us", "duck_and_cover", [], 2),
    fact("operation", "ussr", "coup", [3, 3], 3),
    fact("coup_target", "ussr", "thailand", [], 4),
    fact("coup_roll", "ussr", "thailand", [5, 3, 0, 2, 4], 5),
    fact("influence", "us", "thailand", [-3, 0, 1], 5),
    fact("influence", "ussr", "thailand", [1, 0, 2], 5),
    fact("military_operations", "ussr", null, [3], 5),
    fact("defcon", "nobody", null, [4, 3], 5),
    fact("operation_over", "ussr", "coup", [], 5),
    fact("round", "us", null, [1], 5),
  ];
}

test("a play is cut into the steps of the design, and no fact is lost", () => {
  const facts = duckAndCover();
  const [play, ...others] = playsOf(facts, "us");
  expect(others).toEqual([]);
  expect(play?.card).toBe("duck_and_cover");
  expect(play?.steps.map((step) => step.kind)).toEqual([
    "card",
    "defcon",
    "points",
    "roll",
    "military",
    "defcon",
  ]);
  expect(play?.steps[3]?.country).toBe("thailand");
  const told = play?.steps.flatMap((step) => step.facts.map((one) => one.index));
  expect(told).toEqual(facts.slice(0, -1).map((one) => one.index));
});

test("the line of a play puts together what belongs together, in order", () => {
  const [play] = playsOf(duckAndCover(), "us");
  const items = itemsOf(play?.steps ?? []);
  expect(items.map((item) => item.kind)).toEqual([
    "defcon",
    "points",
    "roll",
    "country",
    "military",
  ]);
  expect(items[0]).toMatchObject({ before: 5, now: 3 });
  expect(items[2]).toMatchObject({ formula: "5 + 3 − 4 =", sum: "4" });
  expect(items[3]).toMatchObject({ country: "thailand", us: -3, ussr: 1 });
});

test("points in the line of a play name their reason, unless it is the card of the play", () => {
  index = 0;
  const [play] = playsOf(
    [
      fact("round", "ussr", null, [1]),
      fact("card_played", "ussr", "duck_and_cover"),
      fact("space_roll", "ussr", null, [1, 3]),
      fact("space", "ussr", null, [1]),
      fact("victory_points", "ussr", null, [2, -2, 3]),
      fact("victory_points", "us", "duck_and_cover", [1, -1, 0]),
      fact("victory_points", "us", "norad", [1, 0, 0]),
      fact("victory_points", "us", null, [1, 1, 2]),
    ],
    "us",
  );
  const points = itemsOf(play?.steps ?? []).filter((item) => item.kind === "points");
  expect(points.map((item) => play && itemText(item, play))).toEqual([
    "USSR +2 VP (Space)",
    "US +1 VP",
    "US +1 VP (NORAD)",
    "US +1 VP (Military)",
  ]);
});

test("a roll for the space race tells where it has led, and no number that looks like a box", () => {
  const told = (facts: FactLine[]) => {
    index = 0;
    const round = [fact("round", "ussr", null, [1]), fact("card_played", "ussr", "nasser")];
    const [play] = playsOf([...round, ...facts], "us");
    return itemsOf(play?.steps ?? []).map((item) => play && itemText(item, play));
  };
  expect(told([fact("space_roll", "ussr", null, [5, 3, 1])])).toEqual(["Space failed"]);
  const reached = [fact("space_roll", "ussr", null, [2, 3, 1]), fact("space", "ussr", null, [1])];
  expect(told(reached)).toEqual(["Space box 1"]);
});

test("a line that is too long drops formulas, then military operations, then its end", () => {
  const [play] = playsOf(duckAndCover(), "us");
  const items = itemsOf(play?.steps ?? []);
  const widthOf = (item: { kind: string }, bare: boolean) =>
    item.kind === "roll" && !bare ? 100 : 10;
  expect(fitted(items, 140, widthOf)).toMatchObject({ bare: false, more: 0 });
  expect(fitted(items, 50, widthOf)).toMatchObject({ bare: true, more: 0 });
  expect(fitted(items, 50, widthOf).items).toHaveLength(5);
  expect(fitted(items, 40, widthOf).items.map((item) => item.kind)).not.toContain("military");
  expect(fitted(items, 30, widthOf).more).toBeGreaterThan(0);
});

test("all points of a country are one step, also where others came between", () => {
  index = 0;
  const facts = [
    fact("round", "ussr", null, [2], 1),
    fact("card_played", "ussr", "nasser", [], 2),
    fact("operation", "ussr", "influence", [3, 3], 2),
    fact("influence", "ussr", "iran", [1, 0, 1], 3),
    fact("influence", "ussr", "iraq", [1, 0, 2], 4),
    fact("influence", "ussr", "iran", [1, 0, 2], 5),
    fact("operation_over", "ussr", "influence", [], 5),
  ];
  const [play] = playsOf(facts, "us");
  expect(play?.steps.map((step) => step.country)).toEqual([null, "iran", "iraq"]);
  expect(changesIn(play?.steps ?? []).get("iran")).toEqual({ us: 0, ussr: 2, by: "ussr" });
});

test("every roll of a realignment is a step with both dice", () => {
  index = 0;
  const facts = [
    fact("round", "us", null, [2], 1),
    fact("card_played", "us", "nato", [], 2),
    fact("operation", "us", "realignment", [2, 2], 2),
    fact("realignment_target", "us", "cuba", [], 3),
    fact("realignment_roll", "us", "cuba", [2, 0, 5, 1], 5),
    fact("influence", "ussr", "cuba", [-2, 0, 1], 5),
    fact("realignment_target", "us", "cuba", [], 6),
    fact("realignment_roll", "us", "cuba", [6, 0, 1, 1], 8),
  ];
  const [play] = playsOf(facts, "ussr");
  const rolls = play?.steps.filter((step) => step.kind === "roll") ?? [];
  expect(rolls).toHaveLength(2);
  const items = itemsOf(rolls).filter((item) => item.kind === "roll");
  expect(items.map((item) => item.sum)).toEqual(["6 : 2", "2 : 6"]);
  expect(items[0]?.dice).toEqual([
    { side: "us", face: 5 },
    { side: "ussr", face: 2 },
  ]);
});

test("an event of the enemy in one's own round is a play of theirs", () => {
  index = 0;
  const facts = [
    fact("round", "us", null, [3], 1),
    fact("card_played", "us", "socialist_governments", [], 2),
    fact("event", "ussr", "socialist_governments", [], 2),
    fact("influence", "us", "italy", [-1, 1, 0], 3),
    fact("influence", "us", "france", [-1, 2, 0], 4),
    fact("event_over", "ussr", "socialist_governments", [], 4),
    fact("operation", "us", "influence", [3, 3], 5),
    fact("influence", "us", "italy", [1, 2, 0], 6),
  ];
  const plays = playsOf(facts, "us");
  expect(plays.map((play) => [play.kind, play.side])).toEqual([
    ["round", "us"],
    ["event", "ussr"],
  ]);
  expect(isFollowed(plays[1]!, "us")).toBe(true);
  expect(isFollowed(plays[0]!, "us")).toBe(false);
  expect(plays[0]?.steps.at(-1)?.country).toBe("italy");
});

test("a real game is cut without losing a change of influence", () => {
  const update = moment("card");
  const plays = playsOf(update.facts, "us");
  const changed = plays.flatMap((play) =>
    play.steps.flatMap((step) => step.facts.filter((one) => one.kind === "influence")),
  );
  const all = update.facts.filter((one) => one.kind === "influence");
  const first = plays[0]?.id ?? 0;
  expect(changed).toHaveLength(all.filter((one) => one.index >= first).length);
  expect(plays.every((play) => play.steps.length > 0)).toBe(true);
});

test("the table between two views shows what has happened for the eye and nothing more", () => {
  const { view } = moment("card");
  const before = {
    ...view,
    defcon: 5,
    influence: { ...view.influence, thailand: { us: 3, ussr: 1 } },
  };
  const facts = duckAndCover();
  const influence = { ...view.influence, thailand: { us: 0, ussr: 2 } };
  const after = { ...view, defcon: 3, vp: 1, regions: [], influence };
  const snapshots = [
    { count: 0, view: before },
    { count: facts.length, view: after },
  ];
  const steps = playsOf(facts, "us").flatMap((play) => play.steps);
  const upTo = (number: number) => {
    const shown = new Set(steps.slice(0, number).flatMap((step) => step.facts));
    return interimView(snapshots, facts, (one) => shown.has(one));
  };
  expect(upTo(2)?.defcon).toBe(4);
  expect(upTo(2)?.influence["thailand"]).toEqual({ us: 3, ussr: 1 });
  expect(upTo(2)?.prompt).toBeNull();
  expect(upTo(4)?.influence["thailand"]).toEqual({ us: 0, ussr: 2 });
  // Scores come from the server as soon as no influence is left to change.
  expect(upTo(3)?.regions).toBe(before.regions);
  expect(upTo(4)?.regions).toBe(after.regions);
  expect(interimView(snapshots.slice(1), facts, () => false)).toBeNull();
});

test("control follows influence between two views", () => {
  const { view } = moment("card");
  const us = view.influence["italy"]?.us ?? 0;
  const ussr = view.influence["italy"]?.ussr ?? 0;
  index = 0;
  const facts = [
    fact("influence", "us", "italy", [-us, 0, ussr]),
    fact("influence", "ussr", "italy", [9, 0, ussr + 9]),
    fact("influence", "us", "italy", [us, us, ussr]),
  ];
  const snapshots = [{ count: 0, view }];
  const at = (number: number) => interimView(snapshots, facts, (one) => one.index < number)!;
  expect(controllerOf(at(2), "italy")).toBe("ussr");
  expect(controllerOf(at(3), "italy")).toBe(controllerOf(view, "italy"));
});

test("a headline that lies open is in no hand any more", () => {
  const { view } = moment("card");
  const mine = view.hand[0]?.card ?? "";
  const theirs = "duck_and_cover";
  index = 0;
  const facts = [
    fact("headline", "us", mine),
    fact("headline", "ussr", theirs),
    fact("headline_event", "us", mine, [2]),
  ];
  const snapshots = [
    { count: 0, view },
    { count: 3, view },
  ];
  const at = (number: number) => interimView(snapshots, facts, (one) => one.index < number)!;
  expect(at(2).hand_counts).toEqual({
    us: view.hand_counts.us - 1,
    ussr: view.hand_counts.ussr - 1,
  });
  expect(at(2).hand.map((one) => one.card)).not.toContain(mine);
  expect(at(2).headlines).toEqual({ us: mine, ussr: theirs });
  expect(at(1).hand_counts.ussr).toBe(view.hand_counts.ussr);
});

test("a long play is not longer than it may be, and one's own clock makes it short", () => {
  const [play] = playsOf(duckAndCover(), "us");
  const many = Array.from({ length: 5 }, () => play?.steps ?? []).flat();
  const total = (times: readonly number[]) => Math.round(times.reduce((sum, one) => sum + one, 0));
  expect(total(durations(many, "calm", false))).toBeLessThanOrEqual(9000);
  expect(total(durations(many, "quick", false))).toBeLessThanOrEqual(3000);
  expect(total(durations(many, "calm", true))).toBeLessThanOrEqual(1500);
  expect(total(durations(many, "off", false))).toBe(0);
  expect(total(durations(play?.steps ?? [], "quick", false))).toBeLessThan(
    total(durations(play?.steps ?? [], "calm", false)),
  );
});

test("the head of an entry tells what was done with the operations of an event", () => {
  index = 0;
  const event = [
    fact("headline_event", "us", "abm_treaty", [2], 1),
    fact("event", "us", "abm_treaty", [], 1),
    fact("operation", "us", "coup", [4, 4], 2),
    fact("event_over", "us", "abm_treaty", [], 3),
    fact("round", "us", null, [1], 3),
    fact("card_played", "us", "abm_treaty", [], 4),
    fact("event", "us", "abm_treaty", [], 4),
    fact("operation", "us", "influence", [4, 4], 5),
  ];
  expect(buildLog(event).map((entry) => entry.use)).toEqual([
    { verb: "headline", ops: null, done: { verb: "coup", ops: 4 } },
    { verb: "event", ops: null, done: { verb: "influence", ops: 4 } },
  ]);
  const [enemy] = buildLog(duckAndCover());
  expect(enemy?.use).toEqual({ verb: "coup", ops: 3 });
});

test("the end of a turn and the beginning of the next are one play", () => {
  index = 0;
  const facts = [
    fact("round", "us", null, [6], 1),
    fact("card_played", "us", "containment", [], 2),
    fact("cleanup", "nobody", null, [1], 3),
    fact("victory_points", "ussr", null, [4, -4, 2], 3),
    fact("turn", "nobody", null, [2], 3),
    fact("defcon", "nobody", null, [4, 5], 3),
  ];
  const plays = playsOf(facts, "us", 1);
  expect(plays.map((play) => play.kind)).toEqual(["round", "end"]);
  expect(plays[1]?.turn).toBe(1);
  expect(itemsOf(plays[1]?.steps ?? []).map((item) => item.kind)).toEqual(["points", "defcon"]);
});

test("the dice of a play stay side by side, and those of the next take their place", () => {
  index = 0;
  const first = [
    fact("round", "us", null, [1]),
    fact("realignment_roll", "us", "chile", [3, 1, 5, 0]),
    fact("realignment_roll", "us", "chile", [2, 1, 5, 0]),
  ];
  const shown = first
    .map((one) => [one])
    .reduce((rolls, fresh) => rollsAfter(rolls, first, fresh), rollsAfter([], [], []));
  expect(shown.map((roll) => roll.id)).toEqual([1, 2]);
  // The other play has begun before anything is rolled in it.
  const begun = [...first, fact("round", "ussr", null, [1])];
  expect(rollsAfter(shown, begun, begun.slice(-1))).toBe(shown);
  const rolled = [...begun, fact("coup_roll", "ussr", "chile", [5, 3, 0, 2, 4])];
  expect(rollsAfter(shown, rolled, rolled.slice(-1)).map((roll) => roll.id)).toEqual([4]);
  // However much comes at once, there is room for some.
  const many = Array.from({ length: 9 }, () => fact("coup_roll", "us", "iran", [1, 3, 0, 2, 4]));
  expect(rollsAfter([], many, many)).toHaveLength(4);
});
