/** The table of the best: people by place, and the levels where they stand among them. */

import type { BotInfo, UserInfo } from "../server/api.ts";

export interface Ranked {
  key: string;
  /** Only people have a place. */
  place: number | null;
  user: string | null;
  bot: string | null;
  name: string;
  rating: number;
  /** Half the width of the interval in which the rating lies in 95 of 100 cases. */
  margin: number;
  games: number | null;
}

export function ranked(people: readonly UserInfo[], bots: readonly BotInfo[]): Ranked[] {
  const users = people.map((user, index) => ({
    key: `user ${user.id}`,
    place: index + 1,
    user: user.id,
    bot: null,
    name: user.name,
    rating: user.rating ?? 0,
    margin: 2 * (user.rating_deviation ?? 0),
    games: user.rated_games,
  }));
  const levels = bots.flatMap((bot) =>
    bot.rating === null
      ? []
      : [
          {
            key: `bot ${bot.bot}`,
            place: null,
            user: null,
            bot: bot.bot,
            name: bot.bot,
            rating: bot.rating,
            margin: 2 * (bot.rating_deviation ?? 0),
            games: null,
          },
        ],
  );
  // People are listed by what they have surely reached, and so is a level among them.
  return [...users, ...levels].sort((one, other) => sure(other) - sure(one));
}

function sure(row: { rating: number; margin: number }): number {
  return row.rating - row.margin;
}
