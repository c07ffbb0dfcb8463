"""First answers to puzzles and votes on them: one row for a person and a puzzle."""

from collections import Counter
from typing import Final

from sqlalchemy import case, func, select, update

from twilight.server.errors import Conflict
from twilight.server.storage.database import Database
from twilight.server.storage.models import PuzzleTryRow
from twilight.study.puzzles.difficulty import Tries

TOO_EASY: Final = -1
TOO_HARD: Final = 1
NO_VOTE: Final = 0


async def note_first_try(database: Database, row: PuzzleTryRow) -> PuzzleTryRow:
    """Keep what somebody has answered to a puzzle first; what they answer later changes nothing."""
    async with database.read() as session:
        kept = await session.get(PuzzleTryRow, (row.puzzle_id, row.user_id))
    if kept is not None:
        return kept
    try:
        async with database.write() as session:
            session.add(row)
    except Conflict:
        # They have answered twice at once.
        async with database.read() as session:
            return await session.get_one(PuzzleTryRow, (row.puzzle_id, row.user_id))
    return row


async def vote_on(database: Database, puzzle_id: str, user_id: str, vote: int) -> bool:
    """Keep how hard somebody found a puzzle; False if they have not answered it."""
    mine = update(PuzzleTryRow).where(
        PuzzleTryRow.puzzle_id == puzzle_id, PuzzleTryRow.user_id == user_id
    )
    async with database.write() as session:
        result = await session.execute(mine.values(vote=vote))
    return bool(result.rowcount)  # type: ignore[attr-defined]


async def all_tries(database: Database) -> dict[str, Tries]:
    """Count what people made of every puzzle that somebody has tried."""
    row = PuzzleTryRow
    query = select(
        row.puzzle_id,
        func.count(),
        func.sum(case((row.solved, 1), else_=0)),
        func.sum(case((row.vote == TOO_EASY, 1), else_=0)),
        func.sum(case((row.vote == TOO_HARD, 1), else_=0)),
    ).group_by(row.puzzle_id)
    async with database.read() as session:
        return {one[0]: Tries(*map(int, one[1:])) for one in await session.execute(query)}


async def tries_of(database: Database, puzzle_id: str) -> tuple[Tries, Counter[tuple[str, str]]]:
    """Count what people made of one puzzle, and what they played first, by card and use."""
    row = PuzzleTryRow
    columns = row.solved, row.vote, row.card, row.use
    query = select(*columns, func.count()).where(row.puzzle_id == puzzle_id).group_by(*columns)
    async with database.read() as session:
        found = (await session.execute(query)).all()
    plays: Counter[tuple[str, str]] = Counter()
    for _, _, card, use, number in found:
        # Whoever gave up at once has played nothing.
        if use:
            plays[card, use] += number
    tries = Tries(
        people=sum(number for *_, number in found),
        solved=sum(number for solved, *_, number in found if solved),
        too_easy=sum(number for _, vote, *_, number in found if vote == TOO_EASY),
        too_hard=sum(number for _, vote, *_, number in found if vote == TOO_HARD),
    )
    return tries, plays
