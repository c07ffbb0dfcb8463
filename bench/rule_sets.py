"""The rules under which everything is tried: presets, variants, each option alone, random ones."""

from random import Random

from twilight.engine.rules import (
    NUMBERS,
    OPTION_NAMES,
    PRESETS,
    OptionValue,
    Rules,
    RulesError,
    make_rules,
    spell,
    values_of,
)

VARIANTS: dict[str, dict[str, OptionValue]] = {
    "without optional cards": {"optional_cards": False},
    "bidding": {"side_selection": "bid"},
    "Chinese Civil War": {"chinese_civil_war": True},
    "Turn Zero": {"turn_zero": True},
    "Turn Zero with the civil war": {"turn_zero": True, "chinese_civil_war": True},
    "Late War": {"scenario": "late_war"},
    "promotional cards": {"promo_1": True, "promo_2": True},
    "designer options": {
        "realign_ignores_defcon": True,
        "realign_phasing_safe": True,
        "mix_influence_and_realign": True,
        "space_decline_roll": True,
    },
}
# A handicap of no side or of nothing is none.
NO_HANDICAP = (("handicap_side", "none"), ("handicap_amount", 0))
LEAGUE = "league rules, US +2"
LEAGUE_RULES = make_rules("deluxe", {"handicap_side": "us", "handicap_amount": 2})


def variant_rules() -> dict[str, Rules]:
    """Return the presets and the variants by name."""
    presets = {preset: make_rules(preset) for preset in PRESETS}
    return presets | {name: make_rules("deluxe", changes) for name, changes in VARIANTS.items()}


def option_rules() -> dict[str, Rules]:
    """Return every value of every option alone beside `deluxe`; of numbers the extremes."""
    found = {}
    for option in OPTION_NAMES:
        beside = _needed_beside(option)
        usual = make_rules("deluxe", beside)
        values = values_of(option)
        for value in (values[0], values[-1]) if option in NUMBERS else values:
            if getattr(usual, option) != value and (option, value) not in NO_HANDICAP:
                found[f"{option}={spell(value)}"] = make_rules("deluxe", {**beside, option: value})
    return found


def _needed_beside(option: str) -> dict[str, OptionValue]:
    """Return what an option needs to mean anything."""
    if option.startswith("handicap_"):
        return {"handicap_side": "us", "handicap_amount": 2}
    return {"scenario": "late_war"} if option.startswith("late_war_") else {}


def all_rules() -> dict[str, Rules]:
    """Return the presets, the variants and every option alone."""
    return variant_rules() | option_rules()


def random_rules(random: Random) -> Rules:
    """Draw a value for every option until the options can be played together."""
    while True:
        changes = {option: random.choice(values_of(option)) for option in OPTION_NAMES}
        # Else nearly every draw would name a handicap without side or amount.
        if random.random() < 0.5:
            changes["handicap_side"] = "none"
        if changes["handicap_side"] == "none":
            changes["handicap_amount"] = 0
        try:
            return make_rules("deluxe", changes)
        except RulesError:
            continue
