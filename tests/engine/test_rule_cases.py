"""The test cases T1 to T50 of the rule reference, section 24."""

import pytest

from tests.position import action_round, expect, facts, new_game, offers, play, segment, steps
from twilight.engine.game import Game
from twilight.engine.ids import DUCK_AND_COVER, FLOWER_POWER, ISRAEL, NASSER, TURKEY
from twilight.engine.journal import Award, FactKind
from twilight.engine.operations.points import card_value, modified_value
from twilight.engine.scoring import region_score
from twilight.engine.testing import Case, Given, run_case, scenario
from twilight.engine.turn.headlines import ALONE, DEFECTORS_FIRST, EQUAL_VALUES, HIGHER_VALUE
from twilight.engine.types import (
    CENTRAL_AMERICA,
    MIDDLE_EAST,
    NOBODY,
    US,
    USSR,
    Segment,
)


@pytest.mark.parametrize(("influence", "controller"), [("4/0", US), ("5/1", US), ("4/1", NOBODY)])
def test_t01_control(influence: str, controller: int) -> None:
    state = scenario({"board": f"israel {influence}"})
    found = next((side for side in (USSR, US) if state.controls(side, ISRAEL)), NOBODY)
    assert found == controller


def test_t02_the_cost_falls_when_control_is_broken() -> None:
    given: Given = {"board": "turkey 2/0, romania 0/3"}
    game = play(action_round("ussr", given, ["red_scare_purge"]), "red_scare_purge", "influence")
    expect(play(game, "turkey", "turkey", "turkey"), "turkey 2/3")
    assert game.state.phasing == US
    assert not any(game.state.controls(side, TURKEY) for side in (USSR, US))


def test_t03_without_control_each_marker_costs_one() -> None:
    given: Given = {"board": "turkey 1/0, romania 0/3"}
    game = play(action_round("ussr", given, ["nasser"]), "nasser", "influence", "turkey")
    expect(game, "turkey 1/1")
    game = play(action_round("ussr", given, ["fidel"]), "fidel", "influence", "turkey", "turkey")
    expect(game, "turkey 1/2")
    assert game.state.phasing == US


def test_t04_reach_is_that_of_the_start_of_the_round() -> None:
    given: Given = {"board": "panama 1/0, south_korea 1/0"}
    game = play(action_round("us", given, ["duck_and_cover"]), "duck_and_cover", "influence")
    reach = {"costa_rica", "colombia", "panama", "south_korea", "north_korea", "japan", "taiwan"}
    assert reach <= set(offers(game))
    play(game, "costa_rica")
    assert "nicaragua" not in offers(game)


@pytest.mark.parametrize(("preset", "allowed"), [("deluxe", True), ("manual", False)])
def test_t05_next_to_the_superpower(preset: str, allowed: bool) -> None:
    given: Given = {"board": "zaire 1/0", "preset": preset}
    game = play(action_round("us", given, ["nato"]), "nato", "influence")
    assert ("mexico" in offers(game)) == ("cuba" in offers(game)) == allowed


def test_t06_in_the_own_country() -> None:
    for way, allowed in (("allowed", True), ("adjacent_only", False)):
        given: Given = {"board": "panama 1/0", "rules": {"placement_own_country": way}}
        game = play(action_round("us", given, ["nato"]), "nato", "influence")
        assert ("panama" in offers(game)) == allowed


def coup(side: str, board: str, card: str, target: str, die: int, **given: object) -> Game:
    position: Given = {"board": board, **given}  # type: ignore[dict-item]
    return play(action_round(side, position, [card]), card, "coup", target, f"die_{die}")


def test_t07_coup_in_mexico() -> None:
    game = coup("us", "mexico 0/2", "duck_and_cover", "mexico", 4)
    expect(game, "mexico 1/0, military 3/0, defcon 4")


def test_t08_coup_in_iran() -> None:
    game = coup("ussr", "iran 2/0", "red_scare_purge", "iran", 6)
    expect(game, "iran 0/4, military 0/4, defcon 4")


def test_t09_coup_in_costa_rica() -> None:
    game = coup("us", "costa_rica 0/3", "cia_created", "costa_rica", 5)
    expect(game, "costa_rica 0/3, military 1/0, defcon 5")


