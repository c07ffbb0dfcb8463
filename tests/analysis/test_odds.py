"""Odds: the exact numbers equal the frequencies of the engine over all results of the dice."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from random import Random

import pytest

from twilight.analysis.odds import (
    IllegalTarget,
    coup_odds,
    realignment_odds,
    space_odds,
    war_odds,
)
from twilight.engine.cards import BOX_CARDS, WAR
from twilight.engine.game import Game
from twilight.engine.ids import (
    ABM_TREATY,
    ANGOLA,
    ARAB_ISRAELI_WAR,
    BRUSH_WAR,
    CAPTURED_NAZI_SCIENTIST,
    COSTA_RICA,
    COUP,
    DECLINE,
    EVENT,
    INDIA,
    INDO_PAKISTANI_WAR,
    IRAN,
    ITALY,
    KOREAN_WAR,
    MEXICO,
    NATO,
    NORTH_KOREA,
    OLYMPIC_GAMES,
    PAKISTAN,
    REALIGNMENT,
    SALT_NEGOTIATIONS,
    SOUTH_KOREA,
    SPACE,
    THAILAND,
    THE_CHINA_CARD,
    Action,
    Card,
    Country,
)
from twilight.engine.operations.points import card_value
from twilight.engine.rules import make_rules
from twilight.engine.state import State
from twilight.engine.testing import scenario
from twilight.engine.types import NOBODY, US, USSR, Kind, Outcome, Reason, Segment

PRESETS = ("deluxe", "glass", "manual")
# Cards without an owner, one of each value, so that no enemy event follows the operations.
PLAIN_CARDS = (CAPTURED_NAZI_SCIENTIST, OLYMPIC_GAMES, SALT_NEGOTIATIONS, ABM_TREATY)
WAR_CARDS = [card for card in BOX_CARDS if WAR[card]]
Influence = tuple[int, int]


def random_rounds(seed: int, cards: list[Card]) -> Iterator[tuple[Game, Card]]:
    """Take positions out of a random game and let the side to move hold one of these cards."""
    random = Random(seed)
    rules = make_rules(PRESETS[seed % 3], {"realign_phasing_safe": seed % 2 == 0})
    game = Game.new(rules, record=False)
    while game.pending is not None:
        if game.pending.kind is Kind.ROUND_CARD and random.random() < 0.3:
            card = random.choice(cards)
            state = game.base.copy()
            if card == THE_CHINA_CARD:
                state.china_holder, state.china_face_up = state.phasing, True
            else:
                state.hands[state.phasing] = (card,)
            yield Game(state, record=False), card
        game.answer(random.choice(game.pending.options))


def lead_to(game: Game, *answers: Action) -> bool:
    """Give some answers, paying for nothing; false if one of them is not offered."""
    for action in answers:
        while game.pending is not None and game.pending.kind is Kind.CRISIS_PAYMENT:
            game.answer(DECLINE)
        if game.pending is None or action not in game.pending.options:
            return False
        game.answer(action)
    while game.pending is not None and game.pending.kind is Kind.CRISIS_PAYMENT:
        game.answer(DECLINE)
    return game.pending is not None


def influence_of(state: State, country: Country) -> Influence:
    return state.influence[USSR][country], state.influence[US][country]


# The engine over all dice


@pytest.mark.parametrize("seed", range(6))
def test_coups(seed: int) -> None:
    random = Random(seed)
    for game, card in random_rounds(seed, [*PLAIN_CARDS, THE_CHINA_CARD]):
        side = game.state.phasing
        if not lead_to(game, card, COUP):
            continue
        assert game.pending is not None
        target = random.choice(game.pending.options)
        value = card_value(game.state, side, card)
        odds = coup_odds(game.state, side, target, value, card)
        before = influence_of(game.state, target)
        game.answer(target)
        if game.outcome is not None:
            assert odds.over == game.outcome
            continue
        assert odds.over is None
        assert (odds.defcon, odds.military) == (game.state.defcon, game.state.military[side])
        found: Counter[Influence] = Counter()
        control = Fraction(0)
        for face in game.pending.options:
            child = game.copy()
            child.answer(face)
            found[influence_of(child.state, target)] += 1
            control += Fraction(int(child.state.controls(side, target)), 6)
            if child.state.segment is Segment.ACTION_ROUND:
                assert child.state.vp == odds.vp
        expected: Counter[Influence] = Counter()
        for one in odds.outcomes:
            ussr, us = (one.gained, -one.removed) if side == USSR else (-one.removed, one.gained)
            expected[before[USSR] + ussr, before[US] + us] += int(one.chance * 6)
        assert found == expected
        assert odds.control == control
        assert sum(one.chance for one in odds.outcomes) == 1


@pytest.mark.parametrize("seed", range(6))
def test_realignments(seed: int) -> None:
    random = Random(seed)
    for game, card in random_rounds(seed, list(PLAIN_CARDS)):
        side = game.state.phasing
        if not lead_to(game, card, REALIGNMENT):
            continue
        assert game.pending is not None
        target = random.choice(game.pending.options)
        value = card_value(game.state, side, card)
        rolls = 2 if value >= 2 and random.random() < 0.2 else 1
        odds = realignment_odds(game.state, side, target, rolls)
        before = influence_of(game.state, target)
        found: dict[Influence, Fraction] = {}
        for after, chance in rolled(game, target, rolls):
            left = influence_of(after.state, target)
            lost = (before[USSR] - left[USSR], before[US] - left[US])
            found[lost] = found.get(lost, Fraction(0)) + chance
        assert found == {one.lost: one.chance for one in odds.outcomes}


def rolled(game: Game, target: Country, rolls: int) -> Iterator[tuple[Game, Fraction]]:
    """Roll against a country with all results of the dice, as often as it is a target."""
    offered = game.pending is not None and game.pending.kind is Kind.REALIGNMENT_TARGET
    if rolls == 0 or not offered or not lead_to(child := game.copy(), target):
        yield game, Fraction(1)
        return
    assert child.pending is not None
    for ussr_die in child.pending.options:
        for us_die in child.pending.options:
            after = child.copy()
            after.answer(ussr_die)
            after.answer(us_die)
            for end, chance in rolled(after, target, rolls - 1):
                yield end, chance / 36


@pytest.mark.parametrize("seed", range(6))
def test_wars(seed: int) -> None:
    for game, card in random_rounds(seed, WAR_CARDS):
        side = game.state.phasing
        all_odds = war_odds(game.state, side, card)
        if not lead_to(game, card, EVENT):
            continue
        assert game.pending is not None
        for odds in all_odds[:: max(1, len(all_odds) // 5)]:
            child = game.copy()
            if child.pending is not None and child.pending.kind is Kind.WAR_TARGET:
                child.answer(odds.target)
            vp, outcomes, results = run_all_dice(child)
            won = [place for place in range(6) if vp[place] != vp[0] or outcomes[place]]
            assert odds.success == Fraction(len(won), 6)
            if won and outcomes[-1] is None and results[-1].segment is Segment.ACTION_ROUND:
                assert odds.points == abs(vp[-1] - vp[0])
                assert odds.influence == influence_of(results[-1], odds.target)
                assert odds.military == results[0].military[odds.attacker]


def run_all_dice(game: Game) -> tuple[list[int], list[Outcome | None], list[State]]:
    vp, outcomes, states = [], [], []
    assert game.pending is not None
    for face in game.pending.options:
        child = game.copy()
        child.answer(face)
        vp.append(child.state.vp)
        over = child.outcome
        outcomes.append(over if over and over.reason is Reason.VICTORY_POINTS else None)
        states.append(child.state)
    return vp, outcomes, states


@pytest.mark.parametrize("seed", range(6))
def test_space_attempts(seed: int) -> None:
    for game, card in random_rounds(seed, list(PLAIN_CARDS)):
        side = game.state.phasing
        value = card_value(game.state, side, card)
        before = game.state.space[side]
        if not lead_to(game, card, SPACE):
            with pytest.raises(IllegalTarget):
                space_odds(game.state, side, value)
            continue
        odds = space_odds(game.base, side, value)
        assert game.pending is not None
        moved = 0
        for face in game.pending.options:
            child = game.copy()
            child.answer(face)
            moved += int(child.state.space[side] == odds.box == before + 1)
        assert odds.success == Fraction(moved, 6)


# Worked examples of the rules


def test_coup_examples() -> None:
    state = scenario({"board": "iran 2/0, mexico 0/2, costa_rica 0/3, saudi_arabia 3/0"})
    iran = coup_odds(state, USSR, IRAN, 4)
    assert (iran.value, iran.needed, iran.defcon, iran.military) == (4, 4, 4, 4)
    assert iran.success == 1
    assert iran.control == Fraction(1, 2)
    assert [(one.removed, one.gained) for one in iran.outcomes] == [
        (1, 0),
        (2, 0),
        (2, 1),
        (2, 2),
        (2, 3),
        (2, 4),
    ]
    assert coup_odds(state, US, MEXICO, 3).success == Fraction(5, 6)
    costa_rica = coup_odds(state, US, COSTA_RICA, 1)
    assert costa_rica.success == Fraction(1, 6)
    assert (costa_rica.defcon, costa_rica.military) == (5, 1)


def test_coup_modifiers_and_bonuses() -> None:
    state = scenario(
        {
            "board": "thailand 1/0, mexico 1/0",
            "effects": "vietnam_revolts, salt_negotiations, death_squads_for_us",
        }
    )
    thailand = coup_odds(state, USSR, THAILAND, 4, THE_CHINA_CARD)
    assert (thailand.value, thailand.modifier) == (6, -1)
    assert coup_odds(state, USSR, MEXICO, 4, THE_CHINA_CARD).modifier == -2


def test_a_coup_that_ends_the_game() -> None:
    state = scenario({"board": "angola 0/1, iran 0/1", "defcon": 2})
    odds = coup_odds(state, US, ANGOLA, 3)
    assert odds.over == Outcome(USSR, Reason.DEFCON)
    assert odds.outcomes == ()
    assert odds.control == 0
    with pytest.raises(IllegalTarget, match="iran"):
        coup_odds(state, US, IRAN, 3)
    assert coup_odds(state, US, IRAN, 3, free=True).over == Outcome(USSR, Reason.DEFCON)
    crisis = scenario({"board": "angola 0/1", "effects": "cuban_missile_crisis_on_us"})
    assert coup_odds(crisis, US, ANGOLA, 3).over == Outcome(USSR, Reason.CUBAN_MISSILE_CRISIS)


def test_outside_the_rounds_the_side_is_phasing() -> None:
    state = scenario({"board": "angola 0/1", "defcon": 2})
    state.phasing = NOBODY
    assert coup_odds(state, US, ANGOLA, 3).over == Outcome(USSR, Reason.DEFCON)


def test_realignment_examples() -> None:
    state = scenario({"board": "north_korea 0/3, italy 1/0"})
    odds = realignment_odds(state, US, NORTH_KOREA)
    assert odds.bonuses == (2, 0)
    # The US wins with a die that is higher by three or more.
    assert odds.loses(USSR) == Fraction(6, 36)
    assert odds.loses(US) == 0
    assert odds.expected_loss(USSR) == Fraction(3 * 1 + 2 * 2 + 1 * 3, 36)
    series = realignment_odds(state, US, NORTH_KOREA, 3)
    assert series.loses(USSR) == 1 - Fraction(30, 36) ** 3
    with pytest.raises(IllegalTarget, match="italy"):
        realignment_odds(state, US, ITALY)


def test_iran_contra_hinders_realignment() -> None:
    board = "north_korea 0/3"
    plain = realignment_odds(scenario({"board": board}), US, NORTH_KOREA)
    hindered = realignment_odds(
        scenario({"board": board, "effects": "iran_contra_scandal"}), US, NORTH_KOREA
    )
    assert hindered.bonuses == (2, -1)
    assert hindered.loses(USSR) < plain.loses(USSR)


def test_war_examples() -> None:
    state = scenario({"board": "south_korea 2/0, japan 4/0, taiwan 3/0"})
    (korea,) = war_odds(state, USSR, KOREAN_WAR)
    assert (korea.target, korea.modifier, korea.succeeds_at) == (SOUTH_KOREA, -2, 4)
    assert (korea.success, korea.points, korea.military) == (Fraction(1, 6), 2, 2)
    assert korea.influence == (2, 0)
    targets = {odds.target for odds in war_odds(state, US, INDO_PAKISTANI_WAR)}
    assert targets == {INDIA, PAKISTAN}
    assert {odds.attacker for odds in war_odds(state, US, KOREAN_WAR)} == {USSR}
    assert all(odds.points == 1 for odds in war_odds(state, US, BRUSH_WAR))
    ended = scenario({"effects": "camp_david_accords"})
    assert war_odds(ended, USSR, ARAB_ISRAELI_WAR) == ()
    with pytest.raises(IllegalTarget, match="no war"):
        war_odds(state, US, NATO)


def test_a_war_that_ends_the_game() -> None:
    (korea,) = war_odds(scenario({"vp": -18}), USSR, KOREAN_WAR)
    assert korea.over == Outcome(USSR, Reason.VICTORY_POINTS)
    assert korea.success == Fraction(1, 2)


def test_space_examples() -> None:
    state = scenario({"space": "0/1"})
    second = space_odds(state, US, 2)
    assert (second.box, second.needed_value, second.success, second.points) == (
        1,
        2,
        Fraction(1, 2),
        1,
    )
    assert space_odds(scenario({"space": "7/1"}), US, 4).success == Fraction(1, 3)
    with pytest.raises(IllegalTarget, match="value of 1"):
        space_odds(state, US, 1)
