/** What a play has changed on the map, and the part of the map that shows it. */

import type { View } from "../server/api.ts";
import type { Side } from "../sides.ts";
import { COUNTRIES } from "../facts.ts";
import type { Change } from "../game/model/plays.ts";
import { boxOf, CANVAS, type Rect } from "../map/layout.ts";

const WIDTH = 520;
const HEIGHT = 204;

/** The influence that each side has gained or lost between two moments, the most first. */
export function changesBetween(before: View, after: View, by: Side): Map<string, Change> {
  const found = COUNTRIES.flatMap(({ id }) => {
    const was = before.influence[id];
    const is = after.influence[id];
    const us = (is?.us ?? 0) - (was?.us ?? 0);
    const ussr = (is?.ussr ?? 0) - (was?.ussr ?? 0);
    return us === 0 && ussr === 0 ? [] : [{ id, us, ussr }];
  });
  found.sort((a, b) => Math.abs(b.us) + Math.abs(b.ussr) - Math.abs(a.us) - Math.abs(a.ussr));
  return new Map(found.map(({ id, us, ussr }) => [id, { us, ussr, by }]));
}

/** The part around the first of some countries; the whole map where there is none. */
export function cutAround(changed: readonly string[], targets: readonly string[]): Rect {
  const first = changed[0] ?? targets[0];
  if (first === undefined) return { left: 0, top: 0, width: CANVAS.width, height: CANVAS.height };
  const box = boxOf(first);
  return {
    left: Math.max(0, Math.min(CANVAS.width - WIDTH, box.x - WIDTH / 2)),
    top: Math.max(0, Math.min(CANVAS.height - HEIGHT, box.y - HEIGHT / 2)),
    width: WIDTH,
    height: HEIGHT,
  };
}