def test_t10_coup_in_saudi_arabia() -> None:
    expect(coup("ussr", "saudi_arabia 3/0", "fidel", "saudi_arabia", 5), "saudi_arabia 2/0")


def test_t11_a_small_result_only_removes() -> None:
    expect(coup("us", "iran 0/5", "duck_and_cover", "iran", 3), "iran 0/3")


def test_t12_lone_gunman_at_defcon_2() -> None:
    given: Given = {"board": "angola 1/0", "defcon": 2, "turn": 4}
    game = action_round("us", given, ["lone_gunman"])
    play(game, "lone_gunman", "event_first", "coup", "angola")
    expect(game, "ussr wins by defcon")


def test_t13_a_boycott_at_defcon_2() -> None:
    game = run_case(Case("olympic_games", "", "us headline", {"defcon": 2}))
    expect(play(game, "boycott"), "ussr wins by defcon")


@pytest.mark.parametrize(
    ("removal", "after"), [("modified_difference", "0/2"), ("raw_difference", "0/0")]
)
def test_t14_realignment_of_north_korea(removal: str, after: str) -> None:
    given: Given = {"board": "north_korea 0/3", "rules": {"realign_removal": removal}}
    game = play(action_round("us", given, ["nato"]), "nato", "realignment", "north_korea")
    expect(play(game, "die_2", "die_5"), f"north_korea {after}")


@pytest.mark.parametrize(
    ("removal", "after"), [("modified_difference", "3/1"), ("raw_difference", "3/2")]
)
def test_t15_modifiers_turn_a_roll(removal: str, after: str) -> None:
    """The US has Mexico, Honduras and more influence in Guatemala."""
    given: Given = {
        "board": "guatemala 3/2, mexico 2/0, honduras 2/0",
        "rules": {"realign_removal": removal},
    }
    game = play(action_round("us", given, ["nato"]), "nato", "realignment", "guatemala")
    expect(play(game, "die_4", "die_2"), f"guatemala {after}")


@pytest.mark.parametrize(
    ("printed", "effects", "value"),
    [
        (1, "red_scare_on_us", 1),
        (4, "containment", 4),
        (3, "containment", 4),
        (4, "containment, red_scare_on_us", 4),
        (2, "containment, red_scare_on_us", 2),
    ],
)
def test_t16_values(printed: int, effects: str, value: int) -> None:
    assert modified_value(scenario({"effects": effects}), US, printed) == value


def china(effects: str, *countries: str) -> int:
    """Place The China Card's points and count the markers."""
    given: Given = {"board": "vietnam 0/1, north_korea 0/3", "effects": effects}
    game = play(action_round("ussr", given), "the_china_card", "influence")
    before = sum(game.state.influence[USSR])
    for country in countries:
        if game.state.phasing == US:
            break
        if country not in offers(game):
            break
        play(game, country)
    return sum(game.state.influence[USSR]) - before


def test_t17_china_card_in_southeast_asia() -> None:
    assert china("vietnam_revolts, red_scare_on_ussr", *["vietnam"] * 9) == 5


def test_t18_china_card_in_asia() -> None:
    assert china("", *["north_korea"] * 9) == 5
    assert china("red_scare_on_ussr", *["north_korea"] * 9) == 4
    assert china("brezhnev_doctrine", *["north_korea"] * 9) == 5
    assert china("", "poland", *["north_korea"] * 9) == 4


def test_t19_vietnam_revolts_strengthens_a_coup() -> None:
    game = coup("ussr", "thailand 2/0", "red_scare_purge", "thailand", 1, effects="vietnam_revolts")
    expect(game, "military 0/5")
    assert facts(game, FactKind.COUP_ROLL)[0].values[1] == 5


def test_t20_red_scare_weakens_a_coup() -> None:
    game = coup("us", "cuba 0/3", "summit", "cuba", 1, effects="red_scare_on_us")
    expect(game, "military 1/0")
    assert facts(game, FactKind.COUP_ROLL)[0].values[1] == 1


def test_t21_first_and_second_in_space() -> None:
    given: Given = {"effects": "red_scare_on_us", "ussr_hand": "fidel"}
    game = play(action_round("us", given, ["duck_and_cover"]), "duck_and_cover", "space", "die_1")
    expect(game, "space 1/0, vp 2")
    expect(play(game, "fidel", "space", "die_3"), "space 1/1, vp 1")


