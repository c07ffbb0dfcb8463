"""Closed doors: foreign users, origins, limits, sizes, headers, tokens."""

import json
import logging
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.live_server import LiveServer, settings_for, two_players
from tests.server.processes import ServerProcess, running
from twilight.server.http.live import LARGEST_MESSAGE
from twilight.server.logs import JsonFormatter


def test_a_private_game_is_not_there_for_strangers(server: LiveServer) -> None:
    host, guest, game = two_players(server)
    invite = host.get(f"/games/{game}")["invite"]
    stranger = server.client()
    stranger.post("/me")
    paths = ("", "/table", "/chat", "/positions/0", "/journal", "/curve", "/export", "/record")
    for path in (*paths, "/analysis/regions", "/analysis/dangers", "/analysis/odds?value=2"):
        assert stranger.refused("GET", f"/games/{game}{path}") == "not_found", path
    for path, body in (
        ("/messages", {"type": "resign"}),
        ("/messages", {"type": "ping"}),
        ("/join", {}),
        ("/join", {"invite": "guessed"}),
        ("/rematch", {}),
        ("/seats/0/token", {}),
    ):
        assert stranger.refused("POST", f"/games/{game}{path}", body) == "not_found", path
    assert stranger.refused("DELETE", f"/games/{game}") == "not_found"
    with stranger.live(game) as live:
        assert live.receive()["code"] == "not_found"
        with pytest.raises(ConnectionClosed):
            live.receive()
    assert game not in json.dumps(stranger.get("/lobby"))
    # An invitation is for the seat; once both play it opens nothing.
    assert stranger.refused("GET", f"/games/{game}?invite={invite}") == "not_found"
    # With the link that both have agreed to one may watch, not act.
    for player in (host, guest):
        player.post(f"/games/{game}/watching", {"agree": True})
    watch = host.get(f"/games/{game}")["watch"]
    assert stranger.get(f"/games/{game}?invite={watch}")["your_seats"] == []
    assert stranger.get(f"/games/{game}?invite={watch}")["watch"] is None
    with stranger.live(game, f"?invite={watch}") as live:
        live.until("update")
        assert live.update["view"]["viewer"] == "spectator"
        assert live.ask(type="resign")["code"] == "not_seated"
        assert live.ask(type="undo")["code"] == "not_seated"
        assert live.ask(type="chat", text="hello")["code"] == "not_seated"
        assert live.ask(type="offer", offer="draw")["code"] == "not_seated"
        assert live.ask(type="explain", decision=1)["code"] == "not_seated"


def test_a_full_game_can_not_be_joined(server: LiveServer) -> None:
    host, _, game = two_players(server, public=True)
    third = server.client()
    assert third.refused("POST", f"/games/{game}/join", {}) == "seat_taken"
    assert host.get(f"/games/{game}")["status"] == "active"


def test_only_the_host_takes_an_open_game_back(server: LiveServer) -> None:
    host, other = server.client(), server.client()
    game = host.create(public=True)["id"]
    other.post("/me")
    assert other.refused("DELETE", f"/games/{game}") == "forbidden"
    assert host.refused("POST", f"/games/{game}/messages", {"type": "resign"}) == "not_started"
    answered = host.request("DELETE", f"/games/{game}").json()
    assert answered["status"] == "aborted"
    assert other.refused("POST", f"/games/{game}/join", {}) == "seat_taken"


def test_another_origin_is_refused(server: LiveServer) -> None:
    host, _, game = two_players(server)
    response = host.http.post(
        "/api/v1/games", json={"mode": "hotseat"}, headers={"origin": "https://evil.example"}
    )
    assert response.status_code == 403
    assert response.json()["code"] == "bad_origin"
    own = f"http://127.0.0.1:{server.port}"
    response = host.http.post("/api/v1/games", json={"mode": "hotseat"}, headers={"origin": own})
    assert response.status_code == 201
    with host.live(game, origin="https://evil.example") as live:
        assert live.receive()["code"] == "bad_origin"
    with host.live(game, origin=own) as live:
        assert live.receive()["type"] == "info"


