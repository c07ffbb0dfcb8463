"""The public part of a game as plain text, for the `render` of the environments."""

from twilight.engine.actions import ACTION_KEYS
from twilight.engine.board import COUNTRY_KEYS, REGION_MASKS, countries_in
from twilight.engine.cards import CARD_KEYS
from twilight.engine.effects import Effect
from twilight.engine.game import Game
from twilight.engine.types import ACTOR_NAMES, NOBODY, REGION_NAMES, SCORED_REGIONS, SIDES, US, USSR
from twilight.engine.view import BLANK, Observation, observe


def render_public(game: Game) -> str:
    """Draw what a spectator sees."""
    return render(observe(game, NOBODY))


def show(game: Game, mode: str) -> str | None:
    """Draw the public table as a render mode wants it: printed (human) or returned (ansi)."""
    picture = render_public(game)
    if mode == "human":
        print(picture, flush=True)
        return None
    return picture


def render(seen: Observation) -> str:
    """Draw what an observer sees; influence is written USSR-US, * marks control."""
    state = seen.state
    lines = [
        f"turn {state.turn} round {state.round} {state.segment.name.lower()}"
        f" | vp {state.vp:+d} | defcon {state.defcon}"
    ]
    lines += [
        f"{ACTOR_NAMES[side]}: military {state.military[side]}, space {state.space[side]},"
        f" {seen.hand_counts[side]} cards" + (", China Card" if state.china_holder == side else "")
        for side in SIDES
    ]
    for region in SCORED_REGIONS:
        places = [
            _influence(seen, country)
            for country in countries_in(REGION_MASKS[region])
            if state.influence[USSR][country] or state.influence[US][country]
        ]
        lines.append(f"{REGION_NAMES[region]}: {', '.join(places) or 'empty'}")
    effects = [effect.name.lower() for effect in Effect if state.effects[effect]]
    lines.append(f"effects: {', '.join(effects) or 'none'}")
    if seen.hand:
        lines.append(f"hand: {', '.join(CARD_KEYS[card] for card in seen.hand)}")
    answers = ["?" if action == BLANK else ACTION_KEYS[action] for action in seen.answers]
    lines.append(f"answers: {', '.join(answers) or 'none'}")
    if seen.outcome is not None:
        winner, reason = seen.outcome.winner, seen.outcome.reason
        lines.append(f"over: {ACTOR_NAMES[winner]} by {reason.name.lower()}")
    elif seen.kind is not None:
        lines.append(f"to decide: {ACTOR_NAMES[seen.actor]}, {seen.kind.name.lower()}")
    return "\n".join(lines)


def _influence(seen: Observation, country: int) -> str:
    state = seen.state
    ussr, us = (
        f"{state.influence[side][country]}{'*' if state.controls(side, country) else ''}"
        for side in SIDES
    )
    return f"{COUNTRY_KEYS[country]} {ussr}-{us}"
