"""Names and one-line texts for decisions, actions and facts, in every language with a file.

All strings are in `data/<code>.json`; the code here only chooses among them and fills them in.
"""

import json
from importlib.resources import files
from typing import Final

from twilight.engine.actions import ACTION_KEYS
from twilight.engine.board import COUNTRY_KEYS, NUMBER_OF_COUNTRIES
from twilight.engine.cards import CARD_KEYS, OPS, OWNER, SCORING
from twilight.engine.changes import is_enemy_card
from twilight.engine.decision import Decision
from twilight.engine.effects import Effect
from twilight.engine.ids import (
    CARD_SLOTS,
    CHINESE_CIVIL_WAR,
    COUP,
    DIE,
    EVENT_FIRST,
    INFLUENCE,
    NO_CARD,
    NUMBER,
    PASS,
    REALIGNMENT,
    STATECRAFT_DUMMY,
    STATECRAFT_MINOR,
    UN_INTERVENTION,
    Action,
    Card,
    Country,
)
from twilight.engine.operations import card_value
from twilight.engine.state import State
from twilight.engine.types import (
    ACTOR_NAMES,
    NOBODY,
    REGION_NAMES,
    SIDES,
    US,
    USSR,
    Actor,
    Kind,
    Outcome,
    Reason,
    Region,
    enemy_of,
)

LANGUAGES: Final = ("en", "es")
_SEATS: Final = ("first", "second")
_BIDS: Final = (Kind.BID_SIDE, Kind.BID_AMOUNT)


class LanguageError(ValueError):
    """A language that has no file."""


class Language:
    """All texts of one language, by keys such as `cards.nato.name`."""

    __slots__ = ("_texts", "code")

    def __init__(self, code: str, texts: dict[str, str]) -> None:
        self.code: Final = code
        self._texts: Final = texts

    def text(self, key: str, *values: object, **fields: object) -> str:
        """Return a text with its blanks filled in."""
        return self._texts[key].format(*values, **fields)

    def has(self, key: str) -> bool:
        """Tell whether there is a text for a key."""
        return key in self._texts

    def keys(self) -> tuple[str, ...]:
        """List all keys, in the order of the file."""
        return tuple(self._texts)


_LOADED: Final[dict[str, Language]] = {}


def load_language(code: str = "en") -> Language:
    """Return a language by its code; its file is read once."""
    if code not in LANGUAGES:
        raise LanguageError(f"unknown language {code!r}; known are {', '.join(LANGUAGES)}")
    if code not in _LOADED:
        texts: dict[str, str] = {}
        _flatten(_read_json(f"{code}.json"), "", texts)
        _LOADED[code] = Language(code, texts)
    return _LOADED[code]


def load_rulings() -> dict[str, list[str]]:
    """Return the rulings of each card by its key, in English."""
    return {key: [str(ruling) for ruling in found] for key, found in _rulings_file().items()}


def _rulings_file() -> dict[str, list[str]]:
    loaded: dict[str, list[str]] = _read_json("rulings_en.json")  # type: ignore[assignment]
    return loaded


def _read_json(file_name: str) -> dict[str, object]:
    text = files("twilight.engine").joinpath("data", file_name).read_text(encoding="utf-8")
    loaded: dict[str, object] = json.loads(text)
    return loaded


def _flatten(tree: dict[str, object], prefix: str, texts: dict[str, str]) -> None:
    for key, value in tree.items():
        if isinstance(value, dict):
            _flatten(value, f"{prefix}{key}.", texts)
        else:
            texts[prefix + key] = str(value)


# Names


def side_name(side: Actor, language: Language) -> str:
    """Name a side, or chance."""
    return language.text(f"sides.{ACTOR_NAMES[side]}.name")


def the_side(side: Actor, language: Language) -> str:
    """Name a side as it stands within a sentence."""
    return language.text(f"sides.{ACTOR_NAMES[side]}.the")


def country_name(country: Country, language: Language) -> str:
    """Name a country."""
    return language.text(f"countries.{COUNTRY_KEYS[country]}")


