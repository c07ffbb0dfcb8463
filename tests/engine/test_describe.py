"""Every name, decision, action, effect and fact has its text, in every language."""

import json
import re
from collections.abc import Iterator
from importlib.resources import files
from random import Random

import pytest

from twilight.engine.actions import ACTION_KEYS
from twilight.engine.board import COUNTRY_KEYS
from twilight.engine.cards import CARD_BY_KEY, CARD_TITLES
from twilight.engine.decision import Decision
from twilight.engine.effects import Duration, Effect
from twilight.engine.events.registry import EVENTS
from twilight.engine.game import Game
from twilight.engine.ids import (
    BOYCOTT,
    CHERNOBYL,
    COUP,
    DECLINE,
    DIE,
    EVENT,
    EVENT_FIRST,
    INFLUENCE,
    IRAN,
    ITALY,
    MIDDLE_EAST_SCORING,
    NAME_ASIA,
    NAME_US,
    NATO,
    NO_CARD,
    NORAD,
    NUMBER,
    OLYMPIC_GAMES,
    PASS,
    PLAY_IT,
    QUAGMIRE,
    RED_SCARE_PURGE,
    SPACE,
    STATECRAFT_MINOR,
    TRUMAN_DOCTRINE,
    UN_INTERVENTION,
    WEST_GERMANY,
)
from twilight.engine.journal import Award, Fact, FactKind
from twilight.engine.rules import OptionValue, make_rules
from twilight.engine.state import State
from twilight.engine.testing import scenario
from twilight.engine.text.describe import (
    LANGUAGES,
    Language,
    LanguageError,
    action_name,
    card_name,
    card_text,
    describe_action,
    describe_decision,
    describe_effect,
    describe_fact,
    describe_outcome,
    effect_name,
    join_names,
    load_language,
    load_rulings,
)
from twilight.engine.types import (
    ASIA,
    CHANCE,
    EUROPE,
    NOBODY,
    PERIOD_NAMES,
    REGION_NAMES,
    SIDES,
    US,
    USSR,
    Kind,
    Outcome,
    Reason,
)

ENGLISH, SPANISH = load_language("en"), load_language("es")
BOTH = [load_language(code) for code in LANGUAGES]
MOST_LETTERS = 300
NAMED_ACTIONS = [action for action, key in enumerate(ACTION_KEYS) if key]
# A plausible fact of each kind that needs more than a side and a subject.
VALUES: dict[FactKind, tuple[int, ...]] = {
    FactKind.TURN: (3,),
    FactKind.ROUND: (5,),
    FactKind.OPERATION: (3, 4),
    FactKind.INFLUENCE: (2, 3, 1),
    FactKind.COUP_ROLL: (4, 3, -1, 2, 2),
    FactKind.REALIGNMENT_ROLL: (3, 1, 5, 0),
    FactKind.SPACE_ROLL: (3, 3, 1),
    FactKind.SPACE: (4,),
    FactKind.WAR_ROLL: (5, -2, 4),
    FactKind.MILITARY_OPERATIONS: (3,),
    FactKind.DEFCON: (3, 2),
    FactKind.VICTORY_POINTS: (2, -5, Award.MILITARY_OPERATIONS),
    FactKind.NO_VICTORY_POINTS: (0,),
    FactKind.EFFECT_STARTS: (Effect.RED_SCARE_ON_US,),
    FactKind.EFFECT_ENDS: (Effect.CHERNOBYL,),
    FactKind.DECK_ADDED: (1,),
    FactKind.CHINA_CARD: (0,),
    FactKind.TRAP_ROLL: (4,),
    FactKind.DIE: (3, 2),
    FactKind.REGION_SCORED: (7, 4),
    FactKind.CHINA_SCORED: (1,),
    FactKind.GAME_OVER: (Reason.WARGAMES,),
    FactKind.CLEANUP: (3,),
    FactKind.HELD: (2, 1),
    FactKind.SETUP: (6,),
    FactKind.STATECRAFT: (-1,),
    FactKind.CRISIS: (3, 4),
    FactKind.BID: (2,),
    FactKind.SIDES: (1, 0, 2),
}


