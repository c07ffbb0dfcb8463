"""Games for the tests of replays: random ones that last, in both styles of the format."""

import re
from random import Random

from twilight.engine.cards import SCORING
from twilight.engine.game import Game
from twilight.engine.ids import (
    BOYCOTT,
    CARD_SLOTS,
    CIA_CREATED,
    COUP,
    DEGRADE,
    DUCK_AND_COVER,
    LONE_GUNMAN,
    NUMBER,
    OLYMPIC_GAMES,
    SOVIETS_SHOOT_DOWN_KAL_007,
    SPACE,
    WE_WILL_BURY_YOU,
    Action,
)
from twilight.engine.rules import OptionValue, make_rules
from twilight.engine.state import State
from twilight.engine.types import CHANCE, Kind
from twilight.replays.exporting.export_log import export_log

_NEVER_AT_DEFCON_2 = (
    BOYCOTT,
    CIA_CREATED,
    COUP,
    DEGRADE,
    DUCK_AND_COVER,
    LONE_GUNMAN,
    NUMBER + 1,
    OLYMPIC_GAMES,
    SOVIETS_SHOOT_DOWN_KAL_007,
    WE_WILL_BURY_YOU,
)


def random_game(
    seed: int,
    preset: str = "deluxe",
    changes: dict[str, OptionValue] | None = None,
    *,
    space: float = 0.0,
    most_answers: int = 100_000,
) -> Game:
    """Play at random, but so that the game lasts; `space` is how much the sides like space."""
    random = Random(seed)
    game = Game.new(make_rules(preset, changes), journal=True)
    for _ in range(most_answers):
        pending = game.pending
        if pending is None:
            break
        options = list(pending.options)
        if pending.actor != CHANCE:
            options = _wise(game.state, pending.kind, options, random)
            if SPACE in options and random.random() < space:
                options = [SPACE]
        game.answer(random.choice(options))
    return game


def _wise(state: State, kind: Kind, options: list[Action], random: Random) -> list[Action]:
    """Leave out what would end the game soon."""
    if kind in (Kind.ROUND_CARD, Kind.HEADLINE) and random.random() < 0.7:
        scoring = [option for option in options if option < CARD_SLOTS and SCORING[option]]
        if scoring:
            return scoring
    if state.defcon == 2 and random.random() < 0.95:
        return [option for option in options if option not in _NEVER_AT_DEFCON_2] or options
    return options


def random_log(
    seed: int,
    preset: str = "app",
    changes: dict[str, OptionValue] | None = None,
    *,
    space: float = 0.0,
) -> str:
    """Write a random game as a log."""
    return export_log(random_game(seed, preset, changes, space=space))


def in_style_a(log: str) -> str:
    """Rewrite a log of ours in the other style, which loses the first line of each cleanup."""
    text = log.replace("SETUP: ", "SETUP: : ", 1)
    text = re.sub(r"\n\n\nTurn \d+, Cleanup[^\n]*\n(?=\n)", "\n", text)
    text = re.sub(r"\n\n\nTurn \d+, Cleanup[^\n]*\n", "\n\n", text)
    text = re.sub(r"^(Turn \d+, USS?R? AR\d)$", r"\1: :", text, flags=re.MULTILINE)
    return re.sub(r"^(Turn \d+, USS?R? AR\d: [^:\n]+)$", r"\1:", text, flags=re.MULTILINE)
