"""Tables without a server: the log tells everything, and undo agrees with the engine."""

from random import Random

import pytest

from twilight.engine.game import IllegalUndo
from twilight.engine.plain_data.states import state_to_dict
from twilight.engine.rules import Rules, make_rules
from twilight.engine.types import Reason
from twilight.server.errors import Refusal
from twilight.server.play.entries import Entry, OfferKind, Setup
from twilight.server.play.outcome import ENDING_OF, Ending
from twilight.server.play.referee import Referee
from twilight.study.what_if import dice_after

OPTIONS: list[dict[str, object]] = [{}, {"side_selection": "bid"}, {"turn_zero": True}]


def play(referee: Referee, random: Random, undo_share: float = 0.2) -> list[Entry]:
    """Play on for a step: an answer, an undo or an offer, whatever comes up."""
    seat = random.choice(referee.asked_seats)
    pending = referee.question_of(seat)
    assert pending is not None
    if random.random() < undo_share:
        try:
            return referee.undo(random.randrange(2), 0)
        except Refusal:
            pass
    if random.random() < 0.02:
        try:
            return referee.offer(seat, OfferKind.TAKEBACK, 0)
        except Refusal:
            pass
    waiting = list(referee.offers.values())
    if waiting and random.random() < 0.5:
        offer = waiting[0]
        return referee.respond(1 - offer.seat, offer.number, random.random() < 0.7, 0)
    decision = referee.decision_of(referee.side_of(seat))
    return referee.answer(seat, decision, random.choice(pending.options), 0)


@pytest.mark.parametrize("seed", range(6))
def test_the_log_leads_to_the_same_table(seed: int) -> None:
    rules = make_rules("deluxe", OPTIONS[seed % 3])  # type: ignore[arg-type]
    setup = Setup(rules, f"seed {seed}")
    referee, entries, random = Referee(setup), [], Random(seed)
    entries += referee.start(0)
    while not referee.is_over and len(entries) < 900:
        entries += play(referee, random)
    again = Referee(setup)
    for entry in entries:
        again.apply(entry)
    assert state_to_dict(again.game.state) == state_to_dict(referee.game.state)
    assert again.game.record == referee.game.record
    assert again.game.facts == referee.game.facts
    assert again.facts_after == referee.facts_after
    assert again.facts_by_length == referee.facts_by_length
    assert (again.decision, again.number) == (referee.decision, referee.number)
    assert again.offers == referee.offers
    assert again.result == referee.result
    assert len(referee.facts_by_length) == referee.length + 1
    fresh = referee.game.rewound(referee.length)
    assert fresh.facts == referee.game.facts


@pytest.mark.parametrize("seed", range(3))
def test_undo_is_what_the_engine_allows(seed: int) -> None:
    referee, random = Referee(Setup(Rules(), f"undo {seed}")), Random(seed)
    referee.start(0)
    while referee.number < 300:
        play(referee, random, undo_share=0)
        if referee.is_over:
            break
        for seat in (0, 1):
            if referee.joint is not None:
                # What is sealed has not reached the engine, and nothing before it can be undone.
                assert referee.may_undo(seat) == bool(referee.sealed[referee.side_of(seat)])
                continue
            # One answer back is the engine's step; several may follow where there was no choice.
            game = referee.game.copy()
            try:
                game.undo(referee.side_of(seat))
                allowed = True
            except IllegalUndo:
                allowed = False
            single = referee.given and not referee.given[-1].had_choice
            if not single:
                assert referee.may_undo(seat) == allowed
            elif not allowed:
                assert not referee.may_undo(seat)


def test_a_client_that_missed_anything_catches_up() -> None:
    referee, random = Referee(Setup(Rules(), "catch up")), Random(5)
    referee.start(0)
    known = {referee.number: list(referee.game.facts)}
    while not referee.is_over and referee.number < 250:
        play(referee, random)
        known[referee.number] = list(referee.game.facts)
    for number, facts in known.items():
        first = referee.facts_missed_since(number)
        assert facts[:first] == referee.game.facts[:first]
    assert referee.facts_missed_since(-5) == 0
    assert referee.facts_missed_since(10**9) == 0


def test_offers_to_the_computer() -> None:
    referee = Referee(Setup(Rules(), "computer", human=(True, False)))
    referee.start(0)
    for _ in range(3):
        pending = referee.game.pending
        assert pending is not None
        referee.answer(0, referee.decision, pending.options[0], 0)
    with pytest.raises(Refusal, match="plays on"):
        referee.offer(0, OfferKind.DRAW, 0)
    length = referee.length
    referee.offer(0, OfferKind.TAKEBACK, 0)
    assert referee.length < length
    assert referee.offers == {}


def test_chance_goes_on_after_a_takeback() -> None:
    """Dice that were taken back do not come again: nobody knows the next ones."""
    referee, random = Referee(Setup(Rules(), "dice", shared=True)), Random(1)
    referee.start(0)
    while referee.chance_answers < 25 and not referee.is_over:
        play(referee, random, undo_share=0)
    before = referee.chance_answers
    referee.offer(referee.asked_seats[0], OfferKind.TAKEBACK, 0)
    assert referee.chance_answers == before


def test_every_reason_has_an_ending() -> None:
    assert set(ENDING_OF) == set(Reason)
    assert {str(one) for one in Ending} >= {
        "DEFCON",
        "Final Scoring",
        "VP 20",
        "Europe Control",
        "Wargames",
        "Forfeit",
        "Timer",
        "Cuban Missile Crisis",
        "Scoring Card Held",
    }


@pytest.mark.parametrize("kind", list(OfferKind))
def test_nothing_happens_at_a_table_that_has_not_begun(kind: OfferKind) -> None:
    referee = Referee(Setup(Rules(), "open"))
    with pytest.raises(Refusal):
        referee.offer(0, kind, 0)
    with pytest.raises(Refusal):
        referee.resign(0, 0)
    with pytest.raises(Refusal):
        referee.answer(0, 0, 1, 0)
    with pytest.raises(Refusal):
        referee.undo(0, 0)
    with pytest.raises(Refusal):
        referee.resume(0, 0)
    assert referee.number == 0


def test_the_dice_of_another_game_come_first_also_after_a_restart() -> None:
    dice = (6, 6, 1, 1, 5)
    setup = Setup(Rules(), "dice", dice=dice)
    referee, random = Referee(setup), Random(3)
    entries = referee.start(0)
    while not referee.is_over and referee.dice_rolled < len(dice) + 3:
        # As if the server had been started anew before every answer.
        again = Referee(setup)
        for entry in entries:
            again.apply(entry)
        referee = again
        entries += play(referee, random, undo_share=0)
    rolled = dice_after(referee.game, 0)
    assert rolled[: len(dice)] == dice
    # What comes after them is what one would have rolled without a restart.
    through, random = Referee(setup), Random(3)
    through.start(0)
    while through.length < referee.length:
        play(through, random, undo_share=0)
    assert through.game.record == referee.game.record