def test_t22_the_value_is_too_small_for_box_5() -> None:
    given: Given = {"effects": "red_scare_on_us", "space": "4/0", "turn": 4}
    assert "space" not in offers(
        play(action_round("us", given, ["duck_and_cover"]), "duck_and_cover")
    )
    free: Given = {**given, "effects": ""}
    assert "space" in offers(play(action_round("us", free, ["duck_and_cover"]), "duck_and_cover"))


def test_t23_two_attempts() -> None:
    given: Given = {"space": "1/2", "attempts": "0/1"}
    assert "space" in offers(play(action_round("ussr", given, ["fidel"]), "fidel"))
    level: Given = {"space": "2/2", "attempts": "1/1"}
    assert "space" not in offers(play(action_round("ussr", level, ["fidel"]), "fidel"))
    assert "space" not in offers(play(action_round("us", level, ["nato"]), "nato"))


def test_t24_central_america() -> None:
    board = "cuba 0/3, haiti 0/1, dominican_republic 0/1, guatemala 1/0, panama 1/0"
    assert region_score(scenario({"board": board}), CENTRAL_AMERICA).points == (5, 1)


def test_t25_middle_east() -> None:
    game = run_case(Case("middle_east_scoring", "", "us event", {"board": "iran 2/0"}))
    expect(game, "vp 4")


def test_t26_southeast_asia() -> None:
    given: Given = {"board": "thailand 2/0, vietnam 1/0, malaysia 0/2", "turn": 4}
    expect(run_case(Case("southeast_asia_scoring", "", "us event", given)), "vp 2")


def test_t27_control_of_central_america() -> None:
    board = "mexico 2/0, cuba 3/0, panama 2/0, guatemala 1/0, haiti 0/1"
    assert region_score(scenario({"board": board}), CENTRAL_AMERICA).points == (1, 8)


def test_t28_battlegrounds_alone_do_not_dominate() -> None:
    board = "iran 2/0, iraq 3/0, egypt 2/0, syria 0/2"
    score = region_score(scenario({"board": board}), MIDDLE_EAST)
    assert score.levels == (1, 1)


def test_t29_only_the_net_result_moves_the_score() -> None:
    """Middle East: the USSR has 3 and two battlegrounds, the US 3 and one."""
    given: Given = {"board": "iran 0/2, iraq 0/3, egypt 2/0, jordan 2/0", "vp": -18}
    game = run_case(Case("middle_east_scoring", "", "us event", given))
    expect(game, "vp -19, asks ussr round_card")


def end_of_turn(given: Given) -> Game:
    return segment(Segment.TURN_END, {"turn": 2, **given})


def test_t30_too_few_military_operations() -> None:
    expect(end_of_turn({"defcon": 4, "military": "2/5"}), "vp -2, military 0/0")


def awards(game: Game) -> list[tuple[int, Award]]:
    return [(fact.subject, Award(fact.values[2])) for fact in facts(game, FactKind.VICTORY_POINTS)]


def test_points_name_their_reason() -> None:
    assert awards(end_of_turn({"defcon": 4, "military": "2/5"})) == [
        (-1, Award.MILITARY_OPERATIONS)
    ]
    event = run_case(Case("duck_and_cover", "", "us event", {}))
    assert awards(event) == [(DUCK_AND_COVER, Award.CARD)]
    asia: Given = {"board": "iran 0/2, iraq 0/3, egypt 2/0, jordan 2/0"}
    scoring = run_case(Case("middle_east_scoring", "", "us event", asia))
    assert awards(scoring) == [(-1, Award.SCORING)]
    flower: Given = {"effects": "flower_power"}
    war = play(action_round("us", flower, ["korean_war"]), "korean_war", "event_first")
    assert awards(war) == [(FLOWER_POWER, Award.CARD)]


def test_t31_both_fall_short() -> None:
    expect(end_of_turn({"defcon": 3, "military": "0/0"}), "vp 0")


