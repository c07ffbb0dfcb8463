"""Shipped puzzles hold what they promise; made ones are proved."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest

from twilight.engine.cards import CARD_KEYS, SCORING
from twilight.engine.game import Game
from twilight.engine.ids import COUP, INFLUENCE, NO_CARD, PASS
from twilight.engine.types import SIDES
from twilight.engine.view import observe
from twilight.study.coach import puzzle_hint
from twilight.study.judge import EvaluationJudge, shipped_judge
from twilight.study.lines import is_card_choice
from twilight.study.puzzles import make
from twilight.study.puzzles.daily import daily_puzzle
from twilight.study.puzzles.make import BEST_IN, LEAST_WORLDS, MARGIN, SURE, make_puzzle
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
from twilight.study.words import hint_text, play_text, reasons_text

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
        assert play_text(solution, code)
        assert reasons_text(solution.reasons, code)
    assert judge_answer(puzzle, solution.card, solution.use, solution.countries) == "solved"


@pytest.mark.parametrize("puzzle", PUZZLES[::80], ids=lambda one: str(one.id))
def test_a_shipped_puzzle_is_found_again(puzzle: Puzzle) -> None:
    found = make_puzzle(puzzle.game(), shipped_judge(), puzzle.source)
    assert found is not None
    # The last digits of its numbers may differ from one processor to the next.
    assert (found.id, found.kind, found.solution.choice) == (
        puzzle.id,
        puzzle.kind,
        puzzle.solution.choice,
    )


def test_what_another_judge_does_not_believe_is_no_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    """A judge who expects the opposite finds another answer."""

    class Contrary(EvaluationJudge):
        def with_open_hands(self, games: Sequence[Game]) -> list[float]:
            return [1 - chance for chance in super().with_open_hands(games)]

    monkeypatch.setattr(make, "OTHER_JUDGES", (Contrary(),))
    assert make_puzzle(PUZZLES[0].game(), shipped_judge(), "test") is None


def test_the_other_headline_is_no_change_of_ones_own() -> None:
    """A scoring card moves no influence, whatever the enemy is known to headline."""
    scorings = [
        play
        for puzzle in PUZZLES
        for play in puzzle.plays
        if play.card != NO_CARD and SCORING[play.card] and play.use == PASS
    ]
    assert scorings
    assert all(not play.changes for play in scorings)


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


def test_every_day_has_its_puzzle_and_none_comes_again_before_all_had_theirs() -> None:
    first = date(2026, 2, 20)
    days = [daily_puzzle(first + timedelta(number), PUZZLES) for number in range(len(PUZZLES))]
    assert {one.id for one in days} == {one.id for one in PUZZLES}
    # Neither the order of the list nor who asks changes it.
    assert daily_puzzle(first, PUZZLES[::-1]) is days[0]


def test_a_hint_names_no_card_of_the_hand() -> None:
    for puzzle in PUZZLES:
        hint = puzzle_hint(puzzle)
        own = observe(puzzle.game(), puzzle.side).hand
        named = {value for reason in hint.says for value in reason.values}
        assert hint_text(hint, "en")
        assert hint.cards == ()
        assert named.isdisjoint(CARD_KEYS[card] for card in own)
