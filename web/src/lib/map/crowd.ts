/** Where to look when not all boxes fit into the window: at as many of them as possible. */

import { around, boxOf, type Rect, rectOf } from "./layout.ts";

/** The smallest rectangle around the most boxes that a window of this size holds. */
export function crowd(
  ids: readonly string[],
  window: { width: number; height: number },
): Rect | null {
  const rects = ids.map((id) => rectOf(boxOf(id)));
  let best: string[] = [];
  for (const { left } of rects) {
    for (const { top } of rects) {
      const inside = ids.filter((_, index) => {
        const rect = rects[index];
        return (
          rect !== undefined &&
          rect.left >= left &&
          rect.top >= top &&
          rect.left + rect.width <= left + window.width &&
          rect.top + rect.height <= top + window.height
        );
      });
      if (inside.length > best.length) best = inside;
    }
  }
  return around(best);
}

/** The box whose centre is nearest to a point of the canvas. */
export function nearestBox(ids: readonly string[], x: number, y: number): string | null {
  let best: string | null = null;
  let least = Infinity;
  for (const id of ids) {
    const box = boxOf(id);
    const distance = Math.hypot(box.x - x, box.y - y);
    if (distance < least) [best, least] = [id, distance];
  }
  return best;
}
