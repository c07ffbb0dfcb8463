"""A game at the terminal: asks the humans, lets the bots answer, and keeps what each may see."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from rich.text import Text

from twilight.cli.arguments import BadInput
from twilight.cli.commands.cards import find_card
from twilight.cli.terminal.coach import TerminalCoach
from twilight.cli.terminal.console import Terminal
from twilight.cli.terminal.log import log_lines
from twilight.cli.terminal.matching import Unclear
from twilight.cli.terminal.prompt import options_view, read_answer
from twilight.cli.terminal.screen import (
    board,
    card_page,
    effects_line,
    effects_page,
    hand,
    known_cards,
    side_style,
    status,
)
from twilight.cli.terminal.words import Words
from twilight.engine.chance import Chance
from twilight.engine.decision import Decision
from twilight.engine.driver import AnyPlayer, ask, seat_of
from twilight.engine.game import Game, IllegalUndo
from twilight.engine.text.refusals import explain_refusal
from twilight.engine.types import ACTOR_NAMES, CHANCE, NOBODY, SIDES, Actor, Kind, enemy_of
from twilight.engine.view import Observation, observe
from twilight.replays.saves import SavedGame, SaveError, is_saved_game, save_game
from twilight.study.lines import is_card_choice

# Each command with the word for what it takes, as the help names them.
COMMANDS: Final = {
    "board": "",
    "hand": "",
    "effects": "",
    "log": "lines",
    "card": "name",
    "options": "",
    "hint": "",
    "undo": "",
    "redo": "",
    "save": "file",
    "quit": "",
    "help": "",
}
LOG_LINES: Final = 25
# What counts as a yes in the languages that are spoken here.
YES: Final = ("y", "yes", "s", "si", "sí")
# How much of the past a resumed game begins with.
RESUME_FACTS: Final = 10
# With these the board is drawn first: a new part of the game begins for the player.
_OPENINGS: Final = (Kind.HEADLINE, Kind.ROUND_CARD, Kind.TRAP_DISCARD, Kind.SETUP_INFLUENCE)


class Quit(Exception):
    """The user stops; the game is saved."""


class EndOfInput(Exception):
    """There are no more lines to read; the game is not saved yet."""


@dataclass
class Seat:
    """What the terminal remembers for one viewer: how much of the game it has been shown.

    A remark stands before the fact whose place in the journal it has.
    """

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
        words: Words,
        file: Path,
        meta: dict[str, object],
        *,
        coached: bool = False,
    ) -> None:
        self.game = game
        self.players = players
        self.names = names
        self.chance = chance
        self.terminal = terminal
        self.words = words
        self.file = file
        self.meta = meta
        # One for each side, and the last for a spectator.
        self.seats = {viewer: Seat() for viewer in (*SIDES, NOBODY)}
        self.at_keyboard: Actor = NOBODY
        self.coach = TerminalCoach(words.language.code, warns=coached)

    # Playing

    def play(self) -> None:
        """Play until the game is over or the user stops."""
        while True:
            if self._takes_a_blunder_back():
                continue
            decision = self.game.pending
            if decision is None:
                break
            if decision.actor == CHANCE:
                self.game.answer(self.chance.choose(decision))
                self._count_chance_answer()
                continue
            player = self.player_of(decision.actor)
            if player is not None:
                self.game.answer(ask(self.game, player, decision))
                if not self.has_humans:
                    self._show_news(NOBODY)
            elif len(decision.options) == 1:
                self._answer_single(decision)
            else:
                self._ask_human(decision)
        self._show_end()

    @property
    def has_humans(self) -> bool:
        """Whether anybody at the terminal plays."""
        return None in self.players

    def player_of(self, side: Actor) -> AnyPlayer | None:
        """Return who plays a side now."""
        return self.players[seat_of(self.game, side)]

    def _count_chance_answer(self) -> None:
        """Remember how far the source of chance has been used, for a game that is resumed."""
        used = self.meta.get("chance_answers", 0)
        self.meta["chance_answers"] = used + 1 if isinstance(used, int) else 1

    def _answer_single(self, decision: Decision) -> None:
        """Answer what leaves no choice, and tell it when the side is at the keyboard next."""
        action = decision.options[0]
        state = observe(self.game, decision.actor).state
        remark = self.words.text(
            "only_option",
            question=self.words.question(state, decision),
            answer=self.words.option(state, decision, action),
        )
        self.seats[decision.actor].remarks.append((len(self.game.facts), remark))
        self.game.answer(action)

    def _ask_human(self, decision: Decision) -> None:
        self._hand_over(decision.actor)
        self._show_news(decision.actor)
        seen = observe(self.game, decision.actor)
        self._show_position(seen, decision)
        prompt = self.words.text("prompt", side=self.words.side(decision.actor))
        while self.game.pending is decision:
            line = self.terminal.ask(prompt)
            if line is None:
                raise EndOfInput
            try:
                self._obey(line.strip(), seen, decision)
            except (BadInput, IllegalUndo, SaveError) as error:
                self.say(f"{error}", style="yellow")

    def _hand_over(self, side: Actor) -> None:
        """Hide what is on the screen before somebody else sits down at it."""
        another = self.at_keyboard not in (NOBODY, side)
        self.at_keyboard = side
        if another and self.terminal.interactive:
            self.terminal.clear()
            prompt = self.words.text("hand_over", the_side=self.words.the_side(side))
            if self.terminal.ask(prompt) is None:
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
                self.terminal.show(board(seen, self.words, self.terminal.width))
            case "hand":
                self.terminal.show(hand(seen, self.words))
            case "effects":
                self.terminal.show(effects_page(seen.state, self.words))
            case "log":
                self._show_log(seen.viewer, rest)
            case "card":
                self._show_card(rest)
            case "hint":
                self._show_hint()
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
                self._answer(line, seen, decision)

    def _answer(self, line: str, seen: Observation, decision: Decision) -> None:
        action = read_answer(line, seen.state, decision, self.words)
        if action not in decision.options:
            raise Unclear(explain_refusal(seen.state, decision, action, self.words.language))
        if is_card_choice(decision):
            self.coach.begin(len(self.game.record or ()), decision.actor)
        self.game.answer(action)

    def _show_hint(self) -> None:
        step, text = self.coach.next_hint(self.game)
        self.say(self.words.text(f"hint.{step}", text=text), style="cyan")

    def _takes_a_blunder_back(self) -> bool:
        """Speak up after a blunder that can still be taken back; tells whether it was."""
        judged = self.coach.judge(self.game)
        if judged is None:
            return False
        begun, found = judged
        played, best = self.coach.explain(found)
        points = round(found.loss * 100)
        self.say(self.words.text("blunder", play=played, points=points), style="yellow")
        line = self.terminal.ask(self.words.text("take_back"))
        if line is None:
            raise EndOfInput
        if line.strip().lower() not in YES:
            return False
        while len(self.game.record or ()) > begun.length:
            self.game.undo()
        self._forget_facts()
        self.say(self.words.text("better", play=best), style="cyan")
        return True

    def _undo(self, side: Actor) -> None:
        """Take back answers of a side up to its last real choice, or none at all."""
        taken = 0
        try:
            while True:
                giver = enemy_of(side) if self._bot_answered_in_secret(side) else side
                self.game.undo(giver)
                taken += 1
                pending = self.game.pending
                if giver == side and pending is not None and len(pending.options) > 1:
                    break
        except IllegalUndo:
            for _ in range(taken):
                self.game.redo()
            raise
        self._forget_facts()
        self.say(self.words.text("taken_back"))

    def _forget_facts(self) -> None:
        """Let nobody be told again of what has been taken back."""
        facts = len(self.game.facts)
        for seat in self.seats.values():
            seat.facts_shown = min(seat.facts_shown, facts)
            seat.remarks = [remark for remark in seat.remarks if remark[0] < facts]

    def _bot_answered_in_secret(self, side: Actor) -> bool:
        """Tell whether a bot gave the last answer unseen: it does not mind to think again."""
        hidden = self.game.hidden
        return self.player_of(enemy_of(side)) is not None and bool(hidden) and hidden[-1] == side

    def _redo(self) -> None:
        """Give the answers again that the last undo took back, up to the next real choice."""
        self.game.redo()
        while self.game.pending is not None and len(self.game.pending.options) == 1:
            try:
                self.game.redo()
            except IllegalUndo:
                break

    def save(self, file: Path) -> None:
        """Save the game, but not over a file that is something else."""
        if file.exists() and not is_saved_game(file):
            raise SaveError(self.words.text("errors.no_saved_game", file=file))
        players = {ACTOR_NAMES[side]: self.names[side] for side in SIDES}
        save_game(file, self.game, players, self.meta)
        self.file = file
        self.say(self.words.text("saved", file=file))

    # Showing

    def say(self, text: str, style: str = "") -> None:
        """Print one remark."""
        self.terminal.show(Text(text, style=style))

    def greet(self, saved: SavedGame) -> None:
        """Say what is played, and what a change of the rules has cost."""
        players = {
            ACTOR_NAMES[side]: self.words.text(
                "player", side=self.words.side(side), player=self.names[side]
            )
            for side in SIDES
        }
        self.say(self.words.text("greeting", **players, seed=self.meta["seed"]), style="bold")
        if saved.lost_history:
            self.say(self.words.text("lost_history"))
        if saved.lost_answers:
            self.say(self.words.text("lost_answers", number=saved.lost_answers))
        if saved.game.record:
            for seat in self.seats.values():
                seat.facts_shown = max(0, len(saved.game.facts) - RESUME_FACTS)

    def _show_news(self, viewer: Actor) -> None:
        """Print what has happened since this viewer last looked, as far as it may know."""
        seat = self.seats[viewer]
        facts = self.game.facts
        start = seat.facts_shown
        for place, remark in seat.remarks:
            self.terminal.show(*log_lines(facts[start:place], viewer, self.words))
            self.say(f"  {remark}", style="italic")
            start = max(start, place)
        self.terminal.show(*log_lines(facts[start:], viewer, self.words))
        seat.facts_shown = len(facts)
        seat.remarks = []

    def _show_position(self, seen: Observation, decision: Decision) -> None:
        state = seen.state
        now = (state.turn, state.round, int(state.segment))
        seat = self.seats[decision.actor]
        if decision.kind in _OPENINGS and seat.board_shown_at != now:
            seat.board_shown_at = now
            self.terminal.show("", board(seen, self.words, self.terminal.width))
            effects = effects_line(state, self.words)
            if effects is not None:
                self.terminal.show(effects)
            if decision.kind is Kind.SETUP_INFLUENCE:
                self.terminal.show(hand(seen, self.words))
        self._show_question(seen, decision)

    def _show_question(self, seen: Observation, decision: Decision) -> None:
        self.terminal.show("", status(seen, self.words))
        known = known_cards(seen, self.words)
        if known is not None and decision.kind in _OPENINGS:
            self.terminal.show(known)
        self.terminal.show(
            Text(
                self.words.question(seen.state, decision),
                style=f"bold {side_style(decision.actor)}",
            ),
            options_view(seen, decision, self.words),
        )

    def _show_log(self, viewer: Actor, rest: str) -> None:
        if rest and not rest.isdecimal():
            raise Unclear(self.words.text("errors.log_lines", text=rest))
        lines = log_lines(self.game.facts, viewer, self.words)
        self.terminal.show(*lines[-(int(rest) if rest else LOG_LINES) :])

    def _show_card(self, name: str) -> None:
        if not name:
            raise Unclear(self.words.text("errors.card_name"))
        self.terminal.show(card_page(find_card(name, self.words.language), self.words))

    def _show_help(self) -> None:
        self.say(self.words.text("help.intro"))
        for command, takes in COMMANDS.items():
            usage = f"{command} {self.words.text(f'arguments.{takes}')}" if takes else command
            self.say(f"  {usage:<14} {self.words.text(f'help.{command}')}")

    def _show_end(self) -> None:
        outcome = self.game.outcome
        assert outcome is not None
        viewer = next((side for side in SIDES if self.player_of(side) is None), NOBODY)
        self._show_news(viewer)
        seen = observe(self.game, viewer)
        self.terminal.show("", board(seen, self.words, self.terminal.width))
        result = Text(self.words.outcome(outcome), style=f"bold {side_style(outcome.winner)}")
        self.terminal.show("", result)
        self._offer_to_save()

    def _offer_to_save(self) -> None:
        while self.has_humans:
            line = self.terminal.ask(self.words.text("offer_save"))
            if not line or not line.strip():
                return
            try:
                self.save(Path(line.strip()))
                return
            except SaveError as error:
                self.say(f"{error}", style="yellow")
