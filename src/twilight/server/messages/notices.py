"""Notices: what a player wants to be told when away, and how."""

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

ChannelName = Literal["push", "mail", "webhook"]
WebhookForm = Literal["discord", "slack", "json"]
Minute = Annotated[int, Meta(ge=0, lt=24 * 60)]


class Switches(Struct, frozen=True, forbid_unknown_fields=True):
    """What is told through one channel.

    My move, time runs out, a game begins or ends, leagues (pairings, deadlines, results), chat.
    """

    move: bool = False
    time: bool = False
    game: bool = False
    league: bool = False
    chat: bool = False


class NoticeWishes(Struct, frozen=True, forbid_unknown_fields=True):
    """What a player wants to be told.

    Between `quiet_from` and `quiet_to`, in minutes of the day in `zone`, nothing is sent but that
    time runs out, of a move or of a round. Mails come at once, together every hour, or once a day
    at `digest_hour`.
    """

    push: Switches = field(default_factory=Switches)
    mail: Switches = field(default_factory=Switches)
    webhook: Switches = field(default_factory=Switches)
    webhook_url: Annotated[str, Meta(max_length=1000)] = ""
    webhook_form: WebhookForm = "discord"
    quiet_from: Minute | None = None
    quiet_to: Minute | None = None
    zone: Annotated[str, Meta(max_length=60)] = "UTC"
    digest: Literal["none", "hour", "day"] = "none"
    digest_hour: Annotated[int, Meta(ge=0, le=23)] = 8
    reminder_hours: Annotated[int, Meta(ge=1, le=72)] = 6
    lang: Annotated[str, Meta(max_length=8)] = "en"


class NoticeSettings(Struct, frozen=True):
    """The wishes, and what they build on.

    `push_key` is what a browser subscribes with, `browsers` how many have. `email` is the confirmed
    address, and `mail` whether the server sends any. `secret` signs webhooks in the form `json`.
    """

    wishes: NoticeWishes
    push_key: str
    browsers: int
    email: str | None
    mail: bool
    secret: str


class Subscribe(Struct, frozen=True, forbid_unknown_fields=True):
    """The subscription of this browser, as it gives it."""

    endpoint: Annotated[str, Meta(min_length=10, max_length=1000)]
    p256dh: Annotated[str, Meta(min_length=10, max_length=200)]
    auth: Annotated[str, Meta(min_length=10, max_length=100)]


class Unsubscribe(Struct, frozen=True, forbid_unknown_fields=True):
    """End the subscription of this browser."""

    endpoint: Annotated[str, Meta(min_length=10, max_length=1000)]


class TryNotice(Struct, frozen=True, forbid_unknown_fields=True):
    """Send a notice now, to see whether it arrives."""

    channel: ChannelName


class NoticeTried(Struct, frozen=True):
    """Whether it was taken: `status` is what the other machine answered, if it did."""

    works: bool
    status: int | None


class Stopped(Struct, frozen=True):
    """A channel that is silent from now on."""

    channel: ChannelName
