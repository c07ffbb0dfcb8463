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
    event_ops_space: bool = True
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
    "realign_removal": ("modified_difference", "raw_difference"),
    "coup_shortfall": ("none", "absolute_difference"),
    "defcon_regions": ("standard", "asia_first"),
    "china_use": ("operations", "event_only"),
    "europe_control": ("auto_win", "vp_100"),
    "final_tie": ("draw", "no_winner"),
    "scenario": ("full", "late_war"),
    "late_war_wargames": ("us_only", "any"),
}
NUMBERS: Final[dict[str, tuple[int, ...]]] = {
    "free_influence_ussr": tuple(range(21)),
    "free_influence_us": tuple(range(21)),
    "handicap_amount": tuple(range(21)),
    "china_final_vp": (0, 1),
    "late_war_canada": (0, 2),
}
OPTION_NAMES: Final = tuple(field.name for field in fields(Rules))

PRESETS: Final[dict[str, dict[str, OptionValue]]] = {"deluxe": {}}


def values_of(option: str) -> tuple[OptionValue, ...]:
    """List the values that an option can have."""
    if option not in OPTION_NAMES:
        raise RulesError(f"unknown option {option!r}; known are {', '.join(OPTION_NAMES)}")
    return CHOICES.get(option) or NUMBERS.get(option) or (False, True)


def make_rules(preset: str = "deluxe", changes: "dict[str, OptionValue] | None" = None) -> Rules:
    """Build rules from a preset and single changes, refusing what does not exist."""
    if preset not in PRESETS:
        raise RulesError(f"unknown preset {preset!r}; known are {', '.join(PRESETS)}")
    wanted = {**PRESETS[preset], **(changes or {})}
    for option, value in wanted.items():
        allowed = values_of(option)
        # True equals 1 in Python, but it is no number of influence markers.
        if value not in allowed or isinstance(value, bool) != isinstance(allowed[0], bool):
            shown = ", ".join(spell(one) for one in allowed)
            raise RulesError(f"option {option} can't be {spell(value)}; it can be {shown}")
    return replace(Rules(), **wanted)  # type: ignore[arg-type]


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
    return make_rules("deluxe", data)
