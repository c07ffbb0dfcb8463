"""How fast bots think and environments step, in slices beside the yardstick of the engine.

On a shared machine the seconds tell little. Each figure is therefore divided by the yardstick of
the same run, and compared with what that was when bots were plain Python (`reference.json`).
"""

import json
from pathlib import Path
from time import process_time

import numpy as np

from twilight.bots.players.officer import Officer
from twilight.bots.registry import make_bot
from twilight.bots.search.halving import Candidate, Settings, Tournament
from twilight.cli.commands.bench import LEAGUE, Counted, play_chess
from twilight.engine.chance import SeededChance
from twilight.engine.driver import ask, play_out, run_on
from twilight.engine.game import Game
from twilight.engine.ids import COUP, INFLUENCE, NO_CARD
from twilight.engine.types import Kind
from twilight.engine.view import Observation, observe
from twilight.envs.vector import VectorEnv

REFERENCE = Path(__file__).parent / "reference.json"
SLICES = 4
POSITIONS = 12
# What one search may spend, its overhead included.
BUDGET = 4000
GAMES = 64
STEPS = 25
LAYOUTS = {"vector_steps": "full", "vector_compact_steps": "compact"}


def measure() -> dict[str, float]:
    """Measure everything on one core, in processor time."""
    searches = find_searches()
    work = {name: Counted() for name in ("search_answers", "officer_games", *LAYOUTS)}
    chess = Counted()
    for piece in range(SLICES):
        play_chess(1.0, piece, chess)
        search(searches, work["search_answers"])
        play_officers(piece, work["officer_games"])
        for name, layout in LAYOUTS.items():
            step_games(layout, work[name])
    figures = {f"{name}_per_second": counted.rate() for name, counted in work.items()}
    plies = chess.rate()
    reference: dict[str, float] = json.loads(REFERENCE.read_text(encoding="utf-8"))["per_ply"]
    ratios = {
        f"{name}_ratio": counted.rate() / plies / reference[name] for name, counted in work.items()
    }
    return {"chess_plies_per_second": plies, **figures, **ratios}


def find_searches() -> list[tuple[Observation, list[Candidate]]]:
    """Collect choices of a card in games of baselines, with the plays that a general would try."""
    officer = Officer("0")
    found = []
    for seen in card_choices():
        assert seen.decision is not None
        plays = officer.plays(seen, seen.decision)
        candidates = [
            Candidate(
                play.score,
                (play.card, play.mode),
                play.countries if play.mode in (INFLUENCE, COUP) else (),
            )
            for play in plays[:8]
            if play.score > plays[0].score - Settings().margin and play.card != NO_CARD
        ]
        if len(candidates) > 1:
            found.append((seen, candidates))
    return found


def card_choices() -> list[Observation]:
    """Collect every ninth choice of a card for an action round."""
    found: list[Observation] = []
    seed = 0
    while len(found) < POSITIONS:
        game, chance = Game.new(LEAGUE, record=False), SeededChance(f"thinking {seed}")
        seed += 1
        bots = [make_bot("baseline", "1"), make_bot("baseline", "2")]
        choices = 0
        while len(found) < POSITIONS:
            run_on(game, chance)
            decision = game.pending
            if decision is None:
                break
            seen = observe(game, decision.actor)
            if decision.kind is Kind.ROUND_CARD and len(decision.options) > 2:
                choices += 1
                if choices % 9 == 0:
                    found.append(seen)
            game.answer(ask(game, bots[decision.actor], decision))
    return found


def search(searches: list[tuple[Observation, list[Candidate]]], counted: Counted) -> None:
    """Let the general's search run once for every position."""
    start = process_time()
    for place, (seen, candidates) in enumerate(searches):
        tournament = Tournament(seen, candidates, BUDGET, Settings(), f"thinking {place}")
        tournament.run()
        counted.number += tournament.answers
    counted.seconds += process_time() - start


def play_officers(seed: int, counted: Counted) -> None:
    """Let two officers play a whole game."""
    start = process_time()
    players = [make_bot("officer", f"{seed}/ussr"), make_bot("officer", f"{seed}/us")]
    play_out(Game.new(LEAGUE, record=False), players, SeededChance(f"officers {seed}"))
    counted.number += 1
    counted.seconds += process_time() - start


def step_games(layout: str, counted: Counted) -> None:
    """Step many games at random in this process."""
    random = np.random.default_rng(1)
    with VectorEnv(GAMES, workers=0, seed=1, layout=layout) as env:
        masks = env.reset()[0]["action_mask"]
        start = process_time()
        for _ in range(STEPS):
            luck = random.random(masks.shape, np.float32)
            masks = env.step((masks * luck).argmax(1))[0]["action_mask"]
        counted.seconds += process_time() - start
    counted.number += GAMES * STEPS
