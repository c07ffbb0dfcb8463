"""Matches between bots: one game from a seed, timed, and looked at afterwards."""

from array import array
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Final

from twilight.analysis.danger.search import Grade
from twilight.analysis.danger.solver import assess
from twilight.bots.arena.luck import Weighed
from twilight.bots.registry import make_bot
from twilight.engine.chance import Chance, SeededChance
from twilight.engine.decision import Decision
from twilight.engine.driver import AnyPlayer, is_blind, play_out
from twilight.engine.game import Game
from twilight.engine.ids import Action
from twilight.engine.rules import Rules
from twilight.engine.types import NOBODY, SIDES, US, USSR, Actor, Kind, Outcome, Reason, enemy_of
from twilight.engine.view import Observation, observe

MILLISECONDS: Final = 1000.0


@dataclass(frozen=True)
class Match:
    """One game to be played: its number, its bots, its rules, and the seed of everything."""

    number: int
    us: str
    ussr: str
    rules: Rules
    seed: str
    # Where a game that breaks off is written down.
    crash_directory: Path = field(default_factory=Path)
    # Look into every loss at DEFCON 1, and not only into those of bots that claim to avoid them.
    grade_suicides: bool = False
    # Whether the result holds the game itself.
    keep: bool = False
    # Whether the result tells what luck there was.
    weigh_luck: bool = False

    def bot(self, side: Actor) -> str:
        """Return the bot that begins as a side."""
        return self.us if side == US else self.ussr


@dataclass(frozen=True)
class Kept:
    """A game as it was played: which one of the series, and every answer."""

    match: Match
    record: tuple[Action, ...]


@dataclass
class Result:
    """What became of a match; lists are indexed by side."""

    bots: tuple[str, str]
    winner: Actor
    reason: Reason
    vp: int
    turn: int
    answers: int
    times: list["array[float]"]
    avoidable_suicide: Actor = NOBODY
    # Whether a suicide of each side would have been looked into.
    graded: tuple[bool, bool] = (True, True)
    # The game itself, where the match asks for it.
    kept: Kept | None = None
    # What dice and cards have changed of the win chance of the US, where the match asks for it.
    luck: float | None = None


class Clocked:
    """A player with a stopwatch; only real choices are timed."""

    def __init__(self, player: AnyPlayer) -> None:
        self._player = player
        self.blind = is_blind(player)
        self.avoids_suicide = bool(getattr(player, "avoids_suicide", False))
        self.times = array("f")

    def choose(self, seen: Observation | None, decision: Decision) -> Action:
        """Let the player choose, and remember how long it took."""
        if len(decision.options) == 1:
            return self._player.choose(seen, decision)  # type: ignore[arg-type]
        started = perf_counter()
        action = self._player.choose(seen, decision)  # type: ignore[arg-type]
        self.times.append(MILLISECONDS * (perf_counter() - started))
        return action


def matches(
    us: str,
    ussr: str,
    rules: Rules,
    seed: str,
    games: int,
    *,
    paired: bool = False,
    crash_directory: Path | None = None,
    grade_suicides: bool = False,
    weigh_luck: bool = False,
) -> list[Match]:
    """List the games between two bots; paired, each seed is played twice with sides swapped."""
    found = []
    for number in range(games):
        swapped = paired and number % 2 == 1
        found.append(
            Match(
                number,
                ussr if swapped else us,
                us if swapped else ussr,
                rules,
                f"{seed}/{number // 2 if paired else number}",
                crash_directory or Path(),
                grade_suicides,
                weigh_luck=weigh_luck,
            )
        )
    return found


def play_match(match: Match, game: Game) -> Result:
    """Play a match on a new game."""
    players = [Clocked(make_bot(match.ussr, f"{match.seed}/ussr"))]
    players.append(Clocked(make_bot(match.us, f"{match.seed}/us")))
    chance: Chance = SeededChance(f"{match.seed}/chance")
    weighed = Weighed(chance, game, f"{match.seed}/{match.number}/luck")
    answers = play_out(game, players, weighed if match.weigh_luck else chance)
    outcome = game.outcome
    assert outcome is not None
    bots = (match.ussr, match.us)
    times = [player.times for player in players]
    if game.state.seats_swapped:
        bots = (match.us, match.ussr)
        times.reverse()
        players.reverse()
    graded = [match.grade_suicides or player.avoids_suicide for player in players]
    result = Result(
        bots,
        outcome.winner,
        outcome.reason,
        game.state.vp,
        game.state.turn,
        answers,
        times,
        graded=(graded[USSR], graded[US]),
        kept=Kept(match, tuple(game.record or ())) if match.keep else None,
        luck=weighed.us if match.weigh_luck else None,
    )
    # It takes longer than a game between quick bots.
    loser = enemy_of(outcome.winner) if outcome.winner in SIDES else NOBODY
    if loser != NOBODY and graded[loser] and is_avoidable(game, outcome):
        result.avoidable_suicide = loser
    return result


def is_avoidable(game: Game, outcome: Outcome) -> bool:
    """Tell whether a game was lost at DEFCON 1 by a play beside which there was a safe one."""
    if outcome.reason is not Reason.DEFCON or outcome.winner not in SIDES:
        return False
    loser = enemy_of(outcome.winner)
    last = _before_last_play(game, loser)
    if last is None:
        return False
    return any(danger.grade is Grade.SAFE for danger in assess(observe(last, loser)).values())


def _before_last_play(game: Game, side: Actor) -> Game | None:
    """Return the game as it was when a side last chose a card to play or headline."""
    record = game.record or []
    replayed = Game(game.origin, record=False)
    found = None
    for action in record:
        pending = replayed.pending
        if (
            pending is not None
            and pending.actor == side
            and pending.kind in (Kind.ROUND_CARD, Kind.HEADLINE)
        ):
            found = replayed.copy()
        replayed.answer(action)
    return found