def is_clean(line: str) -> bool:
    """A text has no blanks left in it, no doubled blanks and no stray ends."""
    return bool(line) and "{" not in line and "  " not in line and line == line.strip()


# The files


def texts_of(code: str) -> Iterator[tuple[str, str]]:
    folder = files("twilight.engine.text").joinpath("languages")
    text = folder.joinpath(f"{code}.json").read_text(encoding="utf-8")
    trees = [("", json.loads(text))]
    while trees:
        prefix, tree = trees.pop()
        for key, value in tree.items():
            if isinstance(value, dict):
                trees.append((f"{prefix}{key}.", value))
            else:
                yield prefix + key, value


def blanks_in(text: str) -> set[str]:
    # A side can stand in a sentence in three ways.
    found = re.findall(r"\{(\w+)\}", text)
    return {"side" if blank in ("side_name", "the_side") else blank for blank in found}


def subjects(language: Language, topic: str) -> set[str]:
    keys = [key.split(".") for key, _ in texts_of(language.code)]
    return {parts[1] for parts in keys if parts[0] == topic}


def test_all_languages_have_the_same_keys_in_the_same_order() -> None:
    keys = [key for key, _ in texts_of("en")]
    assert [key for key, _ in texts_of("es")] == keys
    assert all(language.has(key) for language in BOTH for key in keys)


def test_a_text_has_the_same_blanks_in_every_language() -> None:
    spanish = dict(texts_of("es"))
    for key, text in texts_of("en"):
        assert blanks_in(spanish[key]) == blanks_in(text), key


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(LanguageError, match="unknown language 'tlh'; known are en, es"):
        load_language("tlh")


def test_a_language_is_read_once() -> None:
    assert load_language("es") is SPANISH


@pytest.mark.parametrize("language", BOTH, ids=LANGUAGES)
def test_topics_are_complete_and_hold_nothing_else(language: Language) -> None:
    verbs = {
        ACTION_KEYS[action]
        for action in NAMED_ACTIONS
        if action > max(CARD_BY_KEY.values()) and not re.match("(die|number)_", ACTION_KEYS[action])
    }
    assert subjects(language, "cards") == set(CARD_BY_KEY)
    assert subjects(language, "countries") == set(COUNTRY_KEYS)
    assert subjects(language, "regions") == {*REGION_NAMES, "named"}
    assert subjects(language, "periods") == set(PERIOD_NAMES)
    assert subjects(language, "durations") == {one.name.lower() for one in Duration}
    assert subjects(language, "actions") == {*verbs, "die", "number"}
    assert subjects(language, "effects") == {one.name.lower() for one in Effect}
    assert subjects(language, "reasons") == {one.name.lower() for one in Reason}
    assert subjects(language, "facts") == {one.name.lower() for one in FactKind}
    kinds = {one.name.lower() for one in Kind}
    assert subjects(language, "decisions") == {*kinds, "frame", "in_event"}
    events = {card: event for card, event in EVENTS.items() if event.condition or event.forbidden}
    preventable = {ACTION_KEYS[card] for card in events}
    assert subjects(language, "prevented") == preventable


@pytest.mark.parametrize("language", BOTH, ids=LANGUAGES)
@pytest.mark.parametrize("key", CARD_BY_KEY)
def test_every_card_has_a_name_and_a_short_text(key: str, language: Language) -> None:
    card = CARD_BY_KEY[key]
    assert is_clean(card_name(card, language))
    text = card_text(card, language)
    assert is_clean(text)
    assert text.endswith(".")
    assert len(text) <= MOST_LETTERS


def test_english_names_are_the_titles_of_the_cards() -> None:
    for card in CARD_BY_KEY.values():
        assert card_name(card, ENGLISH) == CARD_TITLES[card]


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_card_has_a_list_of_rulings(code: str) -> None:
    rulings = load_rulings(code)
    assert set(rulings) == set(CARD_BY_KEY)
    for found in rulings.values():
        assert all(is_clean(ruling) and ruling.endswith(".") for ruling in found)


