"""One game with its own chance: what the environments step, each in its own way.

The players are seats, not sides: player 0 begins as the USSR, and only rules that bid or draw lots
for the sides can seat it elsewhere.
"""

from random import SystemRandom
from typing import Final, TypeAlias

from twilight.engine.chance import SeededChance
from twilight.engine.decision import Decision
from twilight.engine.driver import run_on
from twilight.engine.game import Game
from twilight.engine.ids import Action
from twilight.engine.rules import Rules, make_rules
from twilight.engine.types import ACTOR_NAMES, NOBODY, US, Actor, Reason, across
from twilight.engine.view import observe
from twilight.envs.observation import Vector, encode

PLAYERS: Final = (0, 1)
REWARDS: Final = ("win", "vp")
# A victory in any other way than by the final score counts as one by twenty points.
VP_OF_VICTORY: Final = 20

AnyRules: TypeAlias = Rules | str | None


class EpisodeOver(RuntimeError):
    """A step after the end of a game, or before the first one; only a reset helps."""


def rules_of(rules: AnyRules) -> Rules:
    """Take rules, or the name of a preset; None stands for `deluxe`."""
    return rules if isinstance(rules, Rules) else make_rules(rules or "deluxe")


def check_reward(reward: str) -> str:
    """Refuse a reward that does not exist."""
    if reward not in REWARDS:
        raise ValueError(f"reward can't be {reward!r}; it can be {' or '.join(REWARDS)}")
    return reward


def side_of(game: Game, player: int) -> Actor:
    """Name the side that a player plays."""
    return across(player, game.state.seats_swapped)


def score(game: Game, player: int, reward: str) -> float:
    """Return what a player has earned so far: win or loss, or the score in victory points."""
    side = side_of(game, player)
    outcome = game.outcome
    if outcome is not None and (reward == "win" or outcome.reason != Reason.FINAL_SCORING):
        if outcome.winner == NOBODY:
            return 0.0
        won = 1.0 if outcome.winner == side else -1.0
        return won if reward == "win" else VP_OF_VICTORY * won
    if reward == "win":
        return 0.0
    points = max(-VP_OF_VICTORY, min(game.state.vp, VP_OF_VICTORY))
    return float(points if side == US else -points)


def ending(game: Game) -> dict[str, object]:
    """Tell how a game has ended, for the info of an environment; nothing before that."""
    outcome = game.outcome
    if outcome is None:
        return {}
    return {
        "winner": ACTOR_NAMES[outcome.winner],
        "reason": outcome.reason.name.lower(),
        "vp": game.state.vp,
        "turn": game.state.turn,
    }


class Seeds:
    """The seeds of one game after another, all following from the first."""

    def __init__(self, seed: int | None = None) -> None:
        self.restart(SystemRandom().getrandbits(32) if seed is None else seed)

    def restart(self, seed: int) -> None:
        """Begin anew."""
        self.seed = seed
        self._games = 0

    def take(self) -> str:
        """Return the seed of the next game."""
        self._games += 1
        return f"{self.seed}/{self._games}"


class Episode:
    """A game that asks its two players only: chance is answered from the seed."""

    def __init__(
        self, rules: Rules, seed: str, reward: str = "win", *, skip_forced: bool = False
    ) -> None:
        self.game = Game.new(rules, record=False)
        self.seed = seed
        self._reward = reward
        self._skip_forced = skip_forced
        self._chance = SeededChance(seed)
        self._paid = 0.0
        run_on(self.game, self._chance, answer_single=skip_forced)

    @property
    def decision(self) -> Decision | None:
        """The pending decision of a player, or None when the game is over."""
        return self.game.pending

    @property
    def player(self) -> int | None:
        """Who is to decide."""
        pending = self.game.pending
        return None if pending is None else side_of(self.game, pending.actor)

    def answer(self, action: Action) -> None:
        """Answer the pending decision, then all that needs no player."""
        self.game.answer(action)
        run_on(self.game, self._chance, answer_single=self._skip_forced)

    def take_rewards(self) -> tuple[float, float]:
        """Return what both players have earned since they were last asked."""
        now = score(self.game, PLAYERS[0], self._reward)
        earned = now - self._paid
        self._paid = now
        return earned, -earned

    def ending(self) -> dict[str, object]:
        """Tell how the game has ended; nothing before that."""
        return ending(self.game)

    def observe(self, player: int) -> Vector:
        """Encode what a player sees."""
        return encode(observe(self.game, side_of(self.game, player)))

    def decision_of(self, player: int) -> Decision | None:
        """Return the pending decision if it is this player's."""
        return self.game.pending if self.player == player else None
