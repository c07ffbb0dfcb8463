"""Presets, single options, refusals, their texts, and the command that lists them."""

import json
import pickle
import re
from collections import Counter
from pathlib import Path

import pytest

from twilight.cli.commands.rules import markdown_page
from twilight.cli.main import main
from twilight.engine.rules import (
    CHOICES,
    IMPLIED,
    OPTION_NAMES,
    OVERSIGHTS,
    PRESETS,
    OptionValue,
    Rules,
    RulesError,
    make_rules,
    parse_setting,
    rules_from_dict,
    rules_to_dict,
    values_of,
)
from twilight.engine.text.language import LANGUAGES
from twilight.engine.text.rules import (
    SOURCES,
    VARIANT_SOURCES,
    differences,
    rules_texts,
    source_of,
    value_name,
)

ROOT = Path(__file__).parents[2]
ENGINE = ROOT / "src" / "twilight" / "engine"

# One row an option: the values of deluxe, glass, glass-2020, classic and manual.
TABLE = """
optional_cards            true true true true true
starting_influence        standard standard standard standard manual
free_influence_ussr       6 7 6 6 6
free_influence_us         7 6 7 7 7
handicap_side             none none none none none
handicap_amount           0 0 0 0 0
handicap_target           has_influence has_influence has_influence has_influence has_influence
handicap_cap              stability_plus_2 stability_plus_2 stability_plus_2 stability_plus_2 \
stability_plus_2
handicap_full             true false true true true
side_selection            agreed agreed agreed agreed agreed
chinese_civil_war         false false false false false
civil_war_event_ops       true false false true true
civil_war_chernobyl       true false false true true
defcon_improve            turn_start turn_end turn_end turn_start turn_start
end_turn_check_order      milops_first scoring_first scoring_first milops_first milops_first
held_scoring_card         lose lose lose prevent lose
both_hold_scoring         draw ussr_loses ussr_loses draw draw
reveal_held_cards         none none none none none
eagle_bear_discard        after_checks after_checks after_checks after_checks after_checks
headline_counts_as_play   true false true true true
eighth_round              optional_round mandatory_round mandatory_round optional_round \
optional_round
starred_event_failed      discard eliminate discard discard discard
spend_all_points          true true true true true
placement_own_country     allowed adjacent_only adjacent_only allowed allowed
placement_superpower      true true true true false
placement_snapshot        round_start round_start round_start round_start round_start
realign_target            enemy_influence enemy_influence enemy_influence enemy_influence \
enemy_influence
realign_removal           modified_difference absolute_difference absolute_difference \
modified_difference modified_difference
coup_shortfall            none none none none none
modify_event_ops          true true true true true
event_ops_space           any none none any any
defcon_regions            standard standard standard standard asia_first
china_use                 operations event_only event_only operations operations
china_space               true false false true true
china_blocked_by_scoring  true false false true true
china_final_vp            1 1 0 1 1
europe_control            auto_win vp_100 vp_100 auto_win auto_win
final_tie                 draw no_winner no_winner draw draw
shuttle_in_final          false false false false false
realign_ignores_defcon    false false false false false
realign_phasing_safe      false false false false false
mix_influence_and_realign false false false false false
space_decline_roll        false false false false false
scenario                  full full full full full
turn_zero                 false false false false false
promo_1                   false false false false false
promo_2                   false false false false false
late_war_canada           0 0 0 0 0
late_war_wargames         us_only us_only us_only us_only us_only
"""
# The ways of the official digital edition; no document has them.
TABLE += """
coup_order                defcon_first defcon_first defcon_first defcon_first defcon_first
flower_power_pays         when_played when_played when_played when_played when_played
glasnost_ends_reformer    false false false false false
reshuffle                 when_needed when_needed when_needed when_needed when_needed
trapped_scoring_play      when_needed when_needed when_needed when_needed when_needed
"""
DOCUMENT_PRESETS = ("deluxe", "glass", "glass-2020", "classic", "manual")
ROWS = [line.split() for line in TABLE.split("\n") if line]


def test_the_table_has_every_option() -> None:
    assert tuple(row[0] for row in ROWS) == OPTION_NAMES


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_presets_have_the_values_of_their_documents(row: list[str]) -> None:
    option, *values = row
    for preset, value in zip(DOCUMENT_PRESETS, values, strict=True):
        expected = parse_setting(f"{option}={value}")[1]
        assert getattr(make_rules(preset), option) == expected, preset


def test_the_default_is_deluxe() -> None:
    assert Rules() == make_rules() == make_rules("deluxe")


# Repairing oversights


def test_the_oversights_are_the_values_marked_as_such() -> None:
    for place, preset in enumerate(DOCUMENT_PRESETS):
        marked = [option for option, where in SOURCES.items() if where[place].endswith("†")]
        assert sorted(OVERSIGHTS[preset]) == sorted(marked)


