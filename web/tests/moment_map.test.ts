import { expect, test } from "vitest";
import type { View } from "../src/lib/server/api.ts";
import { boxOf, CANVAS } from "../src/lib/map/layout.ts";
import { changesBetween, cutAround } from "../src/lib/study/moment_map.ts";

function view(influence: View["influence"]): View {
  return { influence } as View;
}

test("what a play has changed is told, the most first", () => {
  const before = view({ italy: { us: 1, ussr: 0 }, iran: { us: 2, ussr: 0 } });
  const after = view({ italy: { us: 2, ussr: 0 }, egypt: { us: 0, ussr: 1 } });
  expect([...changesBetween(before, after, "ussr")]).toEqual([
    ["iran", { us: -2, ussr: 0, by: "ussr" }],
    ["italy", { us: 1, ussr: 0, by: "ussr" }],
    ["egypt", { us: 0, ussr: 1, by: "ussr" }],
  ]);
});

test("the part that is shown has the country in it and stays on the map", () => {
  for (const id of ["canada", "australia", "argentina", "west_germany"]) {
    const cut = cutAround([id], []);
    const box = boxOf(id);
    expect(cut.left).toBeGreaterThanOrEqual(0);
    expect(cut.top).toBeGreaterThanOrEqual(0);
    expect(cut.left + cut.width).toBeLessThanOrEqual(CANVAS.width);
    expect(cut.top + cut.height).toBeLessThanOrEqual(CANVAS.height);
    expect(box.x).toBeGreaterThan(cut.left);
    expect(box.x).toBeLessThan(cut.left + cut.width);
    expect(box.y).toBeGreaterThan(cut.top);
    expect(box.y).toBeLessThan(cut.top + cut.height);
  }
  // A play that changed nothing is shown where it was aimed, else on the whole map.
  expect(cutAround([], ["iran"])).toEqual(cutAround(["iran"], []));
  expect(cutAround([], []).width).toBe(CANVAS.width);
});
