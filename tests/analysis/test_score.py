"""Score preview: the same numbers as the engine's own scoring."""

from random import Random

import pytest

from twilight.analysis.score import (
    NO_COUNTRY,
    europe_warning,
    preview_final,
    preview_military,
    preview_region,
    preview_regions,
    southeast_asia_difference,
    swings,
)
from twilight.analysis.trials import run
from twilight.engine.cards import SCORING_REGION
from twilight.engine.events.registry import EVENTS
from twilight.engine.game import Game
from twilight.engine.ids import (
    CUBA,
    EGYPT,
    EUROPE_SCORING_ALLIED_BERLIN,
    FRANCE,
    GUATEMALA,
    INDIA,
    LIBYA,
    MEXICO,
    POLAND,
    SOUTHEAST_ASIA_SCORING,
    TAIWAN,
    THAILAND,
    UK,
    Country,
)
from twilight.engine.rules import make_rules
from twilight.engine.scoring import DOMINATION, NOTHING, PRESENCE
from twilight.engine.state import State
from twilight.engine.testing import scenario
from twilight.engine.turn.start_and_end import end_turn
from twilight.engine.types import (
    AFRICA,
    ASIA,
    CENTRAL_AMERICA,
    EUROPE,
    MIDDLE_EAST,
    NOBODY,
    SCORED_REGIONS,
    SIDES,
    SOUTHEAST_ASIA,
    US,
    USSR,
    Actor,
    GameOver,
    Kind,
    Outcome,
    Reason,
)

CENTRAL = "cuba 0/3, haiti 0/1, dominican_republic 0/1, guatemala 1/0, panama 1/0"
EUROPE_FOR_USSR = "france 0/3, west_germany 0/4, italy 0/2, poland 0/3, east_germany 0/3"


def random_boards(seed: int) -> list[State]:
    random = Random(seed)
    game = Game.new(make_rules("deluxe", {"shuttle_in_final": seed % 2 == 0}), record=False)
    found = []
    while game.pending is not None:
        if game.pending.kind is Kind.ROUND_CARD and random.random() < 0.2:
            found.append(game.base.copy())
        game.answer(random.choice(game.pending.options))
    return found


@pytest.mark.parametrize("seed", range(6))
def test_previews_are_what_the_cards_score(seed: int) -> None:
    for state in random_boards(seed):
        for card, region in SCORING_REGION.items():
            if card in (SOUTHEAST_ASIA_SCORING, EUROPE_SCORING_ALLIED_BERLIN):
                continue
            preview = preview_region(state, region)
            table = state.copy()
            table.vp = 0
            chosen = () if preview.ignored == NO_COUNTRY else (preview.ignored,)
            flow = EVENTS[card].handler(table, US)
            over = None if flow is None else run(flow, chosen)
            if over is None:
                assert table.vp == preview.difference
            else:
                assert over.winner == preview.winner
        table = state.copy()
        table.vp = 0
        EVENTS[SOUTHEAST_ASIA_SCORING].handler(table, US)
        assert table.vp == southeast_asia_difference(state)


@pytest.mark.parametrize("seed", range(6))
def test_swings_are_what_the_region_gives_then(seed: int) -> None:
    random = Random(seed)
    for state in random_boards(seed):
        region = random.choice(SCORED_REGIONS)
        before = preview_region(state, region)
        for swing in random.sample(swings(state, region), 8):
            table = state.copy()
            hand_over(table, swing.country, swing.controller)
            after = preview_region(table, region)
            assert swing.change == after.difference - before.difference
            assert swing.levels == after.score.levels
            assert swing.winner == after.winner


def hand_over(state: State, country: Country, controller: Actor) -> None:
    for side in SIDES:
        amount = state.stability[country] if side == controller else 0
        state.set_influence(side, country, amount)


def test_the_parts_of_a_region() -> None:
    preview = preview_region(scenario({"board": CENTRAL}), CENTRAL_AMERICA)
    score = preview.score
    assert score.levels == (DOMINATION, PRESENCE)
    assert (score.battlegrounds, score.neighbours, preview.level_points) == ((1, 0), (1, 0), (3, 1))
    assert (score.points, preview.difference) == ((5, 1), -4)
    empty = preview_region(scenario({}), AFRICA)
    assert empty.score.levels == (NOTHING, NOTHING)
    assert len(preview_regions(scenario({}))) == 6


def test_one_more_or_one_less_country() -> None:
    found = {
        (swing.country, swing.controller): swing.change
        for swing in swings(scenario({"board": CENTRAL}), CENTRAL_AMERICA)
    }
    # Without Cuba the USSR keeps presence only and loses a battleground and a neighbour.
    assert found[CUBA, NOBODY] == 4
    # Mexico is a battleground: domination ends, for the US it stays presence.
    assert found[MEXICO, US] == 3
    assert found[GUATEMALA, USSR] == -1
    assert (GUATEMALA, US) not in found


