"""`twilight card`, `twilight cards` and what the command line does with bad input."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from twilight.cli.commands import cards
from twilight.cli.main import main
from twilight.engine.cards import ALL_CARDS, BOX_CARDS, CARD_BY_KEY
from twilight.engine.text.describe import load_rulings

SOURCE = Path(__file__).parents[2] / "src"


def output(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(arguments) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    return printed.out


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(arguments) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("twilight: ")
    assert printed.err.count("\n") == 1
    return printed.err


def data(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    return json.loads(output(capsys, *arguments, "--json"))


# One card


def test_a_card_is_printed_with_facts_wording_and_rulings(
    capsys: pytest.CaptureFixture[str],
) -> None:
    lines = output(capsys, "card", "nato").splitlines()
    assert lines[:3] == [
        "NATO*",
        "21 · US · 4 ops · Early War · standard",
        "* leaves the game once its event has happened",
    ]
    assert "Needs Marshall Plan or Warsaw Pact Formed." in " ".join(lines)
    assert any(line.startswith("Lasting, for the rest of the game: ") for line in lines)
    assert lines[lines.index("Rulings") + 1].startswith("- Protection follows control")


def test_kinds_of_cards_are_told_apart(capsys: pytest.CaptureFixture[str]) -> None:
    said = output(capsys, "card", "asia scoring")
    assert "1 · neutral · scoring card · Early War · standard" in said
    said = output(capsys, "card", "brush war")
    assert "36 · neutral · 3 ops · Mid War · standard · war card" in said
    assert "104 · USSR · 2 ops · Early War · optional" in output(capsys, "card", "cambridge")
    assert "113 · USSR · 2 ops · Mid War · promotional" in output(capsys, "card", "Berlin Wall")
    assert "120 · US · 2 ops · Early War · Turn Zero" in output(capsys, "card", "nationalist")


def test_a_card_in_spanish(capsys: pytest.CaptureFixture[str]) -> None:
    said = output(capsys, "card", "otan", "--lang", "es")
    assert said.startswith("OTAN*\n21 · EE. UU. · 4 ops · Guerra Inicial · normal\n")
    assert f"\nAclaraciones\n- {load_rulings('es')['nato'][0][:40]}" in said


def test_a_card_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    card = data(capsys, "card", "flower", "power")
    assert card["rulings"] == load_rulings()["flower_power"]
    del card["text"], card["rulings"]
    assert card == {
        "number": 59,
        "id": "flower_power",
        "name": "Flower Power",
        "side": "ussr",
        "ops": 4,
        "period": "mid",
        "starred": True,
        "scoring": False,
        "war": False,
        "set": "standard",
        "lasting": [
            {
                "effect": "flower_power",
                "text": "The USSR gains 2 VP whenever the US plays a war card as event or for "
                "operations.",
                "duration": "until_ended",
                "ended_by": ["an_evil_empire"],
            }
        ],
    }


@pytest.mark.parametrize("key", CARD_BY_KEY)
def test_every_card_is_found_by_its_key_and_its_number(
    key: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for language in ("en", "es"):
        card = data(capsys, "card", key, "--lang", language)
        assert card["id"] == key
        assert data(capsys, "card", card["name"], "--lang", language)["id"] == key
        assert data(capsys, "card", str(card["number"]), "--lang", language)["id"] == key
        assert output(capsys, "card", key, "--lang", language)


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        ("TRUMAN", "truman_doctrine"),
        ("quagmyre", "quagmire"),
        ("china card", "the_china_card"),
        ("iron lady", "the_iron_lady"),
        ("we will", "we_will_bury_you"),
        ("destalinization", "de_stalinization"),
        ("dont wait", "dont_wait_for_the_translation"),
        ("kal-007", "soviets_shoot_down_kal_007"),
        ("021", "nato"),
        ("p6", "first_lightning"),
        ("marshal plan", "marshall_plan"),
    ],
)
def test_fuzzy_names(typed: str, key: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert data(capsys, "card", typed)["id"] == key


@pytest.mark.parametrize(
    ("typed", "suggested"),
    [("blocade of berlin", "Blockade"), ("vietnamese", "Vietnam Revolts"), ("xyzzy", "nearest")],
)
def test_an_unknown_name_gets_suggestions(
    typed: str, suggested: str, capsys: pytest.CaptureFixture[str]
) -> None:
    said = refused(capsys, "card", typed)
    assert f"no card is called {typed!r}; the nearest names are " in said
    assert suggested in said


def test_a_name_that_fits_several_cards_names_them(capsys: pytest.CaptureFixture[str]) -> None:
    said = refused(capsys, "card", "scoring")
    assert "'scoring' could be any of these: Asia Scoring, Europe Scoring" in said


def test_an_unknown_number(capsys: pytest.CaptureFixture[str]) -> None:
    said = refused(capsys, "card", "500")
    assert said == f"twilight: no card has the number 500; there are 1 to {len(ALL_CARDS)}\n"


# All cards


def test_all_cards_are_listed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    said = output(capsys, "cards")
    rows = [line for line in said.splitlines() if line.startswith("│")]
    assert len(rows) == len(BOX_CARDS)
    cells = [cell.strip() for cell in rows[20].strip("│").split("│")]
    assert cells == ["21", "NATO", "US", "4", "Early War", "*"]


def test_the_list_as_json_and_in_spanish(capsys: pytest.CaptureFixture[str]) -> None:
    listed = data(capsys, "cards")
    assert [card["number"] for card in listed] == list(range(1, 111))
    assert sum(card["starred"] for card in listed) == 70
    assert all(card["text"] for card in listed)
    assert listed[1]["ops"] is None
    spanish = data(capsys, "cards", "--lang", "es", "--extra")
    assert len(spanish) == len(ALL_CARDS)
    assert spanish[18]["name"] == "Doctrina Truman"


# The command line


def test_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["--version"])
    assert left.value.code == 0
    assert capsys.readouterr().out.startswith("twilight ")


@pytest.mark.parametrize("arguments", [[], ["dance"], ["card"], ["cards", "--lang", "tlh"]])
def test_bad_usage_leaves_with_code_2(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(arguments)
    assert left.value.code == 2
    said = capsys.readouterr().err
    assert said.startswith("twilight")
    assert said.count("\n") == 1


def test_the_commands_of_the_house(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    said = capsys.readouterr().out
    for command in ("play", "simulate", "replay", "card", "cards", "rules", "bench"):
        assert f"\n    {command} " in said


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (KeyboardInterrupt(), 130, ""),
        (FileNotFoundError(2, "No such file", "save.json"), 2, "twilight: save.json: No such"),
    ],
)
def test_errors_leave_no_traceback(
    error: BaseException,
    code: int,
    said: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(arguments: object) -> int:
        raise error

    monkeypatch.setattr(cards, "run_cards", fail)
    assert main(["cards"]) == code
    assert capsys.readouterr().err.startswith(said)


def test_a_reader_that_goes_away_is_no_error() -> None:
    command = f"{sys.executable} -m twilight.cli.main cards --json | head -c 10"
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command],
        env={**os.environ, "PYTHONPATH": str(SOURCE)},
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0
    assert done.stderr == b""
