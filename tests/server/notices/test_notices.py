"""Notices by choice: through real receivers, retried, silent in quiet hours, ended by one click."""

import hashlib
import hmac
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import Mock

import pytest
from py_vapid import Vapid02
from sqlalchemy import select

from tests.server.live_server import Client, Json, LiveServer, play_answers, settings_for
from tests.server.people.test_accounts import account
from tests.server.people.test_recovery import Inbox, mail_server
from tests.server.receivers import Browser, web_server
from twilight.engine.cards import ALL_CARDS, CARD_KEYS
from twilight.engine.text.language import load_language
from twilight.server.errors import Refusal
from twilight.server.messages.notices import NoticeWishes
from twilight.server.notices.quiet import check_zone, gathered_until, quiet_until
from twilight.server.notices.reach import Closed, Reach
from twilight.server.notices.wording import Said, Wording
from twilight.server.people.identity import Identities
from twilight.server.storage.models import NoticeRow, User

ALL = {"move": True, "time": True, "game": True, "league": True, "chat": True}
MOVE = {"move": True}
HOUR = 3600 * 1000
QUICK: dict[str, object] = {"notice_seconds": 0.05, "inner_addresses": "127.0.0.0/8"}


@contextmanager
def serving(folder: Path, **changes: object) -> Iterator[LiveServer]:
    with LiveServer(settings_for(folder, **QUICK, **changes)) as server:
        yield server


def wish(client: Client, **wishes: object) -> Json:
    return client.post("/me/notices", wishes, method="PUT")


def opponent_of(server: LiveServer, client: Client, **wishes: object) -> tuple[Client, str]:
    """Begin a game in which somebody else, who plays the USSR, moves first."""
    game = client.create(side="us", **wishes)
    other, _ = account(server)
    other.post(f"/games/{game['id']}/join", {"invite": game["invite"]})
    return other, game["id"]


def set_up(other: Client, game: str) -> None:
    """Let the USSR place its influence; then the US has to."""
    for _ in range(6):
        prompt = other.table(game)["view"]["prompt"]
        action = prompt["options"][0]["action"]
        other.act(game, type="answer", decision=prompt["decision"], action=action)


def waiting(server: LiveServer) -> list[NoticeRow]:
    async def read() -> list[NoticeRow]:
        async with server.hub.database.read() as session:
            return list((await session.scalars(select(NoticeRow))).all())

    rows: list[NoticeRow] = server.call(read)
    return rows


def until_sent(server: LiveServer) -> None:
    """Wait until nothing waits to be sent any more."""
    for _ in range(1500):
        if all(row.done_at is not None for row in waiting(server)):
            return
        time.sleep(0.02)
    raise AssertionError([(row.channel, row.event, row.attempts) for row in waiting(server)])


def with_address(server: LiveServer, client: Client, address: str) -> None:
    async def confirm() -> None:
        async with server.hub.database.write() as session:
            user = await session.get(User, user_id)
            assert user is not None
            user.email = address

    user_id = client.get("/me")["user"]["id"]
    server.call(confirm)


def test_my_move_reaches_a_webhook_in_its_form(folder: Path) -> None:
    with web_server() as hook, serving(folder, public_url="http://example.org") as server:
        for form in ("discord", "slack", "json"):
            me, _ = account(server)
            secret = wish(me, webhook=MOVE, webhook_url=f"{hook.url}/{form}", webhook_form=form)[
                "secret"
            ]
            other, game = opponent_of(server, me)
            name = other.get("/me")["user"]["name"]
            set_up(other, game)
            [got] = hook.wait()
            hook.got.clear()
            assert got.path == f"/{form}"
            link = f"http://example.org/game/{game}"
            if form == "json":
                assert got.data["event"] == "move"
                assert got.data["title"] == f"Your move against {name}"
                assert got.data["url"] == link
                signed = hmac.new(secret.encode(), got.body, hashlib.sha256).hexdigest()
                assert got.headers["x-twilight-signature"] == f"sha256={signed}"
            else:
                text = got.data["content" if form == "discord" else "text"]
                assert f"Your move against {name}" in text
                assert f"<{link}>" in text
                assert "<http://example.org/stop#webhook." in text


