"""What is told about a game besides its table: players, result, clocks, offers."""

import time
from typing import Final, Literal, cast

from twilight.engine.actions import ACTION_KEYS
from twilight.engine.rules import make_rules, rules_to_dict
from twilight.engine.text.language import is_country
from twilight.engine.types import SIDES, US, USSR, Actor, across
from twilight.server.messages.game import BranchOf, GameInfo, Mode, PlayerInfo, ResultInfo, Status
from twilight.server.messages.live import ClockInfo, HintNote, OfferInfo, Undoable
from twilight.server.messages.view import Numbers, Owner
from twilight.server.play.entries import SEATS, OfferKind, Seat
from twilight.server.play.games import clock_choice
from twilight.server.play.outcome import Result
from twilight.server.play.referee import Referee
from twilight.server.play.room import Room
from twilight.server.present.view import owner_key, side_key
from twilight.server.storage.models import SeatRow
from twilight.server.storage.store import FINISHED, ONLINE, Stored
from twilight.study.coach import STEPS

OFFERS: Final[dict[OfferKind, Literal["draw", "takeback", "pause"]]] = {
    OfferKind.DRAW: "draw",
    OfferKind.TAKEBACK: "takeback",
    OfferKind.PAUSE: "pause",
}


def hint_notes(referee: Referee) -> list[HintNote]:
    """Tell the hints that were given in a game."""
    return [
        HintNote(side_key(referee.side_of(note.seat)), note.length, STEPS[note.step])
        for note in referee.hints
    ]


def game_info(stored: Stored, seats: tuple[int, ...] = (), room: Room | None = None) -> GameInfo:
    """Tell about a game; the invitation only to who sits there, the seed when it is harmless."""
    row = stored.row
    connected = room.connected if room is not None else []
    over = row.status == FINISHED
    now = time.time_ns() // 1_000_000
    preset = rules_to_dict(make_rules(row.preset)) if row.preset else {}
    return GameInfo(
        id=row.id,
        mode=cast("Mode", row.mode),
        status=cast("Status", row.status),
        rated=row.rated,
        public=row.public,
        preset=row.preset,
        rules=row.rules,
        changed={name: one for name, one in row.rules.items() if preset.get(name) != one},
        clock=clock_choice(stored.clock),
        seeded=row.seed_chosen,
        seed=row.seed if over or (row.seed_chosen and seats) else None,
        players=[_player(stored, seat, connected, now) for seat in stored.seats],
        turn=row.turn,
        answers=room.referee.length if room is not None else 0,
        created_at=row.created_at,
        updated_at=row.updated_at,
        handicap=Numbers(us=row.handicap_us, ussr=row.handicap_ussr),
        result=stored_result(stored),
        rematch_of=row.rematch_of,
        rematch=row.rematch,
        rematch_wanted=[seat for seat in (0, 1) if row.rematch_wanted >> seat & 1],
        your_seats=list(seats),
        invite=row.invite if seats else None,
        played_on=None if row.branch_begins is None else "anew" if row.branch_anew else "same",
        branch_of=_branch_of(stored, seats),
        watch_agreed=[seat for seat in (0, 1) if row.watch_agreed >> seat & 1],
        watch=row.watch_key if seats else None,
    )


def _branch_of(stored: Stored, seats: tuple[int, ...]) -> BranchOf | None:
    """Name the game that a variation leaves; a friend would see the enemy's cards there."""
    row = stored.row
    is_host = any(stored.seats[seat].user_id == row.host_id for seat in seats)
    if row.branch_of is None or (row.mode == ONLINE and not is_host):
        return None
    return BranchOf(row.branch_of, row.branch_at or 0)


