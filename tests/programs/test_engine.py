"""The line protocol: ours as an engine, other programs as players, and what breaks it."""

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.commands import exit_code
from tests.strategies import LEAGUE_RULES
from twilight.bots.programs import program
from twilight.bots.programs.engine import serve_engine
from twilight.bots.programs.program import Program, ProgramError
from twilight.bots.programs.protocol import PROTOCOL
from twilight.bots.registry import make_bot
from twilight.engine.chance import SeededChance
from twilight.engine.driver import play_out
from twilight.engine.game import Game
from twilight.engine.plain_data.observations import decision_to_dict, observation_to_dict
from twilight.engine.types import SIDES
from twilight.engine.view import observe

ENGINE = f"{sys.executable} -m twilight.cli.main engine"
START = {"type": "start", "protocol": PROTOCOL, "seed": "7"}
# A program of a few lines: it greets, and then does what the test gives it.
GREETING = """
import json, sys
def say(**message): print(json.dumps(message), flush=True)
say(type="hello", protocol=1, name="tiny", wants=WANTS)
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "start": say(type="ready")
    if message["type"] == "quit": break
    if message["type"] == "choose":
        ACTION
"""


def tiny(folder: Path, action: str, wants: str = "[]") -> str:
    file = folder / "tiny.py"
    file.write_text(GREETING.replace("WANTS", wants).replace("ACTION", action), encoding="utf-8")
    return f"{sys.executable} {file}"


def conversation(*messages: object, bot: str = "baseline") -> list[dict[str, Any]]:
    lines = [one if isinstance(one, str) else json.dumps(one) for one in messages]
    out = io.StringIO()
    serve_engine(lines, out, bot, lambda seed: make_bot(bot, seed))
    return [json.loads(line) for line in out.getvalue().splitlines()]


def first_question(game: Game) -> dict[str, Any]:
    chance = SeededChance("1")
    while game.pending is not None and game.pending.actor not in SIDES:
        game.answer(chance.choose(game.pending))
    assert game.pending is not None
    return {
        "type": "choose",
        "id": 1,
        "decision": decision_to_dict(game.pending),
        "observation": observation_to_dict(observe(game, game.pending.actor)),
    }


def test_a_bot_plays_the_same_over_lines() -> None:
    records = []
    for name in ("baseline", f"program:{ENGINE} baseline"):
        game = Game.new(LEAGUE_RULES)
        players = [make_bot(name, "1"), make_bot("random", "2")]
        play_out(game, players, SeededChance("3"), most_answers=90)
        records.append(game.record)
        if isinstance(players[0], Program):
            players[0].close()
    assert records[0] == records[1]


def test_the_engine_answers_with_an_option() -> None:
    question = first_question(Game.new(LEAGUE_RULES))
    hello, ready, answer = conversation(START, question)
    assert hello == {
        "type": "hello",
        "protocol": PROTOCOL,
        "name": "baseline",
        "wants": ["observation"],
    }
    assert ready == {"type": "ready"}
    assert answer["id"] == 1
    assert answer["action"] in question["decision"]["options"]


@pytest.mark.parametrize(
    ("messages", "refusal"),
    [
        (["{"], "no JSON: '{'"),
        (["[]"], "no object with a type: '[]'"),
        ([{"type": "sing"}], "a message of type 'sing' is not known"),
        ([{"type": "choose", "id": 1}], "choose: no game has been started"),
        ([{**START, "protocol": 9}], "start: protocol 9 is not spoken here, 1 is"),
        ([{"type": "start", "protocol": 1}], "start: seed is None, not a str"),
        ([START, {"type": "choose", "id": "x"}], "choose: id is 'x', not a int"),
        (
            [START, {"type": "choose", "id": 1, "observation": 3}],
            "observation: 3 is no mapping of names to values",
        ),
    ],
)
def test_a_bad_line_is_refused_in_words_and_the_engine_goes_on(
    messages: list[object], refusal: str
) -> None:
    replies = conversation(*messages, START, "", {"type": "quit"}, START)
    assert replies[-1] == {"type": "ready"}
    assert replies[-2]["type"] == "error"
    assert replies[-2]["message"].startswith(refusal)


