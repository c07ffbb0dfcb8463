"""Clocks: pure, and at a table."""

import pytest

from twilight.engine.rules import Rules
from twilight.server.errors import Refusal
from twilight.server.play.clock import ANIMATION, GRACES, Clock, ClockRules
from twilight.server.play.entries import Entry, EntryKind, OfferKind, Setup
from twilight.server.play.outcome import Ending
from twilight.server.play.referee import Referee

MINUTE = 60_000


def test_only_the_running_seat_pays() -> None:
    clock = Clock(ClockRules(total=10 * MINUTE))
    clock.run((0,), 1000)
    assert clock.remaining(0, 1000 + MINUTE) == 9 * MINUTE
    assert clock.remaining(1, 1000 + MINUTE) == 10 * MINUTE
    assert clock.deadline(1000) == 1000 + 10 * MINUTE


def test_dice_that_are_shown_are_free() -> None:
    clock = Clock(ClockRules(total=MINUTE))
    clock.run((0,), 0, 2 * ANIMATION)
    assert clock.remaining(0, ANIMATION) == MINUTE
    assert clock.remaining(0, 2 * ANIMATION + 5) == MINUTE - 5
    clock.run((0,), 0, 100 * ANIMATION)
    assert clock.since[0] == 2000


def test_a_lost_connection_stops_the_clock_for_a_while() -> None:
    clock = Clock(ClockRules(total=10 * MINUTE, grace=2 * MINUTE))
    clock.run((0,), 0)
    clock.disconnect(0, MINUTE)
    assert clock.remaining(0, 2 * MINUTE) == 9 * MINUTE
    assert clock.remaining(0, 4 * MINUTE) == 8 * MINUTE
    assert clock.deadline(2 * MINUTE) == 12 * MINUTE
    clock.reconnect(0, 4 * MINUTE)
    assert clock.remaining(0, 5 * MINUTE) == 7 * MINUTE
    assert clock.grace[0] == (2 * GRACES - 2) * MINUTE
    clock.disconnect(1, 5 * MINUTE)
    assert clock.remaining(0, 6 * MINUTE) == 6 * MINUTE


def test_grace_is_not_endless() -> None:
    clock = Clock(ClockRules(total=60 * MINUTE, grace=2 * MINUTE))
    clock.run((0,), 0)
    now = 0
    for _ in range(10):
        clock.disconnect(0, now)
        now += 2 * MINUTE
        clock.reconnect(0, now)
    assert clock.remaining(0, now) == (60 - 20 + 2 * GRACES) * MINUTE


def test_grace_is_used_up_without_any_connection() -> None:
    """Who answers by requests alone has no more of it than others."""
    clock = Clock(ClockRules(total=60 * MINUTE, grace=2 * MINUTE))
    clock.disconnect(0, 0)
    for number in range(10):
        clock.run((0,), number * 2 * MINUTE)
        clock.left[0] = clock.remaining(0, (number + 1) * 2 * MINUTE)
    assert clock.left[0] == (60 - 20 + 2 * GRACES) * MINUTE


def test_time_in_which_no_server_ran_is_free() -> None:
    clock = Clock(ClockRules(total=10 * MINUTE), downtime=lambda start, end: 3 * MINUTE)
    clock.run((1,), 0)
    assert clock.remaining(1, 5 * MINUTE) == 8 * MINUTE


@pytest.mark.parametrize(
    ("rules", "left", "after"),
    [
        (ClockRules(total=100, increment=30), 50, 80),
        (ClockRules(total=100, increment=30, cap=100), 50, 80),
        (ClockRules(total=100, increment=30, cap=100), 90, 100),
        (ClockRules(total=200, increment=30, cap=100), 150, 150),
    ],
)
def test_increment_and_cap(rules: ClockRules, left: int, after: int) -> None:
    assert rules.after_move(left) == after


def referee_with(clock: ClockRules, human: tuple[bool, bool] = (True, True)) -> Referee:
    referee = Referee(Setup(Rules(), "seed", clock, human=human))
    referee.start(0)
    return referee


def answer(referee: Referee, now: int) -> list[Entry]:
    seat = referee.asked_seats[0]
    pending = referee.question_of(seat)
    assert pending is not None
    decision = referee.decision_of(referee.side_of(seat))
    return referee.answer(seat, decision, pending.options[0], now)


def play_to_headline(referee: Referee) -> None:
    while referee.game.state.segment.name != "HEADLINE":
        answer(referee, 0)


def test_a_table_without_a_clock_never_ends_by_time() -> None:
    referee = referee_with(ClockRules())
    assert referee.time_out(10**15) == []
    answer(referee, 10**15)


def test_time_runs_for_who_decides_and_ends_the_game() -> None:
    referee = referee_with(ClockRules(total=MINUTE))
    [entry] = answer(referee, 20_000)
    assert entry.left == 40_000
    with pytest.raises(Refusal) as refused:
        answer(referee, 60_001)
    assert refused.value.code == "time_over"
    assert referee.time_out(60_000) != []
    assert referee.result is not None
    assert referee.result.ending is Ending.TIMER
    assert referee.result.winner == 1


def test_an_increment_comes_with_a_move_and_goes_with_its_undo() -> None:
    referee = referee_with(ClockRules(total=MINUTE, increment=10_000))
    play_to_headline(referee)
    before = referee.clock.left[0]
    assert referee.asked_seats == (0, 1)
    [entry] = answer(referee, 0)
    assert entry.left == before + 10_000
    [undo] = referee.undo(0, 0)
    assert undo.left == before
    [again] = answer(referee, 0)
    assert again.left == before + 10_000


def test_the_time_of_the_computer_does_not_count() -> None:
    referee = referee_with(ClockRules(total=MINUTE), human=(False, True))
    assert referee.clock.seats == ()
    answer(referee, 10**9)
    assert referee.clock.left == [MINUTE, MINUTE]


def test_a_pause_stops_the_clock() -> None:
    referee = referee_with(ClockRules(total=MINUTE))

    referee.offer(0, OfferKind.PAUSE, 5_000)
    referee.offer(1, OfferKind.PAUSE, 10_000)
    assert referee.paused
    assert referee.clock.deadline(10_000) is None
    assert referee.time_out(10**9) == []
    referee.resume(1, 10**9)
    assert referee.clock.remaining(0, 10**9) == 50_000


def test_the_log_alone_tells_the_clocks() -> None:
    setup = Setup(Rules(), "seed", ClockRules(total=10 * MINUTE, increment=1000))
    referee, entries = Referee(setup), []
    entries += referee.start(0)
    for step in range(1, 60):
        entries += answer(referee, step * 700)
    again = Referee(setup)
    for entry in entries:
        again.apply(entry)
    assert again.clock.left == referee.clock.left
    assert again.clock.seats == referee.clock.seats
    assert again.clock.since == referee.clock.since
    assert again.decision == referee.decision
    assert {entry.kind for entry in entries} == {EntryKind.START, EntryKind.ANSWER, EntryKind.SEAL}
