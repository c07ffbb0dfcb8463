"""The coach: a hint in three steps, and a word about a play while it can still be taken back.

It looks at a position through the eyes of the side that decides: everything comes from an
`Observation`, so a hidden card can change no hint.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from twilight.analysis.danger.search import Danger, Grade
from twilight.analysis.danger.solver import Play, assess, assess_plays
from twilight.analysis.score import preview_region, southeast_asia_difference
from twilight.bots.registry import make_bot
from twilight.engine.actions import ACTION_KEYS
from twilight.engine.board import COUNTRY_KEYS, REGION_OF
from twilight.engine.cards import CARD_KEYS, SCORING_REGION, is_card
from twilight.engine.driver import ask
from twilight.engine.game import Game
from twilight.engine.ids import NO_CARD, PASS, Action, Card, Country
from twilight.engine.text.language import is_country
from twilight.engine.types import REGION_NAMES, SCORED_REGIONS, SOUTHEAST_ASIA, US, Kind, Segment
from twilight.engine.view import Observation, observe
from twilight.study.best_plays import BestPlay, card_choice_of, rated
from twilight.study.judge import Judge
from twilight.study.lines import Line, is_card_choice, played_line
from twilight.study.puzzles.puzzle import Puzzle
from twilight.study.reasons import Reason
from twilight.study.review import compare_choice, mark_of

# In this order they are given, each telling more than the one before.
Step: TypeAlias = Literal["danger", "idea", "best"]
DANGER: Final = "danger"
IDEA: Final = "idea"
BEST: Final = "best"
STEPS: Final[tuple[Step, ...]] = (DANGER, IDEA, BEST)
SECONDS: Final = 0.5
# Who answers where no card is chosen: inside of an event, for a discard.
ADVISER: Final = "officer"
# So many warnings are enough for one line.
MOST_WARNINGS: Final = 3
# What can't be used harmlessly at all comes before what only some uses of make dangerous.
ALWAYS: Final = 10
# Reasons that name a country, and those that are about a track.
_COUNTRIES: Final = ("takes", "breaks", "gives_up", "gives")
_TRACKS: Final = ("wins", "defcon", "space", "military", "gains_vp", "china_passes")


@dataclass(frozen=True)
class Hint:
    """One step of a hint: what it says, and what it points at."""

    step: Step
    says: tuple[Reason, ...]
    cards: tuple[Card, ...] = ()
    countries: tuple[Country, ...] = ()
    regions: tuple[str, ...] = ()
    # The best play, or where no card is chosen the best answer.
    play: BestPlay | None = None
    answer: Action = PASS


@dataclass(frozen=True)
class Verdict:
    """What a play loses against the best one, by what its side knows."""

    loss: float
    mark: str
    played: BestPlay
    best: BestPlay


def hint(game: Game, judge: Judge, step: Step, seconds: float = SECONDS) -> Hint:
    """Give one step of a hint to the side that decides."""
    decision = game.pending
    assert decision is not None
    seen = observe(game, decision.actor)
    if step == DANGER:
        return warning(seen)
    if is_card_choice(decision):
        comparison = compare_choice(game, decision, judge, seconds)
        play = rated(comparison, comparison.order()[0])
        if step == IDEA:
            return idea(seen, play)
        cards = () if play.line.card == NO_CARD else (play.line.card,)
        return Hint(BEST, play.reasons, cards, play.line.countries, play=play)
    answer = ask(game, make_bot(ADVISER, "coach"), decision)
    if step == IDEA:
        return _idea_of_an_answer(answer)
    countries = (answer,) if is_country(answer) else ()
    cards = (answer,) if is_card(answer) else ()
    return Hint(BEST, (), cards, countries, answer=answer)


# The warning


def warning(seen: Observation) -> Hint:
    """Name what loses the game, and what gives points away."""
    found = _dangers(seen)[:MOST_WARNINGS]
    cards = tuple(dict.fromkeys(card for _, card in found if card != NO_CARD))
    says = [reason for reason, _ in found] or [Reason("nothing_loses")]
    return Hint(DANGER, (*says, *_given_away(seen)[:1]), cards)


def _dangers(seen: Observation) -> list[tuple[Reason, Card]]:
    """List what is dangerous, the worst first."""
    decision = seen.decision
    assert decision is not None
    found: list[tuple[int, Reason, Card]] = []
    if decision.kind is Kind.ROUND_CARD:
        found = _dangers_of_plays(assess_plays(seen))
    else:
        for action, danger in assess(seen).items():
            if danger.grade:
                reason = Reason(f"answer_{_grade(danger)}", (ACTION_KEYS[action],))
                found.append((-danger.grade, reason, action if is_card(action) else NO_CARD))
    found.sort(key=lambda one: one[0])
    return [(reason, card) for _, reason, card in found]


def _dangers_of_plays(plays: Sequence[Play]) -> list[tuple[int, Reason, Card]]:
    """Name cards without a harmless use, uses that are dangerous with every card, and the rest."""
    found = []
    by_card: dict[Card, list[Play]] = {}
    by_use: dict[Action, list[Play]] = {}
    for play in plays:
        if play.card != PASS:
            by_card.setdefault(play.card, []).append(play)
            by_use.setdefault(play.mode, []).append(play)
    always = {card: min(play.danger.grade for play in uses) for card, uses in by_card.items()}
    for card, grade in always.items():
        if grade:
            reason = Reason(f"card_{grade.name.lower()}", (CARD_KEYS[card],))
            found.append((-grade - ALWAYS, reason, card))
    for use, cards in by_use.items():
        doubtful = [play for play in cards if not always[play.card]]
        bad = [play for play in doubtful if play.danger.grade >= Grade.MAY_LOSE]
        if len(bad) > 1 and len(bad) == len(doubtful):
            least = min(play.danger.grade for play in bad)
            reason = Reason(f"any_{least.name.lower()}", (ACTION_KEYS[use],))
            found.append((-least, reason, NO_CARD))
            continue
        for play in bad:
            values = (CARD_KEYS[play.card], ACTION_KEYS[use])
            reason = Reason(f"use_{_grade(play.danger)}", values)
            found.append((-play.danger.grade, reason, play.card))
    return found


def _grade(danger: Danger) -> str:
    return danger.grade.name.lower()


def _given_away(seen: Observation) -> list[Reason]:
    """List points that are lost if nothing is done: military operations, and bad scorings."""
    state, side = seen.state, seen.viewer
    found = []
    for card in seen.hand:
        region = SCORING_REGION.get(card)
        if region is None or not (region in SCORED_REGIONS or region == SOUTHEAST_ASIA):
            continue
        points = (
            southeast_asia_difference(state)
            if region == SOUTHEAST_ASIA
            else preview_region(state, region).difference
        )
        if points * (1 if side == US else -1) < 0:
            found.append(Reason("bad_scoring", (REGION_NAMES[region], abs(points))))
    short = state.defcon - state.military[side]
    if short > 0 and state.segment == Segment.ACTION_ROUND:
        found.append(Reason("military_short", (short,)))
    return found


def puzzle_hint(puzzle: Puzzle) -> Hint:
    """Give the idea of a puzzle's answer."""
    solution = puzzle.solution
    line = Line(solution.card, solution.use, (), (), solution.countries)
    play = BestPlay(line, solution.chance, 0.0, solution.reasons, False)
    return idea(observe(puzzle.game(), puzzle.side), play)


