"""Rules: every option of every ruleset as one frozen value, and the presets by name."""

from dataclasses import asdict, dataclass, fields, replace
from typing import Final, Literal, TypeAlias, get_args

OptionValue = bool | int | str

# A misspelt value of an option fails the type check, here and wherever it is asked for.
StartingInfluence: TypeAlias = Literal["standard", "manual", "none"]
HandicapSide: TypeAlias = Literal["none", "us", "ussr"]
HandicapTarget: TypeAlias = Literal["has_influence", "setup_eligible"]
HandicapCap: TypeAlias = Literal["stability_plus_2", "none"]
SideSelection: TypeAlias = Literal["agreed", "random", "bid"]
DefconImprove: TypeAlias = Literal["turn_start", "turn_end"]
EndTurnCheckOrder: TypeAlias = Literal["milops_first", "scoring_first"]
HeldScoringCard: TypeAlias = Literal["lose", "prevent"]
BothHoldScoring: TypeAlias = Literal["draw", "ussr_loses"]
RevealHeldCards: TypeAlias = Literal["none", "scoring_flag", "all"]
EagleBearDiscard: TypeAlias = Literal["after_checks", "before_checks"]
EighthRound: TypeAlias = Literal["optional_round", "mandatory_round"]
StarredEventFailed: TypeAlias = Literal["discard", "eliminate"]
PlacementOwnCountry: TypeAlias = Literal["allowed", "adjacent_only"]
PlacementSnapshot: TypeAlias = Literal["round_start", "round_start_and_now"]
RealignTarget: TypeAlias = Literal["enemy_influence", "any"]
RealignRemoval: TypeAlias = Literal["modified_difference", "raw_difference", "absolute_difference"]
CoupShortfall: TypeAlias = Literal["none", "absolute_difference"]
EventOpsSpace: TypeAlias = Literal["any", "cards", "none"]
DefconRegions: TypeAlias = Literal["standard", "asia_first"]
ChinaUse: TypeAlias = Literal["operations", "event_only"]
EuropeControl: TypeAlias = Literal["auto_win", "vp_100"]
FinalTie: TypeAlias = Literal["draw", "no_winner"]
Scenario: TypeAlias = Literal["full", "late_war"]
LateWarWargames: TypeAlias = Literal["us_only", "any"]
CoupOrder: TypeAlias = Literal["defcon_first", "roll_first"]
FlowerPowerPays: TypeAlias = Literal["when_played", "before_operations"]
Reshuffle: TypeAlias = Literal["when_needed", "when_emptied"]
TrappedScoringPlay: TypeAlias = Literal["when_needed", "allowed"]


class RulesError(ValueError):
    """An unknown preset or option, a value that it can't have, or options that exclude another.

    The message is the sentence with its blanks filled in.
    """

    def __init__(self, sentence: str, **values: object) -> None:
        super().__init__(sentence.format(**values) if values else sentence)
        self.sentence = sentence
        self.values = values


@dataclass(frozen=True, slots=True)
class Rules:
    """One value for each option; the defaults are the preset `deluxe`."""

    optional_cards: bool = True
    starting_influence: StartingInfluence = "standard"
    free_influence_ussr: int = 6
    free_influence_us: int = 7
    handicap_side: HandicapSide = "none"
    handicap_amount: int = 0
    handicap_target: HandicapTarget = "has_influence"
    handicap_cap: HandicapCap = "stability_plus_2"
    handicap_full: bool = True
    side_selection: SideSelection = "agreed"
    chinese_civil_war: bool = False
    civil_war_event_ops: bool = True
    civil_war_chernobyl: bool = True
    defcon_improve: DefconImprove = "turn_start"
    end_turn_check_order: EndTurnCheckOrder = "milops_first"
    held_scoring_card: HeldScoringCard = "lose"
    both_hold_scoring: BothHoldScoring = "draw"
    reveal_held_cards: RevealHeldCards = "none"
    eagle_bear_discard: EagleBearDiscard = "after_checks"
    headline_counts_as_play: bool = True
    eighth_round: EighthRound = "optional_round"
    starred_event_failed: StarredEventFailed = "discard"
    spend_all_points: bool = True
    placement_own_country: PlacementOwnCountry = "allowed"
    placement_superpower: bool = True
    placement_snapshot: PlacementSnapshot = "round_start"
    realign_target: RealignTarget = "enemy_influence"
    realign_removal: RealignRemoval = "modified_difference"
    coup_shortfall: CoupShortfall = "none"
    modify_event_ops: bool = True
    event_ops_space: EventOpsSpace = "any"
    defcon_regions: DefconRegions = "standard"
    china_use: ChinaUse = "operations"
    china_space: bool = True
    china_blocked_by_scoring: bool = True
    china_final_vp: int = 1
    europe_control: EuropeControl = "auto_win"
    final_tie: FinalTie = "draw"
    shuttle_in_final: bool = False
    realign_ignores_defcon: bool = False
    realign_phasing_safe: bool = False
    mix_influence_and_realign: bool = False
    space_decline_roll: bool = False
    # Variants that stand beside every preset.
    scenario: Scenario = "full"
    turn_zero: bool = False
    promo_1: bool = False
    promo_2: bool = False
    late_war_canada: int = 0
    late_war_wargames: LateWarWargames = "us_only"
    # Ways of the official digital edition, which the preset `app` takes over.
    coup_order: CoupOrder = "defcon_first"
    flower_power_pays: FlowerPowerPays = "when_played"
    glasnost_ends_reformer: bool = False
    reshuffle: Reshuffle = "when_needed"
    trapped_scoring_play: TrappedScoringPlay = "when_needed"

    def __reduce__(self) -> "tuple[object, ...]":
        # The compiled class can't be unpickled field by field, because it is frozen.
        return (rules_from_dict, (rules_to_dict(self),))


