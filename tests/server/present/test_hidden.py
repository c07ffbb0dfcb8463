"""Nobody reads what their side may not know: whole games are played and every byte is searched."""

import json
import re
from collections.abc import Iterable
from random import Random
from typing import Any

import pytest

from tests.server.live_server import Client, LiveServer, two_players
from twilight.engine.actions import ACTION_KEYS
from twilight.engine.cards import ALL_CARDS, CARD_KEYS
from twilight.engine.ids import CARD_SLOTS, NO_CARD
from twilight.engine.journal import Fact
from twilight.engine.text.language import card_name, load_language
from twilight.engine.types import NOBODY, US, USSR, Actor
from twilight.engine.variants.bidding import bids_are_secret
from twilight.engine.view import unseen_by
from twilight.server.play.referee import Referee

CARDS = ALL_CARDS
ENGLISH = load_language("en")


def hidden_from(referee: Referee, viewer: Actor) -> set[int]:
    """The cards of which a viewer can't know where they are, by the engine's own word."""
    return set(unseen_by(referee.game.state, viewer))


def named(text: str, cards: Iterable[int]) -> set[str]:
    """The keys among these cards that a text has in quotation marks."""
    return set(re.findall(r'"(\w+)"', text)) & {CARD_KEYS[card] for card in cards}


def without_unseen(message: Any) -> Any:
    """Drop what names all unseen cards alike, the rules, and effects and events seen by everyone.

    A card may go into a hand while its event or effect goes on.

    The options of one's own decision are no secret either: in Turn Zero a side may take a card out
    of the deck. That they betray nothing else is a property test of the engine.
    """
    if isinstance(message, dict):
        return {
            key: without_unseen(value)
            for key, value in message.items()
            if key not in ("unseen", "rules", "changed", "effects", "events", "options")
        }
    if isinstance(message, list):
        return [without_unseen(value) for value in message]
    return message


def places(message: Any, cards: set[str], path: str = "") -> list[str]:
    """Say where in a message cards are named."""
    if isinstance(message, dict):
        inner = list(message.items())
    elif isinstance(message, list):
        inner = [(str(place), value) for place, value in enumerate(message)]
    else:
        return [path] if message in cards else []
    found = [f"{path}.{key}" for key, _ in inner if key in cards]
    return found + [one for key, value in inner for one in places(value, cards, f"{path}.{key}")]


def news(message: dict[str, Any]) -> str:
    """The part of an update that tells of now: not the facts of earlier cards in the log."""
    return json.dumps({**without_unseen(message), "facts": []})


def check_news(message: dict[str, Any], referee: Referee, viewer: Actor) -> None:
    """Search an update for what its viewer may not know."""
    hidden = hidden_from(referee, viewer)
    check_unnamed(message, hidden)
    check_secrets(message, referee, viewer)
    assert {CARD_KEYS[card] for card in hidden} == set(message["view"]["unseen"])
    hands = message["view"]["hands"]
    for side, key in ((USSR, "ussr"), (US, "us")):
        if viewer != side:
            known = set(hands[key])
            assert not known & {CARD_KEYS[card] for card in hidden}


def check_unnamed(message: dict[str, Any], hidden: Iterable[int]) -> None:
    leaked = named(news(message), hidden)
    assert not leaked, f"{leaked} in {places(without_unseen(message), leaked)}"


def check_secrets(message: dict[str, Any], referee: Referee, viewer: Actor) -> None:
    """Bids that are not shown, statecraft cards and a chosen headline are the owner's alone."""
    view, state = message["view"], referee.game.state
    for side, key in ((USSR, "ussr"), (US, "us")):
        if side == viewer:
            continue
        if bids_are_secret(state):
            assert view["bids"][key] == []
        if view["crises"] is not None:
            assert view["crises"]["statecraft"][key] == []
    if viewer not in (USSR, US):
        assert view["hand"] == []
        assert view["chosen"] is None
    elif view["chosen"] is not None:
        sealed = referee.sealed[viewer]
        chosen = sealed[-1].action if sealed else state.chosen[viewer]
        assert ACTION_KEYS[chosen] == view["chosen"]


def check_facts(lines: list[dict[str, Any]], facts: list[Fact], viewer: Actor) -> None:
    """A fact whose subject is hidden names no card, neither by key nor in its text."""
    for line, fact in zip(lines, facts, strict=True):
        secret = fact.hidden_from != NOBODY and viewer != 1 - fact.hidden_from
        if not secret:
            continue
        assert line["subject"] is None
        if NO_CARD < fact.subject < CARD_SLOTS:
            assert card_name(fact.subject, ENGLISH) not in line["text"]


