"""Series of games: paired seeds, the JSON of `simulate`, the table of `arena`, Ray."""

import json
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from tests.commands import complaint, exit_code
from tests.strategies import LEAGUE_RULES
from twilight.bots.arena import round_robin
from twilight.bots.arena.matches import Match, is_avoidable, matches, play_match
from twilight.bots.arena.round_robin import level_ratings
from twilight.bots.arena.standings import can_be_rated
from twilight.bots.registry import make_bot
from twilight.cli.main import main
from twilight.engine.game import Game
from twilight.engine.testing import scenario
from twilight.engine.types import NOBODY, USSR, Reason

KEYS = [
    "games",
    "win_rate",
    "as_us",
    "as_ussr",
    "interval",
    "without_luck",
    "mean_vp",
    "losses",
    "avoidable_suicides",
    "held_scoring",
    "ms_mean",
    "ms_median",
    "ms_p95",
]


def output_of(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert main([*arguments, "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_pairs_share_a_seed_and_swap_sides() -> None:
    planned = matches("a", "b", LEAGUE_RULES, "s", 4, paired=True)
    assert [(one.us, one.ussr) for one in planned] == [("a", "b"), ("b", "a")] * 2
    assert [one.seed for one in planned] == ["s/0", "s/0", "s/1", "s/1"]
    assert [one.number for one in planned] == [0, 1, 2, 3]
    plain = matches("a", "b", LEAGUE_RULES, "s", 2)
    assert [(one.us, one.seed) for one in plain] == [("a", "s/0"), ("a", "s/1")]


def test_a_match_is_timed_and_reproducible() -> None:
    match = Match(0, "baseline", "random", LEAGUE_RULES, "x")
    one, two = (play_match(match, Game.new(LEAGUE_RULES)) for _ in range(2))
    assert (one.winner, one.reason, one.vp, one.answers) == (
        two.winner,
        two.reason,
        two.vp,
        two.answers,
    )
    assert one.bots == ("random", "baseline")
    assert all(len(times) > 10 for times in one.times)


def test_simulate_tells_about_each_bot(capsys: pytest.CaptureFixture[str]) -> None:
    found = output_of(
        capsys, "simulate", "--us", "baseline", "--ussr", "random", "--paired", "--games", "8"
    )
    assert set(found["bots"]) == {"baseline", "random"}
    for facts in found["bots"].values():
        assert list(facts) == KEYS
        assert facts["games"] == 8
        assert facts["interval"][0] <= facts["win_rate"] <= facts["interval"][1]
        assert sum(facts["losses"].values()) <= 8
    rates = [facts["win_rate"] for facts in found["bots"].values()]
    assert sum(rates) == 1
    assert found["bots"]["baseline"]["win_rate"] > 0.5


def test_a_bot_takes_options_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    bot = "recruit:temperature=50"
    found = output_of(capsys, "simulate", "--us", bot, "--games", "2")
    assert set(found["bots"]) == {bot, "random"}


def test_the_summary_tells_about_each_bot(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--us", "baseline", "--games", "4"]) == 0
    output = capsys.readouterr().out
    assert "baseline: " in output
    assert "avoidable suicides" not in output
    assert main(["simulate", "--us", "baseline", "--games", "4", "--grade-suicides"]) == 0
    assert capsys.readouterr().out.count("avoidable suicides") == 2


def test_suicides_are_graded_when_asked_or_claimed_to_be_avoided() -> None:
    for us, ussr, asked, expected in (
        ("random", "baseline", False, (False, False)),
        ("random", "baseline", True, (True, True)),
        ("officer", "random", False, (False, True)),
    ):
        match = Match(0, us, ussr, LEAGUE_RULES, "1", grade_suicides=asked)
        assert play_match(match, Game.new(LEAGUE_RULES)).graded == expected
    found = [play_match(match, Game.new(LEAGUE_RULES)) for match in suicidal_matches()]
    assert any(result.avoidable_suicide != NOBODY for result in found)


def suicidal_matches() -> list[Match]:
    return matches("random", "random", LEAGUE_RULES, "3", 12, grade_suicides=True)


def test_an_arena_rates_the_bots(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["arena", "random", "recruit", "baseline", "--games", "6", "--jobs", "2"]
    found = output_of(capsys, *arguments)
    assert found["games"] == 18
    assert [rating["games"] for rating in found["ratings"]] == [12, 12, 12]
    assert found["ratings"][-1]["bot"] == "random"
    for rating in found["ratings"]:
        assert rating["interval"][0] < rating["elo"] < rating["interval"][1]
    assert list(found["bots"]) == ["random", "recruit", "baseline"]
    assert main(arguments) == 0
    assert "rating" in capsys.readouterr().out.splitlines()[0]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["arena", "random"], "at least two bots, all of them different"),
        (["arena", "random", "random"], "at least two bots, all of them different"),
        (["arena", "random", "baseline", "--games", "3"], "come in pairs, and 3 is odd"),
        (["arena", "random", "baseline", "--keep", "nowhere/x.json"], "no folder for nowhere/x"),
        (["arena", "random", "baseline:x=1"], "bot baseline has no option 'x'"),
        (["simulate", "--paired", "--games", "3"], "an even number of games, not 3"),
    ],
)
def test_bad_input_is_named_in_one_line(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert message in complaint(capsys, *arguments)


def lost_game(hand: str) -> Game:
    """Let the USSR play Duck and Cover at DEFCON 2."""
    state = scenario({"defcon": 2, "ussr_hand": hand, "board": "syria 0/1"}, USSR)
    game = Game(state)
    for key in ("duck_and_cover", "event_first"):
        game.answer(_action(key))
    return game


def _action(key: str) -> int:
    from twilight.engine.actions import ACTION_BY_KEY

    return ACTION_BY_KEY[key]


def test_avoidable_suicides_are_told_apart() -> None:
    for hand, expected in (("duck_and_cover, nasser", True), ("duck_and_cover, nato", True)):
        game = lost_game(hand)
        assert game.outcome is not None
        assert game.outcome.reason is Reason.DEFCON
        assert is_avoidable(game, game.outcome) == expected
    # With the Space Race used up and nothing else in the hand there was no other way.
    state = scenario(
        {
            "defcon": 2,
            "ussr_hand": "duck_and_cover",
            "attempts": "0/1",
            "board": "syria 0/1",
            "china": "us up",
        },
        USSR,
    )
    game = Game(state)
    for key in ("duck_and_cover", "event_first"):
        game.answer(_action(key))
    assert game.outcome is not None
    assert not is_avoidable(game, game.outcome)


def test_other_endings_are_no_suicides() -> None:
    match = Match(0, "random", "random", LEAGUE_RULES, "7")
    for number in range(6):
        result = play_match(
            Match(number, match.us, match.ussr, match.rules, f"7/{number}"),
            Game.new(LEAGUE_RULES),
        )
        if result.reason is not Reason.DEFCON:
            assert result.avoidable_suicide == NOBODY


def test_without_ray_it_is_asked_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    assert exit_code(["simulate", "--games", "2", "--ray", "local"]) == 2
    assert "pip install 'twilight-struggle[cluster]'" in capsys.readouterr().err


@pytest.fixture
def ray_cluster(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Start a Ray of two workers on this machine, and give its address."""
    # A busy machine may take its time to start it.
    monkeypatch.setenv("RAY_agent_register_timeout_ms", "300000")
    monkeypatch.setenv("RAY_raylet_start_wait_time_s", "300")
    cluster_utils = import_module("ray.cluster_utils")
    cluster = cluster_utils.Cluster(
        initialize_head=True, head_node_args={"num_cpus": 2, "include_dashboard": False}
    )
    yield str(cluster.address)
    cluster.shutdown()


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_a_ray_of_two_workers_plays_the_same_games(
    ray_cluster: str, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["simulate", "--us", "baseline", "--paired", "--games", "8", "--seed", "3"]
    here = output_of(capsys, *arguments)
    there = output_of(capsys, *arguments, "--ray", ray_cluster)
    for key in ("games", "wins", "reasons", "answers"):
        assert there[key] == here[key]
    arena = ["arena", "random", "baseline", "--games", "4"]
    assert (
        output_of(capsys, *arena, "--ray", ray_cluster)["ratings"]
        == (output_of(capsys, *arena)["ratings"])
    )


def test_levels_can_be_made() -> None:
    assert make_bot("recruit") is not make_bot("recruit")


def test_a_kept_arena_plays_only_what_is_missing(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "robin.json"
    robin = ["arena", "random", "baseline", "--keep", str(file), "--seed", "k"]
    assert output_of(capsys, *robin, "--games", "2")["games"] == 2
    first = file.read_text("utf-8")
    assert output_of(capsys, *robin, "--games", "2")["bots"] == {}
    assert file.read_text("utf-8") == first
    found = output_of(capsys, "arena", "recruit", *robin[1:], "--games", "4")
    assert found["games"] == 12
    assert found["bots"]["baseline"]["games"] == 6
    assert {one["bot"] for one in found["ratings"]} == {"random", "recruit", "baseline"}


def test_a_kept_arena_refuses_what_does_not_belong_to_it(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "robin.json"
    robin = ["arena", "random", "baseline", "--keep", str(file), "--games", "2"]
    output_of(capsys, *robin)
    for changed, words in (
        (["--seed", "9"], "with the seed 0, not 9"),
        (["--set", "optional_cards=false"], "with other rules"),
    ):
        assert exit_code([*robin, *changed]) == 2
        assert words in capsys.readouterr().err
    for text in ("{}", "[", '{"rules": {}, "seed": "0", "games": [{"us": "a"}]}'):
        file.write_text(text, "utf-8")
        assert exit_code(robin) == 2
        assert "not a round robin" in capsys.readouterr().err


def test_levels_are_rated_in_their_order() -> None:
    kept = Path(round_robin.__file__).with_name("levels.json")
    found = round_robin.read_round_robin(kept.read_text("utf-8"), str(kept))
    assert can_be_rated(found.bouts(), found.bots())
    table = level_ratings()
    assert [one.elo for one in table] == sorted((one.elo for one in table), reverse=True)
    by_name = {one.bot: one for one in table}
    assert by_name["officer"].elo == pytest.approx(1500)
    assert by_name["random"].elo < by_name["baseline"].elo < by_name["officer"].elo
    assert all(make_bot(one.bot) and one.games and one.margin > 0 for one in table)