def test_the_scheme_of_an_origin_counts(folder: Path) -> None:
    def status(server: LiveServer, origin: str, **headers: str) -> int:
        wish = {"mode": "hotseat"}
        sent = {"origin": origin, **headers}
        return server.client().http.post("/api/v1/games", json=wish, headers=sent).status_code

    with LiveServer(settings_for(folder / "plain")) as server:
        host = f"127.0.0.1:{server.port}"
        assert status(server, f"http://{host}") == 201
        assert status(server, f"https://{host}") == 403
        assert status(server, f"ftp://{host}") == 403
        # A proxy that is trusted says how it was asked.
        proxied = {"x-forwarded-proto": "https", "x-forwarded-for": "192.0.2.1"}
        assert status(server, f"https://{host}", **proxied) == 201
        assert status(server, f"http://{host}", **proxied) == 403
        client = server.client()
        game = client.create(mode="hotseat")["id"]
        for scheme, kind in (("http", "info"), ("https", "refused")):
            with client.live(game, origin=f"{scheme}://{host}") as live:
                assert live.receive()["type"] == kind
    secure = settings_for(folder / "secure", public_url="https://game.example")
    with LiveServer(secure) as server:
        assert status(server, "https://game.example", host="game.example") == 201
        assert status(server, "http://game.example", host="game.example") == 403
        assert status(server, f"http://127.0.0.1:{server.port}") == 403


def test_a_long_path_is_not_there(server: LiveServer) -> None:
    http = server.client().http
    for path in ("/", "/assets/", "/api/v1/games/", "/schema/"):
        for letters in ("a" * 5000, "a/" * 2500, "%C3%A4" * 1000):
            assert http.get(path + letters).status_code == 404, path
    # Long enough for no file, short enough to be looked for.
    assert http.get("/assets/" + "a" * 900).status_code == 404


def test_headers(server: LiveServer) -> None:
    client = server.client()
    for path in ("/", "/api/v1/lobby", "/schema", "/nowhere", "/api/v1/nowhere"):
        headers = client.http.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"
    assert client.http.get("/api/v1/lobby").headers["cache-control"] == "no-store"
    assert "server" not in client.http.get("/").headers


def test_monitors_may_ask_for_the_head_alone(server: LiveServer) -> None:
    client = server.client()
    for path in ("/", "/health"):
        asked = client.http.head(path)
        assert (asked.status_code, asked.content) == (200, b"")
        assert asked.headers["content-type"] == client.http.get(path).headers["content-type"]


def test_sizes_are_limited(server: LiveServer) -> None:
    host, _, game = two_players(server)
    path = f"/games/{game}/messages"
    assert host.refused("POST", path, {"type": "chat", "text": "x" * 501}) == "bad_message"
    assert host.refused("POST", path, {"type": "ping", "ref": "x" * 41}) == "bad_message"
    big = {"text": "x" * 1_600_000, "name": "big"}
    assert host.refused("POST", "/studies", big) in ("too_large", "bad_message")
    wish = {"mode": "hotseat", "options": {f"o{number}": 1 for number in range(61)}}
    assert host.refused("POST", "/games", wish) == "bad_message"
    with host.live(game) as live:
        live.until("update")
        live.send(type="chat", text="x" * (LARGEST_MESSAGE + 1))
        assert live.until_closed() == 1009


def test_nonsense_on_the_live_connection(server: LiveServer) -> None:
    host, _, game = two_players(server)
    with host.live(game) as live:
        live.until("update")
        deep = '{"type": "answer", "decision": ' + "[" * 5000
        for nonsense in ("", "{", "[]", "null", '{"type": 1}', '{"type": "answer"}', "\x00", deep):
            live.socket.send(nonsense)
            while (reply := live.receive())["type"] != "refused":
                pass
            assert reply["code"] == "bad_message"
        live.socket.send(b"\xff\xfe")
        live.until("refused")
        assert live.ask(type="ping")["type"] == "pong"


