"""Users: guests, accounts, their devices, games and ratings."""

from typing import Annotated, Final

from msgspec import Meta, Struct

AccountName = Annotated[str, Meta(min_length=2, max_length=40)]
# A long password costs the server time, so there is an end to it.
Password = Annotated[str, Meta(min_length=8, max_length=200)]
# What others see in place of the name of somebody who has left.
DELETED_PLAYER: Final = "Deleted player"


class UserInfo(Struct, frozen=True):
    """A user as everyone sees them; a `program` plays by the token of its account."""

    id: str
    name: str
    guest: bool
    program: bool
    rating: int | None
    rating_deviation: int | None
    rated_games: int


class Me(Struct, frozen=True):
    """Who one is; no user yet for someone who has only looked.

    `email` is the confirmed address of an account, `mail` whether the server sends any mail, and
    `codes` how many recovery codes are left. `terms` tells whether the host has an own page.
    """

    user: UserInfo | None
    email: str | None
    mail: bool
    codes: int
    terms: bool


class DeleteAccount(Struct, frozen=True, forbid_unknown_fields=True):
    """The password of the account that is to go; a guest has none."""

    password: Annotated[str, Meta(max_length=200)] = ""


class HostPage(Struct, frozen=True):
    """What the host says: terms as plain text, and where they can be reached."""

    terms: str | None
    contact: str | None


class Claimed(Struct, frozen=True):
    """The new account, and its recovery codes: they are shown this once."""

    user: UserInfo
    codes: list[str]


class RecoveryCodes(Struct, frozen=True):
    """New recovery codes; they are shown this once, and the older ones end."""

    codes: list[str]


class Recover(Struct, frozen=True, forbid_unknown_fields=True):
    """Choose a new password with a code, or with the key of a mail, which needs no name."""

    code: Annotated[str, Meta(min_length=8, max_length=80)]
    password: Password
    name: Annotated[str, Meta(max_length=40)] = ""


class AskForMail(Struct, frozen=True, forbid_unknown_fields=True):
    """Ask for a mail with the way back into an account, by its name or its address."""

    name: Annotated[str, Meta(min_length=2, max_length=254)]
    lang: Annotated[str, Meta(max_length=8)] = "en"


class MailSent(Struct, frozen=True):
    """A mail is on its way, if there is such an account."""

    sent: bool


class NewEmail(Struct, frozen=True, forbid_unknown_fields=True):
    """The address for the recovery of an account; an empty one ends that."""

    email: Annotated[str, Meta(max_length=254)]
    password: Password
    lang: Annotated[str, Meta(max_length=8)] = "en"


class ConfirmEmail(Struct, frozen=True, forbid_unknown_fields=True):
    """The key of the mail that was sent to an address."""

    code: Annotated[str, Meta(min_length=8, max_length=80)]


class NewProgram(Struct, frozen=True, forbid_unknown_fields=True):
    """Make an account for a program; it needs a name of its own."""

    name: AccountName


class ProgramToken(Struct, frozen=True):
    """A program and the token by which it plays; the token is shown only once."""

    user: UserInfo
    token: str


class Programs(Struct, frozen=True):
    """The programs that one answers for."""

    programs: list[UserInfo]


class CheckPassword(Struct, frozen=True, forbid_unknown_fields=True):
    """One's own password, for what nobody else may do at an open screen."""

    password: Password


class Credentials(Struct, frozen=True, forbid_unknown_fields=True):
    """A name and a password."""

    name: AccountName
    password: Password


class NewName(Struct, frozen=True, forbid_unknown_fields=True):
    """How a guest wants to be called."""

    name: AccountName


class NewPassword(Struct, frozen=True, forbid_unknown_fields=True):
    """Change the password; all other devices are signed out."""

    old: Password
    new: Password


class Device(Struct, frozen=True):
    """A device on which one is signed in."""

    id: str
    device: str
    created_at: int
    seen_at: int
    this_one: bool


class Devices(Struct, frozen=True):
    """All devices on which one is signed in."""

    devices: list[Device]


class Tally(Struct, frozen=True):
    """Finished games, counted."""

    games: int
    won: int
    lost: int
    drawn: int
    as_us: int
    as_ussr: int


class RatingPoint(Struct, frozen=True):
    """The rating after a rated game."""

    game: str
    at: int
    rating: int
    rating_deviation: int


class Results(Struct, frozen=True):
    """Games that were won, lost and drawn."""

    won: int
    lost: int
    drawn: int


class SideResults(Struct, frozen=True):
    """Results by the side that was played."""

    us: Results
    ussr: Results


class OpponentResults(Struct, frozen=True):
    """Results against one other user."""

    user: str
    name: str
    rating: int | None
    results: Results


class LevelResults(Struct, frozen=True):
    """Results against a computer player, in all and by the side that was played."""

    bot: str
    results: Results
    by_side: SideResults


class EndingCount(Struct, frozen=True):
    """How many games ended in a way, as leagues write it."""

    ending: str
    games: int


class FavouriteCard(Struct, frozen=True):
    """A card that was used often: how, in how many games, and how many of those were won."""

    card: str
    headline: int
    event: int
    operations: int
    space: int
    games: int
    won: int


class Profile(Struct, frozen=True):
    """A user with what they have played.

    `tally` counts the games against people; all others also those against the computer. `change` is
    what the last 30 days have done to the rating.
    """

    user: UserInfo
    since: int
    change: int | None
    tally: Tally
    ratings: list[RatingPoint]
    by_side: SideResults
    by_level: list[LevelResults]
    by_opponent: list[OpponentResults]
    endings: list[EndingCount]
    cards: list[FavouriteCard]


class HeadToHead(Struct, frozen=True):
    """How two users have played against each other, from the view of the first."""

    user: UserInfo
    other: UserInfo
    tally: Tally
    by_side: SideResults
