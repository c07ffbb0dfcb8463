"""For each option of the rules a test that shows the difference it makes."""

import pytest

from tests.position import (
    action_round,
    deal_first,
    expect,
    facts,
    new_game,
    offers,
    play,
    segment,
    steps,
)
from twilight.engine.cards import SCORING_CARDS
from twilight.engine.game import Game
from twilight.engine.ids import CUBA, HAITI, SHUTTLE_DIPLOMACY
from twilight.engine.journal import FactKind
from twilight.engine.rules import OPTION_NAMES, OptionValue
from twilight.engine.testing import Case, Given, run_case
from twilight.engine.turn.start_and_end import new_state
from twilight.engine.types import NOBODY, US, USSR, Outcome, Reason, Segment


def test_every_option_has_a_test() -> None:
    assert [name for name in OPTION_NAMES if f"test_{name}" not in globals()] == []


# Components and setup


def test_optional_cards() -> None:
    with_them = new_game()
    without = new_game(optional_cards=False)
    assert (len(with_them.state.draw_pile), len(without.state.draw_pile)) == (38, 35)
    decks = [with_them.state.mid_deck, with_them.state.late_deck]
    assert [len(deck) for deck in decks] == [48, 23]
    assert [len(deck) for deck in (without.state.mid_deck, without.state.late_deck)] == [46, 21]


def test_starting_influence() -> None:
    expect(new_game(), "canada 2/0, uk 5/0, east_germany 0/3, australia 4/0")
    expect(new_game(starting_influence="manual"), "canada 1/0, uk 5/0, east_germany 0/3")
    empty = new_game(starting_influence="none").state
    assert (sum(empty.influence[US]), sum(empty.influence[USSR])) == (0, 0)
    standard = new_game().state
    assert (sum(standard.influence[US]), sum(standard.influence[USSR])) == (18, 9)


@pytest.mark.parametrize(("option", "side"), [("ussr", USSR), ("us", US)])
def test_free_influence(option: str, side: int) -> None:
    for number in (0, 6, 7):
        game = deal_first(new_game(**{f"free_influence_{option}": number}))
        before = sum(new_state(game.rules).influence[side])
        while game.pending is not None and game.pending.kind.name == "SETUP_INFLUENCE":
            game.answer(game.pending.options[0])
        assert sum(game.state.influence[side]) - before == number


test_free_influence_ussr = test_free_influence_us = test_free_influence


def after_setup(**options: OptionValue) -> Game:
    """Deal, and place the free influence in Poland and in West Germany 4, Italy 3."""
    game = deal_first(new_game(**options))
    play(game, *["poland"] * game.rules.free_influence_ussr)
    return play(game, *["west_germany"] * 4, *["italy"] * 3)


def test_handicap_side() -> None:
    expect(after_setup(), "asks ussr headline")
    for side in ("us", "ussr"):
        game = after_setup(handicap_side=side, handicap_amount=1)
        expect(game, f"asks {side} handicap_influence")


def test_handicap_amount() -> None:
    for amount in (1, 3):
        game = after_setup(handicap_side="us", handicap_amount=amount)
        play(game, *["iran"] * amount)
        expect(game, f"iran {1 + amount}/0, asks ussr headline")


def test_handicap_target() -> None:
    handicap: dict[str, OptionValue] = {"handicap_side": "us", "handicap_amount": 2}
    has_influence = after_setup(**handicap)
    assert "iran" in offers(has_influence)
    assert "france" not in offers(has_influence)
    eligible = after_setup(handicap_target="setup_eligible", **handicap)
    assert {"iran", "france", "panama"} <= set(offers(eligible))
    assert "brazil" not in offers(eligible)


def test_handicap_cap() -> None:
    handicap: dict[str, OptionValue] = {"handicap_side": "us", "handicap_amount": 4}
    capped = play(after_setup(**handicap), "italy")
    assert "italy" not in offers(capped)
    free = after_setup(handicap_cap="none", **handicap)
    expect(play(free, *["italy"] * 4), "italy 7/0")


