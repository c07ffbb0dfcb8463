"""A game that was played elsewhere, brought in to be studied."""

from tests.browser.pages import Visitor
from tests.replays.games import random_game
from twilight.engine.types import US, USSR
from twilight.replays.exporting.export_log import export_log


def import_game(visitor: Visitor, us: str = "Ben", ussr: str = "Anna", name: str = "Study") -> str:
    """Import a game as the form does; returns its id."""
    visitor.go()
    answer = visitor.page.request.post(
        f"{visitor.origin}/api/v1/studies",
        data={"text": export_log(random_game(4), {USSR: ussr, US: us}), "name": name},
        headers={"origin": visitor.origin},
    )
    assert answer.ok, answer.text()
    return str(answer.json()["id"])
