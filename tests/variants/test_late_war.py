"""The Late War scenario (V4)."""

import pytest

from tests.position import deal_first, expect, new_game, offers, play
from twilight.engine.cards import PROMO_CARDS, printed_number
from twilight.engine.effects import Effect
from twilight.engine.game import Game
from twilight.engine.operations.space import has_ability
from twilight.engine.rules import OptionValue, make_rules
from twilight.engine.scoring import region_score
from twilight.engine.testing import Case, Given, run_case
from twilight.engine.turn.start_and_end import new_state
from twilight.engine.types import (
    AFRICA,
    ASIA,
    CENTRAL_AMERICA,
    EUROPE,
    MIDDLE_EAST,
    SOUTH_AMERICA,
    US,
    USSR,
    Segment,
)

RULES: dict[str, OptionValue] = {"scenario": "late_war"}


def test_v4_1_turn_tracks_and_no_improvement_of_defcon() -> None:
    game = new_game(**RULES)
    state = game.state
    assert (state.turn, state.defcon, state.vp, state.military) == (8, 4, -4, [0, 0])
    deal_first(game)
    expect(game, "defcon 4, asks ussr headline, held us 9, held ussr 9")


def test_v4_2_space_race() -> None:
    state = new_state(make_rules("deluxe", RULES))
    assert (state.space[US], state.space[USSR]) == (6, 4)
    assert has_ability(state, US, 6)
    assert not any(has_ability(state, side, box) for side in (US, USSR) for box in (2, 4, 8))


def test_v4_3_events_in_effect() -> None:
    state = new_state(make_rules("deluxe", RULES))
    assert [effect.name for effect in Effect if state.effects[effect]] == [
        "WARSAW_PACT_FORMED",
        "DE_GAULLE_LEADS_FRANCE",
        "NATO",
        "MARSHALL_PLAN",
        "US_JAPAN_MUTUAL_DEFENSE_PACT",
        "FLOWER_POWER",
    ]


def test_v4_4_influence() -> None:
    state = new_state(make_rules("deluxe", RULES))
    assert (sum(state.influence[US]), sum(state.influence[USSR])) == (94, 67)
    expect(Game(state), "norway 4/0, jordan 2/2, vietnam 0/5, angola 1/3, peru 2/1, canada 0/0")


def test_v4_5_the_china_card() -> None:
    expect(new_game(**RULES), "china ussr up")


@pytest.mark.parametrize(
    ("region", "points"),
    [
        (EUROPE, (5, 5)),
        (ASIA, (5, 11)),
        (MIDDLE_EAST, (5, 5)),
        (AFRICA, (3, 3)),
        (CENTRAL_AMERICA, (3, 2)),
        (SOUTH_AMERICA, (0, 8)),
    ],
    ids=["l1", "l2", "l3", "l4", "l5", "l6"],
)
def test_l1_to_l6_regions_at_the_start(region: int, points: tuple[int, int]) -> None:
    state = new_state(make_rules("deluxe", RULES))
    assert region_score(state, region).points == points


def at_the_end(vp: int = -4) -> Game:
    state = new_state(make_rules("deluxe", RULES))
    state.turn = 10
    state.segment = Segment.TURN_END
    state.military = [5, 5]
    # The discard for the Eagle is not what these are about.
    state.space = [0, 0]
    state.vp = vp
    return Game(state)


def test_l7_final_scoring_of_the_first_position() -> None:
    expect(at_the_end(), "vp 8, ussr wins by final_scoring")


def test_v4_8_the_us_needs_twenty_points() -> None:
    expect(at_the_end(7), "vp 19, ussr wins by final_scoring")
    expect(at_the_end(8), "vp 20, us wins by final_scoring")


EARLY = (1, 2, 3, 4, 5, 7, 13, 20, 24, 29, 30, 31, 32, 34, 103)
MID = (
    *(36, 37, 39, 44, 45, 47, 49, 53, 56, 57, 61, 63, 64, 65, 67, 68, 69, 73, 74, 75, 79, 80, 81),
)


def test_l8_the_deck() -> None:
    without = new_state(make_rules("deluxe", {**RULES, "optional_cards": False}))
    numbers = sorted(printed_number(card) for card in without.draw_pile)
    assert numbers == sorted((*EARLY, *MID, *range(82, 103)))
    assert len(numbers) == 59
    state = new_state(make_rules("deluxe", RULES))
    assert len(state.draw_pile) == 64
    assert state.mid_deck == state.late_deck == ()
    assert len(state.removed_pile) == 109 - 64
    left = len(deal_first(new_game(**RULES)).state.draw_pile)
    left_without = len(deal_first(new_game(**RULES, optional_cards=False)).state.draw_pile)
    assert (left_without, left) == (41, 46)


def test_v4_6_promotional_cards() -> None:
    state = new_state(make_rules("deluxe", {**RULES, "promo_1": True, "promo_2": True}))
    promos = [PROMO_CARDS.index(card) + 1 for card in state.draw_pile if card in PROMO_CARDS]
    assert promos == [1, 4, 5, 7]


def test_l9_the_eagle_discards_at_the_end_of_turn_8() -> None:
    state = new_state(make_rules("deluxe", RULES))
    state.segment = Segment.TURN_END
    state.hands[US] = state.draw_pile[5:7]
    state.draw_pile = (*state.draw_pile[:5], *state.draw_pile[7:])
    game = Game(state)
    expect(game, "asks us held_discard")
    assert len(offers(game)) == 3


def test_the_late_war_cards_are_not_added_again() -> None:
    state = new_state(make_rules("deluxe", RULES))
    state.segment = Segment.TURN_END
    state.military = [5, 5]
    state.space = [0, 0]
    game = Game(state)
    assert (game.state.turn, len(game.state.draw_pile)) == (9, 64)


def wargames(side: str, vp: int, **options: OptionValue) -> Game:
    given: Given = {"turn": 8, "defcon": 2, "vp": vp, "rules": {**RULES, **options}}
    return play(run_case(Case("wargames", "", f"{side} event", given)), "accept")


def test_l10_wargames_never_helps_the_us() -> None:
    expect(wargames("us", 19), "vp 13, ussr wins by wargames")


def test_l11_wargames_of_the_ussr() -> None:
    expect(wargames("ussr", -5), "vp 1, us wins by wargames")
    expect(wargames("ussr", -10), "vp -4, ussr wins by wargames")
    for vp in (-5, -10):
        game = wargames("ussr", vp, late_war_wargames="any")
        expect(game, "ussr wins by wargames")