def test_handicap_full() -> None:
    handicap: dict[str, OptionValue] = {"handicap_side": "us", "handicap_amount": 2}
    assert "done" not in offers(after_setup(**handicap))
    free = after_setup(handicap_full=False, **handicap)
    expect(play(free, "iran", "done"), "iran 2/0, asks ussr headline")


def test_side_selection() -> None:
    expect(new_game(), "asks chance draw")
    lots = new_game(side_selection="random")
    expect(lots, "asks chance lot")
    assert play(lots, "name_us").state.seats_swapped
    expect(new_game(side_selection="bid"), "asks ussr bid_side")


def test_chinese_civil_war() -> None:
    assert new_game().state.china_holder == USSR
    game = new_game(chinese_civil_war=True)
    assert game.state.china_holder == NOBODY
    rules: Given = {"rules": {"chinese_civil_war": True}, "china": "nobody up"}
    for given, offered in (({}, False), (rules, True)):
        game = play(action_round("ussr", given, ["comecon"]), "comecon", "influence")
        assert ("chinese_civil_war" in offers(game)) == offered


def test_civil_war_event_ops() -> None:
    rules: dict[str, OptionValue] = {"chinese_civil_war": True}
    for preset, offered in (("deluxe", True), ("glass", False), ("glass-2020", False)):
        given: Given = {"preset": preset, "rules": rules, "china": "nobody up", "turn": 4}
        game = play(action_round("ussr", given, ["abm_treaty"]), "abm_treaty", "event", "influence")
        assert ("chinese_civil_war" in offers(game)) == offered
        game = play(action_round("ussr", given, ["comecon"]), "comecon", "influence")
        assert "chinese_civil_war" in offers(game)


def test_civil_war_chernobyl() -> None:
    rules: dict[str, OptionValue] = {"chinese_civil_war": True}
    for preset, offered in (("deluxe", False), ("glass", True), ("glass-2020", True)):
        given: Given = {"preset": preset, "rules": rules, "china": "nobody up"}
        game = action_round("ussr", {**given, "effects": "chernobyl=2"}, ["comecon"])
        assert ("chinese_civil_war" in offers(play(game, "comecon", "influence"))) == offered


# The turn


def end_of_turn(given: Given) -> Game:
    return segment(Segment.TURN_END, {"turn": 2, "military": "5/5", **given})


def test_defcon_improve() -> None:
    for moment, before_the_deal in (("turn_start", 4), ("turn_end", 4)):
        game = end_of_turn({"defcon": 3, "rules": {"defcon_improve": moment}})
        expect(game, f"defcon {before_the_deal}, asks chance draw")
        kinds = [fact.kind for fact in game.facts if fact.kind in (FactKind.TURN, FactKind.DEFCON)]
        in_the_new_turn = moment == "turn_start"
        assert kinds.index(FactKind.DEFCON) == int(in_the_new_turn)
    for moment, level in (("turn_start", 3), ("turn_end", 4)):
        game = end_of_turn({"defcon": 3, "turn": 10, "rules": {"defcon_improve": moment}})
        expect(game, f"defcon {level}, ussr wins by final_scoring")


def test_end_turn_check_order() -> None:
    given: Given = {"vp": 19, "defcon": 2, "military": "5/1", "us_hand": "asia_scoring"}
    expect(end_of_turn(given), "us wins by victory_points")
    game = end_of_turn({**given, "rules": {"end_turn_check_order": "scoring_first"}})
    expect(game, "ussr wins by held_scoring_card")


def test_held_scoring_card() -> None:
    given: Given = {"us_hand": "asia_scoring, nato", "round": 6}
    expect(end_of_turn(given), "ussr wins by held_scoring_card")
    assert offers(action_round("us", given)) == ["asia_scoring", "nato"]
    prevent: Given = {**given, "rules": {"held_scoring_card": "prevent"}}
    expect(end_of_turn(prevent), "asks chance draw, asia_scoring us_hand")
    assert offers(action_round("us", prevent)) == ["asia_scoring"]
    assert offers(action_round("us", {**prevent, "round": 5})) == ["asia_scoring", "nato"]


