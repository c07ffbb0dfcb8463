/** What the server's analysis says about the position: odds, dangers, what would change a score. */

import type { CoupOddsInfo, DangerInfo, RealignmentOddsInfo, RegionPreviewInfo } from "../api.ts";
import { languageCode } from "../language/language.svelte.ts";
import { RefusedError, rest } from "../rest.ts";
import { settings } from "../settings.svelte.ts";
import { operationValue } from "./recent.ts";
import type { GameTable } from "./table.svelte.ts";

const PATIENCE = 250;
const ROLLS = new Set(["coup_target", "realignment_target"]);
const GRADED = new Set(["headline", "round_card", "play_mode", "operation", "coup_target"]);

export class Advice {
  readonly id: string;
  readonly table: GameTable;
  coups = $state.raw<ReadonlyMap<string, CoupOddsInfo>>(new Map());
  realignments = $state.raw<ReadonlyMap<string, RealignmentOddsInfo>>(new Map());
  dangers = $state.raw<readonly DangerInfo[]>([]);
  previews = $state.raw<readonly RegionPreviewInfo[]>([]);

  #abort = new AbortController();

  constructor(id: string, table: GameTable) {
    this.id = id;
    this.table = table;
    $effect(() => {
      const prompt = table.prompt;
      const wanted = settings.aids && table.yours && prompt !== null;
      this.#forget();
      if (wanted) void this.#ask(prompt.kind, prompt.card ?? "");
    });
  }

  /** The grade of an answer, for one use of a card or for the safest one. */
  dangerOf(action: string, mode: string | null = null): DangerInfo | null {
    const found = this.dangers.filter(
      (one) => one.action === action && (mode === null || one.mode === null || one.mode === mode),
    );
    const rank = (one: DangerInfo) => GRADES.indexOf(one.grade);
    const least = found.sort((a, b) => rank(a) - rank(b))[0];
    return least && least.grade !== "safe" ? least : null;
  }

  #forget(): void {
    this.#abort.abort();
    this.#abort = new AbortController();
    this.coups = new Map();
    this.realignments = new Map();
    this.dangers = [];
  }

  async #ask(kind: string, card: string): Promise<void> {
    const { signal } = this.#abort;
    const value = operationValue(this.table.facts);
    const asked: Promise<void>[] = [this.#askPreviews(signal)];
    if (GRADED.has(kind)) asked.push(this.#askDangers(signal));
    if (ROLLS.has(kind) && value) asked.push(this.#askOdds(value, card, signal));
    const results = await Promise.allSettled(asked);
    for (const result of results) {
      // Advice that does not come is no reason to stop the game.
      const error: unknown = result.status === "rejected" ? result.reason : null;
      if (error && !signal.aborted && !(error instanceof RefusedError)) throw error;
    }
  }

  async #askOdds(value: number, card: string, signal: AbortSignal): Promise<void> {
    const odds = await rest.odds(this.id, value, card, signal);
    this.coups = new Map(odds.coups.map((one) => [one.country, one]));
    this.realignments = new Map(odds.realignments.map((one) => [one.country, one]));
  }

  async #askDangers(signal: AbortSignal): Promise<void> {
    // Who goes on at once needs no advice, and the server has better to do.
    await new Promise((done) => setTimeout(done, PATIENCE));
    if (signal.aborted) return;
    const found = await rest.dangers(this.id, languageCode(), signal);
    if (found.decision === this.table.prompt?.decision) this.dangers = found.dangers;
  }

  async #askPreviews(signal: AbortSignal): Promise<void> {
    this.previews = (await rest.previews(this.id, signal)).regions;
  }
}

const GRADES: readonly DangerInfo["grade"][] = ["safe", "hand_stuck", "may_lose", "loses_now"];
