"""Every line that tells somebody to install something names our distribution and its extras."""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = set(PROJECT["optional-dependencies"])
PLACES = [
    ROOT / "README.md",
    *sorted((ROOT / "docs").rglob("*.md")),
    *sorted((ROOT / "deploy").iterdir()),
    *sorted((ROOT / "examples").glob("*.py")),
    *sorted((ROOT / "src").rglob("*.py")),
]
# What people type to get a package; the rest of the line names it.
COMMAND = re.compile(r"\b(?:(?:pip|pipx|uv tool) install|pipx run|uvx)\b(?P<rest>[^\n`]*)")
# Where one says what to install, the word after it is the command.
GIVEN = re.compile(r"--(?:from|spec)[ =](?P<what>\S+)")
# A word that could be a requirement: with extras or without.
REQUIREMENT = re.compile(r"(?<![\w./:-])(?P<name>twilight[\w-]*)(?:\[(?P<extras>[\w,-]*)\])?")
WITH_EXTRAS = re.compile(r"(?<![\w.])(?P<name>twilight[\w-]*)\[(?P<extras>[a-z,]+)\]")


def requirements(text: str) -> list[tuple[str, str]]:
    """Find what a text tells people to install, and every mention of our extras."""
    found = [(match["name"], match["extras"]) for match in WITH_EXTRAS.finditer(text)]
    for line in COMMAND.finditer(text):
        given = GIVEN.search(line["rest"])
        named = REQUIREMENT.search(line["rest"] if given is None else given["what"])
        if named is not None:
            found.append((named["name"], named["extras"] or ""))
    return found


@pytest.mark.parametrize("file", PLACES, ids=lambda file: str(file.relative_to(ROOT)))
def test_install_lines_are_right(file: Path) -> None:
    for name, extras in requirements(file.read_text(encoding="utf-8")):
        # A stranger owns `twilight` on the registry.
        assert name == PROJECT["name"] == "twilight-struggle"
        assert set(filter(None, extras.split(","))) <= EXTRAS


def test_wrong_lines_would_be_found() -> None:
    assert requirements("pip install twilight") == [("twilight", "")]
    assert requirements("pip install 'twilight[redis]'")[0] == ("twilight", "redis")
    assert requirements("uvx twilight serve") == [("twilight", "")]
    assert requirements("uvx --from twilight twilight serve") == [("twilight", "")]
    assert requirements("pipx run twilight serve") == [("twilight", "")]
    assert requirements("`pipx install ./twilight`") == []
    assert requirements("pipx run --spec . twilight serve") == []