def test_every_ruling_is_there_in_both_languages() -> None:
    english, spanish = load_rulings(), load_rulings("es")
    for key, rulings in english.items():
        assert len(spanish[key]) == len(rulings), key
        assert not set(spanish[key]) & set(rulings), key


# Names


@pytest.mark.parametrize("language", BOTH, ids=LANGUAGES)
def test_every_action_has_a_name_of_its_own(language: Language) -> None:
    names = [action_name(action, language) for action in NAMED_ACTIONS]
    assert all(is_clean(name) for name in names)
    # A die and a number look alike, and so do regions or crises and what they are about.
    shared = {"Israel", action_name(COUNTRY_KEYS.index("chinese_civil_war"), language)}
    doubled = {name for name in names if names.count(name) > 1 and not name.isdecimal()}
    assert doubled <= shared


@pytest.mark.parametrize("action", [-1, NO_CARD, 230, 9999])
def test_what_is_no_action_has_no_name(action: int) -> None:
    with pytest.raises(ValueError, match="is the id of no action"):
        action_name(action, ENGLISH)


def test_names_by_language_and_side() -> None:
    assert action_name(WEST_GERMANY, ENGLISH) == "West Germany"
    assert action_name(WEST_GERMANY, SPANISH) == "Alemania Occidental"
    assert action_name(DIE + 4, ENGLISH) == "4"
    assert action_name(NAME_ASIA, SPANISH) == "Asia"
    assert action_name(STATECRAFT_MINOR, ENGLISH) == "Andropov/Kennan"
    assert action_name(STATECRAFT_MINOR, ENGLISH, US) == "Kennan"
    assert action_name(STATECRAFT_MINOR, SPANISH, USSR) == "Andrópov"


def test_lists_read_as_in_a_sentence() -> None:
    assert join_names([], ENGLISH) == ""
    assert join_names(["Europe"], ENGLISH) == "Europe"
    assert join_names(["Europe", "Asia"], SPANISH) == "Europe y Asia"
    assert join_names(["a", "b", "c"], ENGLISH) == "a, b and c"


# Decisions and actions


@pytest.fixture
def state() -> State:
    found = scenario({"board": "italy 1/2", "effects": "red_scare_on_ussr"}, USSR, ["nato"])
    found.chosen[USSR] = NATO
    return found


@pytest.mark.parametrize("language", BOTH, ids=LANGUAGES)
@pytest.mark.parametrize("kind", Kind)
def test_every_kind_and_action_is_described(kind: Kind, language: Language, state: State) -> None:
    for actor in (USSR, US, CHANCE):
        for resolving in ((), (OLYMPIC_GAMES,)):
            state.resolving = resolving
            decision = Decision(actor, kind, (PASS,))
            assert is_clean(describe_decision(state, decision, language))
            for action in NAMED_ACTIONS:
                assert is_clean(describe_action(state, decision, action, language))


def test_a_decision_names_who_is_asked_and_by_which_event(state: State) -> None:
    decision = Decision(US, Kind.COUP_TARGET, (ITALY,))
    assert describe_decision(state, decision, ENGLISH) == "US: choose the target of the coup"
    decision = Decision(US, Kind.ADD_INFLUENCE, (ITALY,))
    assert describe_decision(state, decision, ENGLISH).startswith("US (NORAD): choose where")
    decision = Decision(US, Kind.COUNTRY, (ITALY,))
    state.resolving = (TRUMAN_DOCTRINE,)
    assert describe_decision(state, decision, ENGLISH) == "US (Truman Doctrine): choose a country"
    assert (
        describe_decision(state, decision, SPANISH) == "EE. UU. (Doctrina Truman): elegir un país"
    )


def test_a_bidder_has_a_seat_and_no_side(state: State) -> None:
    decision = Decision(US, Kind.BID_SIDE, (DECLINE,))
    expected = "Second player: choose the side to bid for"
    assert describe_decision(state, decision, ENGLISH) == expected


