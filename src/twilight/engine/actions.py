"""The names of all actions: what an id of the flat action space is called."""

from typing import Final

from twilight.engine import ids
from twilight.engine.board import COUNTRY_KEYS
from twilight.engine.cards import ALL_CARDS, CARD_KEYS
from twilight.engine.ids import DIE, NUMBER, NUMBER_OF_ACTIONS, Action

_VERBS: Final = [
    "EVENT",
    "EVENT_FIRST",
    "INFLUENCE",
    "COUP",
    "REALIGNMENT",
    "SPACE",
    "PASS",
    "DECLINE",
    "DONE",
    "ACCEPT",
    "PARTICIPATE",
    "BOYCOTT",
    "PLAY_IT",
    "RETURN_IT",
    "IMPROVE",
    "KEEP",
    "DEGRADE",
    "REMOVE",
    "ADD",
    "ROLL",
    "NAME_EUROPE",
    "NAME_ASIA",
    "NAME_MIDDLE_EAST",
    "NAME_AFRICA",
    "NAME_CENTRAL_AMERICA",
    "NAME_SOUTH_AMERICA",
    "STATECRAFT_MINOR",
    "STATECRAFT_SECOND_MINOR",
    "STATECRAFT_MAJOR",
    "STATECRAFT_CANCEL",
    "STATECRAFT_DUMMY",
    "NAME_USSR",
    "NAME_US",
    "CRISIS_VE_DAY",
    "CRISIS_YALTA_AND_POTSDAM",
    "CRISIS_UK_ELECTION",
    "CRISIS_ISRAEL",
    "CRISIS_VJ_DAY",
    "CRISIS_CHINESE_CIVIL_WAR",
]


def _name_actions() -> tuple[str, ...]:
    keys = [""] * NUMBER_OF_ACTIONS
    for country, key in enumerate(COUNTRY_KEYS):
        keys[country] = key
    for card in ALL_CARDS:
        keys[card] = CARD_KEYS[card]
    for verb in _VERBS:
        keys[getattr(ids, verb)] = verb.lower()
    for face in range(1, 7):
        keys[DIE + face] = f"die_{face}"
    for number in range(21):
        keys[NUMBER + number] = f"number_{number}"
    return tuple(keys)


# Unused ids have an empty name.
ACTION_KEYS: Final = _name_actions()
ACTION_BY_KEY: Final[dict[str, Action]] = {
    key: action for action, key in enumerate(ACTION_KEYS) if key
}


def name_of(action: Action) -> str:
    """Return the stable key of an action: of a country, a card, a verb.

    >>> name_of(8)
    'italy'
    """
    return ACTION_KEYS[action]


def action_named(key: str) -> Action:
    """Return the action that a stable key names.

    >>> action_named("italy")
    8
    """
    if key not in ACTION_BY_KEY:
        raise ValueError(f"{key!r} names no action")
    return ACTION_BY_KEY[key]
