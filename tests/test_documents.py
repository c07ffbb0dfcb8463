"""What the documents name is there for whoever has nothing but the project."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
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
