"""The names of cards, countries and regions as the public log format spells them."""

from typing import Final

from twilight.engine.board import COUNTRY_KEYS, read_rows
from twilight.engine.cards import CARD_TITLES, STARRED, is_card
from twilight.engine.ids import (
    ALLIANCE_FOR_PROGRESS,
    AN_EVIL_EMPIRE,
    ASK_NOT_WHAT_YOUR_COUNTRY_CAN_DO_FOR_YOU,
    AWACS_SALE_TO_SAUDIS,
    CARD_SLOTS,
    CHINESE_CIVIL_WAR,
    DOMINICAN_REPUBLIC,
    EAST_GERMANY,
    FIVE_YEAR_PLAN,
    GRAIN_SALES_TO_SOVIETS,
    HOW_I_LEARNED_TO_STOP_WORRYING,
    LONE_GUNMAN,
    MIDDLE_EAST_SCORING,
    NAME_AFRICA,
    NAME_ASIA,
    NAME_CENTRAL_AMERICA,
    NAME_EUROPE,
    NAME_MIDDLE_EAST,
    NAME_SOUTH_AMERICA,
    NIXON_PLAYS_THE_CHINA_CARD,
    NORTH_KOREA,
    OAS_FOUNDED,
    ONE_SMALL_STEP,
    SOUTH_KOREA,
    UK,
    WE_WILL_BURY_YOU,
    WEST_GERMANY,
    Action,
    Card,
    Country,
)
from twilight.engine.types import US, USSR, Actor

# Spellings that are not the title with a star behind it.
_CARD_SPELLINGS: Final[dict[Card, str]] = {
    MIDDLE_EAST_SCORING: "Mideast Scoring",
    FIVE_YEAR_PLAN: "Five Year Plan",
    HOW_I_LEARNED_TO_STOP_WORRYING: "How I Learned To Stop Worrying*",
    WE_WILL_BURY_YOU: '"We Will Bury You"*',
    LONE_GUNMAN: '"Lone Gunman"*',
    GRAIN_SALES_TO_SOVIETS: "Grain Sales To Soviets",
    OAS_FOUNDED: "OAS Founded",
    NIXON_PLAYS_THE_CHINA_CARD: "Nixon Plays The China Card*",
    ASK_NOT_WHAT_YOUR_COUNTRY_CAN_DO_FOR_YOU: '"Ask Not What Your Country..."*',
    ALLIANCE_FOR_PROGRESS: "Alliance For Progress*",
    ONE_SMALL_STEP: '"One Small Step..."',
    AN_EVIL_EMPIRE: '"An Evil Empire"*',
    AWACS_SALE_TO_SAUDIS: "AWACS Sale To Saudis*",
}
_COUNTRY_SPELLINGS: Final[dict[Country, str]] = {
    UK: "UK",
    WEST_GERMANY: "West Germany",
    EAST_GERMANY: "East Germany",
    SOUTH_KOREA: "South Korea",
    NORTH_KOREA: "North Korea",
    DOMINICAN_REPUBLIC: "Dominican Republic",
    CHINESE_CIVIL_WAR: "Chinese Civil War",
}


def _spell_card(card: Card) -> str:
    if card in _CARD_SPELLINGS:
        return _CARD_SPELLINGS[card]
    return CARD_TITLES[card] + ("*" if STARRED[card] else "")


def _spell_countries() -> tuple[str, ...]:
    titles = [row["name"] for row in read_rows("countries.csv")] + [""]
    return tuple(
        _COUNTRY_SPELLINGS.get(country, titles[country]) for country in range(len(COUNTRY_KEYS))
    )


CARD_NAMES: Final = tuple(_spell_card(card) if is_card(card) else "" for card in range(CARD_SLOTS))
CARD_BY_NAME: Final[dict[str, Card]] = {name: card for card, name in enumerate(CARD_NAMES) if name}
COUNTRY_NAMES: Final = _spell_countries()
COUNTRY_BY_NAME: Final[dict[str, Country]] = {
    name: country for country, name in enumerate(COUNTRY_NAMES)
}
REGION_NAMES: Final[dict[Action, str]] = {
    NAME_EUROPE: "Europe",
    NAME_ASIA: "Asia",
    NAME_MIDDLE_EAST: "Middle East",
    NAME_AFRICA: "Africa",
    NAME_CENTRAL_AMERICA: "Central America",
    NAME_SOUTH_AMERICA: "South America",
}
SIDE_NAMES: Final = ("USSR", "US")
SIDE_BY_NAME: Final[dict[str, Actor]] = {"USSR": USSR, "US": US}
