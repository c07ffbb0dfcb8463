/** What is on the player's desk: the view that is shown, what is pointed at, what can be chosen. */

import type { DangerInfo, Position, RegionView, View } from "../../server/api.ts";
import type { Side } from "../../sides.ts";
import { cardOf, isCard, isCountry } from "../../facts.ts";
import {
  capital,
  cardName,
  countryName,
  languageCode,
  sideName,
  signed,
  t,
} from "../../language/language.svelte.ts";
import { Camera } from "../../map/camera.svelte.ts";
import { boxOf, hasBox, rectOf } from "../../map/layout.ts";
import { Tour } from "../../map/tour.svelte.ts";
import { rest } from "../../server/rest.ts";
import { pace, settings } from "../../shell/settings.svelte.ts";
import { type Advice, mildest } from "./advice.svelte.ts";
import type { Coach } from "./coach.svelte.ts";
import { commitLabel, questionOf } from "../text/asking.ts";
import { dangerText } from "../text/dangers.ts";
import { handItems } from "../model/hand.ts";
import { type Choice, type Mark, stateOf } from "../model/marks.ts";
import type { Change } from "../model/plays.ts";
import { PLACING } from "../model/preview.ts";
import { changesOf } from "../model/recent.ts";
import type { Follow } from "./follow.svelte.ts";
import type { GameTable } from "./game.svelte.ts";
import { thinkingQuestion } from "../text/thinking.ts";
import { Thinking } from "./thinking.svelte.ts";
import { undoneText, undoSentence } from "../text/undo.ts";
import { meaningOf } from "../text/uses.ts";
import { currentUse, type UseItem, useItems } from "../model/uses.ts";

const SHAKE = 300;
/** Facts that name a card that was played. */
const PLAYS = new Set(["card_played", "headline_event"]);
/** Where to read about a question on the map. */
const RULES_OF_QUESTIONS: Record<string, string> = {
  region: "R18.1",
  coup_target: "R11.2",
  realignment_target: "R12.3",
  place_influence: "R10.1",
  setup_influence: "R3.7",
  handicap_influence: "V2.2",
};
/** With so many targets there is no place where they are. */
const MANY = 30;
/** Questions about a card of the hand: here it matters whether its event would happen. */
const OFF_KINDS = new Set(["headline", "round_card"]);
const ROLL_KINDS = new Set(["coup_target", "realignment_target", "play_mode", "operation"]);

export class Desk {
  readonly table: GameTable;
  readonly advice: Advice | null;
  readonly follow: Follow;
  readonly coach: Coach | null;
  readonly thinking: Thinking;
  readonly camera = new Camera();
  readonly tour = new Tour(this.camera);
  pointed = $state<string | null>(null);
  pointedCard = $state<string | null>(null);
  /** An earlier moment that is looked at in place of the present one. */
  looked = $state.raw<Position | null>(null);
  /** An answer that loses the game and waits for a second word. */
  doubt = $state.raw<{ what: string; danger: DangerInfo; go: () => void } | null>(null);

  /** Private marks on the map. */
  plans = $state.raw<ReadonlySet<string>>(new Set());
  /** A box that was pressed in vain. */
  shaken = $state<string | null>(null);
  /** Whether the result has been put aside to look at the table. */
  resultClosed = $state(false);

  constructor(table: GameTable, advice: Advice | null, follow: Follow, coach: Coach | null = null) {
    this.coach = coach;
    this.table = table;
    this.advice = advice;
    this.follow = follow;
    this.thinking = new Thinking(table);
  }

