/** Stored moments of games, as the server sent them. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Info, Prompt, Update } from "../src/lib/server/api.ts";

export type MomentName = "card" | "coup" | "headline" | "mode" | "place";

export function messages(name: MomentName): [Info, Update] {
  const file = join(import.meta.dirname, `../fixtures/${name}.json`);
  return JSON.parse(readFileSync(file, "utf8")) as [Info, Update];
}

export function moment(name: MomentName): Update {
  return messages(name)[1];
}

export function promptOf(update: Update): Prompt {
  if (!update.view.prompt) throw new Error("nothing is asked in this moment");
  return update.view.prompt;
}
