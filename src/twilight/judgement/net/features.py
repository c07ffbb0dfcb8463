"""What the net is shown: encoded positions turned into numbers, many at a time, with numpy.

Everything is told from the viewer's side. Beside the bare facts there is what the evaluation makes
of them: the chances of control in every country and the points that each region gives now and can
be expected to give. Most of it is looked up in tables, since a single position has to be quick too.
"""

from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from twilight.engine.board import (
    NEXT_TO_SUPERPOWER,
    NUMBER_OF_COUNTRIES,
    REGION_MASKS,
    REGION_OF,
    countries_in,
)
from twilight.engine.cards import (
    ALL_CARDS,
    OPS,
    OWNER,
    SCORING,
    SCORING_REGION,
    card_numbered,
    printed_number,
)
from twilight.engine.ids import (
    NON_ALIGNED_MOVEMENT,
    NUMBER_OF_ACTIONS,
    SOUTHEAST_ASIA_SCORING,
    THAILAND,
)
from twilight.engine.turn.start_and_end import FIRST_MID_TURN, LAST_TURN
from twilight.engine.types import (
    ASIA,
    EUROPE,
    MIDDLE_EAST,
    SCORED_REGIONS,
    SIDES,
    SOUTHEAST_ASIA,
)
from twilight.judgement import encoding
from twilight.judgement.encoding import FIRST_CARD
from twilight.judgement.evaluation.control_chance import CHANCES_BY_LEAD, WIDEST_LEAD
from twilight.judgement.evaluation.region_value import REGION_POINTS
from twilight.judgement.evaluation.scorings_to_come import (
    LASTING,
    first_in_mid_war,
    later_scorings,
)

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]
Whole = NDArray[np.intp]

REGIONS: Final = len(SCORED_REGIONS)
# The regions, and Southeast Asia for its own scoring.
AREAS: Final = REGIONS + 1
AREA_FEATURES: Final = 8
# By the numbers of the cards, up to the last one.
CARDS: Final = max(printed_number(card) for card in ALL_CARDS)
CARD_PLANES: Final = 6
# What means another thing to each side: the places of the cards, and the effects.
SIDED_FEATURES: Final = CARD_PLANES * CARDS + encoding.EFFECT_PLACES

_PLACE: Final = np.uint8(15)
_REGION: Final = np.array(REGION_OF[:NUMBER_OF_COUNTRIES])
AREA_OF: Final = _REGION


# The map


def _column(mask: int) -> Floats:
    column = np.zeros(NUMBER_OF_COUNTRIES, np.float32)
    column[list(countries_in(mask))] = 1
    return column


def _area_sums() -> Floats:
    rows = [_column(REGION_MASKS[region]) for region in (*SCORED_REGIONS, SOUTHEAST_ASIA)]
    rows[-1][THAILAND] = 2
    return np.stack(rows)


_AREA_SUMS: Final = _area_sums()
# For each viewer the countries next to the enemy's superpower, and those next to the own.
_NEXT_TO_ENEMY: Final = np.stack([_column(NEXT_TO_SUPERPOWER[1 - side]) for side in SIDES])
_NEXT_TO_OWN: Final = np.stack([_column(NEXT_TO_SUPERPOWER[side]) for side in SIDES])
_FLAGS: Final = 16
_LEADS: Final = 2 * WIDEST_LEAD + 1
_STABILITIES: Final = 6


