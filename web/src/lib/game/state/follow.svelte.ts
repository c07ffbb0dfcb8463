/** Following the other side: what has happened for the eye, step by step, and what is news. */

import { untrack } from "svelte";
import type { FactLine, Position, Update, View } from "../../server/api.ts";
import type { Side } from "../../sides.ts";
import { languageCode } from "../../language/language.svelte.ts";
import { rest } from "../../server/rest.ts";
import { followSpeed } from "../../shell/settings.svelte.ts";
import { interimView, type Snapshot } from "../model/interim.ts";
import { durations } from "../model/pacing.ts";
import {
  type Change,
  changesIn,
  isFollowed,
  type Play,
  playsOf,
  startOfLast,
  type Step,
} from "../model/plays.ts";
import { type Headlines, headlinesOf } from "../model/headlines.ts";
import type { GameTable } from "./game.svelte.ts";

/** So many plays can be gone back to. */
const PLAYS = 24;
const SNAPSHOTS = 160;
/** Plays that one was not there for, of which only the last is shown. */
const MISSED = 2;

/** A step that is shown in place of the present. */
interface Place {
  step: number;
  /** `play` goes on by itself; `look` is an earlier moment at which one looks. */
  mode: "play" | "look";
}

export class Follow {
  readonly table: GameTable;
  /** How many facts have happened for the eye, apart from a step that is shown. */
  #seen = $state(0);
  #place = $state.raw<Place | null>(null);
  paused = $state(false);
  /** The headlines that lie open until one goes on. */
  headlines = $state.raw<Headlines | null>(null);
  /** The first fact of the headlines that were laid open last: each are so once. */
  #laid = -1;
  /** The first fact of the news: what came before is known, or put away. */
  #since = $state(0);
  /** Plays that happened while one was away and have not been shown. */
  missed = $state(0);

  /** A play whose rest nobody wants to see. */
  #skipped = -1;
  #snapshots: Snapshot[] = [];
  /** Changes with the snapshots, which are many and large. */
  #known = $state(0);
  #started = false;
  #timer = 0;
  /** Whether the step that is shown was given as little time as one's own clock allows. */
  #hurried = false;

  constructor(table: GameTable) {
    this.table = table;
    $effect(() => {
      const { update, facts } = table;
      if (update) untrack(() => this.#take(update, facts));
    });
    $effect(() => () => clearTimeout(this.#timer));
  }

  #you = $derived.by<Side | null>(() => {
    const { info, view } = this.table;
    if (view?.viewer === "us" || view?.viewer === "ussr") return view.viewer;
    if (this.#shared) return null;
    return info?.players.find((one) => info.your_seats.includes(one.seat))?.side ?? null;
  });
  /** Two at one screen have both seen everything. */
  get #shared(): boolean {
    return this.table.info?.mode === "hotseat";
  }

  /** The first fact that the headlines hold back; nobody else waits for it. */
  #hold = $derived.by<number | null>(() => {
    const { headlines } = this;
    if (!headlines || this.#shared || this.#you === null) return null;
    const { facts } = this.table;
    const round = facts.findIndex((fact) => fact.index > headlines.from && fact.kind === "round");
    return round < 0 ? null : round;
  });
  /** Whether one's own questions wait until the headlines are closed. */
  isHeld = $derived.by(() => this.headlines !== null && !this.#shared && this.#you !== null);

  /** The last plays, with everything that has happened; those that are held back included. */
  #plays = $derived.by<Play[]>(() => {
    const { facts } = this.table;
    const start = startOfLast(facts, PLAYS);
    const turn = facts.slice(0, start).findLast((fact) => fact.kind === "turn")?.values[0] ?? 0;
    return playsOf(facts.slice(start), this.#you, turn);
  });
  #steps = $derived(this.#plays.flatMap((play) => play.steps));
  #end = $derived.by(() => this.#hold ?? this.table.facts.length);

