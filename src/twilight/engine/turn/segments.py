"""The segments of a game: each is one flow, and between two of them nothing is pending.

A flow ends by setting `state.segment`, and with it round and phasing player, to what comes next.
"""

from collections.abc import Callable, Generator
from typing import Final, TypeAlias

from twilight.engine.decision import Decision, Flow
from twilight.engine.ids import Action
from twilight.engine.state import State
from twilight.engine.turn.headlines import choose_headlines, resolve_headline
from twilight.engine.turn.rounds import action_round
from twilight.engine.turn.start_and_end import deal, end_turn, setup
from twilight.engine.types import Segment
from twilight.engine.variants.bidding import choose_sides
from twilight.engine.variants.turn_zero import turn_zero

SEGMENT_FLOWS: Final[dict[Segment, Callable[[State], Flow[None]]]] = {
    Segment.BIDDING: choose_sides,
    Segment.TURN_ZERO: turn_zero,
    Segment.DEAL: deal,
    Segment.SETUP: setup,
    Segment.HEADLINE: choose_headlines,
    Segment.HEADLINE_EVENT: resolve_headline,
    Segment.ACTION_ROUND: action_round,
    Segment.TURN_END: end_turn,
}

# It is started with None, and says None once the segment is over.
SegmentFlow: TypeAlias = Generator[Decision | None, Action | None, None]


def play_segment(state: State) -> SegmentFlow:
    """Play the segment that a state is in.

    The end of a generator is an exception, which would cost as much as a decision or two: its
    last word is None instead.
    """
    yield from SEGMENT_FLOWS[state.segment](state)
    yield None
