/** Games in the lobby in words: whose they are, what they offer, why they can't be joined. */

import type { ErrorBody, GameInfo, PlayerInfo, RulesInfo } from "../server/api.ts";
import type { Side } from "../sides.ts";
import { hasKey, presetName, sideName, t } from "../language/language.svelte.ts";
import { clockText } from "../game/text/terms.ts";

/** Options that are told by themselves: the side, and the handicap as one. */
const TOLD = new Set(["side_selection", "handicap_side", "handicap_amount"]);
/** More changes than these are counted instead of named. */
const MOST_NAMED = 2;

/** Who waits; nobody sits on the other seat. */
export function hostOf(game: GameInfo): PlayerInfo | null {
  return game.players.find((one) => one.user !== null || one.bot !== null) ?? null;
}

/** The side that the host has, and that I would not play; null while that is open. */
export function sideOfHost(game: GameInfo): Side | null {
  return game.rules["side_selection"] === "agreed" ? (hostOf(game)?.side ?? null) : null;
}

/** "you play the USSR · 45 min each + 30 s a round · Deluxe, optional cards". */
export function offerOf(game: GameInfo, rules: RulesInfo | null): string {
  return [sideText(game), clockText(game.clock), rulesText(game, rules)].join(" · ");
}

function sideText(game: GameInfo): string {
  const host = sideOfHost(game);
  if (host) return t("lobby.you_play", { side: sideName(host === "us" ? "ussr" : "us") });
  return t(game.rules["side_selection"] === "bid" ? "lobby.bid" : "lobby.random");
}

function rulesText(game: GameInfo, rules: RulesInfo | null): string {
  const parts = [presetName(game.preset), ...changesOf(game, rules)];
  const side = game.changed["handicap_side"];
  if (side === "us" || side === "ussr")
    parts.push(`${sideName(side)} +${Number(game.changed["handicap_amount"] ?? 0)}`);
  return parts.join(", ");
}

/** What is not as usual: a few variants by their names, anything else as a number. */
function changesOf(game: GameInfo, rules: RulesInfo | null): string[] {
  const changed = Object.keys(game.changed).filter(
    (option) => !TOLD.has(option) && !isImplied(option, game, rules),
  );
  if (changed.length === 0) return [];
  const named = changed.flatMap((option) => nameOf(option, game.changed[option], rules));
  const all = named.length === changed.length && named.length <= MOST_NAMED;
  return all ? named : [t("lobby.changes", { n: changed.length })];
}

/** Whether another variant that is on has brought this along. */
function isImplied(option: string, game: GameInfo, rules: RulesInfo | null): boolean {
  return Object.entries(rules?.implied ?? {}).some(
    ([variant, brought]) =>
      game.changed[variant] === true && brought[option] === game.changed[option],
  );
}

function nameOf(option: string, value: unknown, rules: RulesInfo | null): string[] {
  const known = rules?.options.find((one) => one.option === option);
  if (!known?.name) return [];
  if (value === true) return [known.name];
  const place = known.values.findIndex((one) => one === value);
  return typeof value === "string" && place >= 0 ? [known.value_names[place] ?? value] : [];
}

/** Whether the names of options are needed for the offer of a game. */
export function isChanged(game: GameInfo): boolean {
  return Object.keys(game.changed).some((option) => !TOLD.has(option));
}

/** Why somebody can't join, in a few words if there are any, else as the server says it. */
export function refusalText(refused: ErrorBody): string {
  const key = `lobby.refused.${refused.code}`;
  return hasKey(key) ? t(key) : refused.message;
}

/** The US first, as everywhere. */
export function bothSides(game: GameInfo): PlayerInfo[] {
  return game.players.toSorted((a, b) => a.side.localeCompare(b.side));
}
