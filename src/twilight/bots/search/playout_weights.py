"""What the player of play-outs knows by heart: a few dozen weights, and the worth of every event.

One unit is about one victory point.
"""

from dataclasses import dataclass
from typing import Final

from twilight.judgement.evaluation.event_worth import EVENT_WORTH


@dataclass(frozen=True)
class PlayoutWeights:
    """The weights of a play-out player."""

    # How much of what a card can do is still there if it is played later in the turn.
    kept_influence: float = 0.8
    kept_coup: float = 0.8
    kept_event: float = 0.8
    kept_harm: float = 0.8
    kept_in_last_round: float = 0.0
    # What it gains to play a card of many points early, for each point.
    early_points: float = 0.0
    # What a scoring counts, and what it is worth to have it done, always and early.
    scoring: float = 0.3
    scoring_done: float = 0.0
    scoring_early: float = 0.0
    # How much own, neutral and the enemy's events count.
    own_event: float = 1.0
    neutral_event: float = 0.8
    harm: float = 1.0
    # An attempt in space, and how much of an event's harm counts for it.
    space: float = 0.5
    space_for_harm: float = 0.0
    # What the China Card costs.
    china: float = 1.5
    # The first two markers, in points for the first, and each marker after them.
    two_markers: float = 1.9
    more_markers: float = 1.0
    # Coups: each point more or less than three, the first round, missing military operations.
    coup_point: float = 0.5
    coup_first: float = 0.0
    military: float = 1.0
    # What a coup costs that lowers DEFCON to 2, for each card in hand that loses the game then.
    coup_stuck: float = 0.0
    # Headlines: what the operations are worth that they cost, the enemy's events, scorings.
    headline_cost: float = 0.6
    headline_harm: float = 1.0
    headline_scoring: float = 0.3
    # What it is worth to be rid of a card that loses the game once DEFCON is low, if there is no
    # other way to be rid of it, and if it could be spaced.
    rid: float = 0.0
    rid_of_spaced: float = 0.0
    # Whether DEFCON is never lowered with a card whose event then loses the game.
    careful: bool = False
    worths: tuple[float, ...] = EVENT_WORTH


# The one that the general plays turns out with.
ROUGH: Final = PlayoutWeights()
CAREFUL: Final = PlayoutWeights(rid=2.0, careful=True)
