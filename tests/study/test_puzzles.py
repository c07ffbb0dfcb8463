"""Shipped puzzles hold what they promise; made ones are proved."""

from dataclasses import replace
from pathlib import Path

import pytest

from twilight.engine.ids import COUP, INFLUENCE, NO_CARD
from twilight.engine.types import SIDES
from twilight.study.lines import is_card_choice
from twilight.study.puzzles.make import BEST_IN, LEAST_WORLDS, MARGIN, SURE
from twilight.study.puzzles.puzzle import (
    KINDS,
    Puzzle,
    PuzzleError,
    from_dict,
    judge_answer,
    read_puzzles,
    shipped_puzzles,
    to_dict,
)
from twilight.study.words import play_text, reasons_text

PUZZLES = shipped_puzzles()


def test_there_are_enough_of_every_kind() -> None:
    assert len(PUZZLES) >= 300
    assert {puzzle.kind for puzzle in PUZZLES} == set(KINDS)
    assert len({puzzle.id for puzzle in PUZZLES}) == len(PUZZLES)
    # Nor is a position there twice under two names.
    assert len({repr((puzzle.base, puzzle.answers)) for puzzle in PUZZLES}) == len(PUZZLES)
    assert len({puzzle.rating for puzzle in PUZZLES}) > 50


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda one: str(one.id))
def test_the_answer_is_legal_and_proved(puzzle: Puzzle) -> None:
    game = puzzle.game()
    decision = game.pending
    assert decision is not None
    assert is_card_choice(decision)
    assert decision.actor == puzzle.side
    assert puzzle.side in SIDES
    solution = puzzle.solution
    if solution.card != NO_CARD:
        assert solution.card in decision.options
    proof = puzzle.proof
    assert proof.worlds >= LEAST_WORLDS
    assert proof.margin >= MARGIN - 1e-3
    assert proof.margin >= SURE * proof.error - 1e-3
    assert proof.best_in >= BEST_IN - 1e-3
    for other in puzzle.plays[1:]:
        assert other.choice != solution.choice
        assert other.chance <= solution.chance - MARGIN + 1e-3
    for code in ("en", "es"):
        assert play_text(solution.card, solution.use, solution.countries, code)
        assert reasons_text(solution.reasons, code)
    assert judge_answer(puzzle, solution.card, solution.use, solution.countries) == "solved"


def test_the_right_card_with_another_use_is_half_right() -> None:
    puzzle = next(one for one in PUZZLES if one.solution.card != NO_CARD)
    answer = replace(puzzle.solution, use=COUP, countries=(3,))
    other = next(play for play in puzzle.plays if play.card != answer.card)
    puzzle = replace(puzzle, plays=(answer, other))
    assert judge_answer(puzzle, answer.card, COUP, (3,)) == "solved"
    assert judge_answer(puzzle, answer.card, COUP, (4,)) == "half"
    assert judge_answer(puzzle, answer.card, INFLUENCE, (3,)) == "half"
    assert judge_answer(puzzle, other.card, other.use, other.countries) == "not"


def test_a_puzzle_survives_its_file(tmp_path: Path) -> None:
    import json

    path = tmp_path / "some.jsonl"
    path.write_text(json.dumps(to_dict(PUZZLES[0])) + "\n")
    assert read_puzzles(path) == [PUZZLES[0]]
    assert from_dict(to_dict(PUZZLES[1])) == PUZZLES[1]


@pytest.mark.parametrize("text", ["no JSON", "[1]", '{"id": "x"}'])
def test_a_file_without_puzzles_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text(text)
    with pytest.raises(PuzzleError, match="puzzle"):
        read_puzzles(path)
