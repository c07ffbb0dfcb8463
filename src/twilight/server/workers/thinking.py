"""Computer players: each by its own level, or by a weaker one when the server is too busy."""

import asyncio
import logging
from dataclasses import dataclass
from typing import Final

import msgspec

from twilight.bots.registry import BOTS, SLOW
from twilight.engine.decision import Decision
from twilight.engine.ids import Action
from twilight.server.metrics import STAND_INS
from twilight.server.workers.pool import WorkerFailed, WorkerPool
from twilight.server.workers.process import Think, Thinker
from twilight.server.workers.turns import Asker, NoTurn

_LOG: Final = logging.getLogger("twilight.thinking")
# Plays for the sake of tests and learning; nobody who chose a level wants its answers.
RANDOM: Final = "random"


@dataclass(frozen=True, slots=True)
class Thought:
    """An answer, and the level that gave it if it was not the one that was asked."""

    action: Action
    stand_in: str | None


def ladder(bot: str) -> list[str]:
    """List a level and those that may stand in for it, each weaker than the one before."""
    levels = list(BOTS)
    name = bot.partition(":")[0]
    # How strong a bot of another author is nobody knows: any level may stand in for it.
    place = levels.index(name) if name in BOTS else len(levels)
    weaker = [one for one in reversed(levels[:place]) if one != RANDOM]
    return [bot, *(one for one in weaker if one not in SLOW)]


class Thinking:
    """Asks the workers for the answers of computer players."""

    def __init__(self, workers: WorkerPool, patience: float) -> None:
        self._workers: Final = workers
        self._patience: Final = patience

    async def think(
        self, task: Think, decision: Decision, asker: Asker, *, is_awaited: bool = True
    ) -> Thought:
        """Let the level of a game answer, or the next weaker one that gets to it.

        Where nobody waits, because computer players are among themselves, it takes its time.
        """
        levels = ladder(task.bot)
        for bot in levels:
            mine = msgspec.structs.replace(task, bot=bot)
            # The weakest waits for as long as it takes: with fair turns it gets one.
            patience = self._patience if is_awaited and bot != levels[-1] else None
            try:
                answer = await self._workers.solve(mine, asker, patience=patience, tries=1)
                if answer.action in decision.options:
                    return self._thought(task, bot, answer.action)
                reason = answer.error or f"illegal action {answer.action}"
                _LOG.error("computer player failed", extra=_extra(mine, reason))
            except NoTurn as error:
                _LOG.info("computer player had no turn", extra=_extra(mine, str(error)))
            except WorkerFailed as error:
                _LOG.error("computer player failed", extra=_extra(mine, str(error)))
        return await self._alone(msgspec.structs.replace(task, bot=levels[-1]), task, decision)

    async def _alone(self, mine: Think, task: Think, decision: Decision) -> Thought:
        """Let the weakest level answer without any worker: none of them works."""
        try:
            action = await asyncio.to_thread(Thinker().think, mine)
        except Exception as error:
            raise WorkerFailed(f"{mine.bot} can't answer: {error!r}") from error
        if action not in decision.options:
            raise WorkerFailed(f"{mine.bot} answers {action}, which is illegal")
        return self._thought(task, mine.bot, action)

    @staticmethod
    def _thought(task: Think, bot: str, action: Action) -> Thought:
        if bot == task.bot:
            return Thought(action, None)
        STAND_INS.labels(bot).inc()
        return Thought(action, bot)


def _extra(task: Think, reason: str) -> dict[str, str]:
    return {"game": task.game, "bot": task.bot, "reason": reason}
