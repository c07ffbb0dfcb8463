"""Rules: every option of every ruleset as one frozen value, and the presets by name."""

from dataclasses import asdict, dataclass, fields, replace
from typing import Final

OptionValue = bool | int | str


class RulesError(ValueError):
    """An unknown preset or option, a value that it can't have, or options that exclude another."""


@dataclass(frozen=True, slots=True)
class Rules:
    """One value for each option; the defaults are the preset `deluxe`."""

    optional_cards: bool = True
    starting_influence: str = "standard"
    free_influence_ussr: int = 6
    free_influence_us: int = 7
    handicap_side: str = "none"
    handicap_amount: int = 0
    handicap_target: str = "has_influence"
    handicap_cap: str = "stability_plus_2"
    handicap_full: bool = True
    side_selection: str = "agreed"
    chinese_civil_war: bool = False
    civil_war_event_ops: bool = True
    civil_war_chernobyl: bool = True
    defcon_improve: str = "turn_start"
    end_turn_check_order: str = "milops_first"
    held_scoring_card: str = "lose"
    both_hold_scoring: str = "draw"
    reveal_held_cards: str = "none"
    eagle_bear_discard: str = "after_checks"
    headline_counts_as_play: bool = True
    eighth_round: str = "optional_round"
    starred_event_failed: str = "discard"
    spend_all_points: bool = True
    placement_own_country: str = "allowed"
    placement_superpower: bool = True
    placement_snapshot: str = "round_start"
    realign_target: str = "enemy_influence"
    realign_removal: str = "modified_difference"
    coup_shortfall: str = "none"
    modify_event_ops: bool = True
    event_ops_space: str = "any"
    defcon_regions: str = "standard"
    china_use: str = "operations"
    china_space: bool = True
    china_blocked_by_scoring: bool = True
    china_final_vp: int = 1
    europe_control: str = "auto_win"
    final_tie: str = "draw"
    shuttle_in_final: bool = False
    realign_ignores_defcon: bool = False
    realign_phasing_safe: bool = False
    mix_influence_and_realign: bool = False
    space_decline_roll: bool = False
    # Variants that stand beside every preset.
    scenario: str = "full"
    turn_zero: bool = False
    promo_1: bool = False
    promo_2: bool = False
    late_war_canada: int = 0
    late_war_wargames: str = "us_only"
    # Ways of the official digital edition, which the preset `app` takes over.
    coup_order: str = "defcon_first"
    flower_power_pays: str = "when_played"
    glasnost_ends_reformer: bool = False
    reshuffle: str = "when_needed"
    trapped_scoring_play: str = "when_needed"

    def __reduce__(self) -> "tuple[object, ...]":
        # The compiled class can't be unpickled field by field, because it is frozen.
        return (rules_from_dict, (rules_to_dict(self),))


CHOICES: Final[dict[str, tuple[str, ...]]] = {
    "starting_influence": ("standard", "manual", "none"),
    "handicap_side": ("none", "us", "ussr"),
    "handicap_target": ("has_influence", "setup_eligible"),
    "handicap_cap": ("stability_plus_2", "none"),
    "side_selection": ("agreed", "random", "bid"),
    "defcon_improve": ("turn_start", "turn_end"),
    "end_turn_check_order": ("milops_first", "scoring_first"),
    "held_scoring_card": ("lose", "prevent"),
    "both_hold_scoring": ("draw", "ussr_loses"),
    "reveal_held_cards": ("none", "scoring_flag", "all"),
    "eagle_bear_discard": ("after_checks", "before_checks"),
    "eighth_round": ("optional_round", "mandatory_round"),
    "starred_event_failed": ("discard", "eliminate"),
    "placement_own_country": ("allowed", "adjacent_only"),
    "placement_snapshot": ("round_start", "round_start_and_now"),
    "realign_target": ("enemy_influence", "any"),
    "realign_removal": ("modified_difference", "raw_difference", "absolute_difference"),
    "coup_shortfall": ("none", "absolute_difference"),
    "event_ops_space": ("any", "cards", "none"),
    "defcon_regions": ("standard", "asia_first"),
    "china_use": ("operations", "event_only"),
    "europe_control": ("auto_win", "vp_100"),
    "final_tie": ("draw", "no_winner"),
    "scenario": ("full", "late_war"),
    "late_war_wargames": ("us_only", "any"),
    "coup_order": ("defcon_first", "roll_first"),
    "flower_power_pays": ("when_played", "before_operations"),
    "reshuffle": ("when_needed", "when_emptied"),
    "trapped_scoring_play": ("when_needed", "allowed"),
}
NUMBERS: Final[dict[str, tuple[int, ...]]] = {
    "free_influence_ussr": tuple(range(21)),
    "free_influence_us": tuple(range(21)),
    "handicap_amount": tuple(range(21)),
    "china_final_vp": (0, 1),
    "late_war_canada": (0, 2),
}
OPTION_NAMES: Final = tuple(field.name for field in fields(Rules))

