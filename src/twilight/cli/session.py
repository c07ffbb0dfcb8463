"""A game at the terminal: asks the humans, lets the bots answer, and keeps what each may see."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rich.text import Text

from twilight.cli.log import log_lines
from twilight.cli.matching import Unclear, find
from twilight.cli.prompt import options_view, read_answer
from twilight.cli.screen import (
    SIDE_NAMES,
    board,
    card_page,
    effects_line,
    hand,
    known_cards,
    side_style,
    status,
)
from twilight.cli.terminal import Terminal
from twilight.engine.cards import CARD_KEYS, STANDARD_CARDS
from twilight.engine.chance import Chance
from twilight.engine.decision import Decision
from twilight.engine.driver import AnyPlayer, ask
from twilight.engine.game import Game, IllegalUndo
from twilight.engine.notation import action_name, card_name, describe_decision
from twilight.engine.types import CHANCE, NOBODY, SIDES, Actor, Kind, Segment
from twilight.engine.view import Observation, observe
from twilight.replays.saves import SavedGame, SaveError, is_saved_game, save_game

COMMANDS = {
    "board": "the map and the tracks",
    "hand": "your hand, and what you know of the other one",
    "effects": "the lasting effects in play",
    "log [LINES]": "what has happened",
    "card NAME": "what a card does",
    "undo": "take your last answer back",
    "redo": "give it again",
    "save [FILE]": "save the game and go on",
    "quit": "save the game and stop",
    "help": "this list",
}
LOG_LINES = 25
# How much of the past a resumed game begins with.
RESUME_LINES = 10
# With these the board is drawn first: a new part of the game begins for the player.
_OPENINGS = (Kind.HEADLINE, Kind.ROUND_CARD, Kind.TRAP_DISCARD, Kind.SETUP_INFLUENCE)


class Quit(Exception):
    """The user stops; the game is saved."""


class EndOfInput(Exception):
    """There are no more lines to read; the game is not saved yet."""


@dataclass
class Seat:
    """What the terminal remembers for one side: how much of the log it has read."""

    facts_shown: int = 0
    remarks: list[tuple[int, str]] = field(default_factory=list)
    board_shown_at: tuple[int, int, int] = (-1, -1, -1)


class Session:
    """One game at one terminal.

    `players` are in the order of the seats, the USSR's first, with None for a human.
    """

    def __init__(
        self,
        game: Game,
        players: Sequence[AnyPlayer | None],
        names: Sequence[str],
        chance: Chance,
        terminal: Terminal,
        file: Path,
        meta: dict[str, object],
    ) -> None:
        self.game = game
        self.players = players
        self.names = names
        self.chance = chance
        self.terminal = terminal
        self.file = file
        self.meta = meta
        self.seats = [Seat(), Seat(), Seat(), Seat()]
        self.at_keyboard: Actor = NOBODY

    # Playing

    def play(self) -> None:
        """Play until the game is over or the user stops."""
        while self.game.pending is not None:
            decision = self.game.pending
            if decision.actor == CHANCE:
                self.game.answer(self.chance.choose(decision))
                self.meta["chance_answers"] = self._number("chance_answers") + 1
                continue
            player = self.player_of(decision.actor)
            if player is not None:
                self.game.answer(ask(self.game, player, decision))
            elif len(decision.options) == 1:
                self._answer_single(decision)
            else:
                self._ask_human(decision)
            if not self.has_humans:
                self._show_news(NOBODY)
        self._show_end()

    @property
    def has_humans(self) -> bool:
        """Whether anybody at the terminal plays."""
        return None in self.players

    def player_of(self, side: Actor) -> AnyPlayer | None:
        """Return who plays a side now; seats can be swapped by a bid or a lot."""
        return self.players[1 - side if self.game.state.seats_swapped else side]

    def _number(self, name: str) -> int:
        value = self.meta.get(name, 0)
        return value if isinstance(value, int) else 0

    def _answer_single(self, decision: Decision) -> None:
        """Answer what leaves no choice, and tell it when the side is at the keyboard next."""
        action = decision.options[0]
        asked = describe_decision(decision)
        remark = f"{asked}: {action_name(action)} (the only option)"
        self.seats[decision.actor].remarks.append((len(self.game.facts), remark))
        self.game.answer(action)

    def _ask_human(self, decision: Decision) -> None:
        self._hand_over(decision.actor)
        self._show_news(decision.actor)
        seen = observe(self.game, decision.actor)
        self._show_position(seen, decision)
        while self.game.pending is decision:
            line = self.terminal.ask(f"{SIDE_NAMES[decision.actor]}> ")
            if line is None:
                raise EndOfInput
            try:
                self._obey(line.strip(), seen, decision)
            except (Unclear, IllegalUndo, SaveError) as error:
                self.say(f"{error}", style="yellow")

    def _hand_over(self, side: Actor) -> None:
        """Hide what is on the screen before somebody else sits down at it."""
        others = [player for player in self.players if player is None]
        if self.at_keyboard not in (NOBODY, side) and len(others) == 2:
            self.wait_for(side)
        self.at_keyboard = side

    def wait_for(self, side: Actor) -> None:
        """Clear the screen and wait until the right player is there."""
        if self.terminal.interactive:
            self.terminal.clear()
            prompt = (
                f"It is the turn of the {SIDE_NAMES[side]} player. Press Enter when you sit here."
            )
            if self.terminal.ask(prompt + " ") is None:
                raise EndOfInput
            self.terminal.clear()

    # Commands

    def _obey(self, line: str, seen: Observation, decision: Decision) -> None:
        """Do what a typed line says: a command, or an answer to the decision."""
        word, _, rest = line.partition(" ")
        rest = rest.strip()
        match word.lower():
            case "" | "options":
                self._show_question(seen, decision)
            case "board":
                self.terminal.show(board(seen, self.terminal.width))
            case "hand":
                self.terminal.show(hand(seen, self.terminal.width))
            case "effects":
                self.terminal.show(effects_line(seen.state) or Text("No lasting effects in play."))
            case "log":
                self._show_log(seen.viewer, rest)
            case "card":
                self._show_card(rest)
            case "undo":
                self._undo(decision.actor)
            case "redo":
                self._redo()
            case "save":
                self.save(Path(rest) if rest else self.file)
            case "quit" | "exit":
                self.save(self.file)
                raise Quit
            case "help" | "?":
                self._show_help()
            case _:
                self.game.answer(read_answer(line, decision.options))

    def _undo(self, side: Actor) -> None:
        """Take back answers of a side up to its last real choice."""
        taken = 0
        try:
            while True:
                self.game.undo(side)
                taken += 1
                pending = self.game.pending
                if pending is not None and len(pending.options) > 1:
                    break
        except IllegalUndo:
            for _ in range(taken):
                self.game.redo()
            raise
        self._forget_undone(side)
        self.say("Taken back.")

    def _redo(self) -> None:
        """Give the answers again that the last undo took back."""
        self.game.redo()
        while self.game.pending is not None and len(self.game.pending.options) == 1:
            try:
                self.game.redo()
            except IllegalUndo:
                break

    def _forget_undone(self, side: Actor) -> None:
        facts = len(self.game.facts)
        for seat in self.seats:
            seat.facts_shown = min(seat.facts_shown, facts)
        seat = self.seats[side]
        seat.remarks = [remark for remark in seat.remarks if remark[0] < facts]

    def save(self, file: Path) -> None:
        """Save the game, but not over a file that is something else."""
        if file.exists() and not is_saved_game(file):
            raise SaveError(f"{file} is there already and is no saved game")
        players = dict(zip(("ussr", "us"), self.names, strict=True))
        save_game(file, self.game, players, self.meta)
        self.file = file
        self.say(f"Saved in {file}.")

    # Showing

    def greet(self, saved: SavedGame) -> None:
        """Say what is played, and what a change of the rules has cost."""
        who = " against ".join(
            f"{SIDE_NAMES[side]} ({self.names[side]})" for side in reversed(SIDES)
        )
        self.say(f"{who}, seed {self.meta['seed']}. Type help for the commands.", style="bold")
        if saved.lost_history:
            self.say("The rules have changed since this game was saved; its past is gone.")
        if saved.lost_answers:
            self.say(f"The last {saved.lost_answers} answers are no longer possible and are gone.")
        if saved.game.record:
            for seat in self.seats:
                seat.facts_shown = max(0, len(saved.game.facts) - RESUME_LINES)

    def say(self, text: str, style: str = "") -> None:
        """Print one remark."""
        self.terminal.show(Text(text, style=style))

    def _show_news(self, viewer: Actor) -> None:
        """Print what has happened since this viewer last looked, as far as it may know."""
        seat = self.seats[viewer]
        facts = self.game.facts
        start = seat.facts_shown
        for place, remark in seat.remarks:
            place = max(place, start)
            self.terminal.show(*log_lines(facts[start:place], viewer))
            self.say(f"  {remark}", style="italic")
            start = place
        self.terminal.show(*log_lines(facts[start:], viewer))
        seat.facts_shown = len(facts)
        seat.remarks = []

    def _show_position(self, seen: Observation, decision: Decision) -> None:
        state = seen.state
        now = (state.turn, state.round, int(state.segment))
        seat = self.seats[decision.actor]
        if decision.kind in _OPENINGS and seat.board_shown_at != now:
            seat.board_shown_at = now
            self.terminal.show("", board(seen, self.terminal.width))
            effects = effects_line(state)
            if effects is not None:
                self.terminal.show(effects)
        if state.segment is Segment.SETUP and decision.kind is Kind.SETUP_INFLUENCE:
            self.terminal.show(hand(seen, self.terminal.width))
        self._show_question(seen, decision)

    def _show_question(self, seen: Observation, decision: Decision) -> None:
        self.terminal.show("", status(seen))
        known = known_cards(seen)
        if known is not None and decision.kind in _OPENINGS:
            self.terminal.show(known)
        question = Text(describe_decision(decision), style=f"bold {side_style(decision.actor)}")
        self.terminal.show(question, options_view(seen, decision, self.terminal.width))

    def _show_log(self, viewer: Actor, rest: str) -> None:
        if rest and not rest.isdecimal():
            raise Unclear(f"log takes a number of lines, not {rest!r}")
        lines = log_lines(self.game.facts, viewer)
        self.terminal.show(*lines[-(int(rest) if rest else LOG_LINES) :])

    def _show_card(self, name: str) -> None:
        if not name:
            raise Unclear("card takes the name of a card")
        names = {card: (card_name(card), CARD_KEYS[card]) for card in STANDARD_CARDS}
        self.terminal.show(card_page(find(name, names)))

    def _show_help(self) -> None:
        self.say("Answer with the number of an option, its name, or enough of its name. Or type:")
        for command, meaning in COMMANDS.items():
            self.say(f"  {command:<12} {meaning}")

    def _show_end(self) -> None:
        outcome = self.game.outcome
        assert outcome is not None
        viewer = next((side for side in SIDES if self.player_of(side) is None), NOBODY)
        self._show_news(viewer)
        self.terminal.show("", board(observe(self.game, viewer), self.terminal.width))
        reason = outcome.reason.name.lower().replace("_", " ")
        if outcome.winner == NOBODY:
            result = f"The game is a draw ({reason})."
        else:
            result = f"The {SIDE_NAMES[outcome.winner]} wins ({reason})."
        self.terminal.show("", Text(result, style=f"bold {side_style(outcome.winner)}"))
        self._offer_to_save()

    def _offer_to_save(self) -> None:
        if not self.has_humans:
            return
        line = self.terminal.ask("Save it, to look at it again? File name, or Enter for no: ")
        while line:
            try:
                self.save(Path(line.strip()))
                return
            except SaveError as error:
                self.say(f"{error}", style="yellow")
                line = self.terminal.ask("File name, or Enter for no: ")
