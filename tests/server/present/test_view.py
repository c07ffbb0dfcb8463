"""What the view tells, so that its reader need not know a rule, against what the engine does."""

from collections.abc import Iterator
from random import Random

import pytest

from tests.position import action_round, play, segment
from tests.strategies import random_position
from twilight.engine.actions import ACTION_BY_KEY
from twilight.engine.board import COUNTRY_KEYS, NUMBER_OF_COUNTRIES
from twilight.engine.control import controller_of
from twilight.engine.decision import Decision
from twilight.engine.effects import Effect
from twilight.engine.game import Game
from twilight.engine.rules import OptionValue, make_rules
from twilight.engine.state import State
from twilight.engine.testing import Given
from twilight.engine.text.language import load_language
from twilight.engine.types import NOBODY, SIDES, US, USSR, Actor, Kind, Segment, enemy_of
from twilight.server.messages.view import Change, Option, RegionView, View
from twilight.server.present.catalog import catalog
from twilight.server.present.prompt import prompt_for
from twilight.server.present.view import look, owner_key, see

ENGLISH = load_language("en")
COUNTRIES = COUNTRY_KEYS[:NUMBER_OF_COUNTRIES]
RULES: list[dict[str, OptionValue]] = [
    {},
    {"mix_influence_and_realign": True},
    {"chinese_civil_war": True},
    {"turn_zero": True},
    {"scenario": "late_war"},
    {"handicap_side": "us", "handicap_amount": 3},
]
PLACING = (Kind.PLACE_INFLUENCE, Kind.SETUP_INFLUENCE, Kind.HANDICAP_INFLUENCE)


def shown(game: Game, viewer: Actor) -> View:
    seen = look(game, viewer)
    return see(game, seen, ENGLISH, prompt_for(game, seen, 1, ENGLISH))


def options(game: Game) -> dict[str, Option]:
    assert game.pending is not None
    prompt = shown(game, game.pending.actor).prompt
    assert prompt is not None
    return {option.action: option for option in prompt.options}


def positions(rules: dict[str, OptionValue]) -> Iterator[Game]:
    for seed in range(6):
        yield random_position(seed, 40 + 61 * seed, make_rules("deluxe", rules))


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_the_margins_are_what_it_takes(rules: dict[str, OptionValue]) -> None:
    """Trying it out on the board: that many markers, and not one fewer, change the control."""
    for game in positions(rules):
        view = shown(game, US)
        for side, told in ((US, view.control.us), (USSR, view.control.ussr)):
            assert len(told) == NUMBER_OF_COUNTRIES
            for country, margin in enumerate(told):
                referee = game.state.copy()
                own = referee.influence[side][country]
                holds = referee.controls(side, country)
                assert holds == (margin < 0)
                if margin > 0:
                    referee.set_influence(side, country, own + margin)
                    assert referee.controls(side, country)
                    referee.set_influence(side, country, own + margin - 1)
                    assert not referee.controls(side, country)
                else:
                    gain_until_lost(referee, side, country, -margin)


def gain_until_lost(referee: State, side: Actor, country: int, markers: int) -> None:
    """Let the enemy gain markers: the last of them ends the control."""
    enemy = enemy_of(side)
    for placed in range(1, markers + 1):
        referee.set_influence(enemy, country, referee.influence[enemy][country] + 1)
        assert referee.controls(side, country) == (placed < markers)


def test_countries_have_the_order_of_the_catalog() -> None:
    assert [one.country for one in catalog("en").countries] == list(COUNTRIES)


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_an_option_tells_its_cost_and_who_controls_then(rules: dict[str, OptionValue]) -> None:
    """Every option of many placements is taken, and the engine does what the option said."""
    tried = 0
    for seed in range(4):
        random = Random(seed)
        game = Game.new(make_rules("deluxe", rules), journal=True)
        for _ in range(400):
            if game.pending is None:
                break
            if game.pending.kind in PLACING and game.pending.actor in SIDES:
                tried += check_placement(game)
            game.answer(random.choice(game.pending.options))
    assert tried > 200


def goes_on(before: Decision, now: Decision | None) -> bool:
    """Tell whether it is still the same placement that is asked about."""
    if now is None or (now.kind, now.actor) != (before.kind, before.actor):
        return False
    return now.left < before.left


