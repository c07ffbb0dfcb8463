"""Cases for the cards 001 to 005."""

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
    # 004 Duck and Cover
    Case(
        "duck_and_cover",
        "DEFCON falls to 3 and the US gains two points",
        given={"defcon": 4},
        play="us event",
        then="defcon 3, vp 2, duck_and_cover discarded",
    ),
    Case(
        "duck_and_cover",
        "from DEFCON 5 the US gains one point",
        play="us event",
        then="defcon 4, vp 1",
    ),
    Case(
        "duck_and_cover",
        "the USSR's operations after the event obey the new DEFCON level",
        given={"defcon": 3, "board": "iran 1/0, kenya 1/0"},
        play="ussr event_first",
        steps=["ussr: coup", "ussr: kenya | only kenya", "die: 1"],
        then="defcon 2, vp 3, military 0/3, duck_and_cover discarded",
    ),
    Case(
        "duck_and_cover",
        "at DEFCON 2 the phasing USSR loses, before any points",
        given={"defcon": 2, "vp": 18},
        play="ussr event_first",
        then="us wins by defcon, vp 18",
    ),
    Case(
        "duck_and_cover",
        "as a US headline at DEFCON 2 it loses the game for the US",
        given={"defcon": 2},
        play="us headline",
        then="ussr wins by defcon",
    ),
    Case(
        "duck_and_cover",
        "spent on the Space Race it is harmless",
        given={"defcon": 2},
        play="ussr space",
        steps=["die: 6"],
        then="defcon 2, vp 0, duck_and_cover discarded",
    ),
    Case(
        "duck_and_cover",
        "moving DEFCON to 2 in an action round brings NORAD about",
        given={"defcon": 3, "board": "canada 4/0, uk 5/0, poland 0/3", "effects": "norad"},
        play="us event",
        steps=["us: uk | only canada uk decline"],
        then="defcon 2, vp 3, uk 6/0",
    ),
    # 005 Five-Year Plan
    Case(
        "five_year_plan",
        "a scoring card is discarded unscored",
        given={"ussr_hand": "europe_scoring", "board": "france 3/0"},
        play="us event",
        steps=["chance: europe_scoring | only europe_scoring"],
        then="vp 0, europe_scoring discarded, held ussr 0, five_year_plan discarded",
    ),
    Case(
        "five_year_plan",
        "the USSR may use it to get rid of a scoring card",
        given={"ussr_hand": "europe_scoring", "board": "france 3/0", "china": "ussr up"},
        play="ussr event_first",
        steps=["chance: europe_scoring | only europe_scoring", "ussr: influence"],
        then="vp 0, europe_scoring discarded, held ussr 0",
    ),
    Case(
        "five_year_plan",
        "a US event occurs and its starred card is removed",
        given={"turn": 4, "ussr_hand": "panama_canal_returned"},
        play="us event",
        steps=["chance: panama_canal_returned"],
        then="panama 1/0, costa_rica 1/0, venezuela 1/0, panama_canal_returned removed, "
        "five_year_plan discarded",
    ),
    Case(
        "five_year_plan",
        "the choices of the event that occurs are those of the US",
        given={"ussr_hand": "independent_reds", "board": "romania 0/3"},
        play="ussr event_first",
        steps=["chance: independent_reds", "us: romania", "ussr: influence"],
        then="romania 3/3, independent_reds removed, asks ussr place_influence",
    ),
    Case(
        "five_year_plan",
        "a US event that can't occur is just discarded",
        given={"ussr_hand": "nato"},
        play="us event",
        steps=["chance: nato"],
        then="no nato, nato discarded",
    ),
    Case(
        "five_year_plan",
        "a neutral card is discarded without its event",
        given={"ussr_hand": "red_scare_purge, fidel"},
        play="us event",
        steps=["chance: red_scare_purge | only red_scare_purge fidel"],
        then="no red_scare_on_us, no red_scare_on_ussr, red_scare_purge discarded, held ussr 1",
    ),
    Case(
        "five_year_plan",
        "a USSR card is discarded without its event, even if starred",
        given={"ussr_hand": "fidel"},
        play="us event",
        steps=["chance: fidel"],
        then="cuba 0/0, fidel discarded",
    ),
    Case(
        "five_year_plan",
        "Duck and Cover drawn in a US round at DEFCON 2 loses for the US",
        given={"ussr_hand": "duck_and_cover", "defcon": 2},
        play="us event",
        steps=["chance: duck_and_cover"],
        then="ussr wins by defcon",
    ),
    Case(
        "five_year_plan",
        "Duck and Cover drawn in a USSR round at DEFCON 2 loses for the USSR",
        given={"ussr_hand": "duck_and_cover", "defcon": 2},
        play="ussr event_first",
        steps=["chance: duck_and_cover"],
        then="us wins by defcon",
    ),
    Case(
        "five_year_plan",
        "Defectors drawn in a USSR round gives the US a point",
        given={"ussr_hand": "defectors"},
        play="ussr event_first",
        steps=["chance: defectors"],
        then="vp 1, defectors discarded",
    ),
    Case(
        "five_year_plan",
        "Defectors drawn in a US round does nothing",
        given={"ussr_hand": "defectors"},
        play="us event",
        steps=["chance: defectors"],
        then="vp 0, defectors discarded",
    ),
    Case(
        "five_year_plan",
        "Defectors drawn by a US headline cancels the USSR headline",
        given={"ussr_headline": "nasser", "ussr_hand": "defectors"},
        play="us headline",
        steps=["chance: defectors"],
        then="egypt 0/0, nasser discarded, defectors discarded, vp 0, asks ussr round_card",
    ),
    Case(
        "five_year_plan",
        "Defectors comes too late for a USSR headline already resolved",
        given={"ussr_headline": "marshall_plan", "ussr_hand": "defectors"},
        play="us headline",
        steps=[
            *("us: uk", "us: france", "us: italy", "us: canada", "us: turkey"),
            *("us: greece", "us: norway", "chance: defectors"),
        ],
        then="effect marshall_plan, marshall_plan removed, defectors discarded, vp 0",
    ),
    Case(
        "five_year_plan",
        "as the USSR headline it is not cancelled by Defectors, and the US headline follows",
        given={"us_headline": "truman_doctrine", "ussr_hand": "defectors", "board": "greece 0/1"},
        play="ussr headline",
        steps=["chance: defectors", "us: greece"],
        then="greece 0/0, vp 0, defectors discarded, five_year_plan discarded",
    ),
    Case(
        "five_year_plan",
        "Shuttle Diplomacy drawn stays in front of the US",
        given={"turn": 4, "ussr_hand": "shuttle_diplomacy"},
        play="us event",
        steps=["chance: shuttle_diplomacy"],
        then="effect shuttle_diplomacy, shuttle_diplomacy front",
    ),
    Case(
        "five_year_plan",
        "the duty to play Missile Envy lapses when it is drawn",
        given={"turn": 4, "ussr_hand": "missile_envy", "effects": "missile_envy_owed_by_ussr"},
        play="us event",
        steps=["chance: missile_envy"],
        then="no missile_envy_owed_by_ussr, missile_envy discarded",
    ),
    Case(
        "five_year_plan",
        "an empty hand loses nothing, and The China Card is never drawn",
        given={"board": "finland 0/1", "china": "ussr up"},
        play="ussr event_first",
        steps=["ussr: influence", *["ussr: finland"] * 3],
        then="finland 0/4, china ussr up, five_year_plan discarded",
    ),
]
