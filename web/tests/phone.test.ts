import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { FactLine } from "../src/lib/server/api.ts";
import { digestOf } from "../src/lib/game/text/digest.ts";
import { undoneText, undoSentence } from "../src/lib/game/text/undo.ts";
import { useLanguage } from "../src/lib/language/language.svelte.ts";
import { Camera } from "../src/lib/map/camera.svelte.ts";
import { crowd } from "../src/lib/map/crowd.ts";
import { boxOf, rectOf } from "../src/lib/map/layout.ts";
import { Tour } from "../src/lib/map/tour.svelte.ts";

beforeAll(() => useLanguage("en"));
beforeEach(() => {
  vi.stubGlobal("cancelAnimationFrame", () => undefined);
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
});

function fact(kind: string, more: Partial<FactLine> = {}): FactLine {
  return { index: 0, answer: 0, kind, side: "ussr", subject: null, values: [], text: "", ...more };
}

test("the line above the map tells the last play, and not that a round begins", () => {
  const digest = digestOf([
    fact("turn", { values: [1] }),
    fact("round", { values: [1] }),
    fact("card_played", { subject: "truman_doctrine" }),
    fact("operation", { subject: "influence", values: [1, 1] }),
    fact("influence", { subject: "turkey", values: [1, 0, 1] }),
    fact("round", { side: "us", values: [1], text: "Action round 1: US" }),
  ]);
  expect(digest).toEqual({
    side: "ussr",
    when: "AR 1",
    card: "Truman Doctrine",
    text: "Turkey +1",
  });
});

test("an undo says whose answer goes and which one, but not a secret", () => {
  const own = { side: "us", kind: "setup_influence", action: "italy" } as const;
  expect(undoneText(own)).toBe("Italy");
  const secret = { side: "ussr", kind: "headline", action: null } as const;
  expect(undoSentence(secret)).toBe("Takes back the answer of the USSR: headline");
});

test("the most boxes that fit are looked at", () => {
  const rect = crowd(["chile", "iran", "iraq", "syria"], { width: 550, height: 640 });
  const chile = rectOf(boxOf("chile"));
  expect(rect?.left).toBeGreaterThan(chile.left + chile.width);
});

test("a region is shown closely, then whole, then the world; elsewhere closely again", () => {
  const camera = new Camera();
  camera.resize(390, 450);
  const tour = new Tour(camera);
  tour.visit("asia");
  expect(camera.scale).toBeCloseTo(0.7);
  expect(tour.region).toBe("asia");
  tour.visit("asia");
  expect(camera.scale).toBeLessThan(0.7);
  tour.visit("asia");
  expect(camera.isHome).toBe(true);
  tour.visit("asia");
  camera.pan(100, 0);
  tour.visit("asia");
  expect(camera.scale).toBeCloseTo(0.7);
});