def test_held_scoring_card_prevents_the_end_of_an_eighth_round() -> None:
    given: Given = {"turn": 8, "round": 8, "space": "8/0", "us_hand": "asia_scoring, nato"}
    assert offers(action_round("us", given)) == ["asia_scoring", "nato", "pass"]
    prevent: Given = {**given, "rules": {"held_scoring_card": "prevent"}}
    assert offers(action_round("us", prevent)) == ["asia_scoring"]


def test_both_hold_scoring() -> None:
    given: Given = {"us_hand": "asia_scoring", "ussr_hand": "europe_scoring"}
    expect(end_of_turn(given), "draw by held_scoring_card")
    game = end_of_turn({**given, "rules": {"both_hold_scoring": "ussr_loses"}})
    expect(game, "us wins by held_scoring_card")


def test_reveal_held_cards() -> None:
    given: Given = {"us_hand": "nato, fidel", "rules": {"held_scoring_card": "prevent"}}
    hidden = end_of_turn(given)
    expect(hidden, "known us 0")
    assert facts(hidden, FactKind.HELD) == []
    prevent: dict[str, OptionValue] = {"held_scoring_card": "prevent"}
    flagged = end_of_turn(
        {"us_hand": "nato, asia_scoring", "rules": {**prevent, "reveal_held_cards": "scoring_flag"}}
    )
    expect(flagged, "known us 0")
    assert [fact.values for fact in facts(flagged, FactKind.HELD)] == [(0, 0), (2, 1)]
    (scoring, one), (others, another) = flagged.state.clues[USSR]
    assert (one, another) == (1, 1)
    assert set(scoring) <= set(SCORING_CARDS)
    assert not set(others) & set(SCORING_CARDS)
    shown = end_of_turn({**given, "rules": {**prevent, "reveal_held_cards": "all"}})
    expect(shown, "known us 2")


def test_eagle_bear_discard() -> None:
    given: Given = {"space": "6/0", "us_hand": "asia_scoring, nato"}
    expect(end_of_turn(given), "ussr wins by held_scoring_card")
    game = end_of_turn({**given, "rules": {"eagle_bear_discard": "before_checks"}})
    steps(game, "us: asia_scoring | only asia_scoring nato decline")
    expect(game, "asia_scoring discarded, asks chance draw")


def test_headline_counts_as_play() -> None:
    for counts, points in ((True, -2), (False, 0)):
        game = segment(
            Segment.HEADLINE_EVENT,
            {
                "us_headline": "brush_war",
                "effects": "flower_power",
                "turn": 4,
                "rules": {"headline_counts_as_play": counts},
            },
        )
        expect(game, f"vp {points}, asks us war_target")


def test_eighth_round() -> None:
    trapped: Given = {"turn": 8, "round": 8, "space": "8/0", "effects": "quagmire"}
    hand = ["nato"]
    assert offers(action_round("us", trapped, hand)) == ["nato", "pass"]
    mandatory: dict[str, OptionValue] = {"eighth_round": "mandatory_round"}
    assert offers(action_round("us", {**trapped, "rules": mandatory}, hand)) == ["nato"]
    owed: Given = {**trapped, "effects": "missile_envy_owed_by_us"}
    hand = ["missile_envy"]
    assert offers(action_round("us", owed, hand)) == ["missile_envy", "pass"]
    assert offers(action_round("us", {**owed, "rules": mandatory}, hand)) == ["missile_envy"]
    buried: Given = {**trapped, "effects": "we_will_bury_you"}
    left_out = play(action_round("us", buried, hand), "pass")
    expect(left_out, "vp 0, effect we_will_bury_you")
    taken = play(action_round("us", {**buried, "rules": mandatory}, hand), "pass")
    expect(taken, "vp -3, no we_will_bury_you")


# Cards and operations


def test_starred_event_failed() -> None:
    failed = Case("star_wars", "", play="us not event", given={"turn": 8, "space": "2/2"})
    run_case(failed)
    eliminate: Given = {**failed.given, "rules": {"starred_event_failed": "eliminate"}}
    run_case(Case("star_wars", "", play="us event", given=eliminate, then="star_wars removed"))
    headline = Case("star_wars", "", play="us headline", given=failed.given)
    expect(run_case(headline), "star_wars discarded")
    expect(run_case(Case("star_wars", "", "us headline", eliminate)), "star_wars removed")
    # What another event forbids stays prevented.
    run_case(Case("nato", "", play="us not event", given=eliminate))


