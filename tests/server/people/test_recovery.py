"""Cookies that are renewed, ways back into an account, and names that look alike."""

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import Message
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller

from tests.server.live_server import Client, LiveServer, settings_for
from tests.server.people.test_accounts import PASSWORD, account
from tests.server.processes import free_port
from twilight.cli.main import main
from twilight.server.config import ConfigError
from twilight.server.errors import Refusal
from twilight.server.notices.mail import Mailer, checked_address
from twilight.server.people.names import checked_name, key_of, shape_of
from twilight.server.storage.models import RecoveryKey

NEW = "battery staple"


def is_nobody(client: Client) -> bool:
    return client.get("/me")["user"] is None


def with_cookie(server: LiveServer, cookie: str) -> Client:
    client = server.client()
    client.http.cookies.set("twilight", cookie)
    return client


def claimed(server: LiveServer, name: str) -> tuple[Client, list[str]]:
    client = server.client()
    client.post("/me")
    codes = client.post("/me/account", {"name": name, "password": PASSWORD})["codes"]
    return client, codes


def test_a_claim_renews_the_cookie(server: LiveServer) -> None:
    client = server.client()
    client.post("/me")
    old = client.http.cookies["twilight"]
    client.post("/me/account", {"name": "Renewed one", "password": PASSWORD})
    assert client.http.cookies["twilight"] != old
    assert client.get("/me")["user"]["name"] == "Renewed one"
    # Whoever had the cookie of the guest has nothing of the account.
    assert is_nobody(with_cookie(server, old))


def test_a_new_password_renews_the_cookie(server: LiveServer) -> None:
    client, name = account(server)
    old = client.http.cookies["twilight"]
    client.post("/me/password", {"old": PASSWORD, "new": NEW}, method="PUT")
    assert client.http.cookies["twilight"] != old
    assert client.get("/me")["user"]["name"] == name
    assert is_nobody(with_cookie(server, old))


def test_sign_out_everywhere_else(server: LiveServer) -> None:
    client, name = account(server)
    others = [server.client() for _ in range(3)]
    for other in others:
        other.post("/sign-in", {"name": name, "password": PASSWORD})
    left = client.request("DELETE", "/me/devices").json()["devices"]
    assert [one["this_one"] for one in left] == [True]
    assert all(is_nobody(other) for other in others)
    assert client.get("/me")["user"]["name"] == name


def test_a_recovery_code_opens_the_account_once(server: LiveServer) -> None:
    client, codes = claimed(server, "Forgetful")
    assert len(set(codes)) == 8
    assert client.get("/me")["codes"] == 8
    other = server.client()
    # As people copy it: in capitals, without hyphens, with spaces.
    copied = f" {codes[0].upper().replace('-', ' ')} "
    body = {"code": copied, "name": "FORGETFUL", "password": NEW}
    for wrong in ({**body, "name": "Somebody"}, {**body, "code": "2222-2222-2222"}):
        assert other.refused("POST", "/recover", wrong) == "wrong_code"
    me = other.post("/recover", body)
    assert me["user"]["name"] == "Forgetful"
    assert me["codes"] == 7
    assert is_nobody(client), "other devices stay signed in"
    assert server.client().refused("POST", "/recover", body) == "wrong_code"
    sign_in = {"name": "Forgetful", "password": PASSWORD}
    assert server.client().refused("POST", "/sign-in", sign_in) == "wrong_password"
    server.client().post("/sign-in", {**sign_in, "password": NEW})


def test_new_codes_end_the_old_ones(server: LiveServer) -> None:
    client, old = claimed(server, "Careful")
    assert client.refused("POST", "/me/codes", {"password": "wrong horse"}) == "wrong_password"
    new = client.post("/me/codes", {"password": PASSWORD})["codes"]
    assert not set(old) & set(new)
    body = {"code": old[1], "name": "Careful", "password": NEW}
    assert server.client().refused("POST", "/recover", body) == "wrong_code"
    server.client().post("/recover", {**body, "code": new[1]})


