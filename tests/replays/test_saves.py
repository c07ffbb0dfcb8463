"""Saved games: loading loses nothing, and a bad file is refused in words."""

import contextlib
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.damage import Fields, set_to, without
from tests.strategies import random_play, random_position, seeds
from twilight.engine.actions import ACTION_KEYS
from twilight.engine.game import RULES_VERSION, Game
from twilight.engine.view import state_parts
from twilight.replays import saves
from twilight.replays.saves import (
    SavedGame,
    SaveError,
    from_text,
    game_from_dict,
    game_to_dict,
    load_game,
    save_game,
    to_text,
)

stops = st.integers(min_value=0, max_value=700)


def through_text(game: Game) -> SavedGame:
    return game_from_dict(from_text(to_text(game_to_dict(game))))


def assert_same(one: Game, other: Game) -> None:
    assert state_parts(one.state) == state_parts(other.state)
    assert state_parts(one.base) == state_parts(other.base)
    assert state_parts(one.origin) == state_parts(other.origin)
    assert one.pending == other.pending
    assert one.outcome == other.outcome
    assert one.answers == other.answers
    assert one.hidden == other.hidden
    assert one.record == other.record
    assert one.facts == other.facts
    assert (one.journal is None) == (other.journal is None)


def middle_of_a_segment(seed: int = 3, least: int = 60) -> Game:
    """Return a game with a past, in the middle of a segment."""
    for number, game in enumerate(random_play(seed, journal=True)):
        if number >= least and len(game.answers) >= 2:
            return game
    raise AssertionError("the game ended too early")


@given(seeds, stops)
@settings(max_examples=40, deadline=None)
def test_loading_loses_nothing(seed: int, stop: int) -> None:
    game = random_position(seed, stop)
    saved = through_text(game)
    assert_same(saved.game, game)
    assert (saved.lost_answers, saved.lost_history) == (0, False)


def test_a_finished_game_comes_back() -> None:
    *_, game = random_play(5, journal=True)
    assert game.outcome is not None
    assert_same(through_text(game).game, game)


def test_a_loaded_game_goes_on_the_same_way() -> None:
    game = middle_of_a_segment()
    loaded = through_text(game).game
    for _ in range(50):
        if game.pending is None:
            break
        answer = game.pending.options[-1]
        game.answer(answer)
        loaded.answer(answer)
    assert_same(loaded, game)


def test_a_game_without_record_comes_back() -> None:
    game = middle_of_a_segment()
    bare = Game(game.base, game.answers, record=False)
    assert_same(through_text(bare).game, bare)


def test_a_journal_can_be_asked_for() -> None:
    game = middle_of_a_segment()
    plain = Game(game.origin, game.record or ())
    data = game_to_dict(plain)
    assert game_from_dict(data).game.facts == []
    assert game_from_dict(data, journal=True).game.facts == game.facts


def test_players_and_notes_are_kept(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    save_game(file, middle_of_a_segment(), {"us": "human"}, {"seed": 7})
    saved = load_game(file)
    assert saved.players == {"us": "human"}
    assert saved.meta == {"seed": 7}


# Files


def test_the_file_is_replaced_in_one_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "game.json"
    game = middle_of_a_segment()
    save_game(file, game)
    before = file.read_text(encoding="utf-8")
    assert list(tmp_path.iterdir()) == [file]

    def fail(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(SaveError, match=r"game\.json can't be written: No space left"):
        save_game(file, Game.new())
    assert file.read_text(encoding="utf-8") == before
    assert list(tmp_path.iterdir()) == [file]


def test_a_missing_directory_is_named(tmp_path: Path) -> None:
    with pytest.raises(SaveError, match="can't be written: No such file or directory"):
        save_game(tmp_path / "nowhere" / "game.json", Game.new())


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(SaveError, match=r"nothing\.json can't be read: No such file"):
        load_game(tmp_path / "nothing.json")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "no JSON at line 1"),
        (b"\xff\xfe\x00", "it is not a text file"),
        (b"Turn 1, Headline Phase", "no JSON at line 1, column 1"),
        (b"[" * 100_000, "no usable JSON|no JSON at"),
        (b"[]", "does not name its format"),
        (b'{"format": "chess"}', "its format is 'chess', not 'twilight-game'"),
        (b'{"format": "twilight-game"}', "version is None"),
        (b'{"format": "twilight-game", "version": 99}', "written by a newer program"),
    ],
)
def test_foreign_files_are_refused(tmp_path: Path, content: bytes, message: str) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(content)
    with pytest.raises(SaveError, match=message):
        load_game(file)


