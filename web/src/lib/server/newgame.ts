/** What the form for a new game holds, and the request that it makes. */

import type { BotInfo, CreateGame } from "./api.ts";

export type ClockName = "none" | "total" | "increment" | "correspondence" | "per_move";

export interface GameForm {
  mode: "computer" | "hotseat" | "online";
  side: "us" | "ussr" | "random" | "bid";
  bot: string;
  preset: string;
  options: Record<string, boolean | number | string>;
  clock: ClockName;
  minutes: number;
  days: number;
  public: boolean;
  rated: boolean;
  seed: string;
}

export function emptyForm(): GameForm {
  return {
    mode: "computer",
    side: "us",
    bot: "",
    preset: "deluxe",
    options: {},
    clock: "none",
    minutes: 45,
    days: 3,
    public: false,
    rated: false,
    seed: "",
  };
}

/** The form for a game that waits in the lobby. */
export function openForm(): GameForm {
  return { ...emptyForm(), mode: "online", public: true };
}

/** The levels of the computer, from the weakest; the server tells how strong they are. */
export const LEVELS = ["random", "recruit", "baseline", "officer", "general", "marshal"] as const;

/** The level for first games. */
export const FIRST_LEVEL = "recruit";

/** The level that the form begins with: the last one chosen, or the one for first games. */
export function startingLevel(bots: readonly BotInfo[], last: string): string {
  const named = (name: string) => bots.find((one) => one.bot === name);
  return (named(last) ?? named(FIRST_LEVEL) ?? bots[0])?.bot ?? "";
}

/** A rating that fills its bar. */
const FULL = 2000;

/** How much of its bar a rating fills, in percent; a rating may be below zero. */
export function strengthShare(rating: number): number {
  return Math.max(0, Math.min(100, (rating / FULL) * 100));
}

function clockOf(form: GameForm): NonNullable<CreateGame["clock"]> {
  switch (form.clock) {
    case "total":
      return { type: "total", minutes: form.minutes };
    case "increment":
      return { type: "increment", minutes: form.minutes, increment_seconds: 30 };
    case "correspondence":
      return { type: "correspondence", hours: 24, increment_hours: 4, cap_hours: 72 };
    case "per_move":
      return { type: "per_move", days: form.days };
    default:
      return { type: "none" };
  }
}

/** Whether the game can have a clock; a bid at one screen goes without. */
export function hasClock(form: GameForm): boolean {
  if (form.mode === "hotseat") return form.side !== "bid";
  return form.mode === "online";
}

export function requestOf(form: GameForm): CreateGame {
  const online = form.mode === "online";
  return {
    mode: form.mode,
    side: form.side,
    bot: form.mode === "computer" ? form.bot : "",
    preset: form.preset,
    options: form.options,
    clock: hasClock(form) ? clockOf(form) : { type: "none" },
    public: online && form.public,
    rated: form.mode !== "hotseat" && form.rated,
    // Who chose the seed of a game that counts, or of one against a person, would know all cards.
    seed: online || (form.mode === "computer" && form.rated) ? null : form.seed || null,
  };
}
