/** How one stands with the levels of the computer. */

import type { BotInfo, Profile } from "../server/api.ts";
import { FIRST_LEVEL } from "../server/newgame.ts";
import { played, share } from "./results.ts";

/** So many games say something: of a level, and of whoever plays. */
const ENOUGH = 3;
/** A player whose rating is higher by so much wins ten games of eleven. */
const TENFOLD = 400;

/** The share of games that one wins against a level: as it was, else as ratings tell it. */
export function winShare(bot: BotInfo, profile: Profile | null): number | null {
  const record = recordAgainst(bot.bot, profile);
  if (record && played(record.results) >= ENOUGH) return share(record.results);
  const mine = profile?.user.rated_games ? profile.user.rating : null;
  if (mine === null || bot.rating === null) return null;
  return 1 / (1 + 10 ** ((bot.rating - mine) / TENFOLD));
}

/** The level that makes for the closest games, once there is enough to tell. */
export function levelFor(bots: readonly BotInfo[], profile: Profile | null): string | null {
  if (!profile || gamesOf(profile) < ENOUGH) return null;
  let best: { bot: string; distance: number } | null = null;
  for (const bot of bots) {
    const chance = winShare(bot, profile);
    if (chance === null) continue;
    const distance = Math.abs(chance - 0.5);
    if (!best || distance < best.distance) best = { bot: bot.bot, distance };
  }
  return best?.bot ?? null;
}

/** Whether a level is the one for first games, for somebody who has hardly played. */
export function isForFirstGames(bot: string, profile: Profile | null): boolean {
  return bot === FIRST_LEVEL && (!profile || gamesOf(profile) < ENOUGH);
}

export function recordAgainst(bot: string, profile: Profile | null) {
  return profile?.by_level.find((one) => one.bot === bot) ?? null;
}

function gamesOf(profile: Profile): number {
  return played(profile.by_side.us) + played(profile.by_side.ussr);
}
