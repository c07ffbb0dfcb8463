"""Why an answer is refused: what was wrong, by which rule, and what was expected."""

from typing import Final

from twilight.engine.actions import ACTION_KEYS
from twilight.engine.board import BIT, REGION_MASKS, mask_of
from twilight.engine.cards import SCORING, is_card
from twilight.engine.changes import is_enemy_card
from twilight.engine.decision import Decision
from twilight.engine.ids import (
    BEAR_TRAP,
    COUP,
    DECLINE,
    DONE,
    EVENT,
    EVENT_FIRST,
    INFLUENCE,
    MISSILE_ENVY,
    NO_CARD,
    PASS,
    QUAGMIRE,
    REALIGNMENT,
    SPACE,
    THE_CHINA_CARD,
    Action,
)
from twilight.engine.operations.points import card_value
from twilight.engine.operations.space import LAST_BOX, NEEDED_VALUE, can_attempt
from twilight.engine.operations.targets import coup_targets
from twilight.engine.state import State
from twilight.engine.text.describe import prompt_of
from twilight.engine.text.language import (
    Language,
    action_name,
    card_name,
    is_action,
    is_country,
    load_language,
    region_name,
    side_name,
    space_box_name,
    the_side,
)
from twilight.engine.text.obstacles import (
    EffectInPlay,
    closed_targets,
    effects_in_play,
    why_closed,
    why_prevented,
)
from twilight.engine.turn.rounds import must_score, owes_missile_envy
from twilight.engine.types import (
    CHANCE,
    EASTERN_EUROPE,
    EUROPE,
    MIDDLE_EAST,
    NOBODY,
    SIDES,
    US,
    WESTERN_EUROPE,
    Kind,
    enemy_of,
)
from twilight.engine.variants.handicap import MOST_ABOVE_STABILITY

__all__ = [
    "EffectInPlay",
    "closed_targets",
    "effects_in_play",
    "explain_closed",
    "explain_refusal",
    "why_closed",
    "why_prevented",
]

MOST_OPTIONS_NAMED: Final = 8
HIGHEST_VALUE: Final = 4
_VERBS: Final = {
    Kind.COUP_TARGET: COUP,
    Kind.REALIGNMENT_TARGET: REALIGNMENT,
    Kind.PLACE_INFLUENCE: INFLUENCE,
}
_FRAMES: Final = {COUP: "coup", REALIGNMENT: "realignment", INFLUENCE: "influence"}
_SETUP_REGIONS: Final = (EASTERN_EUROPE, WESTERN_EUROPE, EUROPE, MIDDLE_EAST)


class _Refused:
    """An answer that is refused, and the words to say why."""

    __slots__ = ("action", "decision", "event", "kind", "language", "player", "state")

    def __init__(
        self, state: State, decision: Decision, action: Action, language: Language
    ) -> None:
        self.state: Final = state
        self.decision: Final = decision
        self.action: Final = action
        self.language: Final = language
        self.kind: Final = decision.kind
        self.player: Final = decision.actor
        # The event that asks, if one does.
        self.event: Final = state.resolving[-1] if state.resolving else NO_CARD

    def why(self, key: str, **fields: object) -> str:
        """Write a reason; the names of the sides, the event and the trap are at hand."""
        language = self.language
        blanks: dict[str, object] = {"event": "", "side": "", "the_side": "", "the_enemy": ""}
        if self.event != NO_CARD:
            blanks["event"] = card_name(self.event, language)
        if self.player in SIDES:
            blanks["side"] = side_name(self.player, language)
            blanks["the_side"] = the_side(self.player, language)
            blanks["the_enemy"] = the_side(enemy_of(self.player), language)
            trap = QUAGMIRE if self.player == US else BEAR_TRAP
            blanks["trap"] = card_name(trap, language)
        blanks.update(fields)
        return language.text(f"refusals.{key}", **blanks)

    def framed(self, frame: str, why: str) -> str:
        """Write what was refused and why."""
        subject = action_name(self.action, self.language, self.player)
        return self.why(frame, subject=subject, why=why)

    def not_asked(self) -> str:
        """Say that the answer belongs to another question."""
        prompt = prompt_of(self.state, self.decision, self.language)
        return self.why("not_asked", prompt=prompt)

    def not_offered(self) -> str:
        """Say that the event, or the question, does not know the answer."""
        return self.not_asked() if self.event == NO_CARD else self.why("not_offered")

    def offers_cards(self) -> bool:
        """Tell whether any option is a card."""
        return any(is_card(option) for option in self.decision.options)


def explain_refusal(
    state: State, decision: Decision, action: Action, language: Language | None = None
) -> str:
    """Say why an action is not among the options of a decision, and what was expected."""
    words = language or load_language()
    refused = _Refused(state, decision, action, words)
    return _reason(refused) + _expected(decision, words)


def explain_closed(state: State, decision: Decision, action: Action, language: Language) -> str:
    """Say why an action is closed, where its name stands beside it: the reason alone."""
    refused = _Refused(state, decision, action, language)
    if is_country(action):
        return _why_not_country(refused)
    if is_card(action):
        return _why_not_card(refused)
    return _reason(refused)


