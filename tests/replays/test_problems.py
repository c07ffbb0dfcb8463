"""What is wrong with rules, logs and saved games is told in the language of whoever asks."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import twilight
from tests.sentences import check_translated
from twilight.engine.rules import RulesError, make_rules
from twilight.engine.text.language import load_sentences
from twilight.engine.text.problems import Phrase, Problem, Told, problem_text
from twilight.replays.exporting.export_log import ExportError
from twilight.replays.files import SAMPLE, load_text
from twilight.replays.format.lines import UnknownName
from twilight.replays.format.parser import LogError
from twilight.replays.hidden_cards.constraints import HandsError
from twilight.replays.saves import SaveError

ROOMS = ("engine", "replays")
SPEAKERS = {
    one.__name__ for one in (Problem, Phrase, RulesError, SaveError, ExportError, UnknownName)
}
SPANISH = load_sentences("problems", "es")


def written() -> Iterator[tuple[str, ast.expr]]:
    """Yield every sentence of a problem in the sources, and where it stands."""
    root = Path(twilight.__file__).parent
    for source in sorted(file for room in ROOMS for file in (root / room).rglob("*.py")):
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            is_own = source.parent.name in ("format", "hidden_cards") and (
                ast.unparse(node.func) == "super().__init__"
            )
            if is_own or getattr(node.func, "id", "") in SPEAKERS:
                yield f"{source.name}:{node.lineno}", node.args[0]


def test_every_sentence_exists_in_spanish() -> None:
    check_translated(written(), SPANISH)


def test_problems_and_phrases_fill_blanks_in_both_languages() -> None:
    inner = HandsError(7, "", Problem("can't be in the {side} hand", side="US"))
    outer = SaveError("{path}: {error}", path="game.txt", error=inner)
    assert str(outer) == "game.txt: line 7: can't be in the US hand"
    assert problem_text(outer, "en") == str(outer)
    assert problem_text(outer, "es") == "game.txt: línea 7: no puede estar en la mano de US"
    told = Told({"en": "no", "es": "así no"})
    assert problem_text(SaveError("{error}", error=told), "es") == "así no"
    where = Phrase("turn {turn}, {part}", turn=2, part=Phrase("headline"))
    assert str(where) == "turn 2, headline"
    assert problem_text(where, "es") == "turno 2, titulares"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("hello", "esto no es ni una partida guardada ni un registro: un registro empieza por"),
        ("{hello", "esto no es una partida guardada: no hay JSON en la línea 1, columna 2"),
        ("{}", "esto no es una partida guardada: no dice su formato"),
        ("SETUP: nobody", "línea 1: esto no es un registro: tras 'SETUP: ' no hay ni jugador ni"),
    ],
)
def test_a_text_that_is_no_game_says_so_in_spanish(text: str, told: str) -> None:
    with pytest.raises(SaveError) as caught:
        load_text(text)
    assert problem_text(caught.value, "es").startswith(told)


def test_a_log_against_the_rules_tells_the_line_in_spanish() -> None:
    lines = SAMPLE.read_text(encoding="utf-8").splitlines(keepends=True)
    place = lines.index("Target: Italy\n")
    # Nobody has influence there.
    lines[place] = "Target: Kenya\n"
    with pytest.raises(SaveError, match="the log says 'Target: Kenya', the engine: ") as caught:
        load_text("".join(lines))
    told = problem_text(caught.value, "es")
    start = f"línea {place + 1}: el registro dice 'Target: Kenya', y según las reglas: "
    assert told.startswith(start)
    assert "Kenia" in told.removeprefix(start)


def test_rules_that_can_not_be_played_are_told_in_spanish() -> None:
    with pytest.raises(RulesError, match="unknown preset 'none'; known are") as caught:
        make_rules("none")
    problem = Problem(caught.value.sentence, **caught.value.values)
    assert problem_text(problem, "es").startswith("no existe el reglamento 'none'; existen ")


def test_a_line_of_a_log_keeps_its_number_and_its_text() -> None:
    error = LogError(3, "what?", Problem("unknown line"))
    assert (error.number, error.text, str(error.problem)) == (3, "what?", "unknown line")
    assert str(error) == "line 3: unknown line: 'what?'"
