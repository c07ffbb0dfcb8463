"""Games of days: time for every move, vacations, and questions that need not be asked."""

from pathlib import Path
from random import Random

import pytest

from tests.server.live_server import Client, Json, LiveServer, play_answers, settings_for
from tests.server.people.test_accounts import account
from tests.server.play.test_clock import answer, play_to_headline
from twilight.engine.rules import Rules
from twilight.engine.types import CHANCE
from twilight.server.play.clock import Clock, ClockRules
from twilight.server.play.entries import EntryKind, Setup
from twilight.server.play.referee import Referee

HOUR = 3600 * 1000
DAY = 24 * HOUR
THREE_DAYS: Json = {"type": "per_move", "days": 3}
PER_MOVE = ClockRules(total=3 * DAY, per_move=True)


def referee_with(clock: ClockRules, spared: tuple[int, ...] = ()) -> Referee:
    referee = Referee(Setup(Rules(), "seed", clock))
    referee.spared = spared
    referee.start(0)
    return referee


def test_every_move_has_the_whole_time_again() -> None:
    referee = referee_with(PER_MOVE)
    play_to_headline(referee)
    for seat in referee.asked_seats:
        assert referee.clock.remaining(seat, 2 * DAY) == DAY
    # Both choose a headline after two days; each has three days again for what comes.
    answer(referee, 2 * DAY)
    answer(referee, 2 * DAY)
    assert [referee.clock.left[seat] for seat in (0, 1)] == [3 * DAY, 3 * DAY]
    assert referee.time_out(4 * DAY) == []
    [ended] = referee.time_out(5 * DAY + 3000)
    assert ended.kind is EntryKind.TIMEOUT


@pytest.mark.parametrize("rules", [PER_MOVE, ClockRules(total=2 * DAY, increment=DAY, cap=2 * DAY)])
def test_an_undo_gains_and_loses_no_time(rules: ClockRules) -> None:
    referee = referee_with(rules)
    play_to_headline(referee)
    seat = referee.asked_seats[0]
    before = referee.clock.remaining(seat, 30 * HOUR)
    answer(referee, 30 * HOUR)
    referee.undo(seat, 30 * HOUR)
    assert referee.clock.remaining(seat, 30 * HOUR) == before


def test_a_clock_stands_still_on_vacation() -> None:
    clock = Clock(ClockRules(total=2 * DAY, per_move=True))
    clock.vacations = (((DAY, 11 * DAY),), ())
    clock.run((0,), 0)
    assert clock.remaining(0, DAY) == DAY
    assert clock.remaining(0, 6 * DAY) == DAY
    assert clock.remaining(0, 11 * DAY + HOUR) == DAY - HOUR
    assert clock.deadline(0) == 12 * DAY
    assert clock.deadline(5 * DAY) == 12 * DAY
    # An outage in the middle of it counts once.
    clock.downtime = lambda start, end: max(0, min(end, 4 * DAY) - max(start, 3 * DAY))
    assert clock.remaining(0, 6 * DAY) == DAY
    clock.run((1,), 0)
    assert clock.remaining(1, DAY) == DAY


def test_questions_with_one_answer_are_answered_by_themselves() -> None:
    spared = 0
    for seed in range(6):
        referee = referee_with(PER_MOVE, spared=(0, 1))
        random = Random(seed)
        for _ in range(220):
            if referee.is_over:
                break
            seat = random.choice(referee.asked_seats)
            pending = referee.question_of(seat)
            assert pending is not None
            # What is still asked leaves a choice, or comes within one's own move.
            people = [one.actor for one in referee.given if one.actor != CHANCE]
            own = bool(people) and people[-1] == pending.actor
            assert len(pending.options) > 1 or own or referee.joint is not None
            decision = referee.decision_of(referee.side_of(seat))
            action = random.choice(pending.options)
            entries = referee.answer(seat, decision, action, 0)
            spared += sum(
                one.kind is EntryKind.ANSWER and one.actor not in (CHANCE, pending.actor)
                for one in entries
                if referee.joint is None
            )
    assert spared > 0


def seated(server: LiveServer, **wish: object) -> tuple[Client, Client, str]:
    us, _ = account(server)
    ussr, _ = account(server)
    game = us.create(side="us", **wish)
    ussr.post(f"/games/{game['id']}/join", {"invite": game["invite"]})
    return us, ussr, game["id"]


def time_left(client: Client, game: str) -> int:
    games = client.get("/me/games/standing")["games"]
    [found] = [one["time_left"] for one in games if one["info"]["id"] == game]
    return int(found)


def test_days_for_every_move_at_a_server(server: LiveServer) -> None:
    us, ussr, game = seated(server, clock=THREE_DAYS)
    assert us.get(f"/games/{game}")["clock"] == THREE_DAYS
    assert 2 * DAY < time_left(us, game) <= 3 * DAY
    play_answers([us, ussr], game, Random(1), 40)
    clock = us.table(game)["clock"]
    assert all(2 * DAY < left <= 3 * DAY for left in clock["left"].values())
    bad = {"mode": "online", "clock": {"type": "per_move", "days": 0}}
    assert us.refused("POST", "/games", bad) == "bad_message"


def test_a_vacation_gives_time_and_takes_days(folder: Path) -> None:
    settings = settings_for(folder, vacation_days=12)
    with LiveServer(settings) as server:
        us, ussr, game = seated(server, clock=THREE_DAYS)
        assert ussr.get("/me/vacation")["days_left"] == 12
        away = ussr.post("/me/vacation", {"days": 10}, method="PUT")
        assert away["days_left"] == 2
        assert time_left(us, game) > 12 * DAY
        players = us.get(f"/games/{game}")["players"]
        assert [one["away_until"] is not None for one in players] == [True, False]
        # It is theirs alone, and a longer one than is left is refused.
        assert ussr.refused("PUT", "/me/vacation", {"days": 13}) == "no_vacation"
        cookie = ussr.http.cookies["twilight"]
    with LiveServer(settings) as server:
        # Kept over a restart, which opens no game.
        ussr = server.client()
        ussr.http.cookies.set("twilight", cookie)
        assert time_left(ussr, game) > 12 * DAY
        ended = ussr.request("DELETE", "/me/vacation").json()
        assert ended["away_until"] is None
        # A day that has begun is used.
        assert ended["days_left"] == 11
        assert time_left(ussr, game) <= 3 * DAY


def test_a_vacation_stops_no_quick_clock(server: LiveServer) -> None:
    us, ussr, game = seated(server, clock={"type": "total", "minutes": 45})
    ussr.post("/me/vacation", {"days": 2}, method="PUT")
    assert time_left(us, game) <= DAY
    assert us.get(f"/games/{game}")["players"][0]["away_until"] is None


def test_what_need_not_be_asked_is_a_choice(server: LiveServer) -> None:
    us, _, game = seated(server, clock=THREE_DAYS)
    assert us.get("/me/vacation")["spares_single"]
    room = server.call(lambda: server.hub.room(game))
    assert room.referee.spared == (0, 1)
    changed = us.post("/me/vacation", {"spares_single": False}, method="PATCH")
    assert not changed["spares_single"]
    assert room.referee.spared == (0,)
