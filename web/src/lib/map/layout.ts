/** Where everything lies on the canvas of 1920 x 1080. */

import layout from "virtual:layout";

export interface Box {
  id: string;
  /** The centre. */
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Line {
  a: string;
  b: string;
  kind: "country" | "usa" | "ussr" | "variant";
  from: [number, number];
  to: [number, number];
}

export interface Rect {
  left: number;
  top: number;
  width: number;
  height: number;
}

export const CANVAS = { width: 1920, height: 1080 } as const;
export const BOXES: readonly Box[] = layout.boxes;
export const LINES: readonly Line[] = layout.lines;

const boxesById = new Map(BOXES.map((box) => [box.id, box]));

export function boxOf(id: string): Box {
  const box = boxesById.get(id);
  if (!box) throw new Error(`the map has no box ${id}`);
  return box;
}

export function hasBox(id: string): boolean {
  return boxesById.has(id);
}

export function rectOf(box: Box): Rect {
  return {
    left: box.x - box.width / 2,
    top: box.y - box.height / 2,
    width: box.width,
    height: box.height,
  };
}

/** The smallest rectangle around some boxes. */
export function around(ids: Iterable<string>): Rect | null {
  let found: Rect | null = null;
  for (const id of ids) {
    const rect = rectOf(boxOf(id));
    if (!found) found = { ...rect };
    else {
      const right = Math.max(found.left + found.width, rect.left + rect.width);
      const bottom = Math.max(found.top + found.height, rect.top + rect.height);
      found.left = Math.min(found.left, rect.left);
      found.top = Math.min(found.top, rect.top);
      found.width = right - found.left;
      found.height = bottom - found.top;
    }
  }
  return found;
}

export function overlap(a: Rect, b: Rect): number {
  const width = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left);
  const height = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top);
  return width > 0 && height > 0 ? width * height : 0;
}
