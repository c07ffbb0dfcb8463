/** What is on the player's desk: the view that is shown, what is pointed at, what can be chosen. */

import type { DangerInfo, Position, RegionView, View } from "../api.ts";
import type { Side } from "../sides.ts";
import { cardOf, COUNTRIES, isCard, isCountry } from "../facts.ts";
import { languageCode, signed, t } from "../language/language.svelte.ts";
import { Camera } from "../map/camera.svelte.ts";
import { around, boxOf, hasBox, rectOf } from "../map/layout.ts";
import { rest } from "../rest.ts";
import { pace, settings } from "../settings.svelte.ts";
import type { Advice } from "./advice.svelte.ts";
import { commitLabel, questionOf } from "./asking.ts";
import { REPEATED } from "./commit.ts";
import { dangerText } from "./dangers.ts";
import { handItems } from "./hand.ts";
import { type Choice, type Mark, stateOf } from "./marks.ts";
import { changesSince } from "./recent.ts";
import type { GameTable } from "./table.svelte.ts";
import { currentUse, useItems } from "./uses.ts";

/** The scale at which a finger hits a box: 91 by 42 pixels. */
const READABLE = 0.7;
const SHAKE = 300;
const ROLL_KINDS = new Set(["coup_target", "realignment_target", "play_mode", "operation"]);

export class Desk {
  readonly table: GameTable;
  readonly advice: Advice | null;
  readonly camera = new Camera();
  pointed = $state<string | null>(null);
  pointedCard = $state<string | null>(null);
  /** An earlier moment that is looked at in place of the present one. */
  looked = $state.raw<Position | null>(null);
  /** An answer that loses the game and waits for a second word. */
  doubt = $state.raw<{ danger: DangerInfo; go: () => void } | null>(null);

  /** Private marks on the map. */
  plans = $state.raw<ReadonlySet<string>>(new Set());
  /** A box that was pressed in vain. */
  shaken = $state<string | null>(null);
  /** Whether the result has been put aside to look at the table. */
  resultClosed = $state(false);

  constructor(table: GameTable, advice: Advice | null) {
    this.table = table;
    this.advice = advice;
  }

  now = $derived.by(() => this.table.view);
  view = $derived<View | null>(this.looked?.view ?? this.now);
  isLive = $derived(this.looked === null);
  yours = $derived.by(() => this.isLive && this.table.yours);
  prompt = $derived.by(() =>
    this.isLive ? this.table.prompt : (this.looked?.view.prompt ?? null),
  );
  you = $derived<Side | null>(
    this.now?.viewer === "us" || this.now?.viewer === "ussr" ? this.now.viewer : null,
  );
  question = $derived.by(() =>
    this.prompt && this.view
      ? questionOf(this.prompt, this.view, this.table.facts, this.table.staged)
      : null,
  );
  commitLabel = $derived.by(() => commitLabel(this.prompt));