@pytest.mark.parametrize(
    ("settings", "home"),
    [
        ({"public_url": "https://example.org/"}, "https://example.org"),
        ({"port": 9000}, "http://127.0.0.1:9000"),
        ({"host": "::1", "port": 9000}, "http://[::1]:9000"),
        ({"host": "0.0.0.0", "port": 9000}, ""),
    ],
)
def test_links_lead_to_where_the_server_is_found(
    settings: dict[str, Any], home: str, folder: Path
) -> None:
    hub = Mock(settings=settings_for(folder, **settings))
    wording = Wording(hub, Identities(hub.settings, Mock()))
    notice = wording.linked("move", Said("", "", game="g"), "me", "webhook", "en")
    assert notice.url == (home and f"{home}/game/g")
    assert notice.stop.partition("#")[0] == (home and f"{home}/stop")
    # A browser asks its own server, by whatever name.
    notice = wording.linked("move", Said("", "", game="g"), "me", "push", "en")
    assert notice.url == f"{hub.settings.public_url.rstrip('/')}/game/g"


def test_nobody_is_called_by_a_name_in_a_chat(folder: Path) -> None:
    with web_server() as hook, serving(folder) as server:
        me, _ = account(server)
        wish(me, webhook=MOVE, webhook_url=hook.url, webhook_form="discord")
        game = me.create(side="us")
        guest = server.client()
        guest.post("/me")
        guest.post("/me", {"name": "some_one_else"}, method="PATCH")
        guest.post(f"/games/{game['id']}/join", {"invite": game["invite"]})
        set_up(guest, game["id"])
        [got] = hook.wait()
        assert got.data["allowed_mentions"] == {"parse": []}
        assert "some\\_one\\_else" in got.data["content"]


def test_my_move_reaches_a_browser_that_can_read_it(folder: Path) -> None:
    with web_server(201) as push, serving(folder) as server:
        me, _ = account(server)
        browser = Browser(f"{push.url}/push/1")
        settings = me.post("/me/notices/browsers", browser.subscription)
        assert settings["browsers"] == 1
        wish(me, push={"move": True, "chat": True}, lang="es")
        other, game = opponent_of(server, me)
        set_up(other, game)
        [got] = push.wait()
        assert got.headers["content-encoding"] == "aes128gcm"
        assert int(got.headers["ttl"]) > 0
        read = browser.read(got.body)
        assert read["title"].startswith("Te toca contra ")
        assert read["url"] == f"/game/{game}"
        # Signed with the key that the browser has subscribed with.
        authorization = got.headers["authorization"]
        assert Vapid02.verify(authorization)
        assert authorization.endswith(f"k={settings['push_key']}")
        # Whoever signs out here is told nothing here any more.
        me.post("/sign-out")
        until_sent(server)
        prompt = other.table(game)["view"]["prompt"]
        assert prompt is None or not prompt["yours"]
        other.act(game, type="chat", text="Still there?")
        until_sent(server)
        assert len(push.got) == 1


def test_the_keys_of_push_are_made_once(folder: Path) -> None:
    keys = []
    for place in (folder / "one", folder / "one", folder / "two"):
        with serving(place) as server:
            client, _ = account(server)
            keys.append(client.get("/me/notices")["push_key"])
    assert keys[0] == keys[1] != keys[2]


def test_a_browser_that_is_gone_is_forgotten(folder: Path) -> None:
    with web_server(410) as push, serving(folder) as server:
        me, _ = account(server)
        me.post("/me/notices/browsers", Browser(f"{push.url}/gone").subscription)
        wish(me, push=MOVE)
        other, game = opponent_of(server, me)
        set_up(other, game)
        push.wait()
        until_sent(server)
        assert me.get("/me/notices")["browsers"] == 0
        assert len(push.got) == 1


