"""The game for OpenSpiel, with chance nodes: importing this module registers it there.

`pyspiel.load_game("python_twilight_struggle(rules=deluxe,reward=vp)")` loads it. Players are seats,
as in the other environments.
"""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Final, NamedTuple, cast

import numpy as np
import pyspiel
from numpy.typing import NDArray

from twilight.engine.actions import ACTION_KEYS
from twilight.engine.cards import CARD_KEYS
from twilight.engine.game import Game
from twilight.engine.ids import Action
from twilight.engine.journal import Fact, FactKind
from twilight.engine.plain_data.states import state_from_dict, state_to_dict
from twilight.engine.rules import Rules, make_rules, parse_setting
from twilight.engine.types import ACTOR_NAMES, CHANCE, NOBODY, Actor, Kind
from twilight.engine.view import Observation, observe
from twilight.envs.episode import (
    PLAYERS,
    VP_OF_VICTORY,
    EpisodeOver,
    check_reward,
    ending,
    score,
    side_of,
)
from twilight.envs.observation import ACTION_NAMES, ACTION_SPACE, FIELDS, SLICES, encode
from twilight.envs.render import render

SHORT_NAME: Final = "python_twilight_struggle"
# Ten turns have at most 180 plays of a card; even nested events ask far less than 22 times each.
MOST_ANSWERS: Final = 4000
MOST_CHANCE: Final = 2000
HISTORY: Final = "history"
# What an observation without public information consists of.
PRIVATE_FIELDS: Final = (
    "own_hand",
    "own_chosen",
    "looked_at",
    "own_statecraft",
    "statecraft_chosen",
)
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
        return TwilightObserver(iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class Asked(NamedTuple):
    """A decision that has been answered, and the number of facts that were known before."""

    actor: Actor
    kind: Kind
    hidden_from: int | None  # a player, since bids are made before the sides are settled
    facts: int


class Past(NamedTuple):
    """What went before the game at hand, as one player saw it; only a resampled state has this."""

    answers: tuple[tuple[Asked, Action | None], ...] = ()
    facts: tuple[Fact, ...] = ()


class Position:
    """A game with all its answers, in a form that OpenSpiel can copy and pickle."""

    def __init__(self, game: Game, past: Past | None = None) -> None:
        self.game = game
        self.past = past or Past()
        self.asked: list[Asked] = []

    @property
    def facts(self) -> list[Fact]:
        """All facts so far."""
        return [*self.past.facts, *self.game.facts]

    def answer(self, action: Action) -> None:
        """Answer the pending decision."""
        game = self.game
        pending = game.pending
        if pending is None:
            raise EpisodeOver("the game is over; begin another with new_initial_state()")
        blind = pending.hidden_from
        player = None if blind == NOBODY else side_of(game, blind)
        facts = len(self.past.facts) + len(game.journal or ()) + len(game.state.facts or ())
        game.answer(action)
        self.asked.append(Asked(pending.actor, pending.kind, player, facts))

    def seen_answers(self, player: int | None) -> Iterator[tuple[Asked, Action | None]]:
        """Go through all answers as a player saw them given; None where one was hidden.

        A spectator, the player None, sees no hidden answer at all.
        """
        given = zip(self.asked, self.game.record or (), strict=True)
        for asked, action in (*self.past.answers, *given):
            blind = asked.hidden_from
            hidden = blind is not None and player in (blind, None)
            yield asked, None if hidden else action

    def dealt_anew(self, player: int, random: Random) -> "tuple[Position, list[Action]]":
        """Deal anew what a player can't know; return the beginning of the segment and its answers.

        What lies before it is kept as the player saw it, so that nothing hidden comes along.
        """
        game = self.game
        side = side_of(game, player)
        world = observe(game, side).sample(random)
        earlier = len(self.asked) + len(self.past.answers) - len(game.answers)
        facts = (*self.past.facts, *(game.journal or ()))
        past = Past(
            tuple(self.seen_answers(player))[:earlier], tuple(fact.seen_by(side) for fact in facts)
        )
        return Position(Game(world.base, journal=True), past), world.answers

    def __deepcopy__(self, memo: dict[int, Any]) -> "Position":
        other = Position(self.game.copy(), self.past)
        other.asked = self.asked[:]
        return other

    def __reduce__(self) -> tuple[Any, ...]:
        facts = [fact.as_tuple() for fact in self.past.facts]
        answers = tuple(self.game.record or ())
        return _replay, (state_to_dict(self.game.origin), self.past.answers, facts, answers)


def _replay(
    origin: dict[str, Any],
    past_answers: tuple[tuple[Asked, Action | None], ...],
    past_facts: list[tuple[int, int, int, tuple[int, ...], int]],
    answers: tuple[Action, ...],
) -> Position:
    facts = tuple(
        Fact(FactKind(kind), side, subject, values, hidden_from)
        for kind, side, subject, values, hidden_from in past_facts
    )
    game = Game(state_from_dict(origin), journal=True)
    position = Position(game, Past(past_answers, facts))
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
        return ACTION_NAMES[action] or f"unused_{action}"

    def is_terminal(self) -> bool:
        """Tell whether the game is over."""
        return self.position.game.pending is None

    def returns(self) -> list[float]:
        """Return what the players have won; nothing before the end."""
        if not self.is_terminal():
            return [0.0, 0.0]
        return [score(self.position.game, player, self.reward) for player in PLAYERS]

    def resample_from_infostate(
        self, player: int, probability_sampler: Callable[[], float]
    ) -> "TwilightState":
        """Return a state that this player can't tell from this one, its hidden cards dealt anew.

        Its history begins with the present segment of the turn. All players remember what was
        before as this player saw it: in the new state nobody knows what this player does not.
        """
        if self.is_terminal():
            return cast(TwilightState, self.clone())
        random = Random(int(probability_sampler() * 2**53))
        state = cast(TwilightState, self.get_game().new_initial_state())
        state.position, answers = self.position.dealt_anew(player, random)
        for action in answers:
            state.apply_action(action)
        return state

    def ending(self) -> dict[str, object]:
        """Tell how the game has ended, as the info of the other environments does."""
        return ending(self.position.game)

    def __str__(self) -> str:
        game = self.position.game
        pending = game.pending
        viewer = NOBODY if pending is None or pending.actor == CHANCE else pending.actor
        return render(observe(game, viewer))


class TwilightObserver:
    """What a player sees; with perfect recall also the answers seen so far, in order."""

    def __init__(self, kind: Any) -> None:
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("an observation of all hands would show what is hidden")
        self._public = bool(kind.public_info)
        self._private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._recall = bool(kind.perfect_recall) and self._public
        fields = [field for field in FIELDS if self._public or field.name in PRIVATE_FIELDS]
        sizes = {field.name: len(field.entries) for field in fields}
        self._places = np.concatenate([np.r_[SLICES[name]] for name in sizes])
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
        vector = encode(self._observe(state, player))
        self.tensor[: len(self._places)] = vector[self._places]
        if self._recall:
            answers = [
                _HIDDEN if action is None else _FIRST_ACTION + action
                for _, action in state.position.seen_answers(self._viewer(player))
            ]
            history = self.dict[HISTORY]
            history.fill(0)
            history[: len(answers)] = answers

    def string_from(self, state: TwilightState, player: int) -> str:
        """Write what a player sees; with perfect recall also all that it has seen happen."""
        seen = self._observe(state, player)
        if not self._public:
            return " ".join(CARD_KEYS[card] for card in seen.hand)
        if not self._recall:
            return render(seen)
        return "\n".join([*_tell(state.position, self._viewer(player)), render(seen)])

    def _viewer(self, player: int) -> int | None:
        return player if self._private else None

    def _observe(self, state: TwilightState, player: int) -> Observation:
        game = state.position.game
        return observe(game, side_of(game, player) if self._private else NOBODY)


def _tell(position: Position, player: int | None) -> Iterator[str]:
    """Tell all answers and facts in order, as a player has seen them."""
    side = NOBODY if player is None else side_of(position.game, player)
    facts = position.facts
    told = 0
    for asked, action in position.seen_answers(player):
        yield from _tell_facts(facts[told : asked.facts], side)
        told = asked.facts
        answer = "?" if action is None else ACTION_KEYS[action]
        yield f"{ACTOR_NAMES[asked.actor]} {asked.kind.name.lower()} {answer}"
    yield from _tell_facts(facts[told:], side)


def _tell_facts(facts: list[Fact], side: Actor) -> Iterator[str]:
    for fact in facts:
        seen = fact.seen_by(side)
        numbers = " ".join(str(number) for number in (seen.subject, *seen.values))
        yield f"- {ACTOR_NAMES[seen.side]} {seen.kind.name.lower()} {numbers}"


pyspiel.register_game(GAME_TYPE, TwilightGame)
