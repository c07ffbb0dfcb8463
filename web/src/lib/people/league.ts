/** A league or tournament as its page shows it. */

import type { Entrant, PairingInfo, Tournament, TournamentInfo } from "../server/api.ts";
import type { Side } from "../sides.ts";
import { hasKey, languageCode, presetName, sideName, t } from "../language/language.svelte.ts";
import { botName } from "../game/text/players.ts";
import { timeText } from "../game/text/own_games.ts";
import { clockText } from "../game/text/terms.ts";

const HOUR = 3600 * 1000;
const DAY = 24 * HOUR;

export interface Cell {
  pairing: PairingInfo;
  side: Side;
  /** 1, ½ or 0; nothing while it is played. */
  points: number | null;
}

/** All results of a player, by opponent; a bye is none. */
export function cellsOf(number: number, pairings: readonly PairingInfo[]): Map<number, Cell[]> {
  const cells = new Map<number, Cell[]>();
  for (const pairing of pairings) {
    if (pairing.us === null) continue;
    const side: Side | null =
      pairing.us === number ? "us" : pairing.ussr === number ? "ussr" : null;
    if (side === null) continue;
    const opponent = side === "us" ? pairing.ussr : pairing.us;
    const points = side === "us" ? pairing.points_us : pairing.points_ussr;
    cells.set(opponent, [...(cells.get(opponent) ?? []), { pairing, side, points }]);
  }
  return cells;
}

/** Points as people write them. */
export function pointsText(points: number): string {
  const whole = Math.floor(points);
  const half = points % 1 === 0 ? "" : "½";
  return whole === 0 && half ? half : `${whole}${half}`;
}

export function entrantName(entrant: Entrant | undefined): string {
  if (!entrant) return "";
  return entrant.bot === null ? entrant.name : `${botName(entrant.bot)} (${entrant.number})`;
}

/** "8 players, everybody against everybody · 14 days a round · US +2". */
export function termsOf(info: TournamentInfo): string {
  const handicap = Number(info.changed["handicap_amount"] ?? 0);
  const side = String(info.changed["handicap_side"] ?? "");
  return [
    t("league.players", { n: info.entrants }),
    t(`league.form.${info.form}`),
    presetName(info.preset),
    clockText(info.clock),
    roundLength(info.round_hours),
    ...(info.sides === "bid" ? [t("new.bid")] : []),
    ...(handicap > 0 && (side === "us" || side === "ussr")
      ? [`${sideName(side)} +${handicap}`]
      : []),
    t(info.rated ? "new.counts" : "new.casual"),
  ].join(" · ");
}

export function roundLength(hours: number): string {
  return hours % 24 === 0 ? t("league.days", { n: hours / 24 }) : t("league.hours", { n: hours });
}

export function moment(at: number): string {
  return new Date(at).toLocaleString(languageCode(), {
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
  });
}

/** "12:40". */
export function timeOfDay(at: number): string {
  return new Date(at).toLocaleTimeString(languageCode(), { hour: "2-digit", minute: "2-digit" });
}

/** "Sun 22". */
export function day(at: number): string {
  const part = (form: Intl.DateTimeFormatOptions) =>
    new Date(at).toLocaleDateString(languageCode(), form);
  return `${part({ weekday: "short" })} ${part({ day: "numeric" })}`;
}

/** "Turn 9, your move", "Yuki won, turn 8, 20 VP". */
export function stateOf(
  pairing: PairingInfo,
  names: ReadonlyMap<number, string>,
  you: number | null,
): string {
  if (pairing.us === null) return t("league.bye");
  if (pairing.decided === null) {
    const when =
      pairing.turn === 0 ? t("league.not_begun") : t("log.turn_number", { n: pairing.turn });
    if (pairing.to_move === null) return when;
    const who =
      pairing.to_move === you
        ? t("league.your_move")
        : t("league.to_move", { name: names.get(pairing.to_move) ?? "" });
    return `${when}, ${who}`;
  }
  const parts = [winnerOf(pairing, names)];
  if (pairing.decided !== "game") parts.push(t(`league.decided.${pairing.decided}`));
  else {
    const key = `profile.ending.${(pairing.ending ?? "").toLowerCase().replaceAll(" ", "_")}`;
    parts.push(t("over.turn", { n: pairing.turn }), hasKey(key) ? t(key) : (pairing.ending ?? ""));
  }
  return parts.join(", ");
}

function winnerOf(pairing: PairingInfo, names: ReadonlyMap<number, string>): string {
  const { points_us: us, points_ussr: ussr } = pairing;
  if (us === ussr) return us ? t("league.drawn") : t("league.nobody");
  const winner = (us ?? 0) > (ussr ?? 0) ? pairing.us : pairing.ussr;
  return t("league.won", { name: names.get(winner ?? 0) ?? "" });
}

/** What is left of a round for a pairing, and whether that should worry somebody. */
export function deadlineOf(
  pairing: PairingInfo,
  info: TournamentInfo,
  now: number,
): { text: string; soon: boolean } {
  if (pairing.decided !== null)
    return { text: pairing.us === null ? "" : t("league.status.finished"), soon: false };
  const ends = info.round_ends_at;
  if (ends === null) return { text: "", soon: false };
  const left = ends - now;
  const soon = left < DAY;
  const mine = info.you !== null && (pairing.us === info.you || pairing.ussr === info.you);
  if (pairing.turn === 0)
    return {
      text: t("league.begin", { day: day(ends) }),
      soon: soon || left < (info.round_hours * HOUR) / 2,
    };
  const until = t("league.ends", { day: day(ends) });
  if (!soon || !mine || left <= 0) return { text: until, soon: soon && mine };
  return { text: `${t("home.left", { time: timeText(left) })} · ${until}`, soon };
}

/** The round that a page shows first: the one that runs, or the last. */
export function lastRound(tournament: Tournament): number {
  return Math.max(1, tournament.info.round);
}