def test_spend_all_points() -> None:
    for all_points, may_stop in ((True, False), (False, True)):
        given: Given = {"board": "panama 1/0", "rules": {"spend_all_points": all_points}}
        game = play(action_round("us", given, ["nato"]), "nato", "influence")
        assert "done" not in offers(game)
        play(game, "panama")
        assert ("done" in offers(game)) == may_stop
    given = {"board": "panama 0/4", "rules": {"spend_all_points": False}}
    game = play(action_round("us", given, ["nato"]), "nato", "realignment", "panama")
    play(game, "die_1", "die_1", "done")
    expect(game, "panama 0/4")
    assert game.state.phasing == USSR


def influence_offers(side: str, board: str, **rules: OptionValue) -> list[str]:
    game = action_round(side, {"board": board, "rules": rules}, ["summit"])
    return offers(play(game, "summit", "influence"))


def test_placement_own_country() -> None:
    assert "panama" in influence_offers("us", "panama 1/0")
    adjacent = influence_offers("us", "panama 1/0", placement_own_country="adjacent_only")
    assert "panama" not in adjacent
    assert {"costa_rica", "colombia"} <= set(adjacent)
    both = influence_offers(
        "us", "panama 1/0, costa_rica 1/0", placement_own_country="adjacent_only"
    )
    assert "panama" in both


def test_placement_superpower() -> None:
    assert {"mexico", "cuba", "japan", "canada"} <= set(influence_offers("us", "uk 1/0"))
    without = influence_offers("us", "uk 1/0", placement_superpower=False)
    assert "mexico" not in without
    assert "canada" in without


def test_placement_snapshot() -> None:
    """The event of the card has emptied Egypt before the points are spent."""
    for snapshot, reaches in (("round_start", True), ("round_start_and_now", False)):
        given: Given = {"board": "egypt 2/0", "rules": {"placement_snapshot": snapshot}}
        game = action_round("us", given, ["nasser"])
        play(game, "nasser", "event_first", "influence")
        game = action_round("us", {**given, "board": "egypt 1/0"}, ["nasser"])
        expect(play(game, "nasser", "event_first"), "egypt 0/2")
        play(game, "influence")
        assert ("sudan" in offers(game)) == reaches


def test_realign_target() -> None:
    given: Given = {"board": "cuba 0/1, haiti 1/0"}
    game = play(action_round("us", given, ["nato"]), "nato", "realignment")
    assert offers(game) == ["cuba"]
    game = action_round("us", {**given, "rules": {"realign_target": "any"}}, ["nato"])
    assert {"cuba", "haiti", "brazil"} <= set(offers(play(game, "nato", "realignment")))
    closed: Given = {**given, "defcon": 4, "rules": {"realign_target": "any"}}
    game = play(action_round("us", closed, ["nato"]), "nato", "realignment")
    assert "italy" not in offers(game)


def test_realign_removal() -> None:
    """North Korea 0/3: the USSR has +1 for its influence and +1 for the superpower."""
    for removal, left, won in (
        ("modified_difference", 2, 2),
        ("raw_difference", 0, 3),
        ("absolute_difference", 0, 2),
    ):
        given: Given = {"board": "north_korea 0/3", "rules": {"realign_removal": removal}}
        game = play(action_round("us", given, ["nato"]), "nato", "realignment", "north_korea")
        expect(play(game, "die_2", "die_5"), f"north_korea 0/{left}")
        # The USSR's 4 with 2 for its modifiers beats the US's 5: all of the US lies at risk.
        given = {"board": "north_korea 3/4", "rules": {"realign_removal": removal}}
        game = play(action_round("us", given, ["nato"]), "nato", "realignment", "north_korea")
        expect(play(game, "die_4", "die_5"), f"north_korea {won}/4")


