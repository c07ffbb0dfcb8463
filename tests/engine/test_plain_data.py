"""State as plain data: nothing is lost, and damage is named."""

import json
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.damage import Fields, set_to, without
from tests.strategies import random_position, seeds
from twilight.engine.board import BIT, STABILITY
from twilight.engine.effects import Effect
from twilight.engine.ids import (
    BRAZIL,
    CHE,
    CHINESE_CIVIL_WAR,
    CRISIS_VJ_DAY,
    DECLINE,
    DUCK_AND_COVER,
    EGYPT,
    FIDEL,
    FRANCE,
    GLASNOST,
    JUNTA,
    NAME_USSR,
    NASSER,
    NATO,
    NUMBER,
    OPEC,
    SHUTTLE_DIPLOMACY,
    STAR_WARS,
    STATECRAFT_CANCEL,
    STATECRAFT_DUMMY,
    STATECRAFT_MAJOR,
    STATECRAFT_MINOR,
    SUMMIT,
    TAIWAN,
    TERRORISM,
)
from twilight.engine.plain_data.forms import StateError
from twilight.engine.plain_data.states import state_from_dict, state_to_dict
from twilight.engine.rules import Rules, make_rules
from twilight.engine.state import STATE_FIELDS, State
from twilight.engine.types import US, USSR, Segment
from twilight.engine.view import state_parts


def through_json(state: State) -> State:
    return state_from_dict(json.loads(json.dumps(state_to_dict(state))))


def unusual_state() -> State:
    """Return a state in which no field has the value that it begins with."""
    state = State(make_rules("deluxe", {"handicap_side": "us", "handicap_amount": 2}))
    state.segment = Segment.ACTION_ROUND
    state.turn = 5
    state.round = 3
    state.phasing = US
    state.vp = -7
    state.defcon = 2
    state.military = [1, 2]
    state.space = [3, 4]
    state.attempts = [1, 0]
    stability = list(STABILITY)
    stability[FRANCE] = 5
    state.stability = tuple(stability)
    state.battlegrounds = (state.battlegrounds | BIT[TAIWAN]) & ~BIT[EGYPT]
    state.set_influence(US, FRANCE, 6)
    state.set_influence(USSR, FRANCE, 1)
    state.set_influence(USSR, BRAZIL, 2)
    state.civil_war = 2
    state.hands = [(NASSER, FIDEL), (DUCK_AND_COVER,)]
    state.hands[USSR] = tuple(sorted(state.hands[USSR]))
    state.draw_pile = (JUNTA,)
    state.discard_pile = (SUMMIT,)
    state.removed_pile = (NATO,)
    state.mid_deck = (OPEC,)
    state.late_deck = (STAR_WARS,)
    state.headlines = [TERRORISM, CHE]
    state.chosen = [FIDEL, DUCK_AND_COVER]
    state.table = (GLASNOST,)
    state.front = (SHUTTLE_DIPLOMACY,)
    state.looked_at = (GLASNOST + 5,)
    state.china_holder = USSR
    state.china_face_up = False
    state.resolving = (STAR_WARS, GLASNOST)
    state.effects[Effect.RED_SCARE_ON_US] = 2
    state.known = [(FIDEL,), (DUCK_AND_COVER,)]
    state.clues = [((((JUNTA, OPEC)), 1),), (((SUMMIT,), 1), ((NATO, OPEC), 2))]
    state.reach = [BIT[FRANCE] | BIT[CHINESE_CIVIL_WAR], BIT[BRAZIL]]
    state.norad_due = True
    state.bought = BIT[FRANCE]
    state.realigned = BIT[BRAZIL]
    state.bids = ((NAME_USSR, NUMBER + 2), (DECLINE, NUMBER))
    state.seats_swapped = True
    state.handicap = (0, 2)
    state.crises = (1, 2, 3, 4, 0, 6)
    state.crisis = CRISIS_VJ_DAY
    state.statecraft = ((STATECRAFT_DUMMY,), (STATECRAFT_CANCEL, STATECRAFT_DUMMY))
    state.statecraft_shown = ((STATECRAFT_MAJOR,), (STATECRAFT_MINOR,))
    state.reveals = 9
    return state


def test_every_field_has_a_form() -> None:
    """Compiled, the class knows its attributes; plain, its slots are the table itself."""
    attributes = getattr(State, "__mypyc_attrs__", None)
    if attributes is not None:
        lacking = set(attributes) - {*STATE_FIELDS, "_shares_influence", "__dict__"}
        assert not lacking, f"no line in SAVED_FIELDS or DERIVED_FIELDS: {lacking}"
    fresh = State(Rules())
    lacking = {name for name in STATE_FIELDS if not hasattr(fresh, name)}
    assert not lacking, f"no line in State.__init__: {lacking}"