def test_bad_keys_of_a_browser_are_refused(folder: Path) -> None:
    with serving(folder) as server:
        me, _ = account(server)
        good = Browser("http://127.0.0.1:9/x").subscription
        for bad in ({**good, "p256dh": "A" * 87}, {**good, "auth": "short-auth"}):
            assert me.refused("POST", "/me/notices/browsers", bad) == "bad_message"


def test_my_move_reaches_a_mailbox_and_one_click_ends_it(folder: Path) -> None:
    with mail_server() as (inbox, mail), serving(folder, **mail) as server:
        me, _ = account(server)
        with_address(server, me, "me@example.org")
        wish(me, mail=MOVE)
        other, game = opponent_of(server, me)
        set_up(other, game)
        sent = next_mail(inbox)
        assert sent["To"] == "me@example.org"
        assert str(sent["Subject"]).startswith("Your move against ")
        assert sent["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        text = sent.get_payload(decode=True)
        assert isinstance(text, bytes)
        assert f"http://example.org/game/{game}" in text.decode()
        # As the program of a mailbox does it, without a cookie.
        address = str(sent["List-Unsubscribe"]).replace("\n", "").strip(" <>")
        path = address.removeprefix("http://example.org")
        assert f"http://example.org/stop#{path.partition('key=')[2]}" in text.decode()
        forged = server.client().http.post(path[:-2] + "00", data={"x": "y"})
        assert forged.json()["code"] == "wrong_code"
        answer = server.client().http.post(path, data={"List-Unsubscribe": "One-Click"})
        assert answer.json() == {"channel": "mail"}
        assert me.get("/me/notices")["wishes"]["mail"] == {
            "move": False,
            "time": False,
            "game": False,
            "league": False,
            "chat": False,
        }
        me.act(game, type="resign")
        until_sent(server)
        assert not inbox.mails


def next_mail(inbox: Inbox):  # type: ignore[no-untyped-def]
    for _ in range(1500):
        if inbox.mails:
            return inbox.mails.pop(0)
        time.sleep(0.02)
    raise AssertionError("no mail has come")


def test_mails_are_gathered(folder: Path) -> None:
    with mail_server() as (inbox, mail), serving(folder, **mail) as server:
        me, _ = account(server)
        with_address(server, me, "me@example.org")
        wish(me, mail=MOVE, digest="hour")
        for _ in range(2):
            other, game = opponent_of(server, me)
            set_up(other, game)
        for _ in range(500):
            if len(rows := waiting(server)) == 2:
                break
            time.sleep(0.02)
        full = -(-rows[0].created_at // HOUR) * HOUR
        assert [row.due_at for row in rows] == [full, full]
        assert not inbox.mails
        wish(me, mail=MOVE)

        async def now() -> None:
            async with server.hub.database.write() as session:
                for row in (await session.scalars(select(NoticeRow))).all():
                    row.due_at = 0

        server.call(now)
        sent = next_mail(inbox)
        assert "2 things" in str(sent["Subject"])
        until_sent(server)
        assert not inbox.mails


def test_what_is_not_taken_is_tried_again(folder: Path) -> None:
    with web_server(500, 503, 204) as hook, serving(folder) as server:
        me, _ = account(server)
        wish(me, webhook=MOVE, webhook_url=hook.url)
        other, game = opponent_of(server, me)
        set_up(other, game)
        hook.wait(3)
        until_sent(server)
        assert len(hook.got) == 3
        assert len({got.body for got in hook.got}) == 1


def test_what_happens_while_a_notice_is_sent_is_told_too(folder: Path) -> None:
    with web_server() as hook, serving(folder) as server:
        me, _ = account(server)
        wish(me, webhook={"chat": True}, webhook_url=hook.url, webhook_form="json")
        other, game = opponent_of(server, me)
        hook.open.clear()
        other.act(game, type="chat", text="Hello")
        hook.wait()
        [on_its_way] = waiting(server)
        other.act(game, type="chat", text="Still there?")
        # It takes the place of the one on its way, and in SQLite its number.
        while [one.created_at for one in waiting(server)] == [on_its_way.created_at]:
            time.sleep(0.02)
        hook.open.set()
        hook.wait(2)
        until_sent(server)


def test_a_receiver_that_never_answers_holds_up_no_game(folder: Path) -> None:
    with web_server() as hook, serving(folder) as server:
        me, _ = account(server)
        wish(me, webhook=ALL, webhook_url=hook.url)
        hook.open.clear()
        other, game = opponent_of(server, me)
        set_up(other, game)
        hook.wait()
        # It still waits for its answer while the game goes on.
        assert play_answers([me, other], game, Random(2), 12) == 12
        hook.open.set()
        until_sent(server)


def test_who_is_there_or_wants_nothing_is_told_nothing(folder: Path) -> None:
    with web_server() as hook, serving(folder) as server:
        me, _ = account(server)
        wish(me, webhook={"chat": True}, webhook_url=hook.url)
        other, game = opponent_of(server, me)
        with me.live(game) as live:
            live.until("update")
            other.act(game, type="chat", text="Hello")
            live.until("chat")
        set_up(other, game)
        other.act(game, type="chat", text="Secret words")
        [got] = hook.wait()
        until_sent(server)
        assert len(hook.got) == 1
        assert "wrote to you" in got.data["content"]
        assert "Secret" not in got.data["content"]


def test_begin_and_end_of_a_game_are_told(folder: Path) -> None:
    with web_server() as hook, serving(folder) as server:
        me, _ = account(server)
        wish(me, webhook={"game": True}, webhook_url=hook.url, webhook_form="json")
        other, game = opponent_of(server, me)
        hook.wait(1)
        other.act(game, type="resign")
        hook.wait(2)
        assert [got.data["event"] for got in hook.got] == ["began", "ended"]
        assert hook.got[1].data["text"] == "You won."


def test_a_reminder_comes_once_before_time_runs_out(folder: Path) -> None:
    clock = {"type": "correspondence", "hours": 5, "increment_hours": 1, "cap_hours": 72}
    with web_server() as hook, serving(folder) as server:
        me, _ = account(server)
        # It comes in quiet hours too.
        quiet = {"quiet_from": 0, "quiet_to": 1439}
        wish(me, webhook={"time": True, "move": True}, webhook_url=hook.url, **quiet)
        other, game = opponent_of(server, me, clock=clock)
        set_up(other, game)
        for _ in range(3):
            server.call(server.hub.herald.remind)
        [got] = hook.wait()
        assert "Time runs out against" in got.data["content"]
        assert "4 hours left" in got.data["content"]
        server.call(server.hub.herald.remind)
        assert len(hook.got) == 1
        [held] = [row for row in waiting(server) if row.done_at is None]
        assert held.event == "move"


def test_no_notice_names_a_card(folder: Path) -> None:
    with web_server() as hook, serving(folder) as server:
        me, _ = account(server)
        wish(me, webhook=ALL, webhook_url=hook.url, webhook_form="json")
        other, game = opponent_of(server, me)
        if play_answers([me, other], game, Random(4), 150) == 150:
            other.act(game, type="resign")
        hook.wait(4)
        until_sent(server)
        told = b"".join(got.body for got in hook.got).decode().replace(game, "")
        language = load_language("en")
        for card in ALL_CARDS:
            assert language.text(f"cards.{CARD_KEYS[card]}.name") not in told


INNER = (
    "http://127.0.0.1/",
    "http://localhost:8000/x",
    "https://10.1.2.3/",
    "https://192.168.0.1/",
    "https://169.254.169.254/latest/meta-data",
    "https://[::1]/",
    "https://[::ffff:10.0.0.1]/",
    "https://[2002:7f00:1::]/",
    "https://[64:ff9b::a00:1]/",
    "https://0.0.0.0/",
    "https://100.64.0.1/",
    "https://224.0.0.1/",
)


def test_an_inner_address_is_refused(server: LiveServer) -> None:
    me, _ = account(server)
    for url in INNER:
        wishes = {"webhook": MOVE, "webhook_url": url}
        assert me.refused("PUT", "/me/notices", wishes) == "bad_address", url
    for url in (
        "ftp://example.org",
        "https://",
        "nonsense",
        "https://a:b@example.org/",
        "http://[",
    ):
        wishes = {"webhook": MOVE, "webhook_url": url}
        assert me.refused("PUT", "/me/notices", wishes) == "bad_address", url
    subscription = Browser("http://127.0.0.1:1/push").subscription
    assert me.refused("POST", "/me/notices/browsers", subscription) == "bad_address"


def test_an_inner_address_is_not_even_connected_to(folder: Path) -> None:
    with web_server() as hook, LiveServer(settings_for(folder)) as server:

        async def post() -> str:
            reach = Reach("")
            try:
                await reach.post(hook.url, b"{}", {})
            except Closed as error:
                return str(error)
            finally:
                await reach.close()
            return ""

        assert "inner address" in server.call(post)
        assert not hook.got


def test_guests_have_no_webhook(server: LiveServer) -> None:
    guest = server.client()
    guest.post("/me")
    wishes = {"webhook": MOVE, "webhook_url": "https://example.org/"}
    assert guest.refused("PUT", "/me/notices", wishes) == "forbidden"


def test_a_test_tells_what_the_receiver_answers(folder: Path) -> None:
    with web_server(204, 404, 404) as hook, serving(folder) as server:
        me, _ = account(server)
        body = {"channel": "webhook"}
        assert me.refused("POST", "/me/notices/try", body) == "not_found"
        wish(me, webhook=MOVE, webhook_url=hook.url)
        assert me.post("/me/notices/try", body) == {"works": True, "status": 204}
        assert me.post("/me/notices/try", body) == {"works": False, "status": 404}
        assert me.refused("POST", "/me/notices/try", {"channel": "mail"}) == "no_mail"
        assert me.refused("POST", "/me/notices/try", {"channel": "push"}) == "not_found"


def at(hour: int, minute: int = 0) -> int:
    return int(datetime(2026, 7, 1, hour, minute, tzinfo=UTC).timestamp() * 1000)


def test_quiet_hours_go_by_the_clock_on_the_wall() -> None:
    night = NoticeWishes(quiet_from=22 * 60, quiet_to=8 * 60, zone="Europe/Madrid")
    # Madrid is two hours ahead of UTC in summer.
    assert quiet_until(night, at(19, 59)) is None
    assert quiet_until(night, at(20)) == at(6) + 24 * HOUR
    assert quiet_until(night, at(3)) == at(6)
    assert quiet_until(night, at(6)) is None
    assert quiet_until(NoticeWishes(), at(3)) is None
    noon = NoticeWishes(quiet_from=12 * 60, quiet_to=13 * 60)
    assert quiet_until(noon, at(12, 30)) == at(13)
    assert quiet_until(noon, at(13)) is None


def test_mails_wait_for_their_hour() -> None:
    assert gathered_until(NoticeWishes(), at(9, 5)) == at(9, 5)
    assert gathered_until(NoticeWishes(digest="hour"), at(9, 5)) == at(10)
    daily = NoticeWishes(digest="day", digest_hour=8, zone="Europe/Madrid")
    assert gathered_until(daily, at(5, 30)) == at(6)
    assert gathered_until(daily, at(6, 30)) == at(6) + 24 * HOUR
    with pytest.raises(Refusal, match="no time zone"):
        check_zone("Atlantis/Capital")