def _country_table() -> Floats:
    """Tell all that follows from stability, flags (reach, open to coups, battleground) and lead."""
    chances = np.array(
        [[[one.numbers() for one in row] for row in rows] for rows in CHANCES_BY_LEAD], np.float32
    )
    lead = np.arange(-WIDEST_LEAD, WIDEST_LEAD + 1)
    rows = []
    for stability in range(_STABILITIES):
        for flags in range(_FLAGS):
            own_reach, enemy_reach, is_open, battle = (flags >> bit & 1 for bit in range(4))
            # The own side in the place of the US.
            table = chances[stability, own_reach | enemy_reach << 1 | 12 * is_open]
            own, enemy, variance, not_own, not_enemy, log_own, log_enemy = table.T
            balance = own - enemy
            gain = np.append(balance[1:], balance[-1]) - balance
            loss = balance - np.append(balance[0], balance[:-1])
            held, lost = (
                (lead >= stability) * (stability > 0),
                (-lead >= stability) * (stability > 0),
            )
            one = np.ones(_LEADS)
            rows.append(
                np.stack(
                    [
                        held,
                        lost,
                        own,
                        enemy,
                        4 * gain,
                        4 * loss,
                        battle * one,
                        stability / 4 * one,
                        own_reach * one,
                        enemy_reach * one,
                        is_open * one,
                        np.clip(lead, -6, 6) / 4,
                        np.clip(stability - lead, -1, 5) / 4,
                        battle * own,
                        battle * enemy,
                        battle * variance,
                        battle * log_own,
                        battle * log_enemy,
                        (1 - battle) * own,
                        (1 - battle) * enemy,
                        (1 - battle) * variance,
                        not_own,
                        not_enemy,
                        battle * held,
                        battle * lost,
                    ],
                    1,
                )
            )
    return np.concatenate(rows).astype(np.float32)


_COUNTRIES: Final = _country_table()
_LOOKED_UP: Final = _COUNTRIES.shape[1]
_HELD, _LOST, _OWN, _ENEMY, _BATTLE = 0, 1, 2, 3, 6
_BATTLE_OWN, _BATTLE_ENEMY, _VARIANCE, _ALL_OWN, _ALL_ENEMY = 13, 14, 15, 16, 17
_OTHER_OWN, _OTHER_ENEMY, _OTHER_VARIANCE, _NONE_OWN, _NONE_ENEMY = 18, 19, 20, 21, 22
_BATTLE_HELD, _BATTLE_LOST = 23, 24
# Beside what is looked up: whether the country may be answered, and how often it was.
COUNTRY_FEATURES: Final = _LOOKED_UP + 2


def _open_at(defcon: int) -> Bytes:
    lowest = np.select([_REGION == EUROPE, _REGION == ASIA, _REGION == MIDDLE_EAST], [5, 4, 3], 0)
    return (defcon >= lowest).astype(np.uint8)


_OPEN_AT: Final = np.stack([_open_at(defcon) for defcon in range(6)])
_POINTS: Final = np.array(REGION_POINTS, np.float32).T
_COUNTRY_IDS: Final = np.arange(NUMBER_OF_COUNTRIES)


class Features(NamedTuple):
    """A batch of positions as the net takes them; the first axis is the position."""

    countries: Floats  # (batch, countries, COUNTRY_FEATURES)
    areas: Floats  # (batch, AREAS, AREA_FEATURES)
    plain: Floats  # (batch, PLAIN_FEATURES)
    moment: Whole  # (batch, MOMENTS), rows of a table of embeddings
    sided: Floats  # (batch, SIDED_FEATURES)
    viewer: Whole  # (batch,)
    kind: Whole  # (batch,)
    legal: NDArray[np.bool_]  # (batch, actions)


def stack(positions: "list[bytearray]") -> Bytes:
    """Lay encoded positions side by side."""
    joined = np.frombuffer(b"".join(positions), np.uint8)
    return joined.reshape(len(positions), encoding.SIZE)


def make_features(data: Bytes) -> Features:
    """Work out what the net is shown of encoded positions."""
    viewer = data[:, encoding.VIEWER].astype(np.intp)
    rows = np.arange(len(data))
    packed = data[:, encoding.OPTIONS : encoding.OPTIONS + encoding.OPTION_BYTES]
    bits = np.unpackbits(packed, axis=1, count=NUMBER_OF_ACTIONS, bitorder="little")
    legal = bits.astype(np.bool_)
    countries = _countries(data, rows, viewer, legal)
    places = data[:, encoding.CARDS : encoding.CARDS + CARDS] & _PLACE
    this_turn, later = _scorings(data, places)
    areas = _areas(countries, viewer, this_turn, later)
    sided = _sided(data, places)
    return Features(
        countries,
        areas,
        _plain(data, viewer, sided, areas, this_turn, later),
        _moment(data, viewer),
        sided,
        viewer,
        np.minimum(data[:, encoding.KIND], KINDS - 1).astype(np.intp),
        legal,
    )


