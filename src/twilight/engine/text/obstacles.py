"""What is closed and what is in effect now, and why, in words.

Nothing here decides what is legal. Each reason is found by asking the functions that make the
options, and is then put into words.
"""

from typing import NamedTuple

from twilight.engine.board import BIT, NUMBER_OF_COUNTRIES, REGION_MASKS, Mask
from twilight.engine.cards import CARD_KEYS
from twilight.engine.effects import EFFECT_FACTS, Duration, Effect
from twilight.engine.ids import (
    COUP,
    INFLUENCE,
    NO_CARD,
    THE_CHINA_CARD,
    Action,
    Card,
    Country,
)
from twilight.engine.operations.influence import placement_reach
from twilight.engine.operations.targets import bans
from twilight.engine.state import State
from twilight.engine.text.language import (
    Language,
    card_name,
    country_name,
    join_names,
    load_language,
    region_name,
    side_name,
    the_side,
)
from twilight.engine.turn.play import is_prevented
from twilight.engine.types import SCORED_REGIONS, US, USSR, Actor, Segment, enemy_of


class EffectInPlay(NamedTuple):
    """A lasting effect that is in effect, and where it comes from."""

    effect: Effect
    card: Card
    owner: Actor
    duration: Duration


def effects_in_play(state: State) -> list[EffectInPlay]:
    """List the lasting effects that are in effect."""
    return [
        EffectInPlay(effect, facts.card, facts.owner, facts.duration)
        for effect, facts in EFFECT_FACTS.items()
        if state.effects[effect]
    ]


# Closed countries


def closed_targets(
    state: State, player: Actor, verb: Action, language: Language | None = None
) -> list[tuple[Country, str]]:
    """List the countries that a coup, realignment or placement can't go to now, and why."""
    words = language or load_language()
    closed = []
    for country in range(NUMBER_OF_COUNTRIES):
        why = why_closed(state, player, verb, country, words)
        if why:
            closed.append((country, why))
    return closed


def why_closed(
    state: State,
    player: Actor,
    verb: Action,
    country: Country,
    language: Language,
    free: bool = False,
) -> str:
    """Say why a country is closed to a verb of a player; nothing if it is open."""
    if verb == INFLUENCE:
        return _why_out_of_reach(state, player, country, language)
    if country >= NUMBER_OF_COUNTRIES:
        return language.text("bans.box")
    is_coup = verb == COUP
    why = [
        _ban_text(state, ban.card, ban.countries, country, language)
        for ban in bans(state, player, is_coup=is_coup, is_free=free)
        if ban.countries & BIT[country]
    ]
    enemy = enemy_of(player)
    if not state.presence[enemy] & BIT[country]:
        name = the_side(enemy, language)
        if is_coup:
            why.append(language.text("bans.no_enemy_coup", the_enemy=name))
        elif state.rules.realign_target == "enemy_influence":
            why.append(language.text("bans.no_enemy_realignment", the_enemy=name))
    if not is_coup and state.bought & BIT[country]:
        why.append(language.text("bans.bought"))
    return join_names(why, language)


def _ban_text(state: State, card: Card, closed: Mask, country: Country, language: Language) -> str:
    if card == NO_CARD:
        names = [
            region_name(region, language)
            for region in SCORED_REGIONS
            if not REGION_MASKS[region] & ~closed
        ]
        regions = join_names(names, language)
        return language.text("bans.defcon", level=state.defcon, regions=regions)
    key = f"bans.{CARD_KEYS[card]}"
    return language.text(
        key if language.has(key) else "bans.other",
        country=country_name(country, language),
        card=card_name(card, language),
    )


def _why_out_of_reach(state: State, player: Actor, country: Country, language: Language) -> str:
    bit = BIT[country]
    if placement_reach(state, player) & bit:
        return ""
    if country >= NUMBER_OF_COUNTRIES:
        return language.text("bans.box_us" if player == US else "bans.box_closed")
    if state.realigned & bit:
        return language.text("bans.realigned")
    region = state.effects[Effect.CHERNOBYL] - 1
    if player == USSR and region >= 0 and REGION_MASKS[region] & bit:
        return language.text("bans.chernobyl", region=region_name(region, language))
    return language.text("bans.out_of_reach", side=side_name(player, language))


# Prevented events


def why_prevented(state: State, card: Card, player: Actor, language: Language | None = None) -> str:
    """Say in a few words why the event of a card can't occur now; nothing if it can (R16.2)."""
    words = language or load_language()
    if card == THE_CHINA_CARD or not is_prevented(state, card, player):
        return ""
    key = f"prevented.{CARD_KEYS[card]}"
    return words.text(key) if words.has(key) else words.text("refusals.prevented_now")


def why_events_off(
    state: State, hand: tuple[Card, ...], holder: Actor, language: Language
) -> dict[Card, str]:
    """Say of which cards of a hand the event would not occur if played next, and why.

    The next play is an action round of the holder, or a headline where the turn still has to begin
    with one.
    """
    played = state.copy()
    in_rounds = state.segment in (Segment.HEADLINE_EVENT, Segment.ACTION_ROUND)
    played.segment = Segment.ACTION_ROUND if in_rounds else Segment.HEADLINE_EVENT
    played.phasing = holder
    played.resolving = ()
    reasons = {card: why_prevented(played, card, holder, language) for card in hand}
    return {card: why for card, why in reasons.items() if why}
