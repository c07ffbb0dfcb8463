"""`twilight replay`: steps through a recorded game, seen by one side or with everything open."""

import argparse
from typing import Any, Final

from rich.console import RenderableType
from rich.text import Text

from twilight.cli.arguments import (
    GAME_FILE,
    MOST_SECONDS,
    BadInput,
    add_language_argument,
    game_file,
    thinking_seconds,
)
from twilight.cli.commands.cards import find_card
from twilight.cli.terminal.console import Terminal
from twilight.cli.terminal.log import log_lines
from twilight.cli.terminal.matching import Unclear
from twilight.cli.terminal.screen import (
    board,
    card_page,
    effects_line,
    effects_page,
    hand,
    held_cards,
    status,
)
from twilight.cli.terminal.what_if import play_on
from twilight.cli.terminal.words import Words
from twilight.engine.game import Game
from twilight.engine.journal import Fact
from twilight.engine.state import State
from twilight.engine.types import NOBODY, SIDES, US, USSR, Actor, Segment
from twilight.engine.view import Observation, observe
from twilight.replays.files import load_any
from twilight.study.best_plays import SECONDS, NoCardChoice, best_plays, card_choice_of
from twilight.study.judge import shipped_judge
from twilight.study.lines import played_line
from twilight.study.words import play_text, reasons_text

# Who looks: a side, or None for somebody who may see everything.
VIEWS: Final[dict[str, Actor | None]] = {"us": US, "ussr": USSR, "all": None}
COMMANDS: Final = {
    "next": "number",
    "back": "number",
    "round": "",
    "jump": "place",
    "view": "view",
    "board": "",
    "hand": "",
    "effects": "",
    "log": "lines",
    "best": "seconds",
    "play": "opponent",
    "card": "name",
    "quit": "",
    "help": "",
}
LOG_LINES: Final = 25
LINES_AT_JUMP: Final = 12


def add_parser(subparsers: "argparse._SubParsersAction[Any]") -> None:
    """Register the command."""
    parser = subparsers.add_parser(
        "replay",
        help="step through a saved game or a log",
        description="Step through a saved game or a log in the public format, or print one moment"
        " of it.",
    )
    parser.add_argument("file", type=game_file, help=GAME_FILE)
    moment = parser.add_mutually_exclusive_group()
    moment.add_argument(
        "--at", metavar="PLACE", help="print the game at T4, T4.HL or T4.US.3 and stop"
    )
    moment.add_argument("--step", metavar="NUMBER", help="print it after so many answers and stop")
    parser.add_argument("--view", metavar="VIEW", default="all", help="us, ussr or all (default)")
    add_language_argument(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace, terminal: Terminal | None = None) -> int:
    """Show a game."""
    words = Words(arguments.lang)
    game = load_any(arguments.file, journal=True).game
    if game.record is None:
        raise BadInput(f"{arguments.file} is a position without a record of how it came about")
    replay = Replay(game, words, terminal or Terminal())
    replay.set_view(arguments.view)
    place = arguments.at if arguments.at is not None else arguments.step
    if place is None:
        replay.step_through()
    else:
        replay.go(replay.step_at(place))
        replay.show_all()
    return 0


