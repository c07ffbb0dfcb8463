"""Logs that agree, logs that are cut off, and logs in which something is wrong."""

import re
from pathlib import Path

import pytest

from tests.replays.games import in_style_a, random_log
from twilight.replays.checking.check_logs import check_file, check_files
from twilight.replays.format.lines import LineKind, read
from twilight.replays.format.parser import LogError, parse
from twilight.replays.importing.playthrough import replay

# A short game and a long one, both by the rules of the official program.
SHORT = random_log(1)
LONG = random_log(2)


def disagreement_of(text: str) -> tuple[int, str]:
    """Return the line at which a log is found to be wrong, and what is found."""
    try:
        found = replay(parse(text)).disagreement
    except LogError as error:
        return error.number, str(error.problem)
    assert found is not None, "nothing was found"
    return found.number, str(found.got)


def numbered_lines(text: str, kind: LineKind) -> list[int]:
    """Find the lines of a kind, the last ones of a log aside, where lines may be missing."""
    lines = text.splitlines()
    return [
        place
        for place, line in enumerate(lines[:-12])
        if not line.startswith("Turn ") and is_line(line, kind)
    ]


def is_line(text: str, kind: LineKind) -> bool:
    entry = read(text) if ":" in text or " " in text else None
    return entry is not None and entry.kind == kind


def test_all_that_a_log_states_agrees() -> None:
    for text in (SHORT, LONG, in_style_a(SHORT), in_style_a(LONG)):
        result = replay(parse(text))
        assert result.disagreement is None
        assert result.agreed == result.facts > 100


def test_cut_off_at_every_line() -> None:
    """A log that stops anywhere is replayed as far as it goes, or refused in its setup."""
    lines = SHORT.splitlines()
    assert len(lines) > 100
    for length in range(len(lines)):
        text = "\n".join(lines[:length]) + "\n"
        if length < 2:
            with pytest.raises(LogError, match="line 1: "):
                parse(text)
            continue
        result = replay(parse(text))
        assert result.disagreement is None, f"after line {length}: {lines[length - 1]}"
        assert result.agreed == result.facts


def test_cut_off_in_a_line() -> None:
    lines = SHORT.splitlines()
    with pytest.raises(LogError, match="unknown line") as raised:
        parse("\n".join([*lines[:30], lines[30][:-1] + "#"]))
    assert raised.value.number == 31


# In each kind of line, what stands for its first number that can be found to be wrong.
CORRUPTIONS = {
    LineKind.INFLUENCE: (r"\[(\d+)\]", 1),
    LineKind.OPERATION: (r"\((\d)", 1),
    LineKind.COUP_ROLL: (r"= (-?\d+)", 1),
    LineKind.ROLL: (r"\(\+(\d)", 1),
    LineKind.SPACE_ROLL: (r"Needed (\d)", 1),
    LineKind.SPACE: (r"to (\d)", 1),
    LineKind.WAR_ROLL: (r"(\d)$", 1),
    LineKind.MILITARY: (r"to (\d)", 1),
    LineKind.DEFCON: (r"to (\d)", 1),
    LineKind.POINTS: (r"gains (\d+)", 1),
}


@pytest.mark.parametrize("kind", CORRUPTIONS, ids=lambda kind: kind.name)
def test_a_wrong_number_is_found_and_named(kind: LineKind) -> None:
    pattern, group = CORRUPTIONS[kind]
    lines = LONG.splitlines()
    for place in numbered_lines(LONG, kind)[:8]:
        match = re.search(pattern, lines[place])
        if match is None:
            continue
        wrong = lines[place][: match.start(group)] + "9" + lines[place][match.end(group) :]
        text = "\n".join([*lines[:place], wrong, *lines[place + 1 :]])
        number, got = disagreement_of(text)
        assert number == place + 1, (wrong, got)
        return
    pytest.fail("no such line in the log")


def test_a_missing_line_is_found() -> None:
    lines = LONG.splitlines()
    for kind in (LineKind.MILITARY, LineKind.INFLUENCE, LineKind.STARTS, LineKind.POINTS):
        place = numbered_lines(LONG, kind)[3]
        number, _ = disagreement_of("\n".join([*lines[:place], *lines[place + 1 :]]))
        assert abs(number - place) <= 25, lines[place]


