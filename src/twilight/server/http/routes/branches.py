"""What if: variations of finished games, played, kept, commented, exported."""

import asyncio
from typing import TypeAlias

from litestar import Router, delete, get, post, put
from litestar.params import RequestBody

from twilight.engine.game import Game
from twilight.server.http.access import finished_game, language_of
from twilight.server.http.routes.common import (
    Asked,
    GameId,
    Invite,
    Lang,
    TheAccounts,
    TheHub,
    TheReels,
    asked_from,
    own_game,
    signed_in,
    some_user,
)
from twilight.server.http.routes.records import AnswerNumber
from twilight.server.messages.branches import PlayOn, StudyTree, WriteNote
from twilight.server.messages.game import GameInfo
from twilight.server.messages.records import ExportedText
from twilight.server.play import branches
from twilight.server.play.games import must_load
from twilight.server.play.hub import Hub
from twilight.server.play.positions import Reels
from twilight.server.present.branches import branch_info, note_info, tree_text
from twilight.server.present.info import game_info
from twilight.server.storage.store import Stored

Readers: TypeAlias = tuple[str | None, ...]


def _readers(request: Asked, root: Stored) -> Readers:
    """Tell whose variations and notes are shown: the own ones, and those of who brought it in."""
    own = None if request.user is None else request.user.user_id
    return own, root.row.host_id, *(seat.user_id for seat in root.seats)


@post("/games/{game_id:str}/branches", summary="Play on from a moment")
async def play_on(
    request: Asked,
    hub: TheHub,
    accounts: TheAccounts,
    reels: TheReels,
    game_id: GameId,
    data: RequestBody[PlayOn],
    invite: Invite = "",
) -> GameInfo:
    """Begin a variation: a game of its own from a moment of a finished one."""
    parent = await finished_game(hub, game_id, request.user, invite)
    await hub.limits.check("create", asked_from(request))
    who = await some_user(request, hub, accounts)
    stored = await branches.play_on(hub, who, parent, await reels.of(parent), data)
    return own_game(hub, who, stored)


@post("/games/{game_id:str}/keep", summary="Keep a variation")
async def keep(request: Asked, hub: TheHub, game_id: GameId) -> GameInfo:
    """Keep what was played of a variation as a study of its own."""
    who = signed_in(request)
    kept = await branches.keep(hub, who, await must_load(hub.database, game_id))
    return game_info(kept)


@delete("/games/{game_id:str}/branch", status_code=200, summary="Throw a variation away")
async def throw_away(request: Asked, hub: TheHub, game_id: GameId) -> GameInfo:
    """Let a variation go."""
    who = signed_in(request)
    await branches.throw_away(hub, who, await must_load(hub.database, game_id))
    return game_info(await must_load(hub.database, game_id))


@get("/games/{game_id:str}/tree", summary="The variations and notes of a game")
async def tree(
    request: Asked,
    hub: TheHub,
    reels: TheReels,
    game_id: GameId,
    lang: Lang = "en",
    invite: Invite = "",
) -> StudyTree:
    """Show the variations of a game, those of the variations, and what was written at moments."""
    root, readers, found = await _tree_of(request, hub, reels, game_id, invite)
    code, reader = language_of(lang).code, readers[0]
    infos = await asyncio.to_thread(
        lambda: [branch_info(one, game, code, reader) for one, game in found]
    )
    ids = [root.row.id, *(info.game for info in infos)]
    notes = await branches.notes_of(hub, ids, readers)
    return StudyTree(root.row.id, infos, [note_info(row, name, reader) for row, name in notes])


@get("/games/{game_id:str}/tree/export", summary="Export a game with its variations and notes")
async def export_tree(
    request: Asked, hub: TheHub, reels: TheReels, game_id: GameId, invite: Invite = ""
) -> ExportedText:
    """Write the whole tree as JSON; each game in it is a saved game by itself."""
    root, readers, found = await _tree_of(request, hub, reels, game_id, invite)
    notes = await branches.notes_of(hub, [root.row.id, *(one.row.id for one, _ in found)], readers)
    game = await branches.game_of(hub, reels, root)
    return ExportedText(game_id, await asyncio.to_thread(tree_text, (root, game), found, notes))


async def _tree_of(
    request: Asked, hub: Hub, reels: Reels, game_id: str, invite: str
) -> tuple[Stored, Readers, list[tuple[Stored, Game]]]:
    """Return the game at the root, whose branches one may see, and these with their games."""
    stored = await finished_game(hub, game_id, request.user, invite)
    root = await branches.root_of(hub, request.user, stored)
    readers = _readers(request, root)
    found = await branches.branches_of(hub, root.row.id, readers[0], readers)
    return root, readers, [(one, await branches.game_of(hub, reels, one)) for one in found]


@put("/games/{game_id:str}/notes/{answer:int}", summary="Write at a moment")
async def write(
    request: Asked,
    hub: TheHub,
    accounts: TheAccounts,
    reels: TheReels,
    game_id: GameId,
    answer: AnswerNumber,
    data: RequestBody[WriteNote],
    invite: Invite = "",
) -> WriteNote:
    """Write a comment or a mark at a moment of a finished game; nothing takes it back."""
    stored = await finished_game(hub, game_id, request.user, invite)
    (await reels.of(stored)).at(answer)
    who = await some_user(request, hub, accounts)
    await branches.write_note(hub, who, game_id, answer, data)
    return data


ROUTER = Router(
    "/",
    route_handlers=[play_on, keep, throw_away, tree, export_tree, write],
    tags=["study"],
)
