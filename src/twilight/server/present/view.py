"""Turns what a viewer may know into the messages that tell it: the table, the prompt, the facts.

Everything here starts from an `Observation`, so nothing hidden can get into a message by mistake;
only a finished game may be shown whole.
"""

from collections.abc import Sequence
from typing import Final, cast

from twilight.analysis.score import preview_region
from twilight.engine.actions import ACTION_KEYS
from twilight.engine.board import (
    BATTLEGROUNDS,
    COUNTRY_KEYS,
    NUMBER_OF_COUNTRIES,
    REGION_MASKS,
    STABILITY,
    countries_in,
)
from twilight.engine.cards import CARD_KEYS, Pile
from twilight.engine.control import margins
from twilight.engine.game import Game
from twilight.engine.ids import NO_CARD, THE_CHINA_CARD
from twilight.engine.journal import Fact, FactKind
from twilight.engine.operations.points import card_value
from twilight.engine.operations.space import (
    ANIMAL_IN_SPACE,
    EAGLE_HAS_LANDED,
    LAST_BOX,
    MAN_IN_EARTH_ORBIT,
    NEEDED_VALUE,
    SPACE_STATION,
    SUCCESS_UP_TO,
    attempts_left,
    has_ability,
)
from twilight.engine.operations.targets import closed_by_defcon
from twilight.engine.scoring import (
    PRESENCE,
    control_wins,
    points_of_levels,
    southeast_asia_points,
)
from twilight.engine.state import State
from twilight.engine.text.describe import describe_effect, describe_fact, effect_name
from twilight.engine.text.language import Language
from twilight.engine.text.obstacles import effects_in_play, why_events_off
from twilight.engine.turn.rounds import regular_rounds, rounds_to_play
from twilight.engine.turn.start_and_end import missing_military, period_of
from twilight.engine.types import (
    ACTOR_NAMES,
    PERIOD_NAMES,
    REGION_NAMES,
    SCORED_REGIONS,
    SIDES,
    SOUTHEAST_ASIA,
    US,
    USSR,
    Actor,
    Region,
)
from twilight.engine.variants.turn_zero import statecraft_shift
from twilight.engine.view import Observation, observe
from twilight.server.messages.view import (
    Cards,
    CrisesView,
    EffectView,
    FactLine,
    HandCard,
    Level,
    Margins,
    Numbers,
    OneCard,
    Owner,
    Prompt,
    RegionView,
    Side,
    SpaceView,
    SpaceViews,
    View,
    Viewer,
)

_ABILITIES: Final = (ANIMAL_IN_SPACE, MAN_IN_EARTH_ORBIT, EAGLE_HAS_LANDED, SPACE_STATION)
LEVELS: Final[tuple[Level, ...]] = ("nothing", "presence", "domination", "control")
# Stands for one who sees everything, which only a finished game allows.
ALL: Final = 4


def viewer_name(viewer: Actor) -> Viewer:
    """Name a viewer."""
    if viewer == ALL:
        return "all"
    return side_key(viewer) if viewer in SIDES else "spectator"


def side_key(side: Actor) -> Side:
    """Write a side."""
    return "us" if side == US else "ussr"


def owner_key(actor: Actor) -> Owner:
    """Write a side or nobody."""
    return side_key(actor) if actor in SIDES else "nobody"


def look(game: Game, viewer: Actor) -> Observation | None:
    """Observe a game; None stands for one who sees everything."""
    return None if viewer == ALL else observe(game, viewer)


def see(game: Game, seen: Observation | None, language: Language, prompt: Prompt | None) -> View:
    """Show a game as observed, or, when it is over, to one who sees all."""
    if seen is None:
        return _view(game.state, ALL, language, prompt, _Counts(game.state))
    return _view(seen.state, seen.viewer, language, prompt, _Counts(game.state, seen))


class _Counts:
    """How many hidden cards there are, and which could be anywhere."""

    __slots__ = ("draw", "hands", "unseen")

    def __init__(self, state: State, seen: Observation | None = None) -> None:
        self.hands = (len(state.hands[USSR]), len(state.hands[US]))
        self.draw = len(state.draw_pile)
        self.unseen: Pile = state.draw_pile if seen is None else seen.unseen