def test_coup_shortfall() -> None:
    """Value 4 and a 3 against stability 3: the result is 1 against 3 markers."""
    for shortfall, after in (("none", "0/2"), ("absolute_difference", "2/2")):
        given: Given = {"board": "chile 0/3", "rules": {"coup_shortfall": shortfall}}
        game = play(action_round("us", given, ["nato"]), "nato", "coup", "chile", "die_3")
        expect(game, f"chile {after}")
        # A coup that fails outright would place all of the difference.
        game = play(action_round("us", given, ["nato"]), "nato", "coup", "chile", "die_1")
        expect(game, f"chile {'0/3' if shortfall == 'none' else '3/3'}")


def test_modify_event_ops() -> None:
    for modified, value in ((True, 2), (False, 1)):
        given: Given = {"effects": "containment", "rules": {"modify_event_ops": modified}}
        game = play(action_round("us", given, ["cia_created"]), "cia_created", "event", "influence")
        assert facts(game, FactKind.OPERATION)[-1].values == (1, value)


def test_event_ops_space() -> None:
    for reading, granted, played in (
        ("any", True, True),
        ("cards", False, True),
        ("none", False, False),
    ):
        given: Given = {
            "board": "uk 5/0",
            "ussr_hand": "fidel",
            "turn": 4,
            "rules": {"event_ops_space": reading},
        }
        game = play(action_round("us", given, ["olympic_games"]), "olympic_games", "event")
        assert ("space" in offers(play(game, "boycott"))) == granted
        # What Missile Envy takes is used for its points, not played.
        taken = play(action_round("us", given, ["missile_envy"]), "missile_envy", "event", "fidel")
        assert ("space" in offers(taken)) == granted
        # A card that is played by itself is not affected.
        assert "space" in offers(play(action_round("us", given, ["nato"]), "nato"))
        owed: Given = {**given, "effects": "missile_envy_owed_by_us"}
        game = play(action_round("us", owed, ["missile_envy"]), "missile_envy")
        assert ("space" in offers(game)) == played
        game = action_round("us", {**given, "ussr_hand": ""}, ["un_intervention", "fidel"])
        assert ("space" in offers(play(game, "un_intervention", "event", "fidel"))) == played


def test_defcon_regions() -> None:
    board = "italy 0/1, japan 0/1, iran 0/1, cuba 0/1"
    open_at = {
        "standard": {4: {"japan", "iran", "cuba"}, 3: {"iran", "cuba"}, 2: {"cuba"}},
        "asia_first": {4: {"italy", "iran", "cuba"}, 3: {"iran", "cuba"}, 2: {"cuba"}},
    }
    for order, levels in open_at.items():
        for defcon, countries in levels.items():
            for operation in ("coup", "realignment"):
                given: Given = {
                    "board": board,
                    "defcon": defcon,
                    "rules": {"defcon_regions": order},
                }
                game = play(action_round("us", given, ["nato"]), "nato", operation)
                assert set(offers(game)) == countries, (order, defcon)


def test_china_use() -> None:
    given: Given = {"board": "cuba 0/3"}
    game = play(action_round("ussr", given), "the_china_card")
    assert offers(game) == ["influence", "space"]
    event_only: Given = {**given, "rules": {"china_use": "event_only"}}
    game = play(action_round("ussr", event_only), "the_china_card")
    assert offers(game) == ["event"]
    assert offers(play(game, "event")) == ["influence"]
    expect(play(game, "influence"), "china us down, asks ussr place_influence")
    play(game, *["north_korea"] * 5)
    expect(game, "north_korea 0/5")


def test_china_space() -> None:
    for allowed in (True, False):
        game = action_round("ussr", {"rules": {"china_space": allowed}})
        assert ("space" in offers(play(game, "the_china_card"))) == allowed


def test_china_blocked_by_scoring() -> None:
    given: Given = {"round": 6, "ussr_hand": "asia_scoring, nato"}
    assert "the_china_card" not in offers(action_round("ussr", given))
    free: Given = {**given, "rules": {"china_blocked_by_scoring": False}}
    assert "the_china_card" in offers(action_round("ussr", free))


# Scoring and the end


