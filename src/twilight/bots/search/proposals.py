"""What the net would do: how it shares its favour among the plays, and where it would act.

The net sees what its side sees, so one sampled world is as good as any other to ask it about the
answers that the side itself gives one after another.
"""

from random import Random
from typing import Final

import numpy as np

from twilight.engine.board import BIT, NUMBER_OF_COUNTRIES, Mask
from twilight.engine.game import Game
from twilight.engine.ids import COUP, INFLUENCE, PASS, Action, Card
from twilight.engine.types import Actor, Kind
from twilight.engine.view import Observation
from twilight.judgement.encoding import encode_game
from twilight.judgement.judge import current_network, shares_of
from twilight.judgement.net.features import Floats, make_features, stack

_MOST_MARKERS: Final = 6


def answer_shares(games: list[Game], side: Actor) -> Floats:
    """Return for each game how the net shares its favour among all answers."""
    shown = make_features(stack([encode_game(game, side) for game in games]))
    return shares_of(current_network().run(shown))


class Proposals:
    """Asks the net about the plays of an action round."""

    def __init__(self, seen: Observation) -> None:
        self._side = seen.viewer
        self._game = seen.sample(Random(0))
        pending = self._game.pending
        assert pending is not None
        self._cards = [card for card in pending.options if card != PASS]
        self._with_card = [self._after(self._game, card) for card in self._cards]
        shares = answer_shares([self._game, *self._with_card], self._side)
        self._shares = shares

    def share(self, card: Card, mode: Action) -> float:
        """Return how likely the net plays a card in a way."""
        if card not in self._cards:
            return float(self._shares[0, PASS])
        place = self._cards.index(card)
        pending = self._with_card[place].pending
        of_card = float(self._shares[0, card])
        if pending is None or pending.kind is not Kind.PLAY_MODE or mode not in pending.options:
            return of_card
        return of_card * float(self._shares[1 + place, mode])

    def places(self, card: Card, mode: Action, number: int) -> tuple[Mask, ...]:
        """Return sets of countries where the net would act with a card."""
        game = self._with_card[self._cards.index(card)]
        pending = game.pending
        if pending is None or mode not in pending.options:
            return ()
        game = self._after(game, mode)
        if mode == COUP:
            return self._coups(game, number)
        return self._influence(game, number) if mode == INFLUENCE else ()

    def _coups(self, game: Game, number: int) -> tuple[Mask, ...]:
        pending = game.pending
        if pending is None or pending.kind is not Kind.COUP_TARGET:
            return ()
        favour = answer_shares([game], self._side)[0, :NUMBER_OF_COUNTRIES]
        best = np.argsort(-favour, kind="stable")[:number]
        return tuple(BIT[int(country)] for country in best if favour[country] > 0)

    def _influence(self, game: Game, number: int) -> tuple[Mask, ...]:
        """Place markers where the net likes it best, beginning in another place each time."""
        if not self._places_markers(game):
            return ()
        favour = answer_shares([game], self._side)[0, :NUMBER_OF_COUNTRIES]
        first = [int(one) for one in np.argsort(-favour, kind="stable")[:number] if favour[one] > 0]
        lines = [self._after(game, country) for country in first]
        masks = [BIT[country] for country in first]
        for _ in range(_MOST_MARKERS):
            running = [place for place, line in enumerate(lines) if self._places_markers(line)]
            if not running:
                break
            shares = answer_shares([lines[place] for place in running], self._side)
            for row, place in enumerate(running):
                country = int(np.argmax(shares[row]))
                if country < NUMBER_OF_COUNTRIES:
                    masks[place] |= BIT[country]
                lines[place].answer(country)
        return tuple(masks)

    def _places_markers(self, game: Game) -> bool:
        pending = game.pending
        return (
            pending is not None
            and pending.actor == self._side
            and pending.kind is Kind.PLACE_INFLUENCE
        )

    def _after(self, game: Game, action: Action) -> Game:
        """Answer in a copy, and go on where there is nothing to decide."""
        copy = game.copy()
        copy.answer(action)
        return copy
