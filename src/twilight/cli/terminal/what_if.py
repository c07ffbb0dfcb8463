"""Playing on from a moment of a replay, at the same terminal."""

from typing import Final

from twilight.bots.registry import BOTS, make_bot
from twilight.cli.commands.play import free_file, new_seed
from twilight.cli.terminal.console import Terminal
from twilight.cli.terminal.matching import Unclear
from twilight.cli.terminal.session import EndOfInput, Quit, Session
from twilight.cli.terminal.words import Words
from twilight.engine.chance import SeededChance
from twilight.engine.game import Game
from twilight.engine.types import ACTOR_NAMES, SIDES, US, USSR
from twilight.replays.saves import SavedGame
from twilight.study.what_if import SameDice, as_it_was, dealt_anew, dice_after

BOTH: Final = "both"
ANEW: Final = "anew"
DICE: Final = "dice"
HUMAN: Final = "human"
DEFAULT_LEVEL: Final = "officer"


def play_on(game: Game, step: int, rest: str, terminal: Terminal, words: Words) -> None:
    """Play on as one side against a level, or both; `rest` is what was typed after the command."""
    typed = rest.lower().split()
    side = next((US if word == "us" else USSR for word in typed if word in ("us", "ussr")), None)
    level = next((word for word in typed if word in BOTS), None)
    unknown = [word for word in typed if word not in (*BOTS, "us", "ussr", BOTH, ANEW, DICE)]
    if unknown or (BOTH in typed and (side is not None or level is not None)):
        levels = ", ".join(BOTS)
        raise Unclear(words.text("errors.play_on", text=rest, levels=levels))
    before = game.rewound(step)
    decision = before.pending
    if decision is None or decision.actor not in SIDES:
        raise Unclear(words.text("errors.nobody_decides"))
    viewer = decision.actor if side is None else side
    seed = new_seed()
    begun = dealt_anew(game, step, viewer, seed) if ANEW in typed else as_it_was(game, step)
    names = [HUMAN, HUMAN]
    if BOTH not in typed:
        names[1 - viewer] = level or DEFAULT_LEVEL
    players = [
        None if name == HUMAN else make_bot(name, f"{seed}/{ACTOR_NAMES[one]}")
        for one, name in enumerate(names)
    ]
    meta: dict[str, object] = {"seed": seed, "leaves_at": step}
    saved = SavedGame(begun, meta=meta)
    rolled = dice_after(game, step) if DICE in typed else ()
    chance = SameDice(rolled, SeededChance(f"{seed}/chance"))
    session = Session(begun, players, names, chance, terminal, words, free_file(seed), meta)
    session.greet(saved)
    try:
        session.play()
    except Quit:
        return
    except EndOfInput:
        session.save(session.file)
