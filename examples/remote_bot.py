"""Plays one seat of one game on a Twilight server: python remote_bot.py ADDRESS GAME TOKEN."""

import argparse
import json
import random
import sys

from websockets.exceptions import WebSocketException
from websockets.sync.client import connect


def play(address: str, game: str, token: str) -> None:
    """Answer every decision of the seat at random until the game is over."""
    url = f"{address.replace('http', 'ws', 1)}/api/v1/games/{game}/live"
    with connect(url, additional_headers={"authorization": f"Bearer {token}"}) as socket:
        for frame in socket:
            message = json.loads(frame)
            if message["type"] == "refused":
                print(message["code"], message["message"])
            if message["type"] != "update":
                continue
            for fact in message["facts"]:
                print(fact["text"])
            if message["status"] == "finished":
                print(message["result"])
                return
            prompt = message["view"]["prompt"]
            if prompt and prompt["yours"]:
                action = random.choice(prompt["options"])["action"]
                answer = {"type": "answer", "decision": prompt["decision"], "action": action}
                socket.send(json.dumps(answer))


def main() -> int:
    """Read the arguments and play; what goes wrong is told in one line."""
    parser = argparse.ArgumentParser(description="Play one seat of one game at random.")
    parser.add_argument("address", help="the address of the server: http://localhost:8000")
    parser.add_argument("game", help="the id of the game")
    parser.add_argument("token", help="the token of the seat")
    options = parser.parse_args()
    if not options.address.startswith(("http://", "https://")):
        parser.error(f"{options.address!r} is no address; it begins with http:// or https://")
    try:
        play(options.address, options.game, options.token)
    except (OSError, WebSocketException) as error:
        print(f"remote_bot: {options.address}: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
