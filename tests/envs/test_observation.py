"""The vector of an observation: its layout, its values, and that it hides what is hidden."""

from hashlib import sha256
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings

from tests.engine.test_properties import stops
from tests.envs.positions import MANY_RULES, answer_at_random
from tests.strategies import random_play, random_position, seeds
from twilight.engine.game import Game
from twilight.engine.ids import ITALY, NO_CARD, NUMBER_OF_ACTIONS
from twilight.engine.testing import cards_in_game
from twilight.engine.types import NOBODY, SIDES, US, USSR
from twilight.engine.view import observe
from twilight.envs.episode import PLAYERS, Episode
from twilight.envs.observation import (
    ACTION_SPACE,
    FIELDS,
    LARGEST,
    OBSERVATION_SIZE,
    OFFSETS,
    SLICES,
    Vector,
    action_mask,
    bounds,
    encode,
    layout_table,
)

DOCUMENT = Path(__file__).parent.parent.parent / "docs" / "research.md"
# Spare places may be taken; nothing else may move. Raise this only together with the document.
PINNED_SIZE = 2877
PINNED_OFFSETS = "0289fc"


def field(vector: Vector, name: str) -> Vector:
    return vector[SLICES[name]]


def marked_cards(vector: Vector, name: str) -> list[int]:
    return [NO_CARD + 1 + int(place) for place in np.flatnonzero(field(vector, name))]


def test_the_layout_is_pinned() -> None:
    layout = ";".join(f"{name}={place}" for name, place in OFFSETS.items())
    assert OBSERVATION_SIZE == PINNED_SIZE
    assert sha256(layout.encode()).hexdigest()[:6] == PINNED_OFFSETS
    assert ACTION_SPACE == 320 >= NUMBER_OF_ACTIONS


def test_the_document_shows_the_layout() -> None:
    assert layout_table() in DOCUMENT.read_text(encoding="utf-8")


def test_names_of_places_are_distinct() -> None:
    for one in FIELDS:
        named = [entry for entry in one.entries if entry]
        assert len(named) == len(set(named)), one.name


@pytest.mark.parametrize("name", MANY_RULES)
def test_every_value_is_within_its_bounds(name: str) -> None:
    lowest, highest = bounds()
    for seed in range(3):
        episode = Episode(MANY_RULES[name], f"{name} {seed}")
        random = Random(seed)
        while episode.decision is not None:
            for player in PLAYERS:
                vector = episode.observe(player)
                assert vector.dtype == np.int8
                assert (vector >= lowest).all()
                assert (vector <= highest).all()
            answer_at_random(episode, random)


@given(seeds, stops)
@settings(max_examples=60, deadline=None)
def test_two_worlds_have_the_same_vector(seed: int, stop: int) -> None:
    game = random_position(seed, stop)
    for side in SIDES:
        seen = observe(game, side)
        world = seen.sample(Random(seed))
        assert np.array_equal(encode(seen), encode(observe(world, side)))


@pytest.mark.parametrize("name", MANY_RULES)
def test_two_worlds_have_the_same_vector_with_any_rules(name: str) -> None:
    for seed in range(2):
        for number, game in enumerate(random_play(seed, MANY_RULES[name])):
            if number % 9 or game.pending is None:
                continue
            for side in SIDES:
                seen = observe(game, side)
                world = seen.sample(Random(seed))
                assert np.array_equal(encode(seen), encode(observe(world, side))), number


@given(seeds, stops)
@settings(max_examples=60, deadline=None)
def test_the_vector_tells_what_the_observation_tells(seed: int, stop: int) -> None:
    game = random_position(seed, stop)
    state = game.state
    for side in SIDES:
        vector = encode(observe(game, side))
        assert list(field(vector, "influence_ussr")) == state.influence[USSR]
        assert list(field(vector, "influence_us")) == state.influence[US]
        assert bool(field(vector, "controlled_us")[ITALY]) == state.controls(US, ITALY)
        assert field(vector, "vp")[0] == state.vp
        assert list(field(vector, "hand_count")) == [len(hand) for hand in state.hands]
        assert marked_cards(vector, "own_hand") == list(state.hands[side])
        assert marked_cards(vector, "enemy_known") == list(state.known[1 - side])
        assert marked_cards(vector, "discard") == list(state.discard_pile)


def test_every_card_is_in_one_place() -> None:
    places = ("own_hand", "enemy_known", "unseen", "discard", "removed", "later_decks")
    others = ("table", "front", "headline_ussr", "headline_us", "looked_at")
    for number, game in enumerate(random_play(3)):
        if number % 10:
            continue
        vector = encode(observe(game, US))
        found = [card for name in (*places, *others) for card in marked_cards(vector, name)]
        assert sorted(found) == cards_in_game(game.state), number


def test_a_spectator_has_no_hand() -> None:
    vector = encode(observe(random_position(2, 100), NOBODY))
    for name in ("viewer", "own_hand", "own_known", "enemy_known", "own_chosen"):
        assert not field(vector, name).any()
    assert field(vector, "unseen").any()


def test_a_secret_answer_is_counted_but_not_named() -> None:
    for game in random_play(4):
        seen = observe(game, US)
        if -1 in seen.answers:
            vector = encode(seen)
            assert field(vector, "hidden_answers")[0] == seen.answers.count(-1)
            assert field(vector, "answers").sum() == len(seen.answers) - seen.answers.count(-1)
            return
    pytest.fail("no secret answer was given")


def test_what_is_too_large_counts_as_the_largest() -> None:
    game = Game.new()
    game.state.set_influence(USSR, ITALY, 300)
    game.state.vp = -150
    vector = encode(observe(game, US))
    assert field(vector, "influence_ussr")[ITALY] == LARGEST
    assert field(vector, "vp")[0] == -LARGEST


@given(seeds, stops)
@settings(max_examples=60, deadline=None)
def test_the_mask_is_the_options(seed: int, stop: int) -> None:
    game = random_position(seed, stop)
    assert game.pending is not None
    assert tuple(np.flatnonzero(action_mask(game.pending))) == game.pending.options
    for side in SIDES:
        decision = observe(game, side).decision
        assert (decision is not None) == (game.pending.actor == side)
        assert action_mask(decision).any() == (decision is not None)


def test_the_end_is_shown() -> None:
    *_, game = random_play(1)
    assert game.outcome is not None
    vector = encode(observe(game, US))
    assert field(vector, "over")[0] == 1
    assert not field(vector, "kind").any()
    assert field(vector, "winner").sum() == (game.outcome.winner in SIDES)