def _player(stored: Stored, seat: SeatRow, connected: list[int], now: int) -> PlayerInfo:
    vacations = stored.vacations_by_seat[seat.seat]
    return PlayerInfo(
        seat=seat.seat,
        side=side_key(across(seat.seat, stored.row.seats_swapped)),
        name=seat.name,
        user=seat.user_id,
        bot=seat.bot,
        connected=seat.seat in connected or seat.bot is not None,
        rating=stored.ratings.get(seat.user_id or ""),
        program=seat.user_id in stored.programs or (seat.user_id is None and bool(seat.token_hash)),
        away_until=next((ends for began, ends in vacations if began <= now < ends), None),
    )


def stored_result(stored: Stored) -> ResultInfo | None:
    """Tell how a game ended, from its row."""
    row = stored.row
    if row.ending is None:
        return None
    winner = cast("Owner", row.winner or "nobody")
    return ResultInfo(winner=winner, ending=row.ending, turn=row.turn, vp=row.final_vp or 0)


def result_info(result: Result | None) -> ResultInfo | None:
    """Tell how a game ended, from the table."""
    if result is None:
        return None
    return ResultInfo(
        winner=owner_key(result.winner),
        ending=result.ending.value,
        turn=result.turn,
        vp=result.vp,
    )


def clock_info(referee: Referee, viewer: Actor, now: int) -> ClockInfo | None:
    """Tell the clocks; where both choose at once, the other one's seems to run all the time."""
    clock = referee.clock
    if not clock.is_used:
        return None
    left = [max(0, _time_shown(referee, side, viewer, now)) for side in SIDES]
    seats = clock.seats
    if referee.joint is not None and not referee.paused:
        seats = tuple(seat for seat in SEATS if _seems_to_run(referee, seat, viewer))
    own = next((seat for seat in seats if referee.side_of(seat) == viewer), None)
    shown = own if own is not None and own in clock.seats else next(iter(clock.seats), None)
    starts_in = grace = 0
    if shown is not None:
        starts_in = max(0, clock.since[shown] - now)
        further = clock.deadline_of(shown, now) - max(now, clock.since[shown])
        grace = max(0, further - clock.remaining(shown, now))
    return ClockInfo(
        left=Numbers(us=left[US], ussr=left[USSR]),
        running=[side_key(referee.side_of(seat)) for seat in seats],
        starts_in=starts_in,
        grace=grace,
        now=now,
    )


def _seems_to_run(referee: Referee, seat: Seat, viewer: Actor) -> bool:
    if not referee.setup.human[seat]:
        return False
    return seat in referee.clock.seats or referee.side_of(seat) != viewer


def _time_shown(referee: Referee, side: Actor, viewer: Actor, now: int) -> int:
    """Tell the time of a side; that of another one does not betray that it has chosen."""
    seat = referee.seat_of(side)
    if referee.joint is None or side == viewer or not referee.sealed[side]:
        return referee.clock.remaining(seat, now)
    began, left = referee.joint_clock
    return left[seat] - max(0, now - began)


def undoable(referee: Referee, seats: tuple[int, ...], viewer: Actor) -> Undoable | None:
    """Tell what somebody could take back; where markers are put everybody sees, but not cards."""
    seat = next((seat for seat in seats if referee.may_undo(seat)), None)
    if seat is None:
        return None
    if referee.joint is not None:
        side = referee.side_of(seat)
        chosen = referee.sealed[side][-1]
        return Undoable(
            side=side_key(side), kind=chosen.kind.name.lower(), action=ACTION_KEYS[chosen.action]
        )
    length = referee.length_after_undo(seat)
    given = referee.given[length]
    action = (referee.game.record or [])[length]
    is_known = given.actor == viewer or is_country(action)
    return Undoable(
        side=side_key(given.actor),
        kind=given.kind.name.lower(),
        action=ACTION_KEYS[action] if is_known else None,
    )


def offer_infos(referee: Referee) -> list[OfferInfo]:
    """List the offers that wait for an answer."""
    return [
        OfferInfo(number=one.number, offer=OFFERS[one.kind], seat=one.seat)
        for one in referee.offers.values()
    ]
