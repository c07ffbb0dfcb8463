"""Hypothesis strategies and random play for the property tests."""

from collections.abc import Iterator
from random import Random

from hypothesis import strategies as st

from twilight.engine.game import Game
from twilight.engine.rules import Rules, make_rules

seeds = st.integers(min_value=0, max_value=2**32)
LEAGUE_RULES = make_rules("deluxe", {"handicap_side": "us", "handicap_amount": 2})


def random_answer(game: Game, random: Random) -> int:
    assert game.pending is not None
    options = game.pending.options
    return options[int(random.random() * len(options))]


def random_play(seed: int, rules: Rules = LEAGUE_RULES, *, journal: bool = False) -> Iterator[Game]:
    """Play a game of random answers and yield it before each of them and at the end."""
    random = Random(seed)
    game = Game.new(rules, journal=journal)
    while game.pending is not None:
        yield game
        game.answer(random_answer(game, random))
    yield game


def random_position(seed: int, stop: int, rules: Rules = LEAGUE_RULES) -> Game:
    """Return a random game somewhere before its end."""
    *_, game = random_play(seed, rules, journal=True)
    assert game.record is not None
    return game.rewound(stop % len(game.record))
