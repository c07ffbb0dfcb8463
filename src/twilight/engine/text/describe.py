"""One-line texts for decisions, actions and facts, in every language that has a file.

The strings are in `data/<code>.json`; the code here only chooses among them and fills them in.
"""

from typing import Final

from twilight.engine.actions import ACTION_KEYS
from twilight.engine.board import NUMBER_OF_COUNTRIES
from twilight.engine.cards import CARD_KEYS, OPS, OWNER, SCORING, is_card
from twilight.engine.changes import is_enemy_card
from twilight.engine.decision import Decision
from twilight.engine.effects import Effect
from twilight.engine.ids import (
    COUP,
    DECLINE,
    INFLUENCE,
    NO_CARD,
    NORAD,
    NUMBER,
    PASS,
    REALIGNMENT,
    SHUTTLE_DIPLOMACY,
    SPACE,
    UN_INTERVENTION,
    Action,
    Card,
    Country,
)
from twilight.engine.journal import Award, Fact, FactKind
from twilight.engine.scoring import CONTROL, LEVEL_POINTS
from twilight.engine.state import State
from twilight.engine.text.language import (
    LANGUAGES,
    Language,
    LanguageError,
    action_name,
    capitalized,
    card_name,
    card_text,
    country_name,
    is_action,
    is_country,
    join_names,
    load_language,
    load_rulings,
    operations_text,
    region_name,
    side_name,
    space_box_name,
    the_side,
)
from twilight.engine.types import (
    ACTOR_NAMES,
    EUROPE,
    NOBODY,
    PERIOD_NAMES,
    SIDES,
    US,
    USSR,
    Kind,
    Outcome,
    Reason,
    enemy_of,
)

# Whoever writes texts needs the names too, so this module offers both.
__all__ = [
    "LANGUAGES",
    "Language",
    "LanguageError",
    "action_name",
    "asking_events",
    "card_name",
    "card_option",
    "card_text",
    "country_name",
    "describe_action",
    "describe_decision",
    "describe_effect",
    "describe_fact",
    "describe_outcome",
    "effect_name",
    "is_country",
    "join_names",
    "load_language",
    "load_rulings",
    "operations_text",
    "prompt_of",
    "region_name",
    "score_text",
    "side_name",
    "space_box_name",
    "the_side",
]

_SEATS: Final = ("first", "second")
_BIDS: Final = (Kind.BID_SIDE, Kind.BID_AMOUNT)
# Which event asks, where it is no longer being resolved.
_ASKED_LATER: Final = {Kind.ADD_INFLUENCE: NORAD, Kind.COUNTRY: SHUTTLE_DIPLOMACY}
_COUNTRY_FACTS: Final = (
    FactKind.INFLUENCE,
    FactKind.COUP_TARGET,
    FactKind.COUP_ROLL,
    FactKind.REALIGNMENT_TARGET,
    FactKind.REALIGNMENT_ROLL,
    FactKind.WAR,
    FactKind.WAR_ROLL,
    FactKind.NORAD,
)
_STATECRAFT_FACTS: Final = (FactKind.STATECRAFT, FactKind.STATECRAFT_LOST)
# The die that frees from Quagmire and Bear Trap (R20.5).
_WAY_OUT: Final = 4


# Decisions


def describe_decision(state: State, decision: Decision, language: Language) -> str:
    """Ask in one line what a decision asks for, and say who is asked."""
    prompt = prompt_of(state, decision, language)
    side = side_name(decision.actor, language)
    if decision.kind in _BIDS and decision.actor in SIDES:
        # Who bids has a seat and no side yet.
        side = language.text(f"seats.{_SEATS[decision.actor]}")
    asking = asking_events(state, decision)
    if not asking:
        return language.text("decisions.frame", side=side, prompt=prompt)
    event = card_name(asking[-1], language)
    return language.text("decisions.in_event", side=side, event=event, prompt=prompt)


def asking_events(state: State, decision: Decision) -> tuple[Card, ...]:
    """List the events that a question comes from, the outermost first, also one resolved before."""
    if state.resolving or decision.kind not in _ASKED_LATER:
        return state.resolving
    return (_ASKED_LATER[decision.kind],)