def end_of_game(given: Given) -> Game:
    return end_of_turn({"turn": 10, "china": "nobody up", **given})


def test_china_final_vp() -> None:
    for points, winner in ((1, "draw"), (0, "ussr wins")):
        given: Given = {"vp": -1, "china": "us down", "rules": {"china_final_vp": points}}
        expect(end_of_game(given), f"{winner} by final_scoring")


EUROPE = "italy 2/0, france 3/0, west_germany 4/0, east_germany 3/0, poland 3/0"


def test_europe_control() -> None:
    given: Given = {"board": EUROPE, "vp": -15}
    game = run_case(Case("europe_scoring", "", "us event", given))
    expect(game, "us wins by europe_control, vp -15")
    given = {**given, "rules": {"europe_control": "vp_100"}}
    game = run_case(Case("europe_scoring", "", "us event", given))
    # Control 100, five battlegrounds, and Poland beside the USSR.
    expect(game, "us wins by victory_points, vp 91")
    expect(end_of_game({"board": EUROPE}), "us wins by europe_control")
    expect(end_of_game(given), "us wins by final_scoring")


def test_final_tie() -> None:
    assert end_of_game({}).outcome == Outcome(NOBODY, Reason.FINAL_SCORING)
    game = end_of_game({"rules": {"final_tie": "no_winner"}})
    assert game.outcome == Outcome(NOBODY, Reason.NO_WINNER)


def test_shuttle_in_final() -> None:
    given: Given = {"board": "iran 0/2", "vp": 3, "effects": "shuttle_diplomacy"}
    game = end_of_game(given)
    expect(game, "vp -1, ussr wins by final_scoring")
    assert SHUTTLE_DIPLOMACY in game.state.front
    game = end_of_game({**given, "rules": {"shuttle_in_final": True}})
    expect(steps(game, "us: iran | only iran"), "vp 3, us wins by final_scoring")


# Designer options


def test_realign_ignores_defcon() -> None:
    given: Given = {"board": "poland 0/3, cuba 0/3", "defcon": 2}
    game = play(action_round("us", given, ["nato"]), "nato", "realignment")
    assert offers(game) == ["cuba"]
    ignores: Given = {**given, "rules": {"realign_ignores_defcon": True}}
    game = play(action_round("us", ignores, ["nato"]), "nato", "realignment")
    assert offers(game) == ["poland", "cuba"]
    game = play(action_round("us", ignores, ["nato"]), "nato", "coup")
    assert offers(game) == ["cuba"]


def test_realign_phasing_safe() -> None:
    for safe, left in ((False, 0), (True, 3)):
        given: Given = {"board": "haiti 3/4", "rules": {"realign_phasing_safe": safe}}
        game = play(action_round("us", given, ["nato"]), "nato", "realignment", "haiti")
        expect(play(game, "die_6", "die_1"), f"haiti {left}/4")
        # Nor does that side lose any when the enemy rolls because of an event.
        given = {"board": "haiti 3/4", "rules": {"realign_phasing_safe": safe}}
        game = play(action_round("us", given, ["lone_gunman"]), "lone_gunman", "event_first")
        play(game, "realignment", "haiti", "die_6", "die_1")
        expect(game, f"haiti {left}/4")
    # The enemy of the phasing player is not safe when an event lets it roll.
    given = {"board": "haiti 4/3", "rules": {"realign_phasing_safe": True}}
    game = play(action_round("us", given, ["lone_gunman"]), "lone_gunman", "event_first")
    play(game, "realignment", "haiti", "die_1", "die_6")
    expect(game, "haiti 4/0")


def test_mix_influence_and_realign() -> None:
    given: Given = {
        "board": "cuba 0/3, haiti 1/0, dominican_republic 1/0, panama 0/1",
        "rules": {"mix_influence_and_realign": True},
    }
    game = action_round("us", given, ["duck_and_cover"])
    play(game, "duck_and_cover", "realignment", "cuba", "die_1", "die_1")
    steps(game, "us: influence | only influence realignment")
    assert game.state.realigned == 1 << CUBA
    steps(game, "us: haiti | not cuba | offered dominican_republic mexico")
    steps(game, "us: realignment", "us: panama | not haiti")
    expect(play(game, "die_1", "die_1"), "haiti 2/0, cuba 0/2")
    assert game.state.segment is Segment.ACTION_ROUND
    assert game.state.phasing == USSR


