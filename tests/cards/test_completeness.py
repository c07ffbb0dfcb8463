"""A card that was added and not finished: each thing that it lacks is named in a sentence."""

import random
from dataclasses import fields
from pathlib import Path

import pytest

from tests.cards.test_cards import ALL_CASES, DOCSTRINGS
from twilight.engine import ids
from twilight.engine.actions import ACTION_BY_KEY
from twilight.engine.cards import (
    ALL_CARDS,
    CARD_BY_KEY,
    CARD_KEYS,
    SCORING_CARDS,
    SCORING_REGION,
    SET,
    card_numbered,
    printed_number,
)
from twilight.engine.chance import SeededChance
from twilight.engine.changes import leave_hand, put_on_table
from twilight.engine.effects import EFFECT_FACTS, Effect
from twilight.engine.events.registry import EVENTS
from twilight.engine.game import Game
from twilight.engine.ids import ACTION_PLACES, CARD_PLACES, THE_CHINA_CARD, Action, Card
from twilight.engine.rules import Rules
from twilight.engine.testing import Given, scenario
from twilight.engine.text.describe import load_language, load_rulings
from twilight.engine.text.language import LANGUAGES
from twilight.engine.turn.play import follow_up, resolve_event
from twilight.engine.turn.start_and_end import deck_of, sets_in_game
from twilight.engine.types import (
    CHANCE,
    EARLY,
    LATE,
    MID,
    SIDES,
    Actor,
    GameOver,
    Reason,
)
from twilight.engine.variants.turn_zero import REPLACEMENTS
from twilight.judgement.evaluation.event_worth import WORTHS

ROOT = Path(__file__).parent.parent.parent
PICTURES = (ROOT / "web/src/lib/cards/theatres.ts").read_text(encoding="utf-8")
EVERYTHING = Rules(optional_cards=True, promo_1=True, promo_2=True)
IN_SOME_DECK = {
    *(card for period in (EARLY, MID, LATE) for card in deck_of(EVERYTHING, period)),
    *REPLACEMENTS.values(),
    THE_CHINA_CARD,
}


def lacks(card: Card, key: str) -> list[str]:
    """Say what a card with a row in cards.csv still lacks."""
    said = []
    if getattr(ids, key.upper(), None) != card:
        said.append(f"ids.py lacks {key.upper()}: Final = {card}")
    if card not in IN_SOME_DECK:
        said.append(f"{key} is in no deck under any rules: its set in cards.csv is not in the game")
    if card not in EVENTS and card != THE_CHINA_CARD:
        said.append(f"{key} has no event: write @event({key.upper()}) in engine/events/")
    elif card != THE_CHINA_CARD and not DOCSTRINGS.get(key):
        said.append(f"the event {key} has no docstring")
    for code in LANGUAGES:
        for part in ("name", "text"):
            if not load_language(code).has(f"cards.{key}.{part}"):
                said.append(f"text/languages/{code}.json lacks cards.{key}.{part}")
        if key not in load_rulings(code):
            said.append(f"text/languages/rulings_{code}.json lacks {key}; [] stands for no ruling")
    if f"  {key}: " not in PICTURES:
        said.append(f"web/src/lib/cards/theatres.ts has no picture of {key}")
    if card not in WORTHS and card not in SCORING_CARDS:
        said.append(f"judgement/evaluation/event_worth.py has no worth of {key}")
    if card in SCORING_CARDS and card not in SCORING_REGION:
        said.append(f"SCORING_REGION in cards.py does not say which region {key} scores")
    cases = sum(case.card == key for case in ALL_CASES)
    if cases < 3:
        said.append(f"{key} has {cases} cases in tests/cards/cases/, and needs 3")
    return said


@pytest.mark.parametrize("card", ALL_CARDS, ids=lambda card: CARD_KEYS[card])
def test_a_card_lacks_nothing(card: Card) -> None:
    said = lacks(card, CARD_KEYS[card])
    assert not said, "; ".join(said)


