"""Handicap and bidding (V2)."""

import pytest

from tests.position import deal_first, expect, facts, new_game, offers, play
from twilight.engine.game import Game
from twilight.engine.journal import FactKind
from twilight.engine.rules import OptionValue
from twilight.engine.types import NOBODY, US, USSR
from twilight.engine.view import observe


def after_setup(*us_placement: str, **options: OptionValue) -> Game:
    game = deal_first(new_game(handicap_side="us", **options))
    return play(game, *["poland"] * 6, *us_placement)


def test_h1_where_the_handicap_may_go() -> None:
    game = after_setup(*["west_germany"] * 4, *["italy"] * 3, handicap_amount=2)
    assert {"italy", "iran"} <= set(offers(game))
    assert "france" not in offers(game)
    play(game, "italy")
    assert "italy" not in offers(game)
    expect(play(game, "iran"), "italy 4/0, iran 2/0, canada 2/0, uk 5/0")


def test_h2_at_most_two_above_stability() -> None:
    game = after_setup(*["italy"] * 7, handicap_amount=3)
    assert "italy" not in offers(game)
    play(game, "australia", "australia")
    assert "australia" not in offers(game)
    expect(game, "australia 6/0")


def test_a_handicap_that_finds_no_country_is_lost() -> None:
    game = deal_first(
        new_game(
            handicap_side="ussr",
            handicap_amount=5,
            starting_influence="none",
            free_influence_ussr=0,
        )
    )
    play(game, *["italy"] * 7)
    expect(game, "asks ussr headline")


def bid(*answers: str) -> Game:
    """Let the first player bid with the first two answers and the second with the others."""
    return play(new_game(side_selection="bid"), *answers)


Result = tuple[bool, tuple[int, int]]


def result(game: Game) -> Result:
    """Tell whether the seats are swapped, and the handicap of the USSR and the US."""
    assert game.pending is not None
    assert game.pending.kind.name == "DRAW"
    return game.state.seats_swapped, game.state.handicap


BIDS = {
    "h3": (("name_ussr", 2, "name_ussr", 3), (True, (0, 3))),
    "h4": (("name_us", 1, "name_ussr", 4), (True, (0, 0))),
    "h6": (("name_us", 1, "name_us", 3), (False, (3, 0))),
    "h8": (("name_ussr", 3, "decline", 0), (False, (0, 0))),
    "first player wins": (("name_us", 4, "name_us", 3), (True, (4, 0))),
    "only the second names a side": (("decline", 0, "name_ussr", 5), (True, (0, 0))),
    "as they sit": (("name_ussr", 7, "name_us", 7), (False, (0, 0))),
}


@pytest.mark.parametrize(("bids", "expected"), BIDS.values(), ids=BIDS)
def test_bids_settle_sides_and_handicap(bids: tuple[str, int, str, int], expected: Result) -> None:
    first, first_number, second, second_number = bids
    game = bid(first, f"number_{first_number}", second, f"number_{second_number}")
    assert result(game) == expected
    swapped, handicap = expected
    assert facts(game, FactKind.SIDES)[0].values == (int(swapped), *handicap)


@pytest.mark.parametrize(("lot", "swapped"), [("name_ussr", False), ("name_us", True)])
def test_h5_equal_bids_are_decided_by_lot(lot: str, swapped: bool) -> None:
    game = bid("name_ussr", "number_2", "name_ussr", "number_2")
    expect(game, "asks chance lot")
    assert result(play(game, lot)) == (swapped, (0, 2))


@pytest.mark.parametrize(("lot", "swapped"), [("name_ussr", False), ("name_us", True)])
def test_h7_nobody_names_a_side(lot: str, swapped: bool) -> None:
    game = bid("decline", "number_0", "decline", "number_0")
    assert result(play(game, lot)) == (swapped, (0, 0))


def test_the_handicap_of_a_bid_is_placed_after_the_setup() -> None:
    game = deal_first(bid("name_ussr", "number_2", "name_ussr", "number_3"))
    play(game, *["poland"] * 6, *["italy"] * 7)
    expect(game, "asks us handicap_influence")
    expect(play(game, "iran", "iran", "panama"), "iran 3/0, panama 2/0, asks ussr headline")


def test_without_a_side_only_zero_can_be_named() -> None:
    game = bid("decline")
    assert offers(game) == ["number_0"]
    assert len(offers(bid("name_us"))) == 21


def test_a_bid_is_hidden_until_both_are_made() -> None:
    """The second player sees the same whatever the first one does, in number and shape."""
    games = [bid("name_ussr", "number_3"), bid("name_us", "number_9"), bid("decline", "number_0")]
    for viewer in (US, NOBODY):
        assert len({repr(observe(game, viewer).state.bids) for game in games}) == 1
        assert all(observe(game, viewer) == observe(games[0], viewer) for game in games)
        assert not any(facts(game, FactKind.BID) for game in games)
    assert observe(games[0], USSR) != observe(games[1], USSR)
    for game in games:
        play(game, "name_us", "number_1")
    assert observe(games[0], US) != observe(games[1], US)
    seen = [(fact.side, fact.values) for fact in facts(games[1], FactKind.BID)]
    assert seen == [(USSR, (9,)), (US, (1,))]
