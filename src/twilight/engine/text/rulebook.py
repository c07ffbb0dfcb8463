"""The rulebook in our own words: numbered paragraphs, the same in terminal, browser and site.

Refusals, lines of a log and rulings name paragraphs by these numbers.
"""

import re
from functools import cache
from typing import Final, NamedTuple

from twilight.engine.board import (
    BATTLEGROUNDS,
    BIT,
    NEXT_TO_SUPERPOWER,
    NUMBER_OF_COUNTRIES,
    REGION_MASKS,
    Mask,
    countries_in,
)
from twilight.engine.cards import CARD_BY_KEY
from twilight.engine.ids import Card
from twilight.engine.journal import FactKind
from twilight.engine.operations.space import (
    LAST_BOX,
    NEEDED_VALUE,
    POINTS_FIRST,
    POINTS_SECOND,
    SUCCESS_UP_TO,
)
from twilight.engine.scoring import LEVEL_POINTS
from twilight.engine.text.language import (
    Language,
    capitalized,
    card_name,
    country_name,
    load_language,
    load_parts,
    region_name,
    space_box_name,
)
from twilight.engine.types import (
    EASTERN_EUROPE,
    EUROPE,
    SCORED_REGIONS,
    SOUTHEAST_ASIA,
    US,
    USSR,
    WESTERN_EUROPE,
)

NUMBER: Final = re.compile(r"\b[RV]\d+(?:\.\d+)?\b")

# The options that change what a paragraph says.
OPTIONS: Final[dict[str, tuple[str, ...]]] = {
    "R2.6": ("optional_cards", "promo_1", "promo_2"),
    "R3.1": ("side_selection",),
    "R3.5": ("starting_influence",),
    "R3.7": ("free_influence_ussr", "free_influence_us"),
    "R4.2": ("defcon_improve", "end_turn_check_order"),
    "R5.3": ("reshuffle",),
    "R6.11": ("headline_counts_as_play",),
    "R7.4": ("eighth_round",),
    "R8.2": ("spend_all_points", "event_ops_space", "mix_influence_and_realign"),
    "R8.6": ("starred_event_failed",),
    "R9.6": ("modify_event_ops",),
    "R10.2": ("placement_own_country", "placement_superpower"),
    "R10.3": ("placement_snapshot",),
    "R11.2": ("coup_order",),
    "R11.3": ("coup_shortfall",),
    "R12.2": ("realign_target", "realign_ignores_defcon"),
    "R12.4": ("realign_removal", "realign_phasing_safe"),
    "R13.2": ("space_decline_roll",),
    "R13.7": ("eagle_bear_discard",),
    "R14.2": ("defcon_regions",),
    "R16.2": ("starred_event_failed",),
    "R16.4": ("glasnost_ends_reformer",),
    "R16.9": ("flower_power_pays",),
    "R17.5": ("china_blocked_by_scoring",),
    "R17.6": ("china_space", "china_use"),
    "R17.8": ("china_final_vp",),
    "R18.5": ("europe_control",),
    "R20.3": ("held_scoring_card",),
    "R20.5": ("trapped_scoring_play",),
    "R21.2": ("both_hold_scoring",),
    "R21.4": ("reveal_held_cards",),
    "R22.2": ("shuttle_in_final",),
    "R22.4": ("final_tie",),
    "V1.2": ("chinese_civil_war", "civil_war_chernobyl"),
    "V1.3": ("civil_war_event_ops",),
    "V2.1": ("handicap_side", "handicap_amount"),
    "V2.2": ("handicap_target",),
    "V2.3": ("handicap_cap",),
    "V2.4": ("handicap_full",),
    "V3.1": ("turn_zero",),
    "V4.1": ("scenario",),
    "V4.4": ("late_war_canada",),
    "V4.9": ("late_war_wargames",),
}

# Where to read about a line of the log.
FACT_RULES: Final = {
    FactKind.TURN: "R4.2",
    FactKind.HEADLINE: "R6.1",
    FactKind.HEADLINE_EVENT: "R6.5",
    FactKind.ROUND: "R7.1",
    FactKind.CARD_PLAYED: "R8.1",
    FactKind.ROUND_PASSED: "R7.3",
    FactKind.EVENT: "R1.5",
    FactKind.PREVENTED: "R16.2",
    FactKind.OPERATION: "R8.2",
    FactKind.INFLUENCE: "R2.4",
    FactKind.COUP_TARGET: "R11.1",
    FactKind.COUP_ROLL: "R11.2",
    FactKind.REALIGNMENT_TARGET: "R12.2",
    FactKind.REALIGNMENT_ROLL: "R12.3",
    FactKind.SPACE_ROLL: "R13.2",
    FactKind.SPACE: "R13.4",
    FactKind.WAR: "R16.6",
    FactKind.WAR_ROLL: "R16.6",
    FactKind.MILITARY_OPERATIONS: "R15.1",
    FactKind.DEFCON: "R14.5",
    FactKind.VICTORY_POINTS: "R19.2",
    FactKind.NO_VICTORY_POINTS: "R19.1",
    FactKind.EFFECT_STARTS: "R16.4",
    FactKind.EFFECT_ENDS: "R16.4",
    FactKind.REVEAL: "R23.2",
    FactKind.NOTHING_TO_REVEAL: "R23.2",
    FactKind.DISCARD: "R16.5",
    FactKind.NOTHING_TO_DISCARD: "R16.1",
    FactKind.DRAW: "R5.3",
    FactKind.TAKE: "R16.1",
    FactKind.PAIRED: "R8.7",
    FactKind.RETURN: "R16.3",
    FactKind.RESHUFFLE: "R5.3",
    FactKind.DECK_ADDED: "R5.4",
    FactKind.CARD_REMOVED: "R16.3",
    FactKind.CHINA_CARD: "R17.3",
    FactKind.TRAP_ROLL: "R20.5",
    FactKind.DIE: "R1.3",
    FactKind.CHOICE: "R1.5",
    FactKind.REGION_SCORED: "R18.1",
    FactKind.GAME_OVER: "R19.4",
    FactKind.LOOKED_AT: "R23.2",
    FactKind.HEADLINE_CANCELLED: "R6.6",
    FactKind.NORAD: "R16.4",
    FactKind.CLEANUP: "R4.2",
    FactKind.HELD: "R21.4",
    FactKind.SETUP: "R3.7",
    FactKind.STATECRAFT: "V3.4",
    FactKind.CRISIS: "V3.4",
    FactKind.BID: "V2.6",
    FactKind.STATECRAFT_LOST: "V3.10",
    FactKind.SIDES: "V2.6",
    FactKind.TURNED_OVER: "R16.5",
    FactKind.EVENT_OVER: "R16.3",
    FactKind.OPERATION_OVER: "R8.2",
    FactKind.CHINA_SCORED: "R17.8",
}