# What a switched-on option changes as long as nobody says otherwise: Turn Zero is meant to be
# played without the optional cards (V3.11).
IMPLIED: Final[dict[str, dict[str, OptionValue]]] = {"turn_zero": {"optional_cards": False}}

# Each preset by its differences from `deluxe`; rules_text.py names the sources.
PRESETS: Final[dict[str, dict[str, OptionValue]]] = {
    "deluxe": {},
    "glass": {
        "free_influence_ussr": 7,
        "free_influence_us": 6,
        "handicap_full": False,
        "defcon_improve": "turn_end",
        "end_turn_check_order": "scoring_first",
        "both_hold_scoring": "ussr_loses",
        "civil_war_event_ops": False,
        "civil_war_chernobyl": False,
        "headline_counts_as_play": False,
        "eighth_round": "mandatory_round",
        "starred_event_failed": "eliminate",
        "placement_own_country": "adjacent_only",
        "realign_removal": "absolute_difference",
        "event_ops_space": "none",
        "china_use": "event_only",
        "china_space": False,
        "china_blocked_by_scoring": False,
        "europe_control": "vp_100",
        "final_tie": "no_winner",
    },
    "glass-2020": {
        "defcon_improve": "turn_end",
        "end_turn_check_order": "scoring_first",
        "both_hold_scoring": "ussr_loses",
        "civil_war_event_ops": False,
        "civil_war_chernobyl": False,
        "eighth_round": "mandatory_round",
        "placement_own_country": "adjacent_only",
        "realign_removal": "absolute_difference",
        "event_ops_space": "none",
        "china_use": "event_only",
        "china_space": False,
        "china_blocked_by_scoring": False,
        "china_final_vp": 0,
        "europe_control": "vp_100",
        "final_tie": "no_winner",
    },
    "classic": {"held_scoring_card": "prevent"},
    "manual": {
        "starting_influence": "manual",
        "placement_superpower": False,
        "defcon_regions": "asia_first",
    },
    "app": {
        "china_blocked_by_scoring": False,
        "coup_order": "roll_first",
        "flower_power_pays": "before_operations",
        "glasnost_ends_reformer": True,
        "reshuffle": "when_emptied",
        "trapped_scoring_play": "allowed",
    },
}
# What the literal presets take from the letter of their document though it is probably a slip.
OVERSIGHTS: Final[dict[str, tuple[str, ...]]] = {
    "deluxe": (),
    "glass": ("placement_own_country", "realign_removal"),
    "glass-2020": ("placement_own_country", "realign_removal"),
    "classic": (),
    "manual": ("placement_superpower",),
    "app": (),
}


def values_of(option: str) -> tuple[OptionValue, ...]:
    """List the values that an option can have."""
    if option not in OPTION_NAMES:
        raise RulesError(f"unknown option {option!r}; known are {', '.join(OPTION_NAMES)}")
    return CHOICES.get(option) or NUMBERS.get(option) or (False, True)