def prompt_of(state: State, decision: Decision, language: Language) -> str:
    """Ask what a decision asks for, without naming who is asked."""
    card = decision.card
    name = language.text("unknown.card") if card == NO_CARD else card_name(card, language)
    return language.text(f"decisions.{decision.kind.name.lower()}", round=state.round, card=name)


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
        return _describe_use(decision, action, language)
    if is_card(action):
        return card_option(action, language)
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


def card_option(card: Card, language: Language) -> str:
    """Name a card with its side and value."""
    name = card_name(card, language)
    if SCORING[card]:
        return language.text("options.scoring", name=name)
    owner = "neutral" if OWNER[card] == NOBODY else ACTOR_NAMES[OWNER[card]]
    side = language.text(f"sides.{owner}.name")
    return language.text("options.card", name=name, side=side, ops=OPS[card])


def _describe_use(decision: Decision, mode: Action, language: Language) -> str:
    """Say how a card would be used, with its value and what becomes of an enemy event."""
    if mode == UN_INTERVENTION:
        return language.text("options.un_intervention")
    card, player = decision.card, decision.actor
    key = f"options.{ACTION_KEYS[mode]}" if is_action(mode) else ""
    if card == NO_CARD or player not in SIDES or not language.has(key):
        return action_name(mode, language, player)
    enemy = the_side(enemy_of(player), language)
    ops = operations_text(decision.value, OPS[card], language)
    use = language.text(key, ops=ops, the_enemy=enemy)
    if mode in (INFLUENCE, COUP, REALIGNMENT) and is_enemy_card(card, player):
        return language.text("options.before_event", operation=use, the_enemy=enemy)
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
    why = language.text(f"reasons.{outcome.reason.name.lower()}")
    if outcome.winner == NOBODY:
        level = "no_winner" if outcome.reason is Reason.NO_WINNER else "draw"
        return language.text(f"facts.game_over.{level}", reason=why)
    side = language.text(f"sides.{ACTOR_NAMES[outcome.winner]}.subject")
    return language.text("facts.game_over.win", side=side, reason=why)


def score_text(score: int, language: Language) -> str:
    """Write the score, which is positive for the US."""
    if score == 0:
        return language.text("score.even")
    return language.text("score.us" if score > 0 else "score.ussr", points=abs(score))


# Facts


def describe_fact(fact: Fact, language: Language) -> str:
    """Say in one line what happened; a subject that the viewer may not know stays unnamed."""
    variant, fields = _fact_variant(fact, language)
    key = f"facts.{fact.kind.name.lower()}"
    actor = ACTOR_NAMES[fact.side]
    blanks: dict[str, object] = {
        "side": language.text(f"sides.{actor}.subject"),
        "side_name": language.text(f"sides.{actor}.name"),
        "the_side": language.text(f"sides.{actor}.the"),
        "subject": _subject_name(fact, language),
    }
    blanks.update(fields)
    line = language.text(f"{key}.{variant}" if variant else key, *fact.values, **blanks)
    if fact.kind is FactKind.SIDES:
        line += _handicaps(fact, language)
    return capitalized(line)


def _subject_name(fact: Fact, language: Language) -> str:
    """Name what a fact is about; regions aside, every subject is the id of an action."""
    kind = fact.kind
    if kind is FactKind.REGION_SCORED:
        return region_name(fact.subject, language)
    if is_action(fact.subject):
        return action_name(fact.subject, language, fact.side)
    if kind in _COUNTRY_FACTS:
        return language.text("unknown.country")
    if kind in _STATECRAFT_FACTS:
        return language.text("unknown.statecraft")
    return language.text("unknown.choice" if kind is FactKind.CHOICE else "unknown.card")


