"""Logs are parsed completely, or refused with the line that is wrong."""

from pathlib import Path

import pytest

from tests.replays.games import in_style_a, random_log
from twilight.engine.ids import ASIA_SCORING, CHERNOBYL, FIDEL, NATO, NO_CARD
from twilight.engine.types import US, USSR
from twilight.replays.format.lines import LOST_REGION, LineKind, spell
from twilight.replays.format.parser import BlockKind, Log, LogError, cut, parse, read_log

SETUP = """\
SETUP: Anna will play as USSR.
Bob will play as USA.
Handicap influence: US +2
Scenario: Standard
Optional Cards Added
Time per Player: 45 Minutes
USSR +6 in Poland [0][6]
US +7 in Italy [7][0]
US +2 in Iran [3][0]
"""


def log(*lines: str) -> Log:
    return parse(SETUP + "\n" + "\n".join(lines) + "\n")


def test_setup() -> None:
    parsed = parse(SETUP)
    assert parsed.style == "B"
    assert parsed.players == {USSR: "Anna", US: "Bob"}
    assert (parsed.handicap_side, parsed.handicap) == (US, 2)
    assert (parsed.scenario, parsed.optional_cards, parsed.time) == ("Standard", True, "45 Minutes")
    assert [line.number for line in parsed.blocks[0].lines] == [7, 8, 9]


def test_setup_of_an_auction() -> None:
    text = SETUP.replace("SETUP: ", "SETUP: Bob bids 1 Influence for USSR\n").replace(
        "Handicap influence", "Additional Influence from bidding"
    )
    assert parse(text).handicap == 2


def test_headers() -> None:
    parsed = log(
        "Turn 1, Headline Phase: NATO* & Fidel*: USSR Headlines NATO*",
        "US Headlines Fidel*",
        "",
        "Turn 1, USSR AR1: Asia Scoring: Event: Asia Scoring",
        "No VP awarded. Score is even.",
        "",
        "",
        "Turn 9, Cleanup: US gains 2 VP. Score is US 2.",
        "",
        "Turn 8, US AR8",
        "",
        "Turn 9, Cleanup",
        "",
        "Turn 9, US AR1: NATO*",
    )
    headline, action, cleanup, empty, bare, short = parsed.blocks[1:]
    assert (headline.kind, headline.turn, headline.cards) == (BlockKind.HEADLINE, 1, (NATO, FIDEL))
    assert [line.entry.kind for line in headline.lines] == [LineKind.HEADLINES] * 2
    assert (action.side, action.round, action.card) == (USSR, 1, ASIA_SCORING)
    assert [line.number for line in action.lines] == [14, 15]
    assert cleanup.kind == BlockKind.CLEANUP
    assert cleanup.lines[0].entry.kind == LineKind.POINTS
    assert (empty.card, empty.lines) == (NO_CARD, [])
    assert bare.lines == []
    assert (short.card, short.lines) == (NATO, [])


def test_style_a() -> None:
    text = SETUP.replace("SETUP: ", "SETUP: : ") + "\n".join(
        (
            "",
            "Turn 8, US AR1: NATO*:",
            "",
            "Turn 8, US AR2: :",
            "",
            ": :",
            ": : US gains 28 VP. Score is US 34.",
            "",
        )
    )
    parsed = parse(text)
    assert parsed.style == "A"
    short, empty, end, scored = parsed.blocks[1:]
    assert short.card == NATO
    assert (empty.card, empty.lines) == (NO_CARD, [])
    assert (end.kind, end.lines) == (BlockKind.END, [])
    assert spell(scored.lines[0].entry) == "US gains 28 VP. Score is US 34."


def test_blank_lines_are_counted() -> None:
    parsed = log("Turn 1, US AR1: NATO*: Place Influence (4 Ops):", "", "", "US +1 in UK [6][0]")
    assert [line.blanks for line in parsed.blocks[1].lines] == [0, 2]


def test_two_lines_that_run_together() -> None:
    parsed = log(
        "Turn 9, US AR1: Chernobyl*: Event: Chernobyl*", "US chooses Chernobyl* is now in play."
    )
    _, region, starts = parsed.blocks[1].lines
    assert (region.entry.kind, region.entry.subject) == (LineKind.REGION, LOST_REGION)
    assert (starts.entry.kind, starts.entry.subject) == (LineKind.STARTS, CHERNOBYL)
    assert region.number == starts.number == 12


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("Hello", "unknown line"),
        ("US +1 in Atlantis [1][0]", "no country named 'Atlantis'"),
        ("Event: Nato", "no card named 'Nato'"),
        ("Turn 1, US AR1: Solitaire: Event: Solitaire", "no card named 'Solitaire'"),
        ("Turn 1, US AR1: NATO*: Pass", "unknown line"),
        ("Turn 1, Coffee Break", "unknown line"),
        ("Turn 1, Headline Phase: NATO*: & Fidel*", "unknown line"),
        ("\tUS +1 in UK [6][0]", "unknown line"),
    ],
)
def test_a_wrong_line_is_named(line: str, problem: str) -> None:
    with pytest.raises(LogError, match=problem) as raised:
        log("Turn 1, US AR1: NATO*: Event: NATO*", line)
    assert raised.value.number == 12
    assert raised.value.text == line


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n",
        "{}",
        "hello\n",
        "[Event 'chess']\n",
        "SETUP: nothing\n",
        "SETUP: A will play as USSR.\n",
    ],
)
def test_a_foreign_text_is_refused(text: str) -> None:
    with pytest.raises(LogError) as raised:
        parse(text)
    assert raised.value.number == 1


def test_a_file_that_is_no_text_is_refused_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_bytes(SETUP.encode() + b"\xff\n")
    with pytest.raises(LogError, match="no text file") as raised:
        read_log(path)
    assert raised.value.number == 10
    with pytest.raises(LogError, match="can't be read"):
        read_log(tmp_path / "missing")


@pytest.mark.parametrize("style", ["A", "B"])
def test_nothing_is_lost(style: str) -> None:
    text = random_log(1)
    parsed = parse(in_style_a(text) if style == "A" else text)
    assert parsed.style == style
    written = [line.text for block in parsed.blocks for line in block.lines]
    assert all(spell(line.entry) == line.text for block in parsed.blocks for line in block.lines)
    stated = [line for line in text.splitlines() if line]
    assert len(written) > 0.6 * len(stated)


def test_cut() -> None:
    parsed = log("Turn 1, US AR1: NATO*: Place Influence (4 Ops):", "US +1 in UK [6][0]")
    assert [len(block.lines) for block in cut(parsed, 12).blocks] == [3, 1]
    assert [len(block.lines) for block in cut(parsed, 11).blocks] == [3]
