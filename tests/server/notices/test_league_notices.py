"""Leagues tell those who are away of pairings, deadlines and results, through real receivers."""

import time
from collections.abc import Callable, Container, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

from tests.server.live_server import Client, LiveServer
from tests.server.notices.test_notices import (
    HOUR,
    next_mail,
    serving,
    until_sent,
    waiting,
    wish,
    with_address,
)
from tests.server.people.test_accounts import PASSWORD
from tests.server.people.test_recovery import Inbox, mail_server
from tests.server.receivers import Browser, Got, Receiver, web_server
from tests.server.tournaments.test_tournaments import (
    advance,
    current,
    let_time_pass,
    resign,
    seated,
)
from twilight.server.notices.notice_texts import SWITCH, texts
from twilight.server.storage.models import TournamentRow

LEAGUE = {"league": True, "game": True}


@contextmanager
def league(
    folder: Path, number: int, **terms: object
) -> Iterator[tuple[LiveServer, list[Client], str, Receiver]]:
    """Let some people join a league, and each be told by an address of their own."""
    with web_server() as hook, serving(folder, public_url="http://example.org") as server:
        people, tournament = seated(server, number, **terms)
        for place, person in enumerate(people):
            wish(person, webhook=LEAGUE, webhook_url=f"{hook.url}/{place}", webhook_form="json")
        yield server, people, f"/tournaments/{tournament}", hook


def told(server: LiveServer, hook: Receiver, number: int) -> dict[str, list[Got]]:
    """Wait until so many notices have come and none waits; return them by address."""
    hook.wait(number)
    until_sent(server)
    found: dict[str, list[Got]] = {}
    for got in hook.got:
        found.setdefault(got.path, []).append(got)
    assert len(hook.got) == number, [got.data for got in hook.got]
    hook.got.clear()
    return found


def until_in(thing: object, come: Callable[[], Container[Any]]) -> None:
    """Wait until something is among what has come."""
    for _ in range(1500):
        if thing in come():
            return
        time.sleep(0.02)
    raise AssertionError(f"{thing!r} has not come, but {come()!r}")


def titles(hook: Receiver) -> set[tuple[str, str]]:
    return {(got.path, got.data["title"]) for got in hook.got}


def box(inbox: Inbox, address: str) -> str:
    """Return all that has come to an address."""
    bodies = [one.get_payload(decode=True) for one in inbox.mails if one["To"] == address]
    return "".join(one.decode() for one in bodies if isinstance(one, bytes))


def name_of(client: Client) -> str:
    name: str = client.get("/me")["user"]["name"]
    return name


def ends_in(server: LiveServer, path: str, milliseconds: int) -> None:
    async def change() -> None:
        async with server.hub.database.write() as session:
            row = update(TournamentRow).where(TournamentRow.id == path.rpartition("/")[2])
            await session.execute(row.values(round_ends_at=server.hub.now() + milliseconds))

    server.call(change)


def test_a_round_tells_whom_one_plays_and_who_is_free(folder: Path) -> None:
    with league(folder, 3, round_hours=24 * 7) as (server, people, path, hook):
        shown = people[0].post(f"{path}/start")
        found = told(server, hook, 3)
        numbers = {one["name"]: one["number"] for one in shown["entrants"]}
        [game] = [one for one in current(shown) if one["us"] is not None]
        names = {one["number"]: one["name"] for one in shown["entrants"]}
        for place, person in enumerate(people):
            [got] = found[f"/{place}"]
            number = numbers[name_of(person)]
            assert got.data["event"] == "round"
            assert got.data["title"] == "Spring: round 1 begins"
            if number == game["us"]:
                other = names[game["ussr"]]
                text = f"You play the US against {other}. 6 days left for the game."
            elif number == game["ussr"]:
                other = names[game["us"]]
                text = f"You play the USSR against {other}. 6 days left for the game."
            else:
                text = "You are free in this round and get a point."
                assert got.data["url"] == f"http://example.org/league/{path.rpartition('/')[2]}"
            assert got.data["text"] == text
            if number in (game["us"], game["ussr"]):
                assert got.data["url"] == f"http://example.org/game/{game['game']}"


