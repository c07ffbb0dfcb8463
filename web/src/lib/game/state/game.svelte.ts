/** A game as this browser knows it, and everything that can be asked of it. */

import type {
  Chat,
  ChatLine,
  ClientMessage,
  ClockInfo,
  FactLine,
  GameInfo,
  Option,
  PlayerInfo,
  Prompt,
  ServerMessage,
  Update,
  View,
} from "../../server/api.ts";
import { isCard, isCountry } from "../../facts.ts";
import { cardName, countryName, t } from "../../language/language.svelte.ts";
import { OFFLINE } from "../../server/rest.ts";
import { settings } from "../../shell/settings.svelte.ts";
import type { Link, LinkHandlers, LinkState } from "./link.ts";
import { needsCommit } from "../model/commit.ts";

export interface Refusal {
  code: string;
  message: string;
}

/** The questions that ask for a use: of a card, or of the operations that an event gives. */
const USE_KINDS = new Set(["play_mode", "operation"]);

/** The uses of a card as they were offered, remembered so that another one can still be taken. */
export interface Uses {
  /** The question that they answer. */
  kind: string;
  /** The card, if they are its own and not those of an event. */
  card: string | null;
  options: Option[];
  closed: Prompt["closed"];
}

/** Going back to an earlier question and answering it in another way. */
interface Detour {
  kinds: ReadonlySet<string>;
  /** The answer to it; none if the question is to be asked again. */
  action: string | null;
}

const REFUSAL_TIME = 4000;

export class GameTable {
  info = $state.raw<GameInfo | null>(null);
  update = $state.raw<Update | null>(null);
  facts = $state.raw<FactLine[]>([]);
  chat = $state.raw<ChatLine[]>([]);
  connected = $state.raw<number[]>([]);
  /** The players, with whether they are here now. */
  players = $derived<PlayerInfo[]>(
    (this.info?.players ?? []).map((player) => ({
      ...player,
      connected: player.bot !== null || this.connected.includes(player.seat),
    })),
  );
  spectators = $state(0);
  clock = $state.raw<ClockInfo | null>(null);
  /** When the clock was told, by this browser's own time. */
  clockAt = $state(0);
  link = $state<LinkState>("connecting");
  refusal = $state.raw<Refusal | null>(null);
  staged = $state<string | null>(null);
  /** How many facts there were at the last answer that can't be taken back. */
  committed = $state(0);
  sending = $state(false);
  uses = $state.raw<Uses | null>(null);
  reasons = $state.raw<ReadonlyMap<string, string>>(new Map());

  view = $derived<View | null>(this.update?.view ?? null);
  prompt = $derived<Prompt | null>(this.view?.prompt ?? null);
  yours = $derived(this.prompt?.yours === true && this.update?.status === "active");
  options = $derived<ReadonlyMap<string, string>>(
    new Map(this.yours ? this.prompt?.options.map((one) => [one.action, one.label]) : []),
  );
  closed = $derived<ReadonlyMap<string, string>>(
    new Map(this.prompt?.closed.map((one) => [one.action, one.reason])),
  );
  undoable = $derived(this.update?.undo ?? null);
  mayUndo = $derived(this.staged !== null || this.undoable !== null);

  /** Asked before an answer is given that can't be taken back; it goes on, now or later. */
  guard: ((prompt: Prompt, action: string, go: () => void) => void) | null = null;

  #link: Link;
  #detour: Detour | null = null;
  #explained = -1;
  /** What was pressed in vain and has not been explained yet. */
  #puzzling: string | null = null;
  #refusalTimer = 0;

  /** The key of the link by which one watches; empty for players. */
  readonly invite: string;

