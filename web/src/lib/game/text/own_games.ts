/** One's own games in words. */

import type { OwnGame, PlayerInfo } from "../../server/api.ts";
import { languageCode, t } from "../../language/language.svelte.ts";
import { hasNews } from "../model/news_items.ts";
import { type Play, playsOf } from "../model/plays.ts";
import { playerName } from "./players.ts";
import { winnerText } from "./result.ts";
import { clockText, weightText } from "./terms.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** From here on the time that is left is a warning, and then an alarm. */
export const SOON = 12 * HOUR;
export const VERY_SOON = HOUR;

/** Time in the two largest units that say something. */
export function timeText(milliseconds: number): string {
  const days = Math.floor(milliseconds / DAY);
  const hours = Math.floor((milliseconds % DAY) / HOUR);
  const minutes = Math.floor((milliseconds % HOUR) / MINUTE);
  if (days > 0)
    return hours > 0 ? t("time.days_hours", { days, hours }) : t("time.days", { n: days });
  if (hours > 0) return t("time.hours", { n: hours });
  return minutes > 0 ? t("time.minutes", { n: minutes }) : t("time.moment");
}

const UNITS = [
  ["day", DAY],
  ["hour", HOUR],
  ["minute", MINUTE],
] as const;

/** How long ago something was, as people say it. */
export function agoText(at: number, now: number): string {
  const format = new Intl.RelativeTimeFormat(languageCode(), { numeric: "auto" });
  for (const [unit, length] of UNITS) {
    const count = Math.floor((now - at) / length);
    if (count > 0) return format.format(-count, unit);
  }
  return t("time.just_now");
}

/** Whom one plays against; at one screen nobody. */
export function opponentOf(game: OwnGame): PlayerInfo | null {
  if (game.side === null) return null;
  return game.info.players.find((one) => one.side !== game.side) ?? null;
}

/** The title of a game: whom one plays against, or how. */
export function titleOf(game: OwnGame): string {
  const other = opponentOf(game);
  if (!other) return t(`mode.${game.info.mode}`);
  return playerName(other) || t(`mode.${game.info.mode}`);
}

/** Clock and weight of a game: "3 days a play · rated". */
export function weightOf(game: OwnGame): string {
  const { info } = game;
  const weight = weightText(info);
  return info.clock.type === "none" ? weight : `${clockText(info.clock)} · ${weight}`;
}

/** The moment of a game: its turn and round. */
export function momentOf(game: OwnGame): string {
  const turn = t("log.turn_number", { n: game.info.turn });
  if (game.info.result !== null) return turn;
  switch (game.segment) {
    case "action_round":
      return `${turn} · ${t("log.round", { n: game.round })}`;
    case "headline":
    case "headline_event":
      return `${turn} · ${t("log.headline")}`;
    default:
      return t("log.before");
  }
}

/** Whose move it is, or how it ended; only whose own game it is has won or lost it as "you". */
export function stateOf(game: OwnGame, own = true): string {
  const { info } = game;
  if (info.result) return winnerText(info.result, own ? game.side : null);
  if (info.status === "open") return t("game.open");
  if (game.paused) return t("home.paused");
  return game.your_move ? t("home.move") : t("home.plays", { name: titleOf(game) });
}

/** The time of whoever has to move, or when the game ended. */
export function timeOf(game: OwnGame, now: number): string {
  if (game.info.status !== "active") return agoText(game.info.updated_at, now);
  if (game.time_left === null) return t("home.no_clock");
  const waits = game.info.players.find((one) => (one.side === game.side) === game.your_move);
  if (waits?.away_until) {
    const day = new Date(waits.away_until).toLocaleDateString(languageCode(), {
      day: "numeric",
      month: "short",
    });
    return t("home.away", { day });
  }
  return t("home.left", { time: timeText(game.time_left) });
}

/** The last play of which there is something to see. */
export function lastPlay(game: OwnGame): Play | null {
  const turns = game.facts.filter((fact) => fact.kind === "turn").length;
  const plays = playsOf(game.facts, null, game.info.turn - turns);
  return plays.filter(hasNews).at(-1) ?? null;
}
