"""Hidden hands are found from what is seen later, and impossible ones are refused."""

import pytest

from tests.replays.games import in_style_a, random_game
from twilight.engine.cards import SCORING
from twilight.engine.ids import (
    ASIA_SCORING,
    DEFECTORS,
    FIDEL,
    NATO,
    SUEZ_CRISIS,
    Card,
)
from twilight.engine.journal import FactKind
from twilight.engine.rules import Rules, make_rules
from twilight.engine.types import NOBODY, US, USSR, Actor
from twilight.replays.exporting.export_log import export_log
from twilight.replays.format.parser import Log, parse
from twilight.replays.hidden_cards.constraints import Draws, HandsError, Life, Restriction, Timeline
from twilight.replays.hidden_cards.hands import match, solve
from twilight.replays.hidden_cards.timeline import build
from twilight.replays.importing.playthrough import replay

SETUP = """\
SETUP: Anna will play as USSR.
Bob will play as USA.
Scenario: Standard
Optional Cards Added
Time per Player: 45 Minutes
USSR +6 in Poland [0][6]
US +7 in Italy [7][0]
"""
APP = make_rules("app")


def log(*lines: str) -> Log:
    return parse(SETUP + "\n" + "\n".join(lines) + "\n")


def first_hands(found: Log, rules: Rules = APP) -> tuple[set[Card], set[Card]]:
    """Deal the first sixteen cards as the solution has them."""
    draws = solve(found, rules).draws
    return set(draws[0:16:2]), set(draws[1:16:2])


# Single logs


def test_cards_that_are_played_have_been_dealt() -> None:
    ussr, us = first_hands(
        log(
            "Turn 1, Headline Phase: Fidel* & Defectors: USSR Headlines Fidel*",
            "US Headlines Defectors",
            "Event: Defectors",
            "",
            "Turn 1, USSR AR1: Suez Crisis*: Event: Suez Crisis*",
            "",
            "Turn 1, US AR1: NATO*: Place Influence (4 Ops):",
        )
    )
    assert {FIDEL, SUEZ_CRISIS} <= ussr
    assert {DEFECTORS, NATO} <= us
    assert len(ussr) == len(us) == 8
    # What nobody shows is filled freely, with scoring cards last.
    assert not any(SCORING[card] for card in (*ussr, *us))


def test_a_shown_hand_is_the_whole_hand() -> None:
    def shown(cards: list[str]) -> Log:
        return log(
            "Turn 1, Headline Phase: Romanian Abdication* & Defectors:"
            " USSR Headlines Romanian Abdication*",
            "US Headlines Defectors",
            "Event: Defectors",
            "",
            "Turn 1, USSR AR1: CIA Created*: Event: CIA Created*",
            *(f"USSR reveals {card}" for card in cards),
            "Place Influence (1 Ops):",
        )

    cards = ["Fidel*", "Nasser*", "Blockade*", "COMECON*", "Suez Crisis*", "Decolonization"]
    ussr, _ = first_hands(shown(cards))
    assert len(ussr) == 8
    with pytest.raises(HandsError, match="shows 5 cards, but it holds 6"):
        first_hands(shown(cards[1:]))


@pytest.mark.parametrize(
    ("lines", "number", "problem"),
    [
        (
            ["Turn 1, USSR AR1: Defectors: Place Influence (2 Ops):"],
            13,
            "Defectors can't be in the USSR hand: it is in the discard pile",
        ),
        (
            ["Turn 1, USSR AR1: Junta: Place Influence (2 Ops):"],
            13,
            "Junta can't be in the USSR hand: it is not in the game yet",
        ),
        (
            [
                "Turn 1, USSR AR1: Nasser*: Event: Nasser*",
                "",
                "Turn 1, US AR1: Nasser*: Event: Nasser*",
            ],
            15,
            "Nasser\\* can't be in the US hand: it is out of the game",
        ),
        (
            ["Turn 1, USSR AR1: Nasser*: Event: Fidel*"],
            13,
            "Fidel\\* can't have its event: it is in the discard pile",
        ),
        (
            [
                "Turn 1, USSR AR1: CIA Created*: Event: CIA Created*",
                *(f"USSR reveals {name}" for name in ("Nasser*", "COMECON*", "NATO*")),
                *(f"USSR reveals {name}" for name in ("Blockade*", "Containment*", "NORAD*")),
                "",
                "Turn 1, US AR1: NATO*: Place Influence (4 Ops):",
            ],
            21,
            "NATO\\* can't be in the US hand: it is in the USSR hand",
        ),
    ],
)
def test_a_card_in_the_wrong_place_is_named(lines: list[str], number: int, problem: str) -> None:
    found = log(
        "Turn 1, Headline Phase: Fidel* & Defectors: USSR Headlines Fidel*",
        "US Headlines Defectors",
        "Event: Defectors",
        "",
        *lines,
    )
    with pytest.raises(HandsError, match=problem) as raised:
        solve(found, APP)
    assert raised.value.number == number


