"""Pictures of the table for the terminal, drawn from what a side sees and nothing else."""

from collections.abc import Sequence
from typing import Final

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from twilight.engine.board import REGION_MASKS, countries_in
from twilight.engine.cards import OPS, OWNER, PERIOD, SCORING, STARRED, printed_number
from twilight.engine.effects import EFFECT_FACTS, Effect
from twilight.engine.events.registry import EVENTS
from twilight.engine.ids import THE_CHINA_CARD, Card, Country
from twilight.engine.notation import card_name, country_name
from twilight.engine.operations import card_value
from twilight.engine.rounds import regular_rounds
from twilight.engine.state import State
from twilight.engine.types import (
    AFRICA,
    ASIA,
    CENTRAL_AMERICA,
    EUROPE,
    MIDDLE_EAST,
    NOBODY,
    PERIOD_NAMES,
    SIDES,
    SOUTH_AMERICA,
    US,
    USSR,
    Actor,
    Region,
    Segment,
    enemy_of,
)
from twilight.engine.view import Observation

SIDE_NAMES: Final = ("USSR", "US")
SIDE_STYLES: Final = ("red", "blue")
REGION_TITLES: Final = (
    "Europe",
    "Asia",
    "Middle East",
    "Africa",
    "Central America",
    "South America",
)
# How the regions share the width, by the least width that each arrangement needs.
_ARRANGEMENTS: Final[tuple[tuple[int, tuple[tuple[Region, ...], ...]], ...]] = (
    (96, ((EUROPE,), (ASIA, SOUTH_AMERICA), (MIDDLE_EAST, CENTRAL_AMERICA), (AFRICA,))),
    (72, ((EUROPE, CENTRAL_AMERICA), (ASIA, MIDDLE_EAST), (AFRICA, SOUTH_AMERICA))),
    (48, ((EUROPE, MIDDLE_EAST, CENTRAL_AMERICA), (ASIA, AFRICA, SOUTH_AMERICA))),
    (0, ((EUROPE, MIDDLE_EAST, ASIA, AFRICA, CENTRAL_AMERICA, SOUTH_AMERICA),)),
)
_LONGEST_NAME: Final = 20
# Beside the name a row has the stability, the battleground mark and both influences.
_ROW_BESIDE_NAME: Final = 9
_SEGMENT_TITLES: Final = {
    Segment.BIDDING: "bidding",
    Segment.TURN_ZERO: "Turn Zero",
    Segment.DEAL: "deal",
    Segment.SETUP: "setup",
    Segment.HEADLINE: "headlines",
    Segment.HEADLINE_EVENT: "headlines",
    Segment.TURN_END: "end of the turn",
}


def side_style(side: Actor) -> str:
    """Return the colour of a side."""
    return SIDE_STYLES[side] if side in SIDES else ""


def side_text(side: Actor) -> Text:
    """Write the name of a side in its colour."""
    return Text(SIDE_NAMES[side], style=f"bold {SIDE_STYLES[side]}")


# The map


def influence_text(state: State, country: Country) -> Text:
    """Write both influences, the US on the left, with an arrow to the side in control."""
    us, ussr = state.influence[US][country], state.influence[USSR][country]
    if not us and not ussr:
        return Text("  ·  ", style="dim")
    text = Text(f"{us or '-':>2}", style="bold blue" if us else "dim")
    if state.controls(US, country):
        text.append("◀", style="bold blue")
    elif state.controls(USSR, country):
        text.append("▶", style="bold red")
    else:
        text.append("·")
    text.append(f"{ussr or '-':<2}", style="bold red" if ussr else "dim")
    return text


def name_style(state: State, country: Country) -> str:
    """Return how the name of a country is written: in the colour of the side in control."""
    for side in SIDES:
        if state.controls(side, country):
            return SIDE_STYLES[side]
    return ""