def test_the_database_holds_no_code(folder: Path) -> None:
    with LiveServer(settings_for(folder)) as server:
        _, codes = claimed(server, "Paper")
    kept = b"".join(path.read_bytes() for path in folder.glob("twilight.db*"))
    assert b"Paper" in kept
    for code in codes:
        assert code.encode() not in kept
        assert code.replace("-", "").encode() not in kept


class Inbox:
    """A mail server that keeps what it gets."""

    def __init__(self) -> None:
        self.mails: list[Message[str, str]] = []

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:  # noqa: N802
        import email

        self.mails.append(email.message_from_bytes(envelope.content))
        return "250 taken"

    def next(self) -> str:
        for _ in range(500):
            if self.mails:
                payload = self.mails.pop(0).get_payload(decode=True)
                assert isinstance(payload, bytes)
                return payload.decode()
            time.sleep(0.02)
        raise AssertionError("no mail has come")


@contextmanager
def mail_server() -> Iterator[tuple[Inbox, dict[str, str]]]:
    """Run a server of mails; returns what comes there, and the settings that send it there."""
    inbox = Inbox()
    controller = Controller(inbox, hostname="127.0.0.1", port=free_port())
    controller.start()
    try:
        yield (
            inbox,
            {
                "smtp": f"smtp://127.0.0.1:{controller.port}",
                "mail_from": "game@example.org",
                "public_url": "http://example.org",
            },
        )
    finally:
        controller.stop()


def key_in(text: str, kind: str) -> str:
    found = re.search(rf"http://example\.org/account#{kind}=(\S+)", text)
    assert found is not None, text
    return found[1]


def test_a_mail_brings_somebody_back(folder: Path) -> None:
    with mail_server() as (inbox, mail), LiveServer(settings_for(folder, **mail)) as server:
        client, _ = claimed(server, "Writer")
        assert client.get("/me")["mail"]
        wish = {"email": "Writer@Example.org", "password": PASSWORD, "lang": "es"}
        for bad in ("nobody", "a b@c.de", "a@b", "a@b.c\nBcc: d@e.f"):
            refused = client.refused("PUT", "/me/email", {**wish, "email": bad})
            assert refused == "bad_name", bad
        client.post("/me/email", wish, method="PUT")
        text = inbox.next()
        assert "Hola, Writer" in text
        # An address is used when its owner has confirmed it, and by them alone.
        asked = {"name": "Writer"}
        assert client.get("/me")["email"] is None
        stranger, _ = claimed(server, "Stranger")
        key = key_in(text, "confirm")
        assert stranger.refused("POST", "/me/email/confirm", {"code": key}) == "wrong_code"
        assert client.post("/me/email/confirm", {"code": key})["email"] == "writer@example.org"
        for name in ("Writer", "writer@example.ORG"):
            anyone = server.client()
            assert anyone.post("/recover/mail", {"name": name}) == {"sent": True}
            key = key_in(inbox.next(), "recover")
            assert stranger.refused("POST", "/me/email/confirm", {"code": key}) == ("wrong_code")
            anyone.post("/recover", {"code": key, "password": NEW})
            assert anyone.get("/me")["user"]["name"] == "Writer"
            again = {"code": key, "password": PASSWORD}
            assert server.client().refused("POST", "/recover", again) == "wrong_code"
        # Nobody learns whether there is such an account.
        for _ in range(2):
            nobody = server.client().post("/recover/mail", {"name": "Nobody"})
            assert nobody == {"sent": True}
        assert server.client().refused("POST", "/recover/mail", asked) == "rate_limited"
        assert not inbox.mails


def test_a_key_ends_with_its_time(folder: Path) -> None:
    with LiveServer(settings_for(folder)) as server:
        client, _ = claimed(server, "Slow")
        user = client.get("/me")["user"]["id"]
        accounts = server.server.config.app.state.accounts  # type: ignore[union-attr]
        key = server.call(lambda: accounts.recovery.new_key(user, "mail", server.hub.now()))

        async def age() -> None:
            from sqlalchemy import update

            async with server.hub.database.write() as session:
                old = update(RecoveryKey).where(RecoveryKey.purpose == "mail")
                await session.execute(old.values(expires_at=1))

        server.call(age)
        body = {"code": key, "password": NEW}
        assert server.client().refused("POST", "/recover", body) == "wrong_code"


