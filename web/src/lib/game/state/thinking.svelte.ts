/** How long the computer has been thinking, and how long it usually does. */

import type { PlayerInfo } from "../../server/api.ts";
import { rest } from "../../server/rest.ts";
import type { GameTable } from "./game.svelte.ts";

const STORE = "twilight.thinking";
const TICK = 500;
/** So many times are kept for each level; their median is the usual one. */
const KEPT = 9;
const LONG = 3;
/** What follows from a thought comes at once, and says nothing of how long one takes. */
const QUICK = 0.5;

export class Thinking {
  readonly #table: GameTable;
  #since = $state(0);
  #now = $state(0);
  #times = $state.raw<readonly number[]>([]);
  /** What the server says of the level, for as long as it has not been met here. */
  #foretold = $state<number | null>(null);

  constructor(table: GameTable) {
    this.#table = table;
    $effect(() => {
      const bot = this.player?.bot;
      if (!bot) return;
      const times = timesOf(bot);
      this.#times = times;
      if (times.length === 0) void this.#foretell(bot);
      const began = performance.now();
      this.#since = this.#now = began;
      const timer = setInterval(() => (this.#now = performance.now()), TICK);
      return () => {
        clearInterval(timer);
        keep(bot, (performance.now() - began) / 1000);
      };
    });
  }

  async #foretell(bot: string): Promise<void> {
    // Without it the table only says that the level thinks.
    const bots = await rest.bots().catch(() => []);
    this.#foretold = bots.find((one) => one.bot === bot)?.seconds ?? null;
  }

  /** The computer player whose answer is awaited. */
  player = $derived.by<PlayerInfo | null>(() => {
    const { info, prompt, update } = this.#table;
    if (!prompt || prompt.yours || update?.status !== "active") return null;
    return info?.players.find((one) => one.side === prompt.actor && one.bot !== null) ?? null;
  });
  seconds = $derived(Math.floor((this.#now - this.#since) / 1000));
  /** The usual time in seconds; null where nothing is known of this level. */
  usual = $derived.by<number | null>(() => {
    const sorted = [...this.#times].sort((a, b) => a - b);
    return sorted[Math.floor(sorted.length / 2)] ?? this.#foretold;
  });
  isLong = $derived(this.usual !== null && this.seconds > Math.max(1, LONG * this.usual));
  /** How much of the usual time is over, from 0 to 0.95. */
  part = $derived(this.usual ? Math.min(0.95, this.seconds / this.usual) : 0);
}

function all(): Record<string, number[]> {
  try {
    return JSON.parse(localStorage.getItem(STORE) ?? "{}") as Record<string, number[]>;
  } catch {
    return {};
  }
}

function timesOf(bot: string): readonly number[] {
  return all()[bot] ?? [];
}

function keep(bot: string, seconds: number): void {
  if (seconds < QUICK) return;
  const times = all();
  times[bot] = [...(times[bot] ?? []), seconds].slice(-KEPT);
  try {
    localStorage.setItem(STORE, JSON.stringify(times));
  } catch {
    // A browser that keeps nothing still plays.
  }
}