def test_a_missing_round_is_found() -> None:
    start = LONG.index("\nTurn 2, US AR2")
    end = LONG.index("\nTurn 2, USSR AR3")
    number, got = disagreement_of(LONG[:start] + LONG[end:])
    assert number == LONG[:start].count("\n") + 2
    assert got == "turn 2, round 2 of US"


def test_an_illegal_move_is_refused_with_the_rule() -> None:
    lines = LONG.splitlines()
    for place in numbered_lines(LONG, LineKind.TARGET):
        if lines[place - 1].startswith("Coup ("):
            lines[place] = "Target: Australia"
            number, got = disagreement_of("\n".join(lines))
            assert number == place + 1
            assert got.startswith("Australia can't be the target of a coup")
            assert "R11" in got
            return


def test_an_impossible_end_is_found() -> None:
    for end in ("US wins by Europe Control", "USSR wins by DEFCON", "US wins by WarGames"):
        if end != LONG.splitlines()[-1]:
            text = "\n".join([*LONG.splitlines()[:-1], end])
            assert disagreement_of(text)[0] == len(LONG.splitlines())
    # A resignation is no end that the rules know.
    text = SHORT[: SHORT.index("\nTurn 2, US AR1")] + "\nUS wins by Forfeit\n"
    assert replay(parse(text)).disagreement is None


def test_lines_after_the_end_are_found() -> None:
    more = SHORT + "\nTurn 9, US AR1: NATO*: Event: NATO*\n"
    number, got = disagreement_of(more)
    assert number == SHORT.count("\n") + 2
    assert "NATO" in got or "over" in got


def test_an_earlier_disagreement_comes_before_an_impossible_card() -> None:
    lines = LONG.splitlines()
    place = numbered_lines(LONG, LineKind.MILITARY)[0]
    lines[place] = re.sub(r"\d", "9", lines[place])
    later = next(place for place, line in enumerate(lines) if line.startswith("Turn 3, US AR4"))
    lines[later] = re.sub(r"AR4: [^:]+", "AR4: Terrorism", lines[later])
    assert disagreement_of("\n".join(lines))[0] == place + 1


# Reports


def test_report(tmp_path: Path) -> None:
    good, bad, foreign = (tmp_path / name for name in ("good", "bad", "foreign"))
    good.write_text(SHORT)
    lines = SHORT.splitlines()
    place = numbered_lines(SHORT, LineKind.DEFCON)[0]
    bad.write_text("\n".join([*lines[:place], "DEFCON degrades to 1", *lines[place + 1 :]]))
    foreign.write_text("hello\n")
    report = check_files([good, bad, foreign])
    assert not report.agrees
    assert check_files([good]).agrees
    data = report.as_dict()
    assert list(data) == [
        "files",
        "files_agreed",
        "lines",
        "facts",
        "facts_agreed",
        "disagreements",
    ]
    assert (data["files"], data["files_agreed"]) == (3, 1)
    disagreements = data["disagreements"]
    assert isinstance(disagreements, list)
    assert [list(one) for one in disagreements] == [["file", "line", "text", "expected", "got"]] * 2
    assert (disagreements[0]["file"], disagreements[0]["line"]) == (str(bad), place + 1)
    assert disagreements[0]["expected"] == "DEFCON degrades to 1"
    assert disagreements[0]["got"] == repr(lines[place])
    assert disagreements[1]["line"] == 1
    assert "(R14" in str(report.files[1])
    assert "all" in str(check_file(good))


def test_a_line_that_no_log_holds_is_shown_with_what_is_wrong(tmp_path: Path) -> None:
    file = tmp_path / "log.txt"
    file.write_text(f"{SHORT}The USSR has a good day\n")
    number = len(SHORT.splitlines()) + 1
    line = f"line {number}: unknown line: 'The USSR has a good day'"
    assert str(check_file(file)) == f"{file}: {line}"
