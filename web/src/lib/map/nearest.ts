/** Where an arrow key leads on the map. */

import type { Box } from "./layout.ts";

const DIRECTIONS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export function isArrow(key: string): boolean {
  return key in DIRECTIONS;
}

/** The nearest box in a direction; what lies off the axis counts as further away. */
export function nearest(from: Box, key: string, boxes: Iterable<Box>): Box | null {
  const direction = DIRECTIONS[key];
  if (!direction) return null;
  const [dx, dy] = direction;
  let best: Box | null = null;
  let least = Infinity;
  for (const box of boxes) {
    if (box.id === from.id) continue;
    const along = (box.x - from.x) * dx + (box.y - from.y) * dy;
    const across = Math.abs((box.x - from.x) * dy) + Math.abs((box.y - from.y) * dx);
    if (along <= 4 || across > along * 1.3) continue;
    const way = along + across * 2;
    if (way < least) {
      least = way;
      best = box;
    }
  }
  return best;
}
