"""`twilight rulebook`: the rules in our own words, by number or by what they say."""

import argparse
import json
from textwrap import fill
from typing import Any

from rich.table import Table
from rich.text import Text

from twilight.cli.arguments import BadInput
from twilight.cli.terminal.console import make_console
from twilight.cli.terminal.matching import plain
from twilight.engine.text.language import LANGUAGES
from twilight.engine.text.rulebook import (
    NUMBER,
    Paragraph,
    Section,
    load_rulebook,
    section_of,
    section_title,
)


def add_parser(subparsers: "argparse._SubParsersAction[Any]") -> None:
    """Add the command to the parser of `twilight`."""
    parser = subparsers.add_parser(
        "rulebook",
        help="read the rules",
        description="Print a paragraph (R10.2), a section (R10), or all paragraphs with some"
        " words; without anything, the contents.",
    )
    parser.add_argument("what", nargs="*", help="a number, or words to look for")
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="default: en")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print what was asked for."""
    book = load_rulebook(arguments.lang)
    wanted = " ".join(arguments.what)
    if not wanted and not arguments.json:
        for section in book:
            last = section.paragraphs[-1].number
            print(f"{section_title(section)} ({section.paragraphs[0].number} to {last})")
        return 0
    found = look_up(wanted, book)
    if arguments.json:
        paragraphs = [_data(one) for section in found for one in section.paragraphs]
        print(json.dumps(paragraphs, ensure_ascii=False, indent=2))
    else:
        _print(found)
    return 0


def look_up(wanted: str, book: tuple[Section, ...]) -> list[Section]:
    """Return the sections with the paragraphs that a number or some words mean."""
    if not wanted:
        return list(book)
    number = wanted.strip().upper()
    if NUMBER.fullmatch(number):
        return [_numbered(number, book)]
    words = plain(wanted).split()
    found = [
        section._replace(paragraphs=tuple(one for one in section.paragraphs if _has(one, words)))
        for section in book
    ]
    found = [section for section in found if section.paragraphs]
    if not found:
        raise BadInput(f"no paragraph has all of these words: {wanted}")
    return found


def _numbered(number: str, book: tuple[Section, ...]) -> Section:
    by_number = {section.number: section for section in book}
    section = by_number.get(section_of(number))
    if section is None:
        raise BadInput(
            f"there is no section {section_of(number)}; there are {', '.join(by_number)}"
        )
    if number == section.number:
        return section
    paragraphs = tuple(one for one in section.paragraphs if one.number == number)
    if not paragraphs:
        last = section.paragraphs[-1].number
        first = section.paragraphs[0].number
        raise BadInput(f"there is no paragraph {number}; {section.number} has {first} to {last}")
    return section._replace(paragraphs=paragraphs)


def _has(paragraph: Paragraph, words: list[str]) -> bool:
    cells = [cell for row in paragraph.table for cell in row]
    text = plain(" ".join([paragraph.number, paragraph.text, *cells]))
    return all(word in text for word in words)


def _data(paragraph: Paragraph) -> dict[str, object]:
    return {
        "number": paragraph.number,
        "text": paragraph.text,
        "options": list(paragraph.options),
        "table": paragraph.table,
    }


def _print(found: list[Section]) -> None:
    console = make_console()
    for index, section in enumerate(found):
        if index:
            console.print()
        console.print(Text(section_title(section), style="bold"))
        for one in section.paragraphs:
            indent = " " * 7
            text = fill(f"{one.number:<6} {one.text}", console.width, subsequent_indent=indent)
            console.print(Text(text))
            if one.table:
                console.print(_table(one.table))
            if one.options:
                console.print(Text(f"{indent}twilight rules: {', '.join(one.options)}", "dim"))


def _table(rows: list[list[str]]) -> Table:
    table = Table(*rows[0])
    for row in rows[1:]:
        table.add_row(*row)
    return table