def test_the_use_of_a_card_tells_its_value_and_the_enemy_event(state: State) -> None:
    uses = (EVENT_FIRST, INFLUENCE, COUP, SPACE)
    decision = Decision(USSR, Kind.PLAY_MODE, uses, card=NATO, value=3)
    assert describe_decision(state, decision, ENGLISH) == "USSR: choose how to use NATO"
    said = {action: describe_action(state, decision, action, ENGLISH) for action in NAMED_ACTIONS}
    assert said[EVENT_FIRST] == "event of the US first, then 3 ops (printed 4)"
    assert said[COUP] == "coup with 3 ops (printed 4), then the event of the US"
    assert said[SPACE] == "send it to the Space Race"
    assert said[UN_INTERVENTION] == "operations under UN Intervention, without the event"
    decision = Decision(USSR, Kind.PLAY_MODE, (EVENT, COUP), card=RED_SCARE_PURGE, value=3)
    assert describe_action(state, decision, EVENT, ENGLISH) == "play the event"
    assert describe_action(state, decision, COUP, SPANISH) == (
        "golpe de Estado con 3 ops (impreso 4)"
    )


def test_the_use_of_a_hidden_card_tells_nothing(state: State) -> None:
    state.chosen[USSR] = NO_CARD
    decision = Decision(USSR, Kind.PLAY_MODE, (EVENT, COUP))
    assert describe_decision(state, decision, ENGLISH) == "USSR: choose how to use a card"
    assert describe_action(state, decision, COUP, ENGLISH) == "coup"


def test_a_card_that_an_event_lays_out_is_the_one_in_use(state: State) -> None:
    state.chosen[USSR] = NO_CARD
    state.resolving = (OLYMPIC_GAMES,)
    decision = Decision(US, Kind.PLAY_MODE, (EVENT,), card=NATO, value=4)
    expected = "US (Olympic Games): choose how to use NATO"
    assert describe_decision(state, decision, ENGLISH) == expected


def test_options_tell_what_lies_there_and_what_they_mean(state: State) -> None:
    country = Decision(USSR, Kind.COUP_TARGET, (ITALY,))
    assert describe_action(state, country, ITALY, ENGLISH) == "Italy (US 1, USSR 2)"
    card = Decision(USSR, Kind.ROUND_CARD, (NATO, PASS))
    assert describe_action(state, card, NATO, ENGLISH) == "NATO (US 4)"
    assert describe_action(state, card, MIDDLE_EAST_SCORING, ENGLISH) == "Middle East Scoring"
    assert describe_action(state, card, PASS, ENGLISH) == "play no card"
    level = Decision(USSR, Kind.DEFCON_LEVEL, (NUMBER + 3,))
    assert describe_action(state, level, NUMBER + 3, ENGLISH) == "DEFCON 3"
    choice = Decision(US, Kind.EVENT_CHOICE, (BOYCOTT,))
    assert describe_action(state, choice, PLAY_IT, ENGLISH) == "play the card"
    state.resolving = (OLYMPIC_GAMES,)
    assert describe_action(state, choice, BOYCOTT, ENGLISH).startswith("boycott them: DEFCON")


# Effects and endings


@pytest.mark.parametrize("language", BOTH, ids=LANGUAGES)
def test_every_effect_and_ending_has_its_sentence(language: Language) -> None:
    for effect in Effect:
        assert is_clean(effect_name(effect, language))
        assert describe_effect(effect, 1, language).endswith(".")
    for reason in Reason:
        for winner in (US, USSR, NOBODY):
            assert is_clean(describe_outcome(Outcome(winner, reason), language))


def test_chernobyl_names_its_region() -> None:
    said = describe_effect(Effect.CHERNOBYL, 1 + ASIA, ENGLISH)
    assert said == "The USSR can't place influence in Asia with operations this turn."
    assert "the named region" in describe_effect(Effect.CHERNOBYL, 0, ENGLISH)