def test_input_that_is_nested_too_deep(server: LiveServer) -> None:
    body = '{"mode": "online", "options": ' + '{"a": ' * 50_000
    response = server.client().request("POST", "/games", content=body)
    assert response.status_code == 400
    assert response.json()["code"] == "bad_message"


def test_rates_are_limited(folder: Path) -> None:
    tight = {"games_per_hour": 4, "logins_per_minute": 3, "messages_per_second": 1.0}
    with LiveServer(settings_for(folder, **tight)) as server:
        client = server.client()
        codes = [
            client.request("POST", "/games", json={"mode": "hotseat"}).status_code
            for _ in range(14)
        ]
        assert codes[0] == 201
        assert codes[-1] == 429
        body = {"name": "nobody", "password": "wrong password"}
        codes = [client.request("POST", "/sign-in", json=body).status_code for _ in range(5)]
        assert codes == [401, 401, 401, 429, 429]
        game = client.get("/me/games")["games"][0]["id"]
        with client.live(game) as live:
            live.until("update")
            replies = [live.ask(type="ping") for _ in range(5)]
            assert replies[-1]["type"] == "pong"
            live.send(type="ping")
            assert live.until("refused")["code"] == "rate_limited"


def test_the_administrator_needs_his_token(server: LiveServer, folder: Path) -> None:
    client = server.client()
    assert client.refused("GET", "/admin/status") == "not_found"
    with LiveServer(settings_for(folder, admin_token="open sesame")) as other:
        host, guest, game = two_players(other)
        for header in ({}, {"x-admin-token": "wrong"}):
            for method, path in (
                ("GET", "/admin/status"),
                ("DELETE", f"/admin/games/{game}"),
                ("DELETE", "/admin/users/x/devices"),
            ):
                answer = host.http.request(method, f"/api/v1{path}", headers=header)
                assert answer.status_code == 404
        admin = {"x-admin-token": "open sesame"}
        status = host.http.get("/api/v1/admin/status", headers=admin).json()
        assert status["active"] == 1
        host.http.delete(f"/api/v1/admin/games/{game}", headers=admin).raise_for_status()
        assert host.table(game)["result"]["ending"] == "Aborted"
        user = guest.get("/me")["user"]["id"]
        host.http.delete(f"/api/v1/admin/users/{user}/devices", headers=admin).raise_for_status()
        assert guest.get("/me")["user"] is None


def test_a_token_opens_one_seat_of_one_game(server: LiveServer) -> None:
    _, guest, game = two_players(server)
    assert guest.refused("POST", f"/games/{game}/seats/1/token") == "forbidden"
    token = guest.post(f"/games/{game}/seats/0/token")["token"]
    program = server.client(token)
    referee = program.table(game)
    assert referee["view"]["viewer"] == "ussr"
    prompt = referee["view"]["prompt"]
    action = prompt["options"][0]["action"]
    program.act(game, type="answer", decision=prompt["decision"], action=action)
    with program.live(game) as live:
        live.until("update")
        assert live.update["view"]["viewer"] == "ussr"
    _, _, other = two_players(server)
    assert program.refused("GET", f"/games/{other}/table") == "not_found"
    for method, path, body in (
        ("POST", "/games", {"mode": "hotseat"}),
        ("GET", "/me/devices", None),
        ("POST", f"/games/{game}/seats/0/token", {}),
        ("PUT", "/me/password", {"old": "a password", "new": "a password"}),
        ("POST", f"/games/{game}/rematch", {}),
    ):
        assert program.refused(method, path, body) in ("forbidden", "not_signed_in"), path


