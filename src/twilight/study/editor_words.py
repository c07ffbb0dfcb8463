"""What is wrong with a position that was laid out, in words."""

from collections.abc import Iterable

from twilight.engine.actions import ACTION_BY_KEY
from twilight.engine.effects import Effect
from twilight.engine.text.describe import effect_name
from twilight.engine.text.language import (
    Language,
    capitalized,
    card_name,
    country_name,
    load_language,
    side_name,
)
from twilight.engine.types import US, USSR
from twilight.study.editor import Problem
from twilight.study.words import study_texts

# The problems whose first, or first and second, value is a name.
_CARDS = ("too_early", "not_removed")
_COUNTRIES = ("influence",)
_SIDES = ("military", "space", "hand", "no_headline")
_EFFECTS = ("effect_number",)
_EFFECTS_AND_CARDS = ("effect_card", "owed", "ended")


def problem_text(problem: Problem, code: str) -> str:
    """Say what the rules do not allow."""
    language = load_language(code)
    kind, values = problem.code, list(problem.values)
    if kind in _CARDS:
        values[0] = card_name(ACTION_BY_KEY[str(values[0])], language)
    elif kind in _COUNTRIES:
        values[0] = country_name(ACTION_BY_KEY[str(values[0])], language)
    elif kind in _SIDES:
        values[0] = side_name(US if values[0] == "us" else USSR, language)
    elif kind in _EFFECTS or kind in _EFFECTS_AND_CARDS:
        values[0] = _effect(str(values[0]), language)
    if kind in _EFFECTS_AND_CARDS:
        values[1] = card_name(ACTION_BY_KEY[str(values[1])], language)
    return capitalized(study_texts(code).text(f"editor.{kind}", *values))


def problem_texts(problems: Iterable[Problem], code: str) -> list[str]:
    """Say all that is wrong, each thing once."""
    return list(dict.fromkeys(problem_text(problem, code) for problem in problems))


def _effect(name: str, language: Language) -> str:
    return effect_name(Effect[name.upper()], language)
