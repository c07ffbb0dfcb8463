"""The description of the interface: types, documentation, OpenAPI, and what fuzzing finds."""

import gzip
import subprocess
import sys
from pathlib import Path

import pytest

from tests.server.live_server import LiveServer
from twilight.engine.cards import ALL_CARDS, CARD_BY_KEY
from twilight.engine.journal import FactKind
from twilight.server.errors import CODES
from twilight.server.messages.typescript import typescript

ROOT = Path(__file__).parents[3]


def test_the_types_of_the_client_are_up_to_date() -> None:
    written = (ROOT / "web" / "src" / "lib" / "server" / "api.ts").read_text(encoding="utf-8")
    assert written == typescript(), "run: twilight serve --print-types > web/src/lib/server/api.ts"


def test_every_request_is_documented(server: LiveServer) -> None:
    schema = server.client().http.get("/schema/openapi.json").json()
    for path, operations in schema["paths"].items():
        for method, operation in operations.items():
            assert operation["summary"], f"{method} {path}"
            assert operation["description"], f"{method} {path}"
    page = server.client().http.get("/schema")
    assert page.status_code == 200
    assert "<script" not in page.text
    assert "/api/v1/games/{game_id}/messages" in page.text


def test_the_handbook_names_every_fact() -> None:
    text = (ROOT / "docs" / "server-api.md").read_text(encoding="utf-8")
    for kind in FactKind:
        assert f"| `{kind.name.lower()}` |" in text, kind.name


def test_the_handbook_names_every_refusal_and_every_request(server: LiveServer) -> None:
    text = (ROOT / "docs" / "server-api.md").read_text(encoding="utf-8")
    refusals = text.partition("## Refusals")[2].partition("##")[0].splitlines()
    for code, status in CODES.items():
        [line] = [one for one in refusals if f"`{code}`" in one]
        assert f"| {status} |" in line
    schema = server.client().http.get("/schema/openapi.json").json()
    for path in schema["paths"]:
        last = [part for part in path.split("/") if part and not part.startswith("{")][-1]
        assert f"/{last}" in text or "/admin/" in path, path


def test_the_rulebook_and_the_cards(server: LiveServer) -> None:
    client = server.client()
    book = client.get("/rulebook", params={"lang": "es"})
    assert book["language"] == "es"
    numbers = {rule["number"] for part in book["sections"] for rule in part["paragraphs"]}
    assert "R10.2" in numbers
    assert set(book["facts"]) == {kind.name.lower() for kind in FactKind}
    assert set(book["facts"].values()) <= numbers
    library = client.get("/cards")
    assert {one["card"] for one in library["cards"]} == set(CARD_BY_KEY)
    nato = next(one for one in library["cards"] if one["card"] == "nato")
    assert nato["rulings"]
    assert "V4.3" in nato["rules"]
    assert library["games"] > 20
    assert sum(nato["uses"]["us"].values()) > 0


def test_catalog_rules_and_bots(server: LiveServer) -> None:
    client = server.client()
    catalog = client.get("/catalog", params={"lang": "es"})
    assert catalog["language"] == "es"
    assert len(catalog["countries"]) == 84
    assert len({card["card"] for card in catalog["cards"]}) == len(ALL_CARDS)
    chile = next(one for one in catalog["countries"] if one["country"] == "chile")
    assert chile["battleground"]
    assert set(chile["neighbours"]) == {"argentina", "peru"}
    rules = client.get("/rules")
    assert {one["preset"] for one in rules["presets"]} >= {"deluxe", "glass"}
    spanish = client.request("GET", "/rules?lang=es").json()
    scenario = next(one for one in spanish["options"] if one["option"] == "scenario")
    assert scenario["value_names"] == ["Partida completa", "Guerra Tardía"]
    bots = {one["bot"]: one for one in client.request("GET", "/bots").json()}
    assert next(iter(bots)) == "random"
    assert bots["recruit"]["seconds"] == 0
    assert bots["general"]["seconds"] == 2
    assert bots["random"]["rating"] < bots["recruit"]["rating"] < bots["officer"]["rating"]