def test_who_wants_only_games_is_told_of_the_game_alone(folder: Path) -> None:
    with league(folder, 2) as (server, people, path, hook):
        wish(people[1], webhook={"game": True}, webhook_url=f"{hook.url}/1", webhook_form="json")
        people[0].post(f"{path}/start")
        found = told(server, hook, 2)
        assert [found[f"/{place}"][0].data["event"] for place in (0, 1)] == ["round", "began"]


def test_bids_are_announced_as_bids(folder: Path) -> None:
    with league(folder, 2, sides="bid") as (server, people, path, hook):
        people[0].post(f"{path}/start")
        [got] = told(server, hook, 2)["/0"]
        assert got.data["text"].startswith(f"You bid for the sides against {name_of(people[1])}.")


def test_a_round_that_ends_soon_is_told_once_also_in_quiet_hours(folder: Path) -> None:
    with league(folder, 2) as (server, people, path, hook):
        people[0].post(f"{path}/start")
        told(server, hook, 2)
        for place, person in enumerate(people):
            quiet = {"quiet_from": 0, "quiet_to": 1439}
            url = f"{hook.url}/{place}"
            wish(person, webhook=LEAGUE, webhook_url=url, webhook_form="json", **quiet)
        server.call(server.hub.herald.remind)
        assert not waiting(server)
        # Half an hour more than is told: a busy machine takes its time.
        ends_in(server, path, 5 * HOUR + HOUR // 2)
        for _ in range(3):
            server.call(server.hub.herald.remind)
        found = told(server, hook, 2)
        [got] = found["/0"]
        assert got.data["title"] == "Spring: round 1 ends soon"
        assert got.data["text"] == (
            f"5 hours left for your game against {name_of(people[1])}. "
            "Whoever has to decide then loses."
        )
        # Whoever was given more time is reminded of the new end.
        people[0].post(f"{path}/extend", {"hours": 48})
        server.call(server.hub.herald.remind)
        assert all(row.done_at is not None for row in waiting(server))
        ends_in(server, path, 3 * HOUR)
        server.call(server.hub.herald.remind)
        told(server, hook, 2)


def test_a_short_round_is_not_over_when_it_begins(folder: Path) -> None:
    with league(folder, 2, round_hours=4) as (server, people, path, hook):
        people[0].post(f"{path}/start")
        server.call(server.hub.herald.remind)
        found = told(server, hook, 2)
        assert {got.data["event"] for some in found.values() for got in some} == {"round"}
        ends_in(server, path, 2 * HOUR - 1000)
        server.call(server.hub.herald.remind)
        told(server, hook, 2)


def test_a_forfeit_at_the_deadline_and_the_end_reach_mailboxes(folder: Path) -> None:
    with mail_server() as (inbox, mail), serving(folder, **mail) as server:
        people, tournament = seated(server, 2)
        for place, person in enumerate(people):
            with_address(server, person, f"{place}@example.org")
            wish(person, mail={"league": True}, lang=("en", "es")[place])
        shown = people[0].post(f"/tournaments/{tournament}/start")
        firsts = {str(next_mail(inbox)["Subject"]) for _ in people}
        assert firsts == {"Spring: round 1 begins", "Spring: empieza la ronda 1"}
        until_sent(server)
        # The USSR has to place its influence, and has not.
        [pairing] = current(shown)
        winner = next(one["name"] for one in shown["entrants"] if one["number"] == pairing["us"])
        place = [name_of(person) for person in people].index(winner)
        let_time_pass(server, tournament)
        wanted = (
            (
                ("You won by forfeit.", "Your place is 1 of 2, with 1 points."),
                ("You lost by forfeit.", "Your place is 2 of 2, with 0 points."),
            ),
            (
                ("Has ganado por incomparecencia.", "el 1 de 2, con 1 puntos"),
                ("Has perdido por incomparecencia.", "el 2 de 2, con 0 puntos"),
            ),
        )
        for one in (0, 1):
            for words in wanted[one][one != place]:
                until_in(words, partial(box, inbox, f"{one}@example.org"))


def test_a_withdrawal_reaches_a_browser(folder: Path) -> None:
    with web_server(201) as push, serving(folder) as server:
        people, tournament = seated(server, 3, cycles=2)
        shown = people[0].post(f"/tournaments/{tournament}/start")
        [game] = [one for one in current(shown) if one["us"] is not None]
        numbers = {one["number"]: one["name"] for one in shown["entrants"]}
        by_name = {name_of(person): person for person in people}
        # Who leaves would have been free next: the others play, and the round is not over at once.
        stays, leaves = by_name[numbers[game["ussr"]]], by_name[numbers[game["us"]]]
        browser = Browser(f"{push.url}/push/1")
        stays.post("/me/notices/browsers", browser.subscription)
        wish(stays, push={"league": True})
        leaves.post(f"/tournaments/{tournament}/leave")
        read = [browser.read(got.body) for got in push.wait(2)]
        [gone] = [one for one in read if "withdrawn" in one["title"]]
        assert gone["title"] == f"Spring: {numbers[game['us']]} has withdrawn"
        assert gone["body"] == "You won by forfeit."
        # The round was over with it, and the next one has begun.
        [begins] = [one for one in read if one is not gone]
        assert begins["title"] == "Spring: round 2 begins"


def test_results_decisions_removals_and_the_end_of_all(folder: Path) -> None:
    with league(folder, 3, cycles=2) as (server, people, path, hook):
        shown = people[0].post(f"{path}/start")
        told(server, hook, 3)
        [game] = [one for one in current(shown) if one["us"] is not None]
        resign(people, shown, game, "us")
        advance(server, path.rpartition("/")[2])
        found = [got.data for some in told(server, hook, 5).values() for got in some]
        results = {one["text"] for one in found if one["event"] == "result"}
        assert results == {"You won.", "You lost."}
        assert sum(one["event"] == "round" for one in found) == 3
        shown = people[0].get(path)
        [game] = [one for one in current(shown) if one["us"] is not None]
        people[0].post(f"{path}/pairings/2/{game['board']}", {"result": "draw"}, "PUT")
        found = [got.data for some in told(server, hook, 5).values() for got in some]
        decided = [one for one in found if one["event"] == "settled"]
        assert {one["text"] for one in decided} == {"The organiser has decided it. A draw."}
        assert len(decided) == 2
        shown = people[0].get(path)
        number = next(
            one["number"] for one in shown["entrants"] if one["name"] == name_of(people[2])
        )
        people[0].request("DELETE", f"{path}/entrants/{number}")
        until_in(("/2", "Spring: you take part no more"), partial(titles, hook))
        people[0].post(path, method="DELETE")
        for place in ("/0", "/1"):
            until_in((place, "Spring is called off"), partial(titles, hook))
        until_sent(server)
        assert ("/2", "Spring is called off") not in titles(hook)


def test_who_organises_it_from_now_on_is_told(folder: Path) -> None:
    with league(folder, 3) as (server, people, path, hook):
        people[0].post(f"{path}/start")
        told(server, hook, 3)
        people[0].request("DELETE", "/me", json={"password": PASSWORD})
        until_in(("/1", "Spring: you organise it now"), partial(titles, hook))
        until_sent(server)
        assert ("/2", "Spring: you organise it now") not in titles(hook)


@pytest.mark.parametrize("code", ["en", "es"])
def test_every_event_has_words(code: str) -> None:
    known = texts(code)
    for event in SWITCH:
        assert known.text(f"event.{event}.title", name="A", tournament="T", round=1, turn=1).strip()
        assert known.has(f"event.{event}.text")
