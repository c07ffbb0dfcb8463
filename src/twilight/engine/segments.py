"""The segments of a game: each is one flow, and between two of them nothing is pending.

A flow ends by setting `state.segment`, and with it round and phasing player, to what comes next.
"""

from collections.abc import Callable
from typing import Final

from twilight.engine.decision import Flow
from twilight.engine.headlines import choose_headlines, resolve_headline
from twilight.engine.rounds import action_round
from twilight.engine.state import State
from twilight.engine.turns import deal, end_turn, setup
from twilight.engine.types import Segment

SEGMENT_FLOWS: Final[dict[Segment, Callable[[State], Flow[None]]]] = {
    Segment.DEAL: deal,
    Segment.SETUP: setup,
    Segment.HEADLINE: choose_headlines,
    Segment.HEADLINE_EVENT: resolve_headline,
    Segment.ACTION_ROUND: action_round,
    Segment.TURN_END: end_turn,
}
