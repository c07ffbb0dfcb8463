"""Games of every bot under any rules: none may fail, whatever is asked of it."""

from bench.crash_file import write_down

from twilight.bots.registry import BOTS, SLOW, make_bot
from twilight.engine.chance import SeededChance
from twilight.engine.driver import play_out
from twilight.engine.game import Game
from twilight.engine.rules import Rules

# A search needs no long time to be a search.
SPECS = [f"{name}:seconds=0.01" if name in SLOW else name for name in BOTS]


def bot_games(name: str, rules: Rules, games: int, seed: int) -> list[str]:
    """Let every bot play against itself and return what went wrong."""
    problems = []
    for spec in SPECS:
        for number in range(games):
            problems += bot_game(spec, rules, f"{seed}/{name}/{spec}/{number}")
    return problems


def bot_game(spec: str, rules: Rules, seed: str, most_answers: int | None = None) -> list[str]:
    """Let a bot play against itself, to the end or for so many answers."""
    game = Game.new(rules)
    players = [make_bot(spec, f"{seed}/first"), make_bot(spec, f"{seed}/second")]
    try:
        play_out(game, players, SeededChance(seed), most_answers=most_answers)
    except Exception as error:
        return [write_down(game, seed, error)]
    return []
