"""The game for OpenSpiel, with chance nodes: importing this module registers it there.

`pyspiel.load_game("python_twilight_struggle(rules=deluxe,reward=vp)")` loads it. Players are seats,
as in the other environments.
"""

from collections.abc import Iterator
from typing import Any, Final

import numpy as np
import pyspiel
from numpy.typing import NDArray

from twilight.engine.actions import ACTION_KEYS
from twilight.engine.decision import Decision
from twilight.engine.game import Game
from twilight.engine.ids import Action
from twilight.engine.journal import Fact
from twilight.engine.rules import Rules, make_rules, parse_setting
from twilight.engine.types import ACTOR_NAMES, CHANCE, NOBODY, Actor
from twilight.engine.view import observe
from twilight.envs.episode import PLAYERS, VP_OF_VICTORY, check_reward, score, side_of
from twilight.envs.observation import ACTION_SPACE, FIELDS, encode
from twilight.envs.render import render

SHORT_NAME: Final = "python_twilight_struggle"
# Ten turns have at most 180 plays of a card; even nested events ask far less than 22 times each.
MOST_ANSWERS: Final = 4000
MOST_CHANCE: Final = 2000
HISTORY: Final = "history"
_HIDDEN: Final = 1
_FIRST_ACTION: Final = 2

_PARAMETERS: Final = {
    # The name of a preset, then single settings as `option:value` with semicolons between them.
    "rules": "deluxe",
    "settings": "",
    "reward": "win",
}

GAME_TYPE: Final = pyspiel.GameType(
    short_name=SHORT_NAME,
    long_name="Twilight Struggle",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=len(PLAYERS),
    min_num_players=len(PLAYERS),
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=_PARAMETERS,
)


def _game_info(reward: str) -> Any:
    most = 1.0 if reward == "win" else float(VP_OF_VICTORY)
    return pyspiel.GameInfo(
        num_distinct_actions=ACTION_SPACE,
        max_chance_outcomes=ACTION_SPACE,
        num_players=len(PLAYERS),
        min_utility=-most,
        max_utility=most,
        utility_sum=0.0,
        max_game_length=MOST_ANSWERS,
    )


def _read_rules(preset: str, settings: str) -> Rules:
    single = [setting.replace(":", "=", 1) for setting in settings.split(";") if setting]
    return make_rules(preset, dict(parse_setting(setting) for setting in single))


class TwilightGame(pyspiel.Game):  # type: ignore[misc]
    """The game and its parameters."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        chosen = {**_PARAMETERS, **(params or {})}
        self.reward = check_reward(chosen["reward"])
        self.rules = _read_rules(chosen["rules"], chosen["settings"])
        super().__init__(GAME_TYPE, _game_info(self.reward), params or {})

    def new_initial_state(self) -> "TwilightState":
        """Begin a game."""
        return TwilightState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return how many dice and draws a game has at most."""
        return MOST_CHANCE

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict[str, Any] | None = None
    ) -> "TwilightObserver":
        """Make an observer: what is seen now, and with perfect recall also all that was."""
        if params:
            raise ValueError(f"there are no parameters of an observation; passed {params}")
        return TwilightObserver(
            iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        )


class Position:
    """A game with all its answers, in a form that OpenSpiel can copy and pickle."""

    def __init__(self, game: Game) -> None:
        self.game = game
        # The decisions that the record answers, each with the facts that were known before it.
        self.asked: list[tuple[Decision, int]] = []

    def answer(self, action: Action) -> None:
        """Answer the pending decision."""
        pending = self.game.pending
        assert pending is not None
        known = len(self.game.journal or ()) + len(self.game.state.facts or ())
        self.game.answer(action)
        self.asked.append((pending, known))

    def seen_answers(self, side: Actor) -> Iterator[tuple[Decision, Action | None, int]]:
        """Go through all answers as a side has seen them given; None where one was hidden."""
        for (decision, known), action in zip(self.asked, self.game.record or (), strict=True):
            hidden = decision.hidden_from != NOBODY and decision.hidden_from in (side, 1 - side)
            if hidden and decision.hidden_from != side and side != NOBODY:
                hidden = False
            yield decision, None if hidden else action, known

    def __deepcopy__(self, memo: dict[int, Any]) -> "Position":
        other = Position(self.game.copy())
        other.asked = self.asked[:]
        return other

    def __reduce__(self) -> tuple[Any, ...]:
        return _replay, (self.game.rules, tuple(self.game.record or ()))


