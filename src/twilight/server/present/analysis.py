"""Analysis for a player, from the analysis package, on nothing but what that side sees."""

from twilight.analysis.danger.search import Danger
from twilight.analysis.danger.solver import assess, assess_plays
from twilight.analysis.knowledge import enemy_chances, next_reshuffle, places
from twilight.analysis.odds import coup_odds, realignment_odds
from twilight.analysis.score import (
    NO_COUNTRY,
    RegionPreview,
    preview_final,
    preview_regions,
    swings,
)
from twilight.engine.actions import ACTION_KEYS
from twilight.engine.board import COUNTRY_KEYS, countries_in
from twilight.engine.cards import CARD_KEYS
from twilight.engine.ids import Action, Card, Country
from twilight.engine.operations.coups import coup_result
from twilight.engine.operations.points import card_value
from twilight.engine.operations.targets import coup_targets, realignment_targets
from twilight.engine.state import State
from twilight.engine.text.language import Language
from twilight.engine.types import REGION_NAMES, SIDES, US, USSR, Actor, Kind
from twilight.engine.view import Observation
from twilight.server.messages.analysis import (
    CardKnowledge,
    CoupOddsInfo,
    CoupResult,
    DangerInfo,
    Knowledge,
    Odds,
    RealignmentOddsInfo,
    RealignmentResult,
    RegionPreviewInfo,
    RegionPreviews,
    SwingInfo,
)
from twilight.server.messages.view import Numbers, Side
from twilight.server.present.view import LEVELS, owner_key, side_key


def odds(seen: Observation, value: int, card: Card) -> Odds:
    """Work out coups and realignment rolls against every legal target."""
    state, side = seen.state, seen.viewer
    return Odds(
        value=value,
        coups=[
            _coup(state, side, country, value, card)
            for country in countries_in(coup_targets(state, side))
        ],
        realignments=[
            _realignment(state, side, country)
            for country in countries_in(realignment_targets(state, side))
        ],
    )


def coup_info(state: State, side: Actor, country: Country, card: Card) -> CoupOddsInfo:
    """Work out one coup with a card."""
    return _coup(state, side, country, card_value(state, side, card), card)


def _coup(state: State, side: Actor, country: Country, value: int, card: Card) -> CoupOddsInfo:
    found = coup_odds(state, side, country, value, card)
    return CoupOddsInfo(
        country=COUNTRY_KEYS[country],
        value=found.value,
        modifier=found.modifier,
        needed=found.needed,
        faces=[coup_result(state, side, country, found.value, die) for die in range(1, 7)],
        success=float(found.success),
        control=float(found.control),
        results=[
            CoupResult(float(one.chance), one.removed, one.gained, owner_key(one.controller))
            for one in found.outcomes
        ],
        defcon=found.defcon,
        military=found.military,
        vp=found.vp,
        winner=None if found.over is None else _side(found.over.winner),
    )


def _realignment(state: State, side: Actor, country: Country) -> RealignmentOddsInfo:
    found = realignment_odds(state, side, country)
    return RealignmentOddsInfo(
        country=COUNTRY_KEYS[country],
        bonuses=_numbers(found.bonuses),
        us_loses=float(found.loses(US)),
        ussr_loses=float(found.loses(USSR)),
        results=[
            RealignmentResult(float(one.chance), _numbers(one.lost), owner_key(one.controller))
            for one in found.outcomes
        ],
    )


def _numbers(pair: tuple[int, int]) -> Numbers:
    return Numbers(us=pair[US], ussr=pair[USSR])


def _side(actor: Actor) -> Side | None:
    return side_key(actor) if actor in SIDES else None


def regions(state: State) -> RegionPreviews:
    """Preview all regions; everything in it is public."""
    final = preview_final(state)
    return RegionPreviews(
        regions=[_region(state, preview) for preview in preview_regions(state)],
        final_vp=final.vp,
        final_winner=owner_key(final.outcome.winner),
    )


def _region(state: State, preview: RegionPreview) -> RegionPreviewInfo:
    score = preview.score
    return RegionPreviewInfo(
        region=REGION_NAMES[preview.region],
        us_level=LEVELS[score.levels[US]],
        ussr_level=LEVELS[score.levels[USSR]],
        level_points=_numbers(preview.level_points),
        battlegrounds=_numbers(score.battlegrounds),
        neighbours=_numbers(score.neighbours),
        net=preview.difference,
        ignored=None if preview.ignored == NO_COUNTRY else COUNTRY_KEYS[preview.ignored],
        wins=_side(preview.winner),
        swings=[
            SwingInfo(
                country=COUNTRY_KEYS[one.country],
                controller=owner_key(one.controller),
                change=one.change,
                wins=_side(one.winner),
            )
            for one in swings(state, preview.region)
        ],
    )


def dangers(seen: Observation, language: Language) -> list[DangerInfo]:
    """Grade every answer to the pending decision; this may take a while."""
    decision = seen.decision
    if decision is None:
        return []
    if decision.kind is Kind.ROUND_CARD:
        return [_danger(play.card, play.mode, play.danger, language) for play in assess_plays(seen)]
    return [_danger(action, None, one, language) for action, one in assess(seen).items()]


def _danger(action: Action, mode: Action | None, danger: Danger, language: Language) -> DangerInfo:
    reason = None if danger.reason is None else danger.reason.name.lower()
    return DangerInfo(
        action=ACTION_KEYS[action],
        mode=None if mode is None else ACTION_KEYS[mode],
        grade=danger.grade.name.lower(),  # type: ignore[arg-type]
        reason=reason,
        text="" if reason is None else language.text(f"reasons.{reason}"),
        cards=[CARD_KEYS[card] for card in danger.cards],
        proven=danger.proven,
    )


def knowledge(seen: Observation) -> Knowledge:
    """Tell where all cards are, as far as one can know."""
    chances = enemy_chances(seen)
    reshuffle = next_reshuffle(seen)
    return Knowledge(
        cards=[
            CardKnowledge(CARD_KEYS[card], place.name.lower(), float(chances.get(card, 0)))
            for card, place in sorted(places(seen).items())
        ],
        reshuffle_turn=None if reshuffle is None else reshuffle.turn,
    )
