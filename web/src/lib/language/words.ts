import type { Side } from "../sides.ts";

/** The name of a side within a sentence, and at its beginning. */
export type SideForm = "the" | "subject";

/** The engine's words that the client shows. */
export interface Words {
  sides: Record<Side, { name: string } & Record<SideForm, string>>;
  durations: Record<string, string>;
  /** Why a game ends. */
  reasons: Record<string, string>;
  countries: Record<string, string>;
  cards: Record<string, { name: string; text: string }>;
  space: Record<string, string>;
  periods: Record<string, string>;
  statecraft: Record<string, Record<string, string>>;
  actions: Record<string, string>;
  presets: Record<string, string>;
}