@pytest.mark.parametrize("preset", PRESETS)
def test_repair_gives_oversights_the_value_of_deluxe_and_nothing_else(preset: str) -> None:
    literal = rules_to_dict(make_rules(preset))
    repaired = rules_to_dict(make_rules(preset, repair_oversights=True))
    changed = [option for option in OPTION_NAMES if literal[option] != repaired[option]]
    assert sorted(changed) == sorted(OVERSIGHTS[preset])
    deluxe = rules_to_dict(make_rules())
    assert all(repaired[option] == deluxe[option] for option in changed)


def test_a_single_option_is_stronger_than_the_repair() -> None:
    changes: dict[str, OptionValue] = {"realign_removal": "raw_difference"}
    rules = make_rules("glass", changes, repair_oversights=True)
    assert rules.realign_removal == "raw_difference"
    assert rules.placement_own_country == "allowed"


# Single options


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("option", OPTION_NAMES)
def test_any_option_can_be_set_by_itself(preset: str, option: str) -> None:
    for value in values_of(option):
        partner: dict[str, OptionValue] = {}
        if option == "handicap_side" and value != "none":
            partner = {"handicap_amount": 2}
        if option == "handicap_amount" and value != 0:
            partner = {"handicap_side": "us"}
        rules = make_rules(preset, {option: value, **partner})
        assert getattr(rules, option) == value


def test_turn_zero_leaves_the_optional_cards_out_unless_they_are_asked_for() -> None:
    assert not make_rules("deluxe", {"turn_zero": True}).optional_cards
    assert make_rules("deluxe", {"turn_zero": True, "optional_cards": True}).optional_cards


def test_rules_survive_the_way_through_plain_data() -> None:
    for preset in PRESETS:
        rules = make_rules(preset, {"turn_zero": True})
        assert rules_from_dict(json.loads(json.dumps(rules_to_dict(rules)))) == rules


def test_settings_are_read_from_text() -> None:
    assert parse_setting("free_influence_us=6") == ("free_influence_us", 6)
    assert parse_setting("turn_zero=true") == ("turn_zero", True)
    assert parse_setting("final_tie=no_winner") == ("final_tie", "no_winner")


@pytest.mark.parametrize(
    ("preset", "changes", "words"),
    [
        ("first", {}, "unknown preset 'first'"),
        ("deluxe", {"colour": "red"}, "unknown option 'colour'"),
        ("deluxe", {"final_tie": "us"}, "final_tie can't be us; it can be draw, no_winner"),
        ("deluxe", {"china_final_vp": True}, "china_final_vp can't be true"),
        ("deluxe", {"optional_cards": 1}, "optional_cards can't be 1"),
    ],
)
def test_what_does_not_exist_is_refused(
    preset: str, changes: dict[str, OptionValue], words: str
) -> None:
    with pytest.raises(RulesError, match=re.escape(words)):
        make_rules(preset, changes)


@pytest.mark.parametrize("setting", ["turn_zero", "turn_zero=perhaps", "colour=red"])
def test_settings_that_can_not_be_read_are_refused(setting: str) -> None:
    with pytest.raises(RulesError):
        parse_setting(setting)


LATE_WAR: dict[str, OptionValue] = {"scenario": "late_war"}


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({**LATE_WAR, "turn_zero": True}, "nothing can happen before turn 1"),
        ({**LATE_WAR, "chinese_civil_war": True}, "the USSR holds The China Card"),
        ({**LATE_WAR, "handicap_side": "us", "handicap_amount": 2}, "its setup is fixed"),
        ({**LATE_WAR, "handicap_side": "ussr"}, "its setup is fixed"),
        ({**LATE_WAR, "side_selection": "bid"}, "a bid is paid with a handicap"),
        (
            {"side_selection": "bid", "handicap_side": "us", "handicap_amount": 1},
            "the bids decide who gets how much",
        ),
        ({"handicap_amount": 2}, "somebody must place the influence"),
        ({"handicap_side": "ussr"}, "a handicap of 0 is none"),
    ],
)
def test_impossible_combinations_are_refused_with_the_reason(
    changes: dict[str, OptionValue], reason: str
) -> None:
    for preset in PRESETS:
        with pytest.raises(RulesError, match=re.escape(reason)):
            make_rules(preset, changes)


@pytest.mark.parametrize(
    "changes",
    [
        {"turn_zero": True, "chinese_civil_war": True},
        {"turn_zero": True, "side_selection": "bid"},
        {"turn_zero": True, "optional_cards": True, "promo_1": True, "promo_2": True},
        {"chinese_civil_war": True, "handicap_side": "us", "handicap_amount": 2},
        {**LATE_WAR, "side_selection": "random", "promo_1": True, "late_war_canada": 2},
        {"china_use": "event_only"},
    ],
)
def test_all_else_is_free(changes: dict[str, OptionValue]) -> None:
    make_rules("deluxe", changes)


