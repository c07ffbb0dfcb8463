"""A game to study as it is kept: its save, and what a list tells about it."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from twilight.engine.game import Game
from twilight.engine.rules import rules_to_dict
from twilight.engine.types import ACTOR_NAMES, NOBODY
from twilight.replays.saves import game_to_dict
from twilight.server.play.outcome import ENDING_OF


class StudyGame(msgspec.Struct):
    """A saved game with the names of its players, the USSR's first, and where it stands.

    Whoever has replayed it writes it down, so that nobody has to replay it again.
    """

    data: str
    names: list[str]
    rules: dict[str, Any]
    turn: int
    vp: int
    handicap: list[int]
    winner: str
    ending: str | None


def study_game(
    game: Game, names: Sequence[str], meta: Mapping[str, object] | None = None
) -> StudyGame:
    """Write down a game to study."""
    state, outcome = game.state, game.outcome
    players = dict(zip(("ussr", "us"), names, strict=True))
    return StudyGame(
        data=json.dumps(game_to_dict(game, players, meta)),
        names=list(names),
        rules=rules_to_dict(game.rules),
        turn=state.turn,
        vp=state.vp,
        handicap=list(state.handicap),
        winner=ACTOR_NAMES[outcome.winner if outcome else NOBODY],
        ending=ENDING_OF[outcome.reason].value if outcome else None,
    )
