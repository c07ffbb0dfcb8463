"""Variations and notes as messages."""

import json
from collections.abc import Sequence

from twilight.engine.game import Game
from twilight.engine.types import Kind
from twilight.replays.saves import game_to_dict
from twilight.server.messages.branches import BranchInfo, BranchPlay, NoteInfo
from twilight.server.present.view import side_key
from twilight.server.storage.models import NoteRow
from twilight.server.storage.store import ONLINE, Stored
from twilight.study.review import card_choices
from twilight.study.words import play_text

# The first plays of a variation are told; its own page has them all.
MOST_PLAYS = 6
STUDY_FORMAT = "twilight-study"


def branch_info(stored: Stored, game: Game, code: str, reader: str | None) -> BranchInfo:
    """Tell a variation with its first plays."""
    row = stored.row
    begins = row.branch_begins or 0
    plays = branch_plays(game, begins, code)
    bot = next((seat.bot for seat in stored.seats if seat.bot), None)
    people = [seat for seat in stored.seats if seat.bot is None]
    # The names of a study are those of who played, but nobody sits there.
    author = next((seat.name for seat in people if seat.user_id == row.host_id), people[0].name)
    friend = next((seat.name for seat in people if seat.user_id != row.host_id), None)
    return BranchInfo(
        game=row.id,
        parent=row.branch_of or "",
        at=row.branch_at or 0,
        begins=begins,
        mode=row.mode,  # type: ignore[arg-type]
        status=row.status,  # type: ignore[arg-type]
        author=author,
        mine=row.host_id == reader,
        answers=len(game.record or ()),
        plays=plays[:MOST_PLAYS],
        all_plays=len(plays),
        opponent=bot,
        friend=friend if row.mode == ONLINE else None,
    )


def branch_plays(game: Game, begins: int, code: str) -> list[BranchPlay]:
    """List the plays of a variation from where it begins."""
    plays = []
    for number, before, decision, line in card_choices(game):
        if number >= begins:
            state = before.state
            plays.append(
                BranchPlay(
                    number,
                    state.turn,
                    state.round,
                    decision.kind is Kind.HEADLINE,
                    side_key(decision.actor),
                    play_text(line, code),
                )
            )
    return plays


def note_info(row: NoteRow, name: str, reader: str | None) -> NoteInfo:
    """Tell a note."""
    mine = row.user_id == reader
    return NoteInfo(row.game_id, row.answer, name, mine, row.mark, row.text)  # type: ignore[arg-type]


def tree_text(
    root: tuple[Stored, Game],
    branches: Sequence[tuple[Stored, Game]],
    notes: Sequence[tuple[NoteRow, str]],
) -> str:
    """Write a game with all its variations and notes as one JSON object."""

    def written(stored: Stored, game: Game) -> dict[str, object]:
        row = stored.row
        names = {"ussr": stored.seats[0].name, "us": stored.seats[1].name}
        return {
            "id": row.id,
            "leaves_at": row.branch_at,
            "begins": row.branch_begins,
            "notes": [
                {"answer": note.answer, "author": name, "mark": note.mark, "text": note.text}
                for note, name in notes
                if note.game_id == row.id
            ],
            "game": game_to_dict(game, names),
            "variations": [written(*one) for one in branches if one[0].row.branch_of == row.id],
        }

    tree = {"format": STUDY_FORMAT, "version": 1, **written(*root)}
    return json.dumps(tree, ensure_ascii=False, indent=1) + "\n"
