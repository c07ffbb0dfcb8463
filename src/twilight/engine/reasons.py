"""Why an answer is refused or an option closed, in words."""

from twilight.engine.decision import Decision
from twilight.engine.ids import Action
from twilight.engine.state import State


def explain_refusal(state: State, decision: Decision, action: Action) -> str:
    """Say why an action is not among the options of a decision."""
    return f"{action} is not among the options of {decision!r}"
