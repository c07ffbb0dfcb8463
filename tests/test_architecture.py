"""The house is built as docs/architecture.md says: imports lead down, and each one is listed."""

import ast
import re
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "twilight"
# The floors of the house, from the street down; only what is on a lower one may be imported.
FLOORS = (
    {"cli"},
    {"server"},
    {"study", "learning", "envs"},
    {"bots"},
    {"judgement", "analysis", "replays", "data"},
    {"engine"},
)


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


def imports_of(room: str) -> dict[str, Path]:
    """Find the other rooms that a room imports, each with a file that does."""
    found: dict[str, Path] = {}
    for file in sorted((SOURCE / room).rglob("*.py")):
        for module in imported_modules(file):
            parts = module.split(".")
            if parts[0] == "twilight" and len(parts) > 1 and parts[1] != room:
                found[parts[1]] = file
    return found


ROOMS = {file.parent.name: imports_of(file.parent.name) for file in SOURCE.glob("*/__init__.py")}


def test_every_room_is_on_a_floor() -> None:
    assert set(ROOMS) == set().union(*FLOORS)


def test_imports_lead_down() -> None:
    for depth, floor in enumerate(FLOORS):
        below: set[str] = set().union(*FLOORS[depth + 1 :])
        for room in floor:
            for imported, file in ROOMS[room].items():
                assert imported in below, f"{file} imports {imported}, which is not below {room}"


def test_the_document_lists_every_import_and_no_other() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    table = text.partition("| room | imports |")[2].partition("\n\n")[0]
    listed = {
        room: set(re.findall(r"`(\w+)`", imports))
        for room, imports in re.findall(r"^\| `(\w+)` \|(.*)\|$", table, re.MULTILINE)
    }
    assert listed == {room: set(imports) for room, imports in ROOMS.items()}


def test_the_engine_needs_nothing_but_the_standard_library() -> None:
    for file in (SOURCE / "engine").rglob("*.py"):
        for module in imported_modules(file):
            name = module.partition(".")[0]
            assert name == "twilight" or name in sys.stdlib_module_names, f"{file}: {module}"
