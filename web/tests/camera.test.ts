import { beforeEach, expect, test, vi } from "vitest";
import { Camera } from "../src/lib/map/camera.svelte.ts";
import { boxOf, CANVAS, rectOf } from "../src/lib/map/layout.ts";

function camera(width = 960, height = 540): Camera {
  const made = new Camera();
  made.resize(width, height);
  return made;
}

beforeEach(() => vi.stubGlobal("cancelAnimationFrame", () => undefined));

test("at first the whole map is seen, and stays whole in another window", () => {
  const one = camera();
  expect(one.isHome).toBe(true);
  expect(one.scale).toBeCloseTo(960 / CANVAS.width);
  one.resize(1280, 720);
  expect(one.isHome).toBe(true);
});

test("zooming keeps the point under the pointer and never shows less than the whole", () => {
  const one = camera();
  const before = one.toCanvas(300, 200);
  one.zoom(2, 300, 200);
  const after = one.toCanvas(300, 200);
  expect(after.x).toBeCloseTo(before.x);
  expect(after.y).toBeCloseTo(before.y);
  one.zoom(0.001);
  expect(one.isHome).toBe(true);
  one.zoom(1000);
  expect(one.scale).toBeLessThan(2);
});

test("the map can't be dragged out of the window", () => {
  const one = camera();
  one.zoom(2);
  one.pan(5000, 5000);
  expect([one.x, one.y]).toEqual([0, 0]);
  one.pan(-50_000, -50_000);
  expect(one.x).toBeCloseTo(960 - CANVAS.width * one.scale);
});

test("flying to a country shows it", () => {
  const one = camera(360, 400);
  const rect = rectOf(boxOf("chile"));
  one.zoom(2, 300, 10);
  one.flyTo(rect, 0);
  expect(one.shows(rect)).toBe(true);
  one.home();
  expect(one.isHome).toBe(true);
});
