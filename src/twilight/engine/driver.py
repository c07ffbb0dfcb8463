"""The driver: lets players and a source of chance play a game."""

from collections.abc import Sequence
from typing import Protocol, TypeAlias

from twilight.engine.chance import Chance, SeededChance
from twilight.engine.decision import Decision
from twilight.engine.game import Game
from twilight.engine.ids import Action
from twilight.engine.types import CHANCE, Actor, across
from twilight.engine.view import Observation, observe


class Player(Protocol):
    """Anything that decides for a side and sees no more than that side may see."""

    def choose(self, seen: Observation, decision: Decision) -> Action:
        """Pick one of the options."""
        ...


class BlindPlayer(Protocol):
    """A player that decides without looking; it is marked with `blind = True`."""

    @property
    def blind(self) -> bool:
        """Whether no observation is needed."""
        ...

    def choose(self, seen: None, decision: Decision) -> Action:
        """Pick one of the options."""
        ...


AnyPlayer: TypeAlias = Player | BlindPlayer


def is_blind(player: AnyPlayer) -> bool:
    """Tell whether a player wants no observation."""
    return bool(getattr(player, "blind", False))


def ask(game: Game, player: AnyPlayer, decision: Decision) -> Action:
    """Let a player choose, showing it what its side sees."""
    seen = None if is_blind(player) else observe(game, decision.actor)
    return player.choose(seen, decision)  # type: ignore[arg-type]


def seat_of(game: Game, side: Actor) -> int:
    """Return which player decides for a side; a bid or a lot can swap the seats."""
    return across(side, game.state.seats_swapped)


def play_out(
    game: Game,
    players: Sequence[AnyPlayer],
    chance: Chance,
    *,
    most_answers: int | None = None,
    answer_single: bool = False,
) -> int:
    """Play until the game ends, or for so many answers, and return how many were given.

    Players are in the order of the seats: the one who begins as the USSR is the first. With
    `answer_single` they are not asked where there is only one option.
    """
    given = 0
    while given != most_answers:
        decision = game.pending
        if decision is None:
            break
        if decision.actor == CHANCE:
            action = chance.choose(decision)
        elif answer_single and len(decision.options) == 1:
            action = decision.options[0]
        else:
            action = ask(game, players[seat_of(game, decision.actor)], decision)
        game.answer(action)
        given += 1
    return given


def run_on(game: Game, chance: SeededChance, *, answer_single: bool = False) -> None:
    """Let chance answer until a player is asked; with `answer_single` one who has a choice."""
    while True:
        pending = game.pending
        if pending is None:
            return
        if pending.actor == CHANCE:
            game.answer(chance.choose(pending))
        elif answer_single and len(pending.options) == 1:
            game.answer(pending.options[0])
        else:
            return


def play_at_random(game: Game, chance: SeededChance) -> int:
    """Let chance answer every decision until the game ends, and return how many there were."""
    given = 0
    decision = game.pending
    while decision is not None:
        game.answer(chance.choose(decision))
        decision = game.pending
        given += 1
    return given
