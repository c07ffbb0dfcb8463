"""Card knowledge: places, chances by counting all deals, the reshuffle."""

from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from tests.strategies import random_play
from twilight.analysis.knowledge import (
    Place,
    Reshuffle,
    enemy_chances,
    hidden_slots,
    next_reshuffle,
    places,
    possible_in_enemy_hand,
    unseen_by_period,
)
from twilight.engine.cards import CARD_BY_KEY, Pile
from twilight.engine.game import Game
from twilight.engine.ids import NO_CARD, THE_CHINA_CARD
from twilight.engine.testing import cards_in_game, scenario
from twilight.engine.types import EARLY, LATE, MID, NOBODY, SIDES, US, USSR, Kind, Segment, enemy_of
from twilight.engine.view import Observation, observe


def seen_by_us(state_keys: dict[str, str | int]) -> Observation:
    return observe(Game(scenario(state_keys)), US)


def test_places() -> None:
    given: dict[str, str | int] = {
        "turn": 4,
        "us_hand": "nato, fidel",
        "ussr_hand": "nasser, comecon",
        "discard": "blockade",
        "removed": "nuclear_subs",
        "effects": "shuttle_diplomacy",
    }
    state = scenario(given)
    state.known[USSR] = (CARD_BY_KEY["nasser"],)
    found = places(observe(Game(state), US))
    expected = {
        "nato": Place.OWN_HAND,
        "nasser": Place.ENEMY_HAND,
        "comecon": Place.UNSEEN,
        "summit": Place.UNSEEN,
        "blockade": Place.DISCARDED,
        "nuclear_subs": Place.REMOVED,
        "shuttle_diplomacy": Place.OPEN,
        "the_china_card": Place.OPEN,
        "wargames": Place.NOT_YET,
    }
    assert {key: found[CARD_BY_KEY[key]] for key in expected} == expected


@pytest.mark.parametrize("seed", range(4))
def test_every_card_is_where_it_is(seed: int) -> None:
    random = Random(seed)
    for game in random_play(seed):
        if random.random() > 0.05 or game.pending is None:
            continue
        for side in SIDES:
            seen = observe(game, side)
            found = places(seen)
            assert set(found) == {*cards_in_game(game.state), THE_CHINA_CARD}
            assert NO_CARD not in found
            for card in game.state.hands[side]:
                assert found[card] is Place.OWN_HAND
            chances = enemy_chances(seen)
            for card in game.state.hands[enemy_of(side)]:
                assert chances[card] > 0
            assert sum(chances.values()) == len(game.state.hands[enemy_of(side)])
            assert sum(unseen_by_period(seen).values()) == len(seen.unseen)


def test_unseen_by_period() -> None:
    seen = seen_by_us({"turn": 4, "us_hand": "nato", "discard": "fidel, summit"})
    counts = unseen_by_period(seen)
    assert counts[EARLY] == 38 - 2
    assert counts[MID] == 48 - 1
    assert counts[LATE] == 0


# The enemy's hand


def chances_by_counting(seen: Observation, slots: int) -> dict[int, Fraction]:
    """Look at every deal."""
    deals = [
        deal
        for deal in combinations(seen.unseen, slots)
        if all(
            sum(card in candidates for card in deal) >= least
            for candidates, least in seen.state.clues[seen.viewer]
        )
    ]
    return {card: Fraction(sum(card in deal for deal in deals), len(deals)) for card in seen.unseen}


def test_without_clues_all_unseen_cards_are_alike() -> None:
    seen = seen_by_us({"us_hand": "nato", "ussr_hand": "nasser, comecon, fidel"})
    assert hidden_slots(seen) == 3
    assert set(enemy_chances(seen).values()) == {Fraction(3, len(seen.unseen))}


def test_a_known_card_is_certain() -> None:
    state = scenario({"us_hand": "nato", "ussr_hand": "nasser, comecon"})
    state.known[USSR] = (CARD_BY_KEY["nasser"],)
    seen = observe(Game(state), US)
    chances = enemy_chances(seen)
    assert chances[CARD_BY_KEY["nasser"]] == 1
    assert chances[CARD_BY_KEY["comecon"]] == Fraction(1, len(seen.unseen))
    assert CARD_BY_KEY["nato"] not in chances


