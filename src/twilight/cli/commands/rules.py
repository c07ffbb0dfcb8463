"""`twilight rules`: the presets and options, what they mean and where they come from."""

import argparse
import json
from typing import Any

from twilight.engine.rules import (
    OPTION_NAMES,
    OVERSIGHTS,
    PRESETS,
    make_rules,
    rules_to_dict,
    spell,
)
from twilight.engine.text.rules import (
    DOCUMENTS,
    REPAIR_TEXT,
    SOURCE_MARKS,
    SOURCES,
    VARIANT_SOURCES,
    differences,
    rules_data,
    rules_texts,
    shown_values,
    source_of,
)


def add_parser(subparsers: "argparse._SubParsersAction[Any]") -> None:
    """Add the command to the parser of `twilight`."""
    parser = subparsers.add_parser(
        "rules",
        help="list the presets and options of the rules",
        description="List the presets and options of the rules, or compare two presets.",
    )
    parser.add_argument("preset", nargs="?", help=f"one of {', '.join(PRESETS)}")
    parser.add_argument("--diff", metavar="PRESET", help="show where PRESET differs")
    parser.add_argument(
        "--repair-oversights",
        action="store_true",
        help="give the probable oversights of a literal preset the value of deluxe",
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print everything as JSON")
    form.add_argument("--markdown", action="store_true", help="print the page docs/rulesets.md")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print what was asked for."""
    print(_page(arguments), end="")
    return 0


def _page(arguments: argparse.Namespace) -> str:
    if arguments.json:
        return json.dumps(rules_data(), indent=2) + "\n"
    if arguments.markdown:
        return markdown_page()
    if arguments.diff is not None:
        return diff_page(arguments.preset or "deluxe", arguments.diff, arguments.repair_oversights)
    if arguments.preset is not None:
        return preset_page(arguments.preset, arguments.repair_oversights)
    return overview_page()


def overview_page() -> str:
    """List the presets and the options with a sentence each."""
    lines = ["Presets"]
    lines += [f"  {preset:<12} {text}" for preset, text in rules_texts().presets.items()]
    lines += ["", REPAIR_TEXT, "", "Options"]
    for option in OPTION_NAMES:
        lines += [f"  {option}: {shown_values(option)}", f"      {rules_texts().options[option]}"]
    return "\n".join(lines) + "\n"


def preset_page(preset: str, repair_oversights: bool = False) -> str:
    """List every option of one preset with its value and source."""
    rules = rules_to_dict(make_rules(preset, repair_oversights=repair_oversights))
    lines = [f"{preset}: {rules_texts().presets[preset]}"]
    for option in OPTION_NAMES:
        source = _source(preset, option, repair_oversights)
        lines.append(f"  {option} = {spell(rules[option])}  [{source}]")
    return "\n".join(lines) + "\n"


def diff_page(preset: str, other: str, repair_oversights: bool = False) -> str:
    """List where a preset differs from another one, and what document says so."""
    found = differences(preset, other, repair_oversights=repair_oversights)
    if not found:
        return f"{preset} plays exactly as {other}\n"
    lines = [f"{preset} differs from {other} in {len(found)} options"]
    for option, value, other_value, _ in found:
        lines += [
            f"  {option} = {spell(value)} instead of {spell(other_value)}",
            f"      {rules_texts().options[option]}",
            f"      {preset}: {_source(preset, option, repair_oversights)};"
            f" {other}: {_source(other, option, repair_oversights)}",
        ]
    return "\n".join(lines) + "\n"


def _source(preset: str, option: str, repair_oversights: bool) -> str:
    if repair_oversights and option in OVERSIGHTS[preset]:
        return f"repaired; {source_of('deluxe', option)}"
    return source_of(preset, option)


# docs/rulesets.md


def markdown_page() -> str:
    """Write the page docs/rulesets.md."""
    lines = [
        "# Rulesets",
        "",
        "This page is written by `twilight rules --markdown`; a test keeps it up to date.",
        "",
        "Choose a preset and change single options; combinations that can't be played are refused",
        "with the reason.",
        "",
        "| preset | what it plays |",
        "|---|---|",
    ]
    lines += [f"| `{preset}` | {text} |" for preset, text in rules_texts().presets.items()]
    lines += [
        "",
        REPAIR_TEXT,
        "",
        "## Options",
        "",
        "| option | values | meaning |",
        "|---|---|---|",
    ]
    lines += [
        f"| `{option}` | {shown_values(option)} | {rules_texts().options[option]} |"
        for option in OPTION_NAMES
    ]
    lines += _values_table() + _sources_table()
    for preset in PRESETS:
        if preset != "deluxe":
            lines += _differences_table(preset)
    return "\n".join(lines) + "\n"


def _values_table() -> list[str]:
    presets = {preset: rules_to_dict(make_rules(preset)) for preset in PRESETS}
    lines = [
        "",
        "## Values of the presets",
        "",
        "Variants (`scenario` to `late_war_wargames`) are off in every preset.",
        "",
        "| option | " + " | ".join(f"`{preset}`" for preset in PRESETS) + " |",
        "|---" * (len(PRESETS) + 1) + "|",
    ]
    for option in OPTION_NAMES:
        values = [spell(presets[preset][option]) for preset in PRESETS]
        lines.append(f"| `{option}` | " + " | ".join(values) + " |")
    return lines


def _sources_table() -> list[str]:
    lines = ["", "## Sources", "", "Sections of the document that each preset follows. Marks:", ""]
    lines += [f"- `{mark}` {meaning}" for mark, meaning in SOURCE_MARKS.items()]
    presets = [preset for preset in PRESETS if preset != "app"]
    names = [f"`{preset}` ({DOCUMENTS[preset]})" for preset in presets]
    lines += ["", "| option | " + " | ".join(names) + " |", "|---" * (len(names) + 1) + "|"]
    lines += [f"| `{option}` | " + " | ".join(where) + " |" for option, where in SOURCES.items()]
    lines += ["", "`app` follows `deluxe` but for what recorded games show.", "", "Variants:", ""]
    lines += [f"- `{option}`: {source}" for option, source in VARIANT_SOURCES.items()]
    return lines


def _differences_table(preset: str) -> list[str]:
    lines = [
        "",
        f"## `{preset}` against `deluxe`",
        "",
        f"| option | `{preset}` | `deluxe` | source |",
        "|---|---|---|---|",
    ]
    lines += [
        f"| `{option}` | {spell(value)} | {spell(other)} | {source} |"
        for option, value, other, source in differences(preset, "deluxe")
    ]
    return lines
