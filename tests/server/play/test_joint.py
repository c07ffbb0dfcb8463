"""Both sides choose at once: sealed, revealed together, changed until both have chosen."""

import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.server.live_server import Live, LiveServer, settings_for, two_players
from twilight.engine.game import Game
from twilight.engine.ids import NO_CARD
from twilight.engine.operations.space import MAN_IN_EARTH_ORBIT
from twilight.engine.rules import Rules, make_rules
from twilight.engine.types import SIDES, US, USSR, Kind
from twilight.server.errors import Refusal
from twilight.server.play.clock import ClockRules
from twilight.server.play.entries import EntryKind, OfferKind, Setup
from twilight.server.play.joint import joint_moment
from twilight.server.play.referee import Referee
from twilight.server.storage.writer import Append

MINUTE = 60_000
NO_CLOCK = ClockRules()
CLOCK = {"type": "total", "minutes": 60}


def answer(referee: Referee, seat: int, place: int = 0, now: int = 0) -> None:
    pending = referee.question_of(seat)
    assert pending is not None
    decision = referee.decision_of(referee.side_of(seat))
    referee.answer(seat, decision, pending.options[place], now)


def at_headlines(clock: ClockRules = NO_CLOCK) -> Referee:
    referee = Referee(Setup(Rules(), "seed", clock))
    referee.start(0)
    while referee.game.pending is not None and referee.game.pending.kind is not Kind.HEADLINE:
        answer(referee, referee.asked_seats[0])
    return referee


def test_both_are_asked_and_the_second_may_choose_first() -> None:
    referee = at_headlines()
    assert referee.asked_seats == (0, 1)
    answer(referee, 1)
    assert [*referee.asked_seats] == [0]
    assert referee.game.state.chosen == [NO_CARD, NO_CARD]
    answer(referee, 0)
    assert referee.joint is None
    kinds = [given.kind for given in referee.given[-4:]]
    assert kinds.count(Kind.HEADLINE) == 2
    assert [given.actor for given in referee.given if given.kind is Kind.HEADLINE] == [USSR, US]


def test_a_choice_can_be_changed_until_both_have_chosen() -> None:
    referee = at_headlines()
    answer(referee, 1, 0)
    first = referee.sealed[US][0].action
    referee.undo(1, 0)
    assert referee.asked_seats == (0, 1)
    answer(referee, 1, 1)
    second = referee.sealed[US][0].action
    assert first != second
    answer(referee, 0)
    record = referee.game.record or []
    assert second in record[-8:]
    assert first not in record[-8:]
    for seat in (0, 1):
        with pytest.raises(Refusal) as refused:
            referee.undo(seat, 0)
        assert refused.value.code == "no_undo"


def test_nobody_takes_back_what_was_not_chosen() -> None:
    referee = at_headlines()
    answer(referee, 0)
    with pytest.raises(Refusal) as refused:
        referee.undo(1, 0)
    assert refused.value.message == "There is no choice to take back yet."


def test_an_answer_that_is_sent_twice_is_stale() -> None:
    referee = at_headlines()
    decision = referee.decision_of(US)
    pending = referee.question_of(1)
    assert pending is not None
    referee.answer(1, decision, pending.options[0], 0)
    with pytest.raises(Refusal) as refused:
        referee.answer(1, decision, pending.options[0], 0)
    assert refused.value.code == "stale_decision"


def test_a_sealed_choice_survives_in_the_log() -> None:
    entries = []
    referee = Referee(Setup(Rules(), "seed"))
    entries += referee.start(0)
    random = Random(3)
    while referee.number < 400 and not referee.is_over:
        seat = random.choice(referee.asked_seats)
        pending = referee.question_of(seat)
        assert pending is not None
        decision = referee.decision_of(referee.side_of(seat))
        entries += referee.answer(seat, decision, random.choice(pending.options), 0)
        if referee.joint is not None and random.random() < 0.4 and any(referee.sealed):
            side = next(side for side in SIDES if referee.sealed[side])
            entries += referee.undo(referee.seat_of(side), 0)
        again = Referee(referee.setup)
        if referee.joint is not None:
            for entry in entries:
                again.apply(entry)
            assert again.sealed == referee.sealed
            assert again.asked_seats == referee.asked_seats
            assert again.game.record == referee.game.record
    kinds = {entry.kind for entry in entries}
    assert {EntryKind.SEAL, EntryKind.UNSEAL} <= kinds


