"""Every position of a game: for finished ones, and for the past of those that are played."""

import asyncio
import json
from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from twilight.engine.game import Game
from twilight.engine.text.language import Language
from twilight.engine.types import NOBODY, US, USSR, Actor, across
from twilight.replays.exporting.export_log import ExportError, export_log
from twilight.replays.saves import game_from_dict, game_to_dict, to_text
from twilight.server.errors import Refusal
from twilight.server.http.access import Access
from twilight.server.messages.records import Curve, Journal, Moment, Position
from twilight.server.play.hub import Hub
from twilight.server.present.prompt import prompt_for
from twilight.server.present.view import ALL, fact_lines, look, see
from twilight.server.storage.store import FINISHED, STUDY, Stored

# Positions are rebuilt from the nearest of these.
STEP: Final = 50
MOST_KEPT: Final = 16
_VIEWERS: Final[Mapping[str, Actor]] = {"us": US, "ussr": USSR, "spectator": NOBODY, "all": ALL}


@dataclass(slots=True)
class Reel:
    """A game with its record, and some positions of it kept ready."""

    game: Game
    positions: list[Game] = field(default_factory=list)
    facts_by_length: list[int] = field(default_factory=list)
    moments: list[Moment] = field(default_factory=list)

    @classmethod
    def of(cls, game: Game) -> "Reel":
        """Play a game again and keep what a replay needs."""
        reel = cls(game)
        again = Game(game.origin, journal=True)
        reel._note(again)
        for action in game.record or ():
            again.answer(action)
            reel._note(again)
        return reel

    def _note(self, game: Game) -> None:
        length = len(self.facts_by_length)
        state = game.state
        self.facts_by_length.append(len(game.facts))
        if length % STEP == 0:
            self.positions.append(game.copy())
        last = self.moments[-1] if self.moments else None
        now = (state.turn, state.round, state.vp, state.defcon)
        if last is None or now != (last.turn, last.round, last.vp, last.defcon):
            segment = state.segment.name.lower()
            self.moments.append(
                Moment(length, state.turn, state.round, segment, state.vp, state.defcon)
            )

    @property
    def answers(self) -> int:
        """How many answers the record has."""
        return len(self.game.record or ())

    def at(self, answer: int) -> Game:
        """Return the game after so many answers."""
        if not 0 <= answer <= self.answers:
            raise Refusal(
                "not_found",
                "The game has {answers} answers, not {answer}.",
                answers=self.answers,
                answer=answer,
            )
        game = self.positions[answer // STEP].copy()
        record = self.game.record or []
        for action in record[answer - answer % STEP : answer]:
            game.answer(action)
        return game

    def position(self, game_id: str, answer: int, viewer: Actor, language: Language) -> Position:
        """Show the table after so many answers, with the facts that the last of them brought."""
        game = self.at(answer)
        seen = look(game, viewer)
        prompt = prompt_for(game, seen, answer, language)
        first = self.facts_by_length[answer - 1] if answer else 0
        facts = self.game.facts[first : self.facts_by_length[answer]]
        return Position(
            game=game_id,
            answer=answer,
            answers=self.answers,
            view=see(game, seen, language, prompt),
            facts=fact_lines(facts, first, [answer] * len(facts), viewer, language),
        )

    def journal(self, game_id: str, viewer: Actor, language: Language) -> Journal:
        """Show all facts."""
        facts = self.game.facts
        answers = [bisect_left(self.facts_by_length, index + 1) for index in range(len(facts))]
        lines = fact_lines(facts, 0, answers, viewer, language)
        return Journal(game=game_id, answers=self.answers, facts=lines)

    def curve(self, game_id: str) -> Curve:
        """Show the tracks over the game."""
        return Curve(game_id, self.answers, self.moments)


class Reels:
    """The games that are being looked at."""

    def __init__(self, hub: Hub) -> None:
        self._hub: Final = hub
        self._kept: OrderedDict[tuple[str, int], Reel] = OrderedDict()

    async def of(self, stored: Stored, seats: tuple[int, ...] = ()) -> Reel:
        """Return the reel of a game as it is now for somebody with these seats."""
        game_id = stored.row.id
        if stored.row.mode == STUDY:
            return await self._reel((game_id, 0), None)
        room = await self._hub.room(game_id)
        async with room.lock:
            await room.freshen()
            referee = await room.shown_to(seats)
            key, game = (game_id, referee.number), referee.game.copy()
        return await self._reel(key, game)

    async def _reel(self, key: tuple[str, int], game: Game | None) -> Reel:
        reel = self._kept.get(key)
        if reel is None:
            if game is None:
                game = await self._study(key[0])
            reel = await asyncio.to_thread(Reel.of, game)
            for other in [one for one in self._kept if one[0] == key[0]]:
                del self._kept[other]
            self._kept[key] = reel
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        else:
            self._kept.move_to_end(key)
        return reel

    async def _study(self, game_id: str) -> Game:
        snapshot = await self._hub.store.snapshot_of(game_id)
        if snapshot is None:
            raise Refusal("not_found", "There is no such game.")
        saved = await asyncio.to_thread(
            lambda: game_from_dict(json.loads(snapshot.data), journal=True)
        )
        return saved.game


def viewer_of(stored: Stored, access: Access, wanted: str, swapped: bool) -> Actor:
    """Return the viewer that somebody may be: any of a finished game, else their own."""
    if wanted and wanted not in _VIEWERS:
        raise Refusal("bad_message", "A view is one of {views}.", views=", ".join(_VIEWERS))
    if stored.row.status == FINISHED:
        return _VIEWERS[wanted or "all"]
    own = {across(seat, swapped) for seat in access.seats}
    if not wanted:
        return min(own) if own else NOBODY
    viewer = _VIEWERS[wanted]
    if viewer not in own and viewer != NOBODY:
        raise Refusal("not_over", "The other side opens when the game is over.")
    return viewer


def export(stored: Stored, game: Game, form: str) -> str:
    """Write a finished game as a public log or as JSON that the program can load again."""
    names = {seat.seat: seat.name for seat in stored.seats}
    swapped = game.state.seats_swapped
    players = {side: names.get(across(side, swapped)) or "?" for side in (USSR, US)}
    if form == "json":
        named = {"ussr": players[USSR], "us": players[US]}
        return to_text(game_to_dict(game, named, {"seed": stored.row.seed}))
    try:
        return export_log(game, players)
    except ExportError as error:
        raise Refusal("bad_log", "{export_error}.", export_error=error) from error
