"""Guests, accounts, devices, ratings, history."""

from itertools import count

import pytest

from tests.server.live_server import Client, LiveServer
from twilight.server.people.identity import TRUST_SECONDS

NUMBERS = count(1)
PASSWORD = "correct horse"


def account(server: LiveServer, name: str = "") -> tuple[Client, str]:
    client = server.client()
    name = name or f"Player {next(NUMBERS)}"
    client.post("/me")
    client.post("/me/account", {"name": name, "password": PASSWORD})
    return client, name


def test_one_who_only_looks_is_nobody(server: LiveServer) -> None:
    client = server.client()
    assert client.get("/me")["user"] is None
    client.get("/lobby")
    assert "twilight" not in client.http.cookies


def test_a_guest_is_made_when_he_plays(server: LiveServer) -> None:
    client = server.client()
    client.create()
    user = client.get("/me")["user"]
    assert user["guest"]
    assert user["name"].startswith("Guest ")
    response = server.client().request("POST", "/me", json={})
    cookie = response.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    # It begins anew whenever they come back.
    renewed = client.request("GET", "/me").headers["set-cookie"]
    assert client.http.cookies["twilight"] in renewed
    assert "Max-Age=34560000" in renewed


def changed(text: str) -> str:
    """Return the text with another last letter."""
    return text[:-1] + ("B" if text.endswith("A") else "A")


def test_a_forged_cookie_is_nobody(server: LiveServer) -> None:
    client = server.client()
    client.post("/me")
    token, _, signature = client.http.cookies["twilight"].partition(".")
    for forged in (
        f"{token}.{changed(signature)}",
        token,
        f"{changed(token)}.{signature}",
        "." + token,
    ):
        other = server.client()
        other.http.cookies.set("twilight", forged)
        assert other.get("/me")["user"] is None


def test_a_claim_keeps_the_games_and_carries_to_another_device(server: LiveServer) -> None:
    client = server.client()
    game = client.create(mode="hotseat")
    name = f"Claimer {next(NUMBERS)}"
    me = client.post("/me/account", {"name": name, "password": PASSWORD})["user"]
    assert not me["guest"]
    assert client.refused("POST", "/me/account", {"name": "Other", "password": PASSWORD}) == (
        "already_claimed"
    )
    other = server.client()
    signed = other.post("/sign-in", {"name": name.upper(), "password": PASSWORD})["user"]
    assert signed["id"] == me["id"]
    assert [one["id"] for one in other.get("/me/games")["games"]] == [game["id"]]
    assert other.table(game["id"])["view"]["prompt"]["yours"]


@pytest.mark.parametrize("name", ["", "x", "a" * 41, "a\x00b", "<script>", "  ", "Guest 12", "-a-"])
def test_bad_names(server: LiveServer, name: str) -> None:
    client = server.client()
    client.post("/me")
    body = {"name": name, "password": PASSWORD}
    assert client.refused("POST", "/me/account", body) in ("bad_name", "bad_message")


def test_names_are_taken_once(server: LiveServer) -> None:
    _, name = account(server)
    other = server.client()
    other.post("/me")
    body = {"name": name.lower(), "password": PASSWORD}
    assert other.refused("POST", "/me/account", body) == "name_taken"
    assert other.refused("PATCH", "/me", {"name": name}) == "name_taken"
    assert other.request("PATCH", "/me", json={"name": "Somebody"}).json()["user"]["name"] == (
        "Somebody"
    )


def test_wrong_passwords(server: LiveServer) -> None:
    client, name = account(server)
    other = server.client()
    body = {"name": name, "password": "wrong horse"}
    assert other.refused("POST", "/sign-in", body) == "wrong_password"
    body = {"name": "nobody at all", "password": PASSWORD}
    assert other.refused("POST", "/sign-in", body) == "wrong_password"
    change = {"old": "wrong horse", "new": "battery staple"}
    assert client.refused("PUT", "/me/password", change) == "wrong_password"


def test_devices_can_be_signed_out(server: LiveServer) -> None:
    client, name = account(server)
    other = server.client()
    other.post("/sign-in", {"name": name, "password": PASSWORD})
    devices = client.get("/me/devices")["devices"]
    assert len(devices) == 2
    theirs = next(one for one in devices if not one["this_one"])
    left = client.request("DELETE", f"/me/devices/{theirs['id']}").json()["devices"]
    assert [one["this_one"] for one in left] == [True]
    assert other.get("/me")["user"] is None
    assert other.refused("GET", "/me/devices") == "not_signed_in"
    client.post("/sign-out")
    assert client.get("/me")["user"] is None


def test_a_new_password_signs_out_everywhere_else(server: LiveServer) -> None:
    client, name = account(server)
    other = server.client()
    other.post("/sign-in", {"name": name, "password": PASSWORD})
    client.post("/me/password", {"old": PASSWORD, "new": "battery staple"}, method="PUT")
    assert other.get("/me")["user"] is None
    assert client.get("/me")["user"]["name"] == name
    assert TRUST_SECONDS < 10


def test_a_signed_out_device_loses_its_live_connection(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("twilight.server.http.live.CHECK_SECONDS", 0.05)
    client, _ = account(server)
    game = client.create(mode="hotseat")

    with client.live(game["id"]) as live:
        live.until("update")
        client.post("/sign-out")
        assert live.until_closed() == 4001


def rated_game(host: Client, guest: Client) -> str:
    game = host.create(rated=True, side="ussr")
    guest.post(f"/games/{game['id']}/join", {"invite": game["invite"]})
    game_id: str = game["id"]
    return game_id


def test_ratings_history_and_head_to_head(server: LiveServer) -> None:
    (host, host_name), (guest, guest_name) = account(server), account(server)
    for _ in range(2):
        game = rated_game(host, guest)
        guest.act(game, type="resign")
    game = rated_game(guest, host)
    host.act(game, type="offer", offer="draw")
    [offer] = guest.table(game)["offers"]
    guest.act(game, type="respond", number=offer["number"], accept=True)
    profile: dict[str, object] = {}
    for _ in range(100):
        profile = host.get(f"/users/{host_name}")
        if profile["user"]["rated_games"] == 3:  # type: ignore[index]
            break
    user = profile["user"]
    assert isinstance(user, dict)
    assert user["rating"] > 1500
    assert len(profile["ratings"]) == 3  # type: ignore[arg-type]
    assert profile["tally"] == {
        "games": 3,
        "won": 2,
        "lost": 0,
        "drawn": 1,
        "as_us": 1,
        "as_ussr": 2,
    }
    loser = host.get(f"/users/{guest_name}")["user"]
    assert loser["rating"] < 1500
    against = host.get(f"/users/{guest_name}/against/{host_name}")
    assert against["tally"]["lost"] == 2
    names = [one["name"] for one in host.request("GET", "/ratings").json()]
    assert host_name in names


def test_rated_games_are_for_accounts(server: LiveServer) -> None:
    guest = server.client()
    wish = {"mode": "online", "rated": True}
    assert guest.refused("POST", "/games", wish) == "rated_needs_account"
    host, _ = account(server)
    game = host.create(rated=True)
    join = {"invite": game["invite"]}
    assert guest.refused("POST", f"/games/{game['id']}/join", join) == "rated_needs_account"
    other, _ = account(server)
    other.post(f"/games/{game['id']}/join", join)
    takeback = {"type": "offer", "offer": "takeback"}
    assert other.refused("POST", f"/games/{game['id']}/messages", takeback) == "only_casual"
