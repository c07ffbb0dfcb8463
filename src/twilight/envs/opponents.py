"""The bot that plays against the agent of an environment."""

from collections.abc import Callable
from typing import Final, TypeAlias, cast

from twilight.bots.registry import make_bot
from twilight.engine.driver import AnyPlayer, ask
from twilight.envs.episode import Episode

SIDES: Final = ("ussr", "us")
# What makes a bot from a seed: the name of one, or a function or class.
BotMaker: TypeAlias = str | Callable[[str], AnyPlayer]
# That, or a bot which is there already.
Opponent: TypeAlias = AnyPlayer | BotMaker


def is_maker(opponent: Opponent) -> bool:
    """Tell whether an opponent is made anew from the seed of each game."""
    if isinstance(opponent, str | type):
        return True
    return callable(opponent) and not hasattr(opponent, "choose")


def make_opponent(opponent: Opponent, seed_of_game: str) -> AnyPlayer:
    """Make the opponent of one game."""
    seed = f"{seed_of_game}/opponent"
    if isinstance(opponent, str):
        return make_bot(opponent, seed)
    if is_maker(opponent):
        return cast(Callable[[str], AnyPlayer], opponent)(seed)
    return cast(AnyPlayer, opponent)


def let_opponent_play(episode: Episode, bot: AnyPlayer, player: int) -> None:
    """Let the bot answer until the agent, which is this player, has to decide."""
    decision = episode.decision
    while decision is not None and episode.player != player:
        episode.answer(ask(episode.game, bot, decision))
        decision = episode.decision