def test_outcomes() -> None:
    won = Outcome(USSR, Reason.VICTORY_POINTS)
    assert describe_outcome(won, ENGLISH) == "USSR wins: 20 victory points"
    assert describe_outcome(won, SPANISH) == "La URSS gana: 20 puntos de victoria"
    level = Outcome(NOBODY, Reason.FINAL_SCORING)
    assert describe_outcome(level, ENGLISH) == "The game is drawn: final scoring"
    nobody = Outcome(NOBODY, Reason.NO_WINNER)
    assert describe_outcome(nobody, ENGLISH) == "Nobody wins: final scoring ended level"


# Facts


@pytest.mark.parametrize("language", BOTH, ids=LANGUAGES)
@pytest.mark.parametrize("kind", FactKind)
def test_every_fact_is_a_line_also_when_its_subject_is_hidden(
    kind: FactKind, language: Language
) -> None:
    subject = EUROPE if kind is FactKind.REGION_SCORED else NAME_US
    values = VALUES.get(kind, ())
    for side in SIDES:
        line = describe_fact(Fact(kind, side, subject, values), language)
        assert is_clean(line)
        assert line[0] == line[0].upper()
        if kind is not FactKind.REGION_SCORED:
            hidden = describe_fact(Fact(kind, side, -1, values), language)
            assert is_clean(hidden)
            assert "-1" not in hidden.replace("(-1", "")


