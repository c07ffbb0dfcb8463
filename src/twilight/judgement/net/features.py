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
# The countries next to a superpower, and for each viewer which of them are next to the enemy's and
# which next to the own.
_BORDERS: Final = np.array(list(countries_in(NEXT_TO_SUPERPOWER[0] | NEXT_TO_SUPERPOWER[1])))
_NEXT_TO_ENEMY: Final = np.stack(
    [_column(NEXT_TO_SUPERPOWER[1 - side])[_BORDERS] for side in SIDES]
)
_NEXT_TO_OWN: Final = _NEXT_TO_ENEMY[::-1]
_BORDER_SUMS: Final = _AREA_SUMS[:REGIONS, _BORDERS].T.copy()
_FLAGS: Final = 16
_LEADS: Final = 2 * WIDEST_LEAD + 1
_STABILITIES: Final = 6


def _table_of_own() -> Floats:
    """Tell all that follows from stability, flags (reach, open to coups, battleground) and lead.

    The reach of the own side comes before that of the enemy, and the lead is the own one.
    """
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


def _country_table() -> Floats:
    """Tell the same for each viewer, by the reach of USSR and US and the lead of the US."""
    own = _table_of_own().reshape(_STABILITIES, _FLAGS, _LEADS, -1)
    exchanged = [flags & 12 | (flags & 1) << 1 | (flags & 2) >> 1 for flags in range(_FLAGS)]
    both = np.stack((own[:, :, ::-1], own[:, exchanged]))
    table = np.zeros((*both.shape[:-1], both.shape[-1] + 2), np.float32)
    table[..., :-2] = both
    return table.reshape(-1, table.shape[-1])


# With room for what is not looked up: whether the country may be answered, and how often it was.
_COUNTRIES: Final = _country_table()
COUNTRY_FEATURES: Final = _COUNTRIES.shape[1]
_LOOKED_UP: Final = COUNTRY_FEATURES - 2
_FIRST_PLACES: Final = np.array([0, _STABILITIES * _FLAGS * _LEADS]) + WIDEST_LEAD
_HELD, _LOST, _OWN, _ENEMY, _BATTLE = 0, 1, 2, 3, 6
_BATTLE_OWN, _BATTLE_ENEMY, _VARIANCE, _ALL_OWN, _ALL_ENEMY = 13, 14, 15, 16, 17
_OTHER_OWN, _OTHER_ENEMY, _OTHER_VARIANCE, _NONE_OWN, _NONE_ENEMY = 18, 19, 20, 21, 22
_BATTLE_HELD, _BATTLE_LOST = 23, 24
# The same of both sides, the own first.
_BATTLES, _ALL, _OTHERS = [13, 14], [16, 17], [18, 19]
_COUNTED_NOW: Final = [_BATTLE_HELD, _BATTLE_LOST, _HELD, _LOST]
_AT_BORDERS: Final = [_OWN, _HELD, _ENEMY, _LOST]
_EXPONENTS: Final = [_NONE_ENEMY, _NONE_OWN, _ALL_OWN, _ALL_ENEMY]
_VARIANCES: Final = [_VARIANCE, _OTHER_VARIANCE]


def _open_at(defcon: int) -> Bytes:
    lowest = np.select([_REGION == EUROPE, _REGION == ASIA, _REGION == MIDDLE_EAST], [5, 4, 3], 0)
    return (defcon >= lowest).astype(np.uint8)


_OPEN_AT: Final = 4 * np.stack([_open_at(defcon) for defcon in range(6)])
# All bits where coups in battlegrounds are allowed.
_BATTLES_OPEN: Final = np.array([0, 0, 0, 255, 255, 255], np.uint8)
_POINTS: Final = np.array(REGION_POINTS, np.float32).T
# What domination gives more than presence, and control more than that.
_STEPS: Final = np.diff(_POINTS, axis=0, prepend=np.float32(0))[:, None]


class Features(NamedTuple):
    """A batch of positions as the net takes them; the first axis is the position."""

    countries: Floats  # (batch, countries, COUNTRY_FEATURES)
    areas: Floats  # (batch, AREAS, AREA_FEATURES)
    plain: Floats  # (batch, PLAIN_FEATURES)
    moment: Whole  # (batch, places of a moment), rows of a table of embeddings
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
    packed = data[:, encoding.OPTIONS : encoding.OPTIONS + encoding.OPTION_BYTES]
    bits = np.unpackbits(packed, axis=1, count=NUMBER_OF_ACTIONS, bitorder="little")
    legal = bits.astype(np.bool_)
    countries = _countries(data, viewer, legal)
    places = data[:, encoding.CARDS : encoding.CARDS + CARDS] & _PLACE
    areas = _areas(countries, viewer, _scorings(data, places))
    sided = _sided(data, places)
    return Features(
        countries,
        areas,
        _plain(data, viewer, sided, areas),
        _moment(data, viewer),
        sided,
        viewer,
        np.minimum(data[:, encoding.KIND], KINDS - 1).astype(np.intp),
        legal,
    )


