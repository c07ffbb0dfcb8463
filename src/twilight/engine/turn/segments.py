"""The segments of a game: each is one flow, and between two of them nothing is pending.

A flow ends by setting `state.segment`, and with it round and phasing player, to what comes next.
"""

from collections.abc import Callable
from typing import Final

from twilight.engine.decision import Flow
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
