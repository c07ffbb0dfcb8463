"""The pending decision in words: the question, its open and its closed answers."""

from typing import Final

from twilight.engine.actions import ACTION_KEYS
from twilight.engine.board import NUMBER_OF_COUNTRIES
from twilight.engine.cards import CARD_KEYS
from twilight.engine.decision import Decision
from twilight.engine.game import Game
from twilight.engine.ids import (
    COUP,
    EVENT,
    EVENT_FIRST,
    INFLUENCE,
    NO_CARD,
    REALIGNMENT,
    SPACE,
    THE_CHINA_CARD,
    Action,
)
from twilight.engine.language import Language, is_country
from twilight.engine.notation import card_in_use, describe_action, describe_decision
from twilight.engine.reasons import explain_closed
from twilight.engine.state import State
from twilight.engine.types import SIDES, Kind
from twilight.engine.view import Observation
from twilight.server.messages.view import Closed, Option, Prompt
from twilight.server.sight import side_key

_USES: Final = (EVENT, EVENT_FIRST, INFLUENCE, COUP, REALIGNMENT, SPACE)
_OPERATIONS: Final = (INFLUENCE, COUP, REALIGNMENT, SPACE)
_HAND_KINDS: Final = (
    Kind.HEADLINE,
    Kind.ROUND_CARD,
    Kind.TRAP_DISCARD,
    Kind.DISCARD,
    Kind.HELD_DISCARD,
)


def prompt_for(
    game: Game, seen: Observation | None, number: int, language: Language
) -> Prompt | None:
    """Show the pending decision: the options only to the side that decides."""
    pending = game.pending
    if pending is None or pending.actor not in SIDES:
        return None
    if seen is None:
        return _prompt(game.state, pending, number, True, language)
    if seen.decision is not None:
        return _prompt(seen.state, seen.decision, number, True, language)
    # Another viewer learns who decides what kind of thing, and nothing of the options.
    hidden = Decision(seen.actor, pending.kind, ())
    return _prompt(seen.state, hidden, number, False, language)


def _prompt(
    state: State, decision: Decision, number: int, yours: bool, language: Language
) -> Prompt:
    card = card_in_use(state, decision.actor)
    return Prompt(
        decision=number,
        actor=side_key(decision.actor),
        kind=decision.kind.name.lower(),
        text=describe_decision(state, decision, language),
        yours=yours,
        events=[CARD_KEYS[one] for one in state.resolving],
        card=None if card == NO_CARD else CARD_KEYS[card],
        left=decision.left,
        options=[
            Option(ACTION_KEYS[action], describe_action(state, decision, action, language))
            for action in decision.options
        ],
        closed=_closed(state, decision, _expected(state, decision), language) if yours else [],
    )


def _expected(state: State, decision: Decision) -> tuple[Action, ...]:
    """List the cards and uses that a player might look for among the options."""
    kind = decision.kind
    if kind is Kind.PLAY_MODE:
        return _USES
    if kind is Kind.OPERATION:
        return _OPERATIONS
    if kind in _HAND_KINDS:
        hand = state.hands[decision.actor]
        china = (THE_CHINA_CARD,) if state.china_holder == decision.actor else ()
        return (*hand, *china)
    return ()


def _closed(
    state: State, decision: Decision, among: tuple[Action, ...], language: Language
) -> list[Closed]:
    return [
        Closed(ACTION_KEYS[action], explain_closed(state, decision, action, language))
        for action in among
        if action not in decision.options
    ]


def closed_countries(seen: Observation, language: Language) -> list[Closed]:
    """Say for every country that a decision does not offer why that is so."""
    decision = seen.decision
    if decision is None or not any(is_country(action) for action in decision.options):
        return []
    return _closed(seen.state, decision, tuple(range(NUMBER_OF_COUNTRIES)), language)
