"""What the net would do: how it shares its favour among the plays, and where it would act.

The net sees what its side sees, so one sampled world is as good as any other to ask it about the
answers that the side itself gives one after another.
"""

from random import Random
from typing import Final, TypeAlias

import numpy as np

from twilight.engine.board import NUMBER_OF_COUNTRIES
from twilight.engine.game import Game
from twilight.engine.ids import PASS, Action, Card, Country
from twilight.engine.types import Actor, Kind
from twilight.engine.view import Observation
from twilight.judgement.encoding import encode_game
from twilight.judgement.judge import current_network, shares_of
from twilight.judgement.net.features import Floats, make_features, stack

_MOST_MARKERS: Final = 6
_NAMING: Final = (Kind.PLACE_INFLUENCE, Kind.COUP_TARGET)
# The countries that an operation names in turn.
Plan: TypeAlias = tuple[Country, ...]


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

    def plans(self, uses: list[tuple[Card, Action]], number: int) -> list[list[Plan]]:
        """Return for each use what the net would name in turn, beginning in other places."""
        found: list[list[Plan]] = [[] for _ in uses]
        begun: list[tuple[int, Game]] = []
        for place, (card, mode) in enumerate(uses):
            game = self._with_card[self._cards.index(card)]
            if game.pending is not None and mode in game.pending.options:
                game = self._after(game, mode)
                if self._names_a_country(game):
                    begun.append((place, game))
        if not begun:
            return found
        favours = answer_shares([game for _, game in begun], self._side)[:, :NUMBER_OF_COUNTRIES]
        lines: list[tuple[int, Game, list[Country]]] = []
        for (place, game), favour in zip(begun, favours, strict=True):
            best = np.argsort(-favour, kind="stable")[:number]
            first = [int(country) for country in best if favour[country] > 0]
            lines += [(place, self._after(game, country), [country]) for country in first]
        # All lines are asked about at once: a few positions hardly take longer than one.
        for _ in range(_MOST_MARKERS):
            running = [line for line in lines if self._names_a_country(line[1])]
            if not running:
                break
            shares = answer_shares([game for _, game, _ in running], self._side)
            for (_, game, plan), answer in zip(running, shares.argmax(1).tolist(), strict=True):
                if answer < NUMBER_OF_COUNTRIES:
                    plan.append(answer)
                game.answer(answer)
        for place, _, plan in lines:
            found[place].append(tuple(plan))
        return found

    def _names_a_country(self, game: Game) -> bool:
        pending = game.pending
        return pending is not None and pending.actor == self._side and pending.kind in _NAMING

    def _after(self, game: Game, action: Action) -> Game:
        """Answer in a copy, and go on where there is nothing to decide."""
        copy = game.copy()
        copy.answer(action)
        return copy