def test_a_decision_that_is_not_the_positions_is_refused() -> None:
    question = first_question(Game.new(LEAGUE_RULES))
    question["decision"]["options"] = question["decision"]["options"][:1]
    *_, reply = conversation(START, question)
    assert reply["message"] == "choose: the decision is not the one of the observation"


def test_a_program_that_reads_text_plays(tmp_path: Path) -> None:
    action = (
        "assert 'Legal answers, by key:' in message['text'] and 'observation' not in message;"
        " say(type='answer', id=message['id'], action=message['decision']['options'][0])"
    )
    command = tiny(tmp_path, action, '["text"]')
    player = make_bot(f"program:{command}", "1")
    game = Game.new(LEAGUE_RULES)
    assert play_out(game, [player, player], SeededChance("3"), most_answers=60) == 60
    assert isinstance(player, Program)
    assert player.name == "tiny"
    player.close()


def test_the_engine_of_the_documentation_plays(tmp_path: Path) -> None:
    document = (Path(__file__).parents[2] / "docs" / "engine-protocol.md").read_text("utf-8")
    file = tmp_path / "documented.py"
    file.write_text(document.split("```python\n")[1].split("```")[0], encoding="utf-8")
    player = Program(f"{sys.executable} {file}")
    game = Game.new(LEAGUE_RULES)
    assert play_out(game, [player, player], SeededChance("3"), most_answers=40) == 40
    player.close()


@pytest.mark.parametrize(
    ("action", "complaint"),
    [
        ("say(type='answer', id=99, action='pass')", "answered question 99, not 1"),
        ("say(type='answer', id=1, action='fly')", "answered 'fly'; the options are "),
        ("say(type='answer', id=1)", "answer: action is None, not a str"),
        ("say(type='error', message='no idea')", "refused: no idea"),
        ("say(type='ready')", "wrote '{\"type\": \"ready\"}' instead of 'answer'"),
        ("print('hm', flush=True)", "wrote no JSON: 'hm'"),
        ("sys.exit(3)", "ended with code 3 instead of saying 'answer'"),
    ],
)
def test_a_program_that_breaks_the_protocol_is_named(
    tmp_path: Path, action: str, complaint: str
) -> None:
    game = Game.new(LEAGUE_RULES)
    command = tiny(tmp_path, action)
    player = Program(command)
    with pytest.raises(ProgramError) as caught:
        play_out(game, [player, player], SeededChance("3"))
    player.close()
    assert str(caught.value).startswith(f"program {command!r} {complaint}")


def test_a_silent_program_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    player = Program(tiny(tmp_path, "pass"))
    monkeypatch.setattr(program, "ANSWER_SECONDS", 0.2)
    game = Game.new(LEAGUE_RULES)
    with pytest.raises(ProgramError, match=r"said nothing for 0\.2 s"):
        play_out(game, [player, player], SeededChance("3"))
    player.close()


def test_no_program_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["simulate", "--us", "program:/no/such/thing", "--ussr", "random", "--games", "1"]
    assert exit_code(arguments) == 2
    assert "'/no/such/thing' can't be started" in capsys.readouterr().err


def test_a_program_that_has_ended_can_be_closed(tmp_path: Path) -> None:
    """Nothing reads what was still to be said to it."""
    silent = tmp_path / "silent.py"
    silent.write_text(
        """
import json, sys
print(json.dumps({"type": "hello", "protocol": 1, "wants": []}), flush=True)
sys.stdin.readline()
print(json.dumps({"type": "ready"}), flush=True)
""",
        encoding="utf-8",
    )
    player = Program(f"{sys.executable} {silent}")
    player._process.wait()
    with pytest.raises(ProgramError, match="ended"):
        play_out(Game.new(LEAGUE_RULES), [player, player], SeededChance("3"))
    player.close()
