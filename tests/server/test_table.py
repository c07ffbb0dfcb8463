"""Tables without a server: the log tells everything, and undo agrees with the engine."""

from random import Random

import pytest

from twilight.engine.game import IllegalUndo
from twilight.engine.rules import Rules, make_rules
from twilight.engine.serial import state_to_dict
from twilight.engine.types import Reason
from twilight.server.errors import Refusal
from twilight.server.play.entries import Entry, OfferKind, Setup
from twilight.server.play.outcome import ENDING_OF, Ending
from twilight.server.play.referee import Table

OPTIONS: list[dict[str, object]] = [{}, {"side_selection": "bid"}, {"turn_zero": True}]


def play(table: Table, random: Random, undo_share: float = 0.2) -> list[Entry]:
    """Play on for a step: an answer, an undo or an offer, whatever comes up."""
    seat = table.deciding_seat
    pending = table.game.pending
    assert seat is not None
    assert pending is not None
    if random.random() < undo_share:
        try:
            return table.undo(random.randrange(2), 0)
        except Refusal:
            pass
    if random.random() < 0.02:
        try:
            return table.offer(seat, OfferKind.TAKEBACK, 0)
        except Refusal:
            pass
    waiting = list(table.offers.values())
    if waiting and random.random() < 0.5:
        offer = waiting[0]
        return table.respond(1 - offer.seat, offer.number, random.random() < 0.7, 0)
    return table.answer(seat, table.decision, random.choice(pending.options), 0)


@pytest.mark.parametrize("seed", range(6))
def test_the_log_leads_to_the_same_table(seed: int) -> None:
    rules = make_rules("deluxe", OPTIONS[seed % 3])  # type: ignore[arg-type]
    setup = Setup(rules, f"seed {seed}")
    table, entries, random = Table(setup), [], Random(seed)
    entries += table.start(0)
    while not table.is_over and len(entries) < 900:
        entries += play(table, random)
    again = Table(setup)
    for entry in entries:
        again.apply(entry)
    assert state_to_dict(again.game.state) == state_to_dict(table.game.state)
    assert again.game.record == table.game.record
    assert again.game.facts == table.game.facts
    assert again.facts_after == table.facts_after
    assert again.facts_by_length == table.facts_by_length
    assert (again.decision, again.number) == (table.decision, table.number)
    assert again.offers == table.offers
    assert again.result == table.result
    assert len(table.facts_by_length) == table.length + 1
    fresh = table.game.rewound(table.length)
    assert fresh.facts == table.game.facts


@pytest.mark.parametrize("seed", range(3))
def test_undo_is_what_the_engine_allows(seed: int) -> None:
    table, random = Table(Setup(Rules(), f"undo {seed}")), Random(seed)
    table.start(0)
    while table.number < 300:
        play(table, random, undo_share=0)
        if table.is_over:
            break
        for seat in (0, 1):
            # One answer back is the engine's step; several may follow where there was no choice.
            game = table.game.copy()
            try:
                game.undo(table.side_of(seat))
                allowed = True
            except IllegalUndo:
                allowed = False
            single = table.given and not table.given[-1].had_choice
            if not single:
                assert table.may_undo(seat) == allowed
            elif not allowed:
                assert not table.may_undo(seat)


def test_a_client_that_missed_anything_catches_up() -> None:
    table, random = Table(Setup(Rules(), "catch up")), Random(5)
    table.start(0)
    known = {table.number: list(table.game.facts)}
    while not table.is_over and table.number < 250:
        play(table, random)
        known[table.number] = list(table.game.facts)
    for number, facts in known.items():
        first = table.facts_missed_since(number)
        assert facts[:first] == table.game.facts[:first]
    assert table.facts_missed_since(-5) == 0
    assert table.facts_missed_since(10**9) == 0


def test_offers_to_the_computer() -> None:
    table = Table(Setup(Rules(), "computer", human=(True, False)))
    table.start(0)
    for _ in range(3):
        pending = table.game.pending
        assert pending is not None
        table.answer(0, table.decision, pending.options[0], 0)
    with pytest.raises(Refusal, match="plays on"):
        table.offer(0, OfferKind.DRAW, 0)
    length = table.length
    table.offer(0, OfferKind.TAKEBACK, 0)
    assert table.length < length
    assert table.offers == {}


def test_chance_goes_on_after_a_takeback() -> None:
    """Dice that were taken back do not come again: nobody knows the next ones."""
    table, random = Table(Setup(Rules(), "dice", shared=True)), Random(1)
    table.start(0)
    while table.chance_answers < 25 and not table.is_over:
        play(table, random, undo_share=0)
    before = table.chance_answers
    table.offer(table.deciding_seat or 0, OfferKind.TAKEBACK, 0)
    assert table.chance_answers == before


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
    table = Table(Setup(Rules(), "open"))
    with pytest.raises(Refusal):
        table.offer(0, kind, 0)
    with pytest.raises(Refusal):
        table.resign(0, 0)
    with pytest.raises(Refusal):
        table.answer(0, 0, 1, 0)
    with pytest.raises(Refusal):
        table.undo(0, 0)
    with pytest.raises(Refusal):
        table.resume(0, 0)
    assert table.number == 0