@pytest.mark.parametrize(
    ("us", "ussr", "first", "why"),
    [
        ("olympic_games", "fidel", "us", EQUAL_VALUES),
        ("asia_scoring", "europe_scoring", "us", EQUAL_VALUES),
        ("summit", "comecon", "ussr", HIGHER_VALUE),
        ("duck_and_cover", "fidel", "us", HIGHER_VALUE),
        ("defectors", "comecon", "us", DEFECTORS_FIRST),
    ],
)
def test_t32_order_of_headlines(us: str, ussr: str, first: str, why: int) -> None:
    game = segment(Segment.HEADLINE, {"us_hand": us, "ussr_hand": ussr, "turn": 4})
    play(game, ussr, us)
    fact = facts(game, FactKind.HEADLINE_EVENT)[0]
    assert ("ussr", "us")[fact.side] == first
    assert fact.values == (why,)


def test_the_second_headline_has_no_rival() -> None:
    game = segment(Segment.HEADLINE_EVENT, {"us_headline": "duck_and_cover"})
    assert facts(game, FactKind.HEADLINE_EVENT)[0].values == (ALONE,)


@pytest.mark.parametrize("headline", ["asia_scoring", "red_scare_purge"])
def test_t33_defectors_cancels_the_ussr_headline(headline: str) -> None:
    given: Given = {"us_headline": "defectors", "ussr_headline": headline}
    game = segment(Segment.HEADLINE_EVENT, given)
    expect(game, f"{headline} discarded, no red_scare_on_us, vp 0")


def test_t34_defectors_of_the_ussr_does_nothing() -> None:
    game = segment(Segment.HEADLINE_EVENT, {"ussr_headline": "defectors"})
    expect(game, "vp 0, defectors discarded")


def test_t35_nato_before_its_time() -> None:
    game = run_case(Case("nato", "", "ussr influence", {"board": "poland 0/1"}))
    expect(play(game, *["poland"] * 4), "poland 0/5, no nato, nato discarded")


def test_t36_an_event_without_effect_is_removed() -> None:
    given: Given = {"board": "poland 0/1", "turn": 4}
    game = run_case(Case("alliance_for_progress", "", "ussr influence", given))
    expect(play(game, *["poland"] * 3), "vp 0, alliance_for_progress removed")


def test_t37_wargames_at_defcon_3() -> None:
    given: Given = {"defcon": 3, "turn": 8}
    run_case(Case("wargames", "", "us not event", given))
    expect(run_case(Case("wargames", "", "us headline", given)), "wargames discarded")


def test_t38_the_last_round_with_a_scoring_card() -> None:
    given: Given = {"round": 6, "ussr_hand": "asia_scoring, fidel"}
    assert offers(action_round("ussr", given)) == ["asia_scoring", "fidel"]
    prevent: Given = {**given, "rules": {"held_scoring_card": "prevent"}}
    assert offers(action_round("ussr", prevent)) == ["asia_scoring"]


def test_t39_quagmire_without_a_card_to_discard() -> None:
    given: Given = {"effects": "quagmire, red_scare_on_us", "us_hand": "fidel, nasser"}
    game = steps(action_round("us", given), "us: pass | only pass")
    expect(game, "held us 2, effect quagmire")


def test_t40_bear_trap_under_brezhnev_doctrine() -> None:
    given: Given = {"effects": "bear_trap, brezhnev_doctrine", "ussr_hand": "nasser"}
    game = steps(action_round("ussr", given), "ussr: nasser | only nasser", "die: 4")
    expect(game, "no bear_trap, nasser discarded")
    assert card_value(game.state, USSR, NASSER) == 2


def test_t41_scoring_cards_come_before_the_trap() -> None:
    given: Given = {
        "effects": "quagmire",
        "round": 5,
        "us_hand": "asia_scoring, europe_scoring, duck_and_cover",
    }
    assert offers(action_round("us", given)) == ["asia_scoring", "europe_scoring"]


def test_t42_the_mid_war_cards_join_the_pile() -> None:
    draw = "nato, fidel, nasser, blockade, comecon, summit"
    state = end_of_turn(
        {"turn": 3, "military": "5/5", "draw": draw, "discard": "suez_crisis"}
    ).state
    assert len(state.draw_pile) == 6 + 48 - 1
    assert len(state.discard_pile) == 1
    assert state.mid_deck == ()


def dealt_to(game: Game, draws: int) -> str:
    """Deal so many cards and write who received them."""
    for _ in range(draws):
        assert game.pending is not None
        game.answer(game.pending.options[0])
    return "".join("SU"[fact.side] for fact in facts(game, FactKind.DRAW))


