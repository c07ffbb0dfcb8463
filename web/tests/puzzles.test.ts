import { describe, expect, it } from "vitest";
import type { PuzzleEntry } from "../src/lib/server/api.ts";
import {
  daysUntil,
  finished,
  finishedDay,
  FRESH,
  nextOf,
} from "../src/lib/study/progress.svelte.ts";

const PUZZLES = ["a", "b", "c"].map((id): PuzzleEntry => ({
  id,
  kind: "headline",
  rating: 1200,
  side: "us",
}));

describe("the streak of puzzles", () => {
  it("grows with each solved one, ends with a failed one, and keeps the best", () => {
    let progress = finished(finished(FRESH, "a", true), "b", true);
    expect(progress.streak).toBe(2);
    progress = finished(progress, "c", false);
    expect(progress).toMatchObject({ streak: 0, best: 2, last: [true, true, false] });
  });

  it("counts each puzzle once", () => {
    const once = finished(FRESH, "a", false);
    expect(finished(once, "a", true)).toBe(once);
  });

  it("counts the days in a row, each once, and a day that was left out ends them", () => {
    let progress = finishedDay(FRESH, "2026-02-28", true);
    progress = finishedDay(progress, "2026-03-01", true);
    expect(finishedDay(progress, "2026-03-01", false)).toBe(progress);
    expect(progress.days).toBe(2);
    expect(daysUntil(progress, "2026-03-02")).toBe(2);
    expect(daysUntil(progress, "2026-03-03")).toBe(0);
    expect(finishedDay(progress, "2026-03-03", true).days).toBe(1);
    expect(finishedDay(progress, "2026-03-02", false).days).toBe(0);
  });

  it("repeats none until all were seen", () => {
    let progress = FRESH;
    const seen: string[] = [];
    for (let number = 0; number < 3; number++) {
      const next = nextOf(PUZZLES, progress, () => 0.99);
      seen.push(next.puzzle?.id ?? "");
      progress = finished(next.progress, next.puzzle?.id ?? "", true);
    }
    expect(seen.toSorted()).toEqual(["a", "b", "c"]);
    const again = nextOf(PUZZLES, progress, () => 0);
    expect(again.puzzle?.id).toBe("a");
    expect(again.progress.seen).toEqual([]);
    expect(again.progress.streak).toBe(3);
  });
});
