import { expect, test } from "vitest";
import { COUNTRIES } from "../src/lib/facts.ts";
import { around, BOXES, boxOf, CANVAS, LINES, overlap, rectOf } from "../src/lib/map/layout.ts";
import { nearest } from "../src/lib/map/nearest.ts";
import { leastCovering, place } from "../src/lib/map/placing.ts";
import { bounds, shorten } from "../build/path.ts";

test("every country has a box on the canvas, and none overlap", () => {
  for (const country of COUNTRIES) expect(boxOf(country.id).width).toBe(130);
  for (const [index, box] of BOXES.entries()) {
    const rect = rectOf(box);
    expect(rect.left).toBeGreaterThanOrEqual(0);
    expect(rect.left + rect.width).toBeLessThanOrEqual(CANVAS.width);
    for (const other of BOXES.slice(index + 1)) expect(overlap(rect, rectOf(other))).toBe(0);
  }
});

test("the lines are the connections of the engine", () => {
  const drawn = new Set(
    LINES.filter((line) => line.kind !== "variant").map((line) => [line.a, line.b].sort().join()),
  );
  const wanted = new Set(
    COUNTRIES.flatMap((one) => one.neighbours.map((other) => [one.id, other].sort().join())),
  );
  expect(drawn).toEqual(wanted);
});

test("an arrow key leads to the nearest box on that side", () => {
  const boxes = COUNTRIES.map((country) => boxOf(country.id));
  expect(nearest(boxOf("france"), "ArrowUp", boxes)?.id).toBe("benelux");
  expect(nearest(boxOf("france"), "ArrowRight", boxes)?.id).toBe("austria");
  expect(nearest(boxOf("mexico"), "ArrowLeft", boxes)).toBeNull();
  for (const box of boxes) {
    const reached = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"].map((key) =>
      nearest(box, key, boxes),
    );
    expect(reached.some((one) => one !== null)).toBe(true);
  }
});

test("a popover stays in the window and off its box", () => {
  const window = { width: 1024, height: 576 };
  const box = { left: 900, top: 10, width: 70, height: 32 };
  const placed = place(box, { width: 180, height: 120 }, window, []);
  const rect = { left: placed.left, top: placed.top, width: 180, height: 120 };
  expect(overlap(rect, box)).toBe(0);
  expect(rect.left + rect.width).toBeLessThanOrEqual(window.width);
  expect(rect.top).toBeGreaterThanOrEqual(0);
});

test("a popover goes where it covers nothing", () => {
  const box = { left: 400, top: 300, width: 70, height: 32 };
  const right = { rect: { left: 475, top: 200, width: 300, height: 250 }, weight: 3 };
  const placed = place(box, { width: 160, height: 90 }, { width: 1024, height: 576 }, [right]);
  const rect = { left: placed.left, top: placed.top, width: 160, height: 90 };
  expect(overlap(rect, right.rect)).toBe(0);
});

test("of several places the first that covers least is taken", () => {
  const at = (left: number) => ({ left, top: 0, width: 100, height: 100 });
  const places = [at(0), at(200), at(400)];
  expect(leastCovering(places, [])).toBe(places[0]);
  expect(leastCovering(places, [at(50)])).toBe(places[1]);
  expect(leastCovering(places, [at(0), at(200), at(450)])).toBe(places[2]);
});

test("around() spans all boxes", () => {
  const rect = around(["canada", "australia"]);
  expect(rect?.left).toBe(315);
  expect(rect && rect.left + rect.width).toBeGreaterThan(1800);
});

test("a shortened path draws the same points", () => {
  expect(shorten("M10.0,20.0L11.5,20.0L11.5,19.0ZM0.0,0.0L-0.4,1.0Z")).toBe(
    "M10 20l1.5 0 0-1zM0 0l-.4 1z",
  );
  expect(bounds("M0,0L10,0L10,20ZM100,100L101,100L101,101Z")).toEqual([0, 0, 10, 20]);
});