def damage_record(fields: Fields) -> None:
    del fields["record"][10]


def damage_position(fields: Fields) -> None:
    fields["base"]["vp"] += 1


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (without("record"), "damaged: record is missing"),
        (without("base"), "damaged: base is missing"),
        (set_to("version", "1"), "damaged: version is '1'"),
        (set_to("rules_version", 0), "damaged: rules_version is 0"),
        (set_to("rules_version", RULES_VERSION + 1), "newer program: its rules version"),
        (set_to("journal", 1), "damaged: journal is 1"),
        (set_to("answers", "italy"), "damaged: answers is no list"),
        (set_to("record", ["moon"]), "no known answer at place 0, but 'moon'"),
        (set_to("record", [7]), "no known answer at place 0, but 7"),
        (set_to("record", ["italy"]), "record can't go on at place 0"),
        (set_to("record", []), "do not lead to the saved position"),
        (set_to("answers", []), "do not lead to the saved position"),
        (set_to("players", []), r"players is \[\], not a mapping"),
        (set_to("meta", 3), "meta is 3, not a mapping"),
        (set_to("base.defcon", 0), "damaged: base: defcon: 0 is not between 1 and 5"),
        (damage_record, "damaged: "),
        (damage_position, "do not lead to the saved position"),
    ],
)
def test_damaged_files_are_refused(damage: Callable[[Fields], None], message: str) -> None:
    fields = json.loads(to_text(game_to_dict(middle_of_a_segment())))
    damage(fields)
    with pytest.raises(SaveError, match=message):
        game_from_dict(fields)


@given(seeds, st.data())
@settings(max_examples=60, deadline=None)
def test_no_damage_leads_to_another_error(seed: int, data: st.DataObject) -> None:
    """A text cut or changed anywhere loads or is refused, and nothing else."""
    text = to_text(game_to_dict(random_position(seed, 40)))
    place = data.draw(st.integers(min_value=0, max_value=len(text) - 1))
    put = data.draw(st.sampled_from(["", "0", "9", "x", '"', "]", "null", "-"]))
    damaged = text[:place] + put + text[place + 1 :]
    with contextlib.suppress(SaveError):
        game_from_dict(from_text(damaged))


# A change of the rules


def test_older_rules_that_still_agree_cost_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    game = middle_of_a_segment()
    data = game_to_dict(game)
    monkeypatch.setattr(saves, "RULES_VERSION", RULES_VERSION + 1)
    saved = game_from_dict(data)
    assert_same(saved.game, game)
    assert (saved.lost_answers, saved.lost_history) == (0, False)


def test_a_changed_rule_costs_at_most_part_of_a_segment(monkeypatch: pytest.MonkeyPatch) -> None:
    game = middle_of_a_segment()
    data: Fields = game_to_dict(game)
    assert game.pending is not None
    impossible = next(
        key for action, key in enumerate(ACTION_KEYS) if key and action not in game.pending.options
    )
    # As if the rules of then had allowed an answer that those of now do not.
    data["record"][0] = impossible
    data["answers"].append(impossible)
    monkeypatch.setattr(saves, "RULES_VERSION", RULES_VERSION + 1)
    saved = game_from_dict(data)
    assert saved.lost_history
    assert saved.lost_answers == 1
    assert saved.game.record == saved.game.answers == game.answers
    assert state_parts(saved.game.state) == state_parts(game.state)
    assert saved.game.pending == game.pending
