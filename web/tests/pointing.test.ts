import { beforeEach, expect, test, vi } from "vitest";
import { Pointing } from "../src/lib/map/pointing.svelte.ts";

const POPOVER = { left: 100, top: 0, width: 100, height: 60 };
let pointed: string | null;
let hasLink: boolean;
let mouse: Pointing;

const at = (x: number, y = 30) => ({ x, y });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("window", globalThis);
  pointed = null;
  hasLink = true;
  mouse = new Pointing({
    pointed: () => pointed,
    point: (id) => (pointed = id),
    popover: () => (hasLink ? POPOVER : null),
  });
  mouse.enter("iran", true, at(40));
  mouse.move(at(40));
});

test("a box is pointed at as long as the mouse is there", () => {
  expect(pointed).toBe("iran");
  mouse.leave("iran", at(40, 90));
  expect(pointed).toBeNull();
});

test("a popover stays for who goes there and is there, and goes with who turns away", () => {
  mouse.leave("iran", at(80));
  for (const x of [80, 95, 120, 190]) mouse.move(at(x));
  expect(pointed).toBe("iran");
  expect(mouse.isWithin).toBe(true);
  mouse.move(at(210));
  expect(pointed).toBeNull();
  expect(mouse.isWithin).toBe(false);
});

test("a popover without anything to press holds nobody", () => {
  hasLink = false;
  mouse.leave("iran", at(80));
  expect(pointed).toBeNull();
});

test("who is elsewhere at once did not go to the popover", () => {
  mouse.leave("iran", at(180));
  mouse.enter("iraq", false, at(180));
  expect(pointed).toBe("iraq");
});

test("who rests on a box on the way means that box", () => {
  mouse.leave("iran", at(80));
  mouse.enter("iraq", true, at(80));
  mouse.move(at(80));
  expect(pointed).toBe("iran");
  vi.runAllTimers();
  expect(pointed).toBe("iraq");
});

test("beneath a popover a target goes before it, and nothing else does", () => {
  mouse.leave("iran", at(80));
  mouse.move(at(80));
  mouse.enter("iraq", false, at(120));
  mouse.move(at(120));
  vi.runAllTimers();
  expect(pointed).toBe("iran");
  mouse.leave("iraq", at(150));
  mouse.enter("syria", true, at(150));
  expect(pointed).toBe("syria");
});

test("whoever leaves the map points at nothing", () => {
  mouse.leave("iran", at(120));
  mouse.out();
  expect(pointed).toBeNull();
});
