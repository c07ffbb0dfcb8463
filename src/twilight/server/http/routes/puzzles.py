"""Puzzles: the list of all, and each one's table."""

from collections.abc import Iterable
from datetime import UTC, date, datetime
from typing import Annotated

from litestar import Router, get, post
from litestar.params import PathParameter, QueryParameter

from twilight.engine.actions import ACTION_BY_KEY, ACTION_KEYS
from twilight.engine.text.language import Language
from twilight.engine.text.refusals import explain_refusal
from twilight.engine.types import US, USSR
from twilight.engine.view import Observation, observe
from twilight.server.errors import Refusal
from twilight.server.http.access import language_of
from twilight.server.http.routes.common import (
    Asked,
    Lang,
    TheAccounts,
    TheHub,
    asked_from,
    some_user,
)
from twilight.server.messages.puzzles import (
    MOST_ANSWERS,
    DailyPuzzle,
    PuzzleEntry,
    PuzzleHint,
    PuzzleList,
    PuzzleStudy,
    PuzzleTable,
)
from twilight.server.messages.study import BestPlayInfo, CountryChange
from twilight.server.play.hub import Hub
from twilight.server.play.studies import keep_study
from twilight.server.play.study_game import study_game
from twilight.server.present.prompt import prompt_for
from twilight.server.present.study import rated_play_info
from twilight.server.present.view import look, see, side_key
from twilight.server.storage.puzzle_tries import all_tries, tries_of
from twilight.study.changes import Change
from twilight.study.coach import puzzle_hint
from twilight.study.puzzles.attempt import Attempt
from twilight.study.puzzles.daily import daily_puzzle
from twilight.study.puzzles.difficulty import Tries, shown_rating
from twilight.study.puzzles.puzzle import Puzzle, RatedPlay, shipped_puzzles
from twilight.study.words import hint_text

PuzzleId = Annotated[str, PathParameter(max_length=16)]


@get("/puzzles", summary="All puzzles")
async def puzzles(hub: TheHub) -> PuzzleList:
    """List the puzzles with their kinds and ratings."""
    tried = await all_tries(hub.database)
    return PuzzleList([_entry(one, tried.get(one.id, Tries())) for one in shipped_puzzles()])


@get("/puzzles/daily", summary="The puzzle of the day")
async def daily(hub: TheHub) -> DailyPuzzle:
    """Tell the puzzle that everybody has today."""
    day = _today(hub)
    puzzle = daily_puzzle(day, shipped_puzzles())
    tries, _ = await tries_of(hub.database, puzzle.id)
    return DailyPuzzle(day.isoformat(), _entry(puzzle, tries))


@get("/puzzles/{puzzle_id:str}/hint", summary="A hint for a puzzle")
async def hint(puzzle_id: PuzzleId, lang: Lang = "en") -> PuzzleHint:
    """Tell the idea of the answer, without a card of the hand."""
    found = puzzle_hint(named_puzzle(puzzle_id))
    countries = [ACTION_KEYS[country] for country in found.countries]
    return PuzzleHint(hint_text(found, language_of(lang).code), countries, list(found.regions))


@get("/puzzles/{puzzle_id:str}", summary="A puzzle after some answers")
async def puzzle_table(
    hub: TheHub,
    puzzle_id: PuzzleId,
    answers: Annotated[
        str, QueryParameter(max_length=MOST_ANSWERS, description="What was chosen, with commas.")
    ] = "",
    reveal: Annotated[bool, QueryParameter(description="Tell the solution.")] = False,
    lang: Lang = "en",
) -> PuzzleTable:
    """Show the table of a puzzle; a whole play is judged, and no die is rolled."""
    puzzle = named_puzzle(puzzle_id)
    language = language_of(lang)
    attempt = read_attempt(puzzle, answers, language)
    verdict = attempt.verdict() if attempt.is_whole else None
    start = puzzle.game()
    before = observe(start, puzzle.side)
    is_told = verdict == "solved" or reveal
    if is_told:
        changes = attempt.changes()
        view = see(start, _changed(observe(start, puzzle.side), changes), language, None)
    else:
        changes, game = (), attempt.game
        seen = look(game, puzzle.side)
        prompt = None if verdict else prompt_for(game, seen, len(game.answers), language)
        view = see(game, seen, language, prompt)
    day = _today(hub)
    solution, tried = puzzle.solution, attempt.rated

    def info(play: RatedPlay) -> BestPlayInfo:
        return rated_play_info(play, solution.chance, language.code, before)

    tries, _ = await tries_of(hub.database, puzzle.id)
    return PuzzleTable(
        puzzle=_entry(puzzle, tries),
        source=puzzle.source,
        view=view,
        verdict=verdict,  # type: ignore[arg-type]
        plays=[info(play) for play in puzzle.ranked] if is_told else [],
        tried=info(tried) if verdict is not None and tried else None,
        changes=[CountryChange(ACTION_KEYS[one.country], one.us, one.ussr) for one in changes],
        day=day.isoformat() if daily_puzzle(day, shipped_puzzles()) is puzzle else None,
    )


@post("/puzzles/{puzzle_id:str}/study", summary="Study the position of a puzzle")
async def study(
    request: Asked, hub: TheHub, accounts: TheAccounts, puzzle_id: PuzzleId
) -> PuzzleStudy:
    """Keep the position of a puzzle as a study, with its best plays and to play on from it."""
    puzzle = named_puzzle(puzzle_id)
    await hub.limits.check("create", asked_from(request))
    who = await some_user(request, hub, accounts)
    game = puzzle.game()
    stored = await keep_study(hub, who, study_game(game, [who.name, who.name]))
    return PuzzleStudy(stored.row.id, len(puzzle.answers))


def read_attempt(puzzle: Puzzle, answers: str, language: Language) -> Attempt:
    """Give the answers of somebody to a puzzle, or refuse them."""
    attempt = Attempt(puzzle)
    for key in filter(None, answers.split(",")):
        if key not in ACTION_BY_KEY:
            raise Refusal("unknown_action", "There is no action {action!r}.", action=key)
        if attempt.is_whole:
            raise Refusal("illegal_action", "The play is whole; nothing more is chosen.")
        action, decision = ACTION_BY_KEY[key], attempt.game.pending
        if decision is not None and action not in decision.options:
            why = explain_refusal(attempt.game.state, decision, action, language)
            raise Refusal("illegal_action", why)
        attempt.answer(action)
    return attempt


def _today(hub: Hub) -> date:
    return datetime.fromtimestamp(hub.now() / 1000, UTC).date()


def named_puzzle(puzzle_id: str) -> Puzzle:
    """Return a puzzle by its id, or refuse."""
    puzzle = next((one for one in shipped_puzzles() if one.id == puzzle_id), None)
    if puzzle is None:
        raise Refusal("not_found", "There is no such puzzle.")
    return puzzle


def _changed(seen: Observation, changes: Iterable[Change]) -> Observation:
    """Show the table as it is after some changes of influence."""
    state = seen.state
    for change in changes:
        for side, by in ((US, change.us), (USSR, change.ussr)):
            amount = state.influence[side][change.country] + by
            state.set_influence(side, change.country, amount)
    return seen


def _entry(puzzle: Puzzle, tries: Tries) -> PuzzleEntry:
    return PuzzleEntry(
        id=puzzle.id,
        kind=puzzle.kind,  # type: ignore[arg-type]
        rating=shown_rating(puzzle.rating, tries),
        side=side_key(puzzle.side),
    )


ROUTER = Router("/", route_handlers=[puzzles, daily, hint, puzzle_table, study], tags=["study"])
