/** What players are called. */

import { DELETED_PLAYER, type PlayerInfo } from "../../server/api.ts";
import type { Side } from "../../sides.ts";
import { hasKey, t } from "../../language/language.svelte.ts";

export function botName(bot: string): string {
  const key = `bot.${bot}`;
  return hasKey(key) ? t(key) : bot.charAt(0).toUpperCase() + bot.slice(1);
}

/** Guests are numbered by the server, and called so in the reader's language. */
const GUEST = /^Guest (\w+)$/;

export function personName(name: string): string {
  const guest = GUEST.exec(name);
  if (guest) return t("player.guest", { n: guest[1] ?? "" });
  return name === DELETED_PLAYER ? t("player.deleted") : name;
}

/** Who has which side. */
export function namesOf(players: readonly PlayerInfo[]): Record<Side, string> {
  const nameOf = (side: Side): string => {
    const player = players.find((one) => one.side === side);
    return player ? playerName(player) : "";
  };
  return { us: nameOf("us"), ussr: nameOf("ussr") };
}

/** The name of a player; a free seat has none. */
export function playerName(player: PlayerInfo): string {
  if (player.bot !== null) return botName(player.bot);
  return player.program ? t("program.player", { name: player.name }) : personName(player.name);
}
