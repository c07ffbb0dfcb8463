"""The pending decision in words: the question, its open and its closed answers."""

from typing import Final

from twilight.analysis.score import swing
from twilight.engine.actions import ACTION_KEYS
from twilight.engine.board import BIT, NUMBER_OF_COUNTRIES, REGION_MASKS
from twilight.engine.cards import CARD_KEYS
from twilight.engine.control import changed_by_marker
from twilight.engine.decision import Decision
from twilight.engine.game import Game
from twilight.engine.ids import (
    COUP,
    DONE,
    EVENT,
    EVENT_FIRST,
    INFLUENCE,
    NO_CARD,
    REALIGNMENT,
    SPACE,
    THE_CHINA_CARD,
    Action,
    Country,
)
from twilight.engine.operations.influence import marker_cost
from twilight.engine.state import State
from twilight.engine.text.describe import asking_events, describe_action, prompt_of
from twilight.engine.text.language import Language, capitalized, is_country
from twilight.engine.text.refusals import explain_closed
from twilight.engine.types import (
    REGION_NAMES,
    SCORED_REGIONS,
    SIDES,
    SOUTHEAST_ASIA,
    Actor,
    Kind,
)
from twilight.engine.view import Observation, as_watched
from twilight.server.messages.view import Change, Closed, Option, Prompt
from twilight.server.present.view import owner_key, side_key

_USES: Final = (EVENT, EVENT_FIRST, INFLUENCE, COUP, REALIGNMENT, SPACE)
_OPERATIONS: Final = (INFLUENCE, COUP, REALIGNMENT, SPACE)
# Questions in which a side places one marker of its own.
_PLACING: Final = (Kind.PLACE_INFLUENCE, Kind.SETUP_INFLUENCE, Kind.HANDICAP_INFLUENCE)
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
        return _prompt(game.state, pending, number, language)
    return _prompt(seen.state, seen.decision or as_watched(pending, game.state), number, language)


def _prompt(state: State, decision: Decision, number: int, language: Language) -> Prompt:
    yours = bool(decision.options)
    card = decision.card
    return Prompt(
        decision=number,
        actor=side_key(decision.actor),
        kind=decision.kind.name.lower(),
        text=capitalized(prompt_of(state, decision, language)),
        yours=yours,
        events=[CARD_KEYS[one] for one in asking_events(state, decision)],
        card=None if card == NO_CARD else CARD_KEYS[card],
        ops=decision.value,
        left=decision.left,
        changes=[
            Change(side_key(side), ACTION_KEYS[country], change)
            for side, country, change in decision.changes
        ],
        options=_options(state, decision, language),
        closed=_closed(state, decision, _expected(state, decision), language) if yours else [],
    )


def _options(state: State, decision: Decision, language: Language) -> list[Option]:
    changed: dict[Country, Actor] = {}
    bought = decision.kind is Kind.PLACE_INFLUENCE
    if decision.options and decision.kind in _PLACING:
        changed = changed_by_marker(state, decision.actor)
    return [
        Option(
            ACTION_KEYS[action],
            describe_action(state, decision, action, language),
            marker_cost(state, decision.actor, action) if bought and action != DONE else 1,
            owner_key(changed[action]) if action in changed else None,
            _score_changes(state, action, changed[action]) if action in changed else {},
        )
        for action in decision.options
    ]


def _score_changes(state: State, country: Country, controller: Actor) -> dict[str, int]:
    """Tell by region how a country that comes to be held otherwise changes what it would score."""
    changes = {
        REGION_NAMES[region]: swing(state, region, country, controller).change
        for region in (*SCORED_REGIONS, SOUTHEAST_ASIA)
        if REGION_MASKS[region] & BIT[country]
    }
    return {region: change for region, change in changes.items() if change}


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