def _countries(data: Bytes, rows: Whole, viewer: Whole, legal: NDArray[np.bool_]) -> Floats:
    number = len(data)
    first, last = encoding.INFLUENCE_USSR, encoding.INFLUENCE_US + NUMBER_OF_COUNTRIES
    influence = data[:, first:last].reshape(number, 2, NUMBER_OF_COUNTRIES).astype(np.intp)
    lead = influence[rows, viewer] - influence[rows, 1 - viewer]
    packed = data[:, encoding.BATTLEGROUNDS : encoding.REACH_US + encoding.MASK_BYTES]
    masks = np.unpackbits(packed, axis=1, bitorder="little").reshape(number, 3, -1)
    masks = masks[:, :, :NUMBER_OF_COUNTRIES]
    battle = masks[:, 0]
    defcon = np.minimum(data[:, encoding.DEFCON], 5)
    is_open = _OPEN_AT[defcon] & ~(battle & (defcon <= 2)[:, None])
    flags = masks[rows, 1 + viewer] | masks[rows, 2 - viewer] << 1 | is_open << 2 | battle << 3
    stability = data[:, encoding.STABILITIES : encoding.STABILITIES + NUMBER_OF_COUNTRIES]
    place = (np.minimum(stability, 5).astype(np.intp) * _FLAGS + flags) * _LEADS
    place += lead.clip(-WIDEST_LEAD, WIDEST_LEAD) + WIDEST_LEAD
    countries = np.empty((number, NUMBER_OF_COUNTRIES, COUNTRY_FEATURES), np.float32)
    countries[..., :_LOOKED_UP] = _COUNTRIES[place]
    countries[..., _LOOKED_UP] = legal[:, :NUMBER_OF_COUNTRIES]
    latest = data[:, encoding.LATEST : encoding.LATEST + 2 * encoding.LATEST_ANSWERS]
    if latest.any():
        answers = latest[:, ::2].astype(np.intp) * 128 + latest[:, 1::2] - 1
        times = (answers[:, :, None] == _COUNTRY_IDS).sum(1)
        countries[..., _LOOKED_UP + 1] = times * np.float32(0.5)
    else:
        countries[..., _LOOKED_UP + 1] = 0
    return countries


def _areas(countries: Floats, viewer: Whole, this_turn: Floats, later: Floats) -> Floats:
    """Tell of each area what it gives and how often, from the viewer's side."""
    sums = np.moveaxis(_AREA_SUMS @ countries, 2, 0)
    next_to_enemy, next_to_own = _NEXT_TO_ENEMY[viewer], _NEXT_TO_OWN[viewer]
    beside = countries[..., _OWN] * next_to_enemy - countries[..., _ENEMY] * next_to_own
    beside_now = countries[..., _HELD] * next_to_enemy - countries[..., _LOST] * next_to_own
    by_region = _AREA_SUMS[:REGIONS].T
    to_come, dominates, dominated = _points_to_come(sums[:, :, :REGIONS])
    areas = np.zeros((len(countries), AREAS, AREA_FEATURES), np.float32)
    areas[:, :REGIONS, 0] = (to_come + beside @ by_region) / 5
    areas[:, :REGIONS, 1] = (_points_now(sums[:, :, :REGIONS]) + beside_now @ by_region) / 5
    areas[:, REGIONS, 0] = (sums[_OWN] - sums[_ENEMY])[:, REGIONS] / 5
    areas[:, REGIONS, 1] = (sums[_HELD] - sums[_LOST])[:, REGIONS] / 5
    areas[..., 2] = this_turn
    areas[..., 3] = later
    areas[..., 4] = (sums[_BATTLE_OWN] - sums[_BATTLE_ENEMY]) / 2
    areas[..., 5] = (sums[_OTHER_OWN] - sums[_OTHER_ENEMY]) / 2
    areas[:, :REGIONS, 6] = dominates
    areas[:, :REGIONS, 7] = dominated
    return areas