@pytest.mark.parametrize(
    ("fact", "english", "spanish"),
    [
        (Fact(FactKind.DRAW, USSR, -1), "USSR draws a card", "La URSS roba una carta"),
        (Fact(FactKind.DRAW, US, NATO), "US draws NATO", "EE. UU. roba OTAN"),
        (
            Fact(FactKind.LOOKED_AT, US, -1),
            "US looks at a card of the draw pile",
            "EE. UU. mira una carta del mazo",
        ),
        (Fact(FactKind.CARD_REMOVED, NOBODY, -1), "A card leaves the game", "Una carta sale de"),
        (
            Fact(FactKind.INFLUENCE, USSR, ITALY, (-2, 3, 0)),
            "USSR -2 in Italy (US 3, USSR 0)",
            "URSS -2 en Italia (EE. UU. 3, URSS 0)",
        ),
        (
            Fact(FactKind.OPERATION, US, COUP, (2, 1)),
            "US makes a coup with 1 op (printed 2)",
            "EE. UU. da un golpe de Estado con 1 op (impreso 2)",
        ),
        (
            Fact(FactKind.COUP_ROLL, USSR, IRAN, (4, 3, -1, 2, 2)),
            "The coup in Iran succeeds: 4 + 3 - 1 - 2×2 = 2",
            "El golpe de Estado en Irán triunfa: 4 + 3 - 1 - 2×2 = 2",
        ),
        (
            Fact(FactKind.COUP_ROLL, USSR, IRAN, (1, 2, 1, 2, 0)),
            "The coup in Iran fails: 1 + 2 + 1 - 2×2 = 0",
            "El golpe de Estado en Irán fracasa: 1 + 2 + 1 - 2×2 = 0",
        ),
        (
            Fact(FactKind.REALIGNMENT_ROLL, US, IRAN, (3, 0, 2, 2)),
            "Realignment in Iran: US 2 + 2 = 4, USSR 3",
            "Realineamiento en Irán: EE. UU. 2 + 2 = 4, URSS 3",
        ),
        (
            Fact(FactKind.SPACE_ROLL, US, -1, (4, 3, 1)),
            "US rolls 4 for Earth Satellite: failure (1-3 needed)",
            "EE. UU. saca 4 para Satélite terrestre: fracaso (hacía falta 1-3)",
        ),
        (
            Fact(FactKind.WAR_ROLL, USSR, IRAN, (6, -2, 4)),
            "The war in Iran is won: 6 - 2 = 4 (4 needed)",
            "La guerra en Irán se gana: 6 - 2 = 4 (hacía falta 4)",
        ),
        (
            Fact(FactKind.DEFCON, NOBODY, -1, (2, 3)),
            "DEFCON improves from 2 to 3",
            "DEFCON sube de 2 a 3",
        ),
        (
            Fact(FactKind.VICTORY_POINTS, US, -1, (2, -1, Award.CARD)),
            "US gains 2 VP (score: USSR 1)",
            "EE. UU. gana 2 PV (marcador: URSS 1)",
        ),
        (
            Fact(FactKind.VICTORY_POINTS, US, NORAD, (2, -1, Award.CARD)),
            "US gains 2 VP from NORAD (score: USSR 1)",
            "EE. UU. gana 2 PV por NORAD (marcador: URSS 1)",
        ),
        (
            Fact(FactKind.VICTORY_POINTS, USSR, -1, (1, -3, Award.MILITARY_OPERATIONS)),
            "USSR gains 1 VP for military operations (score: USSR 3)",
            "La URSS gana 1 PV por operaciones militares (marcador: URSS 3)",
        ),
        (
            Fact(FactKind.TRAP_ROLL, US, QUAGMIRE, (5,)),
            "US rolls 5 and stays in Quagmire",
            "EE. UU. saca 5 y sigue en Atolladero",
        ),
        (
            Fact(FactKind.EFFECT_ENDS, NOBODY, NORAD, (Effect.NORTH_SEA_OIL_ROUND,)),
            "No longer in effect: Eighth round by North Sea Oil",
            "Ya no está en vigor: Octava ronda por Petróleo del mar del Norte",
        ),
        (
            Fact(FactKind.EFFECT_STARTS, NOBODY, CHERNOBYL, (Effect.CHERNOBYL,)),
            "In effect: Chernobyl. The USSR can't place influence in the named region",
            "En vigor: Chernóbil. La URSS no puede colocar influencia en la región nombrada",
        ),
        (
            Fact(FactKind.REGION_SCORED, NOBODY, EUROPE, (3, 105)),
            "Europe is scored: the US has control",
            "Se puntúa Europa: EE. UU. tiene el control",
        ),
        (
            Fact(FactKind.SIDES, NOBODY, -1, (1, 0, 2)),
            "First player: US, Second player: USSR; handicap of the US: 2",
            "Primer jugador: EE. UU., Segundo jugador: URSS; hándicap de EE. UU.: 2",
        ),
        (
            Fact(FactKind.BID, USSR, NAME_US, (3,)),
            "First player bids 3 for US",
            "Primer jugador puja 3 por EE. UU.",
        ),
        (
            Fact(FactKind.STATECRAFT_LOST, USSR, -1),
            "USSR loses a statecraft card, unseen",
            "La URSS pierde una carta de política sin enseñarla",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_facts_in_words(fact: Fact, english: str, spanish: str) -> None:
    assert describe_fact(fact, ENGLISH).startswith(english)
    assert describe_fact(fact, SPANISH).startswith(spanish)


SOME_OPTIONS: list[dict[str, OptionValue]] = [
    {},
    {"promo_1": True, "promo_2": True, "chinese_civil_war": True},
    {"turn_zero": True, "side_selection": "bid", "handicap_full": False},
    {"mix_influence_and_realign": True, "space_decline_roll": True},
    {"scenario": "late_war", "reveal_held_cards": "scoring_flag"},
]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("options", SOME_OPTIONS, ids=str)
def test_random_games_read_well_from_beginning_to_end(
    options: dict[str, OptionValue], seed: int
) -> None:
    random = Random(seed)
    game = Game.new(make_rules("deluxe", options), journal=True)
    while game.pending is not None:
        decision = game.pending
        offered = decision.options
        for language in BOTH:
            assert is_clean(describe_decision(game.state, decision, language))
            for action in offered[:3] + offered[-2:]:
                assert is_clean(describe_action(game.state, decision, action, language))
        game.answer(random.choice(offered))
    assert game.outcome is not None
    for fact in game.facts:
        for language in BOTH:
            for viewer in (*SIDES, NOBODY):
                assert is_clean(describe_fact(fact.seen_by(viewer), language))
