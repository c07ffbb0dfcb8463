"""What the documents name is there for whoever has nothing but the project."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
# Put together, so that this line is not found itself.
MALE = re.compile(r"\bh" + r"(e|is|im|imself)\b", re.IGNORECASE)
SOURCES = [
    f"/{file.relative_to(ROOT)}"
    for folder in ("src/twilight", "tests", "bench", "building", "examples", "web/src", "web/tests")
    for file in (ROOT / folder).rglob("*")
] + ["/setup.py"]
# The bot of docs/writing-a-bot.md.
WRITTEN_BY_READERS = {"cautious.py"}
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda file: file.name)
def test_no_document_leads_out_of_the_project(document: Path) -> None:
    assert "../shared" not in document.read_text(encoding="utf-8")


def test_the_links_of_the_readme() -> None:
    """Those of the other documents are checked where `make docs` builds the site."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", text):
        assert target.startswith("https://") or (ROOT / target).exists(), target


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda file: file.name)
def test_sources_that_a_document_names_exist(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    named = set(re.findall(r"`([\w/.-]+\.(?:py|ts|svelte))`", text)) - WRITTEN_BY_READERS
    assert [name for name in named if not any(file.endswith(f"/{name}") for file in SOURCES)] == []


def test_replays_md_lists_every_module() -> None:
    room = ROOT / "src" / "twilight" / "replays"
    text = (ROOT / "docs" / "replays.md").read_text(encoding="utf-8")
    rows = [line.split("|")[1] for line in text.splitlines() if line.startswith("| `")]
    named = {name.rsplit("/")[-1] for row in rows for name in re.findall(r"`([\w/]+\.py)`", row)}
    there = {file.name for file in room.rglob("*.py")} - {"__init__.py", "card_uses.py"}
    assert named == there


def test_nobody_is_taken_for_a_man() -> None:
    """Players are they, or their side, in every English text, comment and docstring."""
    folders = ("src/twilight", "docs", "tests", "bench", "building", "examples", "web/src")
    endings = (".py", ".md", ".ts", ".svelte", "en.json")
    found = []
    for file in [
        ROOT / "README.md",
        *(one for name in folders for one in (ROOT / name).rglob("*")),
    ]:
        if not file.name.endswith(endings) or "static" in file.parts:
            continue
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            if MALE.search(line):
                found.append(f"{file.relative_to(ROOT)}:{number}")
    assert found == []
