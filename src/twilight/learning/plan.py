"""What a training does: its stages, and how much of everything. No torch is needed to ask."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

STAGES: Final = ("generate", "clone", "self-play", "results", "search", "fit", "evaluate")
# What each stage builds on.
BUILDS_ON: Final = {
    "clone": ("generate",),
    "self-play": ("clone",),
    "results": ("self-play",),
    "search": ("results",),
    "fit": ("results", "search"),
    "evaluate": ("generate", "fit"),
}


@dataclass(frozen=True)
class Plan:
    """How much of everything a training does."""

    seed: int = 1
    teachers: tuple[str, ...] = ("officer", "general:seconds=0.05")
    shares: tuple[float, ...] = (0.7, 0.3)
    games: int = 3000
    quick_games: int = 12000
    clone_passes: int = 6
    rounds: int = 600
    games_of_round: int = 64
    result_games: int = 100_000
    searcher: str = "marshal:seconds=0.1"
    search_games: int = 600
    fit_passes: int = 4
    opponents: tuple[str, ...] = ("random", "baseline", "officer")
    evaluation_games: int = 100


FULL: Final = Plan()
# All stages within ten minutes of one core.
SMALL: Final = Plan(
    teachers=("baseline",),
    shares=(1.0,),
    games=60,
    quick_games=600,
    clone_passes=3,
    rounds=6,
    games_of_round=16,
    result_games=100,
    searcher="marshal:seconds=0",
    search_games=2,
    fit_passes=1,
    opponents=("random",),
    evaluation_games=40,
)


def kept_plan(folder: Path, plan: Plan) -> Plan:
    """Keep the plan that a folder was begun with, so that going on means the same training."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "plan.json"
    if not path.exists():
        path.write_text(json.dumps(asdict(plan), indent=2) + "\n", encoding="utf-8")
        return plan
    fields: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    for name, value in fields.items():
        if isinstance(value, list):
            fields[name] = tuple(value)
    return Plan(**fields)
