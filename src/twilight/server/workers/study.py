"""Reviews and best plays, worked out in a worker."""

import json
from collections import OrderedDict
from typing import Final

import msgspec

from twilight.engine.game import Game
from twilight.engine.view import observe
from twilight.server.present.study import best_play_info
from twilight.server.workers.process import FindBest, ReviewPart
from twilight.study.best_plays import best_plays
from twilight.study.judge import shipped_judge
from twilight.study.lines import played_line
from twilight.study.review import Review, judge_choices, review
from twilight.study.review_data import moment_to_dict, to_dict

# The chances of a game are worked out once for all pieces of its review.
MOST_KEPT: Final = 4
_KEPT: Final[OrderedDict[str, Review]] = OrderedDict()


def review_part(game: Game, task: ReviewPart) -> str:
    """Work out the chances of a game, or, if some card choices are named, judge these."""
    judge = shipped_judge()
    found = _KEPT.pop(task.game, None) or review(game, judge)
    _KEPT[task.game] = found
    while len(_KEPT) > MOST_KEPT:
        _KEPT.popitem(last=False)
    if task.last == 0:
        return json.dumps(to_dict(found))
    places = judge_choices(game, found, judge, task.seconds, task.first, task.last)
    return json.dumps([moment_to_dict(found.moments[place]) for place in places])


def find_best(game: Game, task: FindBest) -> str:
    """Find the best plays of a moment, in words, and how many there are in all."""
    played = played_line(game, task.followed_by) if task.followed_by else None
    found = best_plays(game, shipped_judge(), task.seconds, played, every=task.every)
    decision = game.pending
    assert decision is not None
    seen = observe(game, decision.actor)
    shown = [best_play_info(one, task.language, seen) for one in found.plays]
    return msgspec.json.encode((shown, found.all)).decode()
