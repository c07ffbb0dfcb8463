"""A game of ours that is exported and imported is the same game, as far as the format tells."""

import pytest

from tests.replays.games import in_style_a, random_game
from twilight.engine.game import Game
from twilight.engine.rules import OptionValue
from twilight.replays.exporting.export_log import export_log
from twilight.replays.format.parser import parse
from twilight.replays.importing.import_log import import_log
from twilight.replays.importing.playthrough import replay
from twilight.replays.importing.rulesets import rules_of
from twilight.replays.saves import game_from_dict, game_to_dict

RULESETS: dict[str, tuple[str, dict[str, OptionValue]]] = {
    "deluxe": ("deluxe", {}),
    "deluxe without optional cards": ("deluxe", {"optional_cards": False}),
    "deluxe with a handicap": ("deluxe", {"handicap_side": "ussr", "handicap_amount": 3}),
    "app": ("app", {}),
    "app with a handicap": ("app", {"handicap_side": "us", "handicap_amount": 2}),
    "classic": ("classic", {}),
    "glass": ("glass", {}),
    "manual": ("manual", {}),
    "civil war": ("deluxe", {"chinese_civil_war": True}),
    "late war": ("deluxe", {"scenario": "late_war"}),
    "designer options": (
        "deluxe",
        {"mix_influence_and_realign": True, "space_decline_roll": True, "spend_all_points": False},
    ),
}


def public(game: Game) -> dict[str, object]:
    """Return all that both sides can see."""
    state = game.state
    names = (
        "turn",
        "round",
        "segment",
        "phasing",
        "vp",
        "defcon",
        "military",
        "space",
        "attempts",
        "influence",
        "discard_pile",
        "removed_pile",
        "front",
        "effects",
        "china_holder",
        "china_face_up",
        "civil_war",
    )
    return {
        **{name: getattr(state, name) for name in names},
        "hands": [len(hand) for hand in state.hands],
        "draw_pile": len(state.draw_pile),
        "outcome": game.outcome,
    }


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("ruleset", RULESETS)
def test_import_of_an_export_is_the_same_game(ruleset: str, seed: int) -> None:
    preset, changes = RULESETS[ruleset]
    game = random_game(seed, preset, changes)
    text = export_log(game)
    log = parse(text)
    assert rules_of(log) == game.rules
    result = replay(log)
    assert result.disagreement is None
    assert result.agreed == result.facts
    assert public(result.game) == public(game)
    assert export_log(result.game) == text


@pytest.mark.parametrize("answers", range(100, 260, 11))
def test_a_game_that_goes_on_can_be_exported(answers: int) -> None:
    """It is pending again, up to answers that the format does not tell yet."""
    game = random_game(2, "app", most_answers=answers)
    assert game.pending is not None
    result = replay(parse(export_log(game)))
    assert result.disagreement is None
    assert result.game.pending is not None
    assert result.game.state.turn == game.state.turn


@pytest.mark.parametrize("seed", range(6))
def test_the_other_style_tells_the_same_game(seed: int) -> None:
    game = random_game(seed, "app", {"handicap_side": "us", "handicap_amount": 2})
    log = parse(in_style_a(export_log(game)))
    assert log.style == "A"
    result = replay(log)
    assert result.disagreement is None
    assert public(result.game)["influence"] == public(game)["influence"]
    assert result.game.outcome == game.outcome


def test_the_import_is_saved_without_loss() -> None:
    game = random_game(3, "app")
    saved = import_log(parse(export_log(game)))
    again = game_from_dict(game_to_dict(saved.game, saved.players, saved.meta))
    assert again.game.facts == saved.game.facts
    assert again.meta == saved.meta
    assert export_log(again.game) == export_log(game)


@pytest.mark.parametrize("seed", range(3))
def test_games_with_an_auction(seed: int) -> None:
    """After the auction it is a game with a handicap."""
    game = random_game(seed, "deluxe", {"side_selection": "bid"})
    log = parse(export_log(game))
    assert rules_of(log).side_selection == "agreed"
    result = replay(log)
    assert result.disagreement is None
    assert result.game.state.handicap == game.state.handicap
    assert public(result.game) == public(game)
