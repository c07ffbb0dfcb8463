/** What players are called. */

import type { PlayerInfo } from "../../server/api.ts";
import { hasKey, t } from "../../language/language.svelte.ts";

export function botName(bot: string): string {
  const key = `bot.${bot}`;
  return hasKey(key) ? t(key) : bot.charAt(0).toUpperCase() + bot.slice(1);
}

/** Guests are numbered by the server, and called so in the reader's language. */
const GUEST = /^Guest (\w+)$/;
/** What the server calls somebody whose account is gone. */
const DELETED = "Deleted player";

export function personName(name: string): string {
  const guest = GUEST.exec(name);
  if (guest) return t("player.guest", { n: guest[1] ?? "" });
  return name === DELETED ? t("player.deleted") : name;
}

/** The name of a player; a free seat has none. */
export function playerName(player: PlayerInfo): string {
  if (player.bot !== null) return botName(player.bot);
  return player.program ? t("program.player", { name: player.name }) : personName(player.name);
}
