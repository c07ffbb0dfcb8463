"""Rules of thumb against losing at once: for play-outs and self-play, where the solver is too slow.

They err on the safe side, and leave everything open where nothing would be left.
"""

from typing import Final

from twilight.bots.choosing.operations import loses_by_coup
from twilight.engine import events
from twilight.engine.board import NUMBER_OF_COUNTRIES, countries_in
from twilight.engine.cards import OWNER, SCORING
from twilight.engine.changes import degrade_defcon
from twilight.engine.decision import Decision
from twilight.engine.effects import Effect
from twilight.engine.events.registry import EVENTS
from twilight.engine.ids import COUP, DEGRADE, DONE, EVENT, PASS, SPACE, Action, Card
from twilight.engine.operations.points import card_value
from twilight.engine.operations.space import can_attempt
from twilight.engine.operations.targets import coup_targets
from twilight.engine.state import State
from twilight.engine.turn.play import is_prevented
from twilight.engine.turn.rounds import must_score
from twilight.engine.types import Actor, Kind
from twilight.judgement.evaluation.tracks import rounds_to_come

events.load()
# Events that can bring DEFCON from 2 to 1 in the round of the side that plays them, and cards that
# do so however they are used, the Space Race aside.
RISKY: Final = frozenset(card for card, event in EVENTS.items() if event.risks_war)
LOWERS_DEFCON_WHEN_USED: Final = frozenset(
    card for card, event in EVENTS.items() if event.after_play is degrade_defcon
)
LOW_DEFCON: Final = 2


def cautious(
    state: State, decision: Decision, hand_before: int | None = None
) -> tuple[Action, ...]:
    """Leave out the options that probably lose the game at once.

    Where cards of a hand are exchanged, `hand_before` is how many it had before the first of them.
    """
    options = decision.options
    if len(options) == 1:
        return options
    kind, side = decision.kind, decision.actor
    if kind is Kind.ROUND_CARD:
        kept = _cards(state, side, options)
    elif kind is Kind.DISCARD and DONE in options:
        kept = _exchanged(state, side, options, hand_before)
    elif state.defcon > LOW_DEFCON and not _in_crisis(state, side):
        return options
    elif kind is Kind.HEADLINE and state.defcon <= LOW_DEFCON:
        kept = tuple(card for card in options if card not in RISKY)
    elif kind is Kind.PLAY_MODE or kind is Kind.OPERATION:
        kept = tuple(mode for mode in options if _is_quiet(state, decision, mode))
    elif kind is Kind.COUP_TARGET and (state.phasing == side or _in_crisis(state, side)):
        kept = tuple(
            country
            for country in options
            if country >= NUMBER_OF_COUNTRIES or not loses_by_coup(state, side, country)
        )
    elif kind is Kind.EVENT_CHOICE and state.phasing == side and state.defcon <= LOW_DEFCON:
        kept = tuple(option for option in options if option != DEGRADE)
    else:
        return options
    return kept or options


def _in_crisis(state: State, side: Actor) -> bool:
    """Tell whether any coup of a side would lose the game."""
    return state.effects[Effect.CUBAN_MISSILE_CRISIS_ON_USSR + side] != 0


def _cards(state: State, side: Actor, options: tuple[Action, ...]) -> tuple[Action, ...]:
    if must_score(state, side):
        due = tuple(card for card in options if card != PASS and SCORING[card])
        if due:
            return due
    if state.defcon > LOW_DEFCON:
        return options
    return tuple(card for card in options if card == PASS or not _is_trap(state, side, card))


def _exchanged(
    state: State, side: Actor, options: tuple[Action, ...], hand_before: int | None
) -> tuple[Action, ...]:
    """Exchange no more cards than there are rounds: those drawn may all be scoring cards."""
    hand = state.hands[side]
    rounds = rounds_to_come(state, side)
    if hand_before is None:
        # As usual: a card for each round, and one that is held.
        hand_before = rounds + 1
    harmless = tuple(card for card in options if card in hand and not SCORING[card])
    may_be_scoring = hand_before - len(harmless)
    return tuple(option for option in options if may_be_scoring < rounds or option not in harmless)


def _is_trap(state: State, side: Actor, card: Card) -> bool:
    """Tell whether the event of a card would come anyway, and the card can't be spaced."""
    loses_by_event = (
        card in RISKY and OWNER[card] == 1 - side and not is_prevented(state, card, side)
    )
    if not loses_by_event and card not in LOWERS_DEFCON_WHEN_USED:
        return False
    return not can_attempt(state, side, card_value(state, side, card))


def _is_quiet(state: State, decision: Decision, mode: Action) -> bool:
    """Tell whether a use of the card at hand does not lose at DEFCON 2."""
    side, card = decision.actor, decision.card
    if state.phasing != side:
        return mode != COUP or not _in_crisis(state, side)
    if state.defcon <= LOW_DEFCON and card in LOWERS_DEFCON_WHEN_USED:
        return mode == SPACE
    risky = state.defcon <= LOW_DEFCON and card in RISKY and not is_prevented(state, card, side)
    if risky and OWNER[card] == 1 - side:
        return mode == SPACE
    if risky and mode == EVENT and OWNER[card] != side:
        return False
    if mode != COUP:
        return True
    return any(
        not loses_by_coup(state, side, country)
        for country in countries_in(coup_targets(state, side))
    )
