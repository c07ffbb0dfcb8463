"""The front door: the names that it exports, where they live, and its examples."""

import ast
import doctest
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

import twilight

# Whoever takes a name away, or adds one, says so here and in docs/writing-a-bot.md.
EXPORTED = [
    "ACTOR_NAMES",
    "Action",
    "Actor",
    "CHANCE",
    "Chance",
    "Decision",
    "Game",
    "IllegalAction",
    "IllegalUndo",
    "Kind",
    "NOBODY",
    "Observation",
    "Outcome",
    "Player",
    "Rules",
    "RulesError",
    "SavedGame",
    "SeededChance",
    "State",
    "US",
    "USSR",
    "action_named",
    "describe_action",
    "describe_decision",
    "load_game",
    "load_language",
    "make_bot",
    "make_rules",
    "name_of",
    "observe",
    "play_out",
    "save_game",
]


def test_the_exported_names() -> None:
    assert sorted(twilight.__all__) == sorted(EXPORTED)
    for name in EXPORTED:
        assert getattr(twilight, name) is not None
        assert name in dir(twilight)
    with pytest.raises(AttributeError, match="has no attribute 'Gmae'"):
        twilight.Gmae  # noqa: B018


def test_a_type_checker_finds_every_name_where_it_is() -> None:
    tree = ast.parse(Path(twilight.__file__).read_text(encoding="utf-8"))
    checked = {
        alias.name: node.module
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("twilight.")
        for alias in node.names
    }
    assert checked == twilight._HOMES


def test_the_rooms_stay_closed_until_they_are_asked_for() -> None:
    program = "import sys, twilight; print([one for one in sys.modules if 'twilight.' in one])"
    said = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert said.stdout.strip() == "[]"


@pytest.mark.parametrize("file", ["__init__.py", "engine/actions.py"])
def test_the_examples_of_the_docstrings(file: str) -> None:
    """Read the examples in the sources, since what is compiled has no docstrings."""
    place = Path(twilight.__file__).parent / file
    specification = spec_from_file_location("examples", place)
    assert specification is not None
    assert specification.loader is not None
    source = module_from_spec(specification)
    specification.loader.exec_module(source)
    found = doctest.testmod(source, optionflags=doctest.ELLIPSIS)
    assert found.attempted > 0
    assert found.failed == 0
