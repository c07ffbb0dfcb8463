"""Bots of other authors: by module and class, by entry point, and what is wrong with them."""

import json
import re
import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from tests.commands import complaint, exit_code
from twilight.bots import plugged_in
from twilight.bots.registry import UnknownBot, known_bots, make_bot, parse_spec

DOCUMENT = Path(__file__).parent.parent.parent / "docs" / "writing-a-bot.md"
BOTS = '''
class First:
    """Takes the first option."""

    def choose(self, seen, decision):
        return decision.options[0]

class Seeded(First):
    def __init__(self, seed, depth=1, mood="calm"):
        self.seed, self.depth, self.mood = seed, depth, mood

class Anything(First):
    def __init__(self, seed, **options):
        self.options = options

class Broken(First):
    def __init__(self, seed):
        raise RuntimeError("no luck")

class Silent:
    pass

def silent(seed):
    return Silent()

number = 3
'''


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "some_bots.py").write_text(BOTS, encoding="utf-8")
    (tmp_path / "faulty.py").write_text("import no_such_thing\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [path for path in sys.path if path])
    monkeypatch.delitem(sys.modules, "some_bots", raising=False)
    return tmp_path


def test_a_class_of_a_module_in_the_folder() -> None:
    assert type(make_bot("some_bots:First")).__name__ == "First"
    bot = make_bot("some_bots:Seeded:depth=3,mood=wild", "s")
    assert vars(bot) == {"seed": "s", "depth": 3, "mood": "wild"}
    assert vars(make_bot("some_bots:Seeded:seed=x"))["seed"] == "x"
    assert vars(make_bot("some_bots:Anything:heat=0.5"))["options"] == {"heat": 0.5}
    assert parse_spec("some_bots:First") == ("some_bots:First", {}, None)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("nowhere:Bot", "bot nowhere:Bot can't be imported: No module named 'nowhere'"),
        ("faulty:Bot", "bot faulty:Bot can't be imported: No module named 'no_such_thing'"),
        ("some_bots:Second", "bot some_bots:Second: the module has no 'Second'"),
        ("some_bots:number", "bot some_bots:number is no class, but 3"),
        ("some_bots:Silent", "bot some_bots:Silent has no method choose(seen, decision)"),
        ("some_bots:silent", "bot some_bots:silent has no method choose(seen, decision)"),
        ("some_bots:Broken", "bot some_bots:Broken can't be made: RuntimeError: no luck"),
        ("some_bots:Seeded:heat=1", "has no option 'heat'; it has depth, mood, seed"),
        ("some_bots:", "unknown bot 'some_bots'; known are random, "),
    ],
)
def test_what_is_wrong_is_said(text: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(UnknownBot) as raised:
        make_bot(text)
    assert message in str(raised.value)
    assert complaint(capsys, "arena", text, "random").startswith("twilight: ")


def test_an_entry_point_is_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [
        EntryPoint("wise", "some_bots:Seeded", plugged_in.GROUP),
        EntryPoint("gone", "some_bots:Gone", plugged_in.GROUP),
    ]
    monkeypatch.setattr(plugged_in, "entry_points", lambda group: found if group else [])
    monkeypatch.setattr(sys, "path", [*sys.path, "."])
    assert known_bots()[-3:] == ["wise", "gone", "MODULE:CLASS"]
    assert vars(make_bot("wise:depth=2", "s")) == {"seed": "s", "depth": 2, "mood": "calm"}
    with pytest.raises(UnknownBot, match="bot gone can't be loaded from some_bots:Gone"):
        make_bot("gone")


def test_it_plays_on_every_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    matches = ["--games", "2", "--json"]
    assert exit_code(["simulate", "--us", "some_bots:Seeded:depth=2", *matches]) == 0
    assert "some_bots:Seeded:depth=2" in json.loads(capsys.readouterr().out)["bots"]
    assert exit_code(["arena", "some_bots:First", "random", "--jobs", "2", *matches]) == 0
    assert json.loads(capsys.readouterr().out)["games"] == 2
    assert exit_code(["agree", "some_bots:First", "sample"]) == 2
    assert "bot some_bots:First does not rank its plays" in capsys.readouterr().err


def test_the_document_leads_from_an_empty_folder_to_the_arena(tmp_path: Path) -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    files = re.findall(r"`(\w+\.py)`[^\n]*:\n\n```python\n(.*?)```", text, re.DOTALL)
    assert files
    for name, code in files:
        (tmp_path / name).write_text(code, encoding="utf-8")
    commands = re.findall(r"^twilight (?:arena|simulate) .*$", text, re.MULTILINE)
    assert commands
    for command in commands:
        few = re.sub(r"--games \d+", "--games 2 --seed 1", command.partition("#")[0]).split()[1:]
        assert exit_code(few) == 0, command


def test_an_installed_package_offers_its_bots(tmp_path: Path) -> None:
    """The entry point that the document shows is found where such a package is installed."""
    text = DOCUMENT.read_text(encoding="utf-8")
    (section,) = re.findall(r"```toml\n(.*?)```", text, re.DOTALL)
    entries = re.findall(r'^(\w+) = "(\w+:\w+)"$', section, re.MULTILINE)
    assert entries
    assert '[project.entry-points."twilight.bots"]' in section
    (code,) = re.findall(r"`cautious\.py`[^\n]*:\n\n```python\n(.*?)```", text, re.DOTALL)
    (tmp_path / "cautious.py").write_text(code, encoding="utf-8")
    information = tmp_path / "cautious_bot-1.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Name: cautious-bot\nVersion: 1\n", encoding="utf-8")
    lines = [f"[{plugged_in.GROUP}]", *(f"{name} = {value}" for name, value in entries)]
    (information / "entry_points.txt").write_text("\n".join(lines), encoding="utf-8")
    make = "print(type(make_bot('cautious')).__name__)"
    script = f"from twilight.bots.registry import make_bot; {make}"
    shown = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONPATH": ":".join([str(tmp_path), *sys.path])},
    )
    assert shown.stdout.strip() == "Cautious"
