"""The live connection of a game: what goes in and what comes out."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from twilight.server.messages.game import GameInfo, ResultInfo, Status
from twilight.server.messages.view import Closed, FactLine, Numbers, Side, View

Reference = Annotated[str, Meta(max_length=40)]
Count = Annotated[int, Meta(ge=0, le=2**31)]
Key = Annotated[str, Meta(min_length=1, max_length=60)]

# From the client. `ref` is given back in the reply, whatever the client writes there.


class AnswerMessage(Struct, frozen=True, tag="answer", forbid_unknown_fields=True):
    """Answer the pending decision; `decision` is the number that its prompt had."""

    decision: Count
    action: Key
    ref: Reference = ""


class UndoMessage(Struct, frozen=True, tag="undo", forbid_unknown_fields=True):
    """Take back one's own last answer."""

    ref: Reference = ""


class OfferMessage(Struct, frozen=True, tag="offer", forbid_unknown_fields=True):
    """Offer a draw, ask for a takeback, or for a pause."""

    offer: Literal["draw", "takeback", "pause"]
    ref: Reference = ""


class RespondMessage(Struct, frozen=True, tag="respond", forbid_unknown_fields=True):
    """Accept or decline an offer by its number, or withdraw one's own."""

    number: Count
    accept: bool
    ref: Reference = ""


class ResumeMessage(Struct, frozen=True, tag="resume", forbid_unknown_fields=True):
    """Go on after a pause."""

    ref: Reference = ""


class ResignMessage(Struct, frozen=True, tag="resign", forbid_unknown_fields=True):
    """Give the game up."""

    ref: Reference = ""


class ChatMessage(Struct, frozen=True, tag="chat", forbid_unknown_fields=True):
    """Say something to all who are at the table."""

    text: Annotated[str, Meta(min_length=1, max_length=500)]
    ref: Reference = ""


class ExplainMessage(Struct, frozen=True, tag="explain", forbid_unknown_fields=True):
    """Ask why the countries that the pending decision does not offer are closed."""

    decision: Count
    ref: Reference = ""


class PingMessage(Struct, frozen=True, tag="ping", forbid_unknown_fields=True):
    """Ask for a sign of life."""

    ref: Reference = ""


ClientMessage = (
    AnswerMessage
    | UndoMessage
    | OfferMessage
    | RespondMessage
    | ResumeMessage
    | ResignMessage
    | ChatMessage
    | ExplainMessage
    | PingMessage
)

# From the server.


class HintNote(Struct, frozen=True):
    """A hint that was given: to which side, after how many answers, and which step of it."""

    side: Side
    answer: int
    step: Literal["danger", "idea", "best"]


class Undoable(Struct, frozen=True):
    """The answer that an undo would take back.

    `action` is missing where it may be a secret of the other player at the same screen.
    """

    side: Side
    kind: str
    action: str | None


class OfferInfo(Struct, frozen=True):
    """An offer that waits for an answer."""

    number: int
    offer: Literal["draw", "takeback", "pause"]
    seat: int


class ClockInfo(Struct, frozen=True):
    """The time left in milliseconds at `now`; only the clocks of `running` go down.

    `starts_in` is how long the clock still waits while dice are shown, `grace` how long it stands
    still because the connection of the deciding side is lost.
    """

    left: Numbers
    running: list[Side]
    starts_in: int
    grace: int
    now: int


class ChatLine(Struct, frozen=True):
    """A message of the chat."""

    number: int
    name: str
    seat: int | None
    text: str
    at: int


class Update(Struct, frozen=True, tag="update"):
    """The table after a change.

    `number` is the last entry of the log: a client that connects again gives it as `last` and gets
    what it has missed. `facts` replace all facts from `facts_from` on; after an undo that is
    earlier than the last one known. Where `both_choose`, both sides are asked at the same time, in
    secret: a choice can be changed until the other side has chosen too. `stand_in` is the level
    that gave the computer's last answer, if it was a weaker one because the server was busy.
    `hints` are those of the whole game.
    """

    game: str
    number: int
    answers: int
    view: View
    facts_from: int
    facts: list[FactLine]
    undo: Undoable | None
    offers: list[OfferInfo]
    paused: bool
    clock: ClockInfo | None
    both_choose: bool
    status: Status
    result: ResultInfo | None
    stand_in: str | None
    hints: list[HintNote]
    # How many seconds late a spectator sees a rated game; 0 for everyone else.
    delay: int = 0


class Info(Struct, frozen=True, tag="info"):
    """What is known about the game; sent first, and again whenever it changes."""

    info: GameInfo


class Presence(Struct, frozen=True, tag="presence"):
    """Who is at the table, and the clocks that depend on it."""

    game: str
    connected: list[int]
    spectators: int
    clock: ClockInfo | None


class Chat(Struct, frozen=True, tag="chat"):
    """New messages of the chat."""

    game: str
    lines: list[ChatLine]


class Done(Struct, frozen=True, tag="done"):
    """What was asked for is done and stored; `number` is the last entry of the log."""

    ref: str
    number: int


class Refused(Struct, frozen=True, tag="refused"):
    """What was asked for is not done and has changed nothing."""

    ref: str
    code: str
    message: str


class Reasons(Struct, frozen=True, tag="reasons"):
    """Why countries are closed for the pending decision."""

    ref: str
    decision: int
    closed: list[Closed]


class Pong(Struct, frozen=True, tag="pong"):
    """A sign of life."""

    ref: str
    now: int


ServerMessage = Info | Update | Presence | Chat | Done | Refused | Reasons | Pong