def test_where_space_shows_one_headline_first_the_order_stays() -> None:
    referee = at_headlines()
    state = referee.game.state.copy()
    state.space[US] = MAN_IN_EARTH_ORBIT
    game = Game(state)
    assert game.pending is not None
    assert game.pending.kind is Kind.HEADLINE
    assert joint_moment(game) is None
    assert joint_moment(Game(referee.game.base.copy())) is not None


@pytest.mark.parametrize(
    ("options", "kinds"),
    [
        ({"side_selection": "bid"}, {Kind.BID_SIDE, Kind.BID_AMOUNT}),
        ({"turn_zero": True, "chinese_civil_war": True}, {Kind.STATECRAFT}),
    ],
)
def test_bids_and_statecraft_are_chosen_at_once(options: dict[str, Any], kinds: set[Kind]) -> None:
    referee = Referee(Setup(make_rules("deluxe", options), "seed"))
    referee.start(0)
    asked: set[Kind] = set()
    for step in range(40):
        if referee.joint is not None:
            questions = [referee.question_of(seat) for seat in (0, 1)]
            asked.update(one.kind for one in questions if one is not None)
        seats = referee.asked_seats
        if not seats:
            break
        answer(referee, seats[step % len(seats)])
    assert kinds <= asked


def test_at_one_screen_the_players_choose_one_after_the_other() -> None:
    referee = Referee(Setup(Rules(), "seed", shared=True))
    referee.start(0)
    for _ in range(60):
        assert len(referee.asked_seats) == 1
        answer(referee, referee.asked_seats[0])


# Clocks


def test_both_clocks_run_until_each_has_chosen() -> None:
    referee = at_headlines(ClockRules(total=10 * MINUTE, increment=5_000))
    began = referee.clock.since[0]
    assert referee.clock.seats == (0, 1)
    answer(referee, 1, now=began + MINUTE)
    assert [*referee.clock.seats] == [0]
    assert referee.clock.left[1] == 9 * MINUTE + 5_000
    referee.undo(1, began + 2 * MINUTE)
    assert referee.clock.left[1] == 9 * MINUTE
    answer(referee, 1, now=began + 3 * MINUTE)
    assert referee.clock.left[1] == 8 * MINUTE + 5_000
    assert referee.clock.remaining(0, began + 4 * MINUTE) == 6 * MINUTE


def test_who_has_chosen_does_not_lose_by_time() -> None:
    referee = at_headlines(ClockRules(total=10 * MINUTE))
    began = referee.clock.since[0]
    answer(referee, 1, now=began)
    assert referee.time_out(began + 9 * MINUTE) == []
    assert referee.time_out(began + 10 * MINUTE) != []
    assert referee.result is not None
    assert referee.result.winner == US


def test_a_pause_notes_both_clocks() -> None:
    referee = at_headlines(ClockRules(total=10 * MINUTE))
    began = referee.clock.since[0]
    referee.offer(0, OfferKind.PAUSE, began)
    referee.offer(1, OfferKind.PAUSE, began + MINUTE)
    assert referee.clock.left == [9 * MINUTE, 9 * MINUTE]
    referee.resume(0, began + 5 * MINUTE)
    assert referee.clock.seats == (0, 1)
    assert referee.clock.remaining(1, began + 6 * MINUTE) == 8 * MINUTE


# Nothing hidden in any frame


def to_headlines(server: LiveServer, lives: tuple[Live, Live], game: str) -> None:
    room = server.call(lambda: server.hub.room(game))
    for one in lives:
        one.until("update")
    while room.referee.joint is None:
        seat = room.referee.asked_seats[0]
        live = next(one for one in lives if one.prompt is not None and one.prompt["yours"])
        assert room.referee.question_of(seat) is not None
        assert live.answer(live.prompt["options"][0]["action"])["type"] == "done"  # type: ignore[index]
        for one in lives:
            viewer = US if one.update["view"]["viewer"] == "us" else USSR
            one.wait_for_number(room.referee.number_for(viewer))


