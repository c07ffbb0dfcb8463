"""Observations as plain data: nothing is lost, nothing hidden is written, damage is named."""

import json
from random import Random

import pytest

from tests.envs.positions import MANY_RULES
from tests.strategies import random_play, random_position
from twilight.engine.plain_data.forms import StateError
from twilight.engine.plain_data.observations import observation_from_dict, observation_to_dict
from twilight.engine.rules import Rules
from twilight.engine.text.briefing import briefing, position_text
from twilight.engine.text.language import LANGUAGES, load_language
from twilight.engine.types import SIDES
from twilight.engine.view import observe, sample_world


@pytest.mark.parametrize("rules", MANY_RULES.values(), ids=list(MANY_RULES))
def test_an_observation_comes_back_whole_and_tells_no_world(rules: Rules) -> None:
    for number, game in enumerate(random_play(5, rules)):
        if game.outcome is not None or number % 11:
            continue
        for side in SIDES:
            seen = observe(game, side)
            text = json.dumps(observation_to_dict(seen))
            assert observation_from_dict(json.loads(text)) == seen
            world = observe(sample_world(game, side, Random(number)), side)
            assert json.dumps(observation_to_dict(world)) == text
            for code in LANGUAGES:
                language = load_language(code)
                assert position_text(world, language) == position_text(seen, language)


@pytest.mark.parametrize("rules", MANY_RULES.values(), ids=list(MANY_RULES))
def test_every_question_is_told_with_all_its_answers(rules: Rules) -> None:
    language = load_language()
    for number, game in enumerate(random_play(6, rules)):
        pending = game.pending
        if pending is None or pending.actor not in SIDES or number % 7:
            continue
        seen = observe(game, pending.actor)
        lines = briefing(seen, pending, language).split("Legal answers, by key:\n")[1]
        assert len(lines.splitlines()) == len(pending.options)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"viewer": "france"}, "viewer: 'france' is none of ussr, us, chance, nobody"),
        ({"kind": "tea"}, "'tea' is no kind of decision"),
        ({"draw_count": -1}, "draw_count: -1 is not between 0 and 10000"),
        ({"draw_count": True}, "draw_count: True is no whole number"),
        ({"unseen": ["ace"]}, "unseen: 'ace' is no card"),
        ({"unseen": 3}, "unseen: 3 is no list"),
        ({"answers": ["run"]}, "answers: 'run' is no action"),
        ({"hand_counts": {"us": 1}}, "hand_counts: there must be us and ussr, not us"),
        ({"secret": 1}, "observation has a field 'secret' that is not known"),
        ({"state": []}, "state: [] is no mapping of names to values"),
        ({"decision": {}}, "decision lacks the field 'actor'"),
    ],
)
def test_damage_is_named(change: dict[str, object], message: str) -> None:
    data = {**observation_to_dict(observe(random_position(1, 60), 1)), **change}
    with pytest.raises(StateError) as caught:
        observation_from_dict(data)
    assert str(caught.value) == message


def test_no_mapping_is_refused() -> None:
    with pytest.raises(StateError, match="is no mapping"):
        observation_from_dict([1])