def test_t43_the_pile_runs_out_in_the_deal() -> None:
    hand = "nato, fidel, nasser, blockade, comecon, summit, suez_crisis, junta"
    given: Given = {"turn": 6, "draw": "opec, allende, arms_race", "discard": hand}
    game = segment(Segment.DEAL, given)
    assert dealt_to(game, 3) == "SUS"
    assert len(facts(game, FactKind.RESHUFFLE)) == 1
    assert len(game.state.draw_pile) == 8
    assert dealt_to(game, 1) == "SUSU"


def test_t44_the_side_that_needs_more_draws_in_a_row() -> None:
    given: Given = {
        "turn": 6,
        "ussr_hand": "nato, fidel, nasser, blockade, comecon, summit",
        "us_hand": "opec",
    }
    assert dealt_to(segment(Segment.DEAL, given), 11) == "SUSUSU" + "U" * 5


EUROPE = "italy 2/0, france 3/0, west_germany 4/0, east_germany 3/0, poland 3/0"


def end_of_game(given: Given) -> Game:
    return end_of_turn({"turn": 10, "military": "5/5", "china": "nobody up", **given})


def test_t45_control_of_europe_wins_the_final_scoring() -> None:
    board = f"{EUROPE}, iran 0/2, iraq 0/3, egypt 0/2, libya 0/2, israel 0/4, saudi_arabia 0/3"
    expect(end_of_game({"board": board, "vp": -19}), "us wins by europe_control")


def test_t46_twenty_points_do_not_end_the_final_scoring() -> None:
    """Europe alone would bring the US from 15 to 20 and more."""
    board = (
        "italy 2/0, france 3/0, west_germany 4/0, uk 5/0,"
        " iran 0/2, iraq 0/3, egypt 0/2, libya 0/2, israel 0/4, saudi_arabia 0/3, syria 0/2,"
        " algeria 0/2, nigeria 0/1, zaire 0/1, angola 0/1, south_africa 0/3, kenya 0/2"
    )
    game = end_of_game({"board": board, "vp": 12})
    scored = [fact.values for fact in facts(game, FactKind.REGION_SCORED)]
    assert scored[:4] == [(0, 10), (0, 0), (13, 0), (11, 0)]
    expect(game, "vp -2, ussr wins by final_scoring")


@pytest.mark.parametrize(("preset", "result"), [("deluxe", "draw"), ("glass-2020", "ussr wins")])
def test_t47_the_china_card_in_the_final_scoring(preset: str, result: str) -> None:
    game = end_of_game({"vp": -1, "china": "us down", "preset": preset})
    expect(game, f"{result} by final_scoring")
    scored = [(fact.side, fact.values) for fact in facts(game, FactKind.CHINA_SCORED)]
    assert scored == ([(US, (1,))] if result == "draw" else [])


@pytest.mark.parametrize(
    ("preset", "result"),
    [("deluxe", "us wins by victory_points"), ("glass", "ussr wins by held_scoring_card")],
)
def test_t48_order_of_the_checks(preset: str, result: str) -> None:
    given: Given = {"vp": 19, "defcon": 2, "military": "2/1", "us_hand": "asia_scoring"}
    expect(end_of_turn({**given, "preset": preset}), result)


@pytest.mark.parametrize(("preset", "allowed"), [("deluxe", True), ("glass", False)])
def test_t49_the_china_card_in_space(preset: str, allowed: bool) -> None:
    given: Given = {"space": "0/7", "turn": 8, "preset": preset}
    game = play(action_round("ussr", given), "the_china_card")
    assert ("space" in offers(game)) == allowed


def test_t50_the_china_card_changes_hands() -> None:
    given: Given = {"round": 3, "board": "poland 0/1", "us_hand": "nato"}
    game = play(action_round("ussr", given), "the_china_card", "influence", *["poland"] * 4)
    expect(game, "china us down")
    assert "the_china_card" not in offers(game)
    later = end_of_turn({"china": "us down", "military": "5/5"})
    expect(later, "china us up")
    assert "the_china_card" in offers(action_round("us", {"china": "us up"}, ["nato"]))
    expect(end_of_game({"china": "us down"}), "vp 1, us wins by final_scoring")


def test_a_new_game_begins_with_the_deal() -> None:
    expect(new_game(), "asks chance draw, defcon 5, vp 0, china ussr up")
