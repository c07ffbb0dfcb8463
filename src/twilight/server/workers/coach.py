"""The coach, worked out in a worker."""

import msgspec

from twilight.engine.game import Game
from twilight.server.present.coach import hint_info, verdict_info
from twilight.server.workers.process import Advise, JudgePlay
from twilight.study.coach import hint, verdict
from twilight.study.judge import shipped_judge


def advise(game: Game, task: Advise) -> str:
    """Give one step of a hint, in words."""
    found = hint(game, shipped_judge(), task.step)
    return msgspec.json.encode(hint_info(found, task.language)).decode()


def judge_play(game: Game, task: JudgePlay) -> str:
    """Compare a play that is about to be made with the best one."""
    found = verdict(game, task.answers, shipped_judge())
    return msgspec.json.encode(verdict_info(found, task.language)).decode()
