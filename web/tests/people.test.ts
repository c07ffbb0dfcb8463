/** People in lists: the ranking, results, addresses. */

import { expect, test } from "vitest";

import { profileOf } from "../src/lib/people/addresses.ts";
import { cellsOf, pointsText } from "../src/lib/people/league.ts";
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
  const level = { bot: "officer", text: "", rating: 1600, rating_deviation: 20 };
  const unknown = { bot: "mine", text: "", rating: null, rating_deviation: null };
  const rows = ranked(people, [level, unknown]);
  expect(rows.map((one) => [one.place, one.name])).toEqual([
    [1, "Marta"],
    [null, "officer"],
    [2, "Olu"],
  ]);
});

test("a draw is half a point", () => {
  expect(share({ won: 1, lost: 0, drawn: 1 })).toBe(0.75);
  expect(share({ won: 0, lost: 0, drawn: 0 })).toBe(0);
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
