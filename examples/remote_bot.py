"""Plays one seat of one game on a Twilight server: python remote_bot.py ADDRESS GAME TOKEN."""

import argparse
import json
import random

from websockets.exceptions import WebSocketException
from websockets.sync.client import connect


def play(address: str, game: str, token: str) -> None:
    """Answer every decision of the seat at random until the game is over."""
    url = f"{address.replace('http', 'ws', 1)}/api/v1/games/{game}/live"
    with connect(url, additional_headers={"authorization": f"Bearer {token}"}) as socket:
        for frame in socket:
            message = json.loads(frame)
            if message["type"] != "update":
                print(message.get("message", message["type"]))
                continue
            print(*(fact["text"] for fact in message["facts"]), sep="\n")
            if message["status"] == "finished":
                print(message["result"])
                break
            if (asked := message["view"]["prompt"]) and asked["yours"]:
                one = random.choice(asked["options"])["action"]
                answer = {"type": "answer", "decision": asked["decision"], "action": one}
                socket.send(json.dumps(answer))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Play one seat of one game at random.")
    for argument in ("address", "game", "token"):
        parser.add_argument(argument)
    options = parser.parse_args()
    try:
        play(options.address, options.game, options.token)
    except (OSError, WebSocketException) as error:
        parser.error(f"{options.address!r} is no address at which this seat plays: {error}")
    except KeyboardInterrupt:
        parser.exit(130)