def card_name(card: Card, language: Language) -> str:
    """Name a card."""
    return language.text(f"cards.{CARD_KEYS[card]}.name")


def card_text(card: Card, language: Language) -> str:
    """Return what a card does, in our own words."""
    return language.text(f"cards.{CARD_KEYS[card]}.text")


def region_name(region: Region, language: Language) -> str:
    """Name a region as it stands within a sentence."""
    return language.text(f"regions.{REGION_NAMES[region]}")


def space_box_name(box: int, language: Language) -> str:
    """Name a box of the Space Race, 1 to 8."""
    return language.text(f"space.{box}")


def is_country(action: Action) -> bool:
    """Tell whether an id names a country or the civil war box."""
    return 0 <= action <= CHINESE_CIVIL_WAR


def is_card(action: Action) -> bool:
    """Tell whether an id names a card."""
    return NO_CARD < action < CARD_SLOTS


def is_action(action: Action) -> bool:
    """Tell whether an id has a name at all."""
    return 0 <= action < len(ACTION_KEYS) and ACTION_KEYS[action] != ""


def action_name(action: Action, language: Language, side: Actor = NOBODY) -> str:
    """Name any action; statecraft cards are called differently on each side."""
    if not is_action(action):
        raise ValueError(f"{action} is the id of no action")
    if is_country(action):
        return country_name(action, language)
    if is_card(action):
        return card_name(action, language)
    if DIE < action <= DIE + 6:
        return language.text("actions.die", number=action - DIE)
    if NUMBER <= action <= NUMBER + 20:
        return language.text("actions.number", number=action - NUMBER)
    key = ACTION_KEYS[action]
    if STATECRAFT_MINOR <= action <= STATECRAFT_DUMMY and side in SIDES:
        return language.text(f"statecraft.{ACTOR_NAMES[side]}.{key}")
    return language.text(f"actions.{key}")


def join_names(names: list[str], language: Language) -> str:
    """Write a list as it stands within a sentence."""
    if len(names) < 2:
        return "".join(names)
    return ", ".join(names[:-1]) + language.text("language.and") + names[-1]


def operations_text(value: int, printed: int, language: Language) -> str:
    """Write a value, and the printed one if that is different."""
    key = "modified" if value != printed else "ops"
    if value == 1:
        key = "modified_one" if printed != 1 else "one"
    return language.text(f"values.{key}", value=value, printed=printed)


def capitalized(line: str) -> str:
    """Begin a line with a capital letter."""
    return line[:1].upper() + line[1:]


# Decisions


def describe_decision(state: State, decision: Decision, language: Language) -> str:
    """Ask in one line what a decision asks for, and say who is asked."""
    prompt = prompt_of(state, decision, language)
    side = side_name(decision.actor, language)
    if decision.kind in _BIDS and decision.actor in SIDES:
        # Who bids has a seat and no side yet.
        side = language.text(f"seats.{_SEATS[decision.actor]}")
    if state.resolving:
        event = card_name(state.resolving[-1], language)
        return language.text("decisions.in_event", side=side, event=event, prompt=prompt)
    return language.text("decisions.frame", side=side, prompt=prompt)


def prompt_of(state: State, decision: Decision, language: Language) -> str:
    """Ask what a decision asks for, without naming who is asked."""
    card = card_in_use(state, decision.actor)
    name = language.text("unknown.card") if card == NO_CARD else card_name(card, language)
    return language.text(f"decisions.{decision.kind.name.lower()}", round=state.round, card=name)


def card_in_use(state: State, player: Actor) -> Card:
    """Find the card whose use a player chooses: the chosen one, or one that an event lays out."""
    if player in SIDES and state.chosen[player] != NO_CARD:
        return state.chosen[player]
    for card in state.table:
        if card not in state.resolving:
            return card
    return NO_CARD


# Actions