def without_time(update: dict[str, Any]) -> dict[str, Any]:
    clock = update["clock"]
    kept = {**clock, "left": None, "now": None, "starts_in": None} if clock else None
    return {**update, "clock": kept}


def test_the_other_side_notices_nothing(server: LiveServer) -> None:
    host, guest, game = two_players(server, clock=CLOCK)
    with host.live(game) as first, guest.live(game) as second:
        to_headlines(server, (first, second), game)
        for me, client in ((first, guest), (second, host)):
            assert me.prompt is not None
            assert me.prompt["yours"]
            assert me.update["both_choose"]
            before = without_time(client.table(game))
            info = client.get(f"/games/{game}")
            heard = len(client.heard)
            assert me.answer(me.prompt["options"][0]["action"])["type"] == "done"
            # The other one asks for the table: the same as before, and no frame had come.
            assert without_time(client.table(game)) == before
            assert client.get(f"/games/{game}") == info
            assert len(client.heard) == heard + 2
            assert me.ask(type="undo")["type"] == "done"


def test_the_clock_does_not_betray_a_choice(server: LiveServer) -> None:
    host, guest, game = two_players(server, clock=CLOCK)
    with host.live(game) as first, guest.live(game) as second:
        to_headlines(server, (first, second), game)
        assert first.prompt is not None
        first.answer(first.prompt["options"][0]["action"])
        shown = guest.table(game)["clock"]
        assert sorted(shown["running"]) == ["us", "ussr"]
        own = host.table(game)["clock"]["running"]
        assert len(own) == 1


def test_a_killed_server_keeps_what_was_sealed(tmp_path: Path) -> None:
    with LiveServer(settings_for(tmp_path)) as server:
        host, guest, game = two_players(server)
        with host.live(game) as first, guest.live(game) as second:
            to_headlines(server, (first, second), game)
            assert second.prompt is not None
            chosen = second.prompt["options"][0]["action"]
            second.answer(chosen)
        cookies = [dict(client.http.cookies) for client in (host, guest)]
    with LiveServer(settings_for(tmp_path)) as server:
        host, guest = (server.client(cookies=jar) for jar in cookies)
        mine = guest.table(game)
        assert mine["view"]["chosen"] == chosen
        assert mine["undo"]["action"] == chosen
        assert host.table(game)["view"]["prompt"]["yours"]


def test_a_choice_sealed_through_another_process_refuses_nobody(server: LiveServer) -> None:
    host, guest, game = two_players(server)

    async def seal_elsewhere() -> None:
        """Write as a process does whose note has not been heard yet."""
        referee = await server.hub.load_referee((await server.hub.room(game)).stored)
        seat = referee.seat_of(US)
        pending = referee.question_of(seat)
        assert pending is not None
        decision = referee.decision_of(US)
        entries = referee.answer(seat, decision, pending.options[0], server.hub.now())
        await server.hub.writer.append(Append(game, entries, {}, None))

    with host.live(game) as first, guest.live(game) as second:
        to_headlines(server, (first, second), game)
        server.call(seal_elsewhere)
        assert second.prompt is not None
        reply = second.answer(second.prompt["options"][0]["action"])
        assert reply["type"] == "done", reply
        while second.update["both_choose"]:
            second.until("update")


def test_the_computer_chooses_while_the_player_thinks(server: LiveServer) -> None:
    client = server.client()
    created = client.create(mode="computer", side="us", bot="baseline")
    game = created["id"]
    room = server.call(lambda: server.hub.room(game))
    with client.live(game) as live:
        live.until("update")
        while room.referee.joint is None:
            if live.prompt is not None and live.prompt["yours"]:
                reply = live.answer(live.prompt["options"][0]["action"])
                live.wait_for_number(reply["number"])
            else:
                live.until("update")
        # No frame tells of it; the room itself is asked until the worker has answered.
        while not room.referee.sealed[USSR]:
            live.ask(type="ping")
            time.sleep(0.05)
        assert live.prompt is not None
        assert live.prompt["yours"]