def _countries(data: Bytes, viewer: Whole, legal: NDArray[np.bool_]) -> Floats:
    number = len(data)
    us = data[:, encoding.INFLUENCE_US : encoding.INFLUENCE_US + NUMBER_OF_COUNTRIES]
    ussr = data[:, encoding.INFLUENCE_USSR : encoding.INFLUENCE_USSR + NUMBER_OF_COUNTRIES]
    lead = us.astype(np.int16)
    lead -= ussr
    np.maximum(lead, -WIDEST_LEAD, out=lead)
    np.minimum(lead, WIDEST_LEAD, out=lead)
    packed = data[:, encoding.BATTLEGROUNDS : encoding.REACH_US + encoding.MASK_BYTES]
    masks = np.unpackbits(packed, axis=1, bitorder="little").reshape(number, 3, -1)
    battle, reach_ussr, reach_us = masks[:, :, :NUMBER_OF_COUNTRIES].transpose(1, 0, 2)
    defcon = np.minimum(data[:, encoding.DEFCON], 5)
    stability = data[:, encoding.STABILITIES : encoding.STABILITIES + NUMBER_OF_COUNTRIES]
    row = np.minimum(stability, _STABILITIES - 1)
    row *= _FLAGS
    row += reach_ussr + 2 * reach_us + 8 * battle
    # A battleground minus one is 0, all others 255.
    row += _OPEN_AT[defcon] & (battle - _ONE | _BATTLES_OPEN[defcon][:, None])
    place = row.astype(np.intp)
    place *= _LEADS
    place += lead
    place += _FIRST_PLACES[viewer][:, None]
    countries = _COUNTRIES.take(place, 0)
    countries[..., _LOOKED_UP] = legal[:, :NUMBER_OF_COUNTRIES]
    latest = data[:, encoding.LATEST : encoding.LATEST + 2 * encoding.LATEST_ANSWERS]
    if latest.any():
        answers = latest[:, ::2].astype(np.intp) * 128 + latest[:, 1::2] - 1
        position, which = ((answers >= 0) & (answers < NUMBER_OF_COUNTRIES)).nonzero()
        np.add.at(countries[..., _LOOKED_UP + 1], (position, answers[position, which]), 0.5)
    return countries


_ONE: Final = np.uint8(1)


def _areas(countries: Floats, viewer: Whole, scorings: Floats) -> Floats:
    """Tell of each area what it gives and how often, from the viewer's side."""
    sums = (_AREA_SUMS @ countries).transpose(2, 0, 1)
    regions = sums[:, :, :REGIONS]
    borders = countries[:, _BORDERS][..., _AT_BORDERS].transpose(2, 0, 1)
    borders[:2] *= _NEXT_TO_ENEMY[viewer]
    borders[2:] *= _NEXT_TO_OWN[viewer]
    beside = (borders[:2] - borders[2:]) @ _BORDER_SUMS
    to_come, dominating = _points_to_come(regions)
    areas = np.zeros((len(countries), AREAS, AREA_FEATURES), np.float32)
    areas[:, :REGIONS, 0] = to_come + beside[0]
    areas[:, :REGIONS, 1] = _points_now(regions) + beside[1]
    areas[:, REGIONS, 0] = sums[_OWN, :, REGIONS] - sums[_ENEMY, :, REGIONS]
    areas[:, REGIONS, 1] = sums[_HELD, :, REGIONS] - sums[_LOST, :, REGIONS]
    areas[..., :2] *= 0.2
    areas[..., 2:4] = scorings
    areas[..., 4] = sums[_BATTLE_OWN] - sums[_BATTLE_ENEMY]
    areas[..., 5] = sums[_OTHER_OWN] - sums[_OTHER_ENEMY]
    areas[..., 4:6] *= 0.5
    areas[:, :REGIONS, 6:] = dominating.transpose(1, 2, 0)
    return areas


# For the own side as it is, for the enemy turned round.
_SIGNS: Final = np.array([1, -1], np.float32)[:, None, None]


def _points_to_come(sums: Floats) -> tuple[Floats, Floats]:
    """Work out `region_value.points_to_come` for all, and both chances of domination."""
    lead = sums[_BATTLE_OWN] - sums[_BATTLE_ENEMY]
    leads = _SIGNS * lead
    others = _SIGNS * (sums[_OTHER_OWN] - sums[_OTHER_ENEMY])
    spread, wide = 1.7 / np.sqrt(sums[_VARIANCES] + 0.02)
    # All exponentials at once: for a single position every call of numpy counts.
    powers = np.empty((8, *lead.shape), np.float32)
    powers[0:2] = (0.5 - leads) * spread
    powers[2:4] = (0.5 - others - np.maximum(leads, 1)) * wide
    powers[4:8] = sums[_EXPONENTS]
    np.exp(powers, out=powers)
    powers[:4] += 1
    dominating = np.reciprocal(powers[0:2] * powers[2:4])
    own = np.stack((powers[4], dominating[0], powers[6]))
    own -= (powers[5], dominating[1], powers[7])
    own *= _STEPS
    return own.sum(0) + lead, dominating


