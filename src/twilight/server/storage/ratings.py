"""Ratings of rated games, with OpenSkill's Plackett-Luce model, against people and levels."""

from collections.abc import Mapping, Sequence
from typing import Final

from openskill.models import PlackettLuce, PlackettLuceRating
from sqlalchemy import select

from twilight.engine.types import ACTOR_NAMES, across
from twilight.server.errors import Conflict
from twilight.server.messages.account import RatingPoint, UserInfo
from twilight.server.people.levels import level_strength
from twilight.server.storage.database import Database
from twilight.server.storage.models import GameRow, RatingRow, SeatRow, User
from twilight.server.storage.rating_scale import (
    model_deviation,
    model_rating,
    shown_deviation,
    shown_rating,
)
from twilight.server.storage.store import FINISHED

_MODEL: Final = PlackettLuce()


def user_info(user: User) -> UserInfo:
    """Show a user."""
    rated = user.rated_games > 0
    return UserInfo(
        id=user.id,
        name=user.name,
        guest=user.password_hash is None and user.owner_id is None,
        program=user.owner_id is not None,
        rating=shown_rating(user.rating_mu) if rated else None,
        rating_deviation=shown_deviation(user.rating_sigma) if rated else None,
        rated_games=user.rated_games,
    )


def rating_point(row: RatingRow) -> RatingPoint:
    """Show one step of a rating."""
    return RatingPoint(
        game=row.game_id,
        at=row.at,
        rating=shown_rating(row.mu_after),
        rating_deviation=shown_deviation(row.sigma_after),
    )


def rating_change(latest: Sequence[RatingRow], since: int) -> int | None:
    """Tell what some steps of a rating, the latest first, have changed since some time."""
    recent = [row for row in latest if row.at >= since]
    if not recent:
        return None
    return shown_rating(recent[0].mu_after) - shown_rating(recent[-1].mu_before)


async def unrated_games(database: Database) -> list[str]:
    """Find rated games whose result has not been counted, because a server went down."""
    counted = select(RatingRow.game_id)
    query = select(GameRow.id).where(
        GameRow.rated.is_(True), GameRow.status == FINISHED, GameRow.id.not_in(counted)
    )
    async with database.read() as session:
        return list((await session.scalars(query.order_by(GameRow.finished_at))).all())


async def rate_game(database: Database, game_id: str, now: int, levels: Mapping[str, str]) -> None:
    """Change the ratings of the people in it; a game that has been counted changes nothing."""
    try:
        async with database.write() as session:
            game = await session.get(GameRow, game_id)
            if game is None or not game.rated or game.status != FINISHED:
                return
            if await session.scalar(select(RatingRow).where(RatingRow.game_id == game_id)):
                return
            seats = await session.scalars(
                select(SeatRow).where(SeatRow.game_id == game_id).order_by(SeatRow.seat)
            )
            places = list(seats)
            # In one order for all games, so that two processes never wait for each other.
            found = await session.scalars(
                select(User)
                .where(User.id.in_([seat.user_id for seat in places]))
                .order_by(User.id)
                .with_for_update()
            )
            users = {user.id: user for user in found}
            sides = [ACTOR_NAMES[across(seat, game.seats_swapped)] for seat in (0, 1)]
            ranks = [_rank(game.winner, side) for side in sides]
            teams = [_team(seat, users, levels) for seat in places]
            if None in teams or not users:
                return
            after = _MODEL.rate([[team] for team in teams if team is not None], ranks=ranks)
            for seat, (new,) in zip(places, after, strict=True):
                # What a level is worth its matches tell, not who plays against it here.
                if seat.user_id is None:
                    continue
                user = users[seat.user_id]
                session.add(
                    RatingRow(
                        game_id=game_id,
                        user_id=user.id,
                        at=now,
                        mu_before=user.rating_mu,
                        sigma_before=user.rating_sigma,
                        mu_after=new.mu,
                        sigma_after=new.sigma,
                    )
                )
                user.rating_mu, user.rating_sigma = new.mu, new.sigma
                user.rated_games += 1
    except Conflict:
        # Another process has counted it.
        return


def _team(
    seat: SeatRow, users: Mapping[str, User], levels: Mapping[str, str]
) -> PlackettLuceRating | None:
    """Return what the model knows of who sits there, or None if it is nothing."""
    user = users.get(seat.user_id or "")
    if user is not None:
        return _MODEL.rating(mu=user.rating_mu, sigma=user.rating_sigma)
    strength = level_strength(levels.get(seat.bot or "", ""))
    if strength is None:
        return None
    return _MODEL.rating(
        mu=model_rating(strength.rating), sigma=model_deviation(strength.deviation)
    )


def _rank(winner: str | None, side: str) -> float:
    """Give the winner the first place, and both the same one in a draw."""
    return 1.0 if winner in (side, "nobody", None) else 2.0
