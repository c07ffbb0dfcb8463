"""Who plays which side: by agreement, by lot, or by a secret bid of influence (V2.2).

Before that the first player sits on the USSR's seat and the second on that of the US. Where the
sides come out the other way round, `State.seats_swapped` tells so: from then on the first player
answers for the US. The loser of a bid is paid with a handicap.
"""

from typing import Final

from twilight.engine.changes import note
from twilight.engine.decision import Decision, Flow
from twilight.engine.ids import DECLINE, NAME_US, NAME_USSR, NUMBER, Action
from twilight.engine.journal import FactKind
from twilight.engine.state import Bid, State
from twilight.engine.types import (
    CHANCE,
    NOBODY,
    SIDES,
    US,
    Actor,
    Kind,
    Segment,
    enemy_of,
)

FIRST, SECOND = SIDES
HIGHEST_BID: Final = 20
_SIDE_NAMES: Final = (NAME_USSR, NAME_US)
_NUMBERS: Final = tuple(NUMBER + number for number in range(HIGHEST_BID + 1))


def choose_sides(state: State) -> Flow[None]:
    """Settle the sides in the way that the rules name."""
    method = state.rules.side_selection
    if method == "bid":
        yield from _bid(state)
    elif method == "random":
        first = yield from _draw_lots()
        _settle(state, first)
    state.segment = Segment.TURN_ZERO


def _draw_lots() -> Flow[Actor]:
    """Draw the side of the first player."""
    name = yield Decision(CHANCE, Kind.LOT, _SIDE_NAMES)
    return _SIDE_NAMES.index(name)


def _settle(state: State, first: Actor) -> None:
    state.seats_swapped = first == US
    note(state, FactKind.SIDES, NOBODY, -1, (int(state.seats_swapped), *state.handicap))


def _bid(state: State) -> Flow[None]:
    """Take both bids in secret, reveal them, and give each player a side."""
    for seat in SIDES:
        name = yield Decision(seat, Kind.BID_SIDE, (DECLINE, *_SIDE_NAMES), enemy_of(seat))
        _keep_bid(state, seat, (name,))
        # Without a side the number is 0; it is asked all the same, so that nothing is betrayed.
        numbers = _NUMBERS[:1] if name == DECLINE else _NUMBERS
        number = yield Decision(seat, Kind.BID_AMOUNT, numbers, enemy_of(seat))
        _keep_bid(state, seat, (name, number))
    for seat in SIDES:
        name, number = state.bids[seat]
        note(state, FactKind.BID, seat, name, (number - NUMBER,))
    state.reveals += 1
    first = first_players_side(state.bids)
    state.handicap = handicap_after(state.bids)
    if first == NOBODY:
        first = yield from _draw_lots()
    _settle(state, first)


def bids_are_secret(state: State) -> bool:
    """Tell whether bids are being made that are not revealed yet."""
    return state.segment == Segment.BIDDING and min(len(bid) for bid in state.bids) < 2


def _keep_bid(state: State, seat: Actor, bid: Bid) -> None:
    state.bids = (bid, state.bids[SECOND]) if seat == FIRST else (state.bids[FIRST], bid)


def side_named(name: Action) -> Actor:
    """Turn the name of a side, or DECLINE, into the side or NOBODY."""
    return NOBODY if name == DECLINE else _SIDE_NAMES.index(name)


def first_players_side(bids: tuple[Bid, Bid]) -> Actor:
    """Name the side that two bids give to the first player; NOBODY means that lots are drawn."""
    (first_name, first_number), (second_name, second_number) = bids
    first, second = side_named(first_name), side_named(second_name)
    if first == second:
        if first == NOBODY or first_number == second_number:
            return NOBODY
        return first if first_number > second_number else enemy_of(first)
    return first if first != NOBODY else enemy_of(second)


def handicap_after(bids: tuple[Bid, Bid]) -> tuple[int, int]:
    """Return the handicap of each side: who wanted the same side and lost it receives the bid."""
    (first_name, first_number), (second_name, second_number) = bids
    amount = max(first_number, second_number) - NUMBER
    side = side_named(first_name)
    if first_name != second_name or side == NOBODY:
        return 0, 0
    return (amount, 0) if side == US else (0, amount)
