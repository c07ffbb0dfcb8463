"""What players have played: counted from finished games."""

from collections import Counter
from collections.abc import Iterable
from typing import Final, NamedTuple

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import aliased

from twilight.engine.types import ACTOR_NAMES, across
from twilight.server.messages.account import (
    EndingCount,
    FavouriteCard,
    LevelResults,
    OpponentResults,
    Results,
    SideResults,
    Tally,
)
from twilight.server.play.seat_card_uses import Uses
from twilight.server.storage.database import Database
from twilight.server.storage.models import CardUseRow, GameRow, SeatRow, User
from twilight.server.storage.rating_scale import shown_rating
from twilight.server.storage.store import COMPUTER, FINISHED, ONLINE

# A profile counts the latest games, so that it stays quick.
MOST_GAMES: Final = 2000
MOST_OPPONENTS: Final = 20
MOST_CARDS: Final = 10
COUNTED_MODES: Final = (ONLINE, COMPUTER)


class Played(NamedTuple):
    """One finished game of a user: the side that they had at the end, the result, the opponent."""

    game: str
    side: str
    winner: str | None
    ending: str
    opponent: str | None
    bot: str | None


async def played_by(
    session: AsyncSession, user_id: str, against: str | None = None
) -> list[Played]:
    """Read the finished games of a user against others, perhaps only against one; latest first."""
    mine, theirs = aliased(SeatRow), aliased(SeatRow)
    query = (
        select(
            GameRow.id,
            mine.seat,
            GameRow.seats_swapped,
            GameRow.winner,
            GameRow.ending,
            theirs.user_id,
            theirs.bot,
        )
        .join(mine, mine.game_id == GameRow.id)
        .join(theirs, (theirs.game_id == GameRow.id) & (theirs.seat != mine.seat))
        .where(mine.user_id == user_id, GameRow.status == FINISHED)
        .where(GameRow.mode.in_(COUNTED_MODES))
        # A variation begins where somebody may have won already.
        .where(GameRow.branch_begins.is_(None))
        .order_by(GameRow.finished_at.desc())
        .limit(MOST_GAMES)
    )
    if against is not None:
        query = query.where(theirs.user_id == against)
    rows = (await session.execute(query)).all()
    return [
        Played(
            game=row[0],
            side=ACTOR_NAMES[across(row[1], row[2])],
            winner=row[3],
            ending=row[4] or "",
            opponent=row[5],
            bot=row[6],
        )
        for row in rows
    ]


def results(games: Iterable[Played]) -> Results:
    """Count how games went."""
    won = lost = drawn = 0
    for game in games:
        if game.winner not in ("us", "ussr"):
            drawn += 1
        elif game.winner == game.side:
            won += 1
        else:
            lost += 1
    return Results(won, lost, drawn)


def tally(games: list[Played]) -> Tally:
    """Count the games against people."""
    people = [game for game in games if game.bot is None]
    counted = results(people)
    as_us = sum(game.side == "us" for game in people)
    return Tally(
        games=len(people),
        won=counted.won,
        lost=counted.lost,
        drawn=counted.drawn,
        as_us=as_us,
        as_ussr=len(people) - as_us,
    )


def by_side(games: list[Played]) -> SideResults:
    """Count the games of each side, against people and computer alike."""
    us, ussr = (results(one for one in games if one.side == side) for side in ("us", "ussr"))
    return SideResults(us=us, ussr=ussr)


def by_level(games: list[Played]) -> list[LevelResults]:
    """Count the games against each computer player, the most played first."""
    levels = Counter(game.bot for game in games if game.bot is not None)
    found = []
    for bot, _ in levels.most_common():
        against = [game for game in games if game.bot == bot]
        found.append(LevelResults(bot, results(against), by_side(against)))
    return found


async def by_opponent(session: AsyncSession, games: list[Played]) -> list[OpponentResults]:
    """Count the games against each other user, the most played first."""
    often = Counter(game.opponent for game in games if game.opponent is not None)
    query = select(User).where(User.id.in_(often))
    users = {user.id: user for user in await session.scalars(query)}
    return [
        OpponentResults(
            user=user_id,
            name=users[user_id].name,
            rating=shown_rating(users[user_id].rating_mu) if users[user_id].rated_games else None,
            results=results(game for game in games if game.opponent == user_id),
        )
        for user_id, _ in often.most_common(MOST_OPPONENTS)
        if user_id in users
    ]


def endings(games: list[Played]) -> list[EndingCount]:
    """Count how games ended, the most common way first."""
    often = Counter(game.ending for game in games)
    return [EndingCount(ending, number) for ending, number in often.most_common()]


async def favourite_cards(
    session: AsyncSession, games: list[Played], user_id: str
) -> list[FavouriteCard]:
    """Count what a user has used most, of the cards that leave a choice: headlines and events."""
    query = select(CardUseRow).where(CardUseRow.user_id == user_id)
    wanted = {game.game: game for game in games}
    rows = [row for row in await session.scalars(query) if row.game_id in wanted]
    counts: dict[str, Counter[str]] = {}
    won: Counter[str] = Counter()
    for row in rows:
        game = wanted[row.game_id]
        for card, uses in row.uses.items():
            counts.setdefault(card, Counter()).update(uses)
            won[card] += game.winner == game.side
    order = sorted(
        counts, key=lambda card: (-counts[card]["headline"] - counts[card]["event"], card)
    )
    played = Counter(card for row in rows for card in row.uses)
    return [
        FavouriteCard(
            card=card,
            headline=counts[card]["headline"],
            event=counts[card]["event"],
            operations=counts[card]["operations"],
            space=counts[card]["space"],
            games=played[card],
            won=won[card],
        )
        for card in order[:MOST_CARDS]
    ]


async def keep_card_uses(database: Database, game_id: str, uses: tuple[Uses, Uses]) -> None:
    """Store what the users of a finished game have done with their cards, once."""
    async with database.write() as session:
        seats = await session.scalars(select(SeatRow).where(SeatRow.game_id == game_id))
        people = [(seat.seat, seat.user_id) for seat in seats if seat.user_id is not None]
        known = select(CardUseRow.user_id).where(CardUseRow.game_id == game_id)
        there = set((await session.scalars(known)).all())
        for seat, user_id in people:
            if user_id not in there:
                session.add(CardUseRow(game_id=game_id, user_id=user_id, uses=uses[seat]))


async def uncounted_games(database: Database) -> list[str]:
    """Find finished games whose cards have not been counted, because a server went down."""
    counted = select(CardUseRow.game_id)
    played = select(SeatRow.game_id).where(SeatRow.user_id.is_not(None))
    query = (
        select(GameRow.id)
        .where(GameRow.status == FINISHED, GameRow.mode.in_(COUNTED_MODES))
        .where(GameRow.id.in_(played), GameRow.id.not_in(counted))
        .order_by(GameRow.finished_at.desc())
    )
    async with database.read() as session:
        return list((await session.scalars(query)).all())
