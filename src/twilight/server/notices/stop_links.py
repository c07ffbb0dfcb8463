"""Links that end a channel by one click, for whoever has the notice, without signing in."""

from typing import Final, get_args

from twilight.server.errors import Refusal
from twilight.server.messages.notices import ChannelName
from twilight.server.people.identity import Identities, is_same

_CHANNELS: Final[tuple[ChannelName, ...]] = get_args(ChannelName)


def stop_key(identities: Identities, user_id: str, channel: ChannelName) -> str:
    """Make the key of a link; it is good as long as the account is."""
    return f"{channel}.{user_id}.{_signature(identities, user_id, channel)}"


def read_stop_key(identities: Identities, key: str) -> tuple[str, ChannelName]:
    """Return whose channel a key ends, or refuse it."""
    name, _, rest = key.partition(".")
    user_id, _, signature = rest.partition(".")
    for channel in _CHANNELS:
        if channel == name and is_same(signature, _signature(identities, user_id, channel)):
            return user_id, channel
    raise Refusal("wrong_code", "This link ends nothing.")


def _signature(identities: Identities, user_id: str, channel: str) -> str:
    return identities.digest(f"stop {channel} {user_id}")[:32]
