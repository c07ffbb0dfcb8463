"""The house is built as the design says: imports point one way."""

import ast
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "twilight"
# What each room may import besides itself; nothing points back.
ROOMS: dict[str, set[str]] = {
    "engine": set(),
    "judgement": {"engine"},
    "analysis": {"engine", "judgement"},
    "bots": {"engine", "judgement", "analysis"},
    "replays": {"engine", "judgement", "analysis"},
    "data": {"engine"},
    "study": {"engine", "judgement", "analysis", "bots", "replays"},
    "envs": {"engine", "judgement", "analysis", "bots"},
    "learning": {"engine", "judgement", "analysis", "bots", "replays", "envs"},
    "server": {"engine", "judgement", "analysis", "bots", "replays", "envs", "study"},
    "cli": {
        "engine",
        "judgement",
        "analysis",
        "bots",
        "replays",
        "data",
        "envs",
        "learning",
        "study",
        "server",
    },
}
FILES = sorted(SOURCE.rglob("*.py"))


def imported_modules(file: Path) -> list[str]:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    modules = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            modules += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file} has a relative import"
            modules.append(node.module or "")
    return modules


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(SOURCE)))
def test_imports_point_one_way(file: Path) -> None:
    room = file.relative_to(SOURCE).parts[0]
    if room == "__init__.py":
        return
    assert room in ROOMS, f"{room} is a room that the design does not know"
    for module in imported_modules(file):
        parts = module.split(".")
        if parts[0] == "twilight" and len(parts) > 1:
            assert parts[1] == room or parts[1] in ROOMS[room], f"{file} imports {module}"
        elif room == "engine" and parts[0] != "twilight":
            assert parts[0] in sys.stdlib_module_names, f"{file} imports {module}"