def test_southeast_asia() -> None:
    state = scenario({"board": "thailand 2/0, vietnam 1/0, malaysia 0/2"})
    assert southeast_asia_difference(state) == 2
    found = {
        (swing.country, swing.controller): swing.change for swing in swings(state, SOUTHEAST_ASIA)
    }
    assert found[THAILAND, USSR] == -4
    assert found[THAILAND, NOBODY] == -2


def test_shuttle_diplomacy_and_formosa() -> None:
    board = "egypt 0/2, libya 0/2, jordan 0/2, iran 2/0"
    plain = preview_region(scenario({"board": board}), MIDDLE_EAST)
    assert (plain.difference, plain.ignored) == (-3, NO_COUNTRY)
    shuttle = scenario({"board": board, "effects": "shuttle_diplomacy"})
    assert preview_region(shuttle, MIDDLE_EAST).ignored in (EGYPT, LIBYA)
    assert preview_region(shuttle, MIDDLE_EAST).difference == 0
    taiwan = scenario({"board": "taiwan 3/0", "effects": "formosan_resolution"})
    assert preview_region(taiwan, ASIA).score.battlegrounds[US] == 1
    assert preview_region(scenario({"board": "taiwan 3/0"}), ASIA).score.battlegrounds[US] == 0
    lost = {(one.country, one.controller): one.change for one in swings(taiwan, ASIA)}
    assert lost[TAIWAN, NOBODY] == -4


def test_control_of_europe_is_foretold() -> None:
    state = scenario({"board": f"{EUROPE_FOR_USSR}, hungary 0/3, uk 5/0, canada 4/0"})
    assert preview_region(state, EUROPE).winner == USSR
    assert europe_warning(state, USSR).controls
    nearly = scenario({"board": f"{EUROPE_FOR_USSR.replace('france 0/3', 'france 3/0')}, uk 5/0"})
    warning = europe_warning(nearly, USSR)
    assert (warning.controls, warning.battlegrounds, warning.countries) == (False, (FRANCE,), 1)
    winners = {(swing.country, swing.controller): swing.winner for swing in swings(nearly, EUROPE)}
    assert winners[FRANCE, USSR] == USSR
    assert winners[UK, USSR] == NOBODY
    assert europe_warning(nearly, US).countries == 4
    assert POLAND in europe_warning(nearly, US).battlegrounds


def test_europe_needs_more_countries_too() -> None:
    board = f"{EUROPE_FOR_USSR}, uk 5/0, canada 4/0, norway 4/0, benelux 3/0, spain_portugal 2/0"
    warning = europe_warning(scenario({"board": board}), USSR)
    assert (warning.controls, warning.battlegrounds, warning.countries) == (False, (), 1)


def test_missing_military_operations() -> None:
    preview = preview_military(scenario({"defcon": 4, "military": "2/5"}))
    assert (preview.required, preview.missing, preview.difference) == (4, (0, 2), -2)
    assert preview.over is None
    last = preview_military(scenario({"defcon": 4, "military": "0/4", "vp": -16}))
    assert last.over == Outcome(USSR, Reason.VICTORY_POINTS)


@pytest.mark.parametrize("seed", range(6))
def test_the_final_forecast_is_the_final_scoring(seed: int) -> None:
    for state in random_boards(seed):
        forecast = preview_final(state)
        table = state.copy()
        table.turn = 10
        table.hands = [(), ()]
        # Without a military penalty, and Shuttle Diplomacy where the forecast uses it.
        table.military = [table.defcon, table.defcon]
        over = finish(table, [one.ignored for one in forecast.regions])
        assert forecast.outcome == over
        assert forecast.vp == table.vp


def finish(table: State, ignored: list[Country]) -> Outcome:
    flow = end_turn(table)
    try:
        decision = next(flow)
        while True:
            assert decision.actor == US
            decision = flow.send(next(one for one in ignored if one in decision.options))
    except GameOver as over:
        return over.outcome


def test_the_final_forecast_counts_the_china_card() -> None:
    forecast = preview_final(scenario({"board": "iran 2/0", "vp": -3, "china": "us down"}))
    assert (forecast.china, forecast.difference, forecast.vp) == (1, 5, 2)
    assert forecast.outcome == Outcome(US, Reason.FINAL_SCORING)
    board = f"{EUROPE_FOR_USSR}, hungary 0/3"
    assert preview_final(scenario({"board": board, "vp": 15})).outcome.winner == USSR


def test_shuttle_in_the_final_scoring_takes_one_battleground_in_all() -> None:
    state = scenario(
        {
            "board": "egypt 0/2, jordan 0/2, india 0/3",
            "effects": "shuttle_diplomacy",
            "rules": {"shuttle_in_final": True},
        }
    )
    forecast = preview_final(state)
    # India costs the USSR all it has in Asia, Egypt only its domination of the Middle East.
    assert {one.ignored for one in forecast.regions} == {INDIA}
    assert forecast.regions[ASIA].score.points[USSR] == 0
    assert forecast.regions[MIDDLE_EAST].score.points[USSR] == 6
