"""Pairings: nobody twice, no rematch, sides balanced, whatever happens in a tournament."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from twilight.server.tournaments.pairing import (
    BYE,
    Contender,
    Pair,
    most_swiss_rounds,
    round_robin,
    swiss_round,
)
from twilight.server.tournaments.standings import ROUND_ROBIN, SWISS, Score, standings


class Played:
    """A tournament that is played by lot."""

    def __init__(self, players: int, random: Random) -> None:
        self.random = random
        self.staying = list(range(1, players + 1))
        self.points = dict.fromkeys(self.staying, 0)
        self.sides: dict[int, list[str]] = {one: [] for one in self.staying}
        self.opponents: dict[int, list[int]] = {one: [] for one in self.staying}
        self.down = dict.fromkeys(self.staying, False)

    def pair(self) -> list[Pair]:
        return swiss_round(
            [
                Contender(
                    one,
                    self.points[one],
                    tuple(self.sides[one]),
                    tuple(self.opponents[one]),
                    self.down[one],
                )
                for one in self.staying
            ]
        )

    def play(self, pairs: list[Pair]) -> None:
        before = dict(self.points)
        for pair in pairs:
            ussr, us = pair
            if us == BYE:
                self.points[ussr] += 2
                self.opponents[ussr].append(BYE)
                continue
            for one, other, side in ((ussr, us, "ussr"), (us, ussr, "us")):
                self.opponents[one].append(other)
                self.sides[one].append(side)
                self.down[one] = before[one] > before[other]
            result = self.random.choice(["us", "ussr", "ussr", "draw"])
            self.points[ussr] += {"ussr": 2, "draw": 1}.get(result, 0)
            self.points[us] += {"us": 2, "draw": 1}.get(result, 0)

    def lean(self, one: int) -> int:
        return self.sides[one].count("us") - self.sides[one].count("ussr")


def check_everyone_once(pairs: list[Pair], players: list[int]) -> None:
    paired = [one for pair in pairs for one in pair if one != BYE]
    assert sorted(paired) == sorted(players)
    assert sum(pair.us == BYE for pair in pairs) == len(players) % 2
    assert all(pair.ussr != BYE for pair in pairs)


@settings(max_examples=60, deadline=None)
@given(players=st.integers(2, 26), seed=st.integers(0, 2**32))
def test_a_swiss_tournament_has_no_rematch_and_balanced_sides(players: int, seed: int) -> None:
    tournament = Played(players, Random(seed))
    for number in range(1, most_swiss_rounds(players) + 1):
        pairs = tournament.pair()
        check_everyone_once(pairs, tournament.staying)
        tournament.play(pairs)
        for one in tournament.staying:
            met = Counter(tournament.opponents[one])
            assert max(met.values()) == 1, f"round {number}: {one} met {met}"
            # Two only where few opponents are left, and never in the first half of the rounds.
            lean = abs(tournament.lean(one))
            assert lean <= (1 if number <= players // 4 + 1 else 2)


@settings(max_examples=40, deadline=None)
@given(
    players=st.integers(12, 24),
    seed=st.integers(0, 2**32),
    leaving=st.lists(st.integers(0, 3), min_size=4, max_size=4),
)
def test_withdrawals_do_not_bring_rematches(players: int, seed: int, leaving: list[int]) -> None:
    """Of twelve and more a few may leave in four rounds, and there are opponents enough."""
    random = Random(seed)
    tournament = Played(players, random)
    gone = 0
    for number in leaving:
        pairs = tournament.pair()
        check_everyone_once(pairs, tournament.staying)
        tournament.play(pairs)
        for one in tournament.staying:
            assert max(Counter(tournament.opponents[one]).values()) == 1
            assert abs(tournament.lean(one)) <= 2
        for _ in range(min(number, 3 - gone)):
            gone += 1
            tournament.staying.remove(random.choice(tournament.staying))


def test_a_rematch_is_the_last_resort() -> None:
    """Two who are left over play again rather than not at all."""
    met = [Contender(1, 2, ("us",), (2,)), Contender(2, 0, ("ussr",), (1,))]
    assert swiss_round(met) == [Pair(1, 2)]


def test_the_best_meet_the_best() -> None:
    points = {1: 4, 2: 4, 3: 2, 4: 2, 5: 0, 6: 0}
    pairs = swiss_round([Contender(one, points[one]) for one in points])
    assert sorted(sorted(pair) for pair in pairs) == [[1, 2], [3, 4], [5, 6]]


def test_the_upper_half_meets_the_lower_half_first() -> None:
    pairs = swiss_round([Contender(one, 0) for one in range(1, 9)])
    assert sorted(sorted(pair) for pair in pairs) == [[1, 5], [2, 6], [3, 7], [4, 8]]


def test_the_last_who_had_none_gets_the_bye() -> None:
    players = [Contender(1, 4), Contender(2, 2), Contender(3, 0, (), (BYE,))]
    assert Pair(2, BYE) in swiss_round(players)


@pytest.mark.parametrize("players", range(2, 33))
@pytest.mark.parametrize("cycles", [1, 2])
def test_everybody_meets_everybody_with_balanced_sides(players: int, cycles: int) -> None:
    numbers = list(range(1, players + 1))
    rounds = round_robin(numbers, cycles)
    assert len(rounds) == (players - 1 + players % 2) * cycles
    met: Counter[frozenset[int]] = Counter()
    lean: Counter[int] = Counter()
    tables: Counter[Pair] = Counter()
    for pairs in rounds:
        check_everyone_once(pairs, numbers)
        for pair in pairs:
            if pair.us != BYE:
                met[frozenset(pair)] += 1
                tables[pair] += 1
                lean[pair.us] += 1
                lean[pair.ussr] -= 1
    assert len(met) == players * (players - 1) // 2
    assert set(met.values()) == {cycles}
    assert set(tables.values()) == {1}
    assert all(abs(one) <= (1 if cycles == 1 else 0) for one in lean.values())


def score(player: int, opponent: int, points: int) -> list[Score]:
    return [Score(player, opponent, points, True), Score(opponent, player, 2 - points, True)]


def test_a_league_is_ordered_by_points_wins_the_result_between_and_sonneborn_berger() -> None:
    # 1 and 2 have two points, 1 by a win and 2 by two draws and ... the win decides.
    scores = [*score(1, 3, 2), *score(1, 2, 0), *score(2, 3, 0), *score(3, 4, 1)]
    table = standings(ROUND_ROBIN, [1, 2, 3, 4], scores)
    assert [one.player for one in table] == [3, 2, 1, 4]
    assert [one.points for one in table] == [3, 2, 2, 1]
    # 2 has beaten 1: as many points and as many wins, so the result between them decides.
    assert [one.wins for one in table] == [1, 1, 1, 0]


def test_a_swiss_table_is_ordered_by_buchholz_first() -> None:
    scores = [*score(1, 3, 2), *score(2, 4, 2), *score(3, 4, 2)]
    table = standings(SWISS, [1, 2, 3, 4], scores)
    # 1, 2 and 3 have two points; 2 against nobody who has any, and 1 has beaten 3.
    assert [one.player for one in table] == [1, 3, 2, 4]
    assert {one.player: one.buchholz for one in table} == {1: 2, 2: 0, 3: 2, 4: 4}


def test_a_bye_counts_points_but_no_win() -> None:
    table = standings(SWISS, [1, 2], [Score(1, BYE, 2, False)])
    first = table[0]
    assert (first.player, first.points, first.wins, first.buchholz) == (1, 2, 0, 2)
    assert first.sonneborn_berger == 0