def score_changes(before: Game, after: Game, viewer: Actor) -> dict[str, int]:
    """Compare what the regions would score, by two views."""
    nets = {region.region: region.net for region in shown(before, viewer).regions}
    found = {
        region.region: region.net - nets[region.region] for region in shown(after, viewer).regions
    }
    return {region: change for region, change in found.items() if change}


def check_placement(game: Game) -> int:
    pending, state = game.pending, game.state
    assert pending is not None
    # A region bonus among the points that are left can be lost on the way.
    prompt = shown(game, pending.actor).prompt
    assert prompt is not None
    tried = 0
    has_bonus = prompt.card == "the_china_card" or bool(state.effects[Effect.VIETNAM_REVOLTS])
    for key, option in options(game).items():
        after = game.copy()
        after.answer(ACTION_BY_KEY[key])
        # After the last marker the enemy's event may change more.
        if not goes_on(pending, after.pending) or after.pending is None or key not in COUNTRIES:
            continue
        tried += 1
        country = COUNTRIES.index(key)
        before, now = (controller_of(one.state, country) for one in (game, after))
        assert option.controller == (None if before == now else owner_key(now))
        assert has_bonus or pending.left - after.pending.left == option.cost
        assert option.scores == score_changes(game, after, pending.actor)
    return tried


def test_a_country_of_the_enemy_takes_two_points_and_a_free_marker_one() -> None:
    given: Given = {"board": "poland 1/4, italy 1/0, egypt 1/3"}
    game = play(action_round("us", given, ["marshall_plan"]), "marshall_plan", "influence")
    offered = options(game)
    assert offered["poland"] == Option(
        "poland", offered["poland"].label, 2, "nobody", {"europe": 4}
    )
    assert (offered["italy"].cost, offered["italy"].controller) == (1, "us")
    assert (offered["egypt"].cost, offered["egypt"].controller) == (2, "nobody")
    assert (offered["france"].cost, offered["france"].controller) == (1, None)


def test_a_prompt_asks_without_naming_who_is_asked_and_says_what_has_been_placed() -> None:
    game = play(action_round("us", {"board": "italy 1/0"}, ["nato"]), "nato", "influence", "italy")
    prompt = shown(game, US).prompt
    assert prompt is not None
    assert (prompt.text, prompt.card, prompt.ops, prompt.left) == (
        "Place a marker of influence",
        "nato",
        4,
        3,
    )
    assert prompt.changes == [Change("us", "italy", 1)]
    assert prompt.events == []


def test_a_question_of_norad_names_the_card_that_it_comes_from() -> None:
    given: Given = {"board": "canada 4/0, chile 0/1", "effects": "norad", "defcon": 3}
    game = play(action_round("us", given, ["duck_and_cover"]), "duck_and_cover", "coup", "chile")
    play(game, "die_6")
    prompt = shown(game, US).prompt
    assert prompt is not None
    assert (prompt.kind, prompt.events) == ("add_influence", ["norad"])


def test_values_of_cards_are_those_of_now() -> None:
    given: Given = {"china": "us up", "effects": "red_scare_on_us=1"}
    game = action_round("us", given, ["marshall_plan", "duck_and_cover"])
    view = shown(game, US)
    assert view.china_ops == 3
    assert [card.ops for card in view.hand] == [2, 3]
    play(game, "marshall_plan")
    prompt = shown(game, US).prompt
    assert prompt is not None
    assert (prompt.card, prompt.ops) == ("marshall_plan", 3)
    assert shown(action_round("us", {}), US).china_ops in (0, 4)


def test_the_china_card_is_named_while_it_is_used() -> None:
    game = action_round("us", {"china": "us up", "board": "iran 1/1"}, ["fidel"])
    play(game, "the_china_card", "coup")
    for viewer in (US, USSR):
        prompt = shown(game, viewer).prompt
        assert prompt is not None
        assert (prompt.card, prompt.ops) == ("the_china_card", 4)


@pytest.mark.parametrize(
    ("given", "ussr", "us"),
    [
        ({"turn": 1, "round": 1}, 6, 6),
        ({"turn": 3, "round": 6}, 1, 1),
        ({"turn": 4, "round": 2}, 6, 6),
        ({"turn": 4, "round": 2, "space": "8/0"}, 6, 7),
        ({"turn": 9, "round": 7, "effects": "north_sea_oil_round"}, 1, 2),
        ({"turn": 9, "round": 8, "space": "0/8"}, 1, 0),
    ],
)
def test_rounds_that_are_left(given: Given, ussr: int, us: int) -> None:
    view = shown(action_round("ussr", given, ["duck_and_cover"]), US)
    assert (view.rounds_left.ussr, view.rounds_left.us) == (ussr, us)
    later = shown(action_round("us", given, ["duck_and_cover"]), US)
    if given["round"] != 8:
        assert (later.rounds_left.ussr, later.rounds_left.us) == (ussr - 1, us)


