"""Finished games: every position of them, and the curve of the score."""

from msgspec import Struct

from twilight.server.messages.view import FactLine, View


class Position(Struct, frozen=True):
    """The table after some answers of the record."""

    game: str
    answer: int
    answers: int
    view: View
    facts: list[FactLine]


class Journal(Struct, frozen=True):
    """All facts of a game that the viewer may know."""

    game: str
    answers: int
    facts: list[FactLine]


class Moment(Struct, frozen=True):
    """The tracks after some answers."""

    answer: int
    turn: int
    round: int
    segment: str
    vp: int
    defcon: int


class Curve(Struct, frozen=True):
    """The tracks over the game, one moment for each change and each round."""

    game: str
    answers: int
    moments: list[Moment]


class ExportedText(Struct, frozen=True):
    """A game as text."""

    game: str
    text: str
