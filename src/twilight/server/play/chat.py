"""The chat of a game."""

from sqlalchemy import func, select

from twilight.server.errors import Conflict, Refusal, StorageError
from twilight.server.http.access import Access
from twilight.server.messages.live import ChatLine
from twilight.server.people.identity import Identity
from twilight.server.play.room import Room
from twilight.server.storage.database import Database
from twilight.server.storage.models import ChatRow

# The most messages that a client gets at once.
MOST_LINES = 200


async def say(room: Room, access: Access, who: Identity | None, text: str) -> None:
    """Add a message to the chat; spectators listen only."""
    if not access.seats or who is None or who.user_id is None:
        raise Refusal("not_seated", "Only the players can write here.")
    cleaned = " ".join("".join(one if one.isprintable() else " " for one in text).split())
    if not cleaned:
        raise Refusal("bad_message", "The message is empty.")
    for _ in range(3):
        try:
            number = await _append(room, access, who, cleaned)
            break
        except Conflict:
            continue
        except StorageError as error:
            raise Refusal("storage_failed", "The message could not be stored.") from error
    else:
        raise Refusal("busy", "Too many messages at once; please try again.")
    room.chat_number = max(room.chat_number, number)
    room.hub.publish({"game": room.id, "chat": number})
    room.hub.herald.said(room, access.seats[0])
    room.wake()


async def _append(room: Room, access: Access, who: Identity, text: str) -> int:
    async with room.hub.database.write() as session:
        query = select(func.max(ChatRow.number)).where(ChatRow.game_id == room.id)
        number = int(await session.scalar(query) or 0) + 1
        row = ChatRow(
            game_id=room.id,
            number=number,
            user_id=who.user_id,
            name=who.name,
            seat=access.seats[0],
            text=text,
            at=room.hub.now(),
        )
        session.add(row)
        await session.flush()
    return number


async def lines_after(database: Database, game_id: str, number: int) -> list[ChatLine]:
    """Read the latest messages after some number."""
    query = (
        select(ChatRow)
        .where(ChatRow.game_id == game_id, ChatRow.number > number)
        .order_by(ChatRow.number.desc())
        .limit(MOST_LINES)
    )
    async with database.read() as session:
        rows = (await session.scalars(query)).all()
    return [
        ChatLine(number=row.number, name=row.name, seat=row.seat, text=row.text, at=row.at)
        for row in reversed(rows)
    ]
