"""The herald: sees what happens in games, and tells those who want to know and are not there."""

import json
import logging
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sqlalchemy import select

from twilight.engine.types import ACTOR_NAMES, across
from twilight.server.errors import Refusal
from twilight.server.messages.notices import ChannelName, NoticeTried, NoticeWishes
from twilight.server.notices.mail import MailFailed
from twilight.server.notices.notice_texts import (
    HOUR,
    Notice,
    is_wanted,
    left_text,
    sentence,
    words,
)
from twilight.server.notices.outbox import Later, NotSent, Outbox
from twilight.server.notices.push import GONE, Push
from twilight.server.notices.quiet import gathered_until, quiet_until
from twilight.server.notices.reach import Reach, Unreachable
from twilight.server.notices.stop_links import stop_key
from twilight.server.notices.webhook import send_webhook
from twilight.server.notices.wishes import Kept, Wishes
from twilight.server.people.identity import Identities
from twilight.server.play.standing import Standing, standing_from_text
from twilight.server.storage.models import GameRow, NoticeRow, User
from twilight.server.storage.store import (
    ABORTED,
    ACTIVE,
    FINISHED,
    HOT_SEAT,
    ONLINE,
    Stored,
    with_seats,
)

if TYPE_CHECKING:
    from twilight.server.play.hub import Hub
    from twilight.server.play.room import Room

_LOG: Final = logging.getLogger("twilight.notices")
CHANNELS: Final[tuple[ChannelName, ...]] = ("push", "mail", "webhook")
_URGENT: Final = ("move", "time")
LONGEST_REMINDER: Final = 72 * HOUR


@dataclass(slots=True)
class Seen:
    """What a room looked like when the herald last looked."""

    asked: frozenset[int]
    status: str


