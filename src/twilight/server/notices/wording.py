"""Notices in words: what waits to be sent, as far as it is still true."""

from typing import TYPE_CHECKING, Final, NamedTuple

from sqlalchemy import select

from twilight.engine.types import ACTOR_NAMES, across
from twilight.server.errors import Refusal
from twilight.server.messages.notices import ChannelName, NoticeWishes
from twilight.server.notices.notice_texts import SWITCH, Notice, left_text, sentence, word
from twilight.server.notices.stop_links import stop_key
from twilight.server.people.identity import Identities
from twilight.server.play.standing import standing_from_text
from twilight.server.storage.models import NoticeRow, PairingRow
from twilight.server.storage.store import ACTIVE, FINISHED, Stored
from twilight.server.tournaments.record import DRAW, RUNNING, WIN, Record, read

if TYPE_CHECKING:
    from twilight.server.play.hub import Hub

URGENT: Final = ("move", "time", "deadline")
MINUTE: Final = 60_000
# Whoever wants to be told of tournaments is told of these by what they are told there.
_BOTH_TELL: Final = ("began", "ended")
_FORFEITS: Final = ("late", "withdrawn")


class Said(NamedTuple):
    """What a notice says, and of which game or tournament."""

    title: str
    text: str
    game: str = ""
    tournament: str = ""


class Wording:
    """Puts notices into words, with links."""

    def __init__(self, hub: "Hub", identities: Identities) -> None:
        self._hub: Final = hub
        self._identities: Final = identities

    async def notice(
        self, row: NoticeRow, wishes: NoticeWishes, channel: ChannelName
    ) -> Notice | None:
        """Put a notice into words, unless it is no longer true."""
        if SWITCH[row.event] == "league":
            said = await self._of_tournament(row, wishes.lang)
        else:
            said = await self._of_game(row, wishes, channel)
        return (
            None
            if said is None
            else self.linked(row.event, said, row.user_id, channel, wishes.lang)
        )

    def linked(
        self, event: str, said: Said, user_id: str, channel: ChannelName, language: str
    ) -> Notice:
        """Add the way to what a notice is about, and the way to end such notices."""
        # A browser knows its own server; elsewhere a link needs an address.
        settings = self._hub.settings
        home = settings.public_url.rstrip("/") if channel == "push" else settings.home
        path = f"/league/{said.tournament}" if said.tournament else "/"
        path = f"/game/{said.game}" if said.game else path
        is_known = bool(home) or channel == "push"
        key = stop_key(self._identities, user_id, channel)
        return Notice(
            event=event,
            title=said.title,
            text=said.text,
            url=f"{home}{path}" if is_known else "",
            stop=f"{home}/stop#{key}" if is_known else "",
            stop_word=word("stop", language),
            game=said.game,
            tournament=said.tournament,
        )

    # Games

    async def _of_game(
        self, row: NoticeRow, wishes: NoticeWishes, channel: ChannelName
    ) -> Said | None:
        stored = await self._hub.store.load(row.subject)
        seats = () if stored is None else stored.seats_of(row.user_id)
        if stored is None or not seats or self._is_here(row.subject, seats):
            return None
        is_told_twice = row.event in _BOTH_TELL and getattr(wishes, channel).league
        if is_told_twice and await self._is_of_tournament(row.subject):
            return None
        standing = standing_from_text(stored.row.standing or "")
        now = self._hub.now()
        left = 0
        if row.event in URGENT:
            is_asked = standing is not None and seats[0] in standing.asked and not standing.paused
            if stored.row.status != ACTIVE or not is_asked:
                return None
            left = (standing.deadlines[seats[0]] or now) - now if standing is not None else 0
        title, text = sentence(
            row.event,
            wishes.lang,
            name=_other(stored, seats[0], wishes.lang),
            turn=max(1, stored.row.turn),
            left=left_text(left, wishes.lang),
            result=_result(stored, seats[0], wishes.lang),
        )
        return Said(title, text, game=row.subject)

    def _is_here(self, game: str, seats: tuple[int, ...]) -> bool:
        room = self._hub.rooms.get(game)
        return room is not None and any(seat in room.connected for seat in seats)

    async def _is_of_tournament(self, game: str) -> bool:
        query = select(PairingRow.board).where(PairingRow.game_id == game)
        async with self._hub.database.read() as session:
            return (await session.scalars(query)).first() is not None

    # Leagues and tournaments

    async def _of_tournament(self, row: NoticeRow, language: str) -> Said | None:
        try:
            async with self._hub.database.read() as session:
                record = await read(session, row.subject)
        except Refusal:
            return None
        mine = record.of_user(row.user_id)
        known = {"tournament": record.row.name, "round": record.row.round}
        if row.event in ("called_off", "removed", "organiser"):
            return Said(*sentence(row.event, language, **known), tournament=row.subject)
        if mine is None:
            return None
        if row.event == "over":
            place = _place(record, mine.number)
            return Said(*sentence("over", language, **known, **place), tournament=row.subject)
        pairing = _pairing(record, row, mine.number)
        if pairing is None:
            return None
        event = row.event
        if event == "round":
            event = "round_bye" if pairing.us is None else "round_bid" if record.row.bid else event
        game = pairing.game_id or ""
        # Seats are those of the pairing, where a bid changes only sides.
        seat = 0 if pairing.ussr == mine.number else 1
        if self._is_here(game, (seat,)):
            return None
        other = pairing.us if seat == 0 else pairing.ussr
        title, text = sentence(
            event,
            language,
            tournament=record.row.name,
            round=pairing.round,
            name=_entrant(record, other, language),
            side=word("ussr" if seat == 0 else "us", language),
            left=left_text((record.row.round_ends_at or 0) - self._hub.now(), language),
            result=_points(pairing, seat, row.event in _FORFEITS, language),
        )
        return Said(title, text, game=game, tournament=row.subject)


