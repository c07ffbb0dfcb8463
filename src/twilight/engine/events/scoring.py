"""The seven scoring cards."""

from twilight.engine.board import BIT, Mask, countries_in
from twilight.engine.cards import without_card
from twilight.engine.changes import end_effect, put_on_discard_pile
from twilight.engine.decision import Decision, Flow
from twilight.engine.effects import Effect
from twilight.engine.events.registry import event
from twilight.engine.ids import (
    AFRICA_SCORING,
    ASIA_SCORING,
    CENTRAL_AMERICA_SCORING,
    EUROPE_SCORING,
    MIDDLE_EAST_SCORING,
    SHUTTLE_DIPLOMACY,
    SOUTH_AMERICA_SCORING,
    SOUTHEAST_ASIA_SCORING,
)
from twilight.engine.scoring import award_region, award_southeast_asia, shuttle_targets
from twilight.engine.state import State
from twilight.engine.types import (
    AFRICA,
    ASIA,
    CENTRAL_AMERICA,
    EUROPE,
    MIDDLE_EAST,
    SOUTH_AMERICA,
    US,
    Actor,
    Kind,
    Region,
)


@event(ASIA_SCORING)
def asia_scoring(state: State, player: Actor) -> Flow[None]:
    """Score Asia, Southeast Asia included."""
    ignored = yield from use_shuttle_diplomacy(state, ASIA)
    award_region(state, ASIA, ignored)


@event(EUROPE_SCORING)
def europe_scoring(state: State, player: Actor) -> None:
    """Score Europe; control of it wins the game."""
    award_region(state, EUROPE)


@event(MIDDLE_EAST_SCORING)
def middle_east_scoring(state: State, player: Actor) -> Flow[None]:
    """Score the Middle East."""
    ignored = yield from use_shuttle_diplomacy(state, MIDDLE_EAST)
    award_region(state, MIDDLE_EAST, ignored)


@event(CENTRAL_AMERICA_SCORING)
def central_america_scoring(state: State, player: Actor) -> None:
    """Score Central America."""
    award_region(state, CENTRAL_AMERICA)


@event(SOUTHEAST_ASIA_SCORING)
def southeast_asia_scoring(state: State, player: Actor) -> None:
    """Score one point a country in Southeast Asia and two for Thailand."""
    award_southeast_asia(state)


@event(AFRICA_SCORING)
def africa_scoring(state: State, player: Actor) -> None:
    """Score Africa."""
    award_region(state, AFRICA)


@event(SOUTH_AMERICA_SCORING)
def south_america_scoring(state: State, player: Actor) -> None:
    """Score South America."""
    award_region(state, SOUTH_AMERICA)


def use_shuttle_diplomacy(state: State, region: Region) -> Flow[Mask]:
    """Let the US name the battleground that Shuttle Diplomacy ignores, and discard that card."""
    if not state.effects[Effect.SHUTTLE_DIPLOMACY]:
        return 0
    targets = shuttle_targets(state, region)
    ignored = 0
    if targets:
        country = yield Decision(US, Kind.COUNTRY, countries_in(targets))
        ignored = BIT[country]
    end_effect(state, Effect.SHUTTLE_DIPLOMACY)
    state.front = without_card(state.front, SHUTTLE_DIPLOMACY)
    put_on_discard_pile(state, SHUTTLE_DIPLOMACY)
    return ignored
