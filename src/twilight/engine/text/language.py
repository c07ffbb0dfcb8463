"""Languages: the strings of `languages/<code>.json`, and the names of everything that has an id."""

import json
from importlib.resources import files
from typing import Final

from twilight.engine.actions import ACTION_KEYS
from twilight.engine.board import COUNTRY_KEYS
from twilight.engine.cards import CARD_KEYS, is_card
from twilight.engine.ids import (
    CHINESE_CIVIL_WAR,
    DIE,
    NUMBER,
    STATECRAFT_DUMMY,
    STATECRAFT_MINOR,
    Action,
    Card,
    Country,
)
from twilight.engine.types import ACTOR_NAMES, NOBODY, REGION_NAMES, SIDES, Actor, Region

LANGUAGES: Final = ("en", "es")


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


_LOADED: Final[dict[str, Language]] = {}


def load_language(code: str = "en") -> Language:
    """Return a language by its code; its file is read once."""
    if code not in LANGUAGES:
        raise LanguageError(f"unknown language {code!r}; known are {', '.join(LANGUAGES)}")
    if code not in _LOADED:
        texts: dict[str, str] = {}
        flatten(_read_json(f"{code}.json"), "", texts)
        _LOADED[code] = Language(code, texts)
    return _LOADED[code]


def load_rulings(code: str = "en") -> dict[str, list[str]]:
    """Return the rulings of each card by its key."""
    rulings: dict[str, list[str]] = {}
    for key, found in _read_json(f"rulings_{code}.json").items():
        assert isinstance(found, list)
        rulings[key] = [str(ruling) for ruling in found]
    return rulings


def load_sentences(name: str, code: str) -> dict[str, str]:
    """Return the sentences of `<name>_<code>.json` under the English ones."""
    return {english: str(text) for english, text in _read_json(f"{name}_{code}.json").items()}


def load_parts(name: str, code: str) -> dict[str, dict[str, str]]:
    """Return the texts of `<name>_<code>.json` as they are in the file, part by part."""
    texts: dict[str, dict[str, str]] = {}
    for part, found in _read_json(f"{name}_{code}.json").items():
        assert isinstance(found, dict)
        texts[part] = {str(key): str(text) for key, text in found.items()}
    return texts


def _read_json(file_name: str) -> dict[str, object]:
    text = files("twilight.engine.text").joinpath("languages", file_name).read_text("utf-8")
    loaded: dict[str, object] = json.loads(text)
    return loaded


def flatten(tree: dict[str, object], prefix: str, texts: dict[str, str]) -> None:
    """Write the leaves of a tree of texts into one dictionary, by keys such as `help.board`."""
    for key, value in tree.items():
        if isinstance(value, dict):
            flatten(value, f"{prefix}{key}.", texts)
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
