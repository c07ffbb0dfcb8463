"""A position in plain words, with the legal answers: a seat for whoever reads instead of seeing.

Language models and screen readers get all that the side may know and nothing else, because it is
written from an `Observation` alone.
"""

from twilight.engine.actions import ACTION_KEYS
from twilight.engine.board import REGION_MASKS, countries_in
from twilight.engine.cards import Pile
from twilight.engine.control import controller_of
from twilight.engine.decision import Decision
from twilight.engine.ids import THE_CHINA_CARD, Country
from twilight.engine.state import State
from twilight.engine.text.describe import (
    card_option,
    describe_action,
    describe_decision,
    describe_effect,
    effect_name,
    score_text,
)
from twilight.engine.text.language import (
    Language,
    capitalized,
    card_name,
    card_text,
    country_name,
    region_name,
    side_name,
    the_side,
)
from twilight.engine.text.obstacles import effects_in_play
from twilight.engine.turn.rounds import regular_rounds
from twilight.engine.types import NOBODY, SCORED_REGIONS, SIDES, US, USSR, Region, enemy_of
from twilight.engine.view import Observation


def briefing(seen: Observation, decision: Decision, language: Language) -> str:
    """Tell a side where it stands, what it is asked and how it may answer."""
    parts = [position_text(seen, language), question_text(seen.state, decision, language)]
    return "\n\n".join(parts)


def position_text(seen: Observation, language: Language) -> str:
    """Tell a side all that it may know of the table."""
    return "\n\n".join(
        [_situation(seen, language), _map(seen.state, language), _cards(seen, language)]
    )


def question_text(state: State, decision: Decision, language: Language) -> str:
    """Tell the question and the legal answers, each with the key that gives it."""
    question = describe_decision(state, decision, language)
    lines = [language.text("briefing.question", question=question)]
    if decision.left > 1:
        lines.append(language.text("briefing.left", left=decision.left))
    lines.append(language.text("briefing.answers"))
    for action in decision.options:
        text = describe_action(state, decision, action, language)
        lines.append(f"- {ACTION_KEYS[action]}: {text}")
    return "\n".join(lines)


def _situation(seen: Observation, language: Language) -> str:
    state = seen.state
    moment = language.text(
        f"briefing.moments.{state.segment.name.lower()}",
        round=state.round,
        rounds=max(regular_rounds(state.turn), state.round),
    )
    side = the_side(seen.viewer, language)
    score = score_text(state.vp, language)
    lines = [
        language.text("briefing.title", the_side=side, turn=state.turn, moment=moment),
        language.text("briefing.score", score=score, defcon=state.defcon),
        *(_side(seen, one, language) for one in (US, USSR)),
        language.text("briefing.china", holder=_china(state, language)),
        language.text(
            "briefing.piles",
            draw=seen.draw_count,
            discards=_names(state.discard_pile, language),
            removed=_names(state.removed_pile, language),
        ),
    ]
    found = effects_in_play(state)
    if found:
        lines.append(language.text("briefing.effects"))
    for one in found:
        text = describe_effect(one.effect, state.effects[one.effect], language)
        lines.append(f"- {effect_name(one.effect, language)}: {text}")
    return "\n".join(lines)


def _side(seen: Observation, side: int, language: Language) -> str:
    return language.text(
        "briefing.sides",
        side=side_name(side, language),
        hand=seen.hand_counts[side],
        military=seen.state.military[side],
        space=seen.state.space[side],
    )


def _china(state: State, language: Language) -> str:
    if state.china_holder not in SIDES:
        return language.text("briefing.china_out")
    key = "briefing.china_up" if state.china_face_up else "briefing.china_down"
    return language.text(key, side=side_name(state.china_holder, language))


def _map(state: State, language: Language) -> str:
    lines = [language.text("briefing.regions")]
    for region in SCORED_REGIONS:
        lines += _region(state, region, language)
    return "\n".join(lines)


def _region(state: State, region: Region, language: Language) -> list[str]:
    countries = countries_in(REGION_MASKS[region])
    held = [one for one in countries if state.influence[US][one] or state.influence[USSR][one]]
    lines = [f"{capitalized(region_name(region, language))}:"]
    lines += [f"- {_country(state, one, language)}" for one in held]
    empty = [_named(state, one, language) for one in countries if one not in held]
    if empty:
        lines.append(f"- {language.text('briefing.empty', names=', '.join(empty))}")
    return lines


def _named(state: State, country: Country, language: Language) -> str:
    star = "*" if state.is_battleground(country) else ""
    return f"{country_name(country, language)} {state.stability[country]}{star}"


def _country(state: State, country: Country, language: Language) -> str:
    holder = controller_of(state, country)
    control = f" ({side_name(holder, language)})" if holder != NOBODY else ""
    us, ussr = state.influence[US][country], state.influence[USSR][country]
    return f"{_named(state, country, language)}: {us}/{ussr}{control}"


def _cards(seen: Observation, language: Language) -> str:
    own = list(seen.hand)
    if seen.state.china_holder == seen.viewer:
        own.append(THE_CHINA_CARD)
    lines = [language.text("briefing.hand")]
    lines += [f"- {card_option(card, language)}: {card_text(card, language)}" for card in own]
    if seen.viewer in SIDES:
        known = seen.state.known[enemy_of(seen.viewer)]
        lines.append(language.text("briefing.known", cards=_names(known, language)))
    lines.append(language.text("briefing.unseen", cards=_names(seen.unseen, language)))
    return "\n".join(lines)


def _names(cards: Pile, language: Language) -> str:
    return ", ".join(card_name(card, language) for card in cards) or language.text("briefing.none")
