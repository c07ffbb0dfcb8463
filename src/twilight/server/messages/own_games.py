"""One's own games: whose move it is, how much time is left, what happened last."""

from msgspec import Struct

from twilight.server.messages.game import GameInfo
from twilight.server.messages.view import Cards, FactLine, Side


class OwnGame(Struct, frozen=True):
    """A game of one's own.

    `side` is the one that one plays, null at one screen. `time_left` is that of whoever has to
    move, in milliseconds, null where no clock runs. `control` has the countries that each side
    controls, `facts` what happened last, as far as one may know it.
    """

    info: GameInfo
    side: Side | None
    your_move: bool
    paused: bool
    time_left: int | None
    round: int
    segment: str
    vp: int
    defcon: int
    control: Cards
    facts: list[FactLine]


class OwnGames(Struct, frozen=True):
    """One's own games at `now`, the most urgent first, then those that ended in the last days."""

    games: list[OwnGame]
    now: int
