"""A few of the random games of `make soak`, under every preset, every variant and random rules."""

from pathlib import Path
from random import Random

import pytest
from bench import soak
from bench.corners import corner_games
from bench.rule_sets import (
    LEAGUE,
    LEAGUE_RULES,
    all_rules,
    option_rules,
    random_rules,
    variant_rules,
)
from bench.soak import Batch, play

from twilight.engine.game import Game
from twilight.engine.rules import OPTION_NAMES, Rules, make_rules
from twilight.replays.saves import load_game

RULES: dict[str, Rules | None] = {
    **variant_rules(),
    LEAGUE: LEAGUE_RULES,
    "random rules": None,
}


@pytest.mark.parametrize("name", RULES)
def test_random_games_keep_the_invariants(name: str) -> None:
    batch = Batch(name, RULES[name], first=0, games=4, seed=3, every=3)
    assert soak.play_batch(batch).problems == []


@pytest.mark.parametrize("name", all_rules())
def test_no_corner_has_a_decision_without_options(name: str) -> None:
    # Both kinds of operation with one card leave the most corners to be stuck in.
    corners = 800 if name == "mix_influence_and_realign=true" else 25
    assert corner_games(name, all_rules()[name], corners, seed=2) == []


def test_every_option_is_tried_alone() -> None:
    assert {name.partition("=")[0] for name in option_rules()} == set(OPTION_NAMES)


def test_random_rules_use_every_variant() -> None:
    drawn = [random_rules(Random(seed)) for seed in range(80)]
    assert any(rules.turn_zero and rules.chinese_civil_war for rules in drawn)
    assert any(rules.scenario == "late_war" for rules in drawn)
    assert any(rules.handicap_side != "none" for rules in drawn)
    assert any(rules.side_selection == "bid" for rules in drawn)


def test_a_broken_invariant_is_written_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails_late(game: Game) -> None:
        assert len(game.record or ()) < 30, "planted"

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(soak, "invariants", fails_late)
    (problem,) = play(Batch("deluxe", make_rules(), 0, 1, seed=1, every=1), 0).problems
    assert "planted" in problem
    (file,) = tmp_path.iterdir()
    saved = load_game(file)
    assert len(saved.game.record or ()) == 29
    assert "planted" in str(saved.meta["error"])


@pytest.mark.slow
def test_some_hundred_league_games_see_nearly_every_event() -> None:
    found = soak.play_batch(Batch(LEAGUE, LEAGUE_RULES, first=0, games=300, seed=1, every=10))
    assert found.problems == []
    assert len(soak.missing(found)) < 10
