/** Drag, wheel and pinch on the map; a drag swallows the click that would follow it. */

import type { Camera } from "./camera.svelte.ts";

const DRAG = 6;
const LONG_PRESS = 450;

interface Options {
  camera: Camera;
  /** A finger comes down. */
  ontouch: (target: Element) => void;
  onlongpress: (target: Element) => void;
}

interface Point {
  x: number;
  y: number;
}

export function gestures(node: HTMLElement, options: Options): { destroy: () => void } {
  const { camera } = options;
  const pointers = new Map<number, Point>();
  let dragged = false;
  let start: Point = { x: 0, y: 0 };
  let pressTimer = 0;

  function place(event: PointerEvent | WheelEvent): Point {
    const frame = node.getBoundingClientRect();
    return { x: event.clientX - frame.left, y: event.clientY - frame.top };
  }

  function down(event: PointerEvent): void {
    if (event.button !== 0) return;
    const point = place(event);
    pointers.set(event.pointerId, point);
    if (pointers.size === 1) {
      start = point;
      dragged = false;
      camera.stop();
      const target = event.target as Element;
      if (event.pointerType === "touch") {
        options.ontouch(target);
        pressTimer = window.setTimeout(() => {
          dragged = true;
          options.onlongpress(target);
        }, LONG_PRESS);
      }
    }
  }

  function move(event: PointerEvent): void {
    const before = pointers.get(event.pointerId);
    if (!before) return;
    const point = place(event);
    const others = [...pointers].filter(([id]) => id !== event.pointerId);
    const other = others[0]?.[1];
    if (other) {
      clearTimeout(pressTimer);
      dragged = true;
      const factor = distance(point, other) / Math.max(1, distance(before, other));
      camera.zoom(factor, (point.x + other.x) / 2, (point.y + other.y) / 2);
      camera.pan((point.x - before.x) / 2, (point.y - before.y) / 2);
    } else if (dragged || distance(point, start) > DRAG) {
      clearTimeout(pressTimer);
      if (!dragged) node.setPointerCapture(event.pointerId);
      dragged = true;
      camera.pan(point.x - before.x, point.y - before.y);
    }
    pointers.set(event.pointerId, point);
  }

  function up(event: PointerEvent): void {
    clearTimeout(pressTimer);
    pointers.delete(event.pointerId);
  }

  function click(event: MouseEvent): void {
    if (!dragged) return;
    dragged = false;
    event.stopPropagation();
    event.preventDefault();
  }

  function wheel(event: WheelEvent): void {
    event.preventDefault();
    const point = place(event);
    camera.zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0016)), point.x, point.y);
  }

  node.addEventListener("pointerdown", down);
  node.addEventListener("pointermove", move);
  node.addEventListener("pointerup", up);
  node.addEventListener("pointercancel", up);
  node.addEventListener("click", click, { capture: true });
  node.addEventListener("wheel", wheel, { passive: false });
  return {
    destroy() {
      clearTimeout(pressTimer);
      node.removeEventListener("pointerdown", down);
      node.removeEventListener("pointermove", move);
      node.removeEventListener("pointerup", up);
      node.removeEventListener("pointercancel", up);
      node.removeEventListener("click", click, { capture: true });
      node.removeEventListener("wheel", wheel);
    },
  };
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
