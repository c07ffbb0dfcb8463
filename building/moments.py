"""Writes moments of a game as the server tells them: the client's tests look at them.

PYTHONPATH=src python building/moments.py    # rewrites web/fixtures/*.json

Bots play the game, each time the same one: the public baseline, whose play is not meant to change.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import msgspec

from twilight.bots.registry import make_bot
from twilight.engine.cards import CARD_BY_KEY
from twilight.engine.driver import ask
from twilight.engine.ids import Action
from twilight.engine.rules import Rules, rules_to_dict
from twilight.engine.text.language import load_language
from twilight.engine.types import US, Kind
from twilight.server.messages.game import GameInfo, PlayerInfo
from twilight.server.messages.live import Info, Update
from twilight.server.messages.view import Numbers
from twilight.server.play.clock import ClockRules
from twilight.server.play.entries import SEATS, Seat, Setup
from twilight.server.play.games import clock_choice
from twilight.server.play.referee import Referee
from twilight.server.present.info import clock_info, undoable
from twilight.server.present.update import facts_for, view_for

FOLDER: Final = Path(__file__).resolve().parent.parent / "web" / "fixtures"
ENGLISH: Final = load_language("en")
GAME: Final = "fixture"
BOT: Final = "baseline"
MINUTE: Final = 60_000
# Its fourth turn has all that the tests look for: an enemy card with a choice of uses, a scoring
# card in hand, cards that are discarded and drawn, and a known card of the other side.
SETUP: Final = Setup(Rules(), "fixture 318", ClockRules(total=45 * MINUTE, increment=MINUTE // 2))
TURN: Final = 4
# How long the players seem to think about every answer.
THINKING: Final = 4_000
# Who looks at the moments: the seat that plays the US.
SEAT: Final = US

Fits = Callable[[Referee], bool]


def messages() -> dict[str, bytes]:
    """Make the messages of every moment, by the name of its file."""
    return {f"{name}.json": msgspec.json.encode(told) for name, told in moments()}


def moments() -> Iterator[tuple[str, list[Info | Update]]]:
    """Go through the moments in the order of the game; the last one leaves it."""
    table = Table()
    for name, fits in MOMENTS.items():
        table.play_until(fits)
        yield name, told_at(table.referee)
    other = Table()
    other.play_until(asks(Kind.ROUND_CARD, 3))
    other.answer(SEAT, CARD_BY_KEY["quagmire"])
    yield "mode", told_at(other.referee)


def asks(kind: Kind, action_round: int, left: int | None = None) -> Fits:
    """Tell a moment by what the US is asked in a round, and how many points it has left."""

    def fits(referee: Referee) -> bool:
        state, question = referee.game.state, referee.question_of(SEAT)
        return (
            question is not None
            and (state.turn, state.round, question.kind) == (TURN, action_round, kind)
            and left in (None, question.left)
        )

    return fits


MOMENTS: Final = {
    "headline": asks(Kind.HEADLINE, 0),
    "place": asks(Kind.PLACE_INFLUENCE, 2, left=2),
    "coup": asks(Kind.COUP_TARGET, 3),
    "card": asks(Kind.ROUND_CARD, 4),
}


class Table:
    """A game that bots play."""

    def __init__(self) -> None:
        self.referee: Final = Referee(SETUP)
        self.referee.start(0)
        self._players: Final = [make_bot(BOT) for _ in SEATS]

    def play_until(self, fits: Fits) -> None:
        """Let the bots play until a moment is there."""
        while not fits(self.referee):
            seat = self.referee.asked_seats[0]
            question = self.referee.question_of(seat)
            assert question is not None
            game = self.referee.game_for(question.actor)
            self.answer(seat, ask(game, self._players[seat], question))

    def answer(self, seat: Seat, action: Action) -> None:
        """Answer for a seat."""
        decision = self.referee.decision_of(self.referee.side_of(seat))
        self.referee.answer(seat, decision, action, now_of(self.referee))


def now_of(referee: Referee) -> int:
    """Tell the time at a table."""
    return referee.number * THINKING


def told_at(referee: Referee) -> list[Info | Update]:
    """Tell the player of the US about the game and the table."""
    return [Info(info_at(referee)), update_at(referee)]


def update_at(referee: Referee) -> Update:
    """Show the table as the player of the US sees it."""
    return Update(
        game=GAME,
        number=referee.number_for(US),
        answers=referee.length,
        view=view_for(referee, US, ENGLISH),
        facts_from=0,
        facts=facts_for(referee, US, 0, ENGLISH),
        undo=undoable(referee, (SEAT,), US),
        offers=[],
        paused=False,
        clock=clock_info(referee, US, now_of(referee)),
        both_choose=referee.joint is not None,
        status="active",
        result=None,
        stand_in=None,
        hints=[],
    )


def info_at(referee: Referee) -> GameInfo:
    """Tell about the game as if two people played it online."""
    return GameInfo(
        id=GAME,
        mode="online",
        status="active",
        rated=False,
        public=False,
        preset="deluxe",
        rules=rules_to_dict(SETUP.rules),
        changed={},
        clock=clock_choice(SETUP.clock),
        seeded=False,
        seed=None,
        players=[
            PlayerInfo(0, "ussr", "Second", "b", None, True, None, False, None),
            PlayerInfo(1, "us", "First", "a", None, True, None, False, None),
        ],
        turn=referee.game.state.turn,
        answers=referee.length,
        created_at=0,
        updated_at=now_of(referee),
        handicap=Numbers(us=0, ussr=0),
        result=None,
        rematch_of=None,
        rematch=None,
        rematch_wanted=[],
        your_seats=[SEAT],
        invite=None,
        played_on=None,
        branch_of=None,
        watch_agreed=[],
        watch=None,
    )


def main() -> None:
    """Write the files."""
    for name, text in messages().items():
        (FOLDER / name).write_bytes(text)


if __name__ == "__main__":
    main()