DECK = "nasser, comecon, fidel, blockade, truman_doctrine, containment, olympic_games, nato"


def pile(keys: str) -> Pile:
    return tuple(sorted(CARD_BY_KEY[key.strip()] for key in keys.split(",")))


@pytest.mark.parametrize(
    "clues",
    [
        (),
        (("nasser, comecon", 1),),
        (("nasser, comecon, fidel, blockade", 3),),
        (("nasser, comecon, fidel", 2), ("fidel, blockade", 1)),
        (("nasser, comecon", 1), ("fidel, blockade", 1), ("truman_doctrine", 1)),
        (("nasser, comecon, fidel, blockade, truman_doctrine", 3), ("nasser, comecon", 1)),
    ],
)
def test_clues_are_counted_exactly(clues: tuple[tuple[str, int], ...]) -> None:
    state = scenario(
        {"us_hand": "summit", "ussr_hand": "nasser, fidel, truman_doctrine", "draw": DECK}
    )
    state.draw_pile = tuple(card for card in pile(DECK) if card not in state.hands[USSR])
    state.removed_pile = tuple(card for card in state.removed_pile if card not in state.hands[USSR])
    state.clues[US] = tuple((pile(keys), least) for keys, least in clues)
    seen = observe(Game(state), US)
    assert len(seen.unseen) == 8
    expected = chances_by_counting(seen, 3)
    assert enemy_chances(seen) == expected
    possible = tuple(sorted(card for card, chance in expected.items() if chance))
    assert possible_in_enemy_hand(seen) == possible


def test_nothing_unseen_is_left() -> None:
    seen = seen_by_us({"us_hand": "nato", "ussr_hand": "", "draw": ""})
    assert enemy_chances(seen) == {}
    assert possible_in_enemy_hand(seen) == ()


# The reshuffle


def headline_state(given: dict[str, str | int]) -> Observation:
    state = scenario(given)
    state.segment = Segment.HEADLINE
    state.phasing = NOBODY
    state.round = 0
    return observe(Game(state), US)


EIGHT = "nasser, comecon, fidel, blockade, truman_doctrine, containment, olympic_games, nato"
OTHER_EIGHT = (
    "duck_and_cover, five_year_plan, suez_crisis, decolonization, de_stalinization, cia_created,"
    " red_scare_purge, formosan_resolution"
)


def test_the_first_reshuffle_comes_on_turn_3() -> None:
    # 38 cards, 16 dealt on turn 1 and 14 on turn 2: 8 are left for turn 3.
    seen = headline_state({"us_hand": EIGHT, "ussr_hand": OTHER_EIGHT})
    assert next_reshuffle(seen) == Reshuffle(3, 8)


@pytest.mark.parametrize("seed", range(8))
def test_the_forecast_comes_true_where_nothing_disturbs(seed: int) -> None:
    forecast = None
    for game in random_play(seed):
        if game.pending is None or game.state.turn > 3:
            break
        if game.pending.kind is Kind.HEADLINE and game.state.turn == 2:
            forecast = next_reshuffle(observe(game, game.pending.actor))
            left = len(game.state.draw_pile)
    if forecast is not None:
        assert forecast == Reshuffle(3, left)


def test_new_decks_put_it_off() -> None:
    seen = headline_state({"turn": 3, "us_hand": EIGHT, "ussr_hand": OTHER_EIGHT, "draw": "nasser"})
    found = next_reshuffle(seen)
    assert found is not None
    # One card and the 48 of the Mid War last for 16 cards a turn on turns 4 to 6.
    assert found == Reshuffle(7, 1)


def test_it_may_never_come() -> None:
    seen = headline_state({"turn": 10, "us_hand": EIGHT, "ussr_hand": OTHER_EIGHT})
    assert next_reshuffle(seen) is None
