"""The danger solver on random positions, against the engine itself.

The games are played at random but without walking into what the solver warns of, so that they
reach all turns and stay at a low DEFCON.
"""

from collections.abc import Iterator
from random import Random

import pytest

from twilight.analysis.danger.search import Danger, Grade
from twilight.analysis.danger.solver import assess, assess_plays
from twilight.engine.game import Game
from twilight.engine.ids import BOYCOTT, COUP, DEGRADE, PASS, PLAY_IT, Action
from twilight.engine.rules import make_rules
from twilight.engine.types import CHANCE, Actor, Kind, Reason, Segment, enemy_of
from twilight.engine.view import observe

SEEDS = [*range(3), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(3, 12))]
RULES = (
    make_rules("deluxe"),
    make_rules("glass"),
    make_rules("deluxe", {"promo_1": True, "promo_2": True, "mix_influence_and_realign": True}),
    make_rules("deluxe", {"chinese_civil_war": True, "realign_target": "any"}),
)
MOST_LEAVES = 400
CAREFUL_KINDS = (
    Kind.OPERATION,
    Kind.COUP_TARGET,
    Kind.EVENT_CHOICE,
    Kind.DEFCON_LEVEL,
    Kind.CARD,
)


def careful_games(seed: int) -> Iterator[tuple[Game, dict[tuple[Action, ...], Danger]]]:
    """Play a game and yield it at some decisions with the grades of all that could be answered."""
    random = Random(seed)
    game = Game.new(RULES[seed % len(RULES)], record=False)
    while game.pending is not None:
        decision = game.pending
        if decision.kind in (Kind.ROUND_CARD, Kind.HEADLINE):
            graded = grades(game)
            yield game, graded
            best = min(danger.grade for danger in graded.values())
            choices = [way for way, danger in graded.items() if danger.grade == best]
            for action in random.choice(choices):
                game.answer(action)
        elif decision.kind in CAREFUL_KINDS and decision.actor != CHANCE:
            dangers = assess(observe(game, decision.actor))
            best = min(danger.grade for danger in dangers.values())
            game.answer(
                random.choice([one for one, danger in dangers.items() if danger.grade == best])
            )
        else:
            game.answer(random.choice(decision.options))


def grades(game: Game) -> dict[tuple[Action, ...], Danger]:
    assert game.pending is not None
    seen = observe(game, game.pending.actor)
    if game.pending.kind is Kind.ROUND_CARD:
        return {
            (play.card,) if play.card == PASS else (play.card, play.mode): play.danger
            for play in assess_plays(seen)
        }
    return {(option,): danger for option, danger in assess(seen).items()}


def survives(game: Game, start: Game, me: Actor, random: Random, leaves: list[int]) -> bool:
    """Look for any way at all through the segment in which the side does not lose."""
    pending = game.pending
    if pending is None:
        assert game.outcome is not None
        held = game.outcome.reason is Reason.HELD_SCORING_CARD
        return game.outcome.winner != enemy_of(me) and not held
    if game.base is not start.base and game.state.segment is not Segment.TURN_END:
        return True
    options = list(pending.options)
    random.shuffle(options)
    for option in options:
        leaves[0] -= 1
        if leaves[0] < 0:
            return False
        child = game.copy()
        child.answer(option)
        if survives(child, start, me, random, leaves):
            return True
    return False


@pytest.mark.parametrize("seed", SEEDS)
def test_random_positions(seed: int) -> None:
    """No loss is called certain that can be avoided, and who follows the solver does not lose."""
    random = Random(seed)
    for game, graded in careful_games(seed):
        assert game.pending is not None
        if game.pending.kind is Kind.HEADLINE or random.random() < 0.8:
            continue
        lost = [way for way, danger in graded.items() if danger.grade is Grade.LOSES_NOW]
        for way in random.sample(lost, min(2, len(lost))):
            child = game.copy()
            for action in way:
                child.answer(action)
            assert not survives(child, game, game.pending.actor, random, [MOST_LEAVES]), way
        safe = [way for way, danger in graded.items() if danger.grade < Grade.MAY_LOSE]
        for way in random.sample(safe, min(2, len(safe))):
            follow(game.copy(), way, random)


def follow(game: Game, way: tuple[Action, ...], random: Random) -> None:
    """Play a segment out with safe answers of one side against hostile ones of the other."""
    assert game.pending is not None
    me = game.pending.actor
    base = game.base
    for action in way:
        game.answer(action)
    while game.pending is not None and game.base is base:
        if game.pending.actor == me:
            dangers = assess(observe(game, me))
            safe = [option for option, one in dangers.items() if one.grade < Grade.MAY_LOSE]
            assert safe, f"no safe answer to {game.pending!r}"
            game.answer(random.choice(safe))
        else:
            game.answer(hostile_answer(game, random))
    if game.outcome is not None and game.outcome.reason is not Reason.FINAL_SCORING:
        assert game.outcome.winner != enemy_of(me), game.outcome


def hostile_answer(game: Game, random: Random) -> Action:
    """Answer so that DEFCON falls, most of the time."""
    assert game.pending is not None
    options = game.pending.options
    if game.pending.actor != CHANCE and random.random() < 0.8:
        if game.pending.kind is Kind.COUP_TARGET:
            options = tuple(one for one in options if one < 84 and game.state.is_battleground(one))
        elif game.pending.kind is Kind.DEFCON_LEVEL:
            return options[0]
        for hostile in (COUP, DEGRADE, BOYCOTT, PLAY_IT):
            if hostile in options:
                return hostile
    return random.choice(options or game.pending.options)


def test_the_answer_hangs_on_nothing_hidden() -> None:
    random = Random(1)
    for game, _ in careful_games(1):
        assert game.pending is not None
        if random.random() < 0.1:
            side = game.pending.actor
            seen = observe(game, side)
            other = observe(seen.sample(random), side)
            assert assess(seen) == assess(other)
            assert seen == observe(game, side)


@pytest.mark.parametrize("seed", range(4))
def test_every_decision_can_be_assessed(seed: int) -> None:
    random = Random(seed)
    rules = make_rules(
        ("deluxe", "glass")[seed % 2],
        {
            "turn_zero": seed == 1,
            "side_selection": "bid" if seed == 2 else "agreed",
            "eagle_bear_discard": "before_checks" if seed == 3 else "after_checks",
            "space_decline_roll": True,
        },
    )
    game = Game.new(rules, record=False)
    while game.pending is not None:
        decision = game.pending
        answer = random.choice(decision.options)
        if decision.actor != CHANCE:
            dangers = assess(observe(game, decision.actor))
            assert tuple(dangers) == decision.options
            best = min(danger.grade for danger in dangers.values())
            answer = random.choice([one for one in dangers if dangers[one].grade == best])
        game.answer(answer)