def _points_to_come(sums: Floats) -> tuple[Floats, Floats, Floats]:
    """Work out `region_value.points_to_come` for all, and the chances of domination."""
    presence, domination, control = _POINTS
    lead = sums[_BATTLE_OWN] - sums[_BATTLE_ENEMY]
    others = sums[_OTHER_OWN] - sums[_OTHER_ENEMY]
    spread = 1.7 / np.sqrt(sums[_VARIANCE] + 0.02)
    wide = 1.7 / np.sqrt(sums[_OTHER_VARIANCE] + 0.02)
    # All exponentials at once: for a single position every call of numpy counts.
    powers = np.exp(
        (
            (0.5 - lead) * spread,
            (0.5 - others - np.maximum(lead, 1)) * wide,
            (0.5 + lead) * spread,
            (0.5 + others - np.maximum(-lead, 1)) * wide,
            sums[_NONE_ENEMY],
            sums[_NONE_OWN],
            sums[_ALL_OWN],
            sums[_ALL_ENEMY],
        )
    )
    powers[:4] += 1
    dominating = 1 / (powers[0:4:2] * powers[1:4:2])
    value = (
        presence * (powers[4] - powers[5])
        + (domination - presence) * (dominating[0] - dominating[1])
        + (control - domination) * (powers[6] - powers[7])
        + lead
    )
    return value, dominating[0], dominating[1]


def _points_now(sums: Floats) -> Floats:
    """Work out `region_value.points_now` for all."""
    battle = sums[_BATTLE]
    own, enemy = sums[_BATTLE_HELD], sums[_BATTLE_LOST]
    own_all, enemy_all = sums[_HELD], sums[_LOST]
    level = _level(own, enemy, own_all, enemy_all, battle)
    now: Floats = own - enemy + level - _level(enemy, own, enemy_all, own_all, battle)
    return now


def _level(
    battle: Floats, theirs: Floats, all_own: Floats, all_theirs: Floats, battlegrounds: Floats
) -> Floats:
    presence, domination, control = _POINTS
    more = all_own > all_theirs
    level = np.where(more & (battle > theirs) & (all_own > battle), domination, presence)
    level = np.where(more & (battle == battlegrounds), control, level)
    return np.where(all_own > 0, level, 0)


# How often each area will be scored (`scorings_to_come`)

_SCORING_CARDS: Final = np.array([card for card in SCORING_REGION if card < NON_ALIGNED_MOVEMENT])
_AREA_SCORED: Final = np.array([min(SCORING_REGION[card], REGIONS) for card in _SCORING_CARDS])
_ONCE: Final = _SCORING_CARDS == SOUTHEAST_ASIA_SCORING


def _at(*places: int) -> Floats:
    table = np.zeros(int(_PLACE) + 1, np.float32)
    table[list(places)] = 1
    return table


_SURE: Final = _at(
    encoding.OWN_HAND,
    encoding.OWN_HAND_KNOWN,
    encoding.ENEMY_HAND,
    encoding.ON_TABLE,
    encoding.HEADLINE_USSR,
    encoding.HEADLINE_US,
)
_HIDDEN: Final = _at(encoding.UNSEEN)
_DISCARDED: Final = _at(encoding.DISCARDED)
_TO_COME: Final = _at(encoding.MID_DECK)
# One for each pile that is counted.
_COUNTED: Final = np.stack([_DISCARDED, _TO_COME, _at(encoding.LATE_DECK), _HIDDEN], 1)
_REPEATED: Final = np.where(_ONCE, 0.6, 1).astype(np.float32)


@lru_cache(maxsize=50_000)
def _worths(turn: int, pile: int, discarded: int, mid: int, late: int) -> tuple[float, ...]:
    from_pile, from_discards = later_scorings(turn, pile, discarded, mid, late)
    first = first_in_mid_war(turn) if turn <= FIRST_MID_TURN else 0.0
    return from_pile, from_discards, first, LASTING ** max(0, LAST_TURN - turn)