# Texts and sources


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_option_and_preset_has_a_sentence(code: str) -> None:
    texts = rules_texts(code)
    assert tuple(texts.options) == OPTION_NAMES
    assert tuple(texts.presets) == tuple(texts.preset_names) == tuple(PRESETS)
    assert tuple(texts.option_names) == tuple(rules_texts().option_names)
    for text in (*texts.options.values(), *texts.presets.values()):
        assert re.fullmatch(r"[A-Z].*[.]", text)


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_value_of_an_option_has_words(code: str) -> None:
    texts = rules_texts(code)
    named = {value for values in CHOICES.values() for value in values}
    assert set(texts.values) == named
    assert value_name("late_war", rules_texts()) == "Late War"
    assert value_name(7, texts) == "7"


def test_no_sentence_about_the_rules_is_left_in_english() -> None:
    english, spanish = rules_texts(), rules_texts("es")
    for ours, theirs in ((english.options, spanish.options), (english.presets, spanish.presets)):
        assert [name for name in ours if ours[name] == theirs[name]] == []


def test_every_value_has_a_source() -> None:
    assert sorted((*SOURCES, *VARIANT_SOURCES)) == sorted(OPTION_NAMES)
    assert source_of("glass", "free_influence_us") == "document 002, 4.1.2(a)"
    assert source_of("deluxe", "china_space") == "Deluxe, FAQ 6"
    assert source_of("manual", "final_tie") == "document 001: silent"
    oversight = "document 001, §5 (1) (letter of the document, probably an oversight)"
    assert source_of("manual", "placement_superpower") == oversight


@pytest.mark.parametrize("preset", PRESETS)
def test_no_preset_differs_from_deluxe_without_a_section(preset: str) -> None:
    for difference in differences(preset, "deluxe"):
        assert "silent" not in difference.source, difference


def test_every_option_is_read_at_one_place() -> None:
    """In one function, that is: what else depends on it asks that function."""
    reads: Counter[str] = Counter()
    for file in ENGINE.rglob("*.py"):
        # Texts speak of options, but decide nothing.
        if file.name != "rules.py" and file.parent.name != "text":
            code = file.read_text(encoding="utf-8")
            reads.update(re.findall(r"\brules\.([a-z_0-9]+)\b(?!\()", code))
    assert {option: reads[option] for option in OPTION_NAMES} == dict.fromkeys(OPTION_NAMES, 1)


# The command


def output(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["rules", *arguments]) == 0
    return capsys.readouterr().out


def test_the_overview_lists_all_presets_and_options(capsys: pytest.CaptureFixture[str]) -> None:
    text = output(capsys)
    for name, sentence in (*rules_texts().presets.items(), *rules_texts().options.items()):
        assert name in text
        assert sentence in text


def test_the_differences_are_shown_with_document_and_section(
    capsys: pytest.CaptureFixture[str],
) -> None:
    text = output(capsys, "glass", "--diff", "deluxe")
    assert "glass differs from deluxe in 19 options" in text
    assert "free_influence_ussr = 7 instead of 6" in text
    assert "document 002, 4.1.2(a)" in text
    assert output(capsys, "deluxe", "--diff", "deluxe") == "deluxe plays exactly as deluxe\n"


def test_the_differences_can_be_shown_repaired(capsys: pytest.CaptureFixture[str]) -> None:
    text = output(capsys, "manual", "--diff", "deluxe", "--repair-oversights")
    assert "placement_superpower" not in text
    assert "defcon_regions = asia_first instead of standard" in text


def test_one_preset_is_shown_with_all_values(capsys: pytest.CaptureFixture[str]) -> None:
    text = output(capsys, "classic")
    assert "held_scoring_card = prevent  [document 003, Game Play D]" in text
    assert all(option in text for option in OPTION_NAMES)


def test_json_has_presets_and_options(capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(output(capsys, "--json"))
    assert data["presets"]["glass-2020"]["china_final_vp"] == 0
    assert data["presets"]["manual"] == rules_to_dict(make_rules("manual"))
    assert data["options"]["china_final_vp"]["values"] == [0, 1]
    assert data["options"]["turn_zero"]["values"] == [False, True]
    assert list(data["options"]) == list(OPTION_NAMES)


def test_an_unknown_preset_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "first", "--diff", "deluxe"]) == 2
    assert "unknown preset 'first'" in capsys.readouterr().err


def test_the_page_of_rulesets_is_up_to_date() -> None:
    page = (ROOT / "docs" / "rulesets.md").read_text(encoding="utf-8")
    assert page == markdown_page(), "run: twilight rules --markdown > docs/rulesets.md"


def test_rules_travel_between_processes() -> None:
    rules = make_rules("glass", {"handicap_side": "us", "handicap_amount": 2})
    assert pickle.loads(pickle.dumps(rules)) == rules


def test_rules_of_older_saves_are_read() -> None:
    for old, new in ((True, "any"), (False, "none")):
        assert rules_from_dict({"event_ops_space": old}).event_ops_space == new


def test_turn_zero_goes_without_optional_cards_unless_somebody_wants_them() -> None:
    for option, implied in IMPLIED.items():
        assert rules_to_dict(make_rules("deluxe", {option: True})).items() >= implied.items()
    assert make_rules("deluxe", {"turn_zero": True, "optional_cards": True}).optional_cards
