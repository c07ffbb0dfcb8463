"""Saved games: one JSON file that holds a game in the middle of any decision.

A save carries the origin, every answer since (the record), and the snapshot of the last segment
boundary with the answers since that (`base` and `answers`). Loading gives the record again. When
the rules have changed since the file was written and the record no longer leads to the snapshot,
the game goes on from the snapshot, so that a rule fix costs at most part of one segment.
"""

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from twilight.engine.actions import ACTION_BY_KEY, ACTION_KEYS
from twilight.engine.game import RULES_VERSION, Game, IllegalAction
from twilight.engine.ids import Action
from twilight.engine.plain_data.forms import StateError
from twilight.engine.plain_data.states import state_from_dict, state_to_dict
from twilight.engine.state import State
from twilight.engine.text.problems import Phrase, Problem
from twilight.engine.text.refusals import explain_refusal

FORMAT: Final = "twilight-game"
VERSION: Final = 1
_FIELDS: Final = ("rules_version", "journal", "origin", "base", "answers", "record")


class SaveError(Problem):
    """A file that is no saved game, is damaged, or comes from a newer program."""


@dataclass
class SavedGame:
    """A loaded game and what was written beside it.

    `lost_answers` counts the answers of the last segment that a change of the rules has made
    impossible, and `lost_history` tells that the game begins at that segment for the same reason.
    """

    game: Game
    players: dict[str, str] = field(default_factory=dict)
    meta: dict[str, object] = field(default_factory=dict)
    lost_answers: int = 0
    lost_history: bool = False


# Writing


def game_to_dict(
    game: Game,
    players: Mapping[str, str] | None = None,
    meta: Mapping[str, object] | None = None,
) -> dict[str, object]:
    """Write a game as plain data that JSON can hold."""
    data: dict[str, object] = {
        "format": FORMAT,
        "version": VERSION,
        "rules_version": RULES_VERSION,
        "journal": game.journal is not None,
        "origin": state_to_dict(game.origin),
        "base": state_to_dict(game.base),
        "answers": _keys(game.answers),
        "record": None if game.record is None else _keys(game.record),
    }
    if players:
        data["players"] = dict(players)
    if meta:
        data["meta"] = dict(meta)
    return data


def _keys(actions: Sequence[Action]) -> list[str]:
    return [ACTION_KEYS[action] for action in actions]