def test_bad_rules(server: LiveServer) -> None:
    client = server.client()
    for wish in (
        {"mode": "computer", "bot": "skynet"},
        {"mode": "online", "bot": "random"},
        {"mode": "hotseat", "preset": "chess"},
        {"mode": "hotseat", "options": {"no_such": 1}},
        {"mode": "hotseat", "options": {"scenario": "late_war", "turn_zero": True}},
        {"mode": "hotseat", "rated": True},
        {"mode": "online", "seed": "known to me"},
    ):
        assert client.refused("POST", "/games", wish) == "bad_rules", wish


def test_without_a_built_client_there_is_a_page(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    monkeypatch.setattr("twilight.server.pages.STATIC", folder)
    response = server.client().http.get("/")
    assert response.status_code == 200
    assert "not built" in response.text


def test_the_client_is_served_compressed_and_from_its_folder_alone(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    static = folder / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text("<html>client</html>")
    (static / "assets" / "a-1.js").write_text("let a = 1;")
    (static / "assets" / "a-1.js.gz").write_bytes(gzip.compress(b"let a = 1;"))
    (static / "assets" / "a-1.js.br").write_bytes(b"brotli")
    (folder / "secret.txt").write_text("secret")
    monkeypatch.setattr("twilight.server.pages.STATIC", static)
    http = server.client().http
    for path in ("/", "/game/abc?invite=x", "/no/such/page"):
        assert "client" in http.get(path).text
    script = http.get("/assets/a-1.js", headers={"accept-encoding": "gzip, deflate"})
    assert script.text == "let a = 1;"
    assert script.headers["content-encoding"] == "gzip"
    assert "immutable" in script.headers["cache-control"]
    assert script.headers["content-type"].startswith("text/javascript")
    plain = http.get("/assets/a-1.js", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    best = http.build_request("GET", "/assets/a-1.js", headers={"accept-encoding": "gzip, br"})
    packed = http.send(best, stream=True)
    assert packed.headers["content-encoding"] == "br"
    assert b"".join(packed.iter_raw()) == b"brotli"
    assert http.get("/assets/b.js").status_code == 404
    page = http.get("/")
    assert page.headers["cache-control"] == "no-cache"
    known = http.get("/", headers={"if-none-match": page.headers["etag"]})
    assert (known.status_code, known.content) == (304, b"")
    for path in ("/../secret.txt", "/%2e%2e/secret.txt", "/assets/..%2f..%2fsecret.txt"):
        assert "secret" not in http.get(path).text


@pytest.mark.slow
def test_schemathesis_finds_no_server_error(server: LiveServer, folder: Path) -> None:
    client = server.client()
    game = client.create(mode="hotseat", public=True)["id"]
    user = client.get("/me")["user"]["id"]
    (folder / "schemathesis.toml").write_text(
        f"""
        [parameters]
        "path.game_id" = "{game}"
        "path.user" = "{user}"
        "path.other" = "{user}"
        """
    )
    cookie = client.http.cookies["twilight"]
    found = subprocess.run(
        [
            *(sys.executable, "-m", "schemathesis.cli", "run"),
            f"http://127.0.0.1:{server.port}/schema/openapi.json",
            "--checks=not_a_server_error",
            "--phases=examples,coverage,fuzzing",
            "--max-examples=12",
            "--seed=1",
            f"--header=Cookie: twilight={cookie}",
            "--generation-database=none",
            "--no-color",
        ],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert found.returncode == 0, found.stdout[-4000:] + found.stderr[-1000:]
    # Nothing that was sent has broken anything.
    assert client.http.get("/health").json()["status"] == "ok"


def test_the_example_of_a_remote_bot_plays_a_game(server: LiveServer) -> None:
    example = ROOT / "examples" / "remote_bot.py"
    assert len(example.read_text(encoding="utf-8").splitlines()) <= 40
    client = server.client()
    game = client.create(side="us")["id"]
    tokens = [client.post(f"/games/{game}/seats/{seat}/token")["token"] for seat in (0, 1)]
    address = f"http://127.0.0.1:{server.port}"
    programs = [
        subprocess.Popen(
            [sys.executable, str(example), address, game, token], stdout=subprocess.DEVNULL
        )
        for token in tokens
    ]
    assert [program.wait(600) for program in programs] == [0, 0]
    assert client.get(f"/games/{game}")["status"] == "finished"
