"""The replay: a log played through the engine, block by block, under the engine's own rules.

No state is ever set from the log. Each decision is answered out of its lines; where these allow
several answers they are tried in turn until the block agrees. A block that agrees is final.
"""

from dataclasses import dataclass, replace

from twilight.engine.decision import Decision
from twilight.engine.game import Game
from twilight.engine.ids import OUR_MAN_IN_TEHRAN, Action
from twilight.engine.journal import Fact, FactKind
from twilight.engine.rules import Rules
from twilight.engine.state import State
from twilight.engine.text.language import LANGUAGES, load_language
from twilight.engine.text.problems import Problem, Told
from twilight.engine.text.refusals import explain_refusal
from twilight.engine.turn.rounds import EIGHTH_ROUND
from twilight.engine.types import Kind, Segment
from twilight.replays.checking.compare import (
    Disagreement,
    compare,
    facts_in,
    is_optional,
)
from twilight.replays.exporting.render import Renderer, Section
from twilight.replays.format.lines import Statement
from twilight.replays.format.parser import Block, BlockKind, Log, cut
from twilight.replays.hidden_cards.constraints import HandsError
from twilight.replays.hidden_cards.hands import Hands, solve
from twilight.replays.importing.answers import LogAnswers
from twilight.replays.importing.question import Question
from twilight.replays.importing.remaining_lines import RemainingLines, read_on
from twilight.replays.importing.rulesets import rules_of
from twilight.replays.importing.setup import setup_answers

# Tries in one block before the replay gives up; a real game needs a handful.
MOST_TRIES = 500


@dataclass(slots=True)
class Replay:
    """What came of playing a log."""

    log: Log
    game: Game
    facts: int
    agreed: int = 0
    disagreement: Disagreement | None = None


@dataclass(slots=True)
class _Choice:
    """A position with answers that have not been tried yet."""

    game: Game
    draws: int
    answers: list[Action]


def replay(log: Log, rules: Rules | None = None) -> Replay:
    """Play a log as far as it goes, or to the first disagreement."""
    chosen = rules if rules is not None else rules_of(log)
    facts = sum(facts_in(line) for block in log.blocks for line in block.lines)
    impossible: Disagreement | None = None
    shown = log
    while True:
        try:
            hands = solve(shown, chosen)
            break
        except HandsError as error:
            # The lines before it may disagree already.
            text = error.text or log.blocks[0].text
            impossible = Disagreement(error.number, text, text, error.problem)
            shown = cut(shown, error.number)
    result = _Replayer(shown, chosen, hands).run()
    return replace(result, log=log, facts=facts, disagreement=result.disagreement or impossible)