@pytest.mark.parametrize(
    ("turn", "period", "rounds"), [(1, "early", 6), (3, "early", 6), (4, "mid", 7), (8, "late", 7)]
)
def test_periods(turn: int, period: str, rounds: int) -> None:
    view = shown(segment(Segment.HEADLINE, {"turn": turn, "us_hand": "fidel"}), NOBODY)
    assert (view.period, view.rounds) == (period, rounds)
    assert view.rounds_left.us == rounds


def europe(given: Given) -> RegionView:
    return shown(action_round("us", given), US).regions[0]


def test_the_worth_of_a_region_is_that_of_the_rules() -> None:
    board = "france 3/0, west_germany 4/0, italy 2/0, poland 3/0, east_germany 3/0, uk 5/0"
    won = europe({"board": board})
    assert (won.values, won.wins, won.net) == ([3, 7, None], "us", 0)
    assert won.next_door is not None
    assert (won.next_door.us, won.next_door.ussr) == (1, 0)
    scored = europe({"board": board, "rules": {"europe_control": "vp_100"}})
    assert (scored.values, scored.wins) == ([3, 7, 100], None)
    allied = europe({"board": board, "rules": {"turn_zero": True}, "crises": "ve_day=6"})
    assert (allied.values, allied.wins) == ([3, 6, 6], None)
    view = shown(action_round("us"), US)
    assert [region.values for region in view.regions[1:]] == [
        [3, 7, 9],
        [3, 5, 7],
        [1, 4, 6],
        [1, 3, 5],
        [2, 5, 6],
        [],
    ]


def test_statecraft_cards_tell_what_they_add() -> None:
    game = Game.new(make_rules("deluxe", {"turn_zero": True}))
    while game.pending is not None and game.pending.kind is not Kind.STATECRAFT:
        game.answer(game.pending.options[0])
    us, ussr, nobody = (shown(game, viewer).crises for viewer in (US, USSR, NOBODY))
    assert us is not None
    assert ussr is not None
    assert nobody is not None
    assert set(us.shifts) <= set(us.statecraft.us)
    assert us.shifts["statecraft_major"] == 2
    assert ussr.shifts["statecraft_major"] == -2
    assert nobody.shifts == {}


# The hand


def off(game: Game, viewer: Actor) -> dict[str, str]:
    return {one.card: one.off for one in shown(game, viewer).hand if one.off is not None}


def test_a_card_whose_event_is_off_says_why() -> None:
    hand = ("nato", "wargames", "duck_and_cover", "defectors", "kitchen_debates")
    game = action_round("us", {"defcon": 3, "board": "cuba 0/3"}, hand)
    assert off(game, US) == {
        "nato": "needs Marshall Plan or Warsaw Pact",
        "wargames": "needs DEFCON 2",
        "defectors": "works only as a headline or in a USSR action round",
        "kitchen_debates": "needs more battlegrounds for the US than for the USSR",
    }
    allied = action_round("us", {"defcon": 2, "effects": "marshall_plan"}, hand)
    assert not {"nato", "wargames"} & set(off(allied, US))
    spanish = load_language("es")
    view = see(game, look(game, US), spanish, None)
    assert {one.card: one.off for one in view.hand}[
        "nato"
    ] == "requiere el Plan Marshall o el Pacto de Varsovia"


def test_what_is_off_is_told_for_the_next_own_play() -> None:
    """Defectors works as a headline; while the enemy plays, one's own next round counts."""
    headline = segment(Segment.HEADLINE, {"us_hand": "defectors, un_intervention, fidel"})
    assert set(off(headline, US)) == {"un_intervention"}
    waiting = action_round("ussr", {"us_hand": "defectors"}, ("truman_doctrine",))
    assert set(off(waiting, US)) == {"defectors"}
    mine = action_round("us", {"ussr_hand": "defectors"}, ("fidel",))
    assert off(mine, USSR) == {}
