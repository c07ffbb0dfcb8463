/** The clocks as they run down between two messages. */

import type { Side } from "../../sides.ts";
import type { GameTable } from "./game.svelte.ts";

const TICK = 250;

export class Clocks {
  #now = $state(performance.now());
  #table: GameTable;

  constructor(table: GameTable) {
    this.#table = table;
    $effect(() => {
      if (!table.clock?.running.length) return;
      const timer = setInterval(() => (this.#now = performance.now()), TICK);
      return () => clearInterval(timer);
    });
  }

  left(side: Side): number | null {
    const clock = this.#table.clock;
    if (!clock) return null;
    const told = clock.left[side];
    if (!clock.running.includes(side)) return told;
    const gone = this.#now - this.#table.clockAt - clock.starts_in - clock.grace;
    return Math.max(0, told - Math.max(0, gone));
  }

  text(side: Side): string | null {
    const left = this.left(side);
    return left === null ? null : clockText(left);
  }
}

export function clockText(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  const two = (value: number) => String(value).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  if (hours >= 48) return `${Math.floor(hours / 24)} d ${hours % 24} h`;
  if (hours > 0) return `${hours}:${two(minutes)}:${two(seconds % 60)}`;
  return `${minutes}:${two(seconds % 60)}`;
}
