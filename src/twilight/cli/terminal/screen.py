"""Pictures of the table for the terminal, drawn from what a viewer may see and nothing else."""

from collections.abc import Sequence
from typing import Final

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from twilight.cli.terminal.layout import Entries, fitted, side_by_side
from twilight.cli.terminal.words import Words
from twilight.engine.board import REGION_MASKS, countries_in
from twilight.engine.cards import OPS, OWNER, PERIOD, SCORING, STARRED, Pile, printed_number
from twilight.engine.ids import THE_CHINA_CARD, Card, Country
from twilight.engine.operations.points import card_value
from twilight.engine.state import State
from twilight.engine.text.obstacles import effects_in_play
from twilight.engine.turn.rounds import regular_rounds
from twilight.engine.types import (
    AFRICA,
    ASIA,
    CENTRAL_AMERICA,
    EUROPE,
    MIDDLE_EAST,
    NOBODY,
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

SIDE_STYLES: Final = ("bright_red", "bright_blue")
# How the regions share the width, by the least width that each arrangement needs.
_ARRANGEMENTS: Final[tuple[tuple[int, tuple[tuple[Region, ...], ...]], ...]] = (
    (96, ((EUROPE,), (ASIA, SOUTH_AMERICA), (MIDDLE_EAST, CENTRAL_AMERICA), (AFRICA,))),
    (72, ((EUROPE, CENTRAL_AMERICA), (ASIA, MIDDLE_EAST), (AFRICA, SOUTH_AMERICA))),
    (48, ((EUROPE, MIDDLE_EAST, CENTRAL_AMERICA), (ASIA, AFRICA, SOUTH_AMERICA))),
    (0, ((EUROPE, MIDDLE_EAST, ASIA, AFRICA, CENTRAL_AMERICA, SOUTH_AMERICA),)),
)
_WIDEST_COLUMN: Final = 34
# Beside the name a row has the stability, the battleground mark and both influences.
_ROW_BESIDE_NAME: Final = 9
_FEW: Final = 3


def side_style(side: Actor) -> str:
    """Return the colour of a side."""
    return SIDE_STYLES[side] if side in SIDES else ""


# The map


def influence_text(state: State, country: Country) -> Text:
    """Write both influences, the US on the left, with an arrow to the side in control."""
    us, ussr = state.influence[US][country], state.influence[USSR][country]
    if not us and not ussr:
        return Text("  ·  ", style="dim")
    text = Text(f"{us:>2}", style=f"bold {SIDE_STYLES[US]}" if us else "dim")
    if state.controls(US, country):
        text.append("◀", style=f"bold {SIDE_STYLES[US]}")
    elif state.controls(USSR, country):
        text.append("▶", style=f"bold {SIDE_STYLES[USSR]}")
    else:
        text.append("·")
    return text.append(f"{ussr:<2}", style=f"bold {SIDE_STYLES[USSR]}" if ussr else "dim")


def name_style(state: State, country: Country) -> str:
    """Return how the name of a country is written: in the colour of the side in control."""
    for side in SIDES:
        if state.controls(side, country):
            return SIDE_STYLES[side]
    return ""


def board(seen: Observation, words: Words, width: int) -> RenderableType:
    """Draw the whole map by regions, with the tracks beside it."""
    arrangement = next(regions for least, regions in _ARRANGEMENTS if width >= least)
    column = min(width // len(arrangement) - 1, _WIDEST_COLUMN)
    blocks: list[list[Text]] = []
    for regions in arrangement:
        blocks.append([])
        for region in regions:
            blocks[-1] += _region(seen.state, region, words, column - _ROW_BESIDE_NAME)
    blocks[-1] += [Text(), *tracks(seen, words)]
    return Group(side_by_side(blocks, column), Text(words.text("legend"), style="dim"))


def _region(state: State, region: Region, words: Words, name_width: int) -> list[Text]:
    lines = [Text(words.region(region).upper(), style="bold")]
    for country in countries_in(REGION_MASKS[region]):
        battleground = state.is_battleground(country)
        style = name_style(state, country)
        name = Text(words.country(country), style=f"bold {style}" if battleground else style)
        line = fitted(name, name_width)
        line.append(f" {state.stability[country]}{'*' if battleground else ' '} ", style="default")
        lines.append(line.append_text(influence_text(state, country)))
    return lines


# Tracks


def score_text(vp: int, words: Words) -> Text:
    """Write the score as the lead of a side."""
    if vp == 0:
        return Text(words.text("tracks.even"))
    side = US if vp > 0 else USSR
    lead = words.text("tracks.lead", side=words.side(side), points=abs(vp))
    return Text(lead, style=f"bold {SIDE_STYLES[side]}")


def moment(state: State, words: Words) -> str:
    """Say where in the game we are."""
    if state.turn == 0:
        return words.text("moment.turn_zero")
    turn = words.text("moment.turn", turn=state.turn)
    last = max(regular_rounds(state.turn), state.round)
    part = words.text(f"moment.{state.segment.name.lower()}", round=state.round, last=last)
    return turn if state.segment is Segment.TURN_ZERO else f"{turn}, {part}"


def status(seen: Observation, words: Words) -> Text:
    """Write one line with the moment and the tracks that matter most."""
    state = seen.state
    text = Text(moment(state, words), style="bold")
    if state.phasing in SIDES:
        text.append(" · ")
        text.append(words.side(state.phasing), style=SIDE_STYLES[state.phasing])
    text.append(f" · {words.text('tracks.vp')} ", style="not bold")
    text.append_text(score_text(state.vp, words))
    text.append(" · DEFCON ", style="not bold")
    text.append(str(state.defcon), style="bright_red" if state.defcon == 2 else "")
    for name, values in (("military", state.military), ("space", state.space)):
        text.append(f" · {words.text(f'tracks.{name}')} ", style="not bold")
        text.append(str(values[US]), style=SIDE_STYLES[US])
        text.append(":", style="not bold")
        text.append(str(values[USSR]), style=SIDE_STYLES[USSR])
    return text


def tracks(seen: Observation, words: Words) -> list[Text]:
    """Write the tracks, The China Card and the sizes of hands and piles, a line each."""
    state = seen.state
    levels = Text()
    for level in range(5, 0, -1):
        here = level == state.defcon
        levels.append(f"[{level}]" if here else f" {level} ", style="bold" if here else "dim")
    discards = len(state.discard_pile)
    rows = [
        (words.text("tracks.score"), score_text(state.vp, words)),
        ("DEFCON", levels),
        (words.text("tracks.military"), _both(state.military, words)),
        (words.text("tracks.space"), _both(state.space, words)),
        (words.text("tracks.hands"), _both(seen.hand_counts, words)),
        (words.text("tracks.china"), _china(state, words)),
        (
            words.text("tracks.draw_pile"),
            Text(words.text("tracks.piles", draw=seen.draw_count, discards=discards)),
        ),
    ]
    width = max(len(name) for name, _ in rows) + 1
    return [Text.assemble(f"{name:<{width}}", value) for name, value in rows]


def _both(values: Sequence[int], words: Words) -> Text:
    return Text.assemble(
        (f"{words.side(US)} {values[US]}", SIDE_STYLES[US]),
        "  ",
        (f"{words.side(USSR)} {values[USSR]}", SIDE_STYLES[USSR]),
    )


def _china(state: State, words: Words) -> Text:
    holder = state.china_holder
    if holder == NOBODY:
        return Text(words.text("tracks.civil_war", markers=state.civil_war))
    face = words.text("tracks.face_up" if state.china_face_up else "tracks.face_down")
    return Text(f"{words.side(holder)}, {face}", style=SIDE_STYLES[holder])


def effects_line(state: State, words: Words) -> Text | None:
    """Write the lasting effects in play in one paragraph, or nothing."""
    found = effects_in_play(state)
    if not found:
        return None
    text = Text(words.text("in_play"))
    for place, entry in enumerate(found):
        text.append(", " if place else "")
        text.append(words.effect(entry.effect), style=side_style(entry.owner))
    return text


def effects_page(state: State, words: Words) -> RenderableType:
    """Write every lasting effect in play with what it does."""
    lines = []
    for entry in effects_in_play(state):
        line = Text(words.effect(entry.effect), style=f"bold {side_style(entry.owner)}")
        what = words.effect_text(entry.effect, state.effects[entry.effect])
        lines.append(line.append(f": {what}", style="not bold default"))
    return Group(*lines) if lines else Text(words.text("no_effects"))


# Cards


def card_line(state: State, holder: Actor, card: Card, words: Words) -> Text:
    """Write a card in one line: value, side, name, and a star if its event removes it."""
    value = " "
    if not SCORING[card]:
        worth = card_value(state, holder, card) if holder in SIDES else OPS[card]
        value = str(OPS[card]) if worth == OPS[card] else f"{OPS[card]}→{worth}"
    owner = OWNER[card]
    text = Text(f"{value} ", style="bold")
    width = max(len(words.side(side)) for side in SIDES)
    owner_name = words.side(owner) if owner in SIDES else ""
    text.append(f"{owner_name:<{width}} ", style=side_style(owner))
    return text.append(words.card(card) + ("*" if STARRED[card] else ""), style=side_style(owner))


def hand(seen: Observation, words: Words) -> RenderableType:
    """Draw the viewer's hand, with what it knows of the enemy's."""
    parts: list[RenderableType] = [held_cards(seen.state, seen.viewer, seen.hand, words)]
    known = known_cards(seen, words)
    if known is not None:
        parts.append(known)
    return Group(*parts)


def held_cards(state: State, side: Actor, cards: Pile, words: Words) -> RenderableType:
    """Draw the cards of a side, The China Card among them."""
    if state.china_holder == side:
        cards = (*cards, THE_CHINA_CARD)
    title = Text(words.text("hand", the_side=words.the_side(side)), style="bold")
    return Group(title, in_columns([card_line(state, side, card, words) for card in cards], words))


def known_cards(seen: Observation, words: Words) -> Text | None:
    """Name the cards that are known to be in the enemy's hand, or nothing."""
    enemy = enemy_of(seen.viewer)
    held = seen.state.hands[enemy]
    if not held:
        return None
    names = ", ".join(words.card(card) for card in held)
    return Text(words.text("known", the_side=words.the_side(enemy), cards=names))


def in_columns(lines: Sequence[Text], words: Words) -> RenderableType:
    """Draw short lines below each other, or in as many columns as fit if they are many."""
    if not lines:
        return Text(f"  {words.text('nothing')}", style="dim")
    block: RenderableType = Entries(lines) if len(lines) > _FEW else Group(*lines)
    return Padding(block, (0, 0, 0, 2), expand=False)


def card_page(card: Card, words: Words) -> RenderableType:
    """Describe a card in our own words."""
    owner = OWNER[card]
    facts = [words.text("card.number", number=printed_number(card)), words.period(PERIOD[card])]
    if SCORING[card]:
        facts.append(words.label("scoring"))
    else:
        facts.append(words.text("card.ops", ops=OPS[card]))
        if owner in SIDES:
            facts.append(words.text("card.event_of", the_side=words.the_side(owner)))
        else:
            facts.append(words.text("card.event_of_player"))
    if STARRED[card]:
        facts.append(words.label("starred"))
    title = Text(words.card(card), style=f"bold {side_style(owner)}")
    text = Padding(Text(words.card_text(card)), (0, 0, 0, 2))
    return Group(title, Text(", ".join(facts)), text)
