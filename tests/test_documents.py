"""What the documents name is there for whoever has nothing but the project."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
# Put together, so that this line is not found itself.
MALE = re.compile(r"\bh" + r"(e|is|im|imself)\b", re.IGNORECASE)
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda file: file.name)
def test_no_document_leads_out_of_the_project(document: Path) -> None:
    assert "../shared" not in document.read_text(encoding="utf-8")


def test_the_links_of_the_readme() -> None:
    """Those of the other documents are checked where `make docs` builds the site."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", text):
        assert target.startswith("https://") or (ROOT / target).exists(), target


def test_bots_md_names_files_that_exist() -> None:
    names = {file.name for file in (ROOT / "src" / "twilight").rglob("*.py")}
    text = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")
    assert set(re.findall(r"`(\w+\.py)`", text)) <= names


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
