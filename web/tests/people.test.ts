/** People in lists: the ranking, results, addresses. */

import { expect, test } from "vitest";

import { profileOf } from "../src/lib/people/addresses.ts";
import { ranked } from "../src/lib/people/ranking.ts";
import { score, share } from "../src/lib/people/results.ts";
import { parse } from "../src/lib/shell/router.svelte.ts";

const user = (name: string, rating: number, deviation: number) => ({
  id: name,
  name,
  guest: false,
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