def _view(
    state: State,
    viewer: Actor,
    language: Language,
    prompt: Prompt | None,
    counts: _Counts,
) -> View:
    hands = state.hands
    own = hands[viewer] if viewer in SIDES else ()
    chosen = state.chosen[viewer] if viewer in SIDES else NO_CARD
    return View(
        viewer=viewer_name(viewer),
        turn=state.turn,
        period=PERIOD_NAMES[period_of(state.turn)],
        round=state.round,
        rounds=regular_rounds(state.turn),
        rounds_left=_numbers([rounds_to_play(state, side) for side in SIDES]),
        segment=state.segment.name.lower(),
        phasing=owner_key(state.phasing),
        vp=state.vp,
        defcon=state.defcon,
        military=_numbers(state.military),
        military_missing=_numbers([missing_military(state, side) for side in SIDES]),
        space=SpaceViews(us=_space(state, US), ussr=_space(state, USSR)),
        china_holder=owner_key(state.china_holder),
        china_face_up=state.china_face_up,
        china_ops=card_value(state, state.china_holder, THE_CHINA_CARD)
        if state.china_holder in SIDES
        else 0,
        influence=_influence(state),
        control=_control(state),
        stability={
            COUNTRY_KEYS[country]: value
            for country, value in enumerate(state.stability)
            if value != STABILITY[country]
        },
        battlegrounds={
            COUNTRY_KEYS[country]: state.is_battleground(country)
            for country in countries_in(state.battlegrounds ^ BATTLEGROUNDS)
        },
        closed_regions=_closed_regions(state, viewer),
        regions=region_views(state),
        civil_war=state.civil_war if state.rules.chinese_civil_war else None,
        hand=_hand(state, viewer, own, language),
        hands=Cards(us=_keys(hands[US]), ussr=_keys(hands[USSR])),
        hand_counts=_numbers(counts.hands),
        revealed=_keys(state.known[viewer]) if viewer in SIDES else [],
        unseen=_keys(counts.unseen),
        draw_count=counts.draw,
        discard=_keys(state.discard_pile),
        removed=_keys(state.removed_pile),
        headlines=OneCard(us=_key(state.headlines[US]), ussr=_key(state.headlines[USSR])),
        chosen=None if chosen == NO_CARD else ACTION_KEYS[chosen],
        table=_keys(state.table),
        front=_keys(state.front),
        looked_at=_keys(state.looked_at),
        effects=_effects(state, language),
        handicap=_numbers(state.handicap),
        bids=Cards(us=_actions(state.bids[US]), ussr=_actions(state.bids[USSR])),
        crises=_crises(state, viewer),
        prompt=prompt,
    )


def _hand(state: State, viewer: Actor, own: Pile, language: Language) -> list[HandCard]:
    off = why_events_off(state, own, viewer, language) if own else {}
    return [
        HandCard(CARD_KEYS[card], card_value(state, viewer, card), off.get(card)) for card in own
    ]


def _numbers(values: Sequence[int]) -> Numbers:
    return Numbers(us=values[US], ussr=values[USSR])


def _key(card: int) -> str | None:
    return None if card == NO_CARD else CARD_KEYS[card]


def _keys(pile: Pile) -> list[str]:
    return [CARD_KEYS[card] for card in pile]


def _actions(actions: Sequence[int]) -> list[str]:
    return [ACTION_KEYS[action] for action in actions]


def _control(state: State) -> Margins:
    ussr, us = margins(state)
    return Margins(us=us, ussr=ussr)


def _influence(state: State) -> dict[str, Numbers]:
    ussr, us = state.influence
    return {
        COUNTRY_KEYS[country]: Numbers(us=us[country], ussr=ussr[country])
        for country in range(NUMBER_OF_COUNTRIES)
        if us[country] or ussr[country]
    }


def _space(state: State, side: Actor) -> SpaceView:
    box = state.space[side]
    return SpaceView(
        box=box,
        attempts_left=attempts_left(state, side),
        next_needs=NEEDED_VALUE[box + 1] if box < LAST_BOX else None,
        next_up_to=SUCCESS_UP_TO[box + 1] if box < LAST_BOX else None,
        abilities=[one for one in _ABILITIES if has_ability(state, side, one)],
    )


def _closed_regions(state: State, viewer: Actor) -> list[str]:
    """List the regions that DEFCON closes; to a spectator, those closed to the phasing side."""
    side = viewer if viewer in SIDES else state.phasing if state.phasing in SIDES else USSR
    closed = closed_by_defcon(state, side)
    return [REGION_NAMES[region] for region in SCORED_REGIONS if not REGION_MASKS[region] & ~closed]


