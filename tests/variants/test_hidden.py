"""What the variants hide stays hidden: every sampled world shows a side what it has seen."""

from random import Random

import pytest

from tests.strategies import random_play
from twilight.engine.rules import OptionValue, make_rules
from twilight.engine.types import SIDES
from twilight.engine.view import observe

RULES: dict[str, dict[str, OptionValue]] = {
    "bidding": {"side_selection": "bid", "turn_zero": True},
    "Turn Zero with the civil war": {"turn_zero": True, "chinese_civil_war": True},
    "promotional cards": {"promo_1": True, "promo_2": True},
    "flags of held cards": {"held_scoring_card": "prevent", "reveal_held_cards": "scoring_flag"},
    "mixing": {"mix_influence_and_realign": True},
}


@pytest.mark.parametrize("name", RULES)
def test_sampled_worlds_look_the_same(name: str) -> None:
    random = Random(name)
    rules = make_rules("deluxe", RULES[name])
    for seed in range(3):
        for number, game in enumerate(random_play(seed, rules)):
            if game.pending is None or (number > 60 and number % 25):
                continue
            for side in SIDES:
                seen = observe(game, side)
                assert observe(seen.sample(random), side) == seen
