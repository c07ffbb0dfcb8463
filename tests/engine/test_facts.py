"""The facts of the map and the cards are those of the printed game."""

from collections import Counter

from twilight.engine import ids
from twilight.engine.actions import ACTION_BY_KEY, ACTION_KEYS
from twilight.engine.board import (
    ALL_COUNTRIES,
    BATTLEGROUNDS,
    COUNTRY_KEYS,
    NEIGHBOURS,
    NEXT_TO_SUPERPOWER,
    REGION_MASKS,
    STABILITY,
    STARTING_INFLUENCE,
    countries_in,
    mask_of,
    neighbours_of,
)
from twilight.engine.cards import (
    ALL_CARDS,
    BOX_CARDS,
    CARD_KEYS,
    OPS,
    OWNER,
    PERIOD,
    SCORING,
    SET,
    STARRED,
    WAR,
)
from twilight.engine.ids import CARD_SLOTS, LATER_CARDS, NUMBER_OF_ACTIONS
from twilight.engine.rules import Rules
from twilight.engine.turn.start_and_end import deck_of
from twilight.engine.types import (
    AFRICA,
    ASIA,
    CENTRAL_AMERICA,
    EARLY,
    EASTERN_EUROPE,
    EUROPE,
    LATE,
    MID,
    MIDDLE_EAST,
    NOBODY,
    SOUTH_AMERICA,
    SOUTHEAST_ASIA,
    US,
    USSR,
    WESTERN_EUROPE,
)

COUNTRIES_BY_REGION = {
    EUROPE: (21, 5),
    ASIA: (15, 6),
    MIDDLE_EAST: (10, 6),
    AFRICA: (18, 5),
    CENTRAL_AMERICA: (10, 3),
    SOUTH_AMERICA: (10, 4),
    WESTERN_EUROPE: (14, 3),
    EASTERN_EUROPE: (9, 2),
    SOUTHEAST_ASIA: (7, 1),
}


def test_countries_and_battlegrounds_by_region() -> None:
    for region, (countries, battlegrounds) in COUNTRIES_BY_REGION.items():
        assert REGION_MASKS[region].bit_count() == countries
        assert (REGION_MASKS[region] & BATTLEGROUNDS).bit_count() == battlegrounds
    assert ALL_COUNTRIES.bit_count() == 84
    assert BATTLEGROUNDS.bit_count() == 29
    both = REGION_MASKS[WESTERN_EUROPE] & REGION_MASKS[EASTERN_EUROPE]
    assert countries_in(both) == (ids.AUSTRIA, ids.FINLAND)


def test_connections_are_symmetric_and_complete() -> None:
    links = 0
    for country in range(84):
        for other in countries_in(NEIGHBOURS[country]):
            assert NEIGHBOURS[other] >> country & 1, (COUNTRY_KEYS[country], COUNTRY_KEYS[other])
            links += 1
    assert links == 2 * 112
    assert countries_in(NEXT_TO_SUPERPOWER[US]) == tuple(
        sorted((ids.CANADA, ids.CUBA, ids.JAPAN, ids.MEXICO))
    )
    assert NEXT_TO_SUPERPOWER[USSR] == mask_of(
        [ids.AFGHANISTAN, ids.FINLAND, ids.NORTH_KOREA, ids.POLAND, ids.ROMANIA]
    )


def test_masks_are_read_back() -> None:
    some = (0, 7, 8, 41, 83)
    assert countries_in(mask_of(some)) == some
    joined = 0
    for country in some:
        joined |= NEIGHBOURS[country]
    assert neighbours_of(mask_of(some)) == joined


def test_starting_influence() -> None:
    assert sum(STARTING_INFLUENCE[USSR]) == 9
    assert sum(STARTING_INFLUENCE[US]) == 18
    assert STARTING_INFLUENCE[US][ids.CANADA] == 2
    assert STABILITY[ids.NORWAY] == 4


def test_cards_by_period_side_and_mark() -> None:
    cards = BOX_CARDS
    assert len(cards) == 110
    assert Counter(PERIOD[card] for card in cards) == {EARLY: 39, MID: 48, LATE: 23}
    assert Counter(OWNER[card] for card in cards) == {US: 42, USSR: 40, NOBODY: 28}
    assert sum(STARRED[card] for card in cards) == 70
    assert sum(SCORING[card] for card in cards) == 7
    assert sum(WAR[card] for card in cards) == 5
    assert sum(SET[card] == "optional" for card in cards) == 7
    assert all((OPS[card] == 0) == SCORING[card] for card in cards)


def test_decks_with_and_without_optional_cards() -> None:
    with_optional, without = Rules(), Rules(optional_cards=False)
    assert [len(deck_of(with_optional, period)) for period in (EARLY, MID, LATE)] == [38, 48, 23]
    assert [len(deck_of(without, period)) for period in (EARLY, MID, LATE)] == [35, 46, 21]


def test_ids_by_name_are_those_of_the_data() -> None:
    for country, key in enumerate(COUNTRY_KEYS):
        assert getattr(ids, key.upper()) == country
    for card in ALL_CARDS:
        assert getattr(ids, CARD_KEYS[card].upper()) == card


def test_action_ids_are_pinned() -> None:
    """These numbers are in saved games and trained networks: they must never change."""
    assert max(CARD_SLOTS, LATER_CARDS) == NUMBER_OF_ACTIONS
    assert LATER_CARDS == 288
    pinned = {
        "canada": 0,
        "brazil": 83,
        "chinese_civil_war": 84,
        "asia_scoring": 86,
        "awacs_sale_to_saudis": 195,
        "nationalist_china": 205,
        "event": 210,
        "event_first": 211,
        "influence": 212,
        "coup": 213,
        "realignment": 214,
        "space": 215,
        "pass": 216,
        "decline": 217,
        "done": 218,
        "accept": 219,
        "participate": 220,
        "boycott": 221,
        "play_it": 222,
        "return_it": 223,
        "improve": 224,
        "keep": 225,
        "degrade": 226,
        "remove": 227,
        "add": 228,
        "roll": 229,
        "name_europe": 235,
        "name_south_america": 240,
        "die_1": 242,
        "die_6": 247,
        "number_0": 250,
        "number_20": 270,
        "statecraft_minor": 275,
        "statecraft_dummy": 279,
        "name_ussr": 280,
        "name_us": 281,
    }
    assert {key: ACTION_BY_KEY[key] for key in pinned} == pinned
    assert len(ACTION_BY_KEY) == sum(bool(key) for key in ACTION_KEYS)
