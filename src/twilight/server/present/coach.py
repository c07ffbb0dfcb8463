"""Hints and verdicts as messages, in words."""

from twilight.engine.actions import ACTION_KEYS
from twilight.engine.board import COUNTRY_KEYS
from twilight.engine.cards import CARD_KEYS
from twilight.server.messages.study import HintInfo, VerdictInfo
from twilight.server.present.study import best_play_info
from twilight.study.coach import BEST, Hint, Verdict
from twilight.study.words import hint_text

# The number of the decision is filled in by who knows it.
_UNKNOWN = 0


def hint_info(found: Hint, code: str) -> HintInfo:
    """Tell one step of a hint."""
    play = found.play
    is_answer = found.step == BEST and play is None
    return HintInfo(
        decision=_UNKNOWN,
        step=found.step,
        text=hint_text(found, code),
        cards=[CARD_KEYS[card] for card in found.cards],
        countries=[COUNTRY_KEYS[country] for country in found.countries],
        regions=list(found.regions),
        use=None if play is None else ACTION_KEYS[play.line.use],
        answer=ACTION_KEYS[found.answer] if is_answer else None,
        chance=None if play is None else round(play.chance, 4),
    )


def verdict_info(found: Verdict | None, code: str) -> VerdictInfo:
    """Tell what a play loses, if that is worth a word."""
    if found is None:
        return VerdictInfo(_UNKNOWN, 0.0, None, None, None)
    return VerdictInfo(
        decision=_UNKNOWN,
        loss=round(found.loss, 4),
        mark=found.mark,  # type: ignore[arg-type]
        played=best_play_info(found.played, code),
        best=best_play_info(found.best, code),
    )
