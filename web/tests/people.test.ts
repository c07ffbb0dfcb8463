/** People in lists: the ranking, results, addresses. */

import { expect, test } from "vitest";

import { useLanguage } from "../src/lib/language/language.svelte.ts";
import { profileOf } from "../src/lib/people/addresses.ts";
import { cellsOf, deadlineOf, pointsText, stateOf } from "../src/lib/people/league.ts";
import { offerOf, refusalText, sideOfHost } from "../src/lib/people/lobby.ts";
import { ranked } from "../src/lib/people/ranking.ts";
import { score, share } from "../src/lib/people/results.ts";
import { parse } from "../src/lib/shell/router.svelte.ts";

const user = (name: string, rating: number, deviation: number) => ({
  id: name,
  name,
  guest: false,
  program: false,
  rating,
  rating_deviation: deviation,
  rated_games: 9,
});

test("levels stand among people, and have no place", () => {
  const people = [user("Marta", 1700, 30), user("Olu", 1650, 90)];
  const level = { bot: "officer", text: "", rating: 1600, rating_deviation: 20, seconds: 0 };
  const unknown = { bot: "mine", text: "", rating: null, rating_deviation: null, seconds: null };
  const rows = ranked(people, [level, unknown]);
  expect(rows.map((one) => [one.place, one.name])).toEqual([
    [1, "Marta"],
    [null, "officer"],
    [2, "Olu"],
  ]);
});

test("a draw is half a point", () => {
  expect(share({ won: 1, lost: 0, drawn: 1 })).toBe(0.75);
  expect(share({ won: 0, lost: 0, drawn: 0 })).toBeNull();
  expect(score({ won: 3, lost: 1, drawn: 0 })).toBe("3 – 1");
  expect(score({ won: 3, lost: 1, drawn: 2 })).toBe("3 – 1 – 2");
});

test("every name has an address", () => {
  for (const name of ["Marta", "Ana María", "50%", "a/b"]) {
    expect(parse(profileOf(name), "")).toEqual({ screen: "profile", name });
  }
  expect(parse("/user/%E0%A4%A", "")).toEqual({ screen: "profile", name: "%E0%A4%A" });
});

const pairing = (round: number, ussr: number, us: number | null, points: number | null) => ({
  round,
  board: 1,
  ussr,
  us,
  game: "g",
  points_ussr: points,
  points_us: points === null || us === null ? null : 1 - points,
  decided: points === null ? null : ("game" as const),
  turn: 3,
  to_move: null,
  ending: null,
  final_vp: null,
});

test("a crosstable has each result once for each player, and no byes", () => {
  const pairings = [pairing(1, 1, 2, 1), pairing(2, 2, 1, 0.5), pairing(3, 1, null, 1)];
  const first = cellsOf(1, pairings);
  expect([...first.keys()]).toEqual([2]);
  expect(first.get(2)?.map((one) => [one.side, one.points])).toEqual([
    ["ussr", 1],
    ["us", 0.5],
  ]);
  expect(
    cellsOf(2, pairings)
      .get(1)
      ?.map((one) => one.points),
  ).toEqual([0, 0.5]);
  expect(cellsOf(3, pairings).size).toBe(0);
});

test("points are written as at a tournament", () => {
  expect([0, 0.5, 1, 2.5].map(pointsText)).toEqual(["0", "½", "1", "2½"]);
});

const names = new Map([
  [1, "Marta"],
  [2, "Tomasz"],
]);

test("a pairing says in words how it stands", async () => {
  await useLanguage("en");
  const open = { ...pairing(1, 1, 2, null), turn: 9 };
  expect(stateOf({ ...open, to_move: 1 }, names, 1)).toBe("Turn 9, your move");
  expect(stateOf({ ...open, to_move: 2 }, names, 1)).toBe("Turn 9, Tomasz to move");
  expect(stateOf(open, names, 1)).toBe("Turn 9");
  const won = { ...pairing(1, 1, 2, 1), turn: 8, ending: "VP 20" };
  expect(stateOf(won, names, 1)).toBe("Marta won, turn 8, 20 VP");
  expect(stateOf({ ...won, points_us: 0, points_ussr: 0, decided: "forfeit" }, names, 1)).toBe(
    "No points, not played in time",
  );
});

