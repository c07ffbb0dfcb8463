"""The compact encoding: its layout, that it hides what is hidden, and what it tells."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings

from tests.engine.test_properties import stops
from tests.envs.positions import MANY_RULES
from tests.strategies import random_play, random_position, seeds
from twilight.engine.cards import ALL_CARDS, printed_number
from twilight.engine.effects import NUMBER_OF_EFFECTS
from twilight.engine.game import Game
from twilight.engine.ids import ACTION_PLACES, CARD_PLACES, ITALY
from twilight.engine.testing import cards_in_game
from twilight.engine.types import NOBODY, SIDES, US, USSR
from twilight.engine.view import observe
from twilight.judgement import encoding
from twilight.judgement.encoding import FIELDS, FIRST_CARD, encode, encode_game, layout_table

DOCUMENT = Path(__file__).parent.parent.parent / "docs" / "research.md"
PLACE = 15


def every_so_often(rules_name: str, every: int) -> Iterator[Game]:
    for seed in range(2):
        for number, game in enumerate(random_play(seed, MANY_RULES[rules_name])):
            if number % every == 0 and game.pending is not None:
                yield game


def cards_at(data: bytearray, *places: int) -> list[int]:
    cards = data[encoding.CARDS : encoding.CARDS + CARD_PLACES]
    return [FIRST_CARD + card for card, byte in enumerate(cards) if byte & PLACE in places]


def test_the_fields_lie_side_by_side() -> None:
    place = 0
    for field in FIELDS:
        assert field.first == place, field.name
        place += field.places
    assert place == encoding.SIZE
    assert printed_number(max(ALL_CARDS)) <= CARD_PLACES
    assert encoding.EFFECT_PLACES >= NUMBER_OF_EFFECTS


def test_the_document_shows_the_layout() -> None:
    assert layout_table() in DOCUMENT.read_text(encoding="utf-8")


@given(seeds, stops)
@settings(max_examples=60, deadline=None)
def test_two_worlds_have_the_same_bytes(seed: int, stop: int) -> None:
    game = random_position(seed, stop)
    for side in SIDES:
        seen = observe(game, side)
        world = seen.sample(Random(seed))
        assert encode(seen) == encode(observe(world, side))
        assert encode_game(game, side) == encode_game(world, side)


@pytest.mark.parametrize("name", MANY_RULES)
def test_two_worlds_have_the_same_bytes_with_any_rules(name: str) -> None:
    for game in every_so_often(name, 9):
        for side in SIDES:
            world = observe(game, side).sample(Random(1))
            assert encode_game(game, side) == encode_game(world, side)


@pytest.mark.parametrize("name", MANY_RULES)
def test_a_game_has_the_bytes_of_its_observation(name: str) -> None:
    for game in every_so_often(name, 3):
        for side in SIDES:
            assert encode_game(game, side) == encode(observe(game, side))


def test_a_leak_would_be_seen() -> None:
    """What the enemy has chosen in secret is in the state, and must not be in the bytes."""
    found = False
    for game in random_play(4):
        for side in SIDES:
            secret = game.state.chosen[1 - side]
            if secret in game.state.hands[1 - side] and secret in observe(game, side).unseen:
                found = True
                data = encode_game(game, side)
                assert data[encoding.CARDS + secret - FIRST_CARD] == encoding.UNSEEN
    assert found


@given(seeds, stops)
@settings(max_examples=60, deadline=None)
def test_the_bytes_tell_what_the_observation_tells(seed: int, stop: int) -> None:
    game = random_position(seed, stop)
    state = game.state
    for side in SIDES:
        data = encode_game(game, side)
        assert data[encoding.INFLUENCE_USSR + ITALY] == state.influence[USSR][ITALY]
        assert data[encoding.INFLUENCE_US + ITALY] == state.influence[US][ITALY]
        assert data[encoding.VP] == state.vp % 256
        hand = cards_at(data, encoding.OWN_HAND, encoding.OWN_HAND_KNOWN)
        assert hand == list(state.hands[side])
        assert cards_at(data, encoding.ENEMY_HAND) == list(state.known[1 - side])
        options = [
            action
            for action in range(ACTION_PLACES)
            if data[encoding.OPTIONS + action // 8] >> action % 8 & 1
        ]
        pending = game.pending
        asked = pending is not None and pending.actor == side
        assert options == (list(pending.options) if asked and pending is not None else [])


def test_every_card_is_in_one_place() -> None:
    for number, game in enumerate(random_play(3)):
        if number % 10:
            continue
        found = cards_at(encode_game(game, US), *range(1, PLACE + 1))
        assert found == cards_in_game(game.state), number


def test_open_hands_show_the_enemys_hand_and_nothing_else() -> None:
    game = random_position(5, 200)
    closed, opened = encode_game(game, US), encode_game(game, US, open_hands=True)
    assert cards_at(opened, encoding.ENEMY_HAND) == list(game.state.hands[USSR])
    assert cards_at(opened, encoding.UNSEEN) == list(game.state.draw_pile)
    assert opened[encoding.HANDS_OPEN] == 1
    assert closed[encoding.HANDS_OPEN] == 0
    assert opened[encoding.EFFECTS : encoding.CARDS] == closed[encoding.EFFECTS : encoding.CARDS]


def test_a_spectator_is_refused() -> None:
    with pytest.raises(ValueError, match="only what a side sees"):
        encode(observe(random_position(2, 100), NOBODY))
