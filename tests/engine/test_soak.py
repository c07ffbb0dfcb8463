"""A few of the random games of `make soak`, under every preset, every variant and random rules."""

from pathlib import Path
from random import Random

import pytest
from bench import soak
from bench.soak import LEAGUE, LEAGUE_RULES, VARIANTS, Batch, play, random_rules

from twilight.engine.game import Game
from twilight.engine.rules import PRESETS, Rules, make_rules
from twilight.replays.saves import load_game

RULES: dict[str, Rules | None] = {
    **{preset: make_rules(preset) for preset in PRESETS},
    **{name: make_rules("deluxe", changes) for name, changes in VARIANTS.items()},
    LEAGUE: LEAGUE_RULES,
    "random rules": None,
}


@pytest.mark.parametrize("name", RULES)
def test_random_games_keep_the_invariants(name: str) -> None:
    batch = Batch(name, RULES[name], first=0, games=4, seed=3, every=3)
    assert soak.play_batch(batch).problems == []


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
