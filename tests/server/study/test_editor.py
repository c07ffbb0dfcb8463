"""The position editor through the server."""

from random import Random

from tests.server.live_server import LiveServer, play_answers


def test_a_position_is_changed_checked_kept_and_played(server: LiveServer) -> None:
    client = server.client()
    begun = client.get("/positions")
    layout = begun["layout"]
    assert layout["influence"]["us"]["uk"] == 5
    layout |= {"turn": 4, "round": 2, "side": "us", "defcon": 1}
    layout["cards"] = {"nasser": "us_hand", "fidel": "ussr_hand"}
    wrong = client.post("/positions/check?lang=es", layout)
    assert wrong["view"] is None
    assert "DEFCON" in wrong["problems"][0]
    assert client.refused("POST", "/positions", layout) == "bad_rules"
    layout["defcon"] = 4
    right = client.post("/positions/check", layout)
    assert right["problems"] == []
    assert right["view"]["defcon"] == 4
    kept = client.post("/positions", layout)
    assert kept["mode"] == "study"
    best = client.get(f"/games/{kept['id']}/positions/0/best?seconds=0.05")
    assert best["side"] == "us"
    assert best["plays"]
    made = client.post(f"/games/{kept['id']}/branches", {"answer": 0})
    play_answers([client], made["id"], Random(1), 10)
    again = client.get(f"/positions?game={kept['id']}&answer=0")
    assert again["layout"]["cards"]["nasser"] == "us_hand"


def test_bad_layouts_are_refused(server: LiveServer) -> None:
    client = server.client()
    assert client.refused("POST", "/positions/check", {"turn": "four"}) == "bad_message"
    assert client.refused("POST", "/positions/check", {"luck": 7}) == "bad_message"
    running = client.create(mode="hotseat")["id"]
    assert client.refused("GET", f"/positions?game={running}") == "not_over"
    assert client.refused("GET", "/positions?game=nothing") == "not_found"