def check_analysis(client: Client, game: str, referee: Referee, viewer: Actor) -> None:
    hidden = hidden_from(referee, viewer)
    cards = {one["card"]: one for one in client.get(f"/games/{game}/analysis/cards")["cards"]}
    for card in hidden:
        assert cards[CARD_KEYS[card]]["place"] == "unseen"
    for path in ("regions", "odds?value=3"):
        text = json.dumps(client.get(f"/games/{game}/analysis/{path}"))
        assert not named(text, hidden)


RULES: list[dict[str, Any]] = [
    {},
    {"options": {"turn_zero": True, "promo_1": True, "promo_2": True}},
    {"side": "bid", "options": {"reveal_held_cards": "all", "chinese_civil_war": True}},
    {"options": {"scenario": "late_war"}},
]


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(RULES)))
def test_whole_games_without_a_leak(server: LiveServer, number: int) -> None:
    """Random games may be short, so whole ones are played until enough has been searched."""
    searched, seed = 0, number
    while searched < 250:
        searched += play_and_search(server, RULES[number], seed)
        seed += 10


def test_a_short_game_without_a_leak(server: LiveServer) -> None:
    play_and_search(server, {}, seed=11, most=45)


def play_and_search(server: LiveServer, wish: dict[str, Any], seed: int, most: int = 10_000) -> int:
    """Play at random and search what all three get; return how many answers were given."""
    host, guest, game = two_players(server, public=True, **wish)
    watcher = server.client()
    clients = (host, guest, watcher)
    random = Random(seed)
    room = server.call(lambda: server.hub.room(game))
    users = [client.get("/me")["user"]["id"] for client in (host, guest)]
    seats = [room.stored.seats_of(user)[0] for user in users]
    step = searched = 0
    with host.live(game) as first, guest.live(game) as second, watcher.live(game) as third:
        lives = (first, second, third)
        for step in range(most):
            referee: Referee = room.referee
            if referee.is_over:
                break
            viewers = (*(referee.side_of(seat) for seat in seats), NOBODY)
            for live, viewer in zip(lives, viewers, strict=True):
                live.wait_for_number(referee.number_for(viewer))
                check_facts(live.facts[searched:], referee.game.facts[searched:], viewer)
                check_news(live.update, referee, viewer)
            searched = len(referee.game.facts)
            if step % 10 == 0:
                for client, viewer in zip(clients, viewers, strict=True):
                    check_news(client.table(game), referee, viewer)
                check_analysis(host, game, referee, viewers[0])
                check_past(watcher, game, referee, random)
            deciding = lives[seats.index(random.choice(referee.asked_seats))]
            assert deciding.prompt is not None
            option = random.choice(deciding.prompt["options"])["action"]
            assert deciding.answer(option)["type"] == "done"
    return step


def check_past(watcher: Client, game: str, referee: Referee, random: Random) -> None:
    """The past of a running game shows a spectator no more than they saw then."""
    answer = random.randrange(referee.length + 1)
    then = referee.game.rewound(answer)
    shown = watcher.get(f"/games/{game}/positions/{answer}")
    check_unnamed(shown, unseen_by(then.state, NOBODY))
    for view in ("us", "ussr", "all"):
        assert watcher.refused("GET", f"/games/{game}/positions/0?view={view}") == "not_over"
        assert watcher.refused("GET", f"/games/{game}/journal?view={view}") == "not_over"
    assert watcher.refused("GET", f"/games/{game}/export") == "not_over"


def test_a_planted_leak_is_found(server: LiveServer) -> None:
    host, _, game = two_players(server)
    room = server.call(lambda: server.hub.room(game))
    hand = room.referee.game.state.hands[USSR]
    leak = {**host.table(game), "hint": CARD_KEYS[hand[0]]}
    with pytest.raises(AssertionError, match=r"\.hint"):
        check_unnamed(leak, hidden_from(room.referee, US))


def test_the_seed_stays_secret_while_it_matters(server: LiveServer) -> None:
    host, guest, game = two_players(server, public=True)
    watcher = server.client()
    room = server.call(lambda: server.hub.room(game))
    seed = room.stored.row.seed
    for client in (host, guest, watcher):
        for path in (f"/games/{game}", f"/games/{game}/table", "/lobby"):
            client.get(path)
        assert not any(seed in text for text in client.heard)
    guest.act(game, type="resign")
    assert watcher.get(f"/games/{game}")["seed"] == seed
