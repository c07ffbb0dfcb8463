"""How people use the cards: counts of whole games, and those that are shipped."""

from collections import Counter

from tests.replays.games import random_game
from twilight.engine.cards import CARD_BY_KEY
from twilight.engine.ids import COUP, EVENT_FIRST, NATO, NO_CARD
from twilight.engine.journal import FactKind
from twilight.engine.types import Kind
from twilight.replays.card_uses import HEADLINE, USES, count_uses, load_card_uses, use_of, uses_in


def test_headlines_and_plays_are_counted_as_the_journal_tells_them() -> None:
    game = random_game(3, space=0.3)
    found = list(uses_in(game))
    facts = Counter(fact.kind for fact in game.facts)
    uses = Counter(use for _, _, use in found)
    # A game that ends may leave a chosen headline unshown.
    assert abs(uses["headline"] - facts[FactKind.HEADLINE]) <= 1
    assert uses["space"] > 0
    assert set(uses) <= {HEADLINE, *USES.values()}
    assert {side for _, side, _ in found} == {"us", "ussr"}


def test_an_answer_tells_the_use_of_its_card() -> None:
    assert use_of(Kind.HEADLINE, NO_CARD, NATO) == (NATO, "headline")
    assert use_of(Kind.PLAY_MODE, NATO, EVENT_FIRST) == (NATO, "event")
    assert use_of(Kind.PLAY_MODE, NATO, COUP) == (NATO, "coup")
    assert use_of(Kind.ROUND_CARD, NO_CARD, NATO) is None
    assert use_of(Kind.OPERATION, NATO, COUP) is None


def test_games_are_added_up() -> None:
    one, two = random_game(3), random_game(4)
    both = count_uses([one, two])
    assert both.games == 2
    plays = sum(
        n for sides in both.cards.values() for uses in sides.values() for n in uses.values()
    )
    assert plays == len(list(uses_in(one))) + len(list(uses_in(two)))


def test_the_shipped_counts_are_sums_and_nothing_else() -> None:
    shipped = load_card_uses()
    assert shipped.games > 20
    assert set(shipped.cards) <= set(CARD_BY_KEY)
    for sides in shipped.cards.values():
        assert set(sides) <= {"us", "ussr"}
        for uses in sides.values():
            assert set(uses) <= {HEADLINE, *USES.values()}
            assert all(count > 0 for count in uses.values())
    assert len(shipped.cards) > 100
