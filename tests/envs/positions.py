"""Rules and positions that the tests of the environments play through."""

from random import Random

from twilight.engine.rules import Rules, make_rules
from twilight.envs.episode import Episode

MANY_RULES: dict[str, Rules] = {
    "deluxe": make_rules("deluxe"),
    "glass": make_rules("glass"),
    "bid": make_rules("deluxe", {"side_selection": "bid"}),
    "lots": make_rules("deluxe", {"side_selection": "random"}),
    "turn zero": make_rules("deluxe", {"turn_zero": True, "chinese_civil_war": True}),
    "late war": make_rules("deluxe", {"scenario": "late_war"}),
    "promo": make_rules("deluxe", {"promo_1": True, "promo_2": True}),
}


def answer_at_random(episode: Episode, random: Random) -> None:
    assert episode.decision is not None
    options = episode.decision.options
    episode.answer(options[int(random.random() * len(options))])
