"""Games are written as the public format has them, line by line and blank by blank."""

import pytest

from tests.position import action_round, play
from tests.replays.games import random_game
from twilight.engine.effects import Effect
from twilight.engine.game import Game
from twilight.engine.ids import (
    INFLUENCE,
    IRAN,
    IRAN_CONTRA_SCANDAL,
    MARSHALL_PLAN,
    NATO,
    WARSAW_PACT_FORMED,
    WE_WILL_BURY_YOU,
    Card,
)
from twilight.engine.journal import Award, Fact, FactKind
from twilight.engine.rules import make_rules
from twilight.engine.testing import Given
from twilight.engine.types import NOBODY, US, USSR
from twilight.replays.exporting.export_log import ExportError, export_log
from twilight.replays.exporting.render import Renderer
from twilight.replays.format.lines import spell
from twilight.replays.format.parser import BlockKind


def written(game: Game) -> str:
    """Render the first section, with the blank lines inside it."""
    section = Renderer().render(game.facts)[0]
    lines = ["" if item is None else spell(item) for item in section.items]
    return "\n".join(lines).rstrip("\n")


def played(side: str, given: Given, cards: list[str], *answers: str) -> str:
    return written(play(action_round(side, given, cards), *answers))


def test_points_in_a_country_are_one_line() -> None:
    given: Given = {"board": "iran 1/0, egypt 1/0"}
    answers = ("nato", "influence", "iran", "egypt", "iran", "iran")
    assert played("us", given, ["nato"], *answers) == (
        "Place Influence (4 Ops):\nUS +3 in Iran [4][0]\nUS +1 in Egypt [2][0]"
    )


def test_a_coup_is_written_in_the_order_of_the_format() -> None:
    given: Given = {"board": "iran 2/0", "defcon": 5}
    text = played("ussr", given, ["fidel"], "fidel", "coup", "iran", "die_4")
    assert text == (
        "Coup (2 Ops):\nTarget: Iran\nSUCCESS: 4 [ + 2 - 2x2 = 2 ]\nUS -2 in Iran [0][0]\n"
        "USSR Military Ops to 2\nDEFCON degrades to 4"
    )


def test_headers_have_the_printed_value_or_the_modified_one() -> None:
    given: Given = {"effects": "containment", "board": "egypt 1/0, cuba 0/1"}
    text = played("us", given, ["nasser"], "nasser", "influence", "egypt", "egypt")
    assert text.startswith("Place Influence (1 Ops):\nUS +2 in Egypt")
    text = played("us", given, ["fidel"], "fidel", "coup", "cuba", "die_1")
    assert text.startswith("Coup (3 Ops):\nTarget: Cuba\nFAILURE: 1 [ + 3 - 2x3")


def test_an_event_that_contains_an_operation_ends_with_two_blanks() -> None:
    given: Given = {"board": "iran 0/1, egypt 1/0", "ussr_hand": "nasser"}
    game = play(
        action_round("ussr", given, ["cia_created"]),
        *("cia_created", "event_first", "influence", "egypt", "influence", "iran"),
    )
    assert written(game) == (
        "Event: CIA Created*\nUSSR reveals Nasser*\nPlace Influence (1 Ops):\n"
        "US +1 in Egypt [2][0]\n\n\nPlace Influence (1 Ops):\nUSSR +1 in Iran [0][2]"
    )


def test_nato_ends_what_it_needed() -> None:
    facts = [
        Fact(FactKind.ROUND, US, -1, (1,)),
        *_event(MARSHALL_PLAN, Effect.MARSHALL_PLAN),
        *_event(NATO, Effect.NATO),
        *_event(WARSAW_PACT_FORMED, Effect.WARSAW_PACT_FORMED),
    ]
    section = Renderer().render(facts)[0]
    assert [spell(entry) for entry in section.entries] == [
        "Event: Marshall Plan*",
        "Marshall Plan* is now in play.",
        "Event: NATO*",
        "NATO* is now in play.",
        "Marshall Plan* is no longer in play.",
        "Event: Warsaw Pact Formed*",
        "Event: Warsaw Pact Formed*",
    ]