def board(seen: Observation, width: int) -> RenderableType:
    """Draw the whole map by regions, with the tracks beside it."""
    arrangement = next(regions for least, regions in _ARRANGEMENTS if width >= least)
    name_width = min(width // len(arrangement) - _ROW_BESIDE_NAME - 1, _LONGEST_NAME)
    parts: list[list[RenderableType]] = [
        [_region_table(seen.state, region, name_width) for region in regions]
        for regions in arrangement
    ]
    parts[-1].append(tracks(seen))
    grid = Table.grid(padding=(0, 1), expand=False)
    for _ in parts:
        grid.add_column()
    grid.add_row(*(Group(*tables) for tables in parts))
    return grid


def _region_table(state: State, region: Region, name_width: int) -> Table:
    table = Table.grid(padding=0)
    table.add_column(width=name_width, no_wrap=True, overflow="ellipsis")
    table.add_column(width=4, no_wrap=True)
    table.add_column(width=5, no_wrap=True)
    table.add_row(Text(REGION_TITLES[region].upper(), style="bold"), "", Text("US USSR"[:5]))
    for country in countries_in(REGION_MASKS[region]):
        battleground = state.is_battleground(country)
        name = Text(country_name(country), style=name_style(state, country))
        if battleground:
            name.stylize("bold")
        mark = Text(f" {state.stability[country]}{'*' if battleground else ' '} ")
        table.add_row(name, mark, influence_text(state, country))
    return table


# Tracks


def score_text(vp: int) -> Text:
    """Write the score as the lead of a side."""
    if vp == 0:
        return Text("even")
    side = US if vp > 0 else USSR
    return Text(f"{SIDE_NAMES[side]} +{abs(vp)}", style=f"bold {SIDE_STYLES[side]}")


def moment(state: State) -> str:
    """Say in words where in the game we are."""
    turn = f"Turn {state.turn}" if state.turn else "Turn Zero"
    if state.segment is Segment.ACTION_ROUND:
        last = max(regular_rounds(state.turn), state.round)
        return f"{turn}, round {state.round} of {last}"
    return f"{turn}, {_SEGMENT_TITLES[state.segment]}"


def status(seen: Observation) -> Text:
    """Write one line with the moment and the tracks that matter most."""
    state = seen.state
    text = Text(moment(state), style="bold")
    if state.phasing in SIDES:
        text.append(" · ")
        text.append_text(side_text(state.phasing))
    text.append(" · VP ")
    text.append_text(score_text(state.vp))
    text.append(" · DEFCON ")
    text.append(str(state.defcon), style="bold red" if state.defcon <= 2 else "bold")
    for name, values in (("military", state.military), ("space", state.space)):
        text.append(f" · {name} ")
        text.append(str(values[US]), style="blue")
        text.append("/")
        text.append(str(values[USSR]), style="red")
    return text


def tracks(seen: Observation) -> Table:
    """Draw the tracks, The China Card and the sizes of hands and piles."""
    state = seen.state
    table = Table.grid(padding=(0, 1, 0, 0))
    table.add_row()
    table.add_row("Score", score_text(state.vp))
    levels = Text()
    for level in range(5, 0, -1):
        here = level == state.defcon
        levels.append(f"[{level}]" if here else str(level), style="bold" if here else "dim")
    table.add_row("DEFCON", levels)
    table.add_row("Military", _both(state.military[US], state.military[USSR]))
    table.add_row("Space", _both(state.space[US], state.space[USSR]))
    table.add_row("China", _china(state))
    table.add_row("Hands", _both(seen.hand_counts[US], seen.hand_counts[USSR]))
    table.add_row("Piles", f"{seen.draw_count} draw, {len(state.discard_pile)} disc.")
    return table


def _both(us: int, ussr: int) -> Text:
    text = Text(f"US {us}", style="blue")
    return text.append(f"  USSR {ussr}", style="red")


def _china(state: State) -> Text:
    if state.china_holder == NOBODY:
        return Text(f"civil war, {state.civil_war} of 3")
    text = side_text(state.china_holder)
    return text.append(" face up" if state.china_face_up else " face down", style="not bold")


def effects_in_play(state: State) -> list[tuple[Actor, str]]:
    """List the lasting effects in play with the side that each serves."""
    found = []
    for effect in Effect:
        number = state.effects[effect]
        if number:
            facts = EFFECT_FACTS[effect]
            times = f" ×{number}" if number > 1 and effect is not Effect.CHERNOBYL else ""
            found.append((facts.owner, card_name(facts.card) + times))
    return found


def effects_line(state: State) -> Text | None:
    """Write the lasting effects in play in one paragraph, or nothing."""
    found = effects_in_play(state)
    if not found:
        return None
    text = Text("In play: ")
    for place, (owner, name) in enumerate(found):
        text.append(", " if place else "")
        text.append(name, style=side_style(owner))
    return text


# Cards


def card_text(state: State, holder: Actor, card: Card) -> Text:
    """Write a card in one line: value, side, name, and a star if its event removes it."""
    if SCORING[card]:
        value = "S"
    else:
        worth = card_value(state, holder, card) if holder in SIDES else OPS[card]
        value = str(OPS[card]) if worth == OPS[card] else f"{OPS[card]}→{worth}"
    owner = OWNER[card]
    text = Text(f"{value:>1} ", style="bold")
    text.append(f"{SIDE_NAMES[owner] if owner in SIDES else '—':<4} ", style=side_style(owner))
    text.append(card_name(card) + ("*" if STARRED[card] else ""), style=side_style(owner))
    return text


def hand(seen: Observation, width: int) -> RenderableType:
    """Draw the viewer's hand, with what it knows of the enemy's."""
    state = seen.state
    cards = list(seen.hand)
    if state.china_holder == seen.viewer:
        cards.append(THE_CHINA_CARD)
    parts: list[RenderableType] = [
        Text(f"Hand of the {SIDE_NAMES[seen.viewer]}", style="bold"),
        in_columns([card_text(state, seen.viewer, card) for card in cards], width),
    ]
    known = known_cards(seen)
    if known is not None:
        parts.append(known)
    return Group(*parts)


def known_cards(seen: Observation) -> Text | None:
    """Name the cards that are known to be in the enemy's hand, or nothing."""
    enemy = enemy_of(seen.viewer)
    held = seen.state.hands[enemy]
    if not held:
        return None
    names = ", ".join(card_name(card) for card in held)
    return Text(f"Known in the hand of the {SIDE_NAMES[enemy]}: {names}")


def in_columns(lines: Sequence[Text], width: int) -> RenderableType:
    """Draw short lines in as many columns as fit, filled from top to bottom."""
    if not lines:
        return Text("  (nothing)", style="dim")
    if len(lines) <= 3:
        return Padding(Group(*lines), (0, 0, 0, 2))
    return Padding(
        Columns(lines, padding=(0, 3), column_first=True, equal=True, expand=False),
        (0, 0, 0, 2),
    )


def card_page(card: Card) -> RenderableType:
    """Describe a card in our own words."""
    facts = [f"number {printed_number(card)}", f"{PERIOD_NAMES[PERIOD[card]]} war"]
    if SCORING[card]:
        facts.append("scoring card")
    else:
        facts.append(f"{OPS[card]} operations")
    owner = OWNER[card]
    facts.append(f"event of the {SIDE_NAMES[owner]}" if owner in SIDES else "event of its player")
    if STARRED[card]:
        facts.append("removed once its event has occurred")
    title = Text(card_name(card), style=f"bold {side_style(owner)}")
    text = " ".join((EVENTS[card].handler.__doc__ or "").split()) if card in EVENTS else ""
    return Group(title, Text(", ".join(facts)), Padding(Text(text), (0, 0, 0, 2)))