def test_what_an_unfinished_card_lacks_is_named() -> None:
    free = card_numbered(printed_number(max(ALL_CARDS)) + 1)
    assert lacks(free, "unfinished_card") == [
        f"ids.py lacks UNFINISHED_CARD: Final = {free}",
        "unfinished_card is in no deck under any rules: its set in cards.csv is not in the game",
        "unfinished_card has no event: write @event(UNFINISHED_CARD) in engine/events/",
        "text/languages/en.json lacks cards.unfinished_card.name",
        "text/languages/en.json lacks cards.unfinished_card.text",
        "text/languages/rulings_en.json lacks unfinished_card; [] stands for no ruling",
        "text/languages/es.json lacks cards.unfinished_card.name",
        "text/languages/es.json lacks cards.unfinished_card.text",
        "text/languages/rulings_es.json lacks unfinished_card; [] stands for no ruling",
        "web/src/lib/cards/theatres.ts has no picture of unfinished_card",
        "judgement/evaluation/event_worth.py has no worth of unfinished_card",
        "unfinished_card has 0 cases in tests/cards/cases/, and needs 3",
    ]


def test_every_set_is_known_to_the_rules() -> None:
    known = {*sets_in_game(EVERYTHING), "turn_zero"}
    assert {SET[card] for card in ALL_CARDS} == known
    assert {field.name for field in fields(Rules)} >= {"optional_cards", "promo_1", "promo_2"}


def test_ids_for_more_cards_move_no_other() -> None:
    """Four are left below the verbs; then they go on above all other actions."""
    assert [card_numbered(number) for number in range(120, 128)] == [
        *(205, 206, 207, 208, 209),
        *(288, 289, 290),
    ]
    ids_for_cards = [card_numbered(number + 1) for number in range(CARD_PLACES)]
    assert [printed_number(card) for card in ids_for_cards] == [*range(1, CARD_PLACES + 1)]
    others = {action for key, action in ACTION_BY_KEY.items() if key not in CARD_BY_KEY}
    assert not others.intersection(ids_for_cards)
    assert max(ids_for_cards) < ACTION_PLACES


@pytest.mark.parametrize("effect", Effect, ids=lambda effect: effect.name)
def test_a_lasting_effect_lacks_nothing(effect: Effect) -> None:
    assert effect in EFFECT_FACTS, f"EFFECT_FACTS in effects.py lacks {effect.name}"
    for code in LANGUAGES:
        for part in ("name", "text"):
            key = f"effects.{effect.name.lower()}.{part}"
            assert load_language(code).has(key), f"text/languages/{code}.json lacks {key}"


# Nuclear war

PRESENT = "cuba 2/2, panama 2/2, iran 2/2, italy 2/2, france 1/2, zaire 2/2, chile 2/2, mexico 2/2"
HANDS = {
    "us_hand": "duck_and_cover, we_will_bury_you, fidel, nato",
    "ussr_hand": "soviets_shoot_down_kal_007, nasser, marshall_plan, olympic_games",
    "discard": "cia_created, lone_gunman",
}


def loses_unasked(card: Card, side: Actor, seed: int) -> bool:
    """Tell whether an event loses by DEFCON for the side that plays it, and not by its answer."""
    chance = SeededChance(seed)
    hand = [CARD_KEYS[card]]
    cards = {
        name: ", ".join(key for key in held.split(", ") if key not in hand)
        for name, held in HANDS.items()
    }
    given: Given = {"defcon": 2, "board": PRESENT, "space": "1/0", "turn": 8, **cards}
    state = Game(scenario(given, side, hand)).state
    leave_hand(state, side, card)
    put_on_table(state, card)
    flow = resolve_event(state, card, side)
    last: Actor = CHANCE
    try:
        decision = next(flow)
        while True:
            action: Action = chance.choose(decision)
            if decision.actor != CHANCE:
                last = decision.actor
            decision = flow.send(action)
    except StopIteration:
        pass
    except GameOver as over:
        return over.outcome.reason is Reason.DEFCON and last != side
    try:
        follow_up(state, card)
    except GameOver:
        return True
    return False


@pytest.mark.parametrize("card", sorted(EVENTS), ids=lambda card: CARD_KEYS[card])
def test_events_that_can_bring_war_are_marked(card: Card) -> None:
    trials = random.Random(card)
    found = any(
        loses_unasked(card, side, trials.randrange(10**6)) for side in SIDES for _ in range(40)
    )
    if EVENTS[card].risks_war:
        assert found, f"{CARD_KEYS[card]} is marked risks_war, and no trial lost by it"
    else:
        assert not found, f"{CARD_KEYS[card]} can bring war: mark its event with risks_war=True"
