"""Answers to the engine's decisions out of the lines of a log.

For each decision they are those that the lines to come allow, the most likely first. The
replay tries them in that order, so nothing here must be certain, only complete.
"""

from collections.abc import Callable
from typing import Final

from twilight.engine.board import BIT, REGION_MASKS
from twilight.engine.cards import SCORING
from twilight.engine.decision import DIE_FACES
from twilight.engine.ids import (
    ACCEPT,
    ADD,
    BOYCOTT,
    DECLINE,
    DEGRADE,
    DIE,
    EVENT,
    EVENT_FIRST,
    IMPROVE,
    INFLUENCE,
    JAPAN,
    KEEP,
    NAME_EUROPE,
    NO_CARD,
    NUMBER,
    OUR_MAN_IN_TEHRAN,
    PARTICIPATE,
    PASS,
    PLAY_IT,
    REALIGNMENT,
    REMOVE,
    RETURN_IT,
    ROLL,
    UN_INTERVENTION,
    WARGAMES,
    Action,
)
from twilight.engine.journal import FactKind
from twilight.engine.types import NOBODY, US, USSR, Actor, Kind
from twilight.replays.format.lines import LOST_REGION, LineKind
from twilight.replays.format.parser import BlockKind, Log
from twilight.replays.hidden_cards.hands import Hands
from twilight.replays.hidden_cards.timeline import headlines_of
from twilight.replays.importing.question import Question, countries_of

_DIE_LINES: Final = (
    LineKind.COUP_ROLL,
    LineKind.SPACE_ROLL,
    LineKind.WAR_ROLL,
    LineKind.TRAP_ROLL,
)


