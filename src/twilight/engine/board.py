"""The map: facts of the 84 countries, loaded once, and sets of countries as bit masks."""

import csv
from importlib.resources import files
from typing import Final

from twilight.engine.ids import CHINESE_CIVIL_WAR, Country
from twilight.engine.types import REGION_NAMES, Region

NUMBER_OF_COUNTRIES: Final = 84
_SPACES: Final = 85  # the countries and the civil war box

Mask = int


def read_rows(file_name: str) -> list[dict[str, str]]:
    """Read one of the engine's data files."""
    text = files("twilight.engine").joinpath("data", file_name).read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))


_ROWS: Final = read_rows("countries.csv")

COUNTRY_KEYS: Final = (*(row["id"] for row in _ROWS), "chinese_civil_war")
COUNTRY_BY_KEY: Final = {key: country for country, key in enumerate(COUNTRY_KEYS)}
STABILITY: Final = (*(int(row["stability"]) for row in _ROWS), 1)
REGION_OF: Final = (*(REGION_NAMES.index(row["region"]) for row in _ROWS), 1)
STARTING_INFLUENCE: Final = (
    tuple(int(row["ussr_start"]) for row in _ROWS),
    tuple(int(row["us_start"]) for row in _ROWS),
)
BIT: Final = tuple(1 << country for country in range(_SPACES))


def mask_of(countries: "list[Country] | tuple[Country, ...]") -> Mask:
    """Make a mask of the given countries."""
    mask = 0
    for country in countries:
        mask |= BIT[country]
    return mask


def without(mask: Mask, taken: Mask) -> Mask:
    """Take countries out of a mask.

    The same as `mask & ~taken`, but without a negative number: those are slow when they are large.
    """
    return mask ^ (mask & taken)


def _rows_mask(keep: "list[bool]") -> Mask:
    return mask_of([country for country, kept in enumerate(keep) if kept])


BATTLEGROUNDS: Final = _rows_mask([row["battleground"] == "true" for row in _ROWS])
NEIGHBOURS: Final = (
    *(
        mask_of(
            [COUNTRY_BY_KEY[key] for key in row["neighbours"].split("|") if key in COUNTRY_BY_KEY]
        )
        for row in _ROWS
    ),
    0,
)
NEXT_TO_SUPERPOWER: Final = tuple(
    _rows_mask([name in row["neighbours"].split("|") for row in _ROWS]) for name in ("ussr", "usa")
)
IS_NEXT_TO_SUPERPOWER: Final = tuple(
    tuple(mask & bit != 0 for bit in BIT) for mask in NEXT_TO_SUPERPOWER
)
REGION_MASKS: Final = tuple(
    _rows_mask([name == row["region"] or name in row["subregions"].split("|") for row in _ROWS])
    for name in REGION_NAMES
)
ALL_COUNTRIES: Final = (1 << NUMBER_OF_COUNTRIES) - 1
CIVIL_WAR_MASK: Final = BIT[CHINESE_CIVIL_WAR]

_BYTES: Final = (_SPACES + 7) // 8
_COUNTRIES_IN_BYTE: Final = tuple(
    tuple(tuple(8 * place + bit for bit in range(8) if value >> bit & 1) for value in range(256))
    for place in range(_BYTES)
)


def _neighbours_in_byte(place: int, value: int) -> Mask:
    mask = 0
    for country in _COUNTRIES_IN_BYTE[place][value]:
        if country < _SPACES:
            mask |= NEIGHBOURS[country]
    return mask


_NEIGHBOURS_IN_BYTE: Final = tuple(
    tuple(_neighbours_in_byte(place, value) for value in range(256)) for place in range(_BYTES)
)


# The same few hundred sets come up again and again; when a table is full it starts anew. A large
# one knows more sets, but takes longer: it does not stay in the memory next to the processor.
_REMEMBERED: Final = 1_000
_countries_of_mask: Final[dict[Mask, tuple[Country, ...]]] = {}
_neighbours_of_mask: Final[dict[Mask, Mask]] = {}


def countries_in(mask: Mask) -> tuple[Country, ...]:
    """List the countries of a mask in ascending order."""
    known = _countries_of_mask.get(mask)
    if known is not None:
        return known
    found: list[Country] = []
    for place, value in enumerate(mask.to_bytes(_BYTES, "little")):
        if value:
            found.extend(_COUNTRIES_IN_BYTE[place][value])
    countries = tuple(found)
    if len(_countries_of_mask) >= _REMEMBERED:
        _countries_of_mask.clear()
    _countries_of_mask[mask] = countries
    return countries


def neighbours_of(mask: Mask) -> Mask:
    """Join the neighbours of all countries of a mask."""
    known = _neighbours_of_mask.get(mask)
    if known is not None:
        return known
    joined = 0
    for place, value in enumerate(mask.to_bytes(_BYTES, "little")):
        if value:
            joined |= _NEIGHBOURS_IN_BYTE[place][value]
    if len(_neighbours_of_mask) >= _REMEMBERED:
        _neighbours_of_mask.clear()
    _neighbours_of_mask[mask] = joined
    return joined


def region_mask(*regions: Region) -> Mask:
    """Join the countries of several regions."""
    mask = 0
    for region in regions:
        mask |= REGION_MASKS[region]
    return mask