def _expected(decision: Decision, language: Language) -> str:
    options = decision.options[:MOST_OPTIONS_NAMED]
    shown = ", ".join(action_name(option, language, decision.actor) for option in options)
    left = len(decision.options) - len(options)
    if left:
        shown = language.text("refusals.more", options=shown, count=left)
    return language.text("refusals.expected", options=shown)


def _reason(refused: _Refused) -> str:
    action = refused.action
    if not is_action(action):
        return refused.why("unknown_action", action=action)
    if refused.player == CHANCE:
        prompt = prompt_of(refused.state, refused.decision, refused.language)
        return refused.framed("frame", refused.why("chance", prompt=prompt))
    if is_country(action):
        frame = _FRAMES.get(_VERBS.get(refused.kind, NO_CARD), "choice")
        return refused.framed(frame, _why_not_country(refused))
    if is_card(action):
        return refused.framed("choice", _why_not_card(refused))
    if refused.kind is Kind.PLAY_MODE:
        card = refused.decision.card
        name = refused.language.text("unknown.card")
        if card != NO_CARD:
            name = card_name(card, refused.language)
        subject = action_name(action, refused.language)
        key = f"use.{ACTION_KEYS[action]}"
        key = key if refused.language.has(f"refusals.{key}") else "use.other"
        return refused.why(key, card=name, subject=subject, why=_why_not_used(refused))
    return refused.framed("choice", _why_not_verb(refused))


# Countries


def _why_not_country(refused: _Refused) -> str:
    state, kind, player, country = refused.state, refused.kind, refused.player, refused.action
    if kind in _VERBS:
        return _why_no_target(refused)
    if kind is Kind.SETUP_INFLUENCE:
        return _why_not_at_setup(refused)
    if kind is Kind.HANDICAP_INFLUENCE:
        full = state.stability[country] + MOST_ABOVE_STABILITY
        if BIT[country] & state.presence[player] and state.influence[player][country] >= full:
            return refused.why("handicap_cap")
        return refused.why("handicap_country")
    if kind is Kind.CRISIS_PAYMENT:
        return refused.why("crisis_payment_us" if player == US else "crisis_payment_ussr")
    if kind is Kind.ADD_INFLUENCE and refused.event == NO_CARD:
        return refused.why("norad")
    if kind is Kind.REMOVE_INFLUENCE and not (
        (state.presence[0] | state.presence[1]) & BIT[country]
    ):
        return refused.why("nothing_to_remove")
    if any(is_country(option) for option in refused.decision.options):
        return refused.not_offered()
    return refused.not_asked()


def _why_no_target(refused: _Refused) -> str:
    """Explain a country that the rules close, or that the points or the event don't allow."""
    state, player, country = refused.state, refused.player, refused.action
    verb = _VERBS[refused.kind]
    free = refused.decision.free
    why = why_closed(state, player, verb, country, refused.language, free)
    if why:
        return why
    if verb == INFLUENCE and state.controlled[enemy_of(player)] & BIT[country]:
        return refused.why("too_dear")
    if verb == COUP or free:
        return refused.not_offered()
    return refused.why("bonus_only")


def _why_not_at_setup(refused: _Refused) -> str:
    """Explain a country outside the region that markers are set up in, or one that is full."""
    offered = mask_of(refused.decision.options)
    for region in _SETUP_REGIONS:
        if offered & ~REGION_MASKS[region] == 0:
            if REGION_MASKS[region] & BIT[refused.action]:
                return refused.why("setup_limit")
            name = region_name(region, refused.language)
            return refused.why("setup_region", region=name)
    return refused.not_asked()


# Cards


def _why_not_card(refused: _Refused) -> str:
    kind, card, player = refused.kind, refused.action, refused.player
    hand = refused.state.hands[player]
    if kind is Kind.ROUND_CARD:
        return _why_not_played(refused)
    if kind is Kind.HEADLINE:
        return _why_not_headlined(refused)
    if kind in (Kind.TRAP_DISCARD, Kind.DISCARD, Kind.HELD_DISCARD):
        if card == THE_CHINA_CARD:
            return refused.why("china_hand")
        own = all(option in hand for option in refused.decision.options if is_card(option))
        if own and card not in hand:
            return refused.why("not_in_hand")
        if kind is Kind.TRAP_DISCARD:
            return _why_no_way_out(refused)
        if own and SCORING[card]:
            return refused.why("discard_scoring")
        if own:
            value = card_value(refused.state, player, card)
            return refused.why("discard_value", value=value)
    return refused.not_offered() if refused.offers_cards() else refused.not_asked()


def _why_not_played(refused: _Refused) -> str:
    state, player, card = refused.state, refused.player, refused.action
    if card == THE_CHINA_CARD:
        return _why_no_china_card(refused)
    if card not in state.hands[player]:
        return refused.why("not_in_hand")
    if MISSILE_ENVY in refused.decision.options and owes_missile_envy(state, player):
        return refused.why("missile_envy_due")
    if must_score(state, player):
        return refused.why("must_score")
    return refused.why("round_bound")


