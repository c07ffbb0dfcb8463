/** Which part of the canvas is seen, and how large. */

import { CANVAS, type Rect } from "./layout.ts";

const LARGEST = 1.6;
const MARGIN = 40;

export class Camera {
  width = $state(0);
  height = $state(0);
  scale = $state(1);
  /** Where the corner of the canvas lies in the window. */
  x = $state(0);
  y = $state(0);
  moving = $state(false);
  /** The scale at which the whole canvas is seen. */
  fit = $derived(Math.min(this.width / CANVAS.width, this.height / CANVAS.height));
  isHome = $derived(Math.abs(this.scale - this.fit) < 0.001);

  /** How often somebody has moved it; who has brought it somewhere can tell whether it is there. */
  moves = 0;
  #frame = 0;

  /** Takes the size of the window; what was whole stays whole. */
  resize(width: number, height: number): void {
    const wasHome = this.width === 0 || this.isHome;
    const centre = this.width === 0 ? null : this.toCanvas(this.width / 2, this.height / 2);
    this.width = width;
    this.height = height;
    if (wasHome || !centre) this.#set(this.fit, 0, 0);
    else
      this.#set(this.scale, width / 2 - centre.x * this.scale, height / 2 - centre.y * this.scale);
  }

  toCanvas(x: number, y: number): { x: number; y: number } {
    return { x: (x - this.x) / this.scale, y: (y - this.y) / this.scale };
  }

  toWindow(rect: Rect): Rect {
    return {
      left: rect.left * this.scale + this.x,
      top: rect.top * this.scale + this.y,
      width: rect.width * this.scale,
      height: rect.height * this.scale,
    };
  }

  pan(dx: number, dy: number): void {
    this.stop();
    this.#set(this.scale, this.x + dx, this.y + dy);
  }

  zoom(factor: number, x = this.width / 2, y = this.height / 2): void {
    this.stop();
    const scale = this.#limited(this.scale * factor);
    const point = this.toCanvas(x, y);
    this.#set(scale, x - point.x * scale, y - point.y * scale);
  }

  home(milliseconds = 0): void {
    this.#fly(this.fit, CANVAS.width / 2, CANVAS.height / 2, milliseconds);
  }

  /** Goes to a part of the canvas, never larger than `most` nor smaller than `least`. */
  flyTo(rect: Rect, milliseconds: number, most = 1, least = 0): void {
    const whole = Math.min(
      this.width / (rect.width + 2 * MARGIN),
      this.height / (rect.height + 2 * MARGIN),
    );
    const scale = Math.max(least, Math.min(most, whole));
    this.#fly(
      this.#limited(scale),
      rect.left + rect.width / 2,
      rect.top + rect.height / 2,
      milliseconds,
    );
  }

  /** Whether a part of the canvas is in the window. */
  shows(rect: Rect): boolean {
    const seen = this.toWindow(rect);
    return (
      seen.left >= 0 &&
      seen.top >= 0 &&
      seen.left + seen.width <= this.width &&
      seen.top + seen.height <= this.height
    );
  }

  stop(): void {
    this.moves += 1;
    cancelAnimationFrame(this.#frame);
    this.moving = false;
  }

  #limited(scale: number): number {
    return Math.max(this.fit, Math.min(LARGEST, scale));
  }

  #fly(scale: number, centreX: number, centreY: number, milliseconds: number): void {
    this.stop();
    const start = { scale: this.scale, ...this.toCanvas(this.width / 2, this.height / 2) };
    const begin = performance.now();
    const step = (now: number) => {
      const part = milliseconds > 0 ? Math.min(1, (now - begin) / milliseconds) : 1;
      const eased = 1 - (1 - part) ** 3;
      const at = start.scale + (scale - start.scale) * eased;
      const x = start.x + (centreX - start.x) * eased;
      const y = start.y + (centreY - start.y) * eased;
      this.#set(at, this.width / 2 - x * at, this.height / 2 - y * at);
      this.moving = part < 1;
      if (part < 1) this.#frame = requestAnimationFrame(step);
    };
    step(begin);
  }

  #set(scale: number, x: number, y: number): void {
    this.scale = scale;
    this.x = kept(x, this.width, CANVAS.width * scale);
    this.y = kept(y, this.height, CANVAS.height * scale);
  }
}

/** Keeps the canvas in the window: centred if it is smaller, without a gap if it is larger. */
function kept(offset: number, window: number, size: number): number {
  if (size <= window) return (window - size) / 2;
  return Math.min(0, Math.max(window - size, offset));
}
