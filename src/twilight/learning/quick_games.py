"""Thousands of rough games by the play-out player: many results to learn win chances from."""

from random import Random
from typing import Final

import numpy as np

from twilight.bots.search.playout_player import PlayoutPlayer
from twilight.engine.chance import SeededChance
from twilight.engine.game import Game
from twilight.engine.rules import Rules
from twilight.engine.types import CHANCE, NOBODY, SIDES, Kind
from twilight.engine.view import observe
from twilight.judgement import encoding
from twilight.judgement.encoding import encode_game
from twilight.judgement.evaluation.position import Board
from twilight.judgement.evaluation.quick import QuickEvaluation, Weights
from twilight.judgement.evaluation.scorings_to_come import scorings_to_come
from twilight.learning.dataset import NO_ANSWER, Positions, is_landmark

# So many positions are kept of a game: its result is only one.
_KEPT_SHARE: Final = 0.06
# The share of markers that are placed anywhere, to see more boards; other noise would end games.
_NOISES: Final = (0.0, 0.05, 0.25)


def quick_positions(rules: Rules, seed: str, games: int, first_game: int) -> Positions:
    """Play games and keep some of their positions, half of them with open hands."""
    data: list[bytearray] = []
    sides: list[int] = []
    numbers: list[int] = []
    winners: list[int] = []
    for number in range(first_game, first_game + games):
        random = Random(f"{seed}/{number}")
        game = Game.new(rules, record=False)
        chance = SeededChance(f"{seed}/{number}/chance")
        noise = _NOISES[int(random.random() * len(_NOISES))]
        before = len(data)
        player: PlayoutPlayer | None = None
        turn = -1
        while game.pending is not None:
            pending = game.pending
            if is_landmark(game) and random.random() < _KEPT_SHARE:
                side = SIDES[int(random.random() * 2)]
                data.append(encode_game(game, side, open_hands=random.random() < 0.5))
                sides.append(side)
                numbers.append(number)
            if pending.actor == CHANCE:
                game.answer(chance.choose(pending))
                continue
            if len(pending.options) == 1:
                game.answer(pending.options[0])
                continue
            if player is None or game.state.turn != turn:
                turn = game.state.turn
                seen = observe(game, pending.actor)
                weights = Weights(Board(game.state, scorings_to_come(seen)))
                player = PlayoutPlayer(QuickEvaluation(game.state, weights))
            if pending.kind is Kind.PLACE_INFLUENCE and random.random() < noise:
                game.answer(pending.options[int(random.random() * len(pending.options))])
            else:
                game.answer(player.answer(game.state, pending))
        assert game.outcome is not None
        winners += [game.outcome.winner] * (len(data) - before)
    won = np.array(winners) == np.array(sides)
    results = np.where(np.array(winners) == NOBODY, 0.5, won).astype(np.float32)
    return Positions(
        np.frombuffer(b"".join(data), np.uint8).reshape(len(data), encoding.SIZE),
        np.full(len(data), NO_ANSWER, np.int16),
        results,
        np.array(numbers, np.int32),
        np.ones(len(data), np.float32),
    )
