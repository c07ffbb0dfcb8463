"""How hard a puzzle is shown to be follows those who tried it, gently and within bounds."""

from itertools import pairwise

from twilight.study.puzzles.difficulty import (
    FARTHEST,
    USUAL,
    Tries,
    expected_share,
    shown_rating,
)


def test_nothing_moves_without_answers_or_as_expected() -> None:
    for rating in (748, 1093, 1952):
        assert shown_rating(rating, Tries()) == rating
    assert expected_share(USUAL) == 0.5
    assert shown_rating(USUAL, Tries(people=100, solved=50, too_easy=7, too_hard=7)) == USUAL


def test_one_person_moves_little() -> None:
    for tries in (Tries(1, 0, 0, 1), Tries(1, 1, 1, 0)):
        assert 0 < abs(shown_rating(USUAL, tries) - USUAL) <= 25


def test_fewer_solvers_and_more_votes_for_too_hard_make_it_harder() -> None:
    by_solvers = [shown_rating(USUAL, Tries(people=50, solved=one)) for one in range(0, 51, 5)]
    assert all(harder > easier for harder, easier in pairwise(by_solvers))
    by_votes = [shown_rating(USUAL, Tries(50, 25, 20 - one, one)) for one in range(0, 21, 2)]
    assert all(harder > easier for easier, harder in pairwise(by_votes))


def test_no_crowd_moves_it_far() -> None:
    for rating in (700, USUAL, 2000):
        for tries in (Tries(10**6, 0, 0, 10**6), Tries(10**6, 10**6, 10**6, 0)):
            assert abs(shown_rating(rating, tries) - rating) <= FARTHEST
