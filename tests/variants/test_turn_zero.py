"""Turn Zero: crises, statecraft, and what they change (V3)."""

from random import Random

import pytest

from tests.position import action_round, deal_first, expect, facts, new_game, offers, play, segment
from twilight.engine.game import Game
from twilight.engine.ids import MARSHALL_PLAN, TAIWAN, VIETNAM_REVOLTS
from twilight.engine.journal import FactKind
from twilight.engine.rules import OptionValue
from twilight.engine.scoring import region_score
from twilight.engine.testing import Case, Given, cards_in_game, run_case, scenario
from twilight.engine.types import ASIA, EUROPE, NOBODY, US, USSR, Segment
from twilight.engine.variants.turn_zero import ALL_STATECRAFT, possible_statecraft
from twilight.engine.view import observe

CRISES = ("ve_day", "yalta_and_potsdam", "uk_election", "israel", "vj_day", "chinese_civil_war")
DUMMY = "statecraft_dummy"
MAJOR = "statecraft_major"
MINOR = "statecraft_minor"
CANCEL = "statecraft_cancel"


def crisis(game: Game, name: str, die: int, ussr: str = DUMMY, us: str = DUMMY) -> Game:
    """Resolve one crisis with a die and the cards of both sides."""
    return play(game, f"crisis_{name}", ussr, us, f"die_{die}")


def all_crises(with_civil_war: bool = False, **totals: int) -> Game:
    """Resolve all crises without statecraft, each with a die of 3 unless it is named.

    A 3 has a result in V-E Day, Israel and V-J Day, so these have a 4 instead.
    """
    rules: dict[str, OptionValue] = {"turn_zero": True, "chinese_civil_war": with_civil_war}
    game = new_game(**rules)
    if with_civil_war:
        play(game, MINOR, MINOR)
    quiet = {"ve_day": 4, "israel": 4, "vj_day": 4}
    for name in CRISES:
        if not (with_civil_war and name == "chinese_civil_war"):
            crisis(game, name, totals.get(name, quiet.get(name, 3)))
    return game


def place_free_influence(game: Game, ussr: int = 6) -> Game:
    return play(deal_first(game), *["poland"] * ussr, *["italy"] * 7)


# The procedure


def test_the_first_pile_comes_before_the_second() -> None:
    game = new_game(turn_zero=True)
    for name in CRISES[:3]:
        assert set(offers(game)) <= {f"crisis_{one}" for one in CRISES[:3]}
        crisis(game, name, 3)
    assert offers(game) == [f"crisis_{one}" for one in CRISES[3:]]


@pytest.mark.parametrize("viewer", [USSR, US])
@pytest.mark.parametrize(("yalta", "asked"), [(1, "ussr"), (6, "us")])
def test_worlds_are_sampled_after_the_last_crisis(viewer: int, yalta: int, asked: str) -> None:
    """The last crisis has put Nationalist China into the pile, and it must not come twice."""
    game = all_crises(yalta_and_potsdam=yalta, chinese_civil_war=6)
    expect(game, f"asks {asked} take_card")
    seen = observe(game, viewer)
    assert observe(seen.sample(Random(1)), viewer) == seen


def total(die: int, ussr: str, us: str) -> Game:
    return crisis(new_game(turn_zero=True), "uk_election", die, ussr, us)


@pytest.mark.parametrize(
    ("die", "ussr", "us", "expected"),
    [
        (5, DUMMY, MAJOR, 6),
        (2, MAJOR, MINOR, 1),
        (3, MAJOR, CANCEL, 3),
        (4, CANCEL, CANCEL, 4),
        (3, "statecraft_second_minor", DUMMY, 2),
        (1, MAJOR, DUMMY, 1),
        (3, CANCEL, MAJOR, 3),
    ],
    ids=["z1", "z2", "z3", "z4", "minor", "limited to 1", "USSR cancels"],
)
def test_statecraft_changes_the_die(die: int, ussr: str, us: str, expected: int) -> None:
    game = total(die, ussr, us)
    assert game.state.crises[2] == expected
    assert facts(game, FactKind.CRISIS)[1].values == (die, expected)


def test_z3_z4_single_cards_are_gone_even_when_cancelled() -> None:
    play(game := total(3, MAJOR, CANCEL), "crisis_ve_day")
    assert MAJOR not in offers(game)
    assert CANCEL not in offers(play(game, DUMMY))
    play(game := total(4, CANCEL, CANCEL), "crisis_ve_day")
    assert CANCEL not in offers(game)
    assert CANCEL not in offers(play(game, DUMMY))


