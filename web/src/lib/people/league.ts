/** A league or tournament as its page shows it. */

import type { Entrant, PairingInfo, Tournament, TournamentInfo } from "../server/api.ts";
import type { Side } from "../sides.ts";
import { presetName, languageCode, t } from "../language/language.svelte.ts";
import { botName } from "../game/text/players.ts";
import { clockText } from "../game/text/terms.ts";

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
      ? [`${t(`side.${side}`)} +${handicap}`]
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

/** The round that a page shows first: the one that runs, or the last. */
export function lastRound(tournament: Tournament): number {
  return Math.max(1, tournament.info.round);
}
