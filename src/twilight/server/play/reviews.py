"""Reviews of finished games: worked out piece by piece in the workers, and kept.

Each piece waits for its turn like any other thought, so that a review costs nobody more than a fair
share, and how far it has come can be told.
"""

import asyncio
import json
import logging
from dataclasses import dataclass, field
from typing import Any, Final

from sqlalchemy import select

from twilight.engine.game import RULES_VERSION, Game
from twilight.engine.plain_data.states import state_to_dict
from twilight.engine.rules import rules_to_dict
from twilight.server.errors import Refusal
from twilight.server.play.hub import Hub
from twilight.server.storage.models import ReviewRow
from twilight.server.workers.pool import WorkerFailed
from twilight.server.workers.process import ReviewPart, Task
from twilight.server.workers.turns import Asker, NoTurn
from twilight.study.review import Review
from twilight.study.review_data import from_dict, moment_from_dict, to_dict

_LOG: Final = logging.getLogger("twilight.reviews")
# What a card choice is worth, and how many of them are one piece of work.
SECONDS: Final = 0.15
PIECE: Final = 4
# A piece that waits so long for its turn, or takes so long, has failed.
PATIENCE: Final = 120.0
WORK_SECONDS: Final = 60.0
# Raised when reviews change so much that old ones must be made again.
VERSION: Final = 1


@dataclass
class Job:
    """A review that is being worked out."""

    person: str
    review: Review
    task: "asyncio.Task[None] | None" = field(default=None, repr=False)


class Reviews:
    """The reviews of all games."""

    def __init__(self, hub: Hub) -> None:
        self._hub: Final = hub
        self._jobs: Final[dict[str, Job]] = {}

    async def stop(self) -> None:
        """Give up what is being worked out; what was kept can be asked for again."""
        tasks = [job.task for job in self._jobs.values() if job.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def is_running(self, game_id: str) -> bool:
        """Tell whether a review is being worked out."""
        return game_id in self._jobs

    async def of(self, game_id: str, game: Game, user_id: str | None) -> Review:
        """Return the review of a game as far as it has come; its win chances are always there."""
        job = self._jobs.get(game_id)
        if job is not None:
            return job.review
        kept = await self._kept(game_id)
        if kept is not None:
            return kept
        data = await self._solve(_part(game_id, game, 0, 0), self._hub.asker(user_id))
        found = from_dict(json.loads(data))
        await self._keep(game_id, found)
        return found

    async def start(self, game_id: str, game: Game, user_id: str) -> Review:
        """Begin to judge the card choices of a game, unless that is done or under way."""
        found = await self.of(game_id, game, user_id)
        if game_id in self._jobs or all(one.loss is not None for one in found.moments):
            return found
        if any(job.person == user_id for job in self._jobs.values()):
            raise Refusal("busy", "Your review of another game is still running.")
        job = self._jobs[game_id] = Job(user_id, found)
        job.task = asyncio.create_task(self._work(game_id, game, job))
        return found

    async def _work(self, game_id: str, game: Game, job: Job) -> None:
        asker = self._hub.asker(job.person)
        moments = job.review.moments
        try:
            for first in range(0, len(moments), PIECE):
                last = min(first + PIECE, len(moments))
                data = await self._solve(_part(game_id, game, first, last), asker)
                judged = [moment_from_dict(one) for one in json.loads(data)]
                moments[first:last] = judged
            await self._keep(game_id, job.review)
        except Refusal as error:
            _LOG.warning("no review", extra={"game": game_id, "reason": error.message})
        finally:
            del self._jobs[game_id]

    async def _solve(self, task: Task, asker: Asker) -> str:
        try:
            answer = await self._hub.workers.solve(
                task, asker, patience=PATIENCE, seconds=WORK_SECONDS
            )
        except NoTurn as error:
            raise Refusal("busy", "The server has too much to think; please try again.") from error
        except WorkerFailed as error:
            raise Refusal("busy", "The analysis did not finish; please try again.") from error
        if answer.error:
            _LOG.error("no review", extra={"reason": answer.error})
            raise Refusal("busy", "The analysis did not finish.")
        return answer.data

    # Keeping

    async def _kept(self, game_id: str) -> Review | None:
        async with self._hub.database.read() as session:
            found = await session.execute(select(ReviewRow).where(ReviewRow.game_id == game_id))
            row = found.scalar_one_or_none()
        if row is None or (row.version, row.rules_version) != (VERSION, RULES_VERSION):
            return None
        return from_dict(json.loads(row.data))

    async def _keep(self, game_id: str, found: Review) -> None:
        row = ReviewRow(
            game_id=game_id,
            version=VERSION,
            rules_version=RULES_VERSION,
            at=self._hub.now(),
            data=json.dumps(to_dict(found)),
        )
        async with self._hub.database.write() as session:
            await session.merge(row)


def _part(game_id: str, game: Game, first: int, last: int) -> ReviewPart:
    return ReviewPart(**whole_game(game_id, game), first=first, last=last, seconds=SECONDS)


def whole_game(game_id: str, game: Game) -> dict[str, Any]:
    """Write down a whole game for a worker."""
    return {
        "game": f"{game_id}/whole",
        "rules": rules_to_dict(game.rules),
        "origin": state_to_dict(game.origin),
        "record": list(game.record or ()),
    }