class Replay:
    """A recorded game, and the moment at which one looks at it."""

    def __init__(self, game: Game, words: Words, terminal: Terminal) -> None:
        self.whole = game
        self.record = list(game.record or ())
        self.words = words
        self.terminal = terminal
        self.viewer: Actor | None = None
        self.step = 0
        self.game = game.rewound(0)
        # The number of answers after which each named place is reached.
        self.places = find_places(game)

    # Moving

    def go(self, step: int) -> None:
        """Look at the game after so many answers."""
        if step == self.step + 1:
            self.game.answer(self.record[self.step])
        elif step != self.step:
            self.game = self.whole.rewound(step)
        self.step = step

    def step_at(self, place: str) -> int:
        """Return the number of answers after which a place is reached."""
        if place.isdecimal() and int(place) <= len(self.record):
            return int(place)
        if place.upper() in self.places:
            return self.places[place.upper()]
        raise Unclear(self.words.text("errors.no_place", text=place, last=len(self.record)))

    def next_round(self) -> int:
        """Return where the next headline phase or action round begins, or the end."""
        later = [step for place, step in self.places.items() if "." in place and step > self.step]
        return min(later, default=len(self.record))

    def set_view(self, name: str) -> None:
        """Look with the eyes of a side, or see everything."""
        if name.lower() not in VIEWS:
            raise Unclear(self.words.text("errors.no_view", text=name))
        self.viewer = VIEWS[name.lower()]

    # Commands

    def step_through(self) -> None:
        """Obey commands until there are no more."""
        self.show_position()
        while True:
            position = self.words.text("replay.position", step=self.step, last=len(self.record))
            line = self.terminal.ask(f"{position}> ")
            if line is None or line.strip().lower() in ("quit", "exit", "q"):
                return
            try:
                self._obey(line.strip())
            except BadInput as error:
                self.terminal.show(Text(f"{error}", style="yellow"))

    def _obey(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        rest = rest.strip()
        match word.lower():
            case "" | "n" | "next":
                self._walk(self.step + self._number(rest))
            case "b" | "back":
                self._walk(self.step - self._number(rest))
            case "r" | "round":
                self._walk(self.next_round())
            case "j" | "jump":
                self.go(self.step_at(rest))
                self._show_log(self.game.facts, LINES_AT_JUMP)
                self.show_position()
            case "v" | "view":
                self.set_view(rest)
                self.show_position()
            case "board":
                self.terminal.show(board(self.seen(), self.words, self.terminal.width))
            case "hand":
                self.terminal.show(*self._hands())
            case "effects":
                self.terminal.show(effects_page(self.game.state, self.words))
            case "log":
                if rest and not rest.isdecimal():
                    raise Unclear(self.words.text("errors.log_lines", text=rest))
                self._show_log(self.game.facts, int(rest) if rest else LOG_LINES)
            case "best":
                self._show_best(rest)
            case "play":
                play_on(self.whole, self.step, rest, self.terminal, self.words)
                self.show_position()
            case "card":
                if not rest:
                    raise Unclear(self.words.text("errors.card_name"))
                self.terminal.show(card_page(find_card(rest, self.words.language), self.words))
            case "help" | "?":
                self._show_help()
            case _:
                raise Unclear(self.words.text("errors.no_command", text=word))

    def _number(self, text: str) -> int:
        if not text:
            return 1
        if not text.isdecimal() or int(text) < 1:
            raise Unclear(self.words.text("errors.no_number", text=text))
        return int(text)

    def _walk(self, step: int) -> None:
        """Go to a step, as far as there is one, and show what has happened on the way."""
        before = len(self.game.facts)
        step = max(0, min(step, len(self.record)))
        forward = step > self.step
        self.go(step)
        facts = self.game.facts
        if forward:
            self._show_log(facts[before:], len(facts))
        else:
            self._show_log(facts, LINES_AT_JUMP)
        self.show_position()

    # Showing

    def seen(self) -> Observation:
        """Return what the viewer sees; whoever sees everything begins with a spectator's view."""
        return observe(self.game, NOBODY if self.viewer is None else self.viewer)

    def show_all(self) -> None:
        """Print everything about this moment."""
        self._show_log(self.game.facts, LOG_LINES)
        self.terminal.show("", board(self.seen(), self.words, self.terminal.width))
        effects = effects_line(self.game.state, self.words)
        if effects is not None:
            self.terminal.show(effects)
        self.terminal.show(*self._hands())
        self.show_position()

    def show_position(self) -> None:
        """Print where we are, what is asked, and what was answered."""
        seen = self.seen()
        self.terminal.show("", status(seen, self.words))
        decision = self.game.pending
        if decision is None:
            assert self.game.outcome is not None
            self.terminal.show(Text(self.words.outcome(self.game.outcome), style="bold"))
            return
        state = self.game.state if self.viewer is None else seen.state
        self.terminal.show(Text(self.words.question(state, decision), style="bold"))
        if self.step == len(self.record):
            return
        action = self.record[self.step]
        if self.viewer is not None and decision.hidden_from == self.viewer:
            answer = self.words.text("replay.hidden_answer")
        else:
            answer = self.words.text(
                "replay.answer", answer=self.words.option(state, decision, action)
            )
        self.terminal.show(Text(f"  {answer}"))

    def _hands(self) -> list[RenderableType]:
        if self.viewer is not None:
            return [hand(self.seen(), self.words)]
        state = self.game.state
        return [held_cards(state, side, state.hands[side], self.words) for side in reversed(SIDES)]

    def _show_log(self, facts: list[Fact], number: int) -> None:
        lines = log_lines(facts, self.viewer, self.words)
        self.terminal.show(*lines[len(lines) - min(number, len(lines)) :])

    def _show_best(self, rest: str) -> None:
        """Print the best plays of this moment, found in so many seconds."""
        try:
            seconds = thinking_seconds(rest) if rest else SECONDS
        except argparse.ArgumentTypeError:
            most = f"{MOST_SECONDS:g}"
            raise Unclear(self.words.text("errors.no_seconds", text=rest, most=most)) from None
        code = self.words.language.code
        try:
            decision = card_choice_of(self.game)
            rest_of_record = self.record[self.step :]
            played = played_line(self.game, rest_of_record) if rest_of_record else None
            found = best_plays(self.game, shipped_judge(), seconds, played).plays
        except NoCardChoice:
            raise Unclear(self.words.text("errors.no_card_choice")) from None
        side = self.words.the_side(decision.actor)
        self.terminal.show(Text(self.words.text("replay.best", side=side), style="bold"))
        for rank, play in enumerate(found, 1):
            text = play_text(play.line, code)
            mark = f" ({self.words.text('replay.played')})" if play.played else ""
            self.terminal.show(Text(f"{rank:3} {100 * play.chance:3.0f} %  {text}{mark}"))
            self.terminal.show(Text(f"           {reasons_text(play.reasons, code)}", style="dim"))

    def _show_help(self) -> None:
        self.terminal.show(self.words.text("replay_help.intro"))
        for command, takes in COMMANDS.items():
            usage = f"{command} {self.words.text(f'arguments.{takes}')}" if takes else command
            meaning = self.words.text(f"replay_help.{command}")
            self.terminal.show(Text(f"  {usage:<14} {meaning}"))


def find_places(game: Game) -> dict[str, int]:
    """Give each turn, headline phase and action round the number of answers before it."""
    places: dict[str, int] = {}
    walker = game.rewound(0)
    record = game.record or []
    for step in range(len(record) + 1):
        if walker.outcome is None:
            for name in _place_names(walker.state):
                places.setdefault(name, step)
        if step < len(record):
            walker.answer(record[step])
    return places


def _place_names(state: State) -> list[str]:
    turn = f"T{state.turn}"
    if state.segment in (Segment.HEADLINE, Segment.HEADLINE_EVENT):
        return [turn, f"{turn}.HL"]
    if state.segment is Segment.ACTION_ROUND:
        side = "US" if state.phasing == US else "USSR"
        return [turn, f"{turn}.{side}.{state.round}"]
    return [turn]
