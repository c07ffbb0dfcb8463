"""Every kind of line is read and written in the same way."""

import pytest

from twilight.engine.cards import ALL_CARDS
from twilight.engine.ids import BOYCOTT, COUP, ITALY, NAME_AFRICA, NATO, PARTICIPATE, POLAND
from twilight.engine.types import NOBODY, US, USSR, Reason
from twilight.replays.format.lines import LineKind, Statement, UnknownName, read, spell, spell_score
from twilight.replays.format.names import CARD_BY_NAME, CARD_NAMES, COUNTRY_BY_NAME, COUNTRY_NAMES

EXAMPLES = {
    "USSR +4 in Poland [0][4]": Statement(LineKind.INFLUENCE, USSR, POLAND, (4, 0, 4)),
    "US -11 in Italy [0][12]": Statement(LineKind.INFLUENCE, US, ITALY, (-11, 0, 12)),
    "Event: NATO*": Statement(LineKind.EVENT, NOBODY, NATO),
    "Coup (3 Ops):": Statement(LineKind.OPERATION, NOBODY, COUP, (3,)),
    "Target: Italy": Statement(LineKind.TARGET, NOBODY, ITALY),
    "SUCCESS: 5 [ + 3 - 2x2 = 4 ]": Statement(LineKind.COUP_ROLL, NOBODY, -1, (1, 5, 3, 2, 4)),
    "FAILURE: 1 [ + 1 (-1)  - 2x3 = -5 ]": Statement(
        LineKind.COUP_ROLL, NOBODY, -1, (0, 1, 1, -1, 3, -5)
    ),
    "USSR rolls 1": Statement(LineKind.ROLL, USSR, -1, (1,)),
    "US rolls 2 (+1) = 3": Statement(LineKind.ROLL, US, -1, (2, 1, 3)),
    "Die roll: 1 -- Success! (Needed 3 or less)": Statement(
        LineKind.SPACE_ROLL, NOBODY, -1, (1, 1, 3)
    ),
    "Die roll: 6 -- Failed! (Needed 4 or less)": Statement(
        LineKind.SPACE_ROLL, NOBODY, -1, (6, 0, 4)
    ),
    "USSR advances to 1 in the Space Race.": Statement(LineKind.SPACE, USSR, -1, (1,)),
    "War in Italy": Statement(LineKind.WAR, NOBODY, ITALY),
    "VICTORY: 4 >= 4": Statement(LineKind.WAR_ROLL, NOBODY, -1, (1, 4, 1, 4)),
    "DEFEAT: 1 (-1)  < 4": Statement(LineKind.WAR_ROLL, NOBODY, -1, (0, 1, -1, 0, 4)),
    "USSR Military Ops to 4": Statement(LineKind.MILITARY, USSR, -1, (4,)),
    "DEFCON degrades to 4": Statement(LineKind.DEFCON, NOBODY, -1, (0, 4)),
    "DEFCON improves to 5": Statement(LineKind.DEFCON, NOBODY, -1, (1, 5)),
    "US gains 1 VP. Score is even.": Statement(LineKind.POINTS, US, -1, (1, 0)),
    "USSR gains 2 VP. Score is USSR 3.": Statement(LineKind.POINTS, USSR, -1, (2, -3)),
    "US gains 28 VP. Score is US 34.": Statement(LineKind.POINTS, US, -1, (28, 34)),
    "No VP awarded. Score is USSR 6.": Statement(LineKind.NO_POINTS, NOBODY, -1, (-6,)),
    "US Headlines NATO*": Statement(LineKind.HEADLINES, US, NATO),
    "NATO* is now in play.": Statement(LineKind.STARTS, NOBODY, NATO),
    "NATO* is no longer in play.": Statement(LineKind.ENDS, NOBODY, NATO),
    "USSR reveals NATO*": Statement(LineKind.REVEALS, USSR, NATO),
    "USSR reveals NATO* from hand": Statement(LineKind.REVEALS_FROM_HAND, USSR, NATO),
    "US discards NATO*": Statement(LineKind.DISCARDS, US, NATO),
    "US plays NATO*": Statement(LineKind.PLAYS, US, NATO),
    "US returns NATO* to USSR": Statement(LineKind.RETURNS, NOBODY, NATO),
    "US has no cards to reveal": Statement(LineKind.NOTHING_TO_REVEAL, US),
    "USSR has no cards to discard": Statement(LineKind.NOTHING_TO_DISCARD, USSR),
    "Trap Roll: 2 <= 4 -- Trap Escaped": Statement(LineKind.TRAP_ROLL, NOBODY, -1, (2, 1, 1)),
    "Trap Roll: 5 > 4 -- Trap Remains in Effect": Statement(
        LineKind.TRAP_ROLL, NOBODY, -1, (5, 0, 0)
    ),
    "USSR chooses to participate in the Olympics": Statement(LineKind.OLYMPICS, USSR, PARTICIPATE),
    "US chooses to boycott the Olympics": Statement(LineKind.OLYMPICS, US, BOYCOTT),
    "US chooses Africa": Statement(LineKind.REGION, US, NAME_AFRICA),
    "*RESHUFFLE*": Statement(LineKind.RESHUFFLE),
    "US wins by Final Scoring": Statement(LineKind.WINS, US, -1, (Reason.FINAL_SCORING,)),
    "USSR wins by Forfeit": Statement(LineKind.WINS, USSR, -1, (-1,)),
    "Nobody wins by Held Scoring Card": Statement(
        LineKind.WINS, NOBODY, -1, (Reason.HELD_SCORING_CARD,)
    ),
}


@pytest.mark.parametrize("text", EXAMPLES)
def test_a_line_is_read_and_written(text: str) -> None:
    assert read(text) == EXAMPLES[text]
    assert spell(EXAMPLES[text]) == text


def test_every_kind_of_line_has_an_example() -> None:
    assert {entry.kind for entry in EXAMPLES.values()} == set(LineKind)


@pytest.mark.parametrize(
    "text",
    [
        "USSR +4 in Poland [0]",
        "USSR 4 in Poland [0][4]",
        "Coup (3 Ops)",
        "SUCCESS: 5 [ + 3 (-1) - 2x2 = 3 ]",
        "US gains 1 VP.",
        "USA gains 1 VP. Score is even.",
        "US chooses Antarctica",
        "US wins by Luck",
        " Event: NATO*",
        "Hello",
    ],
)
def test_other_lines_are_of_no_kind(text: str) -> None:
    assert read(text) is None


@pytest.mark.parametrize(
    "text", ["Event: NATO", "Event: NATO* ", "Target: Atlantis", "US plays Solitaire"]
)
def test_unknown_names_are_named(text: str) -> None:
    with pytest.raises(UnknownName, match=text.split()[-1]):
        read(text)


def test_names_are_distinct() -> None:
    assert len(CARD_BY_NAME) == len(ALL_CARDS)
    assert all(CARD_NAMES[card] == name for name, card in CARD_BY_NAME.items())
    assert len(COUNTRY_BY_NAME) == len(COUNTRY_NAMES) == 85
    for name in ("UK", "Spain/Portugal", "SE African States", "Dominican Republic"):
        assert name in COUNTRY_BY_NAME
    for name in ("OAS Founded", '"One Small Step..."', "Mideast Scoring", "Red Scare/Purge"):
        assert name in CARD_BY_NAME


def test_score() -> None:
    assert [spell_score(score) for score in (0, 3, -4)] == ["even", "US 3", "USSR 4"]