def _replay(rules: Rules, answers: tuple[Action, ...]) -> Position:
    position = Position(Game.new(rules, journal=True))
    for action in answers:
        position.answer(action)
    return position


class TwilightState(pyspiel.State):  # type: ignore[misc]
    """A position in the game."""

    def __init__(self, game: TwilightGame) -> None:
        super().__init__(game)
        # OpenSpiel copies and pickles all attributes.
        self.reward = game.reward
        self.position = Position(Game.new(game.rules, journal=True))

    def current_player(self) -> int:
        """Return who is to decide."""
        pending = self.position.game.pending
        if pending is None:
            return int(pyspiel.PlayerId.TERMINAL)
        if pending.actor == CHANCE:
            return int(pyspiel.PlayerId.CHANCE)
        return side_of(self.position.game, pending.actor)

    def _legal_actions(self, player: int) -> list[Action]:
        pending = self.position.game.pending
        assert pending is not None
        return list(pending.options)

    def chance_outcomes(self) -> list[tuple[Action, float]]:
        """Return the options of chance, all alike."""
        pending = self.position.game.pending
        assert pending is not None
        return [(action, 1 / len(pending.options)) for action in pending.options]

    def _apply_action(self, action: Action) -> None:
        self.position.answer(action)

    def _action_to_string(self, player: int, action: Action) -> str:
        return ACTION_KEYS[action] or f"unused_{action}"

    def is_terminal(self) -> bool:
        """Tell whether the game is over."""
        return self.position.game.pending is None

    def returns(self) -> list[float]:
        """Return what the players have won; nothing before the end."""
        if not self.is_terminal():
            return [0.0, 0.0]
        return [score(self.position.game, player, self.reward) for player in PLAYERS]

    def __str__(self) -> str:
        game = self.position.game
        pending = game.pending
        viewer = NOBODY if pending is None or pending.actor == CHANCE else pending.actor
        return render(observe(game, viewer))


class TwilightObserver:
    """What a player sees; with perfect recall also the answers seen so far, in order."""

    def __init__(self, kind: Any) -> None:
        self._recall = bool(kind.perfect_recall)
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("an observation of all hands would show what is hidden")
        self._public_only = kind.private_info == pyspiel.PrivateInfoType.NONE
        sizes = {field.name: len(field.entries) for field in FIELDS}
        self._seen_size = sum(sizes.values())
        if self._recall:
            sizes[HISTORY] = MOST_ANSWERS + MOST_CHANCE
        self.tensor: NDArray[np.float32] = np.zeros(sum(sizes.values()), np.float32)
        self.dict: dict[str, NDArray[np.float32]] = {}
        place = 0
        for name, size in sizes.items():
            self.dict[name] = self.tensor[place : place + size]
            place += size

    def set_from(self, state: TwilightState, player: int) -> None:
        """Fill the tensor with what a player sees."""
        position = state.position
        side = self._side(position, player)
        self.tensor[: self._seen_size] = encode(observe(position.game, side))
        if self._recall:
            answers = [
                _HIDDEN if action is None else _FIRST_ACTION + action
                for _, action, _ in position.seen_answers(side)
            ]
            history = self.dict[HISTORY]
            history.fill(0)
            history[: len(answers)] = answers

    def string_from(self, state: TwilightState, player: int) -> str:
        """Write what a player sees; with perfect recall also all that it has seen happen."""
        position = state.position
        side = self._side(position, player)
        now = render(observe(position.game, side))
        if not self._recall:
            return now
        return "\n".join([*_tell(position, side), now])

    def _side(self, position: Position, player: int) -> Actor:
        return NOBODY if self._public_only else side_of(position.game, player)


def _tell(position: Position, side: Actor) -> Iterator[str]:
    """Tell all answers and facts in order, as a side has seen them."""
    facts = position.game.facts
    told = 0
    for decision, action, known in position.seen_answers(side):
        yield from _tell_facts(facts[told:known], side)
        told = known
        answer = "?" if action is None else ACTION_KEYS[action]
        yield f"{ACTOR_NAMES[decision.actor]} {decision.kind.name.lower()} {answer}"
    yield from _tell_facts(facts[told:], side)


def _tell_facts(facts: list[Fact], side: Actor) -> Iterator[str]:
    for fact in facts:
        seen = fact.seen_by(side)
        numbers = " ".join(str(number) for number in (seen.subject, *seen.values))
        yield f"- {ACTOR_NAMES[seen.side]} {seen.kind.name.lower()} {numbers}"


pyspiel.register_game(GAME_TYPE, TwilightGame)
