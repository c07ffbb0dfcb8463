"""What a seat or a spectator sees of a game."""

from typing import Literal

from msgspec import Struct, field

Side = Literal["us", "ussr"]
Viewer = Literal["us", "ussr", "spectator", "all"]
Owner = Literal["us", "ussr", "nobody"]
Level = Literal["nothing", "presence", "domination", "control"]
PeriodName = Literal["early", "mid", "late"]


class Numbers(Struct, frozen=True):
    """A number for each side."""

    us: int
    ussr: int


class Cards(Struct, frozen=True):
    """Cards for each side."""

    us: list[str]
    ussr: list[str]


class OneCard(Struct, frozen=True):
    """A card, or none, for each side."""

    us: str | None
    ussr: str | None


class HandCard(Struct, frozen=True, omit_defaults=True):
    """A card of the viewer's hand, with the value that it has now.

    `off` says why its event would not happen if the card were played next.
    """

    card: str
    ops: int
    off: str | None = None


class EffectView(Struct, frozen=True):
    """A lasting effect: the card that brought it, whom it serves, and what it does."""

    effect: str
    card: str
    owner: Owner
    duration: Literal["turn", "game", "until_ended"]
    name: str
    text: str


class Margins(Struct, frozen=True):
    """How far each side is from the control of every country, in the order of the catalog.

    A positive number is what the side lacks. A negative one says that it controls the country,
    and after how many markers lost, or gained by the enemy, it no longer does.
    """

    us: list[int]
    ussr: list[int]


class RegionView(Struct, frozen=True, omit_defaults=True):
    """What a region would score now; `net` is positive for the US, 0 if a side would win.

    `values` are the points for presence, domination and control, or none for a region that is
    scored by its countries alone; null stands for victory. Each battleground and each of the
    countries `next_door` to the enemy, which are left out where there are none, gives one more.
    """

    region: str
    us_level: Level
    ussr_level: Level
    countries: Numbers
    battlegrounds: Numbers
    points: Numbers
    net: int
    values: list[int | None]
    next_door: Numbers | None = None
    wins: Side | None = None


class SpaceView(Struct, frozen=True):
    """Where a side stands in the Space Race, and what the next box asks for."""

    box: int
    attempts_left: int
    next_needs: int | None
    next_up_to: int | None
    abilities: list[int]


class SpaceViews(Struct, frozen=True):
    """The Space Race of each side."""

    us: SpaceView
    ussr: SpaceView


class CrisesView(Struct, frozen=True):
    """Turn Zero: the crisis at hand, the totals so far, and statecraft cards.

    `shifts` is what those that the viewer has left add to the die.
    """

    crisis: str | None
    totals: dict[str, int]
    statecraft: Cards
    shown: Cards
    shifts: dict[str, int]


class Option(Struct, frozen=True, omit_defaults=True):
    """An answer that the pending decision offers.

    `cost` is how many of the points that are left it takes, if not one. `controller` is who
    controls the country once the marker is placed, if that is somebody else than before, and
    `scores` tells by region what that changes of its `net`.
    """

    action: str
    label: str
    cost: int = 1
    controller: Owner | None = None
    scores: dict[str, int] = field(default_factory=dict)


class Closed(Struct, frozen=True):
    """An answer that one might expect and that is closed, with the reason."""

    action: str
    reason: str


class Change(Struct, frozen=True):
    """Markers of a side that an answer has added to a country, or less than none if removed."""

    side: Side
    country: str
    change: int


class Prompt(Struct, frozen=True):
    """The pending decision.

    `decision` is the number that an answer must name; `text` says what is asked, and `actor` who
    is. Options are there only for the side that decides; `closed` lists the cards and uses that
    are closed (ask for the countries with `explain`). `events` are the cards that the question
    comes from, the outermost first; `card` is the one in use, and `ops` what its operations are
    worth now. `left` counts the points or markers that can still be placed or removed, this one
    included, and is 0 where none are; `changes` are those that have been, in order.
    """

    decision: int
    actor: Side
    kind: str
    text: str
    yours: bool
    events: list[str]
    card: str | None
    ops: int
    left: int
    changes: list[Change]
    options: list[Option]
    closed: list[Closed]


class View(Struct, frozen=True):
    """The table as one viewer sees it; what they may not know is not in it.

    `hands` holds all that the viewer knows of each hand: their own cards, and those of the other
    side that they have seen. `revealed` are the cards of the own hand that the other side knows.
    `unseen` are all cards of which they can't know where these are. `rounds` are those that a turn
    of this period has, `rounds_left` those in which a side still plays a card this turn, the
    current one included. `china_ops` is the value of The China Card for the side that holds it.
    """

    viewer: Viewer
    turn: int
    period: PeriodName
    round: int
    rounds: int
    rounds_left: Numbers
    segment: str
    phasing: Owner
    vp: int
    defcon: int
    military: Numbers
    military_missing: Numbers
    space: SpaceViews
    china_holder: Owner
    china_face_up: bool
    china_ops: int
    influence: dict[str, Numbers]
    control: Margins
    stability: dict[str, int]
    battlegrounds: dict[str, bool]
    closed_regions: list[str]
    regions: list[RegionView]
    civil_war: int | None
    hand: list[HandCard]
    hands: Cards
    hand_counts: Numbers
    revealed: list[str]
    unseen: list[str]
    draw_count: int
    discard: list[str]
    removed: list[str]
    headlines: OneCard
    chosen: str | None
    table: list[str]
    front: list[str]
    looked_at: list[str]
    effects: list[EffectView]
    handicap: Numbers
    bids: Cards
    crises: CrisesView | None
    prompt: Prompt | None


class FactLine(Struct, frozen=True):
    """One fact of the journal as the viewer sees it, with its line of text.

    `answer` is how many answers had been given when it happened: the moment to look at it. What
    `subject` and `values` hold for each kind is in docs/server-api.md.
    """

    index: int
    answer: int
    kind: str
    side: Owner | Literal["chance"]
    subject: str | None
    values: list[int]
    text: str