def test_realignment_is_not_offered_where_only_markers_of_this_round_lie() -> None:
    given: Given = {
        "board": "canada 2/0",
        "turn": 4,
        "rules": {"mix_influence_and_realign": True},
    }
    game = play(action_round("us", given, ["lone_gunman"]), "lone_gunman", "event_first")
    steps(game, "ussr: influence", "ussr: north_korea", "us: influence | only influence coup")


def test_mix_influence_and_realign_is_off() -> None:
    given: Given = {"board": "cuba 0/3, haiti 1/0"}
    game = action_round("us", given, ["duck_and_cover"])
    play(game, "duck_and_cover", "realignment", "cuba", "die_1", "die_1")
    assert offers(game) == ["cuba"]


def test_mixing_needs_all_points_in_a_region_for_its_bonus() -> None:
    given: Given = {
        "board": "thailand 0/1, vietnam 1/0, malaysia 0/1",
        "effects": "vietnam_revolts",
        "rules": {"mix_influence_and_realign": True},
    }
    game = play(action_round("ussr", given, ["fidel"]), "fidel", "influence", "thailand")
    play(game, "realignment", "vietnam", "die_1", "die_1")
    steps(game, "ussr: influence | only influence realignment done", "ussr: malaysia | not cuba")
    expect(game, "thailand 0/2, malaysia 0/2")
    game = play(action_round("ussr", given, ["fidel"]), "fidel", "influence", "north_korea")
    play(game, "influence", "thailand")
    expect(game, "asks us round_card")


def test_markers_of_this_round_close_a_country_to_later_rolls_of_it() -> None:
    """The US buys a marker in Haiti; then its card lets the USSR roll elsewhere only."""
    given: Given = {
        "board": "haiti 1/0, cuba 1/3",
        "rules": {"mix_influence_and_realign": True},
    }
    game = action_round("us", given, ["lone_gunman"])
    play(game, "lone_gunman", "influence", "haiti")
    play(game, "realignment")
    assert offers(game) == ["cuba"]
    assert game.state.bought == 1 << HAITI


def test_space_decline_roll() -> None:
    given: Given = {"rules": {"space_decline_roll": True}}
    game = play(action_round("us", given, ["nato"]), "nato", "space")
    assert offers(game) == ["decline", "roll"]
    expect(play(game, "decline"), "space 0/0, attempts 1/0, nato discarded")
    game = play(action_round("us", given, ["nato"]), "nato", "space", "roll", "die_1")
    expect(game, "space 1/0")
    again: Given = {**given, "attempts": "1/0", "space": "1/0"}
    assert "space" not in offers(play(action_round("us", again, ["nato"]), "nato"))
    animal: Given = {**again, "space": "2/1"}
    assert "space" in offers(play(action_round("us", animal, ["nato"]), "nato"))
    expect(play(action_round("us", {}, ["nato"]), "nato", "space"), "asks chance die")


# Variants


def test_scenario() -> None:
    assert new_game().state.turn == 1
    late = new_game(scenario="late_war").state
    assert (late.turn, late.vp, late.defcon) == (8, -4, 4)


def test_turn_zero() -> None:
    expect(new_game(), "asks chance draw")
    expect(new_game(turn_zero=True), "asks chance lot")


def test_promo_1() -> None:
    game = new_game(promo_1=True)
    assert len(game.state.mid_deck) == 48 + 3
    assert len(game.state.late_deck) == 23 + 1
    expect(game, "non_aligned_movement mid_deck, stanislav_petrov late_deck, kremlin_flu nowhere")


def test_promo_2() -> None:
    game = new_game(promo_2=True)
    assert len(game.state.draw_pile) == 38 + 3
    assert len(game.state.mid_deck) == 48 + 1
    expect(game, "kremlin_flu draw_pile, berlin_wall nowhere")


