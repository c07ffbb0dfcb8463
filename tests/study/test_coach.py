"""Hints tell more step by step, and nothing that their side does not know."""

import re
from random import Random

import pytest

from twilight.engine.cards import CARD_BY_KEY
from twilight.engine.game import Game
from twilight.engine.ids import INFLUENCE
from twilight.engine.testing import Given, scenario
from twilight.engine.types import USSR, Kind
from twilight.engine.view import observe
from twilight.study.coach import BEST, IDEA, STEPS, hint, verdict, warning
from twilight.study.judge import EvaluationJudge
from twilight.study.lines import is_card_choice
from twilight.study.words import hint_text, read_texts

JUDGE = EvaluationJudge()
SECONDS = 0.01


def moments(game: Game, kind: Kind, number: int) -> list[Game]:
    """Collect positions of a game at which something is asked."""
    walker = Game(game.origin, record=False)
    found = []
    for action in game.record or ():
        decision = walker.pending
        assert decision is not None
        if decision.kind is kind and len(decision.options) > 1 and walker.state.turn > 1:
            found.append(walker.copy())
        walker.answer(action)
    return found[:: max(1, len(found) // number)][:number]


@pytest.mark.parametrize("kind", [Kind.HEADLINE, Kind.ROUND_CARD, Kind.PLACE_INFLUENCE])
def test_every_step_says_something_in_both_languages(finished_game: Game, kind: Kind) -> None:
    for game in moments(finished_game, kind, 2):
        for step in STEPS:
            found = hint(game, JUDGE, step, SECONDS)
            assert found.step == step
            for code in ("en", "es"):
                text = hint_text(found, code)
                assert text.endswith(".")
                assert "{" not in text


def test_an_idea_names_no_card_of_the_hand(finished_game: Game) -> None:
    for game in moments(finished_game, Kind.ROUND_CARD, 3):
        decision = game.pending
        assert decision is not None
        found = hint(game, JUDGE, IDEA, SECONDS)
        assert not found.cards
        hand = game.state.hands[decision.actor]
        named = {value for reason in found.says for value in reason.values}
        assert not named & {key for key, card in CARD_BY_KEY.items() if card in hand}


def test_the_best_play_is_legal(finished_game: Game) -> None:
    for kind in (Kind.ROUND_CARD, Kind.COUP_TARGET):
        for game in moments(finished_game, kind, 2):
            decision = game.pending
            assert decision is not None
            found = hint(game, JUDGE, BEST, SECONDS)
            chosen = found.play.line.answers[0] if found.play is not None else found.answer
            assert chosen in decision.options


def test_the_same_knowledge_gives_the_same_hint(finished_game: Game) -> None:
    """A hint is the same, whatever the hidden cards really are."""
    for kind in (Kind.HEADLINE, Kind.ROUND_CARD, Kind.PLACE_INFLUENCE):
        for game in moments(finished_game, kind, 1):
            decision = game.pending
            assert decision is not None
            other = observe(game, decision.actor).sample(Random(5))
            for step in STEPS:
                assert hint(game, JUDGE, step, SECONDS) == hint(other, JUDGE, step, SECONDS)


def test_what_loses_the_game_is_named(finished_game: Game) -> None:
    """A card that lowers DEFCON to 1 in the own round is warned of."""
    given: Given = {
        "turn": 4,
        "round": 2,
        "defcon": 2,
        "ussr_hand": "duck_and_cover, nasser, fidel",
    }
    game = Game(scenario(given, USSR))
    found = warning(observe(game, USSR))
    assert CARD_BY_KEY["duck_and_cover"] in found.cards
    assert "Duck and Cover" in hint_text(found, "en")
    judged = verdict(game, (CARD_BY_KEY["duck_and_cover"], INFLUENCE), JUDGE, SECONDS)
    assert judged is not None
    assert judged.mark == "blunder"
    assert judged.best.line.choice != judged.played.line.choice
    assert judged.played.reasons


def test_the_best_play_has_no_mark(finished_game: Game) -> None:
    for game in moments(finished_game, Kind.ROUND_CARD, 2):
        assert is_card_choice(game.pending)
        found = hint(game, JUDGE, BEST, 0.05)
        assert found.play is not None
        line = found.play.line
        answers = (*line.answers, *(action for _, action in line.plan))
        judged = verdict(game, answers, JUDGE, 0.05)
        assert judged is None or judged.mark == "inaccuracy"


def test_every_sentence_is_there_in_both_languages() -> None:
    spoken = [read_texts(code) for code in ("en", "es")]
    assert spoken[0].keys() == spoken[1].keys()
    for key in spoken[0]:
        fields = [sorted(re.findall(r"{(\w*)}", texts[key])) for texts in spoken]
        assert set(fields[0]) == set(fields[1]), key
