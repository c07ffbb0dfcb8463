"""How a game ended: the record that leagues use."""

from enum import StrEnum
from typing import Final, NamedTuple

from twilight.engine.game import Game
from twilight.engine.types import NOBODY, Actor, Reason, enemy_of


class Ending(StrEnum):
    """The modes of ending, as leagues write them."""

    DEFCON = "DEFCON"
    FINAL_SCORING = "Final Scoring"
    VICTORY_POINTS = "VP 20"
    EUROPE_CONTROL = "Europe Control"
    WARGAMES = "Wargames"
    FORFEIT = "Forfeit"
    TIMER = "Timer"
    CUBAN_MISSILE_CRISIS = "Cuban Missile Crisis"
    SCORING_CARD_HELD = "Scoring Card Held"
    AGREED_DRAW = "Draw Agreed"
    ABORTED = "Aborted"


ENDING_OF: Final = {
    Reason.VICTORY_POINTS: Ending.VICTORY_POINTS,
    Reason.EUROPE_CONTROL: Ending.EUROPE_CONTROL,
    Reason.FINAL_SCORING: Ending.FINAL_SCORING,
    Reason.DEFCON: Ending.DEFCON,
    Reason.HELD_SCORING_CARD: Ending.SCORING_CARD_HELD,
    Reason.CUBAN_MISSILE_CRISIS: Ending.CUBAN_MISSILE_CRISIS,
    Reason.WARGAMES: Ending.WARGAMES,
    Reason.NO_WINNER: Ending.FINAL_SCORING,
}


class Result(NamedTuple):
    """Who won, or NOBODY, in which way, in which turn, and the score (positive for the US)."""

    winner: Actor
    ending: Ending
    turn: int
    vp: int


def result_of(game: Game, ending: Ending | None = None, loser: Actor = NOBODY) -> Result:
    """Write down how a game ended: by the rules, or in the given way."""
    state = game.state
    if ending is None:
        assert game.outcome is not None
        return Result(game.outcome.winner, ENDING_OF[game.outcome.reason], state.turn, state.vp)
    decided = ending in (Ending.FORFEIT, Ending.TIMER)
    winner = enemy_of(loser) if decided and loser != NOBODY else NOBODY
    return Result(winner, ending, state.turn, state.vp)