class _Replayer:
    def __init__(self, log: Log, rules: Rules, hands: Hands) -> None:
        self.log = log
        self.blocks = _join_end(log.blocks)
        self.place = 0
        self.lines_answer = LogAnswers(log, hands, setup_answers(self.blocks[0], rules))
        self.game = Game.new(rules, journal=True)
        # Where the facts of the block begin, and how the format stands there.
        self.start = 0
        self.renderer = Renderer()
        self.draws = 0
        self.choices: list[_Choice] = []
        self.tries = 0
        self.failure: Disagreement | None = None
        self.result = Replay(log, self.game, 0)

    @property
    def block(self) -> Block:
        return self.blocks[self.place]

    @property
    def is_last(self) -> bool:
        return self.place == len(self.blocks) - 1

    def run(self) -> Replay:
        while self._step():
            pass
        self.result.game = self.game
        return self.result

    def _step(self) -> bool:
        """Finish a block or answer one decision; tell whether to go on."""
        facts = self._facts()
        end = self._end_of_block(facts)
        if end >= 0:
            return self._finish_block(facts[:end])
        decision = self.game.pending
        if decision is None:
            return self._finish_game(facts)
        is_deal = self.game.state.segment == Segment.DEAL
        sections = [] if is_deal else self._render(facts)
        reading = RemainingLines([]) if is_deal else self._read(sections)
        if any(self._is_overrun(entry, sections) for entry in reading.lacking):
            return self._fail(sections, reading, None)
        question = Question(
            self.game, decision, self.block, reading, facts, self.draws, self.is_last
        )
        candidates = self.lines_answer.candidates(question)
        legal = [action for action in candidates if action in decision.options]
        if legal:
            self._answer(legal)
            return True
        if candidates:
            return self._fail(sections, reading, _told(self.game.state, decision, candidates[0]))
        if self.is_last:
            return self._stop(facts)
        return self._fail(sections, reading, Problem("it asks {asked}", asked=repr(decision)))

    # Facts and lines

    def _facts(self) -> list[Fact]:
        journal = self.game.journal
        assert journal is not None
        return [*journal[self.start :], *(self.game.state.facts or ())]

    def _render(self, facts: list[Fact]) -> list[Section]:
        return self.renderer.next().render(facts, complete=False)

    def _read(self, sections: list[Section]) -> RemainingLines:
        entries = [entry for section in sections for entry in section.entries]
        return read_on(self.block.lines, entries)

    def _is_overrun(self, entry: Statement, sections: list[Section]) -> bool:
        """Tell whether the engine has done something that the block should state."""
        if self.is_last:
            return False
        in_cleanup = self.log.style == "A" and any(
            section.kind == BlockKind.CLEANUP and entry in section.items for section in sections
        )
        return not (in_cleanup or is_optional(entry))

    def _end_of_block(self, facts: list[Fact]) -> int:
        """Return where the facts of the next block begin, or -1 if they have not begun."""
        if self.block.kind == BlockKind.SETUP:
            is_over = self.game.state.segment not in (Segment.DEAL, Segment.SETUP)
            return len(facts) if is_over else -1
        following = None if self.is_last else self.blocks[self.place + 1]
        for place in range(1, len(facts)):
            kind = facts[place].kind
            if kind == FactKind.ROUND:
                if not self._is_skipped_round(facts[place], following):
                    return place
            elif kind == FactKind.TURN or (
                kind == FactKind.CLEANUP
                and following is not None
                and following.kind == BlockKind.CLEANUP
            ):
                return place
        return -1

    def _is_skipped_round(self, fact: Fact, following: Block | None) -> bool:
        """Tell whether an eighth round was not taken and has left no header."""
        return (
            following is not None
            and fact.values[0] == EIGHTH_ROUND
            and (following.side, following.round) != (fact.side, EIGHTH_ROUND)
        )

    # Going on

    def _answer(self, answers: list[Action]) -> None:
        game = self.game
        if len(answers) > 1:
            self.choices.append(_Choice(game.copy(), self.draws, answers[1:]))
        assert game.pending is not None
        if game.pending.kind == Kind.DRAW and OUR_MAN_IN_TEHRAN not in game.state.resolving[-1:]:
            self.draws += 1
        game.answer(answers[0])

    def _finish_block(self, facts: list[Fact]) -> bool:
        renderer = self.renderer.next()
        sections = renderer.render(facts)
        comparison = compare(self.block, sections, self.log.style, is_last=self.is_last)
        if comparison.disagreement is not None:
            return self._go_back(comparison.disagreement, comparison.agreed)
        self.result.agreed += comparison.agreed
        if self.is_last:
            return False
        self.start += len(facts)
        self.renderer = renderer
        self.place += 1
        self.choices.clear()
        self.tries = 0
        self.failure = None
        return True

    def _finish_game(self, facts: list[Fact]) -> bool:
        if self.is_last:
            return self._stop(facts)
        following = self.blocks[self.place + 1]
        problem = Problem("the game is over: {outcome}", outcome=repr(self.game.outcome))
        return self._go_back(
            Disagreement(following.number, following.text, following.text, problem)
        )

    def _stop(self, facts: list[Fact]) -> bool:
        """End where the log does not tell how to go on."""
        comparison = compare(self.block, self._render(facts), self.log.style, is_last=True)
        if comparison.disagreement is not None:
            return self._go_back(comparison.disagreement, comparison.agreed)
        self.result.agreed += comparison.agreed
        return False

    # Going back

    def _fail(
        self, sections: list[Section], reading: RemainingLines, refusal: Problem | None
    ) -> bool:
        """Name what is wrong: a number of a line already played, else the next line."""
        if sections:
            comparison = compare(
                self.block, sections, self.log.style, is_last=True, unread=reading.left
            )
            if comparison.disagreement is not None:
                return self._go_back(comparison.disagreement, comparison.agreed)
        lines = self.block.lines
        line = reading.left[0] if reading.left else (lines[-1] if lines else None)
        number, text = (line.number, line.text) if line else (self.block.number, self.block.text)
        got = refusal or Problem(
            "it has {entries}", entries=", ".join(repr(entry) for entry in reading.lacking)
        )
        return self._go_back(Disagreement(number, text, text, got))

    def _go_back(self, failure: Disagreement, agreed: int = 0) -> bool:
        """Try the next answer somewhere in the block, or give up."""
        if self.failure is None or failure.number > self.failure.number:
            self.failure = failure
        self.tries += 1
        while self.choices and self.tries < MOST_TRIES:
            choice = self.choices[-1]
            if not choice.answers:
                self.choices.pop()
                continue
            self.game = choice.game.copy()
            self.draws = choice.draws
            answer = choice.answers.pop(0)
            self._answer([answer])
            return True
        self.result.disagreement = self.failure
        self.result.agreed += agreed
        return False


def _join_end(blocks: list[Block]) -> list[Block]:
    """Let the lines after an end mark belong to the last block before it."""
    joined: list[Block] = []
    for block in blocks:
        if block.kind == BlockKind.END and joined:
            last = joined[-1]
            joined[-1] = replace(last, lines=[*last.lines, *block.lines])
        else:
            joined.append(block)
    return joined


def _told(state: State, decision: Decision, action: Action) -> Told:
    """Say in every language why an answer is refused; the state will not stay as it is."""
    return Told(
        {code: explain_refusal(state, decision, action, load_language(code)) for code in LANGUAGES}
    )
