/** How each box of the map is marked while somebody decides. */

import type { Side } from "../../sides.ts";
import type { Change } from "./plays.ts";

/**
 * `legal` has a ring; `open` is the quiet form for when most countries are legal; `dim` is not a
 * target; `fatal` is legal and loses the game; `chosen` waits for the commit.
 */
export type MarkState = "plain" | "legal" | "open" | "dim" | "fatal" | "chosen";

export interface Mark {
  state: MarkState;
  /** Points placed or removed in this operation, and on which side of the box they show. */
  added: { side: Side; text: string; faint?: boolean } | null;
  /** What has changed since one's own last commit. */
  changed: Change | null;
  /** Marked by players for themselves. */
  planned: boolean;
  /** Pressed in vain just now. */
  shaken: boolean;
}

export const PLAIN: Mark = {
  state: "plain",
  added: null,
  changed: null,
  planned: false,
  shaken: false,
};

/** Above this number rings would cover the map, so legal boxes are marked quietly. */
export const MANY = 26;

export interface Choice {
  legal: ReadonlySet<string>;
  fatal: ReadonlySet<string>;
  chosen: string | null;
}

export function stateOf(id: string, choice: Choice | null): MarkState {
  if (!choice || choice.legal.size === 0) return "plain";
  if (choice.chosen === id) return "chosen";
  if (!choice.legal.has(id)) return "dim";
  if (choice.fatal.has(id)) return "fatal";
  return choice.legal.size > MANY ? "open" : "legal";
}
