"""Reviews and best plays as messages, in words."""

from collections.abc import Iterable

from twilight.engine.actions import ACTION_KEYS
from twilight.engine.board import COUNTRY_BY_KEY
from twilight.engine.ids import COUP, NO_CARD, PASS
from twilight.engine.types import NOBODY, US, USSR, Actor
from twilight.engine.view import Observation
from twilight.server.messages.study import (
    BestPlayInfo,
    CountryChange,
    LuckInfo,
    PlayInfo,
    ReviewInfo,
    ReviewMoment,
    SideReview,
)
from twilight.server.present.analysis import coup_info
from twilight.server.present.view import side_key
from twilight.study.best_plays import BestPlay
from twilight.study.lines import Line
from twilight.study.puzzles.puzzle import RatedPlay
from twilight.study.reasons import Reason
from twilight.study.review import Moment, Review
from twilight.study.words import play_text, reasons_text


def play_info(line: Line, code: str) -> PlayInfo:
    """Name a play."""
    return PlayInfo(
        card=None if line.card == NO_CARD else ACTION_KEYS[line.card],
        use=ACTION_KEYS[line.use],
        operation=ACTION_KEYS[line.use if line.operation == PASS else line.operation],
        countries=[ACTION_KEYS[country] for country in line.countries],
        text=play_text(line, code),
    )


def best_play_info(found: BestPlay, code: str, seen: Observation | None = None) -> BestPlayInfo:
    """Tell one of the best plays; the odds of a coup where it is known what its side sees."""
    line, coup = found.line, None
    if seen is not None and line.use == COUP and line.countries:
        coup = coup_info(seen.state, seen.viewer, line.countries[0], line.card)
    return BestPlayInfo(
        play=play_info(line, code),
        chance=round(found.chance, 4),
        loss=round(found.loss, 4),
        why=reasons_text(found.reasons, code),
        touches=_touched(found.reasons),
        changes=[
            CountryChange(ACTION_KEYS[one.country], one.us, one.ussr) for one in found.changes
        ],
        coup=coup,
        played=found.played,
    )


def rated_play_info(found: RatedPlay, best: float, code: str, seen: Observation) -> BestPlayInfo:
    """Tell a play of a puzzle."""
    line = Line(found.card, found.use, (), (), found.countries, operation=found.operation)
    loss = max(0.0, best - found.chance)
    play = BestPlay(line, found.chance, loss, found.reasons, False, found.changes)
    return best_play_info(play, code, seen)


def _touched(reasons: Iterable[Reason]) -> list[str]:
    """Name the countries that reasons are about."""
    named = (str(value) for reason in reasons for value in reason.values)
    return [name for name in named if name in COUNTRY_BY_KEY]


def review_info(game: str, found: Review, code: str, *, running: bool) -> ReviewInfo:
    """Tell a review as far as it has come."""
    done = sum(moment.loss is not None for moment in found.moments)
    is_done = done == len(found.moments) > 0 and not running
    luck = found.curve.luck
    return ReviewInfo(
        game=game,
        state="running" if running else "done" if is_done else "chances",
        done=done,
        all=len(found.moments),
        winner=None if found.winner == NOBODY else side_key(found.winner),
        us=_side(found, US),
        ussr=_side(found, USSR),
        luck=LuckInfo(
            round(found.curve.start - 0.5, 4),
            round(luck.dice, 4),
            round(luck.draws, 4),
            round(luck.headlines, 4),
            round(luck.plays, 4),
            round(found.curve.end, 4),
        ),
        moments=[_moment(moment, code) for moment in found.moments],
        key_moments=[moment.point.answer for moment in found.key_moments()] if done else [],
    )


def _side(found: Review, side: Actor) -> SideReview:
    accuracy = found.accuracy(side)
    return SideReview(
        None if accuracy is None else round(accuracy, 1),
        found.count(side, "inaccuracy"),
        found.count(side, "mistake"),
        found.count(side, "blunder"),
    )


def _moment(moment: Moment, code: str) -> ReviewMoment:
    point = moment.point
    return ReviewMoment(
        answer=point.answer,
        turn=point.turn,
        round=point.round,
        headline=point.headline,
        side=side_key(moment.side),
        chance=point.open_hands,
        as_us=point.as_us,
        as_ussr=point.as_ussr,
        after=moment.after,
        played=play_info(moment.played, code),
        loss=moment.loss,
        mark=moment.mark,  # type: ignore[arg-type]
        best=None if moment.best is None else play_info(moment.best, code),
        why=reasons_text(moment.reasons, code),
    )
