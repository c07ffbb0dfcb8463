/** Where a popover goes: beside its box, over as little of interest as possible. */

import { overlap, type Rect } from "./layout.ts";

export interface Obstacle {
  rect: Rect;
  /** How bad it is to cover it. */
  weight: number;
}

export interface Placed {
  left: number;
  top: number;
  /** The end of the leader on the edge of the popover. */
  anchor: { x: number; y: number };
}

const GAPS = [10, 34, 70, 120];
const CROSSING = 3000;
const STEPS = [-1, -0.5, 0, 0.5, 1];

/** All in pixels of the window, whose size bounds the popover. */
export function place(
  box: Rect,
  size: { width: number; height: number },
  window: { width: number; height: number },
  obstacles: readonly Obstacle[],
): Placed {
  let best: Rect | null = null;
  let least = Infinity;
  for (const candidate of candidates(box, size)) {
    const rect = kept(candidate, window);
    if (overlap(rect, box) > 0) continue;
    const shift = Math.abs(rect.left - candidate.left) + Math.abs(rect.top - candidate.top);
    let cost = distance(rect, box) * 22 + shift * 4;
    const leader = leaderOf(rect, box);
    for (const obstacle of obstacles) {
      cost += overlap(rect, obstacle.rect) * obstacle.weight;
      if (overlap(leader, obstacle.rect) > 0) cost += CROSSING * obstacle.weight;
    }
    if (cost < least) {
      least = cost;
      best = rect;
    }
  }
  const rect = best ?? kept({ left: box.left + box.width + 10, top: box.top, ...size }, window);
  return {
    left: rect.left,
    top: rect.top,
    anchor: {
      x: Math.max(rect.left, Math.min(box.left + box.width / 2, rect.left + rect.width)),
      y: Math.max(rect.top, Math.min(box.top + box.height / 2, rect.top + rect.height)),
    },
  };
}

/** The first of the places that covers least of the obstacles. */
export function leastCovering(places: readonly Rect[], obstacles: readonly Rect[]): Rect | null {
  const costs = places.map((rect) =>
    obstacles.reduce((sum, obstacle) => sum + overlap(rect, obstacle), 0),
  );
  return places[costs.indexOf(Math.min(...costs))] ?? null;
}

/** The strip between a popover and its box, which other boxes should not cross. */
function leaderOf(rect: Rect, box: Rect): Rect {
  const left = Math.max(rect.left, Math.min(box.left + box.width / 2, rect.left + rect.width));
  const top = Math.max(rect.top, Math.min(box.top + box.height / 2, rect.top + rect.height));
  const toLeft = Math.max(box.left, Math.min(left, box.left + box.width));
  const toTop = Math.max(box.top, Math.min(top, box.top + box.height));
  return {
    left: Math.min(left, toLeft),
    top: Math.min(top, toTop),
    width: Math.abs(left - toLeft) + 1,
    height: Math.abs(top - toTop) + 1,
  };
}

function* candidates(box: Rect, size: { width: number; height: number }): Generator<Rect> {
  const { width, height } = size;
  for (const gap of GAPS) {
    for (const step of STEPS) {
      const top = box.top + box.height / 2 - height / 2 + (step * (height + box.height)) / 2;
      const left = box.left + box.width / 2 - width / 2 + (step * (width + box.width)) / 2;
      yield { left: box.left + box.width + gap, top, width, height };
      yield { left: box.left - gap - width, top, width, height };
      yield { left, top: box.top - gap - height, width, height };
      yield { left, top: box.top + box.height + gap, width, height };
    }
  }
}

function kept(rect: Rect, window: { width: number; height: number }): Rect {
  const margin = 6;
  return {
    ...rect,
    left: Math.max(margin, Math.min(window.width - rect.width - margin, rect.left)),
    top: Math.max(margin, Math.min(window.height - rect.height - margin, rect.top)),
  };
}

function distance(a: Rect, b: Rect): number {
  const dx = Math.max(0, a.left - (b.left + b.width), b.left - (a.left + a.width));
  const dy = Math.max(0, a.top - (b.top + b.height), b.top - (a.top + a.height));
  return Math.hypot(dx, dy);
}
