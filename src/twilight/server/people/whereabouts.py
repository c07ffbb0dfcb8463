"""Where users were last seen, by address: what is shared out is shared out by that too."""

from collections import OrderedDict
from typing import Final

MOST_KNOWN: Final = 20_000


class Whereabouts:
    """Remembers the address that each user has asked from last."""

    def __init__(self) -> None:
        self._addresses: OrderedDict[str, str] = OrderedDict()

    def note(self, user_id: str, address: str) -> None:
        """Somebody has asked for something."""
        self._addresses[user_id] = address
        self._addresses.move_to_end(user_id)
        if len(self._addresses) > MOST_KNOWN:
            self._addresses.popitem(last=False)

    def of(self, user_id: str) -> str:
        """Return the address of a user; those who were not seen lately share one."""
        return self._addresses.get(user_id, "")