def test_every_field_is_copied() -> None:
    state = unusual_state()
    copy = state.copy()
    for name in STATE_FIELDS:
        if name != "facts":
            assert getattr(copy, name, None) == getattr(state, name), (
                f"{name}: no line in State._copy_public_part or _copy_secret_part"
            )


def test_every_slot_comes_back() -> None:
    state = unusual_state()
    fresh = State(Rules())
    for name in STATE_FIELDS:
        if name != "facts":
            assert getattr(state, name) != getattr(fresh, name), f"{name} is not exercised here"
    assert state_parts(through_json(state)) == state_parts(state)


@given(seeds, st.integers(min_value=0, max_value=700))
@settings(max_examples=40, deadline=None)
def test_every_position_comes_back(seed: int, stop: int) -> None:
    state = random_position(seed, stop).state
    assert state_parts(through_json(state)) == state_parts(state)


def test_the_data_is_readable() -> None:
    data = state_to_dict(unusual_state())
    assert data["influence"] == {"us": {"france": 6}, "ussr": {"france": 1, "brazil": 2}}
    assert data["stability"] == {"france": 5}
    assert data["battlegrounds"] == {"egypt": False, "taiwan": True}
    assert data["effects"] == {"red_scare_on_us": 2}
    assert data["segment"] == "action_round"
    assert data["phasing"] == "us"
    assert data["clues"] == {
        "ussr": [{"cards": ["junta", "opec"], "least": 1}],
        "us": [
            {"cards": ["summit"], "least": 1},
            {"cards": ["nato", "opec"], "least": 2},
        ],
    }


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (without("vp"), "lacks the field 'vp'"),
        (set_to("colour", 1), "a field 'colour' that is not known"),
        (set_to("presence", 1), "a field 'presence' that is not known"),
        (set_to("vp", "7"), "vp: '7' is no whole number"),
        (set_to("vp", True), "vp: True is no whole number"),
        (set_to("defcon", 6), "defcon: 6 is not between 1 and 5"),
        (set_to("military.us", -1), "military.us: -1 is not between"),
        (set_to("military", {"us": 1}), "military: there must be us and ussr"),
        (set_to("military", [1, 2]), r"military: \[1, 2\] is no mapping"),
        (set_to("phasing", "china"), "phasing: 'china' is neither"),
        (set_to("phasing", "chance"), "phasing: 'chance' is neither"),
        (set_to("phasing", ["us"]), r"phasing: \['us'\] is neither"),
        (set_to("segment", "lunch"), "segment: 'lunch' is no segment"),
        (set_to("influence.us.atlantis", 1), "influence.us: 'atlantis' is no country"),
        (set_to("influence.us.chinese_civil_war", 1), "is no country that holds influence"),
        (set_to("influence.us.france", 0), "influence.us.france: 0 is not between"),
        (set_to("battlegrounds.france", 1), "battlegrounds.france: 1 is neither true nor false"),
        (set_to("hands.us", ["solitaire"]), "hands.us: 'solitaire' is no card"),
        (set_to("hands.us", [3]), "hands.us: 3 is no card"),
        (set_to("hands.us", "nato"), "hands.us: 'nato' is no list"),
        (set_to("hands.us", ["comecon", "comecon"]), "'comecon' is there twice"),
        (set_to("hands.us", ["nato"]), "'nato' is both in hands.us and in removed_pile"),
        (set_to("known.us", ["comecon"]), "known.us: 'comecon' is not in hands.us"),
        (set_to("headlines.us", "solitaire"), "headlines.us: 'solitaire' is no card"),
        (set_to("effects.snow", 1), "effects: 'snow' is no lasting effect"),
        (set_to("effects.nato", None), "effects.nato: None is no whole number"),
        (set_to("clues.us", [{"cards": []}]), "clues.us.0: a clue has cards and least"),
        (set_to("clues.us", [7]), "clues.us.0: 7 is no mapping"),
        (set_to("reach.us", ["atlantis"]), "reach.us: 'atlantis' is no country"),
        (set_to("norad_due", 0), "norad_due: 0 is neither true nor false"),
        (set_to("rules.defcon_improve", "never"), "rules: option defcon_improve can't be never"),
        (set_to("rules.weather", True), "rules: unknown option 'weather'"),
        (set_to("rules.scenario", []), "rules: "),
        (set_to("rules", None), "rules: None is no mapping"),
    ],
)
def test_damage_is_named(damage: Callable[[Fields], None], message: str) -> None:
    fields = json.loads(json.dumps(state_to_dict(unusual_state())))
    damage(fields)
    with pytest.raises(StateError, match=message):
        state_from_dict(fields)


@pytest.mark.parametrize("data", [None, 3, "state", [], {1: 2}])
def test_foreign_data_is_refused(data: object) -> None:
    with pytest.raises(StateError):
        state_from_dict(data)