Rows = list[list[str]]


class Paragraph(NamedTuple):
    """A rule: its number and text, the options that change it, the cards it names, its table."""

    number: str
    text: str
    options: tuple[str, ...]
    cards: tuple[Card, ...]
    table: Rows


class Section(NamedTuple):
    """A part of the rulebook, with a number such as R10, and its paragraphs."""

    number: str
    title: str
    paragraphs: tuple[Paragraph, ...]


@cache
def load_rulebook(code: str = "en") -> tuple[Section, ...]:
    """Return the rulebook in a language."""
    language = load_language(code)
    texts = load_parts("rulebook", code)
    rules, titles = texts["rules"], texts["sections"]
    tables = _tables(language, texts["tables"])
    names = _card_names(language)
    found: dict[str, list[Paragraph]] = {section: [] for section in titles}
    for number, text in rules.items():
        paragraph = Paragraph(
            number,
            text,
            OPTIONS.get(number, ()),
            _cards_named(text, names),
            tables.get(number, []),
        )
        found[section_of(number)].append(paragraph)
    return tuple(
        Section(number, titles[number], tuple(paragraphs)) for number, paragraphs in found.items()
    )


def section_of(number: str) -> str:
    """Name the section that a paragraph belongs to."""
    return number.partition(".")[0]


def section_title(section: Section) -> str:
    """Write the heading of a section: without the letter that rules have in front."""
    number = section.number.removeprefix("R")
    return f"{number}. {section.title}"


def _card_names(language: Language) -> list[tuple[str, Card]]:
    """List the names of all cards, the longest first, so that none hides within another."""
    names = [(card_name(card, language), card) for card in CARD_BY_KEY.values()]
    return sorted(names, key=lambda one: -len(one[0]))


def _cards_named(text: str, names: list[tuple[str, Card]]) -> tuple[Card, ...]:
    places = []
    for name, card in names:
        found = re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text)
        if found:
            places.append((found.start(), card))
            text = text[: found.start()] + "\0" * len(name) + text[found.end() :]
    return tuple(card for _, card in sorted(places))


# Tables, made of the facts that the engine plays by


def _tables(language: Language, words: dict[str, str]) -> dict[str, Rows]:
    return {
        "R2.3": _regions(language, words),
        "R13.1": _boxes(language, words),
        "R18.2": _scoring(language, words),
    }


def _regions(language: Language, words: dict[str, str]) -> Rows:
    rows = [[words["region"], words["countries"]]]
    parts = (WESTERN_EUROPE, EASTERN_EUROPE, SOUTHEAST_ASIA)
    for region in (*parts, *(one for one in SCORED_REGIONS if one != EUROPE)):
        name = capitalized(region_name(region, language))
        rows.append([name, _names(REGION_MASKS[region], language)])
    return rows


def _names(mask: Mask, language: Language) -> str:
    inside = countries_in(mask & ((1 << NUMBER_OF_COUNTRIES) - 1))
    stars = {country: "*" if BATTLEGROUNDS & BIT[country] else "" for country in inside}
    return ", ".join(sorted(country_name(one, language) + stars[one] for one in inside))


def _boxes(language: Language, words: dict[str, str]) -> Rows:
    heads = ("box", "name", "value", "success", "first", "second", "ability")
    rows = [[words[head] for head in heads]]
    for box in range(1, LAST_BOX + 1):
        points = [str(of[box] or "") for of in (POINTS_FIRST, POINTS_SECOND)]
        roll = f"1-{SUCCESS_UP_TO[box]}"
        name = space_box_name(box, language)
        ability = words.get(f"ability_{box}", "")
        rows.append([str(box), name, str(NEEDED_VALUE[box]), roll, *points, ability])
    return rows


def _scoring(language: Language, words: dict[str, str]) -> Rows:
    heads = ("region", "presence", "domination", "control", "battlegrounds")
    rows = [[*(words[head] for head in heads), words["next_to_usa"], words["next_to_ussr"]]]
    for region in SCORED_REGIONS:
        mask = REGION_MASKS[region]
        _, presence, domination, control = LEVEL_POINTS[region]
        rows.append(
            [
                capitalized(region_name(region, language)),
                str(presence),
                str(domination),
                words["wins"] if region == EUROPE else str(control),
                str((mask & BATTLEGROUNDS).bit_count()),
                *(
                    ", ".join(
                        country_name(one, language)
                        for one in countries_in(mask & NEXT_TO_SUPERPOWER[side])
                    )
                    for side in (US, USSR)
                ),
            ]
        )
    return rows
