"""What each option does, in one sentence, and where each preset takes its value from."""

from functools import cache
from typing import Final, NamedTuple

from twilight.engine.rules import (
    OPTION_NAMES,
    PRESETS,
    OptionValue,
    make_rules,
    rules_to_dict,
    spell,
    values_of,
)
from twilight.engine.text.language import load_parts

DOCUMENTS: Final = {
    "deluxe": "Deluxe",
    "glass": "002",
    "glass-2020": "000",
    "classic": "003",
    "manual": "001",
    "app": "recorded games",
}
REPAIR_TEXT: Final = (
    "Repairing probable oversights gives every value marked as such the value of deluxe."
)


class RulesTexts(NamedTuple):
    """What is said about presets, options and the values of options, by their names."""

    preset_names: dict[str, str]
    presets: dict[str, str]
    # The options that people ask for first have a name beside their sentence.
    option_names: dict[str, str]
    options: dict[str, str]
    values: dict[str, str]


@cache
def rules_texts(code: str = "en") -> RulesTexts:
    """Return the texts of a language; its file is read once."""
    return RulesTexts(**load_parts("rules", code))


def value_name(value: OptionValue, texts: RulesTexts) -> str:
    """Say what an option is set to, in a word or two."""
    return texts.values[value] if isinstance(value, str) else spell(value)


# The section of each document, in the order of DOCUMENTS; what `app` does not take from recorded
# games it takes from `deluxe`. The marks are those of SOURCE_MARKS; a dot at the beginning means
# that the document is silent.
SILENT: Final = "·"
SOURCE_MARKS: Final = {
    SILENT: "the document is silent, so this is the value of deluxe",
    "†": "letter of the document, probably an oversight",
    "‡": "claim of the document that no other source shares",
    "¤": "chosen reading of an ambiguous sentence",
}
SOURCES: Final[dict[str, tuple[str, str, str, str, str]]] = {
    "optional_cards": ("2.2", "2.0", "2.0", "Components", "§2 ‡"),
    "starting_influence": ("3.2-3.3", "2.2.2 ¤", "2.2.2 ¤", "Setup", "§3"),
    "free_influence_ussr": ("3.2", "4.1.2(a)", "·", "Setup", "§3"),
    "free_influence_us": ("3.3", "4.1.2(a)", "·", "Setup", "§3"),
    "handicap_side": ("· (decision)", "3.2", "3.2", "·", "·"),
    "handicap_amount": ("· (decision)", "3.2", "3.2", "·", "·"),
    "handicap_target": ("· (as 002)", "4.1.2(b)", "·", "·", "·"),
    "handicap_cap": ("· (as 002)", "4.1.2(c)", "·", "·", "·"),
    "handicap_full": ("· (decision)", "4.1.2(b)", "·", "·", "·"),
    "side_selection": ("· (decision)", "3.2.2", "3.2.2", "·", "·"),
    "chinese_civil_war": ("12", "3.1", "3.1", "·", "·"),
    "civil_war_event_ops": ("12.2 ¤", "3.1.2(a)", "3.1.2(a)", "·", "·"),
    "civil_war_chernobyl": ("12.1", "3.1.2(c) ¤", "3.1.2(c) ¤", "·", "·"),
    "defcon_improve": ("8.1.6", "4.3.3", "4.3.3", "Game Play A", "§4.1"),
    "end_turn_check_order": ("4.5E-F", "4.2", "4.2", "Game Play E-F", "§4.5-4.6"),
    "held_scoring_card": ("11.1.2", "4.2.1", "4.2.1", "Game Play D", "§4.6, §7"),
    "both_hold_scoring": ("· (decision)", "4.2.1", "4.2.1", "·", "·"),
    "reveal_held_cards": ("11.1.1", "4.2.1", "4.2.1", "Game Play F", "§4.6"),
    "eagle_bear_discard": ("6.4.4", "2.1.7(e)", "2.1.7(e)", "·", "·"),
    "headline_counts_as_play": ("FAQ 59", "4.1.3", "4.1.2", "Game Play C", "·"),
    "eighth_round": ("6.4.4", "2.1.7(f)", "2.1.7(f)", "The Space Race", "·"),
    "starred_event_failed": ("5.2", "2.3.5(c), 2.3.9(b)", "·", "Card Play", "·"),
    "spend_all_points": ("6.0", "2.3.6", "2.3.6", "Operations", "§5 Playing a Card"),
    "placement_own_country": (
        "6.1.1",
        "2.3.6(b) †",
        "2.3.6(b) †",
        "Placing Influence Markers",
        "§5 (1)",
    ),
    "placement_superpower": (
        "6.1.4",
        "2.3.6(b)",
        "2.3.6(b)",
        "Placing Influence Markers",
        "§5 (1) †",
    ),
    "placement_snapshot": ("6.1.1", "2.3.6(b)", "2.3.6(b)", "·", "§5 (1)"),
    "realign_target": ("6.2.1", "2.3.6(c)", "2.3.6(c)", "·", "§5 (3)"),
    "realign_removal": ("6.2.2", "2.3.6(c) †", "2.3.6(c) †", "Realignment Rolls", "§5 (3)"),
    "coup_shortfall": ("6.3.2", "2.3.6(d) ¤", "2.3.6(d) ¤", "Coup Attempts", "§5 (2)"),
    "modify_event_ops": ("7.4.2", "·", "·", "Events", "·"),
    "event_ops_space": ("6.0", "2.3.4, 2.3.6", "2.3.4, 2.3.6", "Operations", "§5 (4) ‡"),
    "defcon_regions": ("8.1.5", "2.1.5", "2.1.5", "The Defcon Track", "§5 DEFCON ‡"),
    "china_use": ("9.1, 9.6", "2.3.12(d)", "2.3.11(d)", "China", "§5 The China Card"),
    "china_space": ("FAQ 6", "2.3.12(d)", "2.3.11(d)", "·", "·"),
    "china_blocked_by_scoring": ("9.5", "4.1.4(b)", "4.1.3(b)", "China", "§5 The China Card"),
    "china_final_vp": ("12.2, card 6", "4.4.1", "4.4.1", "·", "§6"),
    "europe_control": ("10.3.1", "2.1.10(e)", "2.1.10(e)", "Automatic Victory", "§6"),
    "final_tie": ("10.3.2", "4.4.1", "4.4.1", "End Game Victory", "·"),
    "shuttle_in_final": ("FAQ 73", "·", "·", "·", "·"),
    "realign_ignores_defcon": ("page 13", "2.1.5", "2.1.5", "Designer Optional Rules", "§5 (3)"),
    "realign_phasing_safe": (
        "page 13",
        "2.3.6(c)",
        "2.3.6(c)",
        "Designer Optional Rules",
        "§5 (3)",
    ),
    "mix_influence_and_realign": ("page 13", "2.3.6", "2.3.6", "Designer Optional Rules", "§5"),
    "space_decline_roll": ("page 13", "2.3.7", "2.3.7", "Designer Optional Rules", "§5 (4)"),
    "coup_order": ("· (as 002)", "2.3.6(d)", "2.3.6(d)", "Coup Attempts", "·"),
    "flower_power_pays": ("FAQ 59", "·", "·", "·", "·"),
    "glasnost_ends_reformer": ("cards 87, 90", "·", "·", "·", "·"),
    "reshuffle": ("4.3 ¤", "2.3.1(a)", "2.3.1(a)", "Game Play ¤", "§7 ¤"),
    "trapped_scoring_play": ("cards 42, 44; FAQ 42/44", "·", "·", "·", "·"),
}
# Variants stand beside every preset and come from one place each.
VARIANT_SOURCES: Final = {
    "scenario": "Deluxe, page 12",
    "turn_zero": "document 004",
    "promo_1": "card faces",
    "promo_2": "card faces",
    "late_war_canada": "Deluxe, page 12; a published module has 2",
    "late_war_wargames": "Deluxe, page 12",
}


