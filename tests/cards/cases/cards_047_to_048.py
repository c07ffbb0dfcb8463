"""Cases for the cards 047 to 048."""

from twilight.engine.testing import Case

# Thirteen battlegrounds under US control and as many under USSR control.
_US_BATTLEGROUNDS = (
    "france 3/0, italy 2/0, west_germany 4/0, pakistan 2/0, india 3/0, thailand 2/0, japan 4/0, "
    "south_korea 3/0, israel 4/0, iran 2/0, saudi_arabia 3/0, mexico 2/0, panama 2/0"
)

_USSR_BATTLEGROUNDS = (
    "east_germany 0/3, poland 0/3, north_korea 0/3, libya 0/2, egypt 0/2, iraq 0/3, algeria 0/2, "
    "nigeria 0/1, zaire 0/1, angola 0/1, south_africa 0/3, cuba 0/3, venezuela 0/2"
)

CASES = [
    # 047 Junta
    Case(
        "junta",
        "two markers, then a free coup without military operations",
        given={"board": "venezuela 2/0, nigeria 1/0", "defcon": 4},
        play="ussr event",
        steps=[
            "ussr: venezuela | offered mexico brazil | not nigeria spain_portugal",
            "ussr: coup | only coup realignment decline",
            "ussr: venezuela | only venezuela",
            "die: 6",
        ],
        then="venezuela 0/4, defcon 3, military 0/0, junta discarded",
    ),
    Case(
        "junta",
        "Red Scare leaves a coup of value 1",
        given={"board": "venezuela 2/0", "effects": "red_scare_on_ussr"},
        play="ussr event",
        steps=["ussr: chile", "ussr: coup", "ussr: venezuela", "die: 4"],
        then="chile 0/2, venezuela 1/0",
    ),
    Case(
        "junta",
        "Red Scare leaves a single realignment",
        given={"board": "venezuela 3/0", "effects": "red_scare_on_ussr"},
        play="ussr event",
        steps=["ussr: chile", "ussr: realignment", "ussr: venezuela", "die: 3", "die: 1"],
        then="venezuela 2/0, asks us round_card",
    ),
    Case(
        "junta",
        "realignments may fall into both regions",
        given={"board": "colombia 1/0, panama 2/0"},
        play="ussr event",
        steps=[
            "ussr: chile",
            "ussr: realignment",
            "ussr: colombia | only colombia panama",
            "die: 6",
            "die: 1",
            "ussr: panama | only panama",
            "die: 4",
            "die: 1",
        ],
        then="colombia 0/0, panama 0/0, defcon 5, asks us round_card",
    ),
    Case(
        "junta",
        "without enemy influence there nothing follows",
        given={"board": "nigeria 1/0, cuba 0/1"},
        play="ussr event",
        steps=["ussr: cuba"],
        then="cuba 0/3, asks us round_card",
    ),
    Case(
        "junta",
        "coup and realignments may be declined",
        given={"board": "cuba 0/3"},
        play="us event",
        steps=["us: panama", "us: decline"],
        then="panama 2/0, cuba 0/3, asks ussr round_card",
    ),
    Case(
        "junta",
        "a battleground coup at DEFCON 2 is nuclear war",
        given={"board": "cuba 0/3", "defcon": 2},
        play="us event",
        steps=["us: panama", "us: coup", "us: cuba"],
        then="ussr wins by defcon",
    ),
    Case(
        "junta",
        "a bound player loses by the coup",
        given={
            "board": "guatemala 1/0",
            "defcon": 2,
            "effects": "cuban_missile_crisis_on_ussr",
        },
        play="ussr headline",
        steps=["ussr: guatemala", "ussr: coup", "ussr: guatemala"],
        then="us wins by cuban_missile_crisis",
    ),
    Case(
        "junta",
        "a bound player may realign, also in the headline phase",
        given={"board": "haiti 1/0", "defcon": 2, "effects": "cuban_missile_crisis_on_ussr"},
        play="ussr headline",
        steps=["ussr: guatemala", "ussr: realignment", "ussr: haiti", "die: 6", "die: 1"],
        then="haiti 0/0, asks ussr round_card",
    ),
    # 048 Kitchen Debates
    Case(
        "kitchen_debates",
        "one battleground more is enough",
        given={"board": f"{_US_BATTLEGROUNDS}, {_USSR_BATTLEGROUNDS}, brazil 2/0"},
        play="us event",
        then="vp 2, kitchen_debates removed",
    ),
    Case(
        "kitchen_debates",
        "level in battlegrounds, the USSR uses it without event",
        given={"board": f"{_US_BATTLEGROUNDS}, {_USSR_BATTLEGROUNDS}"},
        play="ussr influence",
        steps=["ussr: finland"],
        then="vp 0, kitchen_debates discarded",
    ),
    Case(
        "kitchen_debates",
        "the USSR may change the count with its operation first",
        given={"board": "brazil 2/0, chile 3/0, uruguay 0/1, argentina 0/1"},
        play="ussr coup",
        steps=["ussr: brazil", "die: 6"],
        then="brazil 0/1, vp 2, kitchen_debates removed",
    ),
    Case(
        "kitchen_debates",
        "as a headline of the USSR it does nothing when the US is behind",
        given={"board": "brazil 0/2"},
        play="ussr headline",
        then="vp 0, kitchen_debates discarded",
    ),
    Case(
        "kitchen_debates",
        "not offered to the US while level; Taiwan never counts",
        given={"board": "taiwan 3/0", "effects": "formosan_resolution"},
        play="us not event",
    ),
]