def _pairing(record: Record, row: NoticeRow, number: int) -> PairingRow | None:
    """Find the pairing that a notice is about, if there still is something to tell of it."""
    current = record.row.round
    is_running = record.row.status == RUNNING
    ends = record.row.round_ends_at or 0
    if row.event == "deadline" and ends // MINUTE != row.decision:
        return None
    wanted = current if row.event == "deadline" else row.decision
    found = [one for one in record.round_of(wanted) if number in (one.ussr, one.us)]
    if not found:
        return None
    is_open = found[0].decided is None or found[0].us is None
    is_news = is_running and wanted == current and is_open
    return None if row.event in ("round", "deadline") and not is_news else found[0]


def _place(record: Record, number: int) -> dict[str, object]:
    [mine] = [one for one in record.standings() if one.player == number]
    points = f"{mine.points / 2:g}"
    return {"place": mine.place, "all": len(record.entrants), "points": points}


def _entrant(record: Record, number: int | None, language: str) -> str:
    if number is None:
        return word("nobody", language)
    entrant = record.entrant(number)
    return word("computer", language) if entrant.bot else entrant.name


def _points(pairing: PairingRow, seat: int, is_forfeit: bool, language: str) -> str:
    points = (pairing.points_ussr, pairing.points_us)[seat]
    if points == DRAW:
        return word("drawn", language)
    if not pairing.points_ussr and not pairing.points_us:
        return word("pointless", language)
    key = "won" if points == WIN else "lost"
    return word(f"forfeit_{key}" if is_forfeit else key, language)


def _other(stored: Stored, seat: int, language: str) -> str:
    other = stored.seats[1 - seat]
    return word("computer", language) if other.bot else other.name or word("nobody", language)


def _result(stored: Stored, seat: int, language: str) -> str:
    row = stored.row
    if row.winner not in ("us", "ussr"):
        return word("drawn", language) if row.status == FINISHED else ""
    side = ACTOR_NAMES[across(seat, row.seats_swapped)]
    return word("won" if row.winner == side else "lost", language)