class Difference(NamedTuple):
    """One option in which two presets differ, and where the first takes its value from."""

    option: str
    value: OptionValue
    other: OptionValue
    source: str


def source_of(preset: str, option: str) -> str:
    """Name the document and section that a preset takes an option from, with its mark in words."""
    if option in VARIANT_SOURCES:
        return VARIANT_SOURCES[option]
    if preset == "app":
        if option in PRESETS[preset]:
            return "the official digital edition, as recorded games show it"
        return source_of("deluxe", option)
    document = DOCUMENTS[preset]
    name = document if preset == "deluxe" else f"document {document}"
    where = SOURCES[option][list(DOCUMENTS).index(preset)]
    if where.startswith(SILENT):
        return f"{name}: silent{where[1:]}"
    mark = where[-1]
    if mark in SOURCE_MARKS:
        return f"{name}, {where[:-2]} ({SOURCE_MARKS[mark]})"
    return f"{name}, {where}"


def differences(preset: str, other: str, *, repair_oversights: bool = False) -> list[Difference]:
    """List the options in which a preset differs from another one."""
    here = rules_to_dict(make_rules(preset, repair_oversights=repair_oversights))
    there = rules_to_dict(make_rules(other, repair_oversights=repair_oversights))
    return [
        Difference(option, here[option], there[option], source_of(preset, option))
        for option in OPTION_NAMES
        if here[option] != there[option]
    ]


def rules_data() -> dict[str, object]:
    """Return all presets and options as plain data."""
    texts = rules_texts().options
    return {
        "presets": {preset: rules_to_dict(make_rules(preset)) for preset in PRESETS},
        "options": {
            option: {"values": list(values_of(option)), "text": texts[option]}
            for option in OPTION_NAMES
        },
    }


def shown_values(option: str) -> str:
    """Write the values that an option can have, ranges of numbers in short."""
    values = values_of(option)
    if len(values) > 4:
        return f"{values[0]} to {values[-1]}"
    return ", ".join(spell(value) for value in values)
