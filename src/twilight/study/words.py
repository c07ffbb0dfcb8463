"""Plays and reasons in words, in every language that the engine speaks."""

import json
from collections import Counter
from collections.abc import Iterable
from functools import cache
from importlib.resources import files

from twilight.engine.actions import ACTION_BY_KEY, ACTION_KEYS
from twilight.engine.ids import INFLUENCE, NO_CARD, PASS
from twilight.engine.text.language import (
    Language,
    action_name,
    capitalized,
    card_name,
    country_name,
    flatten,
    join_names,
    load_language,
)
from twilight.study.coach import Hint
from twilight.study.lines import Line
from twilight.study.puzzles.puzzle import RatedPlay
from twilight.study.reasons import Reason

# As long as a reason may become beside a play.
LONGEST_REASON = 90


@cache
def study_texts(code: str) -> Language:
    """Return the texts of this room in a language."""
    load_language(code)
    return Language(code, read_texts(code))


def read_texts(code: str) -> dict[str, str]:
    """Read the texts of this room, by keys such as `reasons.quiet`."""
    text = files("twilight.study").joinpath("texts", f"{code}.json").read_text("utf-8")
    texts: dict[str, str] = {}
    flatten(json.loads(text), "", texts)
    return texts


def play_text(play: Line | RatedPlay, code: str) -> str:
    """Name a play: its card, its use and where."""
    texts, language = study_texts(code), load_language(code)
    if play.card == NO_CARD:
        return texts.text("line.pass")
    name = card_name(play.card, language)
    if play.use == PASS:
        return texts.text("line.headline", card=name)
    operation = play.use if play.operation == PASS else play.operation
    use_text = texts.text(f"uses.{ACTION_KEYS[play.use]}")
    if operation != play.use:
        use_text = texts.text("line.then", operation=texts.text(f"uses.{ACTION_KEYS[operation]}"))
    counted = Counter(play.countries)
    if not counted:
        return texts.text("line.use", card=name, use=use_text)
    named = [
        country_name(country, language)
        + (f" +{number}" if number > 1 and operation == INFLUENCE else "")
        for country, number in counted.items()
    ]
    return texts.text("line.targets", card=name, use=use_text, countries=", ".join(named))


def reasons_text(reasons: Iterable[Reason], code: str) -> str:
    """Join reasons to one short text."""
    text = ""
    for reason in reasons:
        sentence = reason_text(reason, code)
        if text and len(text) + 1 + len(sentence) > LONGEST_REASON:
            break
        text = f"{text} {sentence}".strip()
    return text


def reason_text(reason: Reason, code: str) -> str:
    """Say one reason."""
    texts, language = study_texts(code), load_language(code)
    key = f"reasons.{reason.code}"
    values = reason.values
    if reason.code in ("takes", "gives_up", "gives", "breaks"):
        return texts.text(key, country=country_name(ACTION_BY_KEY[str(values[0])], language))
    if reason.code in ("before", "keeps_from"):
        return texts.text(key, card=card_name(ACTION_BY_KEY[str(values[0])], language))
    if reason.code == "scores":
        name = language.text(f"regions.{values[0]}")
        return texts.text(key, region=name, now=_lead(values[1], texts))
    if reason.code == "region":
        region, was, now = values
        name = capitalized(language.text(f"regions.{region}"))
        return texts.text(key, region=name, was=_lead(was, texts), now=_lead(now, texts))
    return texts.text(key, *values)


def _lead(difference: str | int, texts: Language) -> str:
    points = int(difference)
    if points == 0:
        return texts.text("lead.even")
    return texts.text("lead.us" if points > 0 else "lead.ussr", abs(points))


# The coach


def hint_text(hint: Hint, code: str) -> str:
    """Say what a step of a hint says."""
    texts, language = study_texts(code), load_language(code)
    if hint.play is not None:
        play = play_text(hint.play.line, code)
        return f"{play}. {reasons_text(hint.play.reasons, code)}"
    if hint.step == "best":
        answer = capitalized(action_name(hint.answer, language))
        return texts.text("coach.answer", answer=answer)
    said: dict[str, list[str]] = {}
    for reason in hint.says:
        said.setdefault(reason.code, []).append(_named(reason, code))
    sentences = []
    for reason in hint.says:
        names = said.pop(reason.code, None)
        if names is not None:
            sentences.append(_hint_sentence(reason, names, code))
    return " ".join(sentences)


def _named(reason: Reason, code: str) -> str:
    """Name what a warning is about, so that several of the same kind are one sentence."""
    language = load_language(code)
    if reason.code.startswith("any_"):
        return study_texts(code).text(f"uses.{reason.values[0]}")
    if reason.code.startswith(("card_", "answer_")):
        return action_name(ACTION_BY_KEY[str(reason.values[0])], language)
    if reason.code.startswith("use_"):
        card, use = (str(value) for value in reason.values)
        return study_texts(code).text(
            "line.use",
            card=card_name(ACTION_BY_KEY[card], language),
            use=study_texts(code).text(f"uses.{use}"),
        )
    return ""


def _hint_sentence(reason: Reason, names: list[str], code: str) -> str:
    texts, language = study_texts(code), load_language(code)
    key, values = f"coach.{reason.code}", reason.values
    if reason.code.startswith(("any_", "card_", "answer_", "use_")):
        return texts.text(key, names=join_names(names, language))
    if reason.code in ("idea_take", "idea_spare"):
        country = country_name(ACTION_BY_KEY[str(values[0])], language)
        region = capitalized(language.text(f"regions.{values[1]}"))
        return texts.text(key, country=country, region=region)
    if reason.code == "to_come":
        return texts.text(key, card=card_name(ACTION_BY_KEY[str(values[0])], language))
    if reason.code == "idea_region":
        return texts.text(key, region=language.text(f"regions.{values[0]}"))
    if reason.code == "bad_scoring":
        region = capitalized(language.text(f"regions.{values[0]}"))
        return texts.text(key, region=region, points=values[1])
    return texts.text(key, *values)