  constructor(connect: (handlers: LinkHandlers) => Link, invite = "") {
    this.invite = invite;
    this.#link = connect({
      message: (message) => this.receive(message),
      state: (state) => {
        this.link = state;
        if (state !== "live") this.sending = false;
      },
      last: () => this.update?.number ?? null,
    });
  }

  close(): void {
    clearTimeout(this.#refusalTimer);
    this.#link.close();
  }

  receive(message: ServerMessage): void {
    switch (message.type) {
      case "info":
        this.info = message.info;
        break;
      case "update":
        this.#take(message);
        break;
      case "presence":
        this.connected = message.connected;
        this.spectators = message.spectators;
        this.#setClock(message.clock);
        break;
      case "chat":
        this.#hear(message);
        break;
      case "refused":
        this.sending = false;
        this.#detour = null;
        this.refuse({ code: message.code, message: message.message });
        break;
      case "reasons":
        this.#learn(new Map(message.closed.map((one) => [one.action, one.reason])));
        break;
      case "done":
      case "pong":
        break;
    }
  }

  #take(update: Update): void {
    const before = this.prompt;
    const other = this.view !== null && this.view.viewer !== update.view.viewer;
    const kept = other ? [] : this.facts.slice(0, update.facts_from);
    this.facts = [...kept, ...update.facts];
    this.update = update;
    this.sending = false;
    this.#setClock(update.clock);
    const prompt = update.view.prompt;
    if (before?.decision !== prompt?.decision) {
      this.staged = null;
      this.reasons = new Map();
      this.#explained = -1;
      this.#puzzling = null;
    }
    if (prompt?.yours && USE_KINDS.has(prompt.kind)) {
      const { kind, card, options, closed } = prompt;
      this.uses = { kind, card: kind === "play_mode" ? card : null, options, closed };
    } else if (!prompt?.yours || prompt.kind === "round_card") this.uses = null;
    this.#goDetour();
  }

  #setClock(clock: ClockInfo | null): void {
    this.clock = clock;
    this.clockAt = performance.now();
  }

  #hear(chat: Chat): void {
    const known = new Set(this.chat.map((line) => line.number));
    this.chat = [...this.chat, ...chat.lines.filter((line) => !known.has(line.number))];
  }

  refuse(refusal: Refusal): void {
    this.refusal = refusal;
    clearTimeout(this.#refusalTimer);
    this.#refusalTimer = window.setTimeout(() => (this.refusal = null), REFUSAL_TIME);
  }

  send(message: ClientMessage): boolean {
    const sent = this.#link.send(message);
    if (!sent) this.refuse({ code: OFFLINE, message: t("prompt.offline") });
    return sent;
  }

  /** Chooses an option: it is sent at once, or waits for the commit where it can't be taken back. */
  choose(action: string): void {
    const prompt = this.prompt;
    if (!prompt || !this.yours || this.sending) return;
    if (!this.options.has(action)) {
      this.#explain(action);
      return;
    }
    this.refusal = null;
    if (this.staged !== action && settings.confirm && needsCommit(prompt, action)) {
      this.staged = action;
      return;
    }
    this.#answer(action);
  }

  commit(): void {
    if (this.staged !== null && !this.sending) this.#answer(this.staged);
  }

  undo(): void {
    if (this.staged !== null) this.staged = null;
    else if (this.undoable && !this.sending) this.sending = this.send({ type: "undo" });
  }

  /** Goes back to an earlier question of the same play and answers it in another way. */
  instead(kind: string, action: string): void {
    if (this.sending) return;
    this.staged = null;
    this.#detour = { kinds: new Set([kind]), action };
    this.#goDetour();
  }

  /** Takes answers back until one of some questions is open again. */
  backTo(kinds: ReadonlySet<string>): void {
    this.staged = null;
    this.#detour = { kinds, action: null };
    this.#goDetour();
  }

  #goDetour(): void {
    const detour = this.#detour;
    if (!detour) return;
    if (!this.yours) this.#detour = null;
    else if (this.prompt && detour.kinds.has(this.prompt.kind)) {
      this.#detour = null;
      if (detour.action !== null && this.options.has(detour.action)) this.choose(detour.action);
    } else if (this.undoable) this.sending = this.send({ type: "undo" });
    else this.#detour = null;
  }

  #answer(action: string): void {
    const prompt = this.prompt;
    if (!prompt) return;
    if (!needsCommit(prompt, action)) {
      this.sending = this.send({ type: "answer", decision: prompt.decision, action });
      return;
    }
    const go = (): void => {
      if (this.prompt?.decision !== prompt.decision) return;
      this.sending = this.send({ type: "answer", decision: prompt.decision, action });
      if (this.sending) this.committed = this.facts.length;
    };
    this.sending = true;
    if (this.guard) this.guard(prompt, action, go);
    else go();
  }

  /** Says why something can't be chosen; the reasons for countries are asked for once. */
  #explain(action: string): void {
    const reason = this.closed.get(action) ?? this.reasons.get(action);
    this.#puzzling = reason ? null : action;
    if (reason) this.#refuseNamed(action, reason);
    else this.askReasons();
  }

  #learn(reasons: ReadonlyMap<string, string>): void {
    this.reasons = reasons;
    const action = this.#puzzling;
    const told = action && reasons.get(action);
    this.#puzzling = null;
    if (action && told) this.#refuseNamed(action, told);
  }

  /** A reason stands beside a name, and here the name comes first. */
  #refuseNamed(action: string, reason: string): void {
    const name = isCountry(action) ? countryName(action) : isCard(action) ? cardName(action) : "";
    this.refuse({ code: "illegal_action", message: name ? `${name}: ${reason}` : reason });
  }

  askReasons(): void {
    const prompt = this.prompt;
    if (!prompt || !this.yours || this.#explained === prompt.decision) return;
    this.#explained = prompt.decision;
    this.send({ type: "explain", decision: prompt.decision });
  }
}