  #changes = $derived.by(() =>
    this.yours && REPEATED.has(this.prompt?.kind ?? "")
      ? changesSince(this.table.facts)
      : new Map<string, { us: number; ussr: number }>(),
  );
  legal = $derived.by(
    () => new Set(this.yours ? [...this.table.options.keys()].filter(isCountry) : []),
  );
  #fatal = $derived.by(() => {
    const found = new Set<string>();
    for (const id of this.legal) {
      const lost = this.advice?.coups.get(id)?.winner;
      const isLost = lost !== undefined && lost !== null && lost !== this.you;
      if (isLost || this.advice?.dangerOf(id)?.grade === "loses_now") found.add(id);
    }
    return found;
  });
  #choice = $derived.by<Choice | null>(() =>
    this.legal.size > 0
      ? { legal: this.legal, fatal: this.#fatal, chosen: this.table.staged }
      : null,
  );
  fatalCount = $derived.by(() => this.#fatal.size);

  /** The regions to be hatched: where DEFCON matters to the question, and none while placing. */
  hatched = $derived.by(() => {
    const kind = this.prompt?.kind ?? "";
    return !this.yours || ROLL_KINDS.has(kind) ? (this.view?.closed_regions ?? []) : [];
  });

  markOf = (id: string): Mark => {
    const change = this.#changes.get(id);
    const side: Side | null = change?.us ? "us" : change?.ussr ? "ussr" : null;
    return {
      state: stateOf(id, this.#choice),
      added: side && change ? { side, text: signed(change[side]) } : null,
      planned: this.plans.has(id),
      shaken: this.shaken === id,
    };
  };

  #asksForCards = $derived.by(() => this.yours && [...this.table.options.keys()].some(isCard));
  cardInUse = $derived.by(() =>
    isCard(this.table.staged)
      ? this.table.staged
      : (this.prompt?.card ?? (isCard(this.view?.chosen ?? null) ? this.view!.chosen : null)),
  );
  items = $derived.by(() =>
    this.view
      ? handItems(
          this.view,
          {
            options: this.yours ? this.table.options : new Map(),
            closed: this.table.closed,
            chosen: this.cardInUse,
            asksForCards: this.#asksForCards,
            dangers: this.#cardDangers,
          },
          settings.sort,
          settings.aids,
        )
      : [],
  );
  #cardDangers = $derived.by(() => {
    const found = new Map<string, DangerInfo["grade"]>();
    for (const card of this.table.options.keys()) {
      const danger = isCard(card) ? this.advice?.dangerOf(card) : null;
      if (danger) found.set(card, danger.grade);
    }
    return found;
  });
  /** The uses of the card, while it is being used; an event that asks something has none. */
  uses = $derived.by(() => {
    const kind = this.prompt?.kind ?? "";
    const isUse = kind === "play_mode" || currentUse(kind) !== null;
    return this.yours && isUse ? this.table.uses : null;
  });
  useItems = $derived.by(() => (this.uses ? useItems(this.uses) : []));
  currentUse = $derived.by(() =>
    this.prompt?.kind === "play_mode" ? this.table.staged : currentUse(this.prompt?.kind ?? ""),
  );
  /** The statecraft cards of Turn Zero that one still has. */
  statecraft = $derived.by(() => {
    const crises = this.view?.crises;
    return crises && this.you && this.view?.segment === "turn_zero"
      ? crises.statecraft[this.you]
      : [];
  });
  /** Options that are neither on the map nor in the hand nor among the uses. */
  #others = $derived.by(() => {
    if (!this.prompt || !this.yours || this.prompt.kind === "play_mode") return [];
    const inHand = new Set(this.items.map((item) => item.card));
    return this.prompt.options.filter((one) => !isCountry(one.action) && !inHand.has(one.action));
  });
  /** Cards of other places that can be chosen: of a pile, or of the enemy's hand. */
  tray = $derived.by(() =>
    this.#others
      .filter((one) => isCard(one.action))
      .sort((a, b) => cardOf(b.action).ops - cardOf(a.action).ops),
  );
  others = $derived.by(() => this.#others.filter((one) => !isCard(one.action)));
  /** The card that the rail shows. */
  card = $derived.by(
    () =>
      this.pointedCard ??
      this.prompt?.events.at(-1) ??
      this.cardInUse ??
      this.view?.table.at(-1) ??
      null,
  );
  /** The danger of what waits for the commit, or of what is pointed at. */
  warning = $derived.by<DangerInfo | null>(() => {
    if (!this.yours || !this.advice) return null;
    const staged = this.table.staged;
    if (staged) return this.advice.dangerOf(staged);
    const pointed = this.pointed ?? this.pointedCard;
    return pointed && this.table.options.has(pointed) ? this.advice.dangerOf(pointed) : null;
  });
  warningText = $derived.by(() => (this.warning ? this.textOf(this.warning) : null));
  /** Regions whose score the pointed country would change. */
  changedRegions = $derived.by(() => {
    const id = this.pointed ?? this.table.staged;
    if (!id || !this.yours || !this.legal.has(id)) return new Set<string>();
    const found = this.advice?.previews.filter((region) =>
      region.swings.some((swing) => swing.country === id && swing.change !== 0),
    );
    return new Set(found?.map((region) => region.region));
  });

  /** A danger with its grade, in words. */
  textOf(danger: DangerInfo): string {
    return [t(`danger.${danger.grade}`), dangerText(danger)].filter(Boolean).join(": ");
  }

  regionNamed(name: string): RegionView | undefined {
    return this.view?.regions.find((one) => one.region === name);
  }

  /** How bad it is if a popover covers a box. */
  weightOf = (id: string): number => {
    if (id.startsWith("label_")) return 0.3;
    if (this.legal.has(id)) return 2;
    return this.legal.size > 0 ? 0.35 : 0.8;
  };

  choose(action: string): void {
    if (!this.isLive) return;
    if (isCountry(action) && !this.table.yours) {
      this.#plan(action);
      return;
    }
    if (isCountry(action) && this.legal.size > 0 && !this.legal.has(action)) this.#shake(action);
    this.#careful(action, null, () => this.table.choose(action));
  }

  /** While the other side decides, marks of one's own can be put on the map. */
  #plan(country: string): void {
    const plans = new Set(this.plans);
    if (!plans.delete(country)) plans.add(country);
    this.plans = plans;
  }

  #shake(country: string): void {
    this.shaken = country;
    setTimeout(() => (this.shaken = null), SHAKE);
  }

  chooseCard(card: string): void {
    if (!this.isLive) return;
    const kind = this.table.prompt?.kind;
    if (kind === "play_mode" && this.table.yours) this.table.instead("round_card", card);
    else this.choose(card);
  }

  chooseUse(use: string): void {
    const prompt = this.table.prompt;
    if (!prompt || !this.isLive) return;
    if (prompt.kind !== "play_mode") this.table.instead("play_mode", use);
    else this.#careful(use, null, () => this.table.choose(use));
  }

  commit(): void {
    if (this.isLive) this.table.commit();
  }

  undo(): void {
    if (this.isLive) this.table.undo();
  }

  /** What loses the game at once is asked again, with the loss named. */
  #careful(action: string, mode: string | null, go: () => void): void {
    const danger = this.advice?.dangerOf(action, mode);
    const known = this.table.options.has(action) && this.table.staged !== action;
    if (danger?.grade === "loses_now" && known && this.table.prompt?.kind !== "round_card") {
      this.doubt = { danger, go };
    } else go();
  }

  /** Centres the map on a country and points at it. */
  find = (country: string): void => {
    if (!hasBox(country)) return;
    const { camera } = this;
    camera.flyTo(rectOf(boxOf(country)), pace(300), Math.max(camera.scale, camera.fit * 1.6));
    this.pointed = country;
  };

  /** Shows a region as large as it fits, or the whole map again. */
  visit(region: string): void {
    const ids = COUNTRIES.filter(
      (one) => one.region === region || one.subregions.includes(region),
    ).map((one) => one.id);
    const rect = around([...ids, `label_${region}`]);
    if (!rect) return;
    if (!this.camera.isHome && this.#visited === region) this.camera.home(pace(300));
    else this.camera.flyTo(rect, pace(300), 1, Math.min(READABLE, this.camera.fit * 2));
    this.#visited = this.#visited === region ? null : region;
  }

  #visited: string | null = null;

  /** Flies to the targets, where the window is too small to show the whole map. */
  showTargets(): void {
    const rect = around(this.legal);
    if (rect && this.legal.size < 30) this.camera.flyTo(rect, pace(300), READABLE, READABLE);
  }

  look = async (answer: number): Promise<void> => {
    const id = this.table.info?.id;
    if (!id) return;
    const over = this.table.update?.status === "finished";
    this.looked = await rest.position(id, answer, over ? "all" : "", languageCode());
  };

  back = (): void => {
    this.looked = null;
  };
}
