/** The coach at the table: a hint in three steps, and a word about a blunder before it is made. */

import type { HintInfo, Prompt, VerdictInfo } from "../../server/api.ts";
import type { Side } from "../../sides.ts";
import { languageCode } from "../../language/language.svelte.ts";
import { refusal, rest } from "../../server/rest.ts";
import { Trying } from "../../server/trying.svelte.ts";
import { settings } from "../../shell/settings.svelte.ts";
import type { Mark } from "../model/marks.ts";
import type { GameTable } from "./game.svelte.ts";

export type Step = HintInfo["step"];
export const STEPS: readonly Step[] = ["danger", "idea", "best"];

/** Questions with which a play begins; a hint stays until the play is committed. */
export const CARD_CHOICES: ReadonlySet<string> = new Set(["headline", "round_card"]);
/** Where another person plays there is no coach. */
const ALONE = new Set(["computer", "hotseat"]);
const NO_CARDS: ReadonlySet<string> = new Set();

export class Coach {
  /** What was told, step by step. */
  hints = $state.raw<readonly HintInfo[]>([]);
  /** The step that is shown; none where the news has its place. */
  current = $state<Step | null>(null);
  /** A blunder that waits for a second word. */
  blunder = $state.raw<{ verdict: VerdictInfo; go: () => void } | null>(null);
  /** What a play that was taken back would have lost. */
  why = $state.raw<VerdictInfo | null>(null);

  readonly #asking = new Trying();
  readonly #id: string;
  readonly #table: GameTable;
  /** The question that the hints are about, if no card was chosen there. */
  #decision: number | null = null;
  #judged = false;

  constructor(id: string, table: GameTable) {
    this.#id = id;
    this.#table = table;
    table.guard = (prompt, action, go) => void this.#judge(prompt, action, go);
    $effect(() => {
      const { prompt, yours } = table;
      if (!yours || (this.#decision !== null && prompt?.decision !== this.#decision)) this.clear();
      if (prompt && CARD_CHOICES.has(prompt.kind)) this.#judged = false;
    });
  }

  /** Whether hints can be had at this table. */
  isThere = $derived.by(
    () => settings.coach !== "off" && ALONE.has(this.#table.info?.mode ?? "online"),
  );
  looking = $derived.by(() => this.#asking.busy);
  trouble = $derived.by(() => this.#asking.trouble);
  shown = $derived.by(() => this.hints.find((one) => one.step === this.current) ?? null);
  /** The step that one more press shows: none that says less than what was told. */
  next = $derived.by<Step | null>(
    () => STEPS[1 + STEPS.findLastIndex((step) => this.#wasTold(step))] ?? null,
  );
  cards = $derived.by(() => (this.shown ? new Set(this.shown.cards) : NO_CARDS));
  /** Countries and regions that the hint is about. */
  places = $derived.by(
    () => new Set(this.shown ? [...this.shown.countries, ...this.shown.regions] : []),
  );

  /** What the best play would place. */
  discOf(country: string, side: Side): Mark["added"] {
    if (this.shown?.use !== "influence") return null;
    const number = this.shown.countries.filter((one) => one === country).length;
    return number > 0 ? { side, text: `+${number}`, faint: true } : null;
  }

  /** Shows the next step, or goes through those that were shown. */
  ask(): void {
    if (!this.isThere || !this.#table.yours || this.looking) return;
    const { next } = this;
    if (next) {
      void this.#asking.run(() => this.#fetch(next));
      return;
    }
    const told = STEPS.filter((step) => this.#wasTold(step));
    this.current = told[(told.indexOf(this.current ?? "best") + 1) % told.length] ?? null;
  }

  show(step: Step): void {
    if (this.#wasTold(step)) this.current = step;
  }

  #wasTold(step: Step): boolean {
    return this.hints.some((one) => one.step === step);
  }

  /** Puts the hint away; what was told can be seen again. */
  close = (): boolean => {
    const wasOpen = this.current !== null;
    this.current = null;
    this.#asking.trouble = "";
    return wasOpen;
  };

  clear(): void {
    this.hints = [];
    this.current = null;
    this.#asking.trouble = "";
    this.why = null;
    this.#decision = null;
  }

  async #fetch(step: Step): Promise<void> {
    const prompt = this.#table.prompt;
    if (!prompt) return;
    const found = await rest.hint(this.#id, step, languageCode());
    if (!this.#table.yours) return;
    this.#decision = CARD_CHOICES.has(prompt.kind) ? null : prompt.decision;
    this.hints = [...this.hints, found];
    this.current = step;
  }

  /** Looks at a play before its last answer is given, if that is wanted. */
  async #judge(prompt: Prompt, action: string, go: () => void): Promise<void> {
    const wanted = this.isThere && settings.coach === "warn" && !this.#judged;
    const verdict = wanted ? await this.#verdict(prompt, action) : null;
    this.#judged = wanted;
    if (verdict?.mark === "blunder") {
      this.#table.sending = false;
      this.blunder = { verdict, go };
      return;
    }
    this.clear();
    go();
  }

  async #verdict(prompt: Prompt, action: string): Promise<VerdictInfo | null> {
    try {
      return await rest.verdict(this.#id, prompt.decision, action, languageCode());
    } catch (error) {
      // A coach that does not answer is no reason to stop the game.
      refusal(error);
      return null;
    }
  }

  playOn(): void {
    const held = this.blunder;
    this.blunder = null;
    this.clear();
    held?.go();
  }

  /** Takes the play back to the choice of its card, and shows what was better. */
  takeBack(): void {
    const verdict = this.blunder?.verdict;
    this.blunder = null;
    if (!verdict?.best) return;
    const { play, chance, why } = verdict.best;
    const found: HintInfo = {
      decision: verdict.decision,
      step: "best",
      text: `${play.text}. ${why}`,
      cards: play.card ? [play.card] : [],
      countries: play.countries,
      regions: [],
      use: play.use,
      answer: null,
      chance,
    };
    this.hints = [...this.hints.filter((one) => one.step !== "best"), found];
    this.current = "best";
    this.why = verdict;
    this.#decision = null;
    // What is played instead is looked at again.
    this.#judged = false;
    this.#table.backTo(CARD_CHOICES);
  }
}
