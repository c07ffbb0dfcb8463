/** What the server's analysis says about the position: odds, dangers, what would change a score. */

import type {
  CoupOddsInfo,
  DangerInfo,
  RealignmentOddsInfo,
  RegionPreviewInfo,
} from "../../server/api.ts";
import { languageCode } from "../../language/language.svelte.ts";
import { RefusedError, rest } from "../../server/rest.ts";
import { settings } from "../../shell/settings.svelte.ts";
import { PLACING } from "../model/preview.ts";
import type { GameTable } from "./game.svelte.ts";
import { currentUse } from "../model/uses.ts";

const PATIENCE = 250;
const ROLLS = new Set(["coup_target", "realignment_target"]);
const GRADED = new Set(["headline", "round_card", "play_mode", "operation", "coup_target"]);

export class Advice {
  readonly id: string;
  readonly table: GameTable;
  coups = $state.raw<ReadonlyMap<string, CoupOddsInfo>>(new Map());
  realignments = $state.raw<ReadonlyMap<string, RealignmentOddsInfo>>(new Map());
  dangers = $state.raw<readonly DangerInfo[]>([]);
  /** The uses of the cards as they were graded, known for as long as a card is being used. */
  #plays = $state.raw<readonly DangerInfo[]>([]);
  previews = $state.raw<readonly RegionPreviewInfo[]>([]);

  #abort = new AbortController();

  constructor(id: string, table: GameTable) {
    this.id = id;
    this.table = table;
    $effect(() => {
      const prompt = table.prompt;
      const wanted = settings.aids && table.yours && prompt !== null;
      this.#forget();
      if (!wanted || !(prompt.kind === "play_mode" || currentUse(prompt.kind))) this.#plays = [];
      if (wanted) void this.#ask(prompt.kind, prompt.card ?? "");
    });
  }

  /** The grade of an answer; a card has that of its safest use. */
  dangerOf(action: string): DangerInfo | null {
    const found = this.dangers.filter((one) => one.action === action);
    const least = found.length > 0 ? found.reduce(mildest) : null;
    return least && least.grade !== "safe" ? least : null;
  }

  /** The grade of a use of the card in hand, before it is chosen and while it is carried out. */
  dangerOfUse(use: string): DangerInfo | null {
    const card = this.table.uses?.card ?? null;
    if (card === null) return this.dangerOf(use);
    const found = this.#plays.find((one) => one.action === card && one.mode === use);
    return found && found.grade !== "safe" ? found : null;
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
    const value = this.table.prompt?.ops ?? 0;
    const asked: Promise<void>[] = [];
    // What a marker changes comes with the option.
    if (!PLACING.has(kind)) asked.push(this.#askPreviews(signal));
    if (GRADED.has(kind)) asked.push(this.#askDangers(kind, card, signal));
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

  async #askDangers(kind: string, card: string, signal: AbortSignal): Promise<void> {
    // Who goes on at once needs no advice, and the server has better to do.
    await new Promise((done) => setTimeout(done, PATIENCE));
    if (signal.aborted) return;
    const found = await rest.dangers(this.id, languageCode(), signal);
    if (found.decision !== this.table.prompt?.decision) return;
    this.dangers = found.dangers;
    if (kind === "round_card") this.#plays = found.dangers;
    if (kind === "play_mode") {
      this.#plays = found.dangers.map((one) => ({ ...one, action: card, mode: one.action }));
    }
  }

  async #askPreviews(signal: AbortSignal): Promise<void> {
    this.previews = (await rest.previews(this.id, signal)).regions;
  }
}

const GRADES: readonly DangerInfo["grade"][] = ["safe", "hand_stuck", "may_lose", "loses_now"];

/** The lesser of two dangers. */
export function mildest(a: DangerInfo, b: DangerInfo): DangerInfo {
  return GRADES.indexOf(b.grade) < GRADES.indexOf(a.grade) ? b : a;
}