# The matching


def life(card: Card, side: Actor = NOBODY, start: int = 0, end: int = 99) -> Life:
    return Life(card, start, side, end=end, number=card)


def test_the_matching_makes_room() -> None:
    """NATO could be drawn in both deals, Fidel only in the first."""
    deals = [Draws(USSR, 10, 1, 1, "first deal"), Draws(USSR, 20, 1, 2, "second deal")]
    lives = [life(FIDEL, USSR, end=15), life(NATO, USSR, end=25)]
    timeline = Timeline(lives, deals, [0, 1])
    assert match(timeline).cards() == [FIDEL, NATO]
    timeline = Timeline(lives[::-1], deals, [0, 1])
    assert match(timeline).cards() == [FIDEL, NATO]


def test_the_matching_obeys_restrictions() -> None:
    deals = [Draws(USSR, 10, 1, 1, ""), Draws(USSR, 20, 1, 2, "")]
    lives = [life(ASIA_SCORING, USSR, end=25), life(NATO, USSR, end=25)]

    def no_scoring_card(card: Card) -> bool:
        return not SCORING[card]

    held = Restriction(15, USSR, no_scoring_card)
    assert match(Timeline(lives, deals, [0, 1], [held])).cards() == [NATO, ASIA_SCORING]
    for other in (held._replace(side=US), held._replace(time=5)):
        assert match(Timeline(lives, deals, [0, 1], [other])).problem is None
    both = [life(ASIA_SCORING, USSR, end=15), life(NATO, USSR, end=25)]
    late = held._replace(time=12)
    matching = match(Timeline(both, deals, [0, 1], [late]))
    assert matching.problem is not None
    assert matching.problem.card == ASIA_SCORING
    assert match(Timeline(both, deals, [0, 1], [late._replace(firm=False)])).problem is None


def test_the_matching_names_what_is_missing() -> None:
    deals = [Draws(USSR, 10, 2, 7, "the deal")]
    matching = match(Timeline([life(NATO, USSR)], deals, [0, 0]))
    assert matching.lacking == 1
    assert str(matching.problem) == "line 7: no card is left that USSR can have drawn here"
    matching = match(Timeline([life(NATO, USSR), life(FIDEL, USSR)], [Draws(US, 10, 2, 7, "")]))
    assert matching.lacking == 4


# Whole games


@pytest.mark.parametrize("seed", range(6))
def test_the_draws_of_a_game_lead_to_all_that_it_shows(seed: int) -> None:
    game = random_game(seed, "app", space=0.5)
    found = parse(export_log(game))
    draws = solve(found, game.rules).draws
    assert len(draws) == sum(fact.kind == FactKind.DRAW for fact in game.facts)
    timeline = build(found, game.rules)
    assert timeline.problem is None
    assert not timeline.unseen_discards


@pytest.mark.parametrize("seed", [0, 8, 19, 36, 47, 54])
def test_discards_that_style_a_loses_are_found(seed: int) -> None:
    """Games in which a side is far ahead in space and discards held cards at ends of turns."""
    game = random_game(seed, "app", space=1.0)
    found = parse(in_style_a(export_log(game)))
    assert build(found, game.rules).unseen_discards
    assert replay(found).disagreement is None