def test_z5_the_dummy_can_be_used_six_times() -> None:
    game = new_game(turn_zero=True)
    for name in CRISES:
        play(game, f"crisis_{name}")
        assert len(offers(game)) == 5
        play(game, DUMMY, DUMMY, "die_3")
    expect(game, "asks chance draw")


def test_optional_cards_are_out() -> None:
    assert len(new_game(turn_zero=True).state.draw_pile) == 35


# Secrecy


def test_the_choice_of_statecraft_is_hidden_until_both_are_made() -> None:
    games = [
        play(new_game(turn_zero=True), "crisis_ve_day", card) for card in (MAJOR, CANCEL, DUMMY)
    ]
    for viewer in (US, NOBODY):
        assert all(observe(game, viewer) == observe(games[0], viewer) for game in games)
    assert observe(games[0], USSR) != observe(games[1], USSR)
    shown = [facts(play(game, DUMMY), FactKind.STATECRAFT)[0].subject for game in games]
    assert len(set(shown)) == 3


def test_the_lost_statecraft_is_hidden_for_good() -> None:
    """The enemy sees the same whatever was lost, as long as it is never missed."""
    games = [
        play(new_game(turn_zero=True, chinese_civil_war=True), card, MINOR)
        for card in (MAJOR, CANCEL)
    ]
    for game in games:
        crisis(game, "ve_day", 3, MINOR, DUMMY)
        play(game, "crisis_uk_election")
    for viewer in (US, NOBODY):
        assert observe(games[0], viewer) == observe(games[1], viewer)
        assert [fact.seen_by(viewer) for fact in games[0].facts] == [
            fact.seen_by(viewer) for fact in games[1].facts
        ]
    assert observe(games[0], USSR) != observe(games[1], USSR)


def test_the_enemy_can_tell_what_may_be_left() -> None:
    game = play(new_game(turn_zero=True, chinese_civil_war=True), MAJOR, MINOR)
    crisis(game, "ve_day", 3, MINOR, DUMMY)
    hands = possible_statecraft(game.state, USSR)
    assert len(hands) == 4
    assert game.state.statecraft[USSR] in hands
    # The US has shown its dummy, so that is not what it has lost.
    assert len(possible_statecraft(game.state, US)) == 4
    assert all(len(hand) == 4 for hand in possible_statecraft(game.state, US))
    alone = crisis(new_game(turn_zero=True), "ve_day", 3, MINOR, DUMMY).state
    assert possible_statecraft(alone, USSR) == [alone.statecraft[USSR]]
    assert possible_statecraft(alone, US) == [ALL_STATECRAFT]


# Crises


def test_z6_ve_day_1() -> None:
    game = all_crises(ve_day=1)
    expect(game, "west_germany 0/1, austria 0/1")
    deal_first(game)
    assert facts(game, FactKind.SETUP)[0].values == (8,)
    for _ in range(8):
        assert "poland" in offers(game)
        assert "france" not in offers(game)
        play(game, "poland")
    expect(game, "poland 0/8, asks us setup_influence")
    expect(all_crises(ve_day=3), "west_germany 0/0, austria 0/0")


def test_z7_ve_day_6() -> None:
    game = all_crises(ve_day=6)
    expect(game, "east_germany 2/2, europe_scoring nowhere, europe_scoring_allied_berlin draw_pile")
    play(deal_first(game), *["east_germany"] * 4, *["poland"] * 2)
    expect(game, "east_germany 2/6")
    assert game.state.controls(USSR, 14)


def test_z8_allied_berlin() -> None:
    board = "italy 2/0, france 3/0, west_germany 4/0, east_germany 3/0, poland 3/0, uk 5/0"
    given: Given = {"board": f"{board}, hungary 0/3", "crises": "ve_day=6"}
    game = run_case(Case("europe_scoring_allied_berlin", "", "us event", given))
    assert facts(game, FactKind.REGION_SCORED)[0].values == (3, 12)
    expect(game, "vp 9, europe_scoring_allied_berlin discarded")
    final = segment(Segment.TURN_END, {**given, "turn": 10, "military": "5/5", "vp": -15})
    expect(final, "vp -7, ussr wins by final_scoring")
    for option in ("auto_win", "vp_100"):
        rules: Given = {**given, "rules": {"europe_control": option}}
        assert region_score(scenario(rules), EUROPE).points == (3, 12)


def test_ve_day_6_blockade_does_nothing() -> None:
    given: Given = {"board": "west_germany 4/0", "crises": "ve_day=6", "us_hand": "nato"}
    game = run_case(Case("blockade", "", "ussr event", given))
    expect(game, "west_germany 4/0, blockade removed, held us 1")


def test_z9_uk_election_1() -> None:
    expect(all_crises(uk_election=1), "uk 3/0")


