"""Plays one seat of one game on a Twilight server: python remote_bot.py ADDRESS GAME TOKEN."""

import json
import random
import sys

from websockets.sync.client import connect


def main(address: str, game: str, token: str) -> None:
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


if __name__ == "__main__":
    main(*sys.argv[1:4])
