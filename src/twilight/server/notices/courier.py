"""The courier: carries notices through the channels that a player has chosen."""

import json
import logging
from typing import TYPE_CHECKING, Final

from twilight.server.errors import Refusal
from twilight.server.messages.notices import ChannelName, NoticeTried, NoticeWishes
from twilight.server.notices.mail import MailFailed
from twilight.server.notices.notice_texts import REMINDERS, Notice, is_wanted, sentence, word
from twilight.server.notices.outbox import Later, NotSent
from twilight.server.notices.push import GONE, Push
from twilight.server.notices.quiet import quiet_until
from twilight.server.notices.reach import Reach, Unreachable
from twilight.server.notices.webhook import send_webhook
from twilight.server.notices.wishes import Kept, Wishes
from twilight.server.notices.wording import URGENT, Said, Wording
from twilight.server.people.identity import Identities
from twilight.server.storage.models import NoticeRow, User

if TYPE_CHECKING:
    from twilight.server.play.hub import Hub

_LOG: Final = logging.getLogger("twilight.notices")
CHANNELS: Final[tuple[ChannelName, ...]] = ("push", "mail", "webhook")


class NotStatus(NotSent):
    """A notice that was answered with a refusal."""

    def __init__(self, status: int) -> None:
        super().__init__(f"answered with {status}")
        self.status: Final = status


class Courier:
    """Sends notices, each through its channel."""

    def __init__(self, hub: "Hub", identities: Identities, wishes: Wishes, reach: Reach) -> None:
        self._hub: Final = hub
        self._wishes: Final = wishes
        self._reach: Final = reach
        self._wording: Final = Wording(hub, identities)
        self.push: Final = Push(hub.settings, hub.database, reach)

    async def send(self, rows: list[NoticeRow]) -> None:
        """Send the notices of one person through one channel, as far as they are still true."""
        user_id = rows[0].user_id
        channel: ChannelName = next(one for one in CHANNELS if one == rows[0].channel)
        kept = await self._wishes.of(user_id)
        user = await self._user(user_id)
        if kept is None or user is None:
            return
        wanted = [row for row in rows if is_wanted(getattr(kept.wishes, channel), row.event)]
        found = [await self._wording.notice(row, kept.wishes, channel) for row in wanted]
        true = [one for one in found if one is not None]
        if not true:
            return
        until = quiet_until(kept.wishes, self._hub.now())
        if until is not None and all(one.event not in REMINDERS for one in true):
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
        browsers = await self._wishes.browsers(user.id)
        for browser in browsers:
            for notice in notices:
                text = _for_browser(notice)
                urgent = notice.event in URGENT
                try:
                    status = await self.push.send(
                        browser.endpoint, browser.p256dh, browser.auth, text, urgent
                    )
                except Unreachable as error:
                    _LOG.info("push not taken", extra={"reason": str(error)})
                    refused += 1
                    break
                if status in GONE:
                    await self._wishes.unsubscribe(browser.endpoint)
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
        first = notices[0]
        subject = first.title
        if len(notices) > 1:
            subject = word("digest", wishes.lang, n=len(notices))
        parts = [
            "\n".join(line for line in (one.title, one.text, one.url) if line) for one in notices
        ]
        text = "\n\n".join([*parts, "--", f"{first.stop_word}: {first.stop}"]) + "\n"
        key = first.stop.partition("#")[2]
        one_click = f"{self._hub.mailer.home}/api/v1/notices/stop?key={key}"
        try:
            await self._hub.mailer.send(user.email, subject, text, one_click)
        except MailFailed as error:
            raise NotSent(str(error)) from error

    async def try_out(self, user_id: str, channel: ChannelName) -> NoticeTried:
        """Send a notice now and tell whether it was taken."""
        kept, user = await self._wishes.of(user_id), await self._user(user_id)
        if kept is None or user is None:
            raise Refusal("not_found", "Nothing is to be sent yet.")
        if channel == "mail" and (user.email is None or not self._hub.mailer.is_ready):
            raise Refusal("no_mail", "There is no confirmed address, or this server sends no mail.")
        if channel == "webhook" and not kept.wishes.webhook_url:
            raise Refusal("bad_address", "No address is named yet.")
        if channel == "push" and not await self._wishes.browsers(user_id):
            raise Refusal("not_found", "No browser has subscribed yet.")
        language = kept.wishes.lang
        said = Said(*sentence("test", language))
        notice = self._wording.linked("test", said, user_id, channel, language)
        try:
            return NoticeTried(True, await self._through(channel, user, kept, [notice]))
        except NotStatus as error:
            return NoticeTried(False, error.status)
        except NotSent:
            return NoticeTried(False, None)

    async def _user(self, user_id: str) -> User | None:
        async with self._hub.database.read() as session:
            return await session.get(User, user_id)


def _for_browser(notice: Notice) -> str:
    return json.dumps(
        {
            "title": notice.title,
            "body": notice.text,
            "url": notice.url,
            "tag": notice.game or notice.tournament,
            "stop": notice.stop.partition("#")[2],
            "stop_word": notice.stop_word,
        },
        ensure_ascii=False,
    )