# The values of each option that is chosen by name, in the order of the types above.
CHOICES: Final[dict[str, tuple[str, ...]]] = {
    "starting_influence": get_args(StartingInfluence),
    "handicap_side": get_args(HandicapSide),
    "handicap_target": get_args(HandicapTarget),
    "handicap_cap": get_args(HandicapCap),
    "side_selection": get_args(SideSelection),
    "defcon_improve": get_args(DefconImprove),
    "end_turn_check_order": get_args(EndTurnCheckOrder),
    "held_scoring_card": get_args(HeldScoringCard),
    "both_hold_scoring": get_args(BothHoldScoring),
    "reveal_held_cards": get_args(RevealHeldCards),
    "eagle_bear_discard": get_args(EagleBearDiscard),
    "eighth_round": get_args(EighthRound),
    "starred_event_failed": get_args(StarredEventFailed),
    "placement_own_country": get_args(PlacementOwnCountry),
    "placement_snapshot": get_args(PlacementSnapshot),
    "realign_target": get_args(RealignTarget),
    "realign_removal": get_args(RealignRemoval),
    "coup_shortfall": get_args(CoupShortfall),
    "event_ops_space": get_args(EventOpsSpace),
    "defcon_regions": get_args(DefconRegions),
    "china_use": get_args(ChinaUse),
    "europe_control": get_args(EuropeControl),
    "final_tie": get_args(FinalTie),
    "scenario": get_args(Scenario),
    "late_war_wargames": get_args(LateWarWargames),
    "coup_order": get_args(CoupOrder),
    "flower_power_pays": get_args(FlowerPowerPays),
    "reshuffle": get_args(Reshuffle),
    "trapped_scoring_play": get_args(TrappedScoringPlay),
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
        raise RulesError(
            "unknown option {option!r}; known are {known}",
            option=option,
            known=", ".join(OPTION_NAMES),
        )
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
        raise RulesError(
            "unknown preset {preset!r}; known are {known}", preset=preset, known=", ".join(PRESETS)
        )
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
            raise RulesError(
                "option {option} can't be {value}; it can be {known}",
                option=option,
                value=spell(value),
                known=shown,
            )
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
            "handicap_amount={amount} needs handicap_side=us or handicap_side=ussr:"
            " somebody must place the influence",
            amount=rules.handicap_amount,
        )
    if rules.handicap_side != "none" and rules.handicap_amount == 0:
        raise RulesError(
            "handicap_side={side} needs a handicap_amount of at least 1: a handicap of 0 is none",
            side=rules.handicap_side,
        )


def spell(value: OptionValue) -> str:
    """Write a value as the command line and the files write it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def parse_setting(setting: str) -> tuple[str, OptionValue]:
    """Read `option=value` as the command line gives it."""
    option, equals, text = setting.partition("=")
    if not equals:
        raise RulesError("a setting is written option=value, not {setting!r}", setting=setting)
    for value in values_of(option):
        if spell(value) == text:
            return option, value
    shown = ", ".join(spell(one) for one in values_of(option))
    raise RulesError(
        "option {option} can't be {value}; it can be {known}",
        option=option,
        value=repr(text),
        known=shown,
    )


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