test("only what is late is urgent", async () => {
  await useLanguage("en");
  const hour = 3600 * 1000;
  const ends = Date.UTC(2026, 2, 22, 12);
  const info = { you: 1, round_ends_at: ends, round_hours: 14 * 24 } as never;
  const open = { ...pairing(1, 1, 2, null), turn: 9 };
  expect(deadlineOf(open, info, ends - 9 * hour)).toEqual({
    text: "9 h left · ends Sun 22",
    soon: true,
  });
  expect(deadlineOf(open, info, ends - 100 * hour)).toEqual({ text: "ends Sun 22", soon: false });
  const waits = { ...open, turn: 0 };
  expect(deadlineOf(waits, info, ends - 100 * hour).soon).toBe(true);
  expect(deadlineOf(waits, info, ends - 300 * hour).soon).toBe(false);
  expect(deadlineOf(pairing(1, 1, 2, 1), info, ends)).toEqual({ text: "finished", soon: false });
});

const open = (changes: object, changed: object = {}) =>
  ({
    preset: "deluxe",
    rules: { side_selection: "agreed", handicap_amount: 2, ...changed },
    changed,
    clock: { type: "none" },
    players: [
      { side: "ussr", name: "", user: null, bot: null },
      { side: "us", name: "Yuki", user: "u", bot: null },
    ],
    ...changes,
  }) as never;

test("an open game says what it offers", async () => {
  await useLanguage("en");
  const fast = { clock: { type: "increment", minutes: 45, increment_seconds: 30 } };
  expect(sideOfHost(open({}))).toBe("us");
  expect(offerOf(open(fast), null)).toBe(
    "you play the USSR · 45\u00a0min each + 30\u00a0s a round · Deluxe",
  );
  const bid = open({}, { side_selection: "bid" });
  expect(sideOfHost(bid)).toBeNull();
  expect(offerOf(bid, null)).toBe("bid for the side · no clock · Deluxe");
  expect(offerOf(open({}, { side_selection: "random" }), null)).toContain("random sides");
});

test("a few variants are named, and many are counted", async () => {
  await useLanguage("en");
  const option = (name: string, text: string) => ({
    option: name,
    name: text,
    values: [false, true],
    value_names: [],
  });
  const rules = {
    implied: { turn_zero: { starting_influence: "none" } },
    options: [option("turn_zero", "Turn Zero"), option("optional_cards", "Optional cards")],
  } as never;
  const both = { turn_zero: true, optional_cards: true };
  expect(offerOf(open({}, both), rules)).toContain("Deluxe, Turn Zero, Optional cards");
  expect(offerOf(open({}, both), null)).toContain("Deluxe, 2 changes");
  expect(offerOf(open({}, { ...both, china_space: true }), rules)).toContain("3 changes");
  const brought = { turn_zero: true, starting_influence: "none" };
  expect(offerOf(open({}, brought), rules)).toMatch(/Deluxe, Turn Zero$/);
  expect(offerOf(open({}, { turn_zero: false }), rules)).toContain("1 change");
  const handicap = { handicap_side: "us", handicap_amount: 2 };
  expect(offerOf(open({}, handicap), rules)).toContain("Deluxe, US +2");
});

test("a refusal is told in a few words, or as the server tells it", async () => {
  await useLanguage("en");
  const told = { code: "rated_needs_account", message: "Rated games are for accounts." };
  expect(refusalText(told)).toBe("needs an account");
  expect(refusalText({ code: "forbidden", message: "Not you." })).toBe("Not you.");
});
