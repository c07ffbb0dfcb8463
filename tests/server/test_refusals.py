"""What the server refuses is told in the language of whoever asks."""

import ast
from collections.abc import Iterator
from pathlib import Path

import twilight.server
from tests.sentences import check_translated
from tests.server.live_server import LiveServer, two_players
from twilight.server.errors import SENTENCES

SOURCES = sorted(Path(twilight.server.__file__).parent.rglob("*.py"))


def written() -> Iterator[tuple[str, ast.expr]]:
    """Yield the sentence of every refusal in the sources, and where it stands."""
    for source in SOURCES:
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refusal":
                yield f"{source.name}:{node.lineno}", node.args[1]


def test_every_sentence_exists_in_spanish() -> None:
    check_translated(written(), SENTENCES)


def test_requests_are_refused_in_the_language_of_the_reader(server: LiveServer) -> None:
    client = server.client()
    for headers, query, sentence in (
        ({}, "", "There is no such game."),
        ({"accept-language": "es"}, "", "Esa partida no existe."),
        ({"accept-language": "es-MX,es;q=0.9"}, "", "Esa partida no existe."),
        ({"accept-language": "de"}, "", "There is no such game."),
        ({"accept-language": "es"}, "?lang=en", "There is no such game."),
    ):
        answer = client.http.get(f"/api/v1/games/nothing{query}", headers=headers)
        assert answer.json() == {"code": "not_found", "message": sentence}


def test_a_live_connection_refuses_in_its_language(server: LiveServer) -> None:
    host, _, game = two_players(server)
    with host.live(game, "?lang=es") as live:
        live.until("update")
        refused = live.ask(type="resume")
        assert refused["code"] == "not_paused"
        assert refused["message"] == "La partida no está en pausa."
        live.socket.send("nonsense")
        assert live.until("refused")["message"] == "El mensaje no se puede leer."
    with host.live("nothing", "?lang=es") as live:
        assert live.until("refused")["message"] == "Esa partida no existe."


def test_what_is_wrong_with_the_input_is_told_in_spanish(server: LiveServer) -> None:
    client = server.client().http
    spanish = {"accept-language": "es"}
    for path, body, told in (
        ("games", {"mode": "online", "preset": "none"}, "no existe el reglamento 'none'; existen"),
        (
            "studies",
            {"name": "x", "text": "hello"},
            "esto no es ni una partida guardada ni un registro",
        ),
        ("studies", {"name": "x", "text": "SETUP: x\n"}, "línea 1: esto no es un registro"),
        ("studies", {"name": 1}, "La petición no se puede cumplir."),
    ):
        answer = client.post(f"/api/v1/{path}", json=body, headers=spanish)
        assert answer.status_code == 400
        assert told in answer.json()["message"]
    answer = client.get("/api/v1/nothing/here", headers=spanish)
    assert answer.json() == {"code": "not_found", "message": "Aquí no hay nada."}
    # A program that asks in English is told where its request is wrong.
    assert "Expected `str`" in client.post("/api/v1/studies", json={"name": 1}).json()["message"]
