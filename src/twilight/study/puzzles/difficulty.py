"""How hard a puzzle is shown to be: what search says, moved gently by those who have tried it."""

from dataclasses import dataclass
from typing import Final

# A puzzle of this rating is expected to be solved by half of those who try it.
USUAL: Final = 1100
# As many answers and votes as expected are imagined beside the real ones: a few move little.
IMAGINED: Final = 10
BY_SOLVERS: Final = 300
BY_VOTES: Final = 100
FARTHEST: Final = 250


@dataclass(frozen=True)
class Tries:
    """How many have answered a puzzle, how many at once and alone, and how many found it what."""

    people: int = 0
    solved: int = 0
    too_easy: int = 0
    too_hard: int = 0


def shown_rating(rating: int, tries: Tries) -> int:
    """Move the rating that search has given to a puzzle by what people made of it."""
    expected = expected_share(rating)
    share = (tries.solved + IMAGINED * expected) / (tries.people + IMAGINED)
    votes = (tries.too_hard - tries.too_easy) / (tries.too_hard + tries.too_easy + IMAGINED)
    shift = BY_SOLVERS * (expected - share) + BY_VOTES * votes
    return round(rating + max(-FARTHEST, min(FARTHEST, shift)))


def expected_share(rating: int) -> float:
    """Tell which share of people is expected to solve a puzzle of a rating at once."""
    return float(1 / (1 + 10 ** ((rating - USUAL) / 400)))
