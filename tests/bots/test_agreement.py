"""Agreement with people: what counts as the hand, and as the use of a card."""

import json
from pathlib import Path

import pytest

from tests.commands import complaint
from tests.strategies import LEAGUE_RULES
from twilight.bots.arena.agreement import agreement, can_rank, questions
from twilight.bots.players.baseline import Baseline
from twilight.bots.registry import make_bot
from twilight.cli.main import main
from twilight.engine.chance import SeededChance
from twilight.engine.driver import play_out
from twilight.engine.game import Game
from twilight.engine.ids import EVENT_FIRST
from twilight.engine.types import Kind
from twilight.replays.saves import save_game


@pytest.fixture(scope="module")
def played() -> Game:
    game = Game.new(LEAGUE_RULES)
    play_out(game, [Baseline(), Baseline()], SeededChance(4), most_answers=300)
    return game


def test_questions_are_the_rounds_of_the_game(played: Game) -> None:
    asked = questions(played)
    assert len(asked) > 20
    for question in asked:
        hand = set(question.game.state.hands[question.decision.actor])
        assert question.decision.kind is Kind.ROUND_CARD
        assert question.played[0] in question.cards
        assert question.cards <= hand | set(question.decision.options)
        assert question.played[1] != EVENT_FIRST


def test_cards_that_are_kept_are_not_asked_for(played: Game) -> None:
    last = {}
    for question in questions(played):
        last[question.game.state.turn, question.decision.actor] = question
    # In the last round of a turn one card is played and another one kept.
    assert all(len(question.cards) == 1 for key, question in last.items() if key[0] == 1)


def test_a_bot_agrees_with_itself(played: Game) -> None:
    bot = make_bot("baseline")
    assert can_rank(bot)
    counted = agreement(bot, questions(played))
    assert counted.rounds > 20
    assert counted.first_three > 0.9 * counted.rounds
    assert counted.first > 0.8 * counted.rounds


def test_the_command_prints_shares(
    played: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.json"
    save_game(file, played, {}, {})
    assert main(["agree", "baseline", str(file), "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["files"] == 1
    assert report["rounds"] > 20
    assert 0.8 < report["first"] <= report["first_three"] <= 1
    assert main(["agree", "baseline", str(file), str(file), "--jobs", "2"]) == 0
    assert f"{2 * report['rounds']} rounds of 2 games" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["random", __file__], "bot random does not rank its plays"),
        (["baseline", "/nowhere"], "there is no file '/nowhere'"),
        (["deep_blue", __file__], "unknown bot 'deep_blue'"),
    ],
)
def test_bad_input_is_named_in_one_line(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert message in complaint(capsys, "agree", *arguments)
