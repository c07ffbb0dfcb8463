"""Finding puzzles in games: quick looks at every decision, and a proof for the promising ones."""

from collections.abc import Iterator, Set
from hashlib import sha256
from typing import Final

from twilight.bots.choosing.caution import STUCK
from twilight.engine.board import BIT, REGION_MASKS
from twilight.engine.cards import SCORING, SCORING_REGION
from twilight.engine.decision import Decision
from twilight.engine.game import Game
from twilight.engine.ids import SPACE, Action, Card
from twilight.engine.types import Actor, Kind
from twilight.engine.view import Observation, observe
from twilight.study.changes import WORLDS, changes_of
from twilight.study.comparison import Comparison, average, standard_error
from twilight.study.judge import EvaluationJudge, Judge, LearnedJudge
from twilight.study.lines import Line, candidate_lines, is_card_choice
from twilight.study.puzzles.puzzle import KINDS, Proof, Puzzle, RatedPlay, position_of
from twilight.study.reasons import reasons_for

# By so much win chance the answer must be better than any other card or use.
MARGIN: Final = 0.05
# A difference counts as proved if it is so many times its error.
SURE: Final = 2.5
# What is not promising at a quick look is not worth a proof.
QUICK_SECONDS: Final = 0.12
QUICK_MARGIN: Final = 0.035
PROOF_SECONDS: Final = 1.2
LEAST_WORLDS: Final = 40
# In so many worlds no other play may do better.
BEST_IN: Final = 0.6
LEAST_CHOICES: Final = 4
SHOWN: Final = 5
# A game that is won or lost anyway makes no good puzzle.
EDGE: Final = 0.06
# Below that the officer calls a play dangerous.
_DANGEROUS: Final = -STUCK / 2
# Near the end of the track, or of the world, a game can be won at once.
_NEAR_TWENTY: Final = 12
_LOW_DEFCON: Final = 2
ALL_KINDS: Final = frozenset(KINDS)
# Who else must find the same answer, in other worlds: what only one judge believes is no puzzle.
OTHER_JUDGES: Final[tuple[Judge, ...]] = (EvaluationJudge(), LearnedJudge("programs"))


def find_puzzles(
    game: Game, judge: Judge, source: str, wanted: Set[str] = ALL_KINDS
) -> Iterator[Puzzle]:
    """Go through a recorded game and yield the decisions that make a puzzle: for each side and
    turn at most one headline and one round, because hands and boards change little within a turn.
    """
    walker = Game(game.origin, record=False)
    done: set[tuple[int, Actor, Kind]] = set()
    for action in game.record or ():
        decision = walker.pending
        if decision is not None and is_card_choice(decision):
            turn = walker.state.turn, decision.actor, decision.kind
            puzzle = None if turn in done else make_puzzle(walker, judge, source, wanted)
            if puzzle is not None:
                done.add(turn)
                yield puzzle
        walker.answer(action)


def make_puzzle(
    game: Game, judge: Judge, source: str, wanted: Set[str] = ALL_KINDS
) -> Puzzle | None:
    """Make a puzzle of a decision, if one play is clearly the best."""
    decision = game.pending
    assert decision is not None
    seen = observe(game, decision.actor)
    lines = _one_for_each_choice(candidate_lines(seen, decision))
    if len(lines) < LEAST_CHOICES or not wanted & _possible_kinds(seen, decision, lines):
        return None
    base, answers = position_of(game)
    number = sha256(repr((base, answers)).encode()).hexdigest()[:10]
    comparison = Comparison(seen, lines, judge, f"puzzle/{number}")
    comparison.run(QUICK_SECONDS, last=2)
    best, second = comparison.order()[:2]
    if average(comparison.difference(best, second)) < QUICK_MARGIN:
        return None
    comparison.run(PROOF_SECONDS, last=3)
    proof = prove(comparison)
    if proof is None:
        return None
    order = comparison.order()
    kind = _kind_of(seen, decision, comparison, order)
    answer = comparison.lines[order[0]].choice
    if kind not in wanted or not _is_confirmed(seen, lines, answer, number):
        return None
    plays = tuple(_rated(comparison, place) for place in order[:SHOWN])
    rating = _rating(comparison, order[0], proof)
    return Puzzle(number, kind, rating, decision.actor, source, base, answers, plays, proof)