  now = $derived.by(() => this.table.view);
  view = $derived.by<View | null>(() => this.looked?.view ?? this.follow.view ?? this.now);
  /** The facts that have happened for the eye. */
  facts = $derived.by(() => this.follow.facts);
  /** Whether the table is shown as it is now, or as far as the other side's play has been shown. */
  isLive = $derived.by(() => this.looked === null && !this.follow.looking);
  /** Whether everything that has happened is on the table. */
  isNow = $derived.by(() => this.looked === null && this.follow.isNow && !this.follow.isHeld);
  yours = $derived.by(() => this.isNow && this.table.yours);
  prompt = $derived.by(() => (this.isNow ? this.table.prompt : (this.looked?.view.prompt ?? null)));
  you = $derived<Side | null>(
    this.now?.viewer === "us" || this.now?.viewer === "ussr" ? this.now.viewer : null,
  );
  question = $derived.by(() =>
    this.prompt && this.view
      ? (thinkingQuestion(this.thinking) ??
        questionOf(this.prompt, this.view, this.table.staged, this.#bothChoose))
      : null,
  );
  #bothChoose = $derived.by(() => this.isNow && this.table.update?.both_choose === true);
  /** What waits for the commit, or for the other side to choose too. */
  chosen = $derived.by(
    () => this.table.staged ?? (this.#bothChoose ? (this.table.undoable?.action ?? null) : null),
  );
  commitLabel = $derived.by(() => commitLabel(this.prompt, this.table.staged));
  /** What Undo would take back: nothing that is sent as long as something waits for the commit. */
  #undoable = $derived.by(() => (this.table.staged === null ? this.table.undoable : null));
  /** At one screen it may be the other player's answer, and then the button says so. */
  undoLabel = $derived.by(() =>
    this.#undoable && this.#undoable.side !== this.you
      ? t("prompt.undo_of", { side: sideName(this.#undoable.side) })
      : t("prompt.undo"),
  );
  undoTarget = $derived.by(() => (this.#undoable ? undoneText(this.#undoable) : ""));
  undoHint = $derived.by(() => {
    if (this.#undoable) return undoSentence(this.#undoable);
    return this.table.mayUndo ? undefined : t("prompt.no_undo");
  });

  /** One's own points of this operation that have been answered. */
  #pending = $derived.by(() => changesOf(this.yours && this.prompt ? this.prompt.changes : []));
  #changes = $derived.by(() => {
    const { prompt } = this;
    const changes = new Map(this.#pending);
    const { staged } = this.table;
    // The last point is drawn when it is staged, not when it is committed.
    if (prompt && isCountry(staged) && PLACING.has(prompt.kind)) {
      const { us, ussr } = changes.get(staged) ?? { us: 0, ussr: 0 };
      const mine = prompt.actor === "us";
      changes.set(staged, { us: us + (mine ? 1 : 0), ussr: ussr + (mine ? 0 : 1) });
    }
    return changes;
  });
  legal = $derived.by(
    () => new Set(this.yours ? [...this.table.options.keys()].filter(isCountry) : []),
  );
  #fatal = $derived.by(() => {
    const found = new Set<string>();
    // The odds of coups come with those of realignments, and mean nothing to these.
    const coups = this.prompt?.kind === "coup_target" ? this.advice?.coups : undefined;
    for (const id of this.legal) {
      const lost = coups?.get(id)?.winner;
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

  /** The regions to be hatched: where DEFCON matters to the question, and none while placing. */
  hatched = $derived.by(() => {
    const kind = this.prompt?.kind ?? "";
    return !this.yours || ROLL_KINDS.has(kind) ? (this.view?.closed_regions ?? []) : [];
  });

  /** What is news in a country, without one's own points, which have a mark of their own. */
  #newsOf(id: string): Change | null {
    const change = this.follow.changes.get(id);
    const pending = this.follow.looking ? undefined : this.#pending.get(id);
    if (!change || !pending) return change ?? null;
    const rest = { ...change, us: change.us - pending.us, ussr: change.ussr - pending.ussr };
    return rest.us === 0 && rest.ussr === 0 ? null : rest;
  }

  markOf = (id: string): Mark => {
    const change = this.#changes.get(id);
    const side: Side | null = change?.us ? "us" : change?.ussr ? "ussr" : null;
    return {
      state: stateOf(id, this.#choice),
      added:
        side && change
          ? { side, text: signed(change[side]) }
          : ((this.you && this.coach?.discOf(id, this.you)) ?? null),
      changed: this.looked ? null : this.#newsOf(id),
      planned: this.plans.has(id),
      shaken: this.shaken === id,
    };
  };

  /** A card to go with the one in use is no reason to close the others. */
  #asksForCards = $derived.by(
    () =>
      this.yours &&
      this.prompt?.kind !== "play_mode" &&
      [...this.table.options.keys()].some(isCard),
  );
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
            maySwitch: this.yours && this.prompt?.kind === "play_mode",
            dangers: this.#cardDangers,
            hinted: this.coach?.cards ?? new Set(),
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
    const isUse = kind === this.table.uses?.kind || currentUse(kind) !== null;
    return this.yours && isUse ? this.table.uses : null;
  });
  useItems = $derived.by(() => (this.uses ? useItems(this.uses) : []));
  /** What a use does, in one line. */
  meaningOf = (item: UseItem): string => {
    const { prompt, view, uses } = this;
    if (!prompt || !view) return "";
    const isTheirs = uses?.options.some((one) => one.action === "event_first") ?? false;
    return meaningOf(item, prompt, view, isTheirs);
  };
  currentUse = $derived.by(() =>
    this.prompt?.kind === this.uses?.kind ? this.table.staged : currentUse(this.prompt?.kind ?? ""),
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
  others = $derived.by(() => {
    const uses = new Set(this.useItems.map((item) => item.action));
    return this.#others.filter((one) => !isCard(one.action) && !uses.has(one.action));
  });
  /** The only answer of that kind, as to stop or to decline; it needs no list. */
  lone = $derived.by(() => (this.others.length === 1 ? (this.others[0] ?? null) : null));
  /** The card that is pointed at or in question. */
  #asked = $derived.by(
    () =>
      this.pointedCard ??
      this.prompt?.events.at(-1) ??
      this.cardInUse ??
      this.view?.table.at(-1) ??
      null,
  );
  /** The card that was played last, which tells what the other side has just done. */
  #played = $derived.by(
    () => this.facts.findLast((fact) => PLAYS.has(fact.kind) && isCard(fact.subject)) ?? null,
  );
  /** The card that the rail shows. */
  card = $derived.by(() => this.#asked ?? this.#played?.subject ?? null);
  /** Why it shows a card that nobody asks about. */
  cardNote = $derived.by(() =>
    this.#asked === null && this.#played
      ? t("rail.last_card", { side: sideName(this.#played.side as Side) })
      : undefined,
  );
  /** The danger of what waits for the commit, or of what is pointed at. */
  warning = $derived.by<DangerInfo | null>(() => {
    if (!this.yours || !this.advice) return null;
    const asked = this.table.staged ?? this.pointed ?? this.pointedCard;
    const known = asked && this.table.options.has(asked) ? this.advice.dangerOf(asked) : null;
    return known ?? this.#standing;
  });
  /** The danger of the use that is carried out, or of all uses where none is harmless. */
  #standing = $derived.by<DangerInfo | null>(() => {
    const { advice, currentUse: use } = this;
    if (!advice || !this.uses || this.#fatal.size > 0) return null;
    if (use) return advice.dangerOfUse(use);
    const open = this.useItems.filter((item) => item.reason === null);
    const dangers = open.map((item) => advice.dangerOfUse(item.action));
    return dangers.reduce((a, b) => (a && b ? mildest(a, b) : null), dangers[0] ?? null);
  });
  warningText = $derived.by(() => (this.warning ? this.textOf(this.warning) : null));
  /** That the event of the card that waits, or is pointed at, would not happen now. */
  offText = $derived.by<string | null>(() => {
    if (!this.yours || !OFF_KINDS.has(this.prompt?.kind ?? "")) return null;
    const asked = this.table.staged ?? this.pointedCard ?? this.prompt?.card;
    const item = this.items.find((one) => one.card === asked);
    return item?.off ? t("hand.off_card", { card: cardName(item.card), why: item.off }) : null;
  });
  /** Some of the targets lose the game, though none of them is pointed at. */
  fatalText = $derived.by(() =>
    this.#fatal.size > 0 ? t("prompt.fatal_targets", { n: this.#fatal.size }) : null,
  );
  /** Regions whose score the pointed country would change. */
  changedRegions = $derived.by(() => {
    const id = this.pointed ?? this.table.staged;
    if (!id || !this.yours || !this.legal.has(id)) return new Set<string>();
    if (PLACING.has(this.prompt?.kind ?? "")) {
      const option = this.prompt?.options.find((one) => one.action === id);
      return new Set(Object.keys(option?.scores ?? {}));
    }
    const found = this.advice?.previews.filter((region) =>
      region.swings.some((swing) => swing.country === id && swing.change !== 0),
    );
    return new Set(found?.map((region) => region.region));
  });

  /** The paragraph about what is pointed at; a country that is closed names its own. */
  ruleAt = $derived.by<string | null>(() => {
    const { pointed, prompt } = this;
    if (!pointed) return null;
    if (this.regionNamed(pointed)) return RULES_OF_QUESTIONS["region"] ?? null;
    if (!this.yours || !prompt || !this.legal.has(pointed)) return null;
    return RULES_OF_QUESTIONS[prompt.kind] ?? null;
  });

  /** How much each region's net score has moved with the news; positive for the US. */
  movedRegions = $derived.by<ReadonlyMap<string, number>>(() => {
    const before = this.looked ? null : this.follow.before;
    const moved = new Map<string, number>();
    for (const region of this.view?.regions ?? []) {
      const old = before?.regions.find((one) => one.region === region.region);
      if (old && old.net !== region.net) moved.set(region.region, region.net - old.net);
    }
    return moved;
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
    if (!this.isNow) return;
    if (isCountry(action) && !this.table.yours) {
      this.#plan(action);
      return;
    }
    if (isCountry(action) && this.legal.size > 0 && !this.legal.has(action)) this.#shake(action);
    this.#careful(action, () => this.table.choose(action));
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
    if (!this.isNow) return;
    const kind = this.table.prompt?.kind;
    if (kind === "play_mode" && this.table.yours) this.table.instead("round_card", card);
    else this.choose(card);
  }

  chooseUse(use: string): void {
    const prompt = this.table.prompt;
    if (!prompt || !this.isNow) return;
    const kind = this.uses?.kind ?? "play_mode";
    if (prompt.kind !== kind) this.table.instead(kind, use);
    else this.#careful(use, () => this.table.choose(use), this.advice?.dangerOfUse(use) ?? null);
  }

  commit(): void {
    if (this.isNow) this.table.commit();
  }

  undo(): void {
    if (this.isNow) this.table.undo();
  }

  /** What loses the game at once is asked again, with the loss named. */
  #careful(
    action: string,
    go: () => void,
    danger: DangerInfo | null = this.advice?.dangerOf(action) ?? null,
  ): void {
    const known = this.table.options.has(action) && this.table.staged !== action;
    if (danger?.grade === "loses_now" && known && this.table.prompt?.kind !== "round_card") {
      this.doubt = { what: this.#nameOf(action), danger, go };
    } else go();
  }

  /** An answer in a few words, with the card that it is for. */
  #nameOf(action: string): string {
    const what = isCountry(action)
      ? countryName(action)
      : isCard(action)
        ? cardName(action)
        : capital(this.table.options.get(action) ?? action);
    const card = this.prompt?.card;
    return card && card !== action ? `${cardName(card)} › ${what}` : what;
  }

  /** Centres the map on a country and points at it. */
  find = (country: string): void => {
    if (!hasBox(country)) return;
    const { camera } = this;
    camera.flyTo(rectOf(boxOf(country)), pace(300), Math.max(camera.scale, camera.fit * 1.6));
    this.pointed = country;
  };

  visit(region: string): void {
    this.tour.visit(region, this.legal);
  }

  /** Flies to the targets, where the window is too small to show the whole map. */
  showTargets(): void {
    if (this.legal.size > 0 && this.legal.size < MANY) this.tour.show(this.legal);
  }

  look = async (answer: number): Promise<void> => {
    const id = this.table.info?.id;
    if (!id) return;
    // Where nothing has happened since, it is no earlier moment.
    const last = this.table.facts.at(-1)?.answer ?? 0;
    if (answer >= last || answer >= (this.table.update?.answers ?? 0)) {
      this.back();
      return;
    }
    const over = this.table.update?.status === "finished";
    const { invite } = this.table;
    this.looked = await rest.position(id, answer, over ? "all" : "", languageCode(), invite);
  };

  back = (): void => {
    this.looked = null;
    this.follow.skip();
  };
}