def test_z10_uk_election_6() -> None:
    expect(all_crises(uk_election=6), "socialist_governments mid_deck, suez_crisis draw_pile")
    given: Given = {"board": "france 3/0, uk 5/0, cuba 1/0", "crises": "uk_election=6"}
    game = run_case(Case("suez_crisis", "", "us influence", given))
    play(game, *["cuba"] * 3)
    expect(game, "france 3/0, uk 5/0, suez_crisis removed")
    expect(run_case(Case("suez_crisis", "", "us headline", given)), "suez_crisis removed")


@pytest.mark.parametrize("result", [4, 5])
def test_z11_uk_election_4_5(result: int) -> None:
    expect(all_crises(uk_election=result), "socialist_governments draw_pile, uk 5/0")
    given: Given = {"board": "france 3/0", "crises": f"uk_election={result}", "turn": 2}
    game = run_case(Case("socialist_governments", "", "us event_first", given))
    expect(game, "asks us operation, france 3/0")
    game = run_case(Case("socialist_governments", "", "us event_first", {**given, "turn": 3}))
    expect(game, "asks ussr remove_influence")


@pytest.mark.parametrize(
    ("result", "board", "extra"),
    [
        (1, "syria 0/2, israel 1/0", 2),
        (2, "syria 0/2", 0),
        (3, "syria 0/2", 0),
        (4, "syria 0/1", 0),
        (5, "syria 0/1, israel 1/0", 0),
        (6, "israel 2/0, lebanon 1/0, jordan 1/0, syria 0/1", 0),
    ],
)
def test_israel(result: int, board: str, extra: int) -> None:
    game = all_crises(israel=result)
    expect(game, board)
    play(deal_first(game), *["poland"] * 6)
    if extra:
        assert {"iraq", "libya"} <= set(offers(game))
        assert "poland" not in offers(game)
        play(game, "iraq")
        assert "iraq" not in offers(game)
        expect(play(game, "libya"), "iraq 0/2, libya 0/1")
    expect(game, "asks us setup_influence")


def test_z12_vj_day_1() -> None:
    game = all_crises(vj_day=1)
    expect(game, "south_korea 1/2, japan 1/1, us_japan_mutual_defense_pact mid_deck")
    expect(all_crises(vj_day=2), "south_korea 1/1, japan 1/0")


def test_z13_vj_day_6_defcon_stops_at_two_on_turn_1() -> None:
    expect(all_crises(vj_day=6), "korean_war removed")
    given: Given = {"board": "cuba 0/3", "defcon": 2, "crises": "vj_day=6"}
    game = action_round("us", given, ["nato"])
    expect(play(game, "nato", "coup", "cuba"), "defcon 2, asks chance die")
    game = play(action_round("ussr", {**given, "board": "cuba 3/0"}, ["nasser"]), "nasser", "coup")
    expect(play(game, "cuba"), "defcon 2, asks chance die")
    game = play(action_round("us", {**given, "turn": 2}, ["nato"]), "nato", "coup", "cuba")
    expect(game, "ussr wins by defcon")


def test_z14_vj_day_6_opens_all_regions_to_the_us() -> None:
    given: Given = {"board": "poland 0/3, italy 2/0", "defcon": 3, "crises": "vj_day=6"}
    for operation in ("realignment", "coup"):
        game = play(action_round("us", given, ["nato"]), "nato", operation)
        assert offers(game) == ["poland"]
    assert "realignment" not in offers(play(action_round("ussr", given, ["nasser"]), "nasser"))
    later: Given = {**given, "turn": 2}
    assert "realignment" not in offers(play(action_round("us", later, ["nato"]), "nato"))


def test_z15_duck_and_cover_on_turn_1() -> None:
    given: Given = {"defcon": 2, "crises": "vj_day=6"}
    game = run_case(Case("duck_and_cover", "", "us event", given))
    expect(game, "defcon 2, vp 3")


def test_z16_chinese_civil_war_6() -> None:
    game = all_crises(chinese_civil_war=6)
    expect(game, "taiwan 3/0, china ussr down, formosan_resolution nowhere")
    expect(game, "nationalist_china draw_pile")
    assert game.state.is_battleground(TAIWAN)
    assert game.state.controls(US, TAIWAN)
    place_free_influence(game)
    play(game, offers(game)[0])
    assert not game.state.china_face_up
    expect(all_crises(chinese_civil_war=4), "china ussr down, taiwan 0/0")
    expect(all_crises(chinese_civil_war=3), "china ussr up, ussuri_river_skirmish mid_deck")
    expect(all_crises(chinese_civil_war=1), "china ussr up, ussuri_river_skirmish removed")


def test_z16_the_china_card_turns_up_after_turn_1() -> None:
    game = segment(Segment.TURN_END, {"china": "ussr down"})
    expect(game, "china ussr up")