def _rated(comparison: Comparison, place: int) -> RatedPlay:
    line, results = comparison.lines[place], comparison.results(place, WORLDS)
    return RatedPlay(
        line.card,
        line.use,
        line.countries,
        comparison.chance(place),
        tuple(reasons_for(comparison, place, results)),
        line.operation,
        changes_of(comparison, place, results),
    )


def prove(comparison: Comparison) -> Proof | None:
    """Tell how sure it is that the best play is the best by a clear margin, or None if not."""
    order = comparison.order()
    best = order[0]
    margin, error = 1.0, 0.0
    for other in order[1:]:
        differences = comparison.difference(best, other)
        mean, noise = average(differences), standard_error(differences)
        if mean < MARGIN or mean < SURE * noise:
            return None
        # In either half of the worlds it must be the best.
        if min(average(differences[half::2]) for half in (0, 1)) <= 0:
            return None
        if mean < margin:
            margin, error = mean, noise
    values = comparison.values
    worlds = len(values[best])
    if worlds < LEAST_WORLDS or not comparison.mean(best) >= EDGE:
        return None
    common = min(len(values[place]) for place in order[:3])
    best_in = sum(
        all(values[best][world] >= values[other][world] for other in order[1:3])
        for world in range(common)
    )
    if best_in < BEST_IN * common:
        return None
    return Proof(worlds, margin, error, best_in / common)


def _is_confirmed(
    seen: Observation, lines: list[Line], answer: tuple[Card, Action], number: str
) -> bool:
    """Tell whether the other judges find the same answer in worlds of their own."""
    for judge in OTHER_JUDGES:
        comparison = Comparison(seen, lines, judge, f"puzzle/{number}/again")
        comparison.run(PROOF_SECONDS, last=3)
        if comparison.lines[comparison.order()[0]].choice != answer:
            return False
    return True


def _one_for_each_choice(lines: list[Line]) -> list[Line]:
    """Keep the best targets of each card and use."""
    best: dict[tuple[Card, int], Line] = {}
    for line in lines:
        best.setdefault(line.choice, line)
    return list(best.values())


def _possible_kinds(seen: Observation, decision: Decision, lines: list[Line]) -> set[str]:
    """Tell at a glance of which kinds a decision can be."""
    kinds = set()
    near_the_end = abs(seen.state.vp) >= _NEAR_TWENTY or seen.state.defcon <= _LOW_DEFCON
    if near_the_end:
        kinds.add("win_now")
    if decision.kind is Kind.HEADLINE:
        return {*kinds, "headline"}
    if _are_dangerous(lines):
        kinds.add("avoid_loss")
    if any(SCORING[card] for card in seen.hand):
        kinds.add("scoring_swing")
    if any(line.use == SPACE for line in lines[:4]):
        kinds.add("space_or_spend")
    return kinds


def _are_dangerous(lines: list[Line]) -> bool:
    """Tell whether a good part of the plays loses the game, or leaves a hand that will."""
    dangers = sum(line.opinion < _DANGEROUS for line in lines)
    return dangers >= max(3, len(lines) / 3)


def _kind_of(
    seen: Observation, decision: Decision, comparison: Comparison, order: list[int]
) -> str:
    """Name the kind of a puzzle; no name if it is none of them."""
    best, second = (comparison.lines[place] for place in order[:2])
    if min(comparison.values[order[0]]) == 1.0:
        return "win_now"
    if comparison.mean(order[0]) > 1 - EDGE:
        return ""
    if decision.kind is Kind.HEADLINE:
        return "headline"
    if _are_dangerous(comparison.lines):
        return "avoid_loss"
    if SCORING[best.card] or _serves_a_scoring(seen, best):
        return "scoring_swing"
    if SPACE in (best.use, second.use):
        return "space_or_spend"
    return ""


def _serves_a_scoring(seen: Observation, line: Line) -> bool:
    """Tell whether a play changes a region whose scoring card is in the hand."""
    places = 0
    for country in line.countries:
        places |= BIT[country]
    return any(
        places & REGION_MASKS[SCORING_REGION[card]] for card in seen.hand if card in SCORING_REGION
    )


def _rating(comparison: Comparison, best: int, proof: Proof) -> int:
    """Grade a puzzle: hard is what lies far down in the first order, and what wins by little."""
    by_opinion = sorted(
        range(len(comparison.lines)), key=lambda one: -comparison.lines[one].opinion
    )
    rank = by_opinion.index(best)
    rating = 1000 + 110 * min(rank, 6) + 12 * min(len(comparison.lines), 25)
    return round(rating - 1500 * (min(proof.margin, 0.25) - MARGIN))
