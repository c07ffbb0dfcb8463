"""A puzzle as it is stored: one line of JSON, with its position, its answer and its proof."""

import gzip
import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final

from twilight.engine.actions import ACTION_BY_KEY, ACTION_KEYS
from twilight.engine.game import Game
from twilight.engine.ids import COUP, NO_CARD, PASS, Action, Card, Country
from twilight.engine.plain_data.forms import StateError
from twilight.engine.plain_data.states import state_from_dict, state_to_dict
from twilight.engine.types import ACTOR_NAMES, Actor
from twilight.study.changes import Change
from twilight.study.reasons import Reason

KINDS: Final = ("win_now", "avoid_loss", "headline", "scoring_swing", "space_or_spend")
SHIPPED: Final = "puzzles.jsonl.gz"


class PuzzleError(ValueError):
    """A file that holds no puzzles, or one that is damaged."""


@dataclass(frozen=True)
class RatedPlay:
    """A play of a puzzle: what it leads to, how sure that is, and why."""

    card: Card
    use: Action
    countries: tuple[Country, ...]
    # The chance of the side that plays.
    chance: float
    reasons: tuple[Reason, ...] = ()
    # The operation that follows the event; PASS where none does.
    operation: Action = PASS
    # What it usually does to the influence on the map.
    changes: tuple[Change, ...] = ()

    @property
    def choice(self) -> tuple[Card, Action]:
        """The card and its use."""
        return self.card, self.use


@dataclass(frozen=True)
class Proof:
    """By how much the answer is better than the next play, and in how many worlds."""

    worlds: int
    margin: float
    error: float
    # The share of the worlds in which no other play did better.
    best_in: float


@dataclass(frozen=True)
class Puzzle:
    """One decision with one clearly best play; the plays are ordered, the answer first."""

    id: str
    kind: str
    rating: int
    side: Actor
    source: str
    base: dict[str, object]
    answers: tuple[Action, ...]
    plays: tuple[RatedPlay, ...]
    proof: Proof

    @property
    def solution(self) -> RatedPlay:
        """The answer."""
        return self.plays[0]

    @property
    def ranked(self) -> tuple[RatedPlay, ...]:
        """The plays as they are told: the answer, then the others by their chance."""
        return self.solution, *sorted(self.plays[1:], key=lambda play: -play.chance)

    def game(self) -> Game:
        """Set the position up."""
        return Game(state_from_dict(self.base), self.answers, journal=True)


def judge_answer(puzzle: Puzzle, card: Card, use: Action, countries: Iterable[Country]) -> str:
    """Tell whether a play is the answer ("solved"), has its card ("half"), or is wrong ("not")."""
    solution = puzzle.solution
    named = tuple(sorted(countries))
    if (card, use) == solution.choice:
        # Where a coup is made is the whole point of it; influence can lead there in many ways.
        if use != COUP or not solution.countries or named == tuple(sorted(solution.countries)):
            return "solved"
        return "half"
    return "half" if card == solution.card and card != NO_CARD else "not"


# Storing


def to_dict(puzzle: Puzzle) -> dict[str, object]:
    """Write a puzzle as plain data."""
    return {
        "id": puzzle.id,
        "kind": puzzle.kind,
        "rating": puzzle.rating,
        "side": ACTOR_NAMES[puzzle.side],
        "source": puzzle.source,
        "base": puzzle.base,
        "answers": [ACTION_KEYS[action] for action in puzzle.answers],
        "plays": [_play_to_dict(play) for play in puzzle.plays],
        "proof": {
            "worlds": puzzle.proof.worlds,
            "margin": round(puzzle.proof.margin, 4),
            "error": round(puzzle.proof.error, 4),
            "best_in": round(puzzle.proof.best_in, 3),
        },
    }


def _play_to_dict(play: RatedPlay) -> dict[str, object]:
    data: dict[str, object] = {
        "card": ACTION_KEYS[play.card] if play.card != NO_CARD else None,
        "use": ACTION_KEYS[play.use],
        "countries": [ACTION_KEYS[country] for country in play.countries],
        "chance": round(play.chance, 4),
        "reasons": [[reason.code, *reason.values] for reason in play.reasons],
        "changes": [[ACTION_KEYS[one.country], one.us, one.ussr] for one in play.changes],
    }
    if play.operation != PASS:
        data["operation"] = ACTION_KEYS[play.operation]
    return data


def from_dict(data: dict[str, object]) -> Puzzle:
    """Read a puzzle; PuzzleError says what is wrong with it."""
    try:
        plays = tuple(_play(play) for play in data["plays"])  # type: ignore[attr-defined]
        proof = data["proof"]
        puzzle = Puzzle(
            id=str(data["id"]),
            kind=str(data["kind"]),
            rating=int(data["rating"]),  # type: ignore[call-overload]
            side=ACTOR_NAMES.index(str(data["side"])),
            source=str(data["source"]),
            base=dict(data["base"]),  # type: ignore[call-overload]
            answers=tuple(ACTION_BY_KEY[key] for key in data["answers"]),  # type: ignore[attr-defined]
            plays=plays,
            proof=Proof(**proof),  # type: ignore[arg-type]
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise PuzzleError(f"this is no puzzle: {error}") from error
    if puzzle.kind not in KINDS or not puzzle.plays:
        raise PuzzleError(f"puzzle {puzzle.id} has no known kind or no plays")
    return puzzle


def _play(data: dict[str, object]) -> RatedPlay:
    return RatedPlay(
        NO_CARD if data["card"] is None else ACTION_BY_KEY[str(data["card"])],
        ACTION_BY_KEY[str(data["use"])],
        tuple(ACTION_BY_KEY[key] for key in data["countries"]),  # type: ignore[attr-defined]
        float(data["chance"]),  # type: ignore[arg-type]
        tuple(Reason(code, tuple(values)) for code, *values in data["reasons"]),  # type: ignore[attr-defined]
        ACTION_BY_KEY[str(data["operation"])] if "operation" in data else PASS,
        tuple(
            Change(ACTION_BY_KEY[key], us, ussr)
            # Puzzles that somebody has made before changes were noted have none.
            for key, us, ussr in data.get("changes", ())  # type: ignore[attr-defined]
        ),
    )


def position_of(game: Game) -> tuple[dict[str, object], tuple[Action, ...]]:
    """Keep a position: the table at the start of the segment, and the answers since."""
    return state_to_dict(game.base), tuple(game.answers)


def read_puzzles(path: Path) -> list[Puzzle]:
    """Read the puzzles of a file, one on each line, compressed or plain."""
    try:
        raw = path.read_bytes()
        text = (gzip.decompress(raw) if path.suffix == ".gz" else raw).decode()
        lines = [json.loads(line) for line in text.splitlines() if line.strip()]
    except (OSError, EOFError, ValueError) as error:
        raise PuzzleError(f"{path} holds no puzzles: {error}") from error
    return [_checked(path, line) for line in lines]


def _checked(path: Path, data: object) -> Puzzle:
    if not isinstance(data, dict):
        raise PuzzleError(f"{path} holds no puzzles: a line is no object")
    try:
        puzzle = from_dict(data)
        puzzle.game()
    except (PuzzleError, StateError, ValueError) as error:
        raise PuzzleError(f"{path}: {error}") from error
    return puzzle


@cache
def shipped_puzzles() -> tuple[Puzzle, ...]:
    """Return the puzzles that come with the program."""
    data = files("twilight.study").joinpath("data", SHIPPED).read_bytes()
    lines = gzip.decompress(data).decode().splitlines()
    return tuple(from_dict(json.loads(line)) for line in lines)