def to_text(data: Mapping[str, object]) -> str:
    """Write the data of a game as JSON, one line for each field of it and of its states."""
    lines = [f"{json.dumps(name)}: {_value_text(value)}" for name, value in data.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _value_text(value: object) -> str:
    if not isinstance(value, dict):
        return json.dumps(value, ensure_ascii=False)
    lines = [
        f"  {json.dumps(name)}: {json.dumps(part, ensure_ascii=False)}"
        for name, part in value.items()
    ]
    return "{\n" + ",\n".join(lines) + "\n}" if lines else "{}"


def save_game(
    path: str | Path,
    game: Game,
    players: Mapping[str, str] | None = None,
    meta: Mapping[str, object] | None = None,
) -> None:
    """Write a game into a file; at every moment the file is either the old or the new one."""
    write_atomically(Path(path), to_text(game_to_dict(game, players, meta)))


def write_atomically(path: Path, text: str) -> None:
    """Write a text beside the file and put it in its place in one step."""
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with beside.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as error:
        beside.unlink(missing_ok=True)
        detail = error.strerror or error
        raise SaveError("{path} can't be written: {detail}", path=path, detail=detail) from error


def healthy_part(game: Game) -> Game:
    """Return the longest part of a game that can be replayed, for one that has broken off."""
    length = len(game.record or ())
    try:
        return game.rewound(length)
    except Exception:
        return game.rewound(length - 1)


def is_saved_game(path: Path) -> bool:
    """Tell whether a file is a saved game of any version, damaged or not."""
    try:
        data = from_text(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, SaveError):
        return False
    return isinstance(data, dict) and data.get("format") == FORMAT


# Reading


def load_game(path: str | Path, *, journal: bool | None = None) -> SavedGame:
    """Read a game from a file; `journal` says whether to keep one, else it is as it was saved."""
    text = read_text(path)
    try:
        return game_from_dict(from_text(text), journal=journal)
    except SaveError as error:
        raise SaveError("{path}: {error}", path=path, error=error) from error


def read_text(path: str | Path) -> str:
    """Read a file that should hold a game."""
    try:
        return Path(path).read_text(encoding="utf-8")
    except OSError as error:
        detail = error.strerror or error
        raise SaveError("{path} can't be read: {detail}", path=path, detail=detail) from error
    except UnicodeDecodeError as error:
        raise SaveError("{path} is no saved game: it is not a text file", path=path) from error


def from_text(text: str) -> object:
    """Read JSON."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise SaveError(
            "this is no saved game: no JSON at line {line}, column {column} ({detail})",
            line=error.lineno,
            column=error.colno,
            detail=error.msg,
        ) from error
    except (RecursionError, ValueError) as error:
        raise SaveError("this is no saved game: no usable JSON ({detail})", detail=error) from error


def game_from_dict(data: object, *, journal: bool | None = None) -> SavedGame:
    """Rebuild a game from what `game_to_dict` wrote."""
    fields = _check_header(data)
    rules_version = _version(fields, "rules_version", RULES_VERSION, Phrase("rules version"))
    origin = _state(fields, "origin")
    base = _state(fields, "base")
    answers = _actions(fields, "answers")
    record = None if fields["record"] is None else _actions(fields, "record")
    kept = fields["journal"]
    if not isinstance(kept, bool):
        raise SaveError("damaged: journal is {value!r}, neither true nor false", value=kept)
    save = _Save(origin, base, record, answers, kept if journal is None else journal)
    players = {name: str(value) for name, value in _mapping(fields, "players").items()}
    meta = _mapping(fields, "meta")
    if rules_version == RULES_VERSION:
        return SavedGame(_replay(save), players, meta)
    return _replay_older_rules(save, players, meta)


def _check_header(data: object) -> dict[str, object]:
    if not isinstance(data, dict) or "format" not in data:
        raise SaveError("this is no saved game: it does not name its format")
    if data["format"] != FORMAT:
        raise SaveError(
            "this is no saved game: its format is {other!r}, not {ours!r}",
            other=data["format"],
            ours=FORMAT,
        )
    _version(data, "version", VERSION, Phrase("format version"))
    for name in _FIELDS:
        if name not in data:
            raise SaveError("damaged: {name} is missing", name=name)
    return data


def _version(fields: dict[str, object], name: str, ours: int, what: Phrase) -> int:
    version = fields.get(name)
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise SaveError(
            "damaged: {name} is {value!r}, not a whole number from 1", name=name, value=version
        )
    if version > ours:
        raise SaveError(
            "written by a newer program: its {what} is {version}, and this program knows {ours}",
            what=what,
            version=version,
            ours=ours,
        )
    return version


def _state(fields: dict[str, object], name: str) -> State:
    try:
        return state_from_dict(fields[name])
    except StateError as error:
        raise SaveError("damaged: {name}: {detail}", name=name, detail=error) from error


def _actions(fields: dict[str, object], name: str) -> list[Action]:
    keys = fields[name]
    if not isinstance(keys, list):
        raise SaveError("damaged: {name} is no list of answers", name=name)
    for place, key in enumerate(keys):
        if not isinstance(key, str) or key not in ACTION_BY_KEY:
            raise SaveError(
                "damaged: {name} has no known answer at place {place}, but {key!r}",
                name=name,
                place=place,
                key=key,
            )
    return [ACTION_BY_KEY[key] for key in keys]


def _mapping(fields: dict[str, object], name: str) -> dict[str, object]:
    value = fields.get(name, {})
    if not isinstance(value, dict):
        raise SaveError(
            "damaged: {name} is {value!r}, not a mapping of names to values", name=name, value=value
        )
    return value


# Replaying


@dataclass
class _Save:
    origin: State
    base: State
    record: list[Action] | None
    answers: list[Action]
    journal: bool


def _replay(save: _Save) -> Game:
    """Give all answers again and demand that they lead to where the save says."""
    if save.record is None:
        game = _begin(save.base, save)
        _give(game, save.answers, "answers")
    else:
        game = _begin(save.origin, save)
        _give(game, save.record, "record")
    if state_to_dict(game.base) != state_to_dict(save.base) or game.answers != save.answers:
        raise SaveError("damaged: the recorded answers do not lead to the saved position")
    return game


def _begin(state: State, save: _Save) -> Game:
    try:
        return Game(state, journal=save.journal, record=save.record is not None)
    except Exception as error:
        raise SaveError(
            "damaged: no game can start from its position ({detail})", detail=repr(error)
        ) from error


def _give(game: Game, actions: list[Action], name: str) -> None:
    for place, action in enumerate(actions):
        try:
            game.answer(action)
        except IllegalAction as error:
            why = str(error)
            if error.decision is not None:
                why = explain_refusal(game.state, error.decision, error.action)
            raise SaveError(
                "damaged: {name} can't go on at place {place}: {detail}",
                name=name,
                place=place,
                detail=why,
            ) from error
        except Exception as error:
            # A position that no game reaches can break any rule's expectations.
            raise SaveError(
                "damaged: {name} breaks off at place {place} ({detail})",
                name=name,
                place=place,
                detail=repr(error),
            ) from error


def _replay_older_rules(save: _Save, players: dict[str, str], meta: dict[str, object]) -> SavedGame:
    """Keep the whole history if the present rules still lead there, else go on from the base."""
    try:
        return SavedGame(_replay(save), players, meta)
    except SaveError:
        game = _begin(save.base, save)
    saved = SavedGame(game, players, meta, lost_history=save.record is not None)
    base = game.base
    for place, action in enumerate(save.answers):
        pending = game.pending
        if game.base is not base or pending is None or action not in pending.options:
            saved.lost_answers = len(save.answers) - place
            break
        _give(game, [action], "answers")
    return saved
