/** What a mouse on the map points at: a box, also while it goes on to the links of its popover. */

import type { Rect } from "./layout.ts";

export interface Point {
  x: number;
  y: number;
}

interface Options {
  pointed: () => string | null;
  point: (id: string | null) => void;
  /** Where the popover is, if something in it can be pressed. */
  popover: () => Rect | null;
}

/** No hand goes straight. */
const SLACK = 6;
/** Who is further away at once has not gone there, but somewhere else. */
const STRIDE = 120;
/** Who rests on another box on the way means that box, after so many milliseconds. */
const REST = 250;

export class Pointing {
  readonly #options: Options;
  #last: Point | null = null;
  /** The box beneath the mouse. */
  #beneath: string | null = null;
  /** The box that was left for its popover. */
  #kept = $state<string | null>(null);
  /** How near the popover the mouse has come. */
  #nearest = 0;
  /** Whether the mouse is within the popover that is kept. */
  isWithin = $derived.by(() => this.#kept !== null && this.#arrived);
  #arrived = $state(false);
  /** Whether the last press was in the popover. */
  #pressed = false;
  #timer = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  /** A target beneath the popover goes before it; any other box waits for who comes past it. */
  enter(id: string, isTarget: boolean, at: Point): void {
    this.#beneath = id;
    const keeps = this.#follows(at) && id !== this.#kept;
    if (keeps && !(this.#arrived && isTarget)) this.#wait();
    else this.#letGo();
  }

  leave(id: string, at: Point): void {
    if (this.#beneath === id) this.#beneath = null;
    if (this.#options.pointed() !== id || this.#kept === id) return;
    const popover = this.#options.popover();
    if (popover && this.#last && isOnItsWay(this.#last, at, popover)) {
      this.#kept = id;
      this.#nearest = distance(at, popover);
      this.#arrived = this.#nearest === 0;
    } else this.#letGo();
  }

  move(at: Point): void {
    this.#last = at;
    if (this.#kept === null) return;
    if (this.#follows(at)) this.#wait();
    else this.#letGo();
  }

  /** The mouse has left the map. */
  out(): void {
    this.#beneath = null;
    this.#last = null;
    if (this.#kept !== null) this.#letGo();
  }

  /** The keyboard has come to a box. */
  focus(id: string): void {
    this.#forget();
    this.#options.point(id);
  }

  /** A finger or a button of the mouse has come down. */
  press(target: EventTarget | null): void {
    this.#pressed = target instanceof Element && target.closest(".popover") !== null;
  }

  /** A press in the popover takes the focus from its box, which is pointed at all the same. */
  blur(id: string): void {
    if (!this.#pressed && this.#options.pointed() === id) this.#options.point(null);
  }

  /** Whether the mouse is in the popover or still on its way. */
  #follows(at: Point): boolean {
    const popover = this.#options.popover();
    if (this.#kept === null || this.#kept !== this.#options.pointed() || !popover) return false;
    const way = distance(at, popover);
    this.#arrived = way === 0;
    if (way > this.#nearest + SLACK) return false;
    this.#nearest = Math.min(way, this.#nearest);
    return true;
  }

  #wait(): void {
    clearTimeout(this.#timer);
    if (this.#beneath === null || this.#arrived) return;
    this.#timer = window.setTimeout(() => this.#letGo(), REST);
  }

  #letGo(): void {
    this.#forget();
    this.#options.point(this.#beneath);
  }

  #forget(): void {
    clearTimeout(this.#timer);
    this.#kept = null;
  }
}

function isOnItsWay(from: Point, to: Point, popover: Rect): boolean {
  const stride = Math.hypot(to.x - from.x, to.y - from.y);
  return stride < STRIDE && distance(to, popover) < distance(from, popover);
}

function distance(point: Point, rect: Rect): number {
  const dx = Math.max(0, rect.left - point.x, point.x - rect.left - rect.width);
  const dy = Math.max(0, rect.top - point.y, point.y - rect.top - rect.height);
  return Math.hypot(dx, dy);
}