  /** Whether a play is being shown. */
  playing = $derived(this.#place?.mode === "play");
  /** Whether one looks at an earlier moment. */
  looking = $derived(this.#place?.mode === "look");
  /** Whether all that has happened is on the table. */
  isNow = $derived.by(() => this.#place === null && this.#seen >= this.table.facts.length);

  step = $derived.by<Step | null>(() => {
    const id = this.#place?.step;
    return id === undefined ? null : (this.#steps.find((one) => one.id === id) ?? null);
  });
  /** The play of the step that is shown, or the one that the line of news tells. */
  play = $derived.by<Play | null>(() => {
    const { step } = this;
    if (step) return this.#plays.find((one) => one.steps.includes(step)) ?? null;
    return this.#told.at(-1) ?? null;
  });
  /** Where in its play the step is, counted from one. */
  number = $derived.by(() => {
    const { play, step } = this;
    if (!play) return 0;
    return step ? play.steps.indexOf(step) + 1 : this.#shownSteps(play).length;
  });

  /** The plays of which something has happened for the eye, without one's own that can still change. */
  #told = $derived.by(() => {
    const last = this.#plays.at(-1);
    const mine = last !== undefined && this.#isOwn(last);
    const open = mine && this.table.yours && this.table.undoable?.side === this.#you;
    const plays = open ? this.#plays.slice(0, -1) : this.#plays;
    return plays.filter((play) => this.#shownSteps(play).length > 0);
  });

  /** The steps of the play in the line of news that have happened for the eye. */
  newsSteps = $derived.by<Step[]>(() => (this.play ? this.#shownSteps(this.play) : []));

  facts = $derived.by<readonly FactLine[]>(() =>
    this.isNow ? this.table.facts : this.table.facts.filter((fact) => this.#isShown(fact)),
  );

  /** The table as it is for the eye; null where that is the present, or can't be told. */
  view = $derived.by<View | null>(() => {
    if (this.isNow || this.#known < 0) return null;
    return interimView(this.#snapshots, this.table.facts, (fact) => this.#isShown(fact));
  });

  /** The steps since one's own last commit: of the other side, and of headlines. */
  #news = $derived.by(() => {
    const you = this.#you;
    if (you === null) return this.#told.slice(-1).flatMap((play) => this.#shownSteps(play));
    const since = Math.max(this.#since, this.table.committed);
    return this.#plays
      .filter((play) => !this.#isOwn(play))
      .flatMap((play) => this.#shownSteps(play))
      .filter((step) => step.fact.index >= since);
  });
  /** What the headlines have done so far, for the eye. */
  headlineResults = $derived.by<{ play: Play; steps: Step[] }[]>(() => {
    const { headlines } = this;
    if (!headlines) return [];
    return this.#plays
      .filter((play) => play.kind === "headline" && play.id > headlines.from)
      .map((play) => ({ play, steps: this.#shownSteps(play) }))
      .filter(({ steps }) => steps.length > 0);
  });
  /** The steps whose changes are marked on the map: all that is news, or the one looked at. */
  #marked = $derived.by(() => (this.looking && this.step ? [this.step] : this.#news));
  changes = $derived.by<ReadonlyMap<string, Change>>(() => changesIn(this.#marked));
  /** How the tracks have moved with the news. */
  tracks = $derived.by(() => tracksOf(this.#marked));
  /** The table before the news. */
  before = $derived.by<View | null>(() => {
    const first = this.#marked[0]?.id;
    if (first === undefined || this.#known < 0) return null;
    return this.#snapshots.findLast((one) => one.count <= first)?.view ?? null;
  });

  /** Whether it is one's own round, or setup. */
  #isOwn(play: Play): boolean {
    const { kind, side } = play;
    return (kind === "round" || kind === "setup") && side !== null && side === this.#you;
  }

  #shownSteps(play: Play): Step[] {
    return play.steps.filter((step) => step.facts.some((fact) => this.#isShown(fact)));
  }

  #isShown(fact: FactLine): boolean {
    const { step } = this;
    if (!step) return fact.index < this.#seen;
    if (fact.index < step.id) return true;
    return this.#factsUpTo(step).has(fact);
  }

  /** What belongs to a step or to one before it; points of a country may have been set later. */
  #factsUpTo(step: Step): ReadonlySet<FactLine> {
    if (this.#upTo?.step !== step) {
      const steps = this.#steps.slice(0, this.#steps.indexOf(step) + 1);
      this.#upTo = { step, facts: new Set(steps.slice(-12).flatMap((one) => one.facts)) };
    }
    return this.#upTo.facts;
  }
  #upTo: { step: Step; facts: ReadonlySet<FactLine> } | null = null;

  // What comes from the server

  #take(update: Update, facts: readonly FactLine[]): void {
    const last = this.#snapshots.at(-1);
    const { viewer } = update.view;
    const before = last?.view;
    // What one player has seen is not for the other one at the same screen.
    const isOther = before !== undefined && before.viewer !== viewer && viewer !== "all";
    if (isOther) this.#snapshots = [];
    this.#snapshots = this.#snapshots.filter((one) => one.count < facts.length).slice(-SNAPSHOTS);
    this.#snapshots.push({ count: facts.length, view: update.view });
    this.#known += 1;
    if (!this.#started) {
      this.#start(facts);
      return;
    }
    // Ended without a play: nothing is left to be shown, whatever lay open.
    if (update.status === "finished" && last && last.count === facts.length) this.#close();
    else this.#turnOver(facts, before);
    if (this.#seen > facts.length || isOther) this.#goTo(null, facts.length);
    if (isOther) this.#since = this.#startOfNews();
    if (this.#since > facts.length) this.#since = facts.length;
    if (this.#place === null) this.#goOn();
    else this.#hurry();
  }

  /** Shows the present, at once. */
  #close(): void {
    this.headlines = null;
    this.#goTo(null, this.table.facts.length);
  }

  /** Lays the headlines open when both are known, and puts them away when the game goes on. */
  #turnOver(facts: readonly FactLine[], before: View | undefined): void {
    const found = headlinesOf(facts);
    if (!found) this.#laid = -1;
    else if (found.resolved >= this.#seen && found.from !== this.#laid) {
      this.headlines = found;
      this.#laid = found.from;
    }
    if (this.#you === null || this.isHeld || this.#afterHeadlines() === null) return;
    // Who plays on has seen them; that the computer plays on says nothing.
    const goesOn = facts.at(-1)?.kind !== "round" && this.table.view?.round !== before?.round;
    if (goesOn && before?.prompt?.yours) this.headlines = null;
  }

  /** The facts of the round after the headlines that lie open, if it has begun. */
  #afterHeadlines(): readonly FactLine[] | null {
    if (!this.headlines) return null;
    const { facts } = this.table;
    const { from } = this.headlines;
    const round = facts.findIndex((fact) => fact.index > from && fact.kind === "round");
    return round < 0 ? null : facts.slice(round + 1);
  }

  /** Whoever watches sees the headlines until something of the round is shown. */
  #putAway(): void {
    if (this.#you !== null) return;
    if (this.#afterHeadlines()?.some((fact) => this.#isShown(fact))) this.headlines = null;
  }

  #start(facts: readonly FactLine[]): void {
    this.#started = true;
    const seen = readSeen(this.table.info?.id);
    this.#seen = facts.length;
    this.#since = this.#startOfNews();
    const isMissed = (play: Play): boolean => play.steps.some((step) => step.fact.index >= seen);
    const missed = this.#plays.filter((play) => isMissed(play) && isFollowed(play, this.#you));
    if (seen > 0 && missed.length >= MISSED) this.missed = missed.length;
    this.#remember();
    // The scores before the news are known to the server alone.
    if (this.#since < facts.length && !this.#shared) void this.#load(this.#since);
  }

  /** After a page was opened: the news began after one's own last round, or headline. */
  #startOfNews(): number {
    const plays = [...this.#plays];
    const last = plays.at(-1);
    if (this.table.yours && last && this.#isOwn(last)) plays.pop();
    const news = plays.slice(plays.findLastIndex((play) => this.#isOwn(play)) + 1);
    const first = news.find((play) => play.kind === "headline") ?? news[0];
    return first?.id ?? this.table.facts.length;
  }

  /** Asks for the table before a fact. */
  async #load(index: number): Promise<void> {
    const { info, facts } = this.table;
    const answer = (facts[index]?.answer ?? 0) - 1;
    if (!info || answer < 0 || this.#snapshots.some((one) => one.count <= index)) return;
    let position: Position;
    try {
      const over = this.table.update?.status === "finished";
      const { invite } = this.table;
      position = await rest.position(info.id, answer, over ? "all" : "", languageCode(), invite);
    } catch {
      return;
    }
    const count = facts.findIndex((fact) => fact.answer > answer);
    this.#snapshots = [{ count: Math.max(0, count), view: position.view }, ...this.#snapshots];
    this.#known += 1;
  }

  // Going on

  get #speed(): "off" | "quick" | "calm" {
    if (this.#shared || document.visibilityState === "hidden") return "off";
    return followSpeed(this.table.info?.mode === "computer");
  }

  /** The steps that wait to be shown; there are none where nothing is followed. */
  #waiting(): Step[] {
    if (this.#speed === "off") return [];
    // What says nothing by itself may have come earlier than the step to which it belongs.
    const isNew = (step: Step): boolean => step.fact.index >= this.#seen && step.id < this.#end;
    return this.#plays
      .filter((play) => isFollowed(play, this.#you) || this.isHeld)
      .filter((play) => play.id > this.#skipped)
      .flatMap((play) => play.steps)
      .filter((step) => isNew(step) && this.#canShow(step));
  }

  #canShow(step: Step): boolean {
    return this.#snapshots.some((one) => one.count <= step.id);
  }

  /** Shows the next step that waits, or the present. */
  #goOn(): void {
    const waiting = this.#waiting();
    const [next] = waiting;
    const play = this.#plays.find((one) => next && one.steps.includes(next));
    const isShort = play?.steps.length === 1 && waiting.length === 1 && this.table.yours;
    if (!next || !play || (isShort && !this.isHeld)) {
      this.#goTo(null, this.#end);
      return;
    }
    // One's own answers in between show at once.
    this.#show(next, play);
  }

  #show(step: Step, play: Play): void {
    this.#place = { step: step.id, mode: "play" };
    this.#putAway();
    clearTimeout(this.#timer);
    if (this.paused) return;
    this.#hurried = this.#onTheClock;
    const times = durations(play.steps, this.#speed, this.#hurried);
    this.#timer = window.setTimeout(() => this.#next(), times[play.steps.indexOf(step)] ?? 0);
  }

  get #onTheClock(): boolean {
    return this.#you !== null && !!this.table.clock?.running.includes(this.#you);
  }

  /** From when one's own clock runs, what is being shown takes no longer than it may. */
  #hurry(): void {
    const { step, play } = this;
    if (!step || !play || !this.playing || this.paused) return;
    if (this.#onTheClock && !this.#hurried) this.#show(step, play);
  }

  #next(): void {
    const { step } = this;
    const after = this.#waiting().find((one) => !step || one.id > step.id);
    const play = this.#plays.find((one) => after && one.steps.includes(after));
    if (after && play) this.#show(after, play);
    else this.#goTo(null, this.#end);
  }

  #goTo(step: number | null, seen: number): void {
    clearTimeout(this.#timer);
    this.paused = false;
    this.#place = step === null ? null : { step, mode: "look" };
    this.#seen = seen;
    this.#putAway();
    this.#remember();
  }

  #remember(): void {
    const id = this.table.info?.id;
    if (id && this.#seen > 0) writeSeen(id, this.#seen);
  }

  // What a player can do

  /** Ends what is being shown; tells whether there was something. */
  skip(): boolean {
    if (this.#place === null) return false;
    if (this.playing) this.#skipped = this.play?.id ?? -1;
    this.#goTo(null, this.#end);
    return true;
  }

  pause(): void {
    if (!this.playing) return;
    this.paused = !this.paused;
    const { step, play } = this;
    if (step && play && !this.paused) this.#show(step, play);
    else clearTimeout(this.#timer);
  }

  /** A step back: from the present into the last play. */
  back = async (): Promise<void> => {
    const now = this.#steps.filter((step) => step.facts.some((fact) => this.#isShown(fact)));
    const target = now.at(-2);
    if (!target) return;
    await this.#load(target.id);
    if (!this.#canShow(target)) return;
    this.#stand(target);
  };

  /** A step on, as far as things have happened. */
  on = (): void => {
    const { step } = this;
    if (!step) return;
    const after = this.#steps.filter((one) => one.id > step.id && one.id < this.#end);
    const [next] = after;
    if (!next || (this.looking && after.length === 1)) this.skip();
    else this.#stand(next);
  };

  /** Stays at a step: paused where a play is shown, an earlier moment otherwise. */
  #stand(step: Step): void {
    clearTimeout(this.#timer);
    this.paused = this.playing;
    this.#place = { step: step.id, mode: this.playing ? "play" : "look" };
  }

  /** Shows the last play again. */
  again = async (): Promise<void> => {
    const play = this.#plays.findLast((one) => isFollowed(one, this.#you));
    if (play) await this.#replay(play.id);
  };

  /** Shows all plays that one was not there for. */
  all = async (): Promise<void> => {
    const plays = this.#plays.filter((one) => isFollowed(one, this.#you)).slice(-this.missed);
    this.missed = 0;
    if (plays[0]) await this.#replay(plays[0].id);
  };

  async #replay(from: number): Promise<void> {
    await this.#load(from);
    const steps = this.#steps.filter((step) => step.id >= from && step.id < this.#end);
    const [first] = steps;
    const play = this.#plays.find((one) => first && one.steps.includes(first));
    if (!first || !play || !this.#canShow(first)) return;
    this.missed = 0;
    this.#skipped = -1;
    this.#seen = first.id;
    this.#show(first, play);
  }

  /** The marks of what has changed go: something was committed, or they were put away. */
  clear(): boolean {
    const had = this.#news.length > 0 && this.changes.size > 0;
    this.#since = this.table.facts.length;
    this.missed = 0;
    return had;
  }

  /** Closes the headlines; what they held back is shown now. */
  goOn(): boolean {
    if (!this.headlines) return false;
    this.#goTo(null, this.#end);
    this.headlines = null;
    this.#goOn();
    return true;
  }
}

export interface Tracks {
  defcon: { before: number; now: number } | null;
  /** What each side has gained. */
  points: { us: number; ussr: number };
  /** Whether the cells are new. */
  military: ReadonlySet<Side>;
  space: ReadonlySet<Side>;
}

function tracksOf(steps: readonly Step[]): Tracks {
  const tracks = {
    defcon: null as Tracks["defcon"],
    points: { us: 0, ussr: 0 },
    military: new Set<Side>(),
    space: new Set<Side>(),
  };
  for (const fact of steps.flatMap((step) => step.facts)) {
    const [first = 0, second = 0] = fact.values;
    if (fact.kind === "defcon") {
      tracks.defcon = { before: tracks.defcon?.before ?? first, now: second };
    }
    if (fact.side !== "us" && fact.side !== "ussr") continue;
    if (fact.kind === "victory_points") tracks.points[fact.side] += first;
    if (fact.kind === "military_operations") tracks.military.add(fact.side);
    if (fact.kind === "space") tracks.space.add(fact.side);
  }
  if (tracks.defcon?.before === tracks.defcon?.now) tracks.defcon = null;
  return tracks;
}

const SEEN = "twilight.seen";
const GAMES_KEPT = 40;

function allSeen(): Record<string, number> {
  try {
    return JSON.parse(localStorage.getItem(SEEN) ?? "{}") as Record<string, number>;
  } catch {
    return {};
  }
}

/** How much of a game had happened for the eye when this browser last showed it. */
function readSeen(id: string | undefined): number {
  return id ? (allSeen()[id] ?? 0) : 0;
}

function writeSeen(id: string, count: number): void {
  const kept = Object.entries(allSeen())
    .filter(([game]) => game !== id)
    .slice(1 - GAMES_KEPT);
  try {
    localStorage.setItem(SEEN, JSON.stringify({ ...Object.fromEntries(kept), [id]: count }));
  } catch {
    // A browser that keeps nothing still plays.
  }
}