# The idea


def idea(seen: Observation, play: BestPlay) -> Hint:
    """Say where to look, without a card of the own hand."""
    for reason in play.reasons:
        if reason.code in _COUNTRIES:
            country = COUNTRY_KEYS.index(str(reason.values[0]))
            region = REGION_NAMES[REGION_OF[country]]
            code = "idea_take" if reason.code in ("takes", "breaks") else "idea_spare"
            says = (Reason(code, (reason.values[0], region)), *_still_to_come(seen, country))
            return Hint(IDEA, says, (), (country,), (region,))
        if reason.code in ("region", "scores"):
            name = str(reason.values[0])
            return Hint(IDEA, (Reason("idea_region", (name,)),), (), (), (name,))
        if reason.code in _TRACKS:
            return Hint(IDEA, (Reason(f"idea_{reason.code}"),))
        if reason.code == "keeps_from":
            return Hint(IDEA, (Reason("idea_keeps_from"),))
    if play.line.countries:
        country = play.line.countries[0]
        region = REGION_NAMES[REGION_OF[country]]
        return Hint(IDEA, (Reason("idea_region", (region,)),), (), (), (region,))
    return Hint(IDEA, (Reason("idea_quiet"),))


def _still_to_come(seen: Observation, country: Country) -> list[Reason]:
    """Name the scoring card of a country that somebody may still play, if it is not one's own."""
    state = seen.state
    gone = (*seen.hand, *state.discard_pile, *state.removed_pile)
    cards = (card for card, region in SCORING_REGION.items() if region == REGION_OF[country])
    return [Reason("to_come", (CARD_KEYS[card],)) for card in cards if card not in gone]


def _idea_of_an_answer(answer: Action) -> Hint:
    if is_country(answer):
        region = REGION_NAMES[REGION_OF[answer]]
        return Hint(IDEA, (Reason("idea_region", (region,)),), (), (), (region,))
    return Hint(IDEA, (Reason("idea_card" if is_card(answer) else "idea_tracks"),))


# After a play


def verdict(
    game: Game, answers: Sequence[Action], judge: Judge, seconds: float = SECONDS
) -> Verdict | None:
    """Compare what is about to be played at a card choice with the best; None if it is as good."""
    decision = card_choice_of(game)
    played = played_line(game, answers)
    comparison = compare_choice(game, decision, judge, seconds, played)
    if len(comparison.lines) < 2:
        return None
    place = [line.key for line in comparison.lines].index(played.key)
    best = comparison.order()[0]
    loss = 0.0 if best == place else comparison.loss(place)
    mark = mark_of(loss)
    if mark is None:
        return None
    return Verdict(loss, mark, rated(comparison, place, played), rated(comparison, best, played))