def describe_action(state: State, decision: Decision, action: Action, language: Language) -> str:
    """Say in one line what an answer to a decision means."""
    special = _event_choice(state, decision, action)
    if special and language.has(special):
        return language.text(special)
    kind = decision.kind
    if is_country(action):
        return _country_option(state, action, language)
    if kind is Kind.PLAY_MODE:
        return _describe_use(state, decision.actor, action, language)
    if is_card(action):
        return _card_option(action, language)
    if action == PASS and kind in (Kind.ROUND_CARD, Kind.TRAP_DISCARD):
        return language.text("options.skip_round")
    if kind is Kind.DEFCON_LEVEL and NUMBER <= action <= NUMBER + 20:
        return language.text("options.defcon", number=action - NUMBER)
    return action_name(action, language, decision.actor)


def _event_choice(state: State, decision: Decision, action: Action) -> str:
    """Give the key of what an answer means in the current event only."""
    if not (state.resolving and is_action(action)):
        return ""
    event = CARD_KEYS[state.resolving[-1]]
    return f"event_choices.{event}.{decision.kind.name.lower()}.{ACTION_KEYS[action]}"


def _country_option(state: State, country: Country, language: Language) -> str:
    name = country_name(country, language)
    if country >= NUMBER_OF_COUNTRIES:
        return language.text("options.box", name=name, ussr=state.civil_war)
    influence = state.influence
    return language.text(
        "options.country", name=name, us=influence[US][country], ussr=influence[USSR][country]
    )


def _card_option(card: Card, language: Language) -> str:
    name = card_name(card, language)
    if SCORING[card]:
        return language.text("options.scoring", name=name)
    owner = "neutral" if OWNER[card] == NOBODY else ACTOR_NAMES[OWNER[card]]
    side = language.text(f"sides.{owner}.name")
    return language.text("options.card", name=name, side=side, ops=OPS[card])


def _describe_use(state: State, player: Actor, mode: Action, language: Language) -> str:
    """Say how a card would be used, with its value and what becomes of an enemy event."""
    if mode == UN_INTERVENTION:
        return language.text("options.un_intervention")
    card = card_in_use(state, player)
    key = f"options.{ACTION_KEYS[mode]}" if is_action(mode) else ""
    if card == NO_CARD or player not in SIDES or not language.has(key):
        return action_name(mode, language, player)
    enemy = the_side(enemy_of(player), language)
    ops = operations_text(card_value(state, player, card), OPS[card], language)
    use = language.text(key, ops=ops, the_enemy=enemy)
    if mode in (INFLUENCE, COUP, REALIGNMENT) and is_enemy_card(card, player):
        return language.text("options.before_event", operation=use, the_enemy=enemy)
    if mode == EVENT_FIRST:
        return capitalized(use) if language.code == "" else use
    return use


# Effects and endings


def effect_name(effect: Effect, language: Language) -> str:
    """Name a lasting effect, with the side that it bears on where that matters."""
    return language.text(f"effects.{effect.name.lower()}.name")


def describe_effect(effect: Effect, number: int, language: Language) -> str:
    """Say what a lasting effect does; the number is that of the state, 0 if it is not known."""
    region = language.text("regions.named")
    if effect is Effect.CHERNOBYL and number > 0:
        region = region_name(number - 1, language)
    return language.text(f"effects.{effect.name.lower()}.text", region=region)


def describe_outcome(outcome: Outcome, language: Language) -> str:
    """Say who won and why."""
    return outcome_text(outcome.winner, outcome.reason, language)


def outcome_text(winner: Actor, reason: Reason, language: Language) -> str:
    """Say who won and why, by the parts of an outcome."""
    why = language.text(f"reasons.{reason.name.lower()}")
    if winner == NOBODY:
        return language.text("facts.game_over.draw", reason=why)
    side = language.text(f"sides.{ACTOR_NAMES[winner]}.subject")
    return language.text("facts.game_over.win", side=side, reason=why)


def score_text(score: int, language: Language) -> str:
    """Write the score, which is positive for the US."""
    if score == 0:
        return language.text("score.even")
    return language.text("score.us" if score > 0 else "score.ussr", points=abs(score))