def region_views(state: State) -> list[RegionView]:
    """Work out what every region would score now."""
    return [
        *(_region(state, region) for region in SCORED_REGIONS),
        _southeast_asia(state),
    ]


def _region(state: State, region: Region) -> RegionView:
    # As its card would score it: with Shuttle Diplomacy, if that is in play.
    score = preview_region(state, region).score
    values: list[int | None] = list(points_of_levels(state, region)[PRESENCE:])
    wins: Side | None = None
    if control_wins(state, region):
        values[-1] = None
        if score.controller in SIDES:
            wins = side_key(score.controller)
    return RegionView(
        region=REGION_NAMES[region],
        us_level=LEVELS[score.levels[US]],
        ussr_level=LEVELS[score.levels[USSR]],
        countries=_numbers(score.countries),
        battlegrounds=_numbers(score.battlegrounds),
        points=_numbers(score.points),
        net=0 if wins else score.points[US] - score.points[USSR],
        values=values,
        next_door=_numbers(score.neighbours) if any(score.neighbours) else None,
        wins=wins,
    )


def _southeast_asia(state: State) -> RegionView:
    """Southeast Asia is scored by its countries alone."""
    mask = REGION_MASKS[SOUTHEAST_ASIA]
    held = [(state.controlled[side] & mask).bit_count() for side in SIDES]
    fields = state.battlegrounds & mask
    points = southeast_asia_points(state)
    return RegionView(
        region=REGION_NAMES[SOUTHEAST_ASIA],
        us_level="presence" if held[US] else "nothing",
        ussr_level="presence" if held[USSR] else "nothing",
        countries=_numbers(held),
        battlegrounds=_numbers([(state.controlled[side] & fields).bit_count() for side in SIDES]),
        points=_numbers(points),
        net=points[US] - points[USSR],
        values=[],
    )


def _effects(state: State, language: Language) -> list[EffectView]:
    return [
        EffectView(
            effect=one.effect.name.lower(),
            card=CARD_KEYS[one.card],
            owner=owner_key(one.owner),
            duration=one.duration.name.lower(),  # type: ignore[arg-type]
            name=effect_name(one.effect, language),
            text=describe_effect(one.effect, state.effects[one.effect], language),
        )
        for one in effects_in_play(state)
    ]


def _crises(state: State, viewer: Actor) -> CrisesView | None:
    if not state.rules.turn_zero:
        return None
    names = [key for key in ACTION_KEYS if key.startswith("crisis_")]
    return CrisesView(
        crisis=None if state.crisis == NO_CARD else ACTION_KEYS[state.crisis],
        totals={name: total for name, total in zip(names, state.crises, strict=True) if total != 0},
        statecraft=Cards(us=_actions(state.statecraft[US]), ussr=_actions(state.statecraft[USSR])),
        shown=Cards(
            us=_actions(state.statecraft_shown[US]), ussr=_actions(state.statecraft_shown[USSR])
        ),
        shifts={
            ACTION_KEYS[card]: shift
            for card in (state.statecraft[viewer] if viewer in SIDES else ())
            if (shift := statecraft_shift(viewer, card))
        },
    )


# Facts


def fact_lines(
    facts: Sequence[Fact], first: int, answers: Sequence[int], viewer: Actor, language: Language
) -> list[FactLine]:
    """Show facts, numbered from `first` on; `answers` tells when each happened."""
    return [
        fact_line(fact if viewer == ALL else fact.seen_by(viewer), index, answer, language)
        for index, (fact, answer) in enumerate(zip(facts, answers, strict=True), first)
    ]


def fact_line(fact: Fact, index: int, answer: int, language: Language) -> FactLine:
    """Show a fact that the viewer may see as it is."""
    return FactLine(
        index=index,
        answer=answer,
        kind=fact.kind.name.lower(),
        side=cast("Owner", ACTOR_NAMES[fact.side]),
        subject=_subject(fact),
        values=list(fact.values),
        text=describe_fact(fact, language),
    )


def _subject(fact: Fact) -> str | None:
    if fact.subject < 0:
        return None
    if fact.kind is FactKind.REGION_SCORED:
        return REGION_NAMES[fact.subject]
    return ACTION_KEYS[fact.subject] or None
