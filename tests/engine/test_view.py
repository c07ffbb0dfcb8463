"""What a side sees is the same in every world that it could be in."""

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings

from tests.engine.test_properties import stops
from tests.strategies import LEAGUE_RULES, random_play, random_position, seeds
from twilight.engine.game import Game
from twilight.engine.ids import CIA_CREATED
from twilight.engine.testing import Case, invariants, start
from twilight.engine.types import NOBODY, SIDES, US, USSR, Actor, Kind
from twilight.engine.view import Observation, observe, sample_world, state_parts


def leaks(
    game: Game, side: Actor, seed: int, look: Callable[[Game, Actor], Observation] = observe
) -> bool:
    """Tell whether an observation betrays which of two worlds it was made in."""
    world = sample_world(game, side, Random(seed))
    return look(game, side) != look(world, side)


@given(seeds, stops)
@settings(max_examples=150, deadline=None)
def test_two_worlds_look_equal(seed: int, stop: int) -> None:
    game = random_position(seed, stop)
    for side in SIDES:
        world = sample_world(game, side, Random(seed))
        invariants(world)
        assert observe(world, side) == observe(game, side)


def test_the_sampled_worlds_differ() -> None:
    game = random_position(1, 120)
    hands = {sample_world(game, US, Random(seed)).state.hands[USSR] for seed in range(20)}
    assert len(hands) > 10


def test_whole_games_look_equal_at_every_step() -> None:
    for seed in range(3):
        for number, game in enumerate(random_play(seed)):
            if game.outcome is None and number % 3 == 0:
                assert not leaks(game, US, seed), f"seed {seed}, answer {number}"
                assert not leaks(game, USSR, seed), f"seed {seed}, answer {number}"


def test_a_planted_leak_is_caught() -> None:
    def look(game: Game, viewer: Actor) -> Observation:
        seen = observe(game, viewer)
        seen.state.vp += game.state.hands[1 - viewer][0]
        return seen

    game = random_position(1, 40)
    assert any(leaks(game, US, seed, look) for seed in range(10))


def test_a_spectator_sees_no_hand() -> None:
    game = random_position(2, 100)
    seen = observe(game, NOBODY)
    assert seen.state.hands == [(), ()]
    assert seen.state.known == [(), ()]
    assert seen.decision is None
    assert seen.hand_counts == tuple(len(hand) for hand in game.state.hands)
    with pytest.raises(ValueError, match="spectator"):
        seen.sample(Random(1))


def test_options_are_shown_only_to_the_side_that_decides() -> None:
    game = next(
        game
        for game in random_play(4)
        if game.pending is not None and game.pending.kind is Kind.HEADLINE
    )
    assert game.pending is not None
    decider = game.pending.actor
    assert observe(game, decider).decision == game.pending
    other = observe(game, 1 - decider)
    assert other.decision is None
    assert (other.actor, other.kind) == (decider, Kind.HEADLINE)


def test_a_secret_headline_is_hidden_even_if_the_card_is_known() -> None:
    game = next(
        game
        for game in random_play(5)
        if game.pending is not None and game.pending.kind is Kind.HEADLINE
    )
    state = game.base
    state.known[USSR] = state.hands[USSR]
    views = []
    for action in Game(state).pending.options[:2]:  # type: ignore[union-attr]
        fresh = Game(state.copy(), [action])
        assert fresh.pending is not None
        assert fresh.pending.actor == US
        views.append(observe(fresh, US))
    assert views[0] == views[1]


def test_a_revealed_card_stays_known_while_it_is_held() -> None:
    case = Case("cia_created", "", play="us event", given={"ussr_hand": "nasser, blockade, fidel"})
    game = start(case)
    seen = observe(game, US)
    assert len(seen.state.hands[USSR]) == 3
    for seed in range(5):
        world = seen.sample(Random(seed))
        assert world.state.hands[USSR] == game.state.hands[USSR]
    assert CIA_CREATED not in seen.unseen


def test_an_observation_holds_no_reference_to_the_game() -> None:
    game = Game.new(LEAGUE_RULES)
    seen = observe(game, US)
    for name in dir(seen):
        assert not isinstance(getattr(seen, name), Game)
    assert state_parts(seen.state) != state_parts(game.state)