def _why_no_china_card(refused: _Refused) -> str:
    state, player = refused.state, refused.player
    if state.china_holder == NOBODY:
        return refused.why("china_nobody")
    if state.china_holder != player:
        return refused.why("china_enemy")
    if not state.china_face_up:
        return refused.why("china_face_down")
    if must_score(state, player):
        return refused.why("china_scoring")
    return refused.why("china_duty")


def _why_not_headlined(refused: _Refused) -> str:
    state, player, card = refused.state, refused.player, refused.action
    if card == THE_CHINA_CARD:
        return refused.why("china_headline")
    if card not in state.hands[player]:
        return refused.why("not_in_hand")
    if card == MISSILE_ENVY and owes_missile_envy(state, player):
        return refused.why("headline_missile_envy")
    return refused.why("headline", card=card_name(card, refused.language))


def _why_no_way_out(refused: _Refused) -> str:
    """Explain a card that a trapped player holds and can't discard (R20.5)."""
    state, player, card = refused.state, refused.player, refused.action
    if SCORING[card]:
        return refused.why("trap_scoring")
    if must_score(state, player):
        return refused.why("must_score")
    value = card_value(state, player, card)
    if value < 2:
        key = "trap_only_scoring" if _only_scoring(refused) else "trap_value"
        return refused.why(key, value=value)
    return refused.why("trap_missile_envy")


def _only_scoring(refused: _Refused) -> bool:
    return all(is_card(one) and SCORING[one] for one in refused.decision.options)


# Uses of a card and other verbs


def _why_not_used(refused: _Refused) -> str:
    state, player, mode = refused.state, refused.player, refused.action
    card = refused.decision.card
    if card == NO_CARD:
        return refused.not_asked()
    if mode == PASS:
        return refused.why("pass_use")
    if SCORING[card]:
        return refused.why("scoring_operations")
    if card == THE_CHINA_CARD and state.rules.china_use == "event_only":
        return refused.why("china_event_only")
    if mode == EVENT_FIRST:
        return refused.why("no_enemy_event")
    if mode != EVENT:
        return _why_no_operation(refused)
    if card == THE_CHINA_CARD:
        return refused.why("china_event")
    if is_enemy_card(card, player):
        return refused.why("enemy_event")
    prevented = why_prevented(state, card, player, refused.language)
    if prevented:
        return refused.why("prevented", reason=prevented)
    return refused.why("missile_envy_operations")


def _why_no_operation(refused: _Refused) -> str:
    """Explain why a kind of operation is not open."""
    state, player, verb = refused.state, refused.player, refused.action
    if verb == INFLUENCE and not refused.decision.free:
        return refused.why("no_influence")
    if verb == COUP and not coup_targets(state, player):
        return refused.why("no_coup")
    if verb == REALIGNMENT:
        return refused.why("no_realignment")
    if verb == SPACE:
        return _why_no_attempt(refused)
    return refused.not_offered()


def _why_no_attempt(refused: _Refused) -> str:
    state, player, value = refused.state, refused.player, refused.decision.value
    granted = refused.kind is Kind.OPERATION
    box = state.space[player] + 1
    if box > LAST_BOX:
        return refused.why("space_last_box")
    if not can_attempt(state, player, HIGHEST_VALUE):
        return refused.why("space_attempts")
    if granted and refused.event == NO_CARD:
        return refused.why("space_after_event")
    if granted and state.rules.event_ops_space == "none":
        return refused.why("space_rules")
    if can_attempt(state, player, value):
        china = refused.decision.card == THE_CHINA_CARD
        return refused.why("space_china" if china else "space_rules")
    name = space_box_name(box, refused.language)
    key = "space_event" if granted else "space_value"
    return refused.why(key, box=name, needed=NEEDED_VALUE[box], value=value)


def _why_not_verb(refused: _Refused) -> str:
    kind, verb = refused.kind, refused.action
    if verb == PASS and kind is Kind.ROUND_CARD:
        return refused.why("pass_hand")
    if verb == PASS and kind is Kind.TRAP_DISCARD:
        return refused.why("trap_only_scoring" if _only_scoring(refused) else "trap")
    if kind is Kind.OPERATION and verb in (INFLUENCE, COUP, REALIGNMENT, SPACE):
        return _why_no_operation(refused)
    if verb == DECLINE:
        return refused.why("compulsory")
    if verb == DONE and DECLINE in refused.decision.options:
        return refused.why("decline_instead")
    if verb == DONE and (kind in _VERBS or kind is Kind.MIXED_POINT):
        return refused.why("spend_all")
    if verb == DONE and kind in (Kind.ADD_INFLUENCE, Kind.REMOVE_INFLUENCE):
        return refused.why("number_compulsory")
    return refused.not_offered() if kind is Kind.EVENT_CHOICE else refused.not_asked()
