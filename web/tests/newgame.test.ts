/** The form for a new game: what is not shown sets nothing. */

import { expect, test } from "vitest";

import { emptyForm, requestOf, strengthShare } from "../src/lib/server/newgame.ts";

test("a bid is asked for in every mode", () => {
  for (const mode of ["computer", "hotseat", "online"] as const) {
    expect(requestOf({ ...emptyForm(), mode, side: "bid" }).side).toBe("bid");
  }
});

test("a clock that is not shown sets none", () => {
  const form = { ...emptyForm(), clock: "total" as const };
  expect(requestOf({ ...form, mode: "computer" }).clock).toEqual({ type: "none" });
  expect(requestOf({ ...form, mode: "hotseat", side: "bid" }).clock).toEqual({ type: "none" });
  expect(requestOf({ ...form, mode: "hotseat" }).clock).toEqual({ type: "total", minutes: 45 });
});

test("what belongs to online games is not sent with others", () => {
  const form = { ...emptyForm(), public: true, rated: true, seed: "known" };
  const { public: isPublic, rated, seed } = requestOf({ ...form, mode: "hotseat" });
  expect([isPublic, rated, seed]).toEqual([false, false, "known"]);
  expect(requestOf({ ...form, mode: "online" }).seed).toBeNull();
});

test("the bar of a level never leaves its frame", () => {
  expect([-40, 0, 1500, 2600].map(strengthShare)).toEqual([0, 0, 75, 100]);
});
