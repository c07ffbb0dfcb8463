import { describe, expect, it } from "vitest";
import type { PuzzleEntry } from "../src/lib/server/api.ts";
import { finished, FRESH, nextOf } from "../src/lib/study/progress.svelte.ts";

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