def _event(card: Card, effect: Effect) -> list[Fact]:
    return [
        Fact(FactKind.EVENT, US, card),
        Fact(FactKind.EFFECT_STARTS, NOBODY, card, (effect,)),
        Fact(FactKind.EVENT_OVER, US, card),
    ]


def test_the_minus_one_of_iran_contra_is_not_shown() -> None:
    roll = Fact(FactKind.REALIGNMENT_ROLL, US, IRAN, (3, 1, 4, 1))
    facts = [Fact(FactKind.ROUND, US, -1, (1,)), roll]
    event = _event(IRAN_CONTRA_SCANDAL, Effect.IRAN_CONTRA_SCANDAL)
    plain = Renderer().render(facts)[0].entries
    assert [spell(entry) for entry in plain] == ["USSR rolls 3 (+1) = 4", "US rolls 4 (+1) = 5"]
    scandal = Renderer().render([facts[0], *event, roll])[0].entries[2:]
    assert [spell(entry) for entry in scandal] == ["USSR rolls 3 (+1) = 4", "US rolls 4 (+2) = 6"]


def test_we_will_bury_you_ends_after_the_action() -> None:
    facts = [
        Fact(FactKind.ROUND, US, -1, (1,)),
        Fact(FactKind.CARD_PLAYED, US, NATO),
        Fact(FactKind.EFFECT_ENDS, NOBODY, WE_WILL_BURY_YOU, (Effect.WE_WILL_BURY_YOU,)),
        Fact(FactKind.VICTORY_POINTS, USSR, -1, (3, -3, Award.CARD)),
        Fact(FactKind.OPERATION, US, INFLUENCE, (4, 4)),
        Fact(FactKind.INFLUENCE, US, IRAN, (1, 2, 0)),
        Fact(FactKind.OPERATION_OVER, US, INFLUENCE),
        Fact(FactKind.ROUND, USSR, -1, (2,)),
    ]
    section = Renderer().render(facts)[0]
    assert ["" if item is None else spell(item) for item in section.items] == [
        "USSR gains 3 VP. Score is USSR 3.",
        "Place Influence (4 Ops):",
        "US +1 in Iran [2][0]",
        "",
        '"We Will Bury You"* is no longer in play.',
        "",
    ]


def test_players_and_rules_stand_in_the_setup() -> None:
    rules = make_rules(
        "app", {"handicap_side": "us", "handicap_amount": 2, "optional_cards": False}
    )
    text = export_log(Game.new(rules, journal=True), {USSR: "Anna", US: "Bob"})
    assert text == (
        "SETUP: Anna will play as USSR.\nBob will play as USA.\nHandicap influence: US +2\n"
        "Scenario: Standard\nTime per Player: Unlimited, rules app optional_cards=false"
        " handicap_side=us handicap_amount=2\n\nTurn 1, Headline Phase\n"
    )
    assert "Time per Player: 1 Hour\n" in export_log(Game.new(rules, journal=True), clock="1 Hour")


def test_bids_stand_in_the_setup() -> None:
    game = random_game(5, "deluxe", {"side_selection": "bid"}, most_answers=60)
    text = export_log(game)
    assert "bids" in text.splitlines()[0]
    assert "side_selection" not in text


def test_the_end_is_stated() -> None:
    game = random_game(0, "deluxe")
    assert game.outcome is not None
    assert " wins by " in export_log(game).splitlines()[-1]
    assert Renderer().render(game.facts)[-1].kind == BlockKind.END


def test_what_the_format_has_no_words_for_is_refused() -> None:
    with pytest.raises(ExportError, match="Turn Zero"):
        export_log(Game.new(make_rules("deluxe", {"turn_zero": True}), journal=True))
    with pytest.raises(ExportError, match="no journal"):
        export_log(Game.new())
