"""Programs with accounts: a token made by an account, seek, accept, play; limits that are fair."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tests.server.live_server import Client, LiveServer, play_answers, settings_for
from tests.server.people.test_accounts import PASSWORD, account
from twilight.server.http.limits import Rate
from twilight.server.people.identity import new_token
from twilight.server.people.programs import MOST_GAMES, MOST_PROGRAMS

EXAMPLE = Path(__file__).parents[3] / "examples" / "program.py"


def program(server: LiveServer, owner: Client, name: str) -> tuple[Client, str]:
    made = owner.post("/me/programs", {"name": name})
    assert made["user"]["program"]
    assert not made["user"]["guest"]
    return server.client(made["token"]), made["token"]


def test_a_program_is_somebody_of_its_own(server: LiveServer) -> None:
    owner, _ = account(server)
    robot, token = program(server, owner, "Robby")
    me = robot.get("/me")["user"]
    assert (me["name"], me["program"], me["guest"]) == ("Robby", True, False)
    assert [one["name"] for one in owner.get("/me/programs")["programs"]] == ["Robby"]
    # The name is taken like any other, and no password opens it.
    other, _ = account(server)
    assert other.refused("POST", "/me/programs", {"name": "robby"}) == "name_taken"
    sign_in = {"name": "Robby", "password": PASSWORD}
    assert server.client().refused("POST", "/sign-in", sign_in) == "wrong_password"
    assert robot.get("/users/Robby")["user"]["program"]
    assert token not in str(owner.get("/me/programs"))


def test_guests_make_no_programs_and_accounts_only_a_few(server: LiveServer) -> None:
    guest = server.client()
    guest.post("/me")
    assert guest.refused("POST", "/me/programs", {"name": "Nobody's"}) == "forbidden"
    owner, _ = account(server)
    for number in range(MOST_PROGRAMS):
        program(server, owner, f"Drone {number}")
    assert owner.refused("POST", "/me/programs", {"name": "Drone x"}) == "busy"


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/me/programs", {"name": "Child"}),
        ("GET", "/me/devices", None),
        ("PUT", "/me/password", {"old": PASSWORD, "new": PASSWORD}),
        ("PATCH", "/me", {"name": "Other"}),
        ("POST", "/me/account", {"name": "Other", "password": PASSWORD}),
        ("POST", "/tournaments", {"name": "Mine"}),
    ],
)
def test_a_program_plays_and_does_nothing_else(
    server: LiveServer, method: str, path: str, body: object
) -> None:
    owner, name = account(server)
    robot, _ = program(server, owner, f"{name} bot")
    assert robot.refused(method, path, body) == "not_signed_in"


def test_no_token_looks_like_an_option_of_a_command() -> None:
    assert all(new_token()[0].isalnum() for _ in range(200))


def test_a_new_token_ends_the_older_one_and_ending_ends_all(server: LiveServer) -> None:
    owner, name = account(server)
    robot, _ = program(server, owner, f"{name} robot")
    identity = robot.get("/me")["user"]["id"]
    stranger, _ = account(server)
    assert stranger.refused("POST", f"/me/programs/{identity}/token") == "not_found"
    assert stranger.refused("DELETE", f"/me/programs/{identity}") == "not_found"
    again = server.client(owner.post(f"/me/programs/{identity}/token")["token"])
    assert robot.refused("GET", "/me") == "bad_token"
    assert again.get("/me")["user"]["id"] == identity
    assert owner.post(f"/me/programs/{identity}", method="DELETE")["programs"] == []
    assert again.refused("GET", "/me") == "bad_token"


def test_people_and_programs_play_rated_games(server: LiveServer) -> None:
    owner, name = account(server)
    robot, _ = program(server, owner, f"{name} mind")
    game = robot.create(rated=True, public=True, side="us")["id"]
    person, _ = account(server)
    [listed] = [one for one in person.get("/lobby")["open"] if one["id"] == game]
    assert [one["program"] for one in listed["players"]] == [False, True]
    person.post(f"/games/{game}/join", {})
    with robot.live(game) as live:
        live.until("update")
        assert live.update["view"]["viewer"] == "us"
    person.act(game, type="resign")
    assert robot.get(f"/games/{game}")["result"]["winner"] == "us"
    assert robot.post(f"/games/{game}/rematch")["id"] == game


def test_a_program_has_so_many_games_at_once(server: LiveServer) -> None:
    owner, name = account(server)
    robot, _ = program(server, owner, f"{name} many")
    for _ in range(MOST_GAMES):
        game = robot.create(public=True)["id"]
    assert robot.refused("POST", "/games", {"mode": "online"}) == "busy"
    robot.request("DELETE", f"/games/{game}")
    robot.create(public=True)


def test_limits_count_by_owner_and_not_by_address(tmp_path: Path) -> None:
    with LiveServer(settings_for(tmp_path)) as server:
        owner, _ = account(server)
        (first, _), (second, _) = program(server, owner, "One"), program(server, owner, "Two")
        other, _ = account(server)
        third, _ = program(server, other, "Three")
        for one in (first, second, third):
            one.get("/me")
        # Ten requests each, and no more come.
        server.hub.limits._rates["request"] = Rate(10, 0)
        server.hub.limits._buckets.clear()
        codes = [one.request("GET", "/me").status_code for one in (first, second) * 8]
        assert codes.count(200) == 10
        assert codes.count(429) == 6
        # Neither another owner's program nor a person at the same address has less for it.
        assert third.request("GET", "/me").status_code == 200
        assert owner.request("GET", "/me").status_code == 200


@pytest.fixture
def empty_lobby(tmp_path: Path) -> Iterator[LiveServer]:
    """A server where nobody else waits: whoever accepts takes the first seat there is."""
    with LiveServer(settings_for(tmp_path)) as running:
        yield running


def test_two_programs_seek_accept_and_play_to_the_end(empty_lobby: LiveServer) -> None:
    """The example clients, as their authors would start them."""
    tokens = []
    for name in ("Seeker", "Finder"):
        owner, _ = account(empty_lobby)
        tokens.append(program(empty_lobby, owner, name)[1])
    address = f"http://127.0.0.1:{empty_lobby.port}"
    running = [
        subprocess.Popen(
            [sys.executable, str(EXAMPLE), address, token, how],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for token, how in zip(tokens, ("--seek", "--accept"), strict=True)
    ]
    for process in running:
        output, errors = process.communicate(timeout=600)
        assert process.returncode == 0, errors
        assert "playing as" in output
    seeker = empty_lobby.client(tokens[0])
    [game] = seeker.get("/me/games?status=finished")["games"]
    assert game["result"] is not None
    assert sorted(one["name"] for one in game["players"]) == ["Finder", "Seeker"]


def test_the_example_says_what_is_wrong(server: LiveServer) -> None:
    address = f"http://127.0.0.1:{server.port}"
    command = [sys.executable, str(EXAMPLE), address, "wrong", "--seek"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == 2
    assert "bad_token" in done.stderr


def test_play_answers_with_a_program(server: LiveServer) -> None:
    """A program may also answer request by request, and is refused like anybody else."""
    owner, name = account(server)
    robot, _ = program(server, owner, f"{name} asks")
    game = robot.create(public=True, side="ussr")["id"]
    owner.post(f"/games/{game}/join", {})
    assert play_answers([robot, owner], game, Random(2), 20) == 20
    wrong = {"type": "answer", "decision": 0, "action": "poland"}
    assert robot.refused("POST", f"/games/{game}/messages", wrong) == "stale_decision"
