"""What holds for every bot: it plays legally, repeats itself, and sees nothing hidden."""

from random import Random

import pytest
from bench.bot_games import SPECS, bot_game
from bench.rule_sets import all_rules, variant_rules
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.position import action_round
from tests.strategies import LEAGUE_RULES, seeds
from twilight.bots.registry import make_bot
from twilight.engine.chance import SeededChance
from twilight.engine.driver import ask, play_out
from twilight.engine.game import Game
from twilight.engine.ids import MISSILE_ENVY
from twilight.engine.testing import Given
from twilight.engine.types import CHANCE, USSR, Kind
from twilight.engine.view import observe

SEEING = [spec for spec in SPECS if spec != "random"]
# Each set of rules with a bot or two, taken in turn; `make soak` plays whole games of all with all.
EVERYWHERE = [(name, SPECS[place % len(SPECS)]) for place, name in enumerate(all_rules())]
VARIANTS = [(name, "officer") for name in variant_rules()]
MIXED = [("mix_influence_and_realign=true", spec) for spec in SEEING]


def position(seed: int, stop: int) -> Game:
    """Return a game of baselines somewhere at a choice of a side with several options."""
    game = Game.new(LEAGUE_RULES)
    players = [make_bot("recruit", f"{seed}/ussr"), make_bot("recruit", f"{seed}/us")]
    chance = SeededChance(seed)
    play_out(game, players, chance, most_answers=stop)
    while game.pending is not None and (
        game.pending.actor == CHANCE or len(game.pending.options) == 1
    ):
        play_out(game, players, chance, most_answers=1)
    return game


@pytest.mark.parametrize("spec", SPECS)
def test_a_game_is_played_and_repeats_itself(spec: str) -> None:
    records = []
    for _ in range(2):
        game = Game.new(LEAGUE_RULES)
        players = [make_bot(spec, "1"), make_bot("random", "2")]
        play_out(game, players, SeededChance(3), most_answers=120)
        records.append(game.record)
    assert records[0] == records[1]


@pytest.mark.parametrize(("name", "spec"), dict.fromkeys([*EVERYWHERE, *VARIANTS, *MIXED]))
def test_every_bot_plays_under_every_rule(name: str, spec: str) -> None:
    assert bot_game(spec, all_rules()[name], "5", most_answers=100) == []


@pytest.mark.parametrize("spec", SEEING)
@settings(max_examples=8, deadline=None)
@given(seed=seeds, stop=st.integers(0, 400))
def test_the_move_depends_on_nothing_hidden(spec: str, seed: int, stop: int) -> None:
    game = position(seed, stop)
    if game.pending is None:
        return
    seen = observe(game, game.pending.actor)
    world = seen.sample(Random(seed))
    move = ask(game, make_bot(spec, "7"), game.pending)
    assert world.pending is not None
    assert ask(world, make_bot(spec, "7"), world.pending) == move


@pytest.mark.parametrize("spec", [spec for spec in SEEING if spec != "recruit"])
def test_the_first_of_the_ranking_is_played(spec: str) -> None:
    game = position(11, 60)
    while game.pending is not None and game.pending.kind is not Kind.ROUND_CARD:
        play_out(
            game, [make_bot("baseline"), make_bot("baseline")], SeededChance(1), most_answers=1
        )
    decision = game.pending
    assert decision is not None
    bot = make_bot(spec, "7")
    ranking = bot.rank(observe(game, decision.actor), decision)  # type: ignore[union-attr]
    assert len(ranking) > 3
    assert ranking[0][0] == ask(game, make_bot(spec, "7"), decision)


@pytest.mark.parametrize("spec", [spec for spec in SEEING if spec != "recruit"])
def test_an_owed_missile_envy_is_ranked_as_it_may_be_played(spec: str) -> None:
    """It is never the event then; a search that tried it would not come back."""
    owed: Given = {"turn": 4, "effects": "missile_envy_owed_by_ussr"}
    game = action_round("ussr", owed, ["missile_envy", "duck_and_cover", "fidel"])
    decision = game.pending
    assert decision is not None
    assert decision.options == (MISSILE_ENVY,)
    ranking = make_bot(spec, "7").rank(observe(game, USSR), decision)  # type: ignore[union-attr]
    game.answer(MISSILE_ENVY)
    assert game.pending is not None
    assert {use for _, use in ranking} == set(game.pending.options)