def _scorings(data: Bytes, places: Bytes) -> tuple[Floats, Floats]:
    """Return for each area the chance of a scoring this turn, and the worth of later ones."""
    counts = _COUNTED[places].sum(1).astype(np.intp)
    unseen = counts[:, 3]
    turn, pile = data[:, encoding.TURN], data[:, encoding.DRAW_COUNT]
    keys = zip(turn.tolist(), pile.tolist(), counts[:, :3].tolist(), strict=True)
    worths = np.array([_worths(turn, pile, *decks) for turn, pile, decks in keys], np.float32)
    from_pile, from_discards, first, last = worths.T[:, :, None]
    in_hand = ((unseen - pile.astype(np.intp)).clip(0) / np.maximum(unseen, 1))[:, None]
    at = places[:, _SCORING_CARDS - FIRST_CARD]
    sure, hidden = _SURE[at], _HIDDEN[at]
    again = sure * ~_ONCE + _DISCARDED[at] + hidden * in_hand
    this_turn = np.zeros((len(data), AREAS), np.float32)
    this_turn[:, _AREA_SCORED] = sure + hidden * in_hand
    later = np.zeros((len(data), AREAS), np.float32)
    later[:, _AREA_SCORED] = _REPEATED * (
        again * from_discards + hidden * (1 - in_hand) * from_pile + _TO_COME[at] * first
    ) + np.where(_ONCE, 0, last)
    return this_turn, later


# Cards and effects


def _sided(data: Bytes, places: Bytes) -> Floats:
    """Mark the cards: own hand, known with the enemy, unseen, discarded, removed, in use."""
    sided = np.empty((len(data), SIDED_FEATURES), np.float32)
    planes = sided[:, : CARD_PLANES * CARDS].reshape(len(data), CARD_PLANES, CARDS)
    cards = data[:, encoding.CARDS : encoding.CARDS + CARDS]
    planes[:, 0] = (places == encoding.OWN_HAND) | (places == encoding.OWN_HAND_KNOWN)
    planes[:, 1] = places == encoding.ENEMY_HAND
    planes[:, 2] = places == encoding.UNSEEN
    planes[:, 3] = places == encoding.DISCARDED
    planes[:, 4] = places == encoding.REMOVED
    planes[:, 5] = _IN_USE[cards]
    signed = data.view(np.int8)
    sided[:, CARD_PLANES * CARDS :] = signed[:, encoding.EFFECTS : encoding.INFLUENCE_USSR]
    return sided


def _in_use(byte: int) -> float:
    table = (encoding.ON_TABLE, encoding.HEADLINE_USSR, encoding.HEADLINE_US)
    used = byte >= encoding.OWN_CHOSEN or byte & int(_PLACE) in table
    return 0.5 * used + 0.5 * (byte >= encoding.INNERMOST)


_IN_USE: Final = np.array([_in_use(byte) for byte in range(256)], np.float32)
_NUMBERED: Final = [card_numbered(number + 1) for number in range(CARDS)]
_VALUES: Final = np.array([OPS[card] for card in _NUMBERED], np.float32) / 10
# For each viewer: values of the hand, of the enemy's cards in it, and scoring cards.
_HAND: Final = np.stack(
    [
        np.stack(
            [
                _VALUES,
                _VALUES * [OWNER[card] == 1 - side for card in _NUMBERED],
                np.array([SCORING[card] for card in _NUMBERED], np.float32),
            ],
            1,
        )
        for side in SIDES
    ]
).astype(np.float32)

# All the rest

# Bytes that are told as they are, with their scale; of pairs the viewer's own comes first.
_TOLD: Final = (
    (encoding.VP, 10),
    (encoding.MILITARY, 5),
    (encoding.MILITARY + 1, 5),
    (encoding.SPACE_RACE, 8),
    (encoding.SPACE_RACE + 1, 8),
    (encoding.ATTEMPTS, 1),
    (encoding.ATTEMPTS + 1, 1),
    (encoding.HAND_COUNT, 8),
    (encoding.HAND_COUNT + 1, 8),
    (encoding.CHINA_FACE_UP, 1),
    (encoding.DRAW_COUNT, 40),
    (encoding.NORAD_DUE, 1),
    (encoding.LEFT, 4),
    (encoding.ANSWERS, 8),
    (encoding.HANDS_OPEN, 1),
    (encoding.DEFCON, 5),
    (encoding.TURN, 10),
    (encoding.ROUND, 8),
)
_PAIRS: Final = (
    encoding.MILITARY,
    encoding.SPACE_RACE,
    encoding.ATTEMPTS,
    encoding.HAND_COUNT,
)


