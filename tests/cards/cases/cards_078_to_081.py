"""Cases for the cards 078 to 081."""

from twilight.engine.testing import Case

CASES = [
    # 078 Alliance for Progress
    Case(
        "alliance_for_progress",
        "one point for each battleground under control",
        given={"board": "panama 2/0, brazil 2/0, chile 3/0, colombia 1/0, argentina 1/0"},
        play="us event",
        then="vp 3, alliance_for_progress removed",
    ),
    Case(
        "alliance_for_progress",
        "with none it occurs, gives nothing and is removed",
        given={"board": "brazil 0/2, poland 0/1"},
        play="ussr influence",
        steps=["ussr: poland", "ussr: poland", "ussr: poland"],
        then="vp 0, alliance_for_progress removed",
    ),
    Case(
        "alliance_for_progress",
        "the USSR may break control with its operations first",
        given={"board": "brazil 2/1, cuba 3/0"},
        play="ussr influence",
        steps=["ussr: brazil", "ussr: brazil", "ussr: brazil"],
        then="brazil 2/4, vp 1, alliance_for_progress removed",
    ),
    Case(
        "alliance_for_progress",
        "all seven, and battlegrounds elsewhere do not count",
        given={
            "board": "mexico 2/0, cuba 3/0, panama 2/0, venezuela 2/0, brazil 2/0, argentina 2/0,"
            " chile 3/0, nigeria 1/0, france 3/0"
        },
        play="us event",
        then="vp 7",
    ),
    # 079 Africa Scoring
    Case(
        "africa_scoring",
        "domination against presence",
        given={"board": "angola 0/1, zaire 0/1, zimbabwe 0/1, south_africa 3/0"},
        play="ussr event",
        then="vp -4, africa_scoring discarded",
    ),
    Case(
        "africa_scoring",
        "all battlegrounds are no control and no domination while the countries are level",
        given={
            "board": "algeria 2/0, nigeria 1/0, zaire 1/0, angola 1/0, south_africa 3/0,"
            " sudan 0/1, kenya 0/2, tunisia 0/2, cameroon 0/1, ethiopia 0/1"
        },
        play="us event",
        then="vp 5",
    ),
    Case(
        "africa_scoring",
        "all battlegrounds and more countries are control",
        given={
            "board": "algeria 2/0, nigeria 1/0, zaire 1/0, angola 1/0, south_africa 3/0, sudan 0/1"
        },
        play="us headline",
        then="vp 10, africa_scoring discarded",
    ),
    Case(
        "africa_scoring",
        "Egypt and Libya belong to the Middle East, Sudan to Africa",
        given={"board": "egypt 0/2, libya 0/2, sudan 1/0"},
        play="us event",
        then="vp 1",
    ),
    Case(
        "africa_scoring",
        "it can only be scored",
        play="us choose",
        steps=["us: event | only event"],
        then="vp 0, africa_scoring discarded",
    ),
    # 080 One Small Step
    Case(
        "one_small_step",
        "two boxes on, the second one scores as first, and the enemy's ability ends",
        given={"space": "1/2", "attempts": "0/1", "ussr_hand": "fidel"},
        play="us event",
        steps=["ussr: fidel", "ussr: event | not space"],
        then="space 3/2, vp 2, attempts 0/1, one_small_step discarded",
    ),
    Case(
        "one_small_step",
        "arriving second on Man in Space gives nothing",
        given={"space": "1/4"},
        play="us event",
        then="space 3/4, vp 0",
    ),
    Case(
        "one_small_step",
        "level markers: not as event, still for operations and the Space Race",
        given={"space": "2/2"},
        play="us not event",
        steps=["us: space"],
        then="asks chance die",
    ),
    Case(
        "one_small_step",
        "ahead: as headline nothing happens",
        given={"space": "3/2"},
        play="us headline",
        then="space 3/2, vp 0, one_small_step discarded",
    ),
    Case(
        "one_small_step",
        "from box 7 there is only one box left",
        given={"space": "8/7"},
        play="ussr event",
        then="space 8/8, vp 0, attempts 0/0",
    ),
    Case(
        "one_small_step",
        "the USSR moves as well, and the box passed over gives nothing",
        given={"space": "1/0"},
        play="ussr event",
        then="space 1/2, vp 0, attempts 0/0",
    ),
    Case(
        "one_small_step",
        "where failed events are eliminated it may be chosen without effect",
        given={"space": "2/2", "rules": {"starred_event_failed": "eliminate"}},
        play="us event",
        then="space 2/2, vp 0, one_small_step discarded",
    ),
    # 081 South America Scoring
    Case(
        "south_america_scoring",
        "level battlegrounds: presence for both",
        given={
            "board": "venezuela 0/2, brazil 0/2, peru 0/2, chile 3/0, argentina 2/0",
        },
        play="ussr event",
        then="vp 0, south_america_scoring discarded",
    ),
    Case(
        "south_america_scoring",
        "domination against presence",
        given={"board": "brazil 2/0, chile 3/0, uruguay 2/0, argentina 0/2"},
        play="ussr event",
        then="vp 4",
    ),
    Case(
        "south_america_scoring",
        "control of all four battlegrounds",
        given={"board": "brazil 0/2, chile 0/3, venezuela 0/2, argentina 0/2, peru 2/0"},
        play="us event",
        then="vp -8",
    ),
]
