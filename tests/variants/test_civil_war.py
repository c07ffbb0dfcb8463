"""The Chinese Civil War: the box, what it forbids, and the card it is about (V1)."""

import pytest

from tests.position import action_round, expect, new_game, offers, play, segment
from twilight.engine.game import Game
from twilight.engine.ids import CHINESE_CIVIL_WAR
from twilight.engine.testing import Case, Given, run_case
from twilight.engine.types import NOBODY, USSR, Segment

RULES = {"chinese_civil_war": True}


def war(markers: int = 2, **given: object) -> Given:
    china = "ussr up" if markers == 3 else "nobody up"
    return {"rules": RULES, "civil_war": markers, "china": china, **given}  # type: ignore[dict-item]


def test_v1_1_the_china_card_starts_with_nobody() -> None:
    assert new_game(**RULES).state.china_holder == NOBODY
    assert "the_china_card" not in offers(action_round("ussr", war(0), ["fidel"]))


def test_c1_the_third_marker_wins_the_card() -> None:
    game = action_round("ussr", war(0, ussr_hand="fidel", us_hand="nato"), ["red_scare_purge"])
    play(game, "red_scare_purge", "influence", *["chinese_civil_war"] * 3)
    assert "chinese_civil_war" not in offers(game)
    expect(play(game, "poland"), "poland 0/1, china ussr up")
    assert game.state.phasing != USSR
    play(game, "nato", "influence", *["cuba"] * 4)
    assert offers(game) == ["the_china_card", "fidel"]


def test_c2_nixon_gives_points_while_the_war_goes_on() -> None:
    headline = Case("nixon_plays_the_china_card", "", "us headline", war(2, turn=4))
    expect(run_case(headline), "vp 2, china nobody up")


def test_ussuri_gives_influence_while_the_war_goes_on() -> None:
    game = run_case(Case("ussuri_river_skirmish", "", "us event", war(2, turn=4)))
    play(game, "india", "india")
    assert "india" not in offers(game)
    expect(play(game, "japan", "thailand"), "india 2/0, china nobody up")


def test_c3_red_scare_of_the_ussr_does_nothing() -> None:
    headline = Case("red_scare_purge", "", "ussr headline", war(2))
    expect(run_case(headline), "no red_scare_on_us, red_scare_purge discarded")
    run_case(Case("red_scare_purge", "", "ussr not event", war(2)))
    game = run_case(Case("red_scare_purge", "", "us event", war(2)))
    expect(game, "effect red_scare_on_ussr")
    game = run_case(Case("red_scare_purge", "", "ussr event", war(3)))
    expect(game, "effect red_scare_on_us")


def test_c4_cultural_revolution_gives_the_us_its_points_only() -> None:
    given = war(2, turn=4, board="panama 1/0")
    game = run_case(Case("cultural_revolution", "", "us influence", given))
    play(game, *["panama"] * 3)
    expect(game, "panama 4/0, cultural_revolution discarded, vp 0, china nobody up")


def test_formosan_resolution_waits_for_the_end_of_the_war() -> None:
    run_case(Case("formosan_resolution", "", "us not event", war(2)))
    game = run_case(Case("formosan_resolution", "", "us event", war(3)))
    expect(game, "effect formosan_resolution")


@pytest.mark.parametrize(("markers", "result"), [(2, "south_korea 1/0"), (3, "south_korea 0/1")])
def test_c5_c6_the_war_weakens_the_ussr_in_korea(markers: int, result: str) -> None:
    given = war(markers, board="japan 4/0, taiwan 3/0, south_korea 1/0")
    game = run_case(Case("korean_war", "", "ussr event", given))
    expect(play(game, "die_6"), result)


def test_c7_nobody_has_the_final_point_of_an_undecided_war() -> None:
    game = segment(Segment.TURN_END, war(0, turn=10, military="5/5"))
    expect(game, "vp 0, draw by final_scoring")


@pytest.mark.parametrize("operation", ["coup", "realignment"])
def test_c8_the_us_can_do_nothing_there(operation: str) -> None:
    game = action_round("us", war(2, board="cuba 0/1"), ["nato"])
    assert offers(play(game, "nato", operation)) == ["cuba"]
    game = play(action_round("us", war(2), ["nato"]), "nato", "influence")
    assert "chinese_civil_war" not in offers(game)


def test_v1_3_not_at_setup_and_not_as_handicap() -> None:
    game = new_game(handicap_side="ussr", handicap_amount=1, **RULES)
    while game.pending is not None and game.pending.kind.name != "HEADLINE":
        assert CHINESE_CIVIL_WAR not in game.pending.options
        game.answer(game.pending.options[-1])


def test_v1_3_operations_of_an_event_may_be_spent_there() -> None:
    game = action_round("us", war(2, turn=4), ["lone_gunman"])
    play(game, "lone_gunman", "event_first", "influence", "chinese_civil_war")
    expect(game, "china ussr up")


def test_v1_4_events_never_place_there() -> None:
    game = run_case(Case("comecon", "", "ussr event", war(2)))
    assert "chinese_civil_war" not in offers(game)
    game = run_case(Case("decolonization", "", "ussr event", war(2)))
    assert "chinese_civil_war" not in offers(game)


def box_is_offered(game: Game) -> bool:
    return "chinese_civil_war" in offers(play(game, "comecon", "influence"))


def test_chernobyl_closes_the_box_with_asia() -> None:
    asia = action_round("ussr", war(2, effects="chernobyl=2"), ["comecon"])
    europe = action_round("ussr", war(2, effects="chernobyl=1"), ["comecon"])
    assert not box_is_offered(asia)
    assert box_is_offered(europe)


def test_a_marker_there_is_not_in_southeast_asia() -> None:
    given = war(0, effects="vietnam_revolts", board="vietnam 0/1")
    game = play(action_round("ussr", given, ["fidel"]), "fidel", "influence", "vietnam")
    assert "chinese_civil_war" in offers(game)
    expect(play(game, "chinese_civil_war"), "vietnam 0/2")
    assert game.state.phasing != USSR
    game = play(action_round("ussr", given, ["fidel"]), "fidel", "influence", "vietnam", "vietnam")
    assert "chinese_civil_war" not in offers(game)
    expect(play(game, "vietnam"), "vietnam 0/4")