def test_z17_taiwan_is_one_of_seven_battlegrounds() -> None:
    battlegrounds = "india 0/3, pakistan 0/2, japan 0/4, north_korea 0/3, south_korea 0/3"
    state = scenario({"board": f"{battlegrounds}, thailand 0/2, burma 0/2, taiwan 3/0"})
    assert region_score(state, ASIA).controller == USSR
    state.battlegrounds |= 1 << TAIWAN
    score = region_score(state, ASIA)
    assert score.controller == NOBODY
    assert score.battlegrounds == (6, 1)


def test_coups_in_a_battleground_taiwan_lower_defcon() -> None:
    state = scenario({"board": "taiwan 3/0", "ussr_hand": "comecon"}, USSR)
    state.battlegrounds |= 1 << TAIWAN
    game = play(Game(state), "comecon", "coup", "taiwan")
    expect(game, "defcon 4")


def test_z18_yalta_6_lets_the_us_act_first() -> None:
    for turn, first in ((1, US), (3, US), (4, USSR)):
        game = segment(
            Segment.HEADLINE_EVENT,
            {"turn": turn, "crises": "yalta_and_potsdam=6", "us_headline": "containment"},
        )
        assert game.state.phasing == first
    given: Given = {"turn": 3, "crises": "yalta_and_potsdam=6"}
    game = play(action_round("us", given, ["nato"]), "nato", "influence", *["cuba"] * 4)
    assert (game.state.phasing, game.state.round) == (USSR, 1)
    game = play(action_round("ussr", given, ["nasser"]), "nasser", "event")
    assert (game.state.phasing, game.state.round) == (US, 2)


@pytest.mark.parametrize("result", [4, 5, 6])
def test_z19_yalta_gives_the_us_marshall_plan(result: int) -> None:
    game = all_crises(yalta_and_potsdam=result)
    assert offers(game) == ["marshall_plan", "decline"]
    play(game, "marshall_plan")
    expect(game, "marshall_plan us_hand, known us 1")
    deal_first(game)
    assert len(game.state.hands[US]) == len(game.state.hands[USSR]) == 8
    assert MARSHALL_PLAN not in game.state.draw_pile
    declined = deal_first(play(all_crises(yalta_and_potsdam=result), "decline"))
    assert len(declined.state.hands[US]) == 8


def test_yalta_1_gives_the_ussr_a_card_and_a_marker() -> None:
    game = all_crises(yalta_and_potsdam=1)
    assert offers(game) == ["vietnam_revolts", "arab_israeli_war", "decline"]
    deal_first(play(game, "vietnam_revolts"))
    assert VIETNAM_REVOLTS in game.state.hands[USSR]
    assert len(game.state.hands[USSR]) == 8
    play(game, *["poland"] * 6)
    assert "france" in offers(game)
    expect(play(game, "france"), "france 0/1, asks us setup_influence")
    expect(all_crises(yalta_and_potsdam=2), "asks chance draw")


def test_z20_who_lost_the_dummy_has_no_card_for_the_fifth_crisis() -> None:
    game = play(new_game(turn_zero=True, chinese_civil_war=True), DUMMY, MINOR)
    cards = (MINOR, "statecraft_second_minor", MAJOR, CANCEL)
    for name, card in zip(CRISES[:4], cards, strict=True):
        crisis(game, name, 3, card, DUMMY)
    play(game, "crisis_vj_day")
    assert offers(game) == ["pass"]
    play(game, "pass", DUMMY, "die_4")
    expect(game, "asks chance draw, china nobody up")


def test_with_the_civil_war_there_are_five_crises_and_four_cards() -> None:
    game = all_crises(with_civil_war=True)
    expect(game, "asks chance draw")
    assert game.state.crises[5] == 0
    game = play(new_game(turn_zero=True, chinese_civil_war=True), MAJOR, DUMMY, "crisis_ve_day")
    assert len(offers(game)) == 4
    assert MAJOR not in offers(game)


@pytest.mark.parametrize("name", CRISES)
@pytest.mark.parametrize("result", range(1, 7))
def test_no_card_is_lost(name: str, result: int) -> None:
    game = all_crises(False, **{name: result})
    assert len(cards_in_game(game.state)) == 35 + 46 + 21


def test_a_handicap_comes_last() -> None:
    rules: dict[str, OptionValue] = {"handicap_side": "us", "handicap_amount": 2}
    game = new_game(turn_zero=True, **rules)
    for name in CRISES:
        crisis(game, name, {"ve_day": 4, "israel": 4, "vj_day": 4}.get(name, 3))
    place_free_influence(game)
    expect(game, "asks us handicap_influence")