class LogAnswers:
    """Answers for one log."""

    def __init__(self, log: Log, hands: Hands, setup: list[Action]) -> None:
        self.log = log
        self.hands = hands
        self.setup = setup

    def candidates(self, question: Question) -> list[Action]:
        """Name the answers that the log allows, the likeliest first, whether legal or not.

        There are none if the log does not tell.
        """
        answer = _ANSWERS.get(question.decision.kind)
        found = answer(self, question) if answer is not None else list(question.options)
        return list(dict.fromkeys(found))

    # Chance

    def _draw(self, question: Question) -> list[Action]:
        if question.resolving == OUR_MAN_IN_TEHRAN:
            return self._look(question)
        if question.draws < len(self.hands.draws):
            return [self.hands.draws[question.draws]]
        return []

    def _look(self, question: Question) -> list[Action]:
        """See the cards that are discarded after the look, then any others."""
        wanted = [
            line.entry.subject
            for line in question.reading.left
            if line.entry.kind == LineKind.DISCARDS and line.entry.subject in question.options
        ]
        return wanted[:1] or list(question.options[:1])

    def _die(self, question: Question) -> list[Action]:
        last = next((fact for fact in reversed(question.facts) if fact.kind in _DICE_OF), None)
        if last is None or _DICE_OF[last.kind] is None:
            return self._unprinted_die(question)
        reading = question.reading
        if last.kind == FactKind.REALIGNMENT_TARGET:
            answers = question.game.answers
            side = US if answers and answers[-1] in DIE_FACES else USSR
            lines = [
                line
                for line in reading.left
                if line.entry.kind == LineKind.ROLL and line.entry.side == side
            ]
            return [DIE + line.entry.values[0] for line in lines[:1]]
        line = reading.first(*_DIE_LINES)
        if line is None:
            return []
        places = {LineKind.SPACE_ROLL: 0, LineKind.TRAP_ROLL: 0}
        return [DIE + line.entry.values[places.get(line.entry.kind, 1)]]

    def _unprinted_die(self, question: Question) -> list[Action]:
        """Roll high for the winner and low for the loser; a tie is found by trying."""
        points = question.reading.first(LineKind.POINTS)
        if points is None:
            return [] if question.is_last and not question.reading.left else list(DIE_FACES)
        faces = list(DIE_FACES)
        return faces[::-1] if points.entry.side == question.roller() else faces

    def _random_card(self, question: Question) -> list[Action]:
        line = question.reading.first(LineKind.DISCARDS, LineKind.REVEALS)
        return [line.entry.subject] if line is not None else []

    # The turn

    def _setup_influence(self, question: Question) -> list[Action]:
        placed = sum(fact.kind == FactKind.INFLUENCE for fact in question.facts)
        return self.setup[placed : placed + 1] or question.nothing()

    def _headline(self, question: Question) -> list[Action]:
        chosen = headlines_of(question.block, question.game.state.space)
        return [card for card, side in chosen.items() if side == question.actor]

    def _round_card(self, question: Question) -> list[Action]:
        card = question.block.card
        if question.block.kind != BlockKind.ROUND or not question.is_in_its_round():
            # An eighth round that nobody took may leave no line at all.
            return [PASS]
        if card != NO_CARD:
            return [card]
        # A header without a card may also be where the log stops.
        return [] if question.is_last and PASS not in question.options else [PASS]

    def _play_mode(self, question: Question) -> list[Action]:
        line = question.reading.first(LineKind.EVENT, LineKind.OPERATION)
        options = question.options
        if line is None:
            card = question.block.card
            if question.is_last and not question.reading.left:
                # Only what ends the game may leave no line.
                return [EVENT] if SCORING[card] or card == WARGAMES else []
            return [*question.nothing(), *options]
        if line.entry.kind == LineKind.OPERATION:
            return [line.entry.subject, EVENT_FIRST, EVENT]
        if line.entry.subject == UN_INTERVENTION and UN_INTERVENTION in options:
            return [UN_INTERVENTION]
        return [EVENT_FIRST, EVENT]

    def _operation(self, question: Question) -> list[Action]:
        reading = question.reading
        line = reading.first(LineKind.EVENT, LineKind.OPERATION)
        if line is None or line.entry.kind != LineKind.OPERATION:
            return question.nothing()
        found = [line.entry.subject, *question.nothing()]
        # Inside an event no empty line stands before its operations.
        return found[::-1] if question.resolving != NO_CARD and line.blanks else found

    def _trap_discard(self, question: Question) -> list[Action]:
        return self._round_card(question)

    def _held_discard(self, question: Question) -> list[Action]:
        unseen = self.hands.unseen_discards.get(question.game.state.turn)
        if unseen is not None:
            return [unseen]
        found = question.cards_of(question.reading.left, LineKind.DISCARDS)
        return [*found, *question.nothing()]

    def _crisis_payment(self, question: Question) -> list[Action]:
        left = question.reading.left
        if left and left[0].entry.kind == LineKind.INFLUENCE:
            entry = left[0].entry
            if entry.side == question.actor and entry.values[0] == -2:
                return [entry.subject, DECLINE]
        return [DECLINE]

    # Influence and operations

    def _add_influence(self, question: Question) -> list[Action]:
        return self._influence(question, question.actor, 1)

    def _remove_influence(self, question: Question) -> list[Action]:
        return self._influence(question, NOBODY, -1)

    def _country(self, question: Question) -> list[Action]:
        if SCORING[question.resolving]:
            # What Shuttle Diplomacy takes is not told; only Japan counts more than the others.
            return [JAPAN, *question.options[:2]]
        return self._influence(question, NOBODY, 0)

    def _influence(self, question: Question, side: Actor, sign: int) -> list[Action]:
        """List the countries of the influence lines to come, and the end where there are none."""
        reading = question.reading
        in_part = question.resolving != NO_CARD or question.decision.kind == Kind.PLACE_INFLUENCE
        part = reading.part(after_blank=not in_part)
        found = countries_of(part, side, sign)
        elsewhere = countries_of(reading.left, side, sign)
        # Where a log is cut off, the line of the chosen country may be missing.
        any_other = question.options if question.is_last and (found or elsewhere) else ()
        return [*found, *question.nothing(), *elsewhere, *any_other]

    def _target(self, question: Question) -> list[Action]:
        part = question.reading.part()
        found = [line.entry.subject for line in part if line.entry.kind == LineKind.TARGET]
        return found[:1] or question.nothing()

    def _mixed_point(self, question: Question) -> list[Action]:
        """Divide the points of a card between influence and realignment as the lines do."""
        kinds = {LineKind.INFLUENCE: INFLUENCE, LineKind.TARGET: REALIGNMENT}
        part = question.reading.part()
        found = [kinds[line.entry.kind] for line in part[:1] if line.entry.kind in kinds]
        return [*found, *question.nothing()]

    def _space_roll(self, question: Question) -> list[Action]:
        rolls = question.reading.first(LineKind.SPACE_ROLL) is not None
        return [ROLL, DECLINE] if rolls else [DECLINE, ROLL]

    def _war_target(self, question: Question) -> list[Action]:
        line = question.reading.first(LineKind.WAR)
        return [line.entry.subject] if line is not None else []

    # Choices of events

    def _card(self, question: Question) -> list[Action]:
        kinds = (LineKind.REVEALS, LineKind.PLAYS, LineKind.EVENT, LineKind.DISCARDS)
        nothing = question.nothing()
        lines = question.reading.part() if nothing else question.reading.left
        return [*question.cards_of(lines, *kinds)[:1], *nothing]

    def _discard(self, question: Question) -> list[Action]:
        part = question.reading.part()
        return [*question.cards_of(part, LineKind.DISCARDS), *question.nothing()]

    def _event_choice(self, question: Question) -> list[Action]:
        options, reading = question.options, question.reading
        if PARTICIPATE in options or BOYCOTT in options:
            line = reading.first(LineKind.OLYMPICS)
            return [line.entry.subject] if line is not None else []
        if PLAY_IT in options:
            line = reading.first(LineKind.PLAYS, LineKind.RETURNS)
            if line is None:
                return []
            return [PLAY_IT if line.entry.kind == LineKind.PLAYS else RETURN_IT]
        if KEEP in options:
            line = reading.first(LineKind.DEFCON)
            if line is None or line not in reading.part():
                return [KEEP]
            return [IMPROVE if line.entry.values[0] else DEGRADE]
        if ADD in options:
            line = reading.first(LineKind.INFLUENCE)
            if line is None:
                return []
            return [ADD if line.entry.values[0] > 0 else REMOVE]
        if question.resolving == WARGAMES:
            return [ACCEPT, DECLINE] if question.is_last else [DECLINE]
        if ACCEPT in options:
            line = reading.first(LineKind.EVENT)
            return [ACCEPT, DECLINE] if line is not None else [DECLINE, ACCEPT]
        return list(options)

    def _region(self, question: Question) -> list[Action]:
        line = question.reading.first(LineKind.REGION)
        if line is None:
            return [] if question.is_last else [DECLINE]
        if line.entry.subject != LOST_REGION:
            return [line.entry.subject]
        return self._untouched_regions(question)

    def _untouched_regions(self, question: Question) -> list[Action]:
        """Name the regions where the USSR places nothing in the rest of the turn."""
        touched = 0
        for block in self.log.blocks:
            if block.turn == question.block.turn and block.number >= question.block.number:
                for line in block.lines:
                    entry = line.entry
                    if entry.kind == LineKind.INFLUENCE and entry.side == USSR:
                        touched |= BIT[entry.subject] if entry.values[0] > 0 else 0
        names = [NAME_EUROPE + region for region in range(6)]
        return sorted(names, key=lambda name: touched & REGION_MASKS[name - NAME_EUROPE] != 0)

    def _defcon_level(self, question: Question) -> list[Action]:
        line = question.reading.first(LineKind.DEFCON)
        if line is not None and line in question.reading.part():
            return [NUMBER + line.entry.values[1]]
        return [NUMBER + question.game.state.defcon]