def test_without_mail_it_is_said(server: LiveServer) -> None:
    client, _ = claimed(server, "Letterless")
    assert not client.get("/me")["mail"]
    assert client.refused("POST", "/recover/mail", {"name": "Letterless"}) == "no_mail"
    wish = {"email": "a@example.org", "password": PASSWORD}
    assert client.refused("PUT", "/me/email", wish) == "no_mail"


def test_a_mail_that_can_not_be_sent_is_said(folder: Path) -> None:
    mail = {"smtp": "smtp://127.0.0.1:1", "mail_from": "a@b.org", "public_url": "http://b.org"}
    with LiveServer(settings_for(folder, **mail)) as server:
        client, _ = claimed(server, "Unlucky")
        wish = {"email": "a@example.org", "password": PASSWORD}
        assert client.refused("PUT", "/me/email", wish) == "no_mail"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"smtp": "ftp://x"}, "neither smtp"),
        ({"public_url": ""}, "public_url"),
        ({"mail_from": "nobody"}, "mail_from"),
    ],
)
def test_bad_mail_settings(folder: Path, change: dict[str, object], words: str) -> None:
    good = {"smtp": "smtp://x", "mail_from": "a@b.org", "public_url": "http://b.org"}
    Mailer(settings_for(folder, **good))
    with pytest.raises(ConfigError, match=words):
        Mailer(settings_for(folder, **{**good, **change}))


def test_addresses() -> None:
    assert checked_address(" a.b+c@example.org ") == "a.b+c@example.org"
    for bad in ("", "a", "@b.c", "a@", "a@b.c, d@e.f", "ä@b.c", "a@" + "b" * 260 + ".c"):
        with pytest.raises(Refusal):
            checked_address(bad)


def test_the_administrator_lets_somebody_back_in(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = ["--data", str(folder)]
    assert main(["account", "Anyone", *place]) == 2
    assert "there is no database" in capsys.readouterr().err
    with LiveServer(settings_for(folder)) as server:
        client, _ = claimed(server, "Locked out")
        assert main(["account", "Nobody", *place]) == 2
        assert "there is no account Nobody" in capsys.readouterr().err
        assert main(["account", "locked OUT", *place]) == 0
        code = capsys.readouterr().out.split()[-1]
        back = server.client()
        back.post("/recover", {"code": code, "name": "Locked out", "password": NEW})
        assert is_nobody(client)
        assert main(["account", "Locked out", "--sign-out", *place]) == 0
        server.call(server.server.config.app.state.identities.forget_user)  # type: ignore[union-attr]
        assert is_nobody(back)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Paypal", "PaypaI"),
        ("Paypal", "Раypal"),
        ("admin", "аdmin"),
        ("Modern", "Modem"),
        ("Bob", "Ｂｏｂ"),
        ("Bob 0", "Bob O"),
        ("Old Hand", "old-hand"),
        ("Fish", "ﬁsh"),
        ("Olga", "Оlga"),
    ],
)
def test_names_that_look_alike(server: LiveServer, one: str, other: str) -> None:
    assert shape_of(one) == shape_of(other)
    holder = server.client()
    holder.post("/me")
    body = {"name": f"{one} q", "password": PASSWORD}
    if holder.request("POST", "/me/account", json=body).status_code != 200:
        assert holder.refused("POST", "/me/account", body) == "name_taken"
    alike = server.client()
    alike.post("/me")
    body = {"name": f"{other} q", "password": PASSWORD}
    assert alike.refused("POST", "/me/account", body) == "name_taken"
    assert alike.refused("PATCH", "/me", {"name": f"{other} q"}) == "name_taken"


def test_names_that_do_not_look_alike() -> None:
    names = ["Ian", "Lena", "mail", "mall", "Bill", "José", "Jose", "Ana", "Anna", "Иван", "山田"]
    assert len({shape_of(name) for name in names}) == len(names)
    assert {checked_name(name) for name in names} == set(names)
    assert key_of("ＡＢ") == "ab"


@pytest.mark.parametrize("name", ["Gυest 12", "Guest_12", "ﷺ" * 20, "ΐ" * 40])
def test_names_that_are_none(name: str) -> None:
    with pytest.raises(Refusal):
        checked_name(name)
