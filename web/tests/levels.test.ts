/** Levels: how one stands with each, and which makes for the closest games. */

import { expect, test } from "vitest";

import { isForFirstGames, levelFor, winShare } from "../src/lib/people/levels.ts";
import type { BotInfo, Profile, Results } from "../src/lib/server/api.ts";

const NONE: Results = { won: 0, lost: 0, drawn: 0 };

function level(bot: string, rating: number | null): BotInfo {
  return { bot, text: "", rating, rating_deviation: 40, seconds: null };
}

function profile(records: Record<string, Results>, rating: number | null = null): Profile {
  const all = Object.values(records).reduce(
    (sum, one) => ({
      won: sum.won + one.won,
      lost: sum.lost + one.lost,
      drawn: sum.drawn + one.drawn,
    }),
    NONE,
  );
  return {
    user: {
      id: "u",
      name: "Ada",
      guest: false,
      program: false,
      rating,
      rating_deviation: null,
      rated_games: rating === null ? 0 : 9,
    },
    since: 0,
    change: null,
    tally: { games: 0, won: 0, lost: 0, drawn: 0, as_us: 0, as_ussr: 0 },
    ratings: [],
    by_side: { us: all, ussr: NONE },
    by_level: Object.entries(records).map(([bot, results]) => ({
      bot,
      results,
      by_side: { us: results, ussr: NONE },
    })),
    by_opponent: [],
    endings: [],
    cards: [],
  };
}

const LEVELS = [level("recruit", 500), level("officer", 1500), level("marshal", 1600)];

test("games that were played tell more than ratings", () => {
  const one = profile({ officer: { won: 1, lost: 2, drawn: 1 } }, 1500);
  expect(LEVELS.map((bot) => winShare(bot, one))).toEqual([
    expect.closeTo(0.997, 2) as number,
    0.375,
    expect.closeTo(0.36, 2) as number,
  ]);
});

test("without games and rating nothing is promised", () => {
  expect(LEVELS.map((bot) => winShare(bot, profile({})))).toEqual([null, null, null]);
  expect(winShare(level("own", null), profile({}, 1500))).toBeNull();
  expect(winShare(level("officer", 1500), null)).toBeNull();
});

test("before the third game the first level is recommended, then the closest one", () => {
  const beginner = profile({ recruit: { won: 2, lost: 0, drawn: 0 } }, 1500);
  expect(levelFor(LEVELS, beginner)).toBeNull();
  expect(isForFirstGames("recruit", beginner)).toBe(true);
  expect(isForFirstGames("officer", beginner)).toBe(false);
  const known = profile({ recruit: { won: 5, lost: 1, drawn: 0 } }, 1580);
  expect(levelFor(LEVELS, known)).toBe("marshal");
  expect(isForFirstGames("recruit", known)).toBe(false);
});