def test_late_war_canada() -> None:
    expect(new_game(scenario="late_war"), "canada 0/0")
    expect(new_game(scenario="late_war", late_war_canada=2), "canada 2/0")


def test_late_war_wargames() -> None:
    for option, winner in (("us_only", "us"), ("any", "ussr")):
        rules: dict[str, OptionValue] = {"scenario": "late_war", "late_war_wargames": option}
        given: Given = {"turn": 8, "defcon": 2, "vp": -5, "rules": rules}
        game = play(run_case(Case("wargames", "", "ussr event", given)), "accept")
        expect(game, f"{winner} wins by wargames")


# The official digital edition


def test_coup_order() -> None:
    given: Given = {"board": "cuba 0/3", "defcon": 2}
    game = play(action_round("us", given, ["nato"]), "nato", "coup", "cuba")
    expect(game, "ussr wins by defcon, cuba 0/3")
    given = {**given, "rules": {"coup_order": "roll_first"}}
    game = play(action_round("us", given, ["nato"]), "nato", "coup", "cuba")
    expect(play(game, "die_6"), "ussr wins by defcon, cuba 1/0")


def test_flower_power_pays() -> None:
    """The US has the USSR's war first; the points come with the card or after the war."""
    for moment, points in (("when_played", -2), ("before_operations", 0)):
        given: Given = {"effects": "flower_power", "rules": {"flower_power_pays": moment}}
        game = play(action_round("us", given, ["korean_war"]), "korean_war", "event_first")
        expect(game, f"vp {points}, asks chance die")
        expect(play(game, "die_1"), "vp -2, asks us operation")


def test_glasnost_ends_reformer() -> None:
    for ends in (False, True):
        given: Given = {
            "effects": "the_reformer",
            "turn": 8,
            "rules": {"glasnost_ends_reformer": ends},
        }
        game = play(run_case(Case("glasnost", "", "ussr event", given)), "decline")
        expect(game, "no the_reformer" if ends else "effect the_reformer")


def test_reshuffle() -> None:
    for moment, left in (("when_needed", 0), ("when_emptied", 2)):
        hand = "nato, fidel, nasser, blockade, comecon, summit, suez_crisis"
        game = segment(
            Segment.DEAL,
            {
                "turn": 2,
                "ussr_hand": hand,
                "us_hand": "junta, opec, allende, arms_race, che, norad, brush_war, nuclear_subs",
                "draw": "truman_doctrine",
                "discard": "containment, decolonization",
                "rules": {"reshuffle": moment},
            },
        )
        play(game, "truman_doctrine")
        assert len(game.state.draw_pile) == left


def test_trapped_scoring_play() -> None:
    hand = ["asia_scoring", "nato", "duck_and_cover"]
    for option, offered in (("when_needed", False), ("allowed", True)):
        given: Given = {"effects": "quagmire", "rules": {"trapped_scoring_play": option}}
        game = action_round("us", given, hand)
        assert ("asia_scoring" in offers(game)) == offered
    expect(play(game, "asia_scoring"), "effect quagmire")


def test_trapped_with_nothing_to_discard() -> None:
    """In `app` a scoring card may wait while rounds are left, elsewhere it must be played."""
    hand = ["asia_scoring", "blockade"]
    for preset, last, offered in (
        ("deluxe", False, ["asia_scoring"]),
        ("app", False, ["asia_scoring", "pass"]),
        ("app", True, ["asia_scoring"]),
    ):
        given: Given = {"effects": "quagmire", "preset": preset, "round": 6 if last else 5}
        assert offers(action_round("us", given, hand)) == offered
    given = {"effects": "quagmire", "preset": "app", "ussr_hand": "fidel"}
    waiting = play(action_round("us", given, hand), "pass")
    expect(waiting, "effect quagmire, impossible ussr nato, possible ussr asia_scoring")


def test_the_kind_of_a_trapped_question_tells_nothing() -> None:
    for hand in (["asia_scoring"], ["nato"], ["asia_scoring", "nato"], ["blockade"], []):
        for round_number in (1, 6):
            game = action_round("us", {"effects": "quagmire", "round": round_number}, hand)
            expect(game, "asks us trap_discard")
