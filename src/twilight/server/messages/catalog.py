"""What does not change during a game: cards, countries, rules, computer players."""

from typing import Literal

from msgspec import Struct

from twilight.server.messages.view import Owner


class CardInfo(Struct, frozen=True):
    """A card."""

    card: str
    number: int
    name: str
    text: str
    side: Owner
    ops: int
    period: Literal["early", "mid", "late"]
    starred: bool
    scoring: bool
    war: bool
    optional: bool
    region: str | None


class CountryInfo(Struct, frozen=True):
    """A country; `superpower` is the one that it borders on."""

    country: str
    name: str
    region: str
    subregions: list[str]
    stability: int
    battleground: bool
    neighbours: list[str]
    superpower: Owner


class SpaceBox(Struct, frozen=True):
    """A box of the Space Race."""

    box: int
    name: str
    needs: int
    up_to: int
    first: int
    second: int


class RegionInfo(Struct, frozen=True):
    """A region and what presence, domination and control score there."""

    region: str
    name: str
    presence: int
    domination: int
    control: int


class Catalog(Struct, frozen=True):
    """Everything that has a name, in one language."""

    version: int
    language: str
    languages: list[str]
    cards: list[CardInfo]
    countries: list[CountryInfo]
    regions: list[RegionInfo]
    space: list[SpaceBox]
    actions: dict[str, str]


class OptionInfo(Struct, frozen=True):
    """An option of the rules: its values, the same in words, the default, and what it does.

    Those that people ask for first have a `name`.
    """

    option: str
    values: list[bool | int | str]
    value_names: list[str]
    default: bool | int | str
    name: str | None
    text: str


class PresetInfo(Struct, frozen=True):
    """A preset of the rules."""

    preset: str
    name: str
    text: str
    rules: dict[str, bool | int | str]


class RulesInfo(Struct, frozen=True):
    """All presets and options.

    `implied` tells what an option, once it is on, changes as long as nobody says otherwise.
    """

    presets: list[PresetInfo]
    options: list[OptionInfo]
    implied: dict[str, dict[str, bool | int | str]]


class BotInfo(Struct, frozen=True):
    """A computer player, with its rating on the scale of people if matches have measured it.

    `seconds` is how long it usually thinks about an answer, if that is known.
    """

    bot: str
    text: str
    rating: int | None
    rating_deviation: int | None
    seconds: float | None


class Alive(Struct, frozen=True):
    """The process answers."""

    status: Literal["ok"]
    version: str


class Health(Struct, frozen=True):
    """Whether the server is well."""

    status: Literal["ok", "failing"]
    database: bool
    version: str
    games: int