def make_rules(
    preset: str = "deluxe",
    changes: "dict[str, OptionValue] | None" = None,
    *,
    repair_oversights: bool = False,
) -> Rules:
    """Build rules from a preset and single changes, refusing what can't be played.

    With `repair_oversights` the probable slips of a literal preset take the value of `deluxe`.
    """
    if preset not in PRESETS:
        raise RulesError(f"unknown preset {preset!r}; known are {', '.join(PRESETS)}")
    wanted = dict(PRESETS[preset])
    if repair_oversights:
        for option in OVERSIGHTS[preset]:
            del wanted[option]
    wanted.update(changes or {})
    for option, value in wanted.items():
        allowed = values_of(option)
        # True equals 1 in Python, but it is no number of influence markers.
        if value not in allowed or isinstance(value, bool) != isinstance(allowed[0], bool):
            shown = ", ".join(spell(one) for one in allowed)
            raise RulesError(f"option {option} can't be {spell(value)}; it can be {shown}")
    for option, implied in IMPLIED.items():
        if wanted.get(option):
            wanted = {**implied, **wanted}
    rules = replace(Rules(), **wanted)  # type: ignore[arg-type]
    refuse_impossible(rules)
    return rules


def refuse_impossible(rules: Rules) -> None:
    """Raise RulesError for options that can't be used together, and say why."""
    handicap = rules.handicap_side != "none" or rules.handicap_amount > 0
    if rules.scenario == "late_war":
        if rules.turn_zero:
            raise RulesError(
                "scenario=late_war excludes turn_zero=true: the scenario begins on turn 8 with"
                " a fixed setup, so nothing can happen before turn 1"
            )
        if rules.chinese_civil_war:
            raise RulesError(
                "scenario=late_war excludes chinese_civil_war=true: in its fixed setup the USSR"
                " holds The China Card, the civil war is long over"
            )
        if handicap:
            raise RulesError(
                "scenario=late_war excludes a handicap: its setup is fixed, so there is no"
                " placement to which influence could be added"
            )
        if rules.side_selection == "bid":
            raise RulesError(
                "scenario=late_war excludes side_selection=bid: a bid is paid with a handicap,"
                " and the setup of the scenario is fixed"
            )
    if rules.side_selection == "bid" and handicap:
        raise RulesError(
            "side_selection=bid excludes handicap_side and handicap_amount: the bids decide who"
            " gets how much"
        )
    if rules.handicap_amount > 0 and rules.handicap_side == "none":
        raise RulesError(
            f"handicap_amount={rules.handicap_amount} needs handicap_side=us or handicap_side=ussr:"
            " somebody must place the influence"
        )
    if rules.handicap_side != "none" and rules.handicap_amount == 0:
        raise RulesError(
            f"handicap_side={rules.handicap_side} needs a handicap_amount of at least 1: a handicap"
            " of 0 is none"
        )


def spell(value: OptionValue) -> str:
    """Write a value as the command line and the files write it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def parse_setting(setting: str) -> tuple[str, OptionValue]:
    """Read `option=value` as the command line gives it."""
    option, equals, text = setting.partition("=")
    if not equals:
        raise RulesError(f"a setting is written option=value, not {setting!r}")
    for value in values_of(option):
        if spell(value) == text:
            return option, value
    shown = ", ".join(spell(one) for one in values_of(option))
    raise RulesError(f"option {option} can't be {text!r}; it can be {shown}")


def rules_to_dict(rules: Rules) -> dict[str, OptionValue]:
    """Write all options as plain data."""
    return asdict(rules)


def rules_from_dict(data: dict[str, OptionValue]) -> Rules:
    """Read what `rules_to_dict` wrote; options it does not name are those of `deluxe`."""
    event_ops_space = data.get("event_ops_space")
    if isinstance(event_ops_space, bool):
        # Earlier versions knew only two readings.
        data = {**data, "event_ops_space": "any" if event_ops_space else "none"}
    return make_rules("deluxe", data)
