"""Tournaments as they are shown, and exported."""

import csv
import io
from collections import Counter
from typing import Final, cast

import msgspec

from twilight.engine.rules import make_rules, rules_to_dict
from twilight.engine.types import Segment
from twilight.server.messages.tournament import (
    Entrant,
    PairingInfo,
    Tournament,
    TournamentForm,
    TournamentInfo,
    TournamentStatus,
)
from twilight.server.people.identity import Identity
from twilight.server.play.clock import ClockRules
from twilight.server.play.games import clock_choice
from twilight.server.play.standing import standing_from_text
from twilight.server.storage.models import GameRow, PairingRow
from twilight.server.storage.store import ACTIVE, FINISHED
from twilight.server.tournaments.record import Record
from twilight.server.tournaments.standings import TIE_BREAKS

# Where nobody chooses in secret: elsewhere it would tell who has chosen already.
_OPEN_SEGMENTS: Final = {one.name.lower() for one in (Segment.SETUP, Segment.ACTION_ROUND)}

_BEFORE_THE_GAME: Final = {
    one.name.lower() for one in (Segment.BIDDING, Segment.TURN_ZERO, Segment.DEAL, Segment.SETUP)
}


def tournament_info(record: Record, who: Identity | None) -> TournamentInfo:
    """Tell about a tournament in a list."""
    row = record.row
    preset = rules_to_dict(make_rules(row.preset))
    mine = record.of_user(None if who is None else who.user_id)
    return TournamentInfo(
        id=row.id,
        name=row.name,
        form=cast("TournamentForm", row.form),
        status=cast("TournamentStatus", row.status),
        public=row.public,
        rated=row.rated,
        sides="bid" if row.bid else "assigned",
        preset=row.preset,
        changed={name: one for name, one in row.rules.items() if preset.get(name) != one},
        clock=clock_choice(msgspec.convert(row.clock, ClockRules)),
        round=row.round,
        rounds=row.rounds,
        seats=row.seats,
        entrants=len(record.entrants),
        round_hours=row.round_hours,
        round_ends_at=row.round_ends_at,
        organiser=record.organiser,
        created_at=row.created_at,
        finished_at=row.finished_at,
        you=None if mine is None else mine.number,
    )


def tournament(record: Record, who: Identity | None) -> Tournament:
    """Show a tournament with its table and all rounds."""
    row = record.row
    is_organiser = who is not None and who.user_id == row.organiser_id
    mine = record.of_user(None if who is None else who.user_id)
    number = None if mine is None else mine.number
    return Tournament(
        info=tournament_info(record, who),
        about=row.about,
        entrants=entrants(record),
        pairings=[_pairing(record, one, number) for one in record.pairings],
        tie_breaks=list(TIE_BREAKS[row.form]),
        invite=row.invite if is_organiser or mine is not None else None,
        organised_by_you=is_organiser,
    )


def entrants(record: Record) -> list[Entrant]:
    """List the entrants as they stand."""
    found = []
    for one in record.standings():
        entrant = record.entrant(one.player)
        found.append(
            Entrant(
                number=one.player,
                place=one.place,
                name=entrant.name,
                user=entrant.user_id,
                bot=entrant.bot,
                rating=record.ratings.get(entrant.user_id or ""),
                points=one.points / 2,
                played=one.played,
                wins=one.wins,
                buchholz=one.buchholz / 2,
                # Points in halves times points in halves.
                sonneborn_berger=one.sonneborn_berger / 4,
                left_round=entrant.left_round,
            )
        )
    return found


def _pairing(record: Record, pairing: PairingRow, you: int | None) -> PairingInfo:
    game = record.games.get(pairing.game_id or "")
    ussr, us = record.sides_of(pairing)
    points = [pairing.points_ussr, pairing.points_us]
    if ussr != pairing.ussr:
        points.reverse()
    is_over = game is not None and game.status == FINISHED
    return PairingInfo(
        round=pairing.round,
        board=pairing.board,
        ussr=ussr,
        us=us,
        game=pairing.game_id,
        points_ussr=None if points[0] is None else points[0] / 2,
        points_us=None if points[1] is None else points[1] / 2,
        decided=pairing.decided,  # type: ignore[arg-type]
        turn=0 if game is None else _turn(game),
        to_move=None if game is None else _to_move(pairing, game, you),
        ending=game.ending if is_over and game is not None else None,
        final_vp=game.final_vp if is_over and game is not None else None,
    )


def _turn(game: GameRow) -> int:
    """Return the turn of a game; before the first one it has not begun."""
    standing = standing_from_text(game.standing or "")
    is_set_up = standing is None or standing.segment not in _BEFORE_THE_GAME
    return game.turn if is_set_up or game.status != ACTIVE else 0


def _to_move(pairing: PairingRow, game: GameRow, you: int | None) -> int | None:
    """Tell who has to decide, as far as somebody may know it."""
    standing = standing_from_text(game.standing or "")
    if game.status != ACTIVE or standing is None or standing.paused:
        return None
    players = (pairing.ussr, pairing.us)
    asked = [players[seat] for seat in standing.asked]
    if you is not None and you in asked:
        return you
    may_know = standing.segment in _OPEN_SEGMENTS and (you in players or not game.rated)
    return asked[0] if may_know and len(asked) == 1 else None


def as_json(shown: Tournament) -> str:
    """Write a tournament as data; the invitation stays here."""
    open_to_all = msgspec.structs.replace(shown, invite=None)
    return msgspec.json.format(msgspec.json.encode(open_to_all), indent=2).decode()


def as_csv(shown: Tournament) -> str:
    """Write the table and all results as two tables of comma separated values."""
    text = io.StringIO()
    writer = csv.writer(text)
    # Computer players of one level share a name.
    often = Counter(one.name for one in shown.entrants)
    names = {
        one.number: _plain(one.name if often[one.name] == 1 else f"{one.name} ({one.number})")
        for one in shown.entrants
    }
    writer.writerow(["place", "player", "points", "played", "wins", "buchholz", "sonneborn_berger"])
    for one in shown.entrants:
        row = [one.points, one.played, one.wins, one.buchholz, one.sonneborn_berger]
        writer.writerow([one.place, names[one.number], *row])
    writer.writerow([])
    writer.writerow(
        [
            "round",
            "board",
            "ussr",
            "us",
            "points_ussr",
            "points_us",
            "decided",
            "turn",
            "ending",
            "final_vp",
            "game",
        ]
    )
    for pairing in shown.pairings:
        us = "" if pairing.us is None else names[pairing.us]
        writer.writerow(
            [
                pairing.round,
                pairing.board,
                names[pairing.ussr],
                us,
                pairing.points_ussr,
                pairing.points_us,
                pairing.decided,
                pairing.turn,
                pairing.ending,
                pairing.final_vp,
                pairing.game,
            ]
        )
    return text.getvalue()


def _plain(name: str) -> str:
    """Keep a table calculation from taking a name for a formula."""
    return f"'{name}" if name[:1] in ("=", "+", "-", "@") else name
