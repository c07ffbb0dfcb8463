"""Twilight Struggle: the rules engine and everything built around it.

The few names that a bot author or researcher needs come from here; the rest is in the rooms
`twilight.engine`, `twilight.bots`, `twilight.replays` and so on. A room is opened only when
something of it is asked for.

A game is asked and answered. What is pending has an actor and its legal answers:

>>> from twilight import CHANCE, Game, SeededChance, action_named, name_of
>>> game = Game.new()
>>> game.pending
Decision(chance, DRAW, ...)
>>> chance = SeededChance("example")
>>> while game.pending.actor == CHANCE:
...     game.answer(chance.choose(game.pending))
>>> game.pending.kind.name, game.pending.left
('SETUP_INFLUENCE', 6)
>>> [name_of(action) for action in game.pending.options][:3]
['austria', 'finland', 'east_germany']
>>> game.answer(action_named("poland"))
>>> game.pending.left
5

An answer that is not offered changes nothing and says so:

>>> game.answer(action_named("france"))
Traceback (most recent call last):
twilight.engine.game.IllegalAction: france is no answer to setup_influence; it offers austria, ...

A side sees no more than it may know, and can deal the unknown cards anew:

>>> from random import Random
>>> from twilight import US, USSR, observe
>>> seen = observe(game, US)
>>> len(seen.hand), seen.hand_counts[USSR], len(seen.state.hands[USSR])
(8, 8, 0)
>>> world = seen.sample(Random(1))
>>> len(world.state.hands[USSR])
8

Players are anything with `choose(seen, decision)`; the levels are there by name:

>>> from twilight import make_bot, play_out
>>> class First:
...     def choose(self, seen, decision):
...         return decision.options[0]
>>> given = play_out(game, [First(), make_bot("baseline")], chance, most_answers=300)
>>> given, game.state.turn > 0
(300, True)

Rules are one frozen value:

>>> from twilight import Rules, make_rules
>>> Rules(promo_1=True).promo_1, make_rules("glass").china_use
(True, 'event_only')
"""

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from twilight.bots.registry import make_bot as make_bot
    from twilight.engine.actions import action_named as action_named
    from twilight.engine.actions import name_of as name_of
    from twilight.engine.chance import Chance as Chance
    from twilight.engine.chance import SeededChance as SeededChance
    from twilight.engine.decision import Decision as Decision
    from twilight.engine.driver import Player as Player
    from twilight.engine.driver import play_out as play_out
    from twilight.engine.game import Game as Game
    from twilight.engine.game import IllegalAction as IllegalAction
    from twilight.engine.game import IllegalUndo as IllegalUndo
    from twilight.engine.ids import Action as Action
    from twilight.engine.rules import Rules as Rules
    from twilight.engine.rules import RulesError as RulesError
    from twilight.engine.rules import make_rules as make_rules
    from twilight.engine.state import State as State
    from twilight.engine.text.describe import describe_action as describe_action
    from twilight.engine.text.describe import describe_decision as describe_decision
    from twilight.engine.text.describe import load_language as load_language
    from twilight.engine.types import ACTOR_NAMES as ACTOR_NAMES
    from twilight.engine.types import CHANCE as CHANCE
    from twilight.engine.types import NOBODY as NOBODY
    from twilight.engine.types import US as US
    from twilight.engine.types import USSR as USSR
    from twilight.engine.types import Actor as Actor
    from twilight.engine.types import Kind as Kind
    from twilight.engine.types import Outcome as Outcome
    from twilight.engine.view import Observation as Observation
    from twilight.engine.view import observe as observe
    from twilight.replays.saves import SavedGame as SavedGame
    from twilight.replays.saves import load_game as load_game
    from twilight.replays.saves import save_game as save_game

# Where each name of the front door is at home.
_ROOMS: Final[dict[str, tuple[str, ...]]] = {
    "twilight.bots.registry": ("make_bot",),
    "twilight.engine.actions": ("action_named", "name_of"),
    "twilight.engine.chance": ("Chance", "SeededChance"),
    "twilight.engine.decision": ("Decision",),
    "twilight.engine.driver": ("Player", "play_out"),
    "twilight.engine.game": ("Game", "IllegalAction", "IllegalUndo"),
    "twilight.engine.ids": ("Action",),
    "twilight.engine.rules": ("Rules", "RulesError", "make_rules"),
    "twilight.engine.state": ("State",),
    "twilight.engine.text.describe": ("describe_action", "describe_decision", "load_language"),
    "twilight.engine.types": (
        "ACTOR_NAMES",
        "CHANCE",
        "NOBODY",
        "US",
        "USSR",
        "Actor",
        "Kind",
        "Outcome",
    ),
    "twilight.engine.view": ("Observation", "observe"),
    "twilight.replays.saves": ("SavedGame", "load_game", "save_game"),
}
_HOMES: Final = {name: room for room, names in _ROOMS.items() for name in names}
__all__ = sorted(_HOMES)


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return [*globals(), *_HOMES]
