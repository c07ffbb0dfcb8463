"""`twilight odds` and `twilight score`."""

from pathlib import Path

import pytest

from tests.commands import complaint
from twilight.cli.main import main
from twilight.engine.actions import ACTION_BY_KEY
from twilight.engine.game import Game
from twilight.engine.testing import Given, scenario, side_named
from twilight.replays.saves import save_game


def output(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(arguments) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    return " ".join(printed.out.split())


def saved(path: Path, given: Given, side: str, *answers: str) -> str:
    game = Game(scenario(given, side_named(side)))
    for key in answers:
        game.answer(ACTION_BY_KEY[key])
    file = path / "game.json"
    save_game(file, game)
    return str(file)


# Odds


def test_a_coup(capsys: pytest.CaptureFixture[str]) -> None:
    text = output(
        capsys, "odds", "coup", "iran", "--value", "4", "--side", "ussr", "--board", "iran 2/0"
    )
    assert "USSR coup in Iran: die + 4 against 4" in text
    assert "success 100 %, control 50 %; DEFCON 4, military operations 4" in text


def test_a_coup_with_a_card_and_effects(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["odds", "coup", "mexico", "--card", "marshall", "--side", "us"]
    arguments += ["--board", "mexico 0/2", "--effects", "red_scare_on_us, salt_negotiations"]
    assert "die + 3 -1 against 4" in output(capsys, *arguments)


def test_a_coup_that_ends_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["odds", "coup", "angola", "--value", "3", "--side", "us", "--defcon", "2"]
    text = output(capsys, *arguments, "--board", "angola 0/1")
    assert "The attempt alone ends the game. USSR wins" in text


def test_realignments(capsys: pytest.CaptureFixture[str]) -> None:
    text = output(capsys, "odds", "realign", "north korea", "--side", "us", "--rolls", "2")
    assert "US realigns North Korea, 2 rolls: US die +0, USSR die +2" in text
    assert "on average the US loses 0.00" in text


def test_a_war(capsys: pytest.CaptureFixture[str]) -> None:
    text = output(capsys, "odds", "war", "brush war", "--side", "ussr", "--target", "iran")
    assert "Brush War, fought by the USSR" in text
    assert "67 %" in text
    assert "military operations 3" in text
    assert "Pakistan" in output(capsys, "odds", "war", "indo", "--side", "us")


def test_space(capsys: pytest.CaptureFixture[str]) -> None:
    text = output(capsys, "odds", "space", "--value", "2", "--side", "us")
    assert "1 Earth Satellite" in text
    assert "50 %" in text


def test_the_position_of_a_saved_game(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = saved(tmp_path, {"board": "kenya 0/3", "us_hand": "nato", "defcon": 3}, "us")
    text = output(capsys, "odds", "coup", "kenya", "--value", "2", "--side", "us", "--file", file)
    assert "DEFCON 3" in text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("coup iran --value 2 --side us", "can't make a coup in iran"),
        ("coup atlantis --value 2 --side us", "atlantis"),
        ("coup iran --value 0 --side us", "whole number"),
        ("coup iran --side us", "--value"),
        ("realign italy --side us", "can't realign italy"),
        ("war nato --side us", "no war card"),
        ("war korean --side us --target iran", "no target"),
        ("war arab --side us --effects camp_david_accords", "can't be fought"),
        ("space --value 1 --side us", "value of 1"),
        ("coup iran --value 2 --side us --effects rain", "unknown effect 'rain'"),
        ("coup iran --value 2 --side us --board iran", "like 'iran 2/0'"),
        ("coup iran --value 2 --side us --file no-such-file", "no-such-file"),
    ],
)
def test_odds_refuse(capsys: pytest.CaptureFixture[str], arguments: str, message: str) -> None:
    assert message in complaint(capsys, "odds", *arguments.split())


# Score


def test_a_score_preview(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    given: Given = {
        "turn": 4,
        "round": 6,
        "defcon": 2,
        "military": "0/2",
        "attempts": "0/1",
        "china": "us up",
        "ussr_hand": "duck_and_cover, cia_created, nasser",
        "board": "angola 0/1, kenya 0/2, poland 0/3, egypt 0/2",
        "effects": "shuttle_diplomacy",
    }
    text = output(capsys, "score", saved(tmp_path, given, "ussr"))
    assert "domination: 4 + 1 + 0 = 5" in text
    assert "Shuttle Diplomacy takes Egypt out" in text
    assert "US lacks 2, USSR 0 of 2: USSR +2" in text
    assert "The final scoring on this board:" in text
    assert "loses now" in text
    assert "may lose" in text
    assert "hand gets stuck" in text
    assert "defcon: coup > Angola" in text


def test_a_score_preview_in_the_middle_of_a_play(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    given: Given = {"turn": 8, "defcon": 2, "vp": 3, "us_hand": "wargames", "board": "uk 5/0"}
    text = output(capsys, "score", saved(tmp_path, given, "us", "wargames", "event"))
    assert "wargames" in text
    assert "1 of 2 are safe" in text


def test_a_safe_position(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    given: Given = {"us_hand": "nato", "board": "uk 5/0"}
    file = saved(tmp_path, given, "us")
    assert "Dangers for the US: none" in output(capsys, "score", file)
    assert "safe" in output(capsys, "score", file, "--all")


def test_the_control_of_europe(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    board = "france 3/0, west_germany 4/0, italy 2/0, poland 3/0, east_germany 3/0, uk 5/0"
    text = output(capsys, "score", saved(tmp_path, {"us_hand": "nato", "board": board}, "us"))
    assert "US wins" in text
    assert "The US controls Europe." in text


def test_a_finished_game(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    given: Given = {"defcon": 2, "us_hand": "duck_and_cover", "board": "uk 5/0"}
    text = output(capsys, "score", saved(tmp_path, given, "us", "duck_and_cover", "event"))
    assert "USSR wins" in text


def test_score_refuses(capsys: pytest.CaptureFixture[str]) -> None:
    assert "no-such-file" in complaint(capsys, "score", "no-such-file")
