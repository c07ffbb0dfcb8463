"""Reviews as plain data, for JSON and to be kept; chances and losses are shares of 1."""

from typing import Any

from twilight.engine.actions import ACTION_BY_KEY, ACTION_KEYS
from twilight.engine.ids import NO_CARD, PASS
from twilight.engine.types import ACTOR_NAMES, NOBODY, US, USSR
from twilight.study.curve import ChancePoint, Curve, Luck
from twilight.study.lines import Line
from twilight.study.reasons import Reason
from twilight.study.review import MARKS, Moment, Review


def to_dict(found: Review) -> dict[str, Any]:
    """Write a review."""
    luck, curve = found.curve.luck, found.curve
    return {
        "winner": None if found.winner == NOBODY else ACTOR_NAMES[found.winner],
        "turns": found.turns,
        "accuracy": {ACTOR_NAMES[side]: _rounded(found.accuracy(side), 1) for side in (US, USSR)},
        "luck": {
            "start": _rounded(curve.start - 0.5),
            "dice": _rounded(luck.dice),
            "draws": _rounded(luck.draws),
            "headlines": _rounded(luck.headlines),
            "total": _rounded(luck.total),
            "plays": _rounded(luck.plays),
            "end": _rounded(curve.end),
        },
        "marks": {
            ACTOR_NAMES[side]: {name: found.count(side, name) for _, name in MARKS}
            for side in (US, USSR)
        },
        "moments": [moment_to_dict(moment) for moment in found.moments],
        "key_moments": [moment.point.answer for moment in found.key_moments()],
    }


def moment_to_dict(moment: Moment) -> dict[str, Any]:
    """Write a card choice, and what was found about it if it was judged."""
    point = moment.point
    data: dict[str, Any] = {
        "answer": point.answer,
        "turn": point.turn,
        "round": point.round,
        "headline": point.headline,
        "side": ACTOR_NAMES[moment.side],
        "chance_us": _rounded(point.open_hands),
        "chance_us_as_us": _rounded(point.as_us),
        "chance_us_as_ussr": _rounded(point.as_ussr),
        "after_us": _rounded(moment.after),
        "played": line_to_dict(moment.played),
    }
    if moment.loss is not None:
        data["loss"] = _rounded(moment.loss)
        data["mark"] = moment.mark
        data["best"] = None if moment.best is None else line_to_dict(moment.best)
        data["played_chance"] = _rounded(moment.played_chance)
        data["best_chance"] = _rounded(moment.best_chance)
        data["reasons"] = [[reason.code, *reason.values] for reason in moment.reasons]
    if moment.opinion is not None:
        data["opinion"] = line_to_dict(moment.opinion)
        data["opinion_loss"] = _rounded(moment.opinion_loss)
    return data


def line_to_dict(line: Line) -> dict[str, Any]:
    """Write a play by the names of its parts."""
    data = {
        "card": None if line.card == NO_CARD else ACTION_KEYS[line.card],
        "use": ACTION_KEYS[line.use],
        "countries": [ACTION_KEYS[country] for country in line.countries],
    }
    if line.operation != PASS:
        data["operation"] = ACTION_KEYS[line.operation]
    return data


def _rounded(number: float | None, digits: int = 4) -> float | None:
    return None if number is None else round(number, digits)


# Reading what was kept


def from_dict(data: dict[str, Any]) -> Review:
    """Read a review that `to_dict` wrote."""
    moments = [moment_from_dict(moment) for moment in data["moments"]]
    kept = data["luck"]
    luck = Luck(kept["dice"], kept["draws"], kept["headlines"], kept["plays"])
    curve = Curve([one.point for one in moments], luck, [], kept["start"] + 0.5, kept["end"])
    winner = NOBODY if data["winner"] is None else ACTOR_NAMES.index(data["winner"])
    return Review(winner, curve, moments, data["turns"])


def moment_from_dict(data: dict[str, Any]) -> Moment:
    """Read a card choice."""
    side = ACTOR_NAMES.index(data["side"])
    point = ChancePoint(
        data["answer"],
        data["turn"],
        data["round"],
        side,
        data["headline"],
        data["chance_us"],
        data["chance_us_as_us"],
        data["chance_us_as_ussr"],
    )
    moment = Moment(point, side, line_from_dict(data["played"]), data["after_us"])
    if "loss" in data:
        moment.loss, moment.mark = data["loss"], data["mark"]
        moment.best = None if data["best"] is None else line_from_dict(data["best"])
        moment.played_chance = data["played_chance"]
        moment.best_chance = data["best_chance"]
        moment.reasons = [Reason(code, tuple(values)) for code, *values in data["reasons"]]
    if "opinion" in data:
        moment.opinion = line_from_dict(data["opinion"])
        moment.opinion_loss = data["opinion_loss"]
    return moment


def line_from_dict(data: dict[str, Any]) -> Line:
    """Read a play; the answers that make it up were not kept."""
    card = NO_CARD if data["card"] is None else ACTION_BY_KEY[data["card"]]
    countries = tuple(ACTION_BY_KEY[key] for key in data["countries"])
    # Reviews that were kept before an operation after an event was named have none.
    operation = ACTION_BY_KEY[data["operation"]] if "operation" in data else PASS
    return Line(card, ACTION_BY_KEY[data["use"]], (), (), countries, operation=operation)
