"""Worlds for the danger solver: what the enemy may hold, in a form that the engine can run.

The enemy's hand holds every card at once that may be in it. Whatever the engine then draws from it
at random, or lets the enemy choose, includes all that could happen in the real game. Only a choice
that must be the most valuable card is narrowed by that; for it there are worlds in which the hand
holds nothing above a value.
"""

from random import Random
from typing import Final, NamedTuple

from twilight.analysis.knowledge import hidden_slots, possible_in_enemy_hand
from twilight.engine.cards import SCORING
from twilight.engine.game import Game
from twilight.engine.ids import Action, Card
from twilight.engine.operations.points import card_value
from twilight.engine.state import State
from twilight.engine.types import Actor, enemy_of
from twilight.engine.view import Observation

HIGHEST_VALUE: Final = 4


class World(NamedTuple):
    """The start of a segment and the answers since."""

    base: State
    answers: tuple[Action, ...]


def supposed_world(seen: Observation) -> World:
    """Give the enemy every card that it may hold.

    In the middle of an event that has looked into its hand, that hand may not have led here. Then
    the cards are dealt in one possible way.
    """
    game = seen.sample(Random(0))
    enemy = enemy_of(seen.viewer)
    base = game.base.copy()
    base.hands[enemy] = tuple(sorted({*base.hands[enemy], *possible_in_enemy_hand(seen)}))
    world = World(base, tuple(game.answers))
    return world if _leads_to(world, seen) else World(game.base, world.answers)


def _leads_to(world: World, seen: Observation) -> bool:
    """Tell whether the answers are possible in a world and lead to the viewer's decision."""
    if not world.answers:
        return True
    game = Game(world.base, record=False)
    for action in world.answers:
        if game.pending is None or action not in game.pending.options:
            return False
        game.answer(action)
    return game.pending == seen.decision


def poorer_worlds(seen: Observation, world: World) -> list[World]:
    """List the worlds in which the enemy holds no card above a value, where that may be."""
    enemy = enemy_of(seen.viewer)
    hidden = frozenset(seen.unseen)
    slots = hidden_slots(seen)
    hand = world.base.hands[enemy]
    worlds = []
    for highest in range(HIGHEST_VALUE - 1, 0, -1):
        if any(_worth(world.base, enemy, card) > highest for card in seen.state.hands[enemy]):
            break
        cards = [
            card
            for card in hand
            if card not in hidden or _worth(world.base, enemy, card) <= highest
        ]
        if sum(card in hidden for card in cards) < slots:
            break
        base = world.base.copy()
        base.hands[enemy] = tuple(cards)
        worlds.append(World(base, world.answers))
    return worlds


def _worth(state: State, side: Actor, card: Card) -> int:
    return 0 if SCORING[card] else card_value(state, side, card)
