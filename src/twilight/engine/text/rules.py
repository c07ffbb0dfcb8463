"""What each option does, in one sentence, and where each preset takes its value from."""

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

PRESET_TEXTS: Final = {
    "deluxe": "The official Deluxe rules with FAQ 4.2 and tournament practice; the default.",
    "glass": "The independent rulebook in its later revision (document 002), to the letter.",
    "glass-2020": "The independent rulebook in its earlier revision (document 000), to the letter.",
    "classic": "The printed rules as a web article (document 003).",
    "manual": "The short reference manual (document 001); its DEFCON list differs from all others.",
    "app": "As deluxe, with the ways of the official digital edition, as recorded games show them.",
}
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

OPTION_TEXTS: Final = {
    "optional_cards": "The seven optional cards 104 to 110 are in the decks.",
    "starting_influence": "Fixed influence at the start: as printed, with Canada at 1, or none.",
    "free_influence_ussr": "Points that the USSR places freely in Eastern Europe at setup.",
    "free_influence_us": "Points that the US places freely in Western Europe at setup.",
    "handicap_side": "The side that places extra influence after the setup.",
    "handicap_amount": "How much extra influence that side places.",
    "handicap_target": "The handicap goes where the side has influence, or where its setup may.",
    "handicap_cap": "The most influence in a country that the handicap may lead to.",
    "handicap_full": "The whole handicap must be placed, as far as that is legal.",
    "side_selection": "The players agree on sides, draw lots, or bid influence for them.",
    "chinese_civil_war": "The USSR must win the Chinese Civil War before it has The China Card.",
    "civil_war_event_ops": "The USSR may spend operations of an event on the Chinese Civil War.",
    "civil_war_chernobyl": "Chernobyl closes the Chinese Civil War too when it names Asia.",
    "defcon_improve": "DEFCON improves at the start of a turn or at the end of the one before.",
    "end_turn_check_order": "Which comes first at the end of a turn: the check of military"
    " operations or that of scoring cards.",
    "held_scoring_card": "Who still holds a scoring card at the end of a turn loses, or is kept"
    " from holding one while it can be played.",
    "both_hold_scoring": "What happens when both sides hold a scoring card at the check.",
    "reveal_held_cards": "What both sides show of the cards they keep: nothing, how many are"
    " scoring cards, or all.",
    "eagle_bear_discard": "The discard for Eagle/Bear has Landed follows the checks or precedes"
    " them.",
    "headline_counts_as_play": "A headline counts as a played card for effects that watch for one.",
    "eighth_round": "An eighth round may be skipped as a whole, or takes place with or without a"
    " card.",
    "starred_event_failed": "A starred card whose own condition is not met is discarded, or may be"
    " resolved without effect and is removed.",
    "spend_all_points": "All points of an operation must be spent as far as possible.",
    "placement_own_country": "Influence may be placed where one already has some, or only next to"
    " it.",
    "placement_superpower": "Influence may always be placed next to the own superpower.",
    "placement_snapshot": "Influence gives reach if it was there when the round began, or only if"
    " it also still is.",
    "realign_target": "Realignment rolls need enemy influence in the target, or none.",
    "realign_removal": "A realignment removes the difference of the modified rolls, of the dice"
    " alone as far as the winner's is higher, or that of the dice whoever's is higher.",
    "coup_shortfall": "A coup that falls short of the enemy influence only removes, or also places"
    " the difference.",
    "modify_event_ops": "Containment, Brezhnev Doctrine and Red Scare/Purge also change operations"
    " that an event grants.",
    "event_ops_space": "What may be a Space Race attempt through an event: any operations that it"
    " grants or demands, only those of a card that is played, or none.",
    "defcon_regions": "DEFCON closes Europe first and then Asia, or Asia first.",
    "china_use": "The China Card is used for operations, or played as an event that grants them.",
    "china_space": "The China Card may be spent on the Space Race.",
    "china_blocked_by_scoring": "The China Card can't be played when it would leave no round for a"
    " scoring card.",
    "china_final_vp": "Points for the holder of The China Card in the final scoring.",
    "europe_control": "Control of Europe wins the game, or scores 100 points.",
    "final_tie": "How a final score of 0 is reported: as a draw, or as a game without winner.",
    "shuttle_in_final": "Shuttle Diplomacy, if still in play, counts in the final scoring.",
    "realign_ignores_defcon": "Designer option: DEFCON does not limit realignment rolls.",
    "realign_phasing_safe": "Designer option: the phasing player loses no influence by realignment"
    " rolls, whoever makes them.",
    "mix_influence_and_realign": "Designer option: the points of one card may be divided between"
    " influence and realignment rolls, but not in the same country.",
    "space_decline_roll": "Designer option: who spends a card on the Space Race need not roll.",
    "scenario": "The full game from turn 1, or the Late War scenario from turn 8.",
    "turn_zero": "Six crises before turn 1 change the setup and the decks.",
    "promo_1": "The promotional cards P1 to P4 are in the decks.",
    "promo_2": "The promotional cards P5 to P8 are in the decks.",
    "late_war_canada": "US influence in Canada in the Late War scenario.",
    "late_war_wargames": "In the Late War scenario Wargames needs 20 points for the US when the US"
    " plays it, or whoever plays it.",
    "coup_order": "A coup moves military operations and DEFCON before its roll, or after it.",
    "flower_power_pays": "When the US plays a war of the USSR with the event first, Flower Power"
    " pays as the card is played, or after the event.",
    "glasnost_ends_reformer": "Glasnost ends what The Reformer forbids, and forestalls it.",
    "reshuffle": "The discard pile is shuffled when a card is to be drawn, or as soon as the last"
    " card has been drawn.",
    "trapped_scoring_play": "A side in Quagmire or Bear Trap plays a scoring card only when it must"
    " or can't discard, or whenever it wants.",
}

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
    return {
        "presets": {preset: rules_to_dict(make_rules(preset)) for preset in PRESETS},
        "options": {
            option: {"values": list(values_of(option)), "text": OPTION_TEXTS[option]}
            for option in OPTION_NAMES
        },
    }


def shown_values(option: str) -> str:
    """Write the values that an option can have, ranges of numbers in short."""
    values = values_of(option)
    if len(values) > 4:
        return f"{values[0]} to {values[-1]}"
    return ", ".join(spell(value) for value in values)
