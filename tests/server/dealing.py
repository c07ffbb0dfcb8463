"""`twilight` whose games are dealt alike in every run, for servers in a process of their own.

python -m tests.server.dealing serve ...
"""

import sys
from collections.abc import Callable
from hashlib import sha256
from itertools import count
from unittest.mock import patch

from twilight.cli.start import main


def numbered(name: str) -> Callable[[], str]:
    """Return what makes seeds: the first one of a name, the second one, and so on."""
    numbers = count()
    return lambda: sha256(f"{name} {next(numbers)}".encode()).hexdigest()[:24]


if __name__ == "__main__":
    deal = numbered("a server of its own")
    with (
        patch("twilight.server.play.games.new_seed", deal),
        patch("twilight.server.play.branches.new_seed", deal),
    ):
        sys.exit(main())
