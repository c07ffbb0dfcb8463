"""Webhooks: what a chat is sent, in the form that it understands."""

import hashlib
import hmac
import json
from typing import Final

from twilight.server.messages.notices import WebhookForm
from twilight.server.notices.notice_texts import Notice
from twilight.server.notices.reach import Reach

SIGNATURE: Final = "x-twilight-signature"
# What means something to Discord in a text.
_MARKS: Final = "\\*_~`|>[]()#@"


async def send_webhook(
    reach: Reach, url: str, form: WebhookForm, secret: str, notice: Notice
) -> int:
    """Send a notice to the address that a player has named, and return the status."""
    body = json.dumps(_body(form, notice), ensure_ascii=False).encode()
    headers = {"content-type": "application/json"}
    if form == "json":
        signature = hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
        headers[SIGNATURE] = f"sha256={signature}"
    return await reach.post(url, body, headers)


def _body(form: WebhookForm, notice: Notice) -> dict[str, object]:
    if form == "discord":
        title = "".join(f"\\{one}" if one in _MARKS else one for one in notice.title)
        # Nobody's name calls everyone.
        return {"content": _lines(notice, f"**{title}**"), "allowed_mentions": {"parse": []}}
    if form == "slack":
        title = notice.title.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        return {"text": _lines(notice, f"*{title}*")}
    return {
        "event": notice.event,
        "game": notice.game,
        "tournament": notice.tournament,
        "title": notice.title,
        "text": notice.text,
        "url": notice.url,
        "stop": notice.stop,
    }


def _lines(notice: Notice, title: str) -> str:
    """Write a notice in lines; in angle brackets a link has no picture of its page."""
    parts = [f"{title} {notice.text}".strip()]
    if notice.url:
        parts.append(f"<{notice.url}>")
    if notice.stop:
        parts.append(f"{notice.stop_word}: <{notice.stop}>")
    return "\n".join(parts)
