/** What players are called. */

import type { PlayerInfo } from "../../server/api.ts";
import { hasKey, t } from "../../language/language.svelte.ts";

export function botName(bot: string): string {
  const key = `bot.${bot}`;
  return hasKey(key) ? t(key) : bot.charAt(0).toUpperCase() + bot.slice(1);
}

/** The name of a player; a free seat has none. */
export function playerName(player: PlayerInfo): string {
  return player.bot === null ? player.name : botName(player.bot);
}