def _fact_variant(fact: Fact, language: Language) -> "tuple[str, dict[str, object]]":
    """Choose among the texts for a kind of fact, and fill in what only that kind has."""
    kind, values = fact.kind, fact.values
    if kind is FactKind.INFLUENCE:
        return "", {"change": f"{values[0]:+d}"}
    if kind is FactKind.OPERATION:
        known = fact.subject in (INFLUENCE, COUP, REALIGNMENT, SPACE)
        ops = operations_text(values[1], values[0], language)
        return ACTION_KEYS[fact.subject] if known else "other", {"ops": ops}
    if kind is FactKind.DEFCON:
        return "up" if values[1] > values[0] else "down", {}
    if kind is FactKind.VICTORY_POINTS:
        _, score, why = values
        named = why == Award.CARD and fact.subject >= 0
        reason = "card" if named else "plain" if why == Award.CARD else Award(why).name.lower()
        return reason, {"score": score_text(score, language)}
    if kind is FactKind.NO_VICTORY_POINTS:
        return "", {"score": score_text(values[0], language)}
    if kind in (FactKind.EFFECT_STARTS, FactKind.EFFECT_ENDS):
        effect = Effect(values[0])
        text = describe_effect(effect, 0, language)
        return "", {"effect": effect_name(effect, language), "text": text}
    if kind is FactKind.DECK_ADDED:
        return "", {"period": language.text(f"periods.{PERIOD_NAMES[values[0]]}")}
    if kind is FactKind.CHINA_CARD:
        return "up" if values[0] else "down", {}
    if kind is FactKind.REGION_SCORED:
        return _scored_variant(fact, language)
    if kind is FactKind.GAME_OVER:
        name = Reason(values[0]).name.lower()
        level = "no_winner" if values[0] == Reason.NO_WINNER else "draw"
        reason = language.text(f"reasons.{name}")
        return level if fact.side == NOBODY else "win", {"reason": reason}
    if kind in (FactKind.STATECRAFT, FactKind.CRISIS, FactKind.BID, FactKind.SIDES):
        return _prelude_variant(fact, language)
    return _roll_variant(fact, language)


def _roll_variant(fact: Fact, language: Language) -> "tuple[str, dict[str, object]]":
    kind, values = fact.kind, fact.values
    if kind is FactKind.COUP_ROLL:
        die, ops, modifier, stability, result = values
        formula = f"{die} + {ops}{_term(modifier)} - 2×{stability} = {result}"
        return "success" if result > 0 else "failure", {"formula": formula}
    if kind is FactKind.REALIGNMENT_ROLL:
        ussr_die, ussr_bonus, us_die, us_bonus = values
        return "", {"us": _total(us_die, us_bonus), "ussr": _total(ussr_die, ussr_bonus)}
    if kind is FactKind.SPACE_ROLL:
        die, needed, box = values
        return "success" if die <= needed else "failure", {"box": space_box_name(box, language)}
    if kind is FactKind.SPACE:
        return "", {"box": space_box_name(values[0], language)}
    if kind is FactKind.WAR_ROLL:
        die, modifier, threshold = values
        won = die + modifier >= threshold
        return "success" if won else "failure", {"formula": _total(die, modifier)}
    if kind is FactKind.TRAP_ROLL:
        return "free" if values[0] <= _WAY_OUT else "held", {}
    if kind is FactKind.DIE:
        die, modifier = values
        return "modified" if modifier else "plain", {"formula": _total(die, modifier)}
    return "", {}


def _scored_variant(fact: Fact, language: Language) -> "tuple[str, dict[str, object]]":
    region = region_name(fact.subject, language)
    for side in SIDES:
        if fact.values[side] >= LEVEL_POINTS[EUROPE][CONTROL]:
            return "control", {"region": region, "the_side": the_side(side, language)}
    return "points", {"region": region}


def _prelude_variant(fact: Fact, language: Language) -> "tuple[str, dict[str, object]]":
    """Choose among the texts for bids and for Turn Zero; a bid is made by a seat."""
    seats = [language.text(f"seats.{seat}") for seat in _SEATS]
    if fact.kind is FactKind.STATECRAFT:
        return "", {"change": f"{fact.values[0]:+d}"}
    if fact.kind is FactKind.CRISIS:
        return "ends" if fact.values else "begins", {}
    if fact.kind is FactKind.BID:
        return "none" if fact.subject == DECLINE else "side", {"seat": seats[fact.side]}
    swapped = fact.values[0] != 0
    return "swapped" if swapped else "kept", {"first_seat": seats[0], "second_seat": seats[1]}


def _handicaps(fact: Fact, language: Language) -> str:
    text = ""
    for side in SIDES:
        points = fact.values[1 + side]
        if points:
            name = the_side(side, language)
            text += language.text("facts.sides.handicap", the_side=name, points=points)
    return text


def _term(number: int) -> str:
    """Write a number that is added to a sum, nothing for zero."""
    if number == 0:
        return ""
    return f" + {number}" if number > 0 else f" - {-number}"


def _total(die: int, modifier: int) -> str:
    """Write a die with its modifier and their sum."""
    return f"{die}{_term(modifier)} = {die + modifier}" if modifier else str(die)
