"""What people answer to puzzles first, how hard they find them, and what others have tried."""

from collections import Counter
from collections.abc import Mapping
from typing import Final, get_args

from litestar import Router, post, put
from litestar.params import RequestBody

from twilight.engine.actions import ACTION_KEYS
from twilight.engine.ids import NO_CARD
from twilight.server.errors import Refusal
from twilight.server.http.access import language_asked, language_of
from twilight.server.http.routes.common import Asked, TheAccounts, TheHub, some_user
from twilight.server.http.routes.puzzles import PuzzleId, named_puzzle, read_attempt
from twilight.server.messages.puzzles import (
    PlayShare,
    PuzzleCrowd,
    PuzzleOpinion,
    PuzzleVote,
    TryPuzzle,
    VotePuzzle,
)
from twilight.server.storage.models import PuzzleTryRow
from twilight.server.storage.puzzle_tries import (
    NO_VOTE,
    TOO_EASY,
    TOO_HARD,
    note_first_try,
    tries_of,
    vote_on,
)
from twilight.study.puzzles.difficulty import Tries, shown_rating
from twilight.study.puzzles.puzzle import Puzzle, RatedPlay

# Fewer answers tell nothing in percent, and would tell who has played what.
FEWEST: Final = 20
VOTES: Final[Mapping[str, int]] = dict(zip(get_args(PuzzleVote), (TOO_EASY, TOO_HARD), strict=True))


@post("/puzzles/{puzzle_id:str}/tries", summary="Answer a puzzle", status_code=200)
async def answer(
    request: Asked,
    hub: TheHub,
    accounts: TheAccounts,
    puzzle_id: PuzzleId,
    data: RequestBody[TryPuzzle],
) -> PuzzleOpinion:
    """Note one's first answer; whoever has solved it or gives up is told what others tried."""
    puzzle = named_puzzle(puzzle_id)
    attempt = read_attempt(puzzle, data.answers, language_of(language_asked(request)))
    if data.answers and not attempt.is_whole:
        raise Refusal("illegal_action", "The play is not whole; something is still to be chosen.")
    is_solved = bool(data.answers) and attempt.verdict() == "solved"
    who = await some_user(request, hub, accounts)
    row = PuzzleTryRow(
        puzzle_id=puzzle.id,
        user_id=str(who.user_id),
        card=_key(attempt.card),
        use=ACTION_KEYS[attempt.use] if data.answers else "",
        solved=is_solved and not data.aided,
        vote=NO_VOTE,
        at=hub.now(),
    )
    kept = await note_first_try(hub.database, row)
    tries, plays = await tries_of(hub.database, puzzle.id)
    crowd = _crowd(puzzle, tries, plays) if is_solved or not data.answers else None
    vote = next((name for name, value in VOTES.items() if value == kept.vote), None)
    return PuzzleOpinion(shown_rating(puzzle.rating, tries), vote, crowd)  # type: ignore[arg-type]


@put("/puzzles/{puzzle_id:str}/vote", summary="Say how hard a puzzle was")
async def vote(
    request: Asked,
    hub: TheHub,
    accounts: TheAccounts,
    puzzle_id: PuzzleId,
    data: RequestBody[VotePuzzle],
) -> PuzzleOpinion:
    """Find a puzzle that one has answered too easy or too hard, or neither."""
    puzzle = named_puzzle(puzzle_id)
    who = await some_user(request, hub, accounts)
    value = NO_VOTE if data.vote is None else VOTES[data.vote]
    if not await vote_on(hub.database, puzzle.id, str(who.user_id), value):
        raise Refusal("not_over", "Answer the puzzle first; then say how hard it was.")
    tries, _ = await tries_of(hub.database, puzzle.id)
    return PuzzleOpinion(shown_rating(puzzle.rating, tries), data.vote, None)


def _key(card: int) -> str:
    return "" if card == NO_CARD else ACTION_KEYS[card]


def _crowd(puzzle: Puzzle, tries: Tries, plays: Counter[tuple[str, str]]) -> PuzzleCrowd:
    number = plays.total()

    def share(play: RatedPlay) -> PlayShare:
        card, use = _key(play.card), ACTION_KEYS[play.use]
        return PlayShare(card or None, use, plays[card, use] / number)

    enough = number >= FEWEST
    return PuzzleCrowd(
        people=tries.people,
        solved=tries.solved / tries.people if enough else None,
        plays=[share(play) for play in puzzle.plays] if enough else [],
    )


ROUTER = Router("/", route_handlers=[answer, vote], tags=["study"])
