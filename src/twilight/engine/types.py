"""The small vocabulary of types that every module of the engine shares."""

from enum import Enum, IntEnum
from typing import Final, TypeAlias

Actor: TypeAlias = int
USSR: Final = 0
US: Final = 1
CHANCE: Final = 2
NOBODY: Final = 3
SIDES: Final = (USSR, US)
ACTOR_NAMES: Final = ("ussr", "us", "chance", "nobody")

Region: TypeAlias = int
EUROPE: Final = 0
ASIA: Final = 1
MIDDLE_EAST: Final = 2
AFRICA: Final = 3
CENTRAL_AMERICA: Final = 4
SOUTH_AMERICA: Final = 5
WESTERN_EUROPE: Final = 6
EASTERN_EUROPE: Final = 7
SOUTHEAST_ASIA: Final = 8
REGION_NAMES: Final = (
    "europe",
    "asia",
    "middle_east",
    "africa",
    "central_america",
    "south_america",
    "western_europe",
    "eastern_europe",
    "southeast_asia",
)
SCORED_REGIONS: Final = (EUROPE, ASIA, MIDDLE_EAST, AFRICA, CENTRAL_AMERICA, SOUTH_AMERICA)

Period: TypeAlias = int
EARLY: Final = 0
MID: Final = 1
LATE: Final = 2
PERIOD_NAMES: Final = ("early", "mid", "late")


def enemy_of(side: Actor) -> Actor:
    """Name the other side."""
    return 1 - side


def across(place: Actor, swapped: bool) -> Actor:
    """Lead from a seat to the side that it plays, or from a side to its seat: the same both ways.

    A bid or a lot can swap the seats; else the first seat plays the USSR.
    """
    return 1 - place if swapped else place


class Segment(IntEnum):
    """The parts of a game between which nothing is pending; see segments.py."""

    BIDDING = 0
    TURN_ZERO = 1
    DEAL = 2
    SETUP = 3
    HEADLINE = 4
    HEADLINE_EVENT = 5
    ACTION_ROUND = 6
    TURN_END = 7


class Kind(Enum):
    """What a decision asks for."""

    # Chance
    DIE = 0
    DRAW = 1
    RANDOM_DISCARD = 2
    LOT = 3
    # Setup
    SETUP_INFLUENCE = 10
    HANDICAP_INFLUENCE = 11
    BID_SIDE = 12
    BID_AMOUNT = 13
    STATECRAFT = 14
    TAKE_CARD = 15
    # The turn
    HEADLINE = 20
    ROUND_CARD = 21
    PLAY_MODE = 22
    OPERATION = 23
    TRAP_DISCARD = 24
    HELD_DISCARD = 25
    CRISIS_PAYMENT = 26
    # Operations
    PLACE_INFLUENCE = 30
    COUP_TARGET = 31
    REALIGNMENT_TARGET = 32
    SPACE_ROLL = 33
    MIXED_POINT = 34
    # Inside events
    ADD_INFLUENCE = 40
    REMOVE_INFLUENCE = 41
    COUNTRY = 42
    CARD = 43
    DISCARD = 44
    EVENT_CHOICE = 45
    REGION = 46
    DEFCON_LEVEL = 47
    WAR_TARGET = 48


# Questions in which a side adds markers of its own.
ADDING_KINDS: Final = (
    Kind.SETUP_INFLUENCE,
    Kind.HANDICAP_INFLUENCE,
    Kind.PLACE_INFLUENCE,
    Kind.ADD_INFLUENCE,
    Kind.MIXED_POINT,
)


class Reason(IntEnum):
    """How a game ended."""

    VICTORY_POINTS = 0
    EUROPE_CONTROL = 1
    FINAL_SCORING = 2
    DEFCON = 3
    HELD_SCORING_CARD = 4
    CUBAN_MISSILE_CRISIS = 5
    WARGAMES = 6
    NO_WINNER = 7  # a final scoring that ends level, where that is not called a draw


class Outcome:
    """Who won, or NOBODY, and why."""

    __slots__ = ("reason", "winner")

    def __init__(self, winner: Actor, reason: Reason) -> None:
        self.winner: Final = winner
        self.reason: Final = reason

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Outcome)
            and self.winner == other.winner
            and self.reason == other.reason
        )

    def __hash__(self) -> int:
        return hash((self.winner, self.reason))

    def __repr__(self) -> str:
        return f"Outcome({ACTOR_NAMES[self.winner]}, {self.reason.name})"


class GameOver(Exception):
    """Unwinds whatever is being resolved at the moment when the game ends."""

    def __init__(self, winner: Actor, reason: Reason) -> None:
        super().__init__(ACTOR_NAMES[winner], reason.name)
        self.outcome = Outcome(winner, reason)
