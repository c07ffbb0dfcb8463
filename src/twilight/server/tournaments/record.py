"""A tournament as it is stored: its entrants and pairings, and what follows from them."""

from dataclasses import dataclass, field
from typing import Final

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from twilight.engine.types import ACTOR_NAMES, across
from twilight.server.errors import Refusal
from twilight.server.people.levels import level_strength
from twilight.server.storage.models import EntrantRow, GameRow, PairingRow, TournamentRow, User
from twilight.server.storage.rating_scale import shown_rating
from twilight.server.storage.store import FINISHED as GAME_FINISHED
from twilight.server.tournaments.pairing import BYE, Contender, Pair, round_robin, swiss_round
from twilight.server.tournaments.standings import SWISS, Score, Standing, standings

JOINING: Final = "joining"
RUNNING: Final = "running"
FINISHED: Final = "finished"
CANCELLED: Final = "cancelled"

# How a pairing was decided.
GAME: Final = "game"
BYE_ROUND: Final = "bye"
FORFEIT: Final = "forfeit"
SETTLED: Final = "settled"

# Points are counted in halves.
WIN: Final = 2
DRAW: Final = 1
NEWCOMER: Final = 1500


@dataclass(slots=True)
class Record:
    """A tournament, who plays in it, and all rounds so far."""

    row: TournamentRow
    entrants: list[EntrantRow]
    pairings: list[PairingRow]
    # The name of who organises it.
    organiser: str = ""
    games: dict[str, GameRow] = field(default_factory=dict)
    ratings: dict[str, int] = field(default_factory=dict)

    def entrant(self, number: int) -> EntrantRow:
        """Return who has a number."""
        return next(one for one in self.entrants if one.number == number)

    def of_user(self, user_id: str | None) -> EntrantRow | None:
        """Return the entry of a user, if they take part."""
        mine = (one for one in self.entrants if user_id is not None and one.user_id == user_id)
        return next(mine, None)

    @property
    def staying(self) -> list[EntrantRow]:
        """Who has not withdrawn."""
        return [one for one in self.entrants if one.left_round is None]

    def round_of(self, number: int) -> list[PairingRow]:
        """Return the pairings of a round."""
        return [one for one in self.pairings if one.round == number]

    def sides_of(self, pairing: PairingRow) -> tuple[int, int | None]:
        """Tell who has had the USSR and who the US at the table, where a bid may have swapped."""
        game = self.games.get(pairing.game_id or "")
        if game is not None and game.seats_swapped and pairing.us is not None:
            return pairing.us, pairing.ussr
        return pairing.ussr, pairing.us

    def scores(self) -> list[Score]:
        """List all that is decided, for each of both players."""
        found = []
        for one in self.pairings:
            if one.points_ussr is None:
                continue
            was_played = one.decided in (GAME, SETTLED)
            found.append(Score(one.ussr, one.us or BYE, one.points_ussr, was_played))
            if one.us is not None:
                found.append(Score(one.us, one.ussr, one.points_us or 0, was_played))
        return found

    def standings(self) -> list[Standing]:
        """Put the entrants in order."""
        return standings(self.row.form, [one.number for one in self.entrants], self.scores())

    def next_round(self) -> list[Pair]:
        """Pair the round that comes now."""
        staying = {one.number for one in self.staying}
        if self.row.form == SWISS:
            return swiss_round(self._contenders(), balance_sides=not self.row.bid)
        numbers = [one.number for one in self.entrants]
        rounds = round_robin(numbers, self.row.cycles)
        return [
            one for pair in rounds[self.row.round] for one in _without_those_who_left(pair, staying)
        ]

    def _contenders(self) -> list[Contender]:
        """Tell of each entrant who plays on what the pairing has to know."""
        order = {one.player: one.place for one in self.standings()}
        sides: dict[int, list[str]] = {one.number: [] for one in self.entrants}
        opponents: dict[int, list[int]] = {one.number: [] for one in self.entrants}
        points = dict.fromkeys(sides, 0)
        paired_down = dict.fromkeys(sides, False)
        for number in range(1, self.row.round + 1):
            before = dict(points)
            for one in self.round_of(number):
                first, second = one.ussr, one.us or BYE
                opponents[first].append(second)
                points[first] += one.points_ussr or 0
                paired_down[first] = second != BYE and before[first] > before[second]
                if one.us is None:
                    continue
                opponents[second].append(first)
                points[second] += one.points_us or 0
                paired_down[second] = before[second] > before[first]
                sides[first].append("ussr")
                sides[second].append("us")
        # At the start the strongest come first, then those who came first.
        strength = {one.number: -self.rating_of(one) for one in self.entrants}
        staying = sorted(
            (one.number for one in self.staying),
            key=lambda one: (order[one], strength[one]) if self.row.round else (strength[one], one),
        )
        return [
            Contender(
                number=one,
                points=points[one],
                sides=tuple(sides[one]),
                opponents=tuple(opponents[one]),
                was_paired_down=paired_down[one],
            )
            for one in staying
        ]

    def rating_of(self, entrant: EntrantRow) -> int:
        """Return the rating of an entrant; who has none counts as a newcomer."""
        strength = level_strength(entrant.bot or "")
        if strength is not None:
            return strength.rating
        return self.ratings.get(entrant.user_id or "", NEWCOMER)

    def result_of(self, pairing: PairingRow) -> tuple[int, int] | None:
        """Read the points of both players of a pairing from its game, if that is over."""
        game = self.games.get(pairing.game_id or "")
        if game is None or game.status != GAME_FINISHED:
            return None
        if game.winner not in ("us", "ussr"):
            return DRAW, DRAW
        seat = across(ACTOR_NAMES.index(game.winner), game.seats_swapped)
        return (WIN, 0) if seat == 0 else (0, WIN)


def _without_those_who_left(pair: Pair, staying: set[int]) -> list[Pair]:
    """Give a bye to whoever was to play against somebody who has withdrawn."""
    here = [one for one in pair if one in staying]
    if len(here) == 2:
        return [pair]
    return [Pair(one, BYE) for one in here]


async def read(session: AsyncSession, tournament_id: str, *, lock: bool = False) -> Record:
    """Read a tournament, or refuse."""
    row = await session.get(TournamentRow, tournament_id, with_for_update=lock)
    if row is None:
        raise Refusal("not_found", "There is no such tournament.")
    entrants = await session.scalars(
        select(EntrantRow)
        .where(EntrantRow.tournament_id == tournament_id)
        .order_by(EntrantRow.number)
    )
    pairings = await session.scalars(
        select(PairingRow)
        .where(PairingRow.tournament_id == tournament_id)
        .order_by(PairingRow.round, PairingRow.board)
    )
    organiser = await session.get(User, row.organiser_id)
    name = "" if organiser is None else organiser.name
    record = Record(row, list(entrants), list(pairings), name)
    ids = [one.game_id for one in record.pairings if one.game_id is not None]
    games = await session.scalars(select(GameRow).where(GameRow.id.in_(ids)))
    record.games = {game.id: game for game in games}
    users = [one.user_id for one in record.entrants if one.user_id is not None]
    rated = select(User.id, User.rating_mu).where(User.id.in_(users), User.rated_games > 0)
    record.ratings = {one[0]: shown_rating(one[1]) for one in await session.execute(rated)}
    return record
