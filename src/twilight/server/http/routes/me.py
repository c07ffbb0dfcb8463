"""Who one is, as all answers about one's own account tell it."""

from twilight.server.messages.account import Me
from twilight.server.people.accounts import Accounts
from twilight.server.play.hub import Hub
from twilight.server.storage.models import User
from twilight.server.storage.ratings import user_info


async def me_of(hub: Hub, accounts: Accounts, user: User | None) -> Me:
    """Tell users about themselves, and anyone whether the server sends mail."""
    mail = hub.mailer.is_ready
    terms = bool(hub.terms or hub.settings.contact)
    if user is None:
        return Me(None, None, mail, 0, terms)
    codes = 0 if user.password_hash is None else await accounts.recovery.codes_left(user.id)
    return Me(user_info(user), user.email, mail, codes, terms)
