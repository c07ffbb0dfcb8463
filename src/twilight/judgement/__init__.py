"""Who is winning and what to answer, from what one side sees or with all hands open.

`judge` is the one function that everything asks which judges: levels, hints, reviews, curves.
docs/judgement.md tells what it was trained on and how good it is.
"""

from twilight.judgement.chance import Chance
from twilight.judgement.judge import (
    Judgement,
    Players,
    Training,
    chances,
    judge,
    judge_many,
    open_chance,
    open_chances,
    training_for,
)

__all__ = [
    "Chance",
    "Judgement",
    "Players",
    "Training",
    "chances",
    "judge",
    "judge_many",
    "open_chance",
    "open_chances",
    "training_for",
]
