"""The game for language models: the tools of the protocol play a whole game and hide the rest."""

import asyncio
import os
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters

from twilight.bots.programs.text_seat import NoSuchAnswer, TextSeat
from twilight.engine.rules import make_rules
from twilight.engine.text.language import load_language
from twilight.engine.types import US

# The client hands on next to nothing of its own environment, and so not which build is tested.
SERVER = StdioServerParameters(
    command=sys.executable,
    args=["-m", "twilight.cli.main", "mcp"],
    env={"PYTHONPATH": os.pathsep.join(sys.path)},
)


def text_of(result: Any) -> str:
    return str(result.content[0].text)


def test_a_client_plays_over_the_real_protocol() -> None:
    async def play() -> list[str]:
        told = []
        async with Client(SERVER) as client:
            tools = {tool.name for tool in (await client.list_tools()).tools}
            assert tools == {"new_game", "look", "answer", "card", "opponents"}
            early = await client.call_tool("look", {})
            assert early.is_error
            told.append(text_of(early))
            begun = text_of(await client.call_tool("new_game", {"side": "us", "seed": "4"}))
            told.append(begun)
            wrong = await client.call_tool("answer", {"key": "fly"})
            assert wrong.is_error
            told.append(text_of(wrong))
            text = begun
            for _ in range(12):
                key = text.split("Legal answers, by key:\n- ")[1].split(":")[0]
                text = text_of(await client.call_tool("answer", {"key": key}))
            told.append(text_of(await client.call_tool("look", {})))
            told.append(text_of(await client.call_tool("card", {"key": "truman_doctrine"})))
        return told

    early, begun, wrong, later, card = asyncio.run(play())
    assert "call new_game first" in early
    assert begun.startswith("You play the US in Twilight Struggle.")
    assert "'fly' is no legal answer; legal are " in wrong
    assert "Your hand:" in later
    assert card.startswith("Truman Doctrine: ")


def test_a_whole_game_is_played_by_reading() -> None:
    seat = TextSeat(make_rules("deluxe"), US, "random", "5", load_language())
    random = Random(5)
    while not seat.is_over:
        told = seat.answer(random.choice(seat.options))
    assert seat.question() in told
    with pytest.raises(NoSuchAnswer, match="the game is over"):
        seat.answer("pass")


def test_no_opponent_of_the_readers_making_is_started(tmp_path: Path) -> None:
    started = tmp_path / "started"
    touch = f"import pathlib; pathlib.Path({str(started)!r}).touch()"
    (tmp_path / "touching.py").write_text(touch)

    async def ask() -> list[str]:
        async with Client(SERVER.model_copy(update={"cwd": tmp_path})) as client:
            return [
                text_of(await client.call_tool("new_game", {"opponent": opponent}))
                for opponent in (f"program:{sys.executable} touching.py", "touching:Bot")
            ]

    for told in asyncio.run(ask()):
        assert "not one of random, recruit" in told
    assert not started.exists()


def test_games_without_a_seed_are_dealt_anew() -> None:
    async def hands() -> set[str]:
        async with Client(SERVER) as client:
            begun = [text_of(await client.call_tool("new_game", {})) for _ in range(4)]
        return {told.split("Your hand:")[1] for told in begun}

    assert len(asyncio.run(hands())) > 1
