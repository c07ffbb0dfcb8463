"""A card that is added moves nothing: no id, no place of an observation, no judgement of the net.

A copy of the package gets more cards: they take the ids that are left below the verbs, and the
first one above all other actions. Then it tells the same of games without them.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from twilight.engine.cards import ALL_CARDS, card_numbered, printed_number
from twilight.engine.ids import CARD_SLOTS, LATER_CARDS, NUMBER_OF_ACTIONS

PACKAGE = Path(__file__).parent.parent.parent / "src" / "twilight"
LAST = printed_number(max(ALL_CARDS))
NUMBERS = range(LAST + 1, max(LAST + 1, printed_number(LATER_CARDS)) + 1)
FREE = tuple(card_numbered(number) for number in NUMBERS)

TELL = """
import json
from hashlib import sha256
from random import Random

from tests.strategies import random_play
from twilight.engine.actions import ACTION_BY_KEY
from twilight.engine.rules import Rules
from twilight.engine.types import SIDES
from twilight.engine.view import observe
from twilight.envs import observation
from twilight.judgement import encoding
from twilight.judgement.judge import judge

told = {
    "ids": ACTION_BY_KEY,
    "offsets": observation.OFFSETS,
    "size": observation.OBSERVATION_SIZE,
    "actions": observation.ACTION_SPACE,
    "versions": [observation.VERSION, encoding.VERSION],
    "names": [name for field in observation.FIELDS for name in field.entries],
    "compact": [[field.name, field.first, field.places] for field in encoding.FIELDS],
    "compact_size": encoding.SIZE,
    "games": [],
    "judged": [],
}
for seed, rules in ((1, Rules()), (2, Rules(promo_1=True)), (3, Rules(turn_zero=True))):
    data = sha256()
    for number, game in enumerate(random_play(seed, rules)):
        if number % 7 or game.pending is None:
            continue
        for side in SIDES:
            seen = observe(game, side)
            data.update(observation.encode(seen).tobytes())
            data.update(observation.action_mask(seen.decision).tobytes())
            data.update(encoding.encode_game(game, side))
            if number % 49 == 0 and seen.decision is not None:
                judgement = judge(seen)
                told["judged"].append([judgement.chance.us, *judgement.scores.values()])
    told["games"].append(data.hexdigest())

# With the new cards, where there are some.
told["shown"], told["compactly"], told["answered"] = [], [], []
own = observation.SLICES["own_hand"]
for seed in range(6):
    for game in random_play(seed, Rules(promo_2=True)):
        if game.pending is None or game.pending.actor not in SIDES:
            continue
        for card in game.pending.options:
            if card not in NEW:
                continue
            seen = observe(game, game.pending.actor)
            place = LAST + NEW.index(card)
            if observation.encode(seen)[own][place]:
                told["shown"].append(card)
            data = encoding.encode_game(game, game.pending.actor)
            if data[encoding.CARDS + place] & 15 in (encoding.OWN_HAND, encoding.OWN_HAND_KNOWN):
                told["compactly"].append(card)
            if data[encoding.OPTIONS + card // 8] >> card % 8 & 1 and judge(seen).scores[card]:
                told["answered"].append(card)
print(json.dumps(told))
"""


def add_cards(package: Path) -> None:
    """Give a copy of the package the new cards, as docs/adding-a-card.md says."""
    table = package / "engine" / "data" / "cards.csv"
    rows = "".join(
        f"{number},pretend_{number},Pretend {number},promo_2,early,us,2,false,false,false,none\n"
        for number in NUMBERS
    )
    table.write_text(table.read_text(encoding="utf-8") + rows, encoding="utf-8")
    ids = package / "engine" / "ids.py"
    names = "".join(
        f"PRETEND_{number}: Final = {card}\n" for number, card in zip(NUMBERS, FREE, strict=True)
    )
    written = ids.read_text(encoding="utf-8")
    top = max(FREE) + 1
    for before, after in (
        (f"CARD_SLOTS: Final = {CARD_SLOTS}\n", f"{names}CARD_SLOTS: Final = {top}\n"),
        (
            f"NUMBER_OF_ACTIONS: Final = {NUMBER_OF_ACTIONS}\n",
            f"NUMBER_OF_ACTIONS: Final = {top}\n",
        ),
    ):
        assert before in written
        written = written.replace(before, after)
    ids.write_text(written, encoding="utf-8")
    events = package / "engine" / "variants" / "promos.py"
    more = "".join(
        f"\n\n@event({card})\ndef pretend_{card}(state: State, player: Actor) -> None:\n"
        '    """Do nothing."""\n'
        for card in FREE
    )
    events.write_text(events.read_text(encoding="utf-8") + more, encoding="utf-8")


def tell(source: Path) -> dict[str, Any]:
    """Ask a package what it says, in a process of its own."""
    root = PACKAGE.parent.parent
    done = subprocess.run(
        [sys.executable, "-c", f"NEW, LAST = {FREE}, {LAST}\n{TELL}"],
        env={**os.environ, "PYTHONPATH": f"{source}{os.pathsep}{root}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    told: dict[str, Any] = json.loads(done.stdout)
    return told


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, Any], dict[str, Any]]:
    source = tmp_path_factory.mktemp("more_cards")
    unneeded = shutil.ignore_patterns("static", "__pycache__", "*.so")
    shutil.copytree(PACKAGE, source / "twilight", ignore=unneeded)
    add_cards(source / "twilight")
    return tell(PACKAGE.parent), tell(source)


def test_no_id_moves(both: tuple[dict[str, Any], dict[str, Any]]) -> None:
    before, after = (told["ids"] for told in both)
    new = {f"pretend_{number}": card for number, card in zip(NUMBERS, FREE, strict=True)}
    assert after == {**before, **new}


def test_no_place_moves(both: tuple[dict[str, Any], dict[str, Any]]) -> None:
    before, after = both
    for part in ("offsets", "size", "actions", "versions", "compact", "compact_size"):
        assert before[part] == after[part], part
    changed = [
        (one, other)
        for one, other in zip(before["names"], after["names"], strict=True)
        if one != other
    ]
    # Spare places were taken, and nothing else happened.
    assert changed
    assert all(not one and other.startswith("pretend_") for one, other in changed)


def test_games_without_the_new_cards_look_and_are_judged_the_same(
    both: tuple[dict[str, Any], dict[str, Any]],
) -> None:
    before, after = both
    assert before["games"] == after["games"]
    assert before["judged"]
    for one, other in zip(before["judged"], after["judged"], strict=True):
        assert one == pytest.approx(other, abs=1e-4)


def test_the_new_cards_are_seen_offered_and_scored(
    both: tuple[dict[str, Any], dict[str, Any]],
) -> None:
    before, after = both
    for part in ("shown", "compactly", "answered"):
        assert not before[part]
        assert set(after[part]) == set(FREE), part