def test_a_new_token_ends_the_old_one(server: LiveServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("twilight.server.http.live.CHECK_SECONDS", 0.05)
    _, guest, game = two_players(server)
    program = server.client(guest.post(f"/games/{game}/seats/0/token")["token"])
    with program.live(game) as live:
        live.until("update")
        renewed = server.client(guest.post(f"/games/{game}/seats/0/token")["token"])
        assert renewed.table(game)["view"]["viewer"] == "ussr"
        assert program.refused("GET", f"/games/{game}/table") == "bad_token"
        assert live.until_closed() == 4001
    wrong = server.client("wrong")
    assert wrong.refused("GET", f"/games/{game}/table") == "bad_token"
    with wrong.live(game) as live:
        assert live.receive()["code"] == "bad_token"


def test_the_free_seat_can_be_given_to_a_program(server: LiveServer) -> None:
    host = server.client()
    game = host.create(side="us")["id"]
    token = host.post(f"/games/{game}/seats/0/token")["token"]
    assert host.get(f"/games/{game}")["status"] == "active"
    assert host.table(game)["view"]["viewer"] == "us"
    program = server.client(token)
    assert program.table(game)["view"]["prompt"]["yours"]
    third = server.client()
    invite = host.get(f"/games/{game}")["invite"]
    assert third.refused("POST", f"/games/{game}/join", {"invite": invite}) == "seat_taken"


def test_the_log_of_a_server_has_no_secrets(folder: Path) -> None:
    with running(ServerProcess(folder, log_level="debug", admin_token="open sesame")) as server:
        host, guest = server.client(), server.client()
        game = host.create()
        invite, path = game["invite"], f"/games/{game['id']}"
        secrets = ["hunter2 hunter2", "hunter3 hunter3", "open sesame", invite]
        host.post("/me/account", {"name": "Hunter", "password": "hunter2 hunter2"})
        guest.get(f"{path}?invite={invite}")
        guest.post(f"{path}/join", {"invite": invite})
        guest.post("/sign-in", {"name": "Hunter", "password": "hunter2 hunter2"})
        guest.refused("POST", "/sign-in", {"name": "Hunter", "password": "hunter3 hunter3"})
        host.http.get("/api/v1/admin/status", headers={"x-admin-token": "open sesame"})
        token = host.post(f"{path}/seats/1/token")["token"]
        # The other device of the guest has signed in as the host meanwhile, and plays both seats.
        watch = host.post(f"{path}/watching", {"agree": True})["watch"]
        for client in (server.client(token), host):
            with client.live(game["id"], f"?invite={watch}") as live:
                live.until("update")
                live.ask(type="chat", text="our secret plan")
        secrets += [token, "our secret plan"]
        secrets += [str(client.http.cookies["twilight"]) for client in (host, guest)]
        server.stop()
    text = server.log.read_text(encoding="utf-8")
    for event in ("ready", "request", "connected", "disconnected"):
        assert f'"event": "{event}"' in text
    for secret in secrets:
        assert secret not in text
    for line in text.splitlines():
        assert line.startswith("Twilight is ready") or json.loads(line)["level"]


def test_logs_have_no_secrets() -> None:
    record = logging.makeLogRecord(
        {
            "msg": "request",
            "levelname": "INFO",
            "password": "hunter2",
            "cookie": "abc",
            "seat_token": "def",
            "path": "/api",
        }
    )
    line = JsonFormatter().format(record)
    assert json.loads(line)["path"] == "/api"
    for secret in ("hunter2", "abc", "def"):
        assert secret not in line


def test_health_and_metrics(server: LiveServer) -> None:
    client = server.client()
    assert client.http.get("/health").json()["status"] == "ok"
    text = client.http.get("/metrics").text
    for name in ("twilight_answers_total", "twilight_rooms", "twilight_commit_seconds_bucket"):
        assert name in text
    forwarded = client.http.get("/metrics", headers={"x-forwarded-for": "1.2.3.4"})
    assert forwarded.status_code == 404