def _turned(place: int) -> int:
    """Exchange the two of a pair, for the US to find its own first."""
    for pair in _PAIRS:
        if place in (pair, pair + 1):
            return 2 * pair + 1 - place
    return place


_TOLD_PLACES: Final = np.array(
    [[place for place, _ in _TOLD], [_turned(place) for place, _ in _TOLD]]
)
_TOLD_SCALE: Final = np.array(
    [[-0.1, *(1 / scale for _, scale in _TOLD[1:])], [1 / scale for _, scale in _TOLD]], np.float32
)
# Then what the areas give, the sum of it with the score, and the hand.
PLAIN_FEATURES: Final = len(_TOLD) + AREAS + 9
_DEFCON_TOLD, _TURN_TOLD = 15, 16


def _plain(
    data: Bytes, viewer: Whole, sided: Floats, areas: Floats, this_turn: Floats, later: Floats
) -> Floats:
    plain = np.empty((len(data), PLAIN_FEATURES), np.float32)
    number = len(_TOLD)
    signed = data.view(np.int8)
    told = plain[:, :number]
    told[:] = signed[np.arange(len(data))[:, None], _TOLD_PLACES[viewer]]
    told *= _TOLD_SCALE[viewer]
    given = plain[:, number : number + AREAS]
    given[:] = areas[..., 0] * (0.35 * this_turn + later) + areas[..., 1] * (0.65 * this_turn)
    total = given.sum(1) + 2 * told[:, 0]
    late = told[:, _TURN_TOLD]
    rest = plain[:, number + AREAS :]
    rest[:, 0] = total
    rest[:, 1] = total * late
    rest[:, 2] = total * late * late
    rest[:, 3] = total.clip(-4, 4) ** 3 / 16
    rest[:, 4] = told[:, 0] * late
    short = (told[:, _DEFCON_TOLD, None] - told[:, 1:3]).clip(0)
    rest[:, 5] = short[:, 0] - short[:, 1]
    hand = sided[:, None, :CARDS] @ _HAND[viewer]
    rest[:, 6:9] = hand[:, 0]
    return plain


KINDS: Final = 64
_SEGMENTS, _TURNS, _ROUNDS, _DEFCONS, _WHO = 16, 12, 12, 8, 4
_FIRST_ROWS: Final = np.cumsum([0, KINDS, _SEGMENTS, _TURNS, _ROUNDS, _DEFCONS, _WHO, _WHO, _WHO])
MOMENT_ROWS: Final = int(_FIRST_ROWS[-1]) + 2
# Nobody, the viewer, the enemy: who is phasing, who decides, who has The China Card.
_RELATION: Final = np.array([[0, 1, 2, 3], [1, 0, 2, 3]])
_MOMENT_PLACES: Final = np.array(
    [
        encoding.KIND,
        encoding.SEGMENT,
        encoding.TURN,
        encoding.ROUND,
        encoding.DEFCON,
        encoding.PHASING,
        encoding.ACTOR,
        encoding.CHINA_HOLDER,
        encoding.VIEWER,
    ]
)
_HIGHEST: Final = np.array([KINDS, _SEGMENTS, _TURNS, _ROUNDS, _DEFCONS, _WHO, _WHO, _WHO, 2]) - 1
MOMENTS: Final = len(_MOMENT_PLACES)


def _moment(data: Bytes, viewer: Whole) -> Whole:
    """Name the rows of embeddings for what is asked, when, and who has what role."""
    moment: Whole = np.minimum(data[:, _MOMENT_PLACES].astype(np.intp), _HIGHEST)
    moment[:, 5:8] = _RELATION[viewer[:, None], moment[:, 5:8]]
    moment += _FIRST_ROWS
    return moment