def _points_now(sums: Floats) -> Floats:
    """Work out `region_value.points_now` for all."""
    counted = sums[_COUNTED_NOW]
    battle, everywhere = counted[:2], counted[2:]
    presence, domination, control = _POINTS
    more = everywhere > everywhere[::-1]
    dominates = more & (battle > battle[::-1]) & (everywhere > battle)
    level = np.where(dominates, domination, presence)
    level = np.where(more & (battle == sums[_BATTLE]), control, level)
    level *= everywhere > 0
    level += battle
    now: Floats = level[0] - level[1]
    return now


# How often each area will be scored (`scorings_to_come`)

_SCORING_CARDS: Final = [card for card in SCORING_REGION if card < NON_ALIGNED_MOVEMENT]
_AT: Final = np.array(_SCORING_CARDS) - FIRST_CARD
_SURE: Final = (
    encoding.OWN_HAND,
    encoding.OWN_HAND_KNOWN,
    encoding.ENEMY_HAND,
    encoding.ON_TABLE,
    encoding.HEADLINE_USSR,
    encoding.HEADLINE_US,
)
# The only one that is scored once; it comes back less often than others.
_ONCE: Final = SOUTHEAST_ASIA_SCORING
_REPEATED_ONCE: Final = 0.6


def _scorings(data: Bytes, places: Bytes) -> Floats:
    """Return for each area the chance of a scoring this turn, and the worth of later ones."""
    rows, at = places.tobytes(), places[:, _AT].tobytes()
    turns, piles = data[:, encoding.TURN].tolist(), data[:, encoding.DRAW_COUNT].tolist()
    found = []
    for number, (turn, pile) in enumerate(zip(turns, piles, strict=True)):
        row = rows[number * CARDS : (number + 1) * CARDS]
        found.append(
            _scorings_of(
                turn,
                pile,
                row.count(encoding.DISCARDED),
                row.count(encoding.MID_DECK),
                row.count(encoding.LATE_DECK),
                row.count(encoding.UNSEEN),
                at[number * len(_AT) : (number + 1) * len(_AT)],
            )
        )
    return np.frombuffer(b"".join(found), np.float32).reshape(len(data), AREAS, 2)


@lru_cache(maxsize=50_000)
def _scorings_of(
    turn: int, pile: int, discarded: int, mid: int, late: int, unseen: int, at: bytes
) -> bytes:
    """Tell for each area how often it is scored; `at` says where the scoring cards are."""
    from_pile, from_discards = later_scorings(turn, pile, discarded, mid, late)
    first = first_in_mid_war(turn) if turn <= FIRST_MID_TURN else 0.0
    last = LASTING ** max(0, LAST_TURN - turn)
    in_hand = max(0, unseen - pile) / max(unseen, 1)
    scorings = np.zeros((AREAS, 2), np.float32)
    for card, place in zip(_SCORING_CARDS, at, strict=True):
        sure, hidden = place in _SURE, place == encoding.UNSEEN
        this_turn = sure + hidden * in_hand
        again = (sure and card != _ONCE) + (place == encoding.DISCARDED) + hidden * in_hand
        later = again * from_discards + hidden * (1 - in_hand) * from_pile
        later += (place == encoding.MID_DECK) * first
        later = _REPEATED_ONCE * later if card == _ONCE else later + last
        scorings[min(SCORING_REGION[card], REGIONS)] = this_turn, later
    return scorings.tobytes()


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


def _plain(data: Bytes, viewer: Whole, sided: Floats, areas: Floats) -> Floats:
    plain = np.empty((len(data), PLAIN_FEATURES), np.float32)
    number = len(_TOLD)
    signed = data.view(np.int8)
    told = plain[:, :number]
    told[:] = signed[np.arange(len(data))[:, None], _TOLD_PLACES[viewer]]
    told *= _TOLD_SCALE[viewer]
    given = plain[:, number : number + AREAS]
    to_come, now, this_turn, later = areas[..., :4].transpose(2, 0, 1)
    given[:] = to_come * (0.35 * this_turn + later) + now * (0.65 * this_turn)
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


def _moment(data: Bytes, viewer: Whole) -> Whole:
    """Name the rows of embeddings for what is asked, when, and who has what role."""
    moment: Whole = np.minimum(data[:, _MOMENT_PLACES].astype(np.intp), _HIGHEST)
    moment[:, 5:8] = _RELATION[viewer[:, None], moment[:, 5:8]]
    moment += _FIRST_ROWS
    return moment