# After which fact a die is asked for; where it is not printed, there is no line.
_DICE_OF: Final[dict[FactKind, LineKind | None]] = {
    FactKind.COUP_TARGET: LineKind.COUP_ROLL,
    FactKind.REALIGNMENT_TARGET: LineKind.ROLL,
    FactKind.OPERATION: LineKind.SPACE_ROLL,
    FactKind.WAR: LineKind.WAR_ROLL,
    FactKind.DISCARD: LineKind.TRAP_ROLL,
    FactKind.EVENT: None,
    FactKind.CHOICE: None,
    FactKind.DIE: None,
}


_ANSWERS: Final[dict[Kind, Callable[[LogAnswers, Question], list[Action]]]] = {
    Kind.DIE: LogAnswers._die,
    Kind.DRAW: LogAnswers._draw,
    Kind.RANDOM_DISCARD: LogAnswers._random_card,
    Kind.SETUP_INFLUENCE: LogAnswers._setup_influence,
    Kind.HANDICAP_INFLUENCE: LogAnswers._setup_influence,
    Kind.HEADLINE: LogAnswers._headline,
    Kind.ROUND_CARD: LogAnswers._round_card,
    Kind.PLAY_MODE: LogAnswers._play_mode,
    Kind.OPERATION: LogAnswers._operation,
    Kind.TRAP_DISCARD: LogAnswers._trap_discard,
    Kind.HELD_DISCARD: LogAnswers._held_discard,
    Kind.CRISIS_PAYMENT: LogAnswers._crisis_payment,
    Kind.PLACE_INFLUENCE: LogAnswers._add_influence,
    Kind.COUP_TARGET: LogAnswers._target,
    Kind.REALIGNMENT_TARGET: LogAnswers._target,
    Kind.SPACE_ROLL: LogAnswers._space_roll,
    Kind.MIXED_POINT: LogAnswers._mixed_point,
    Kind.ADD_INFLUENCE: LogAnswers._add_influence,
    Kind.REMOVE_INFLUENCE: LogAnswers._remove_influence,
    Kind.COUNTRY: LogAnswers._country,
    Kind.CARD: LogAnswers._card,
    Kind.DISCARD: LogAnswers._discard,
    Kind.EVENT_CHOICE: LogAnswers._event_choice,
    Kind.REGION: LogAnswers._region,
    Kind.DEFCON_LEVEL: LogAnswers._defcon_level,
    Kind.WAR_TARGET: LogAnswers._war_target,
}
