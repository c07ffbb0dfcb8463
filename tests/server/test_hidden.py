"""Nobody reads what his side may not know: whole games are played and every byte is searched."""

import json
import re
from random import Random
from typing import Any

import pytest

from tests.server.live_server import Client, LiveServer, two_players
from twilight.engine.cards import CARD_KEYS
from twilight.engine.ids import CARD_SLOTS, NO_CARD
from twilight.engine.language import card_name, load_language
from twilight.engine.types import NOBODY, US, USSR, Actor
from twilight.engine.view import unseen_by
from twilight.server.table import Table

CARDS = range(NO_CARD + 1, CARD_SLOTS)
ENGLISH = load_language("en")


def hidden_from(table: Table, viewer: Actor) -> set[int]:
    """The cards of which a viewer can't know where they are, by the engine's own word."""
    return set(unseen_by(table.game.state, viewer))


def mentions(text: str, card: int) -> bool:
    return re.search(rf'"{CARD_KEYS[card]}"', text) is not None


def without_unseen(message: Any) -> Any:
    """Drop what names all unseen cards alike, and the catalogue of rules."""
    if isinstance(message, dict):
        return {
            key: without_unseen(value)
            for key, value in message.items()
            if key not in ("unseen", "rules", "changed")
        }
    if isinstance(message, list):
        return [without_unseen(value) for value in message]
    return message


def news(message: dict[str, Any]) -> str:
    """The part of an update that tells of now: not the facts of earlier cards in the log."""
    return json.dumps({**without_unseen(message), "facts": []})


def check_table(client: Client, game: str, table: Table, viewer: Actor) -> None:
    hidden = hidden_from(table, viewer)
    message = client.table(game)
    assert {CARD_KEYS[card] for card in hidden} == set(message["view"]["unseen"])
    text = news(message)
    for card in hidden:
        assert not mentions(text, card), f"{CARD_KEYS[card]} is in what {viewer} gets"
    hands = message["view"]["hands"]
    for side, key in ((USSR, "ussr"), (US, "us")):
        if viewer != side:
            known = {CARD_KEYS[card] for card in table.game.state.hands[side]} & set(hands[key])
            assert not known & {CARD_KEYS[card] for card in hidden}


def check_facts(lines: list[dict[str, Any]], table: Table, viewer: Actor) -> None:
    """A fact whose subject is hidden names no card, neither by key nor in its text."""
    for line, fact in zip(lines, table.game.facts, strict=True):
        secret = fact.hidden_from != NOBODY and viewer != 1 - fact.hidden_from
        if not secret:
            continue
        assert line["subject"] is None
        if NO_CARD < fact.subject < CARD_SLOTS:
            assert card_name(fact.subject, ENGLISH) not in line["text"]


def check_analysis(client: Client, game: str, table: Table, viewer: Actor) -> None:
    hidden = hidden_from(table, viewer)
    cards = {one["card"]: one for one in client.get(f"/games/{game}/analysis/cards")["cards"]}
    for card in hidden:
        assert cards[CARD_KEYS[card]]["place"] == "unseen"
    for path in ("regions", "odds?value=3"):
        text = json.dumps(client.get(f"/games/{game}/analysis/{path}"))
        assert not any(mentions(text, card) for card in hidden)


RULES: list[dict[str, Any]] = [
    {},
    {"options": {"turn_zero": True, "promo_1": True, "promo_2": True}},
    {"side": "bid", "options": {"reveal_held_cards": "all", "chinese_civil_war": True}},
    {"options": {"scenario": "late_war"}},
]


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(RULES)))
def test_whole_games_without_a_leak(server: LiveServer, number: int) -> None:
    play_and_search(server, RULES[number], seed=number, most=150)


def test_a_short_game_without_a_leak(server: LiveServer) -> None:
    play_and_search(server, {}, seed=11, most=45)


def play_and_search(server: LiveServer, wish: dict[str, Any], seed: int, most: int) -> None:
    host, guest, game = two_players(server, public=True, **wish)
    watcher = server.client()
    random = Random(seed)
    room = server.call(lambda: server.hub.room(game))
    with host.live(game) as first, guest.live(game) as second, watcher.live(game) as third:
        lives = (first, second, third)
        for live in lives:
            live.until("update")
        for step in range(most):
            table = room.table
            if table.is_over:
                break
            viewers = [table.side_of(room.stored.seats_of(_user(one))[0]) for one in (host, guest)]
            for client, viewer in zip((host, guest, watcher), (*viewers, NOBODY), strict=True):
                check_table(client, game, table, viewer)
            for live, viewer in zip(lives, (*viewers, NOBODY), strict=True):
                live.wait_for_number(table.number)
                check_facts(live.facts, table, viewer)
                text = news(live.update)
                assert not any(mentions(text, card) for card in hidden_from(table, viewer))
            if step % 10 == 0:
                check_analysis(host, game, table, viewers[0])
                check_past(watcher, game, table, random)
            _answer(host, guest, game, random)
    assert watcher.heard


def _user(client: Client) -> str:
    user: str = client.get("/me")["user"]["id"]
    return user


def _answer(host: Client, guest: Client, game: str, random: Random) -> None:
    for client in (host, guest):
        prompt = client.table(game)["view"]["prompt"]
        if prompt is not None and prompt["yours"]:
            option = random.choice(prompt["options"])["action"]
            client.act(game, type="answer", decision=prompt["decision"], action=option)
            return


def check_past(watcher: Client, game: str, table: Table, random: Random) -> None:
    """The past of a running game shows a spectator no more than he saw then."""
    answer = random.randrange(table.length + 1)
    then = table.game.rewound(answer)
    text = news(watcher.get(f"/games/{game}/positions/{answer}"))
    for card in unseen_by(then.state, NOBODY):
        assert not mentions(text, card)
    for view in ("us", "ussr", "all"):
        assert watcher.refused("GET", f"/games/{game}/positions/0?view={view}") == "not_over"
        assert watcher.refused("GET", f"/games/{game}/journal?view={view}") == "not_over"
    assert watcher.refused("GET", f"/games/{game}/export") == "not_over"


def test_a_planted_leak_is_found(server: LiveServer) -> None:
    host, _, game = two_players(server)
    room = server.call(lambda: server.hub.room(game))
    hand = room.table.game.state.hands[USSR]
    leak = json.dumps({**host.table(game), "facts": [], "hint": CARD_KEYS[hand[0]]})
    assert any(mentions(leak, card) for card in hidden_from(room.table, US))


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