class Herald:
    """Writes notices down when something happens, and sends them when they are due."""

    def __init__(self, hub: "Hub", identities: Identities) -> None:
        settings = hub.settings
        self._hub: Final = hub
        self._identities: Final = identities
        self._reach: Final = Reach(settings.inner_addresses)
        self._delay: Final = int(settings.notice_seconds * 1000)
        self._outbox: Final = Outbox(hub.database, settings.notice_seconds, hub.now)
        self.wishes: Final = Wishes(hub.database)
        self.push: Final = Push(settings, hub.database, self._reach)
        self.reach: Final = self._reach

    async def start(self) -> None:
        """Make the keys if there are none, and begin to send."""
        await self.push.prepare()
        self._hub.spawn(self._outbox.run(self._send))

    async def stop(self) -> None:
        """Close all connections."""
        await self._reach.close()

    # What happens

    @staticmethod
    def look(room: "Room") -> Seen:
        """Remember what a room looks like."""
        referee = room.referee
        asked = referee.asked_seats if referee.started else ()
        return Seen(frozenset(asked), room.stored.row.status)

    def changed(self, room: "Room") -> None:
        """Tell who has to move now, and that a game has begun or ended."""
        before, now = room.seen, self.look(room)
        room.seen = now
        if room.stored.row.mode == HOT_SEAT:
            return
        away = [seat for seat in (0, 1) if seat not in room.connected]
        if now.status != before.status:
            if now.status == ACTIVE and room.stored.row.mode == ONLINE:
                self._tell(room, "began", away)
            elif now.status in (FINISHED, ABORTED):
                self._tell(room, "ended", away)
        if now.status == ACTIVE and not room.referee.paused:
            self._tell(room, "move", [seat for seat in away if seat in now.asked - before.asked])

    def said(self, room: "Room", speaker: int | None) -> None:
        """Tell the other player that somebody has written."""
        seats = [seat for seat in (0, 1) if seat != speaker and seat not in room.connected]
        self._tell(room, "chat", seats)

    def _tell(self, room: "Room", event: str, seats: Iterable[int]) -> None:
        for seat in seats:
            user_id = room.stored.seats[seat].user_id
            if user_id is not None:
                decision = room.referee.decision
                self._hub.spawn(self._write_down(user_id, event, room.id, decision))

    async def remind(self) -> None:
        """Remind those whose time runs out in a game of days."""
        now = self._hub.now()
        query = select(GameRow).where(
            GameRow.status == ACTIVE,
            GameRow.deadline > now,
            GameRow.deadline <= now + LONGEST_REMINDER,
        )
        async with self._hub.database.read() as session:
            games = await with_seats(session, (await session.scalars(query)).all())
        for stored in games:
            standing = standing_from_text(stored.row.standing or "")
            if standing is not None and stored.clock.is_slow:
                await self._remind(stored, standing, now)

    async def _remind(self, stored: Stored, standing: Standing, now: int) -> None:
        for seat in standing.asked:
            user_id, deadline = stored.seats[seat].user_id, standing.deadlines[seat]
            if user_id is None or deadline is None:
                continue
            kept = await self.wishes.of(user_id)
            if kept is None or deadline - now > kept.wishes.reminder_hours * HOUR:
                continue
            await self._write_down(user_id, "time", stored.row.id, standing.decision)

    async def _write_down(self, user_id: str, event: str, game: str, decision: int) -> None:
        kept = await self.wishes.of(user_id)
        if kept is None:
            return
        now = self._hub.now()
        for channel in CHANNELS:
            if not is_wanted(getattr(kept.wishes, channel), event):
                continue
            due = now + self._delay
            if channel == "mail" and event != "time":
                due = max(due, gathered_until(kept.wishes, now))
            row = NoticeRow(
                user_id=user_id,
                channel=channel,
                event=event,
                game_id=game,
                decision=decision,
                created_at=now,
                due_at=due,
                attempts=0,
            )
            await self._outbox.put(row)

    # Sending

    async def _send(self, rows: list[NoticeRow]) -> None:
        """Send the notices of one person through one channel, as far as they are still true."""
        user_id, channel = rows[0].user_id, rows[0].channel
        kept = await self.wishes.of(user_id)
        user = await self._user(user_id)
        if kept is None or user is None:
            return
        wanted = [row for row in rows if is_wanted(getattr(kept.wishes, channel), row.event)]
        true = [one for row in wanted if (one := await self._notice(row, kept.wishes)) is not None]
        if not true:
            return
        until = quiet_until(kept.wishes, self._hub.now())
        if until is not None and all(one.event != "time" for one in true):
            raise Later(until)
        await self._through(channel, user, kept, true)

    async def _through(
        self, channel: str, user: User, kept: Kept, notices: list[Notice]
    ) -> int | None:
        if channel == "mail":
            await self._mail(user, kept.wishes, notices)
            return None
        if channel == "push":
            return await self._push(user, notices)
        status = None
        for notice in notices:
            status = await self._webhook(kept, notice)
        return status

    async def _push(self, user: User, notices: list[Notice]) -> int | None:
        status = None
        refused = 0
        browsers = await self.wishes.browsers(user.id)
        for browser in browsers:
            for notice in notices:
                text = _for_browser(notice)
                urgent = notice.event in _URGENT
                try:
                    status = await self.push.send(
                        browser.endpoint, browser.p256dh, browser.auth, text, urgent
                    )
                except Unreachable as error:
                    _LOG.info("push not taken", extra={"reason": str(error)})
                    refused += 1
                    break
                if status in GONE:
                    await self.wishes.unsubscribe(browser.endpoint)
                    break
                if status >= 300:
                    refused += 1
                    break
        if refused and refused == len(browsers):
            raise NotSent(f"push answered {status}")
        return status

    async def _webhook(self, kept: Kept, notice: Notice) -> int:
        wishes = kept.wishes
        try:
            status = await send_webhook(
                self._reach, wishes.webhook_url, wishes.webhook_form, kept.secret, notice
            )
        except Unreachable as error:
            raise NotSent(str(error)) from error
        if status >= 300:
            raise NotStatus(status)
        return status

    async def _mail(self, user: User, wishes: NoticeWishes, notices: list[Notice]) -> None:
        if user.email is None or not self._hub.mailer.is_ready:
            return
        known = words(wishes.lang)
        first = notices[0]
        subject = first.title if len(notices) == 1 else known["digest"].format(n=len(notices))
        parts = [
            "\n".join(line for line in (one.title, one.text, one.url) if line) for one in notices
        ]
        text = "\n\n".join([*parts, "--", f"{known['stop']}: {first.stop}"]) + "\n"
        key = first.stop.partition("#")[2]
        one_click = f"{self._hub.mailer.home}/api/v1/notices/stop?key={key}"
        try:
            await self._hub.mailer.send(user.email, subject, text, one_click)
        except MailFailed as error:
            raise NotSent(str(error)) from error

    async def try_out(self, user_id: str, channel: ChannelName) -> NoticeTried:
        """Send a notice now and tell whether it was taken."""
        kept, user = await self.wishes.of(user_id), await self._user(user_id)
        if kept is None or user is None:
            raise Refusal("not_found", "Nothing is to be sent yet.")
        if channel == "mail" and (user.email is None or not self._hub.mailer.is_ready):
            raise Refusal("no_mail", "There is no confirmed address, or this server sends no mail.")
        if channel == "webhook" and not kept.wishes.webhook_url:
            raise Refusal("bad_address", "No address is named yet.")
        if channel == "push" and not await self.wishes.browsers(user_id):
            raise Refusal("not_found", "No browser has subscribed yet.")
        title, text = sentence("test", kept.wishes.lang)
        notice = self._with_links("test", "", title, text, user_id, channel, kept.wishes.lang)
        try:
            return NoticeTried(True, await self._through(channel, user, kept, [notice]))
        except NotStatus as error:
            return NoticeTried(False, error.status)
        except NotSent:
            return NoticeTried(False, None)

    async def _user(self, user_id: str) -> User | None:
        async with self._hub.database.read() as session:
            return await session.get(User, user_id)

    # Words

    async def _notice(self, row: NoticeRow, wishes: NoticeWishes) -> Notice | None:
        """Put a notice into words, unless it is no longer true."""
        stored = await self._hub.store.load(row.game_id)
        seats = () if stored is None else stored.seats_of(row.user_id)
        if stored is None or not seats or self._is_here(row.game_id, seats):
            return None
        standing = standing_from_text(stored.row.standing or "")
        now = self._hub.now()
        left = 0
        if row.event in _URGENT:
            is_asked = standing is not None and seats[0] in standing.asked and not standing.paused
            if stored.row.status != ACTIVE or not is_asked:
                return None
            left = (standing.deadlines[seats[0]] or now) - now if standing is not None else 0
        language = wishes.lang
        title, text = sentence(
            row.event,
            language,
            name=_other(stored, seats[0], language),
            turn=max(1, stored.row.turn),
            left=left_text(left, language),
            result=_result(stored, seats[0], language),
        )
        channel: ChannelName = next(one for one in CHANNELS if one == row.channel)
        return self._with_links(row.event, row.game_id, title, text, row.user_id, channel, language)

    def _is_here(self, game: str, seats: tuple[int, ...]) -> bool:
        room = self._hub.rooms.get(game)
        return room is not None and any(seat in room.connected for seat in seats)

    def _with_links(
        self,
        event: str,
        game: str,
        title: str,
        text: str,
        user_id: str,
        channel: ChannelName,
        language: str,
    ) -> Notice:
        home = self._hub.settings.public_url.rstrip("/")
        path = f"/game/{game}" if game else "/"
        # A browser knows its own server; elsewhere a link needs an address.
        is_known = bool(home) or channel == "push"
        key = stop_key(self._identities, user_id, channel)
        return Notice(
            event=event,
            game=game,
            title=title,
            text=text,
            url=f"{home}{path}" if is_known else "",
            stop=f"{home}/stop#{key}" if is_known else "",
            stop_word=words(language)["stop"],
        )


class NotStatus(NotSent):
    """A notice that was answered with a refusal."""

    def __init__(self, status: int) -> None:
        super().__init__(f"answered with {status}")
        self.status: Final = status


def _for_browser(notice: Notice) -> str:
    return json.dumps(
        {
            "title": notice.title,
            "body": notice.text,
            "url": notice.url,
            "tag": notice.game,
            "stop": notice.stop.partition("#")[2],
            "stop_word": notice.stop_word,
        },
        ensure_ascii=False,
    )


def _other(stored: Stored, seat: int, language: str) -> str:
    other = stored.seats[1 - seat]
    known = words(language)
    return known["computer"] if other.bot else other.name or known["nobody"]


def _result(stored: Stored, seat: int, language: str) -> str:
    row = stored.row
    known = words(language)
    if row.winner not in ("us", "ussr"):
        return known["drawn"] if row.status == FINISHED else ""
    side = ACTOR_NAMES[across(seat, row.seats_swapped)]
    return known["won" if row.winner == side else "lost"]
