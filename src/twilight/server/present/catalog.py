"""Builds what does not change during a game, once for each language."""

from collections.abc import Mapping
from functools import cache
from typing import Final

from twilight.bots.registry import PROGRAM, about_bot, parse_spec, usual_seconds
from twilight.engine.actions import ACTION_KEYS
from twilight.engine.board import (
    BATTLEGROUNDS,
    BIT,
    COUNTRY_KEYS,
    NEIGHBOURS,
    NEXT_TO_SUPERPOWER,
    NUMBER_OF_COUNTRIES,
    REGION_MASKS,
    REGION_OF,
    STABILITY,
    countries_in,
)
from twilight.engine.cards import (
    CARD_BY_KEY,
    CARD_KEYS,
    OPS,
    OWNER,
    PERIOD,
    SCORING,
    SCORING_REGION,
    SET,
    STARRED,
    WAR,
    printed_number,
)
from twilight.engine.operations.space import (
    LAST_BOX,
    NEEDED_VALUE,
    POINTS_FIRST,
    POINTS_SECOND,
    SUCCESS_UP_TO,
)
from twilight.engine.rules import (
    IMPLIED,
    OPTION_NAMES,
    PRESETS,
    make_rules,
    rules_to_dict,
    values_of,
)
from twilight.engine.scoring import LEVEL_POINTS
from twilight.engine.text.language import (
    LANGUAGES,
    Language,
    action_name,
    card_name,
    card_text,
    country_name,
    region_name,
    space_box_name,
)
from twilight.engine.text.rules import rules_texts, value_name
from twilight.engine.types import (
    EASTERN_EUROPE,
    PERIOD_NAMES,
    REGION_NAMES,
    SCORED_REGIONS,
    SIDES,
    SOUTHEAST_ASIA,
    WESTERN_EUROPE,
)
from twilight.server.http.access import language_of
from twilight.server.messages import VERSION
from twilight.server.messages.catalog import (
    BotInfo,
    CardInfo,
    Catalog,
    CountryInfo,
    OptionInfo,
    PresetInfo,
    RegionInfo,
    RulesInfo,
    SpaceBox,
)
from twilight.server.messages.view import Owner
from twilight.server.people.levels import level_strength
from twilight.server.present.view import owner_key, side_key

_SUBREGIONS: Final = (WESTERN_EUROPE, EASTERN_EUROPE, SOUTHEAST_ASIA)


@cache
def catalog(code: str) -> Catalog:
    """Name everything in a language."""
    language = language_of(code)
    return Catalog(
        version=VERSION,
        language=language.code,
        languages=list(LANGUAGES),
        cards=[_card(card, language) for card in CARD_BY_KEY.values()],
        countries=[_country(country, language) for country in range(NUMBER_OF_COUNTRIES)],
        regions=[_region(region, language) for region in SCORED_REGIONS],
        space=[_box(box, language) for box in range(1, LAST_BOX + 1)],
        actions={
            key: action_name(action, language) for action, key in enumerate(ACTION_KEYS) if key
        },
    )


def _card(card: int, language: Language) -> CardInfo:
    return CardInfo(
        card=CARD_KEYS[card],
        number=printed_number(card),
        name=card_name(card, language),
        text=card_text(card, language),
        side=owner_key(OWNER[card]),
        ops=OPS[card],
        period=PERIOD_NAMES[PERIOD[card]],
        starred=STARRED[card],
        scoring=SCORING[card],
        war=WAR[card],
        optional=SET[card] == "optional",
        region=REGION_NAMES[SCORING_REGION[card]] if card in SCORING_REGION else None,
    )


def _country(country: int, language: Language) -> CountryInfo:
    bit = BIT[country]
    superpower: Owner = "nobody"
    for side in SIDES:
        if NEXT_TO_SUPERPOWER[side] & bit:
            superpower = side_key(side)
    return CountryInfo(
        country=COUNTRY_KEYS[country],
        name=country_name(country, language),
        region=REGION_NAMES[REGION_OF[country]],
        subregions=[REGION_NAMES[one] for one in _SUBREGIONS if REGION_MASKS[one] & bit],
        stability=STABILITY[country],
        battleground=bool(BATTLEGROUNDS & bit),
        neighbours=[COUNTRY_KEYS[one] for one in countries_in(NEIGHBOURS[country])],
        superpower=superpower,
    )


def _region(region: int, language: Language) -> RegionInfo:
    _, presence, domination, control = LEVEL_POINTS[region]
    name = region_name(region, language)
    return RegionInfo(REGION_NAMES[region], name, presence, domination, control)


def _box(box: int, language: Language) -> SpaceBox:
    return SpaceBox(
        box=box,
        name=space_box_name(box, language),
        needs=NEEDED_VALUE[box],
        up_to=SUCCESS_UP_TO[box],
        first=POINTS_FIRST[box],
        second=POINTS_SECOND[box],
    )


@cache
def rules_info(code: str) -> RulesInfo:
    """List all presets and options, told in a language."""
    texts = rules_texts(code)
    defaults = rules_to_dict(make_rules())
    return RulesInfo(
        presets=[
            PresetInfo(
                preset=preset,
                name=texts.preset_names[preset],
                text=texts.presets[preset],
                rules=rules_to_dict(make_rules(preset)),
            )
            for preset in PRESETS
        ],
        options=[
            OptionInfo(
                option=option,
                values=list(values_of(option)),
                value_names=[value_name(value, texts) for value in values_of(option)],
                default=defaults[option],
                name=texts.option_names.get(option),
                text=texts.options[option],
            )
            for option in OPTION_NAMES
        ],
        implied=IMPLIED,
    )


def bot_infos(levels: Mapping[str, str]) -> list[BotInfo]:
    """List the computer players, with the first sentence of their documentation."""
    found = []
    for name, bot in levels.items():
        if bot.startswith(PROGRAM):
            # Its command is the host's own business.
            about = "A program that the host of this server offers."
            found.append(BotInfo(name, about, rating=None, rating_deviation=None, seconds=None))
            continue
        spec = parse_spec(bot)
        strength = level_strength(bot)
        found.append(
            BotInfo(
                bot=name,
                text=about_bot(spec.name),
                rating=None if strength is None else strength.rating,
                rating_deviation=None if strength is None else strength.deviation,
                seconds=usual_seconds(spec),
            )
        )
    return found
