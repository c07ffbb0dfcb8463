"""A program with an account of its own: it seeks or accepts games and plays them at random.

python program.py ADDRESS TOKEN --seek      # opens a game in the lobby and waits for somebody
python program.py ADDRESS TOKEN --accept    # takes the seat of whoever waits in the lobby

Needs nothing but Python. The token comes from one's profile page, or from POST /me/programs.
"""

import argparse
import json
import random
import sys
import time
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

Json = Any
# How long to wait when there is nothing to do, and when too much was asked.
PAUSE = 1.0
TOO_MANY = 429


class Refused(Exception):
    """What the server does not do, with its code."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code


class Server:
    """The interface of a server, seen by one program."""

    def __init__(self, address: str, token: str) -> None:
        self._root = f"{address.rstrip('/')}/api/v1"
        self._headers = {"authorization": f"Bearer {token}", "content-type": "application/json"}

    def ask(self, method: str, path: str, body: Json = None) -> Json:
        """Send a request; one that came too soon is sent again."""
        data = None if body is None else json.dumps(body).encode()
        request = Request(self._root + path, data, self._headers, method=method)
        while True:
            try:
                with urlopen(request, timeout=60) as answer:
                    return json.load(answer)
            except HTTPError as error:
                refusal = json.load(error)
                if error.code != TOO_MANY:
                    raise Refused(refusal["code"], refusal["message"]) from error
                time.sleep(PAUSE)


def own_name(server: Server) -> str:
    """Ask the server who we are; ValueError if it is none of Twilight's."""
    try:
        name: str = server.ask("GET", "/me")["user"]["name"]
    except (KeyError, TypeError) as error:
        raise ValueError("something else answers there") from error
    return name


def choose(update: Json) -> str:
    """Choose an answer: here is the place for a better idea. All one may know is in the view."""
    options = update["view"]["prompt"]["options"]
    action: str = random.choice(options)["action"]
    return action


def answer_all(server: Server) -> int:
    """Answer whatever is asked of us in all our games; returns how many games go on."""
    games = server.ask("GET", "/me/games")["games"]
    for game in games:
        while game["status"] == "active":
            update = server.ask("GET", f"/games/{game['id']}/table")
            prompt = update["view"]["prompt"]
            if update["status"] != "active" or prompt is None or not prompt["yours"]:
                break
            answer = {"type": "answer", "decision": prompt["decision"], "action": choose(update)}
            try:
                server.ask("POST", f"/games/{game['id']}/messages", answer)
            except Refused as refusal:
                # The game has gone on meanwhile, or is over: look again.
                print(refusal, file=sys.stderr)
    return len(games)


def seek(server: Server) -> None:
    """Open a game for anybody."""
    game = server.ask("POST", "/games", {"mode": "online", "side": "random", "public": True})
    print("waiting in", game["id"])


def accept(server: Server) -> bool:
    """Join a game of somebody who waits in the lobby; False if nobody does."""
    for game in server.ask("GET", "/lobby")["open"]:
        try:
            server.ask("POST", f"/games/{game['id']}/join", {})
        except Refused as refusal:
            # Somebody else was faster.
            print(refusal, file=sys.stderr)
            continue
        print("playing", game["id"])
        return True
    return False


def some(text: str) -> int:
    """Read how many games; none or fewer would never be enough."""
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError(f"{text!r} is no number of games")
    return int(text)


def main() -> None:
    """Play games until enough are over."""
    parser = argparse.ArgumentParser(description="Seek or accept games and play them at random.")
    parser.add_argument("address")
    parser.add_argument("token")
    how = parser.add_mutually_exclusive_group(required=True)
    how.add_argument("--seek", action="store_true")
    how.add_argument("--accept", action="store_true")
    parser.add_argument("--games", type=some, default=1, help="how many games to play (1)")
    options = parser.parse_args()
    server = Server(options.address, options.token)
    try:
        print("playing as", own_name(server))
        begun = 0
        while True:
            running = answer_all(server)
            if not running:
                if begun == options.games:
                    return
                if options.seek:
                    seek(server)
                    begun += 1
                else:
                    begun += accept(server)
            time.sleep(PAUSE)
    except Refused as refusal:
        parser.error(str(refusal))
    except URLError as error:
        parser.error(f"{options.address!r} does not answer: {error.reason}")
    except ValueError as error:
        parser.error(f"{options.address!r} is no address of a server: {error}")
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
