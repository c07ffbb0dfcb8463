"""Puzzles: the list of all, and each one's table."""

from typing import Annotated, Final

from litestar import Router, get
from litestar.params import PathParameter, QueryParameter

from twilight.engine.actions import ACTION_BY_KEY
from twilight.engine.game import IllegalAction
from twilight.server.errors import Refusal
from twilight.server.http.access import language_of
from twilight.server.http.routes.common import Lang
from twilight.server.messages.puzzles import PuzzleEntry, PuzzleList, PuzzleTable
from twilight.server.present.prompt import prompt_for
from twilight.server.present.study import rated_play_info
from twilight.server.present.view import look, see, side_key
from twilight.study.puzzles.attempt import Attempt
from twilight.study.puzzles.puzzle import Puzzle, shipped_puzzles

# A play has a card, a use and a few targets.
MOST_ANSWERS: Final = 400


@get("/puzzles", summary="All puzzles")
async def puzzles() -> PuzzleList:
    """List the puzzles with their kinds and ratings."""
    return PuzzleList([_entry(puzzle) for puzzle in shipped_puzzles()])


@get("/puzzles/{puzzle_id:str}", summary="A puzzle after some answers")
async def puzzle_table(
    puzzle_id: Annotated[str, PathParameter(max_length=16)],
    answers: Annotated[
        str, QueryParameter(max_length=MOST_ANSWERS, description="What was chosen, with commas.")
    ] = "",
    reveal: Annotated[bool, QueryParameter(description="Tell the solution.")] = False,
    lang: Lang = "en",
) -> PuzzleTable:
    """Show the table of a puzzle; a whole play is judged, and no die is rolled."""
    puzzle = next((one for one in shipped_puzzles() if one.id == puzzle_id), None)
    if puzzle is None:
        raise Refusal("not_found", "There is no such puzzle.")
    language = language_of(lang)
    attempt = Attempt(puzzle)
    for key in filter(None, answers.split(",")):
        if key not in ACTION_BY_KEY:
            raise Refusal("unknown_action", f"There is no action {key!r}.")
        if attempt.is_whole:
            raise Refusal("illegal_action", "The play is whole; nothing more is chosen.")
        try:
            attempt.answer(ACTION_BY_KEY[key])
        except IllegalAction as error:
            raise Refusal("illegal_action", str(error)) from error
    verdict = attempt.verdict() if attempt.is_whole else None
    game = attempt.game
    seen = look(game, puzzle.side)
    prompt = None if verdict else prompt_for(game, seen, len(game.answers), language)
    told = puzzle.plays if verdict == "solved" or reveal else ()
    return PuzzleTable(
        puzzle=_entry(puzzle),
        source=puzzle.source,
        view=see(game, seen, language, prompt),
        verdict=verdict,  # type: ignore[arg-type]
        plays=[rated_play_info(play, puzzle.solution.chance, language.code) for play in told],
    )


def _entry(puzzle: Puzzle) -> PuzzleEntry:
    return PuzzleEntry(
        id=puzzle.id,
        kind=puzzle.kind,  # type: ignore[arg-type]
        rating=puzzle.rating,
        side=side_key(puzzle.side),
    )


ROUTER = Router("/", route_handlers=[puzzles, puzzle_table], tags=["study"])
