"""Cases for the scoring cards."""

from twilight.engine.testing import Case

ASIA_BOARD = "north_korea 0/3, india 0/3, pakistan 0/2, afghanistan 0/2, japan 4/0, south_korea 3/0"

USSR_ASIA = "north_korea 0/3, india 0/3, pakistan 0/2, japan 0/4, south_korea 0/3, thailand 0/2"

MIDDLE_EAST_BOARD = "iraq 0/3, syria 0/2, egypt 0/2, israel 4/0, jordan 2/0"

CASES = [
    # 001 Asia Scoring
    Case(
        "asia_scoring",
        "domination against presence, with battlegrounds",
        given={"board": ASIA_BOARD},
        play="ussr event",
        then="vp -5, asia_scoring discarded, asks us round_card",
    ),
    Case(
        "asia_scoring",
        "Formosan Resolution makes a US-controlled Taiwan a battleground",
        given={"board": f"{ASIA_BOARD}, taiwan 3/0", "effects": "formosan_resolution"},
        play="us event",
        then="vp 0, effect formosan_resolution, asia_scoring discarded",
    ),
    Case(
        "asia_scoring",
        "without Formosan Resolution Taiwan is an ordinary country",
        given={"board": f"{ASIA_BOARD}, taiwan 3/0"},
        play="us event",
        then="vp -5",
    ),
    Case(
        "asia_scoring",
        "Shuttle Diplomacy can cost the USSR its presence, and is used up",
        given={"board": "japan 0/4, vietnam 1/1", "effects": "shuttle_diplomacy"},
        play="ussr event",
        steps=["us: japan | only japan"],
        then="vp 0, no shuttle_diplomacy, shuttle_diplomacy discarded, asia_scoring discarded",
    ),
    Case(
        "asia_scoring",
        "control gives nine, and each battleground and neighbour of the enemy one",
        given={"board": USSR_ASIA},
        play="us event",
        then="vp -16",
    ),
    Case(
        "asia_scoring",
        "Shuttle Diplomacy takes away control; battlegrounds alone do not dominate",
        given={"board": USSR_ASIA, "effects": "shuttle_diplomacy"},
        play="us event",
        steps=["us: japan | only north_korea india pakistan japan south_korea thailand"],
        then="vp -8",
    ),
    Case(
        "asia_scoring",
        "Shuttle Diplomacy is used up even if the USSR has no battleground",
        given={"board": "india 3/0, vietnam 0/1", "effects": "shuttle_diplomacy"},
        play="us event",
        then="vp 1, no shuttle_diplomacy, shuttle_diplomacy discarded",
    ),
    Case(
        "asia_scoring",
        "a scoring card has no use but its event",
        given={"board": "japan 4/0, india 0/1"},
        play="us choose",
        steps=["us: event | only event"],
        then="vp 4",
    ),
    Case(
        "asia_scoring",
        "as a headline it has no value and comes last; twenty points win",
        given={"board": USSR_ASIA, "vp": -6, "us_headline": "captured_nazi_scientist"},
        play="ussr headline",
        then="vp -20, space 1/0, ussr wins by victory_points",
    ),
    # 002 Europe Scoring
    Case(
        "europe_scoring",
        "domination against presence",
        given={
            "board": "west_germany 4/0, france 3/0, italy 2/0, uk 5/0, canada 4/0, "
            "east_germany 0/3, poland 0/3"
        },
        play="ussr event",
        then="vp 5, europe_scoring discarded",
    ),
    Case(
        "europe_scoring",
        "control of Europe wins whatever the score",
        given={
            "board": "west_germany 4/0, france 3/0, italy 2/0, east_germany 3/0, poland 3/0, "
            "uk 5/0, hungary 0/3",
            "vp": -15,
        },
        play="ussr event",
        then="us wins by europe_control",
    ),
    Case(
        "europe_scoring",
        "all battlegrounds without more countries are no control",
        given={
            "board": "west_germany 0/4, france 0/3, italy 0/2, east_germany 0/3, poland 0/3, "
            "uk 5/0, benelux 3/0, denmark 3/0, greece 2/0, turkey 2/0"
        },
        play="us event",
        then="vp -5",
    ),
    Case(
        "europe_scoring",
        "the USSR scores Canada as a neighbour of the USA",
        given={"board": "canada 0/4, east_germany 0/3"},
        play="us event",
        then="vp -9",
    ),
    Case(
        "europe_scoring",
        "Shuttle Diplomacy does not matter here and stays",
        given={"board": "poland 0/3", "effects": "shuttle_diplomacy"},
        play="us event",
        then="vp -4, effect shuttle_diplomacy, shuttle_diplomacy front",
    ),
    # 003 Middle East Scoring
    Case(
        "middle_east_scoring",
        "one battleground is presence and one point",
        given={"board": "iran 2/0"},
        play="ussr event",
        then="vp 4, middle_east_scoring discarded",
    ),
    Case(
        "middle_east_scoring",
        "domination against presence",
        given={"board": MIDDLE_EAST_BOARD},
        play="us event",
        then="vp -3",
    ),
    Case(
        "middle_east_scoring",
        "Shuttle Diplomacy drops Egypt",
        given={"board": MIDDLE_EAST_BOARD, "effects": "shuttle_diplomacy"},
        play="ussr event",
        steps=["us: egypt | only egypt iraq"],
        then="vp 0, no shuttle_diplomacy, shuttle_diplomacy discarded",
    ),
    Case(
        "middle_east_scoring",
        "control gives seven",
        given={
            "board": "libya 2/0, egypt 2/0, israel 4/0, iraq 3/0, iran 2/0, saudi_arabia 3/0, "
            "syria 0/2"
        },
        play="us event",
        then="vp 10",
    ),
    # 037 Central America Scoring
    Case(
        "central_america_scoring",
        "domination, a battleground and Cuba against presence",
        given={
            "board": "cuba 0/3, haiti 0/1, dominican_republic 0/1, guatemala 1/0, panama 1/0",
        },
        play="us event",
        then="vp -4, central_america_scoring discarded",
    ),
    Case(
        "central_america_scoring",
        "three battlegrounds and nothing else are control",
        given={"board": "mexico 2/0, cuba 3/0, panama 2/0"},
        play="ussr event",
        then="vp 8",
    ),
    Case(
        "central_america_scoring",
        "domination against a battleground next to the US",
        given={"board": "mexico 2/0, panama 2/0, nicaragua 1/0, cuba 0/3"},
        play="us event",
        then="vp 2",
    ),
    Case(
        "central_america_scoring",
        "Shuttle Diplomacy is not used up",
        given={"board": "cuba 0/3", "effects": "shuttle_diplomacy"},
        play="us event",
        then="vp -3, effect shuttle_diplomacy, shuttle_diplomacy front",
    ),
    Case(
        "central_america_scoring",
        "it can only be scored",
        given={"board": "cuba 0/3"},
        play="us choose",
        steps=["us: event | only event"],
    ),
    # 038 Southeast Asia Scoring
    Case(
        "southeast_asia_scoring",
        "Thailand counts double",
        given={
            "board": "thailand 0/2, vietnam 0/1, malaysia 2/0, indonesia 1/0, philippines 2/0",
        },
        play="ussr event",
        then="vp 0, southeast_asia_scoring removed",
    ),
    Case(
        "southeast_asia_scoring",
        "Shuttle Diplomacy stays in play",
        given={"board": "thailand 0/2, burma 0/2", "effects": "shuttle_diplomacy"},
        play="us event",
        then="vp -3, effect shuttle_diplomacy, southeast_asia_scoring removed",
    ),
    Case(
        "southeast_asia_scoring",
        "only the difference counts, and neither presence nor the rest of Asia",
        given={"board": "thailand 2/0, vietnam 1/0, malaysia 0/2, japan 4/0, laos_cambodia 1/1"},
        play="us event",
        then="vp 2",
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
