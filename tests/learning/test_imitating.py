"""What people would play, fitted to games: here to games of a bot, whose choices follow a rule."""

import json
from pathlib import Path

import pytest

from tests.commands import complaint
from tests.strategies import LEAGUE_RULES
from twilight.bots.arena.agreement import questions
from twilight.bots.players.baseline import Baseline
from twilight.cli.main import main
from twilight.engine.chance import SeededChance
from twilight.engine.driver import play_out
from twilight.engine.game import Game
from twilight.learning.imitating import Example, examples_of, imitate
from twilight.replays.saves import save_game

GAMES = 3


@pytest.fixture(scope="module")
def games() -> list[Game]:
    found = []
    for seed in range(GAMES):
        game = Game.new(LEAGUE_RULES)
        play_out(game, [Baseline(), Baseline()], SeededChance(seed), most_answers=300)
        found.append(game)
    return found


def test_an_example_is_a_choice_with_all_uses_of_the_cards_that_were_shown(
    games: list[Game],
) -> None:
    asked = {len(question.cards) > 1 for question in questions(games[0])}
    found = examples_of(games[0], 7)
    assert asked == {True, False}
    assert len(found) > 20
    for example in found:
        assert example.game == 7
        assert 0 <= example.played < len(example.uses) > 1
        assert all("danger" in use and "later" in use for use in example.uses)


def test_a_choice_that_follows_a_rule_is_found_in_games_left_out() -> None:
    # Whoever always takes the largest of three, among what means nothing.
    examples = [
        Example(
            number % 4,
            [
                {"large": float((number + place) % 3), "noise": float(number * place % 5)}
                for place in range(3)
            ],
            (2 - number) % 3,
        )
        for number in range(40)
    ]
    found = imitate(examples)
    assert found.left_out.rounds == 40
    assert found.left_out.first == 40
    assert found.weights["large"] > 1 > abs(found.weights.get("noise", 0.0))


def test_the_command_foretells_games_and_writes_the_weights(
    games: list[Game], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = []
    for number, game in enumerate(games):
        files.append(str(tmp_path / f"{number}.json"))
        save_game(Path(files[-1]), game, {}, {})
    out = tmp_path / "people.json"
    assert main(["imitate", *files, "--out", str(out), "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["files"] == GAMES
    # There are about twenty uses to choose from.
    assert report["first"] > 0.25
    assert report["first_three"] > 0.5
    weights = json.loads(out.read_text(encoding="utf-8"))
    assert "influence gain" in weights
    assert "danger" not in weights
    assert complaint(capsys, "imitate", files[0]).endswith("one is foretold by the others")
    nowhere = tmp_path / "nowhere" / "people.json"
    assert "there is no folder for" in complaint(capsys, "imitate", *files, "--out", str(nowhere))
