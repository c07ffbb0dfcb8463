"""Counts how people use the cards in recorded games, for the gallery of the cards.

python building/card_uses.py LOG...    # rewrites src/twilight/replays/data/card_uses.json

Only the sums are kept. A log that can't be played to its end counts as far as it goes.
"""

import json
import sys
from pathlib import Path

from twilight.replays.card_uses import FILE, count_uses
from twilight.replays.format.parser import read_log
from twilight.replays.importing.playthrough import replay

DATA = Path(__file__).resolve().parent.parent / "src" / "twilight" / "replays" / "data" / FILE


def main() -> None:
    """Count, and write the file."""
    found = count_uses(replay(read_log(Path(name))).game for name in sys.argv[1:])
    lines = [f" {json.dumps(card)}: {json.dumps(uses)}" for card, uses in found.cards.items()]
    text = f'{{"games": {found.games}, "cards": {{\n' + ",\n".join(lines) + "\n}}\n"
    DATA.write_text(text, encoding="utf-8")
    plays = sum(n for sides in found.cards.values() for use in sides.values() for n in use.values())
    print(f"{plays} plays of {len(found.cards)} cards in {found.games} games")


if __name__ == "__main__":
    main()
