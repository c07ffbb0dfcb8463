"""Positions in which cards out of a hand or a pile decide, or points do."""

from tests.analysis.positions import AFRICA_US, AFRICA_USSR, Position

# Cards out of a hand or a pile.
CARDS = [
    Position(
        "Grain Sales with a deadly card beside it",
        "ussr",
        {
            "turn": 4,
            "round": 6,
            "defcon": 2,
            "ussr_hand": "grain_sales_to_soviets, duck_and_cover, nasser",
            "board": "poland 0/3",
        },
        "grain_sales_to_soviets influence: may, grain_sales_to_soviets event_first: may, "
        "grain_sales_to_soviets space: safe",
    ),
    Position(
        "Grain Sales with nothing beside it and no target",
        "ussr",
        {
            "turn": 4,
            "defcon": 2,
            "ussr_hand": "grain_sales_to_soviets, nasser",
            "board": "poland 0/3",
        },
        "grain_sales_to_soviets influence: safe, grain_sales_to_soviets event_first: safe",
    ),
    Position(
        "Grain Sales: the US sets DEFCON to 1 with the card it buys, from any level",
        "ussr",
        {
            "turn": 4,
            "defcon": 5,
            "ussr_hand": "grain_sales_to_soviets, how_i_learned_to_stop_worrying, nasser",
            "board": "poland 0/3",
        },
        "grain_sales_to_soviets influence: may, grain_sales_to_soviets event_first: may, "
        "grain_sales_to_soviets space: safe",
    ),
    Position(
        "Grain Sales: the card bought gives a free coup",
        "ussr",
        {
            "turn": 8,
            "defcon": 3,
            "ussr_hand": "grain_sales_to_soviets, junta, nasser",
            "board": "poland 0/3, cuba 0/3",
        },
        "grain_sales_to_soviets influence: safe",
    ),
    Position(
        "Five Year Plan with a deadly card among others",
        "ussr",
        {
            "round": 5,
            "defcon": 2,
            "ussr_hand": "five_year_plan, duck_and_cover, nasser",
            "board": "poland 0/3",
        },
        "five_year_plan influence: may, five_year_plan event_first: may, "
        "five_year_plan space: safe",
    ),
    Position(
        "Five Year Plan with nothing but a deadly card",
        "ussr",
        {"defcon": 2, "ussr_hand": "five_year_plan, duck_and_cover", "board": "poland 0/3"},
        "five_year_plan influence: loses, five_year_plan event_first: loses",
    ),
    Position(
        "Five Year Plan draws CIA Created",
        "ussr",
        {"defcon": 2, "ussr_hand": "five_year_plan, cia_created, nasser", "board": AFRICA_USSR},
        "five_year_plan influence: may",
    ),
    Position(
        "Five Year Plan without US cards beside it",
        "ussr",
        {"defcon": 2, "ussr_hand": "five_year_plan, nasser, fidel", "board": AFRICA_USSR},
        "five_year_plan influence: safe, five_year_plan event_first: safe",
    ),
    Position(
        "the US may draw Duck and Cover with Five Year Plan",
        "us",
        {
            "defcon": 2,
            "us_hand": "five_year_plan",
            "ussr_hand": "nasser, fidel",
            "board": AFRICA_US,
        },
        "five_year_plan event: may, five_year_plan influence: safe",
    ),
    Position(
        "Duck and Cover is out of the game",
        "us",
        {
            "defcon": 2,
            "us_hand": "five_year_plan",
            "ussr_hand": "nasser, fidel",
            "discard": "duck_and_cover",
            "board": AFRICA_US,
        },
        "five_year_plan event: safe",
    ),
    Position(
        "the enemy may give Duck and Cover for Missile Envy",
        "us",
        {
            "turn": 4,
            "defcon": 2,
            "us_hand": "missile_envy",
            "ussr_hand": "nasser, fidel",
            "board": AFRICA_US,
        },
        "missile_envy event: may, missile_envy influence: safe",
    ),
    Position(
        "the enemy has nothing but Duck and Cover for Missile Envy",
        "us",
        {
            "turn": 4,
            "defcon": 2,
            "us_hand": "missile_envy",
            "ussr_hand": "duck_and_cover",
            "draw": "",
            "board": AFRICA_US,
        },
        "missile_envy event: loses",
    ),
    Position(
        "the enemy's only card for Missile Envy is its own",
        "us",
        {
            "turn": 4,
            "defcon": 2,
            "us_hand": "missile_envy",
            "ussr_hand": "fidel",
            "draw": "",
            "board": AFRICA_US,
        },
        "missile_envy event: safe",
    ),
    Position(
        "Missile Envy takes the most valuable card, and that is harmless",
        "us",
        {
            "turn": 4,
            "defcon": 2,
            "us_hand": "missile_envy",
            "ussr_hand": "duck_and_cover, brezhnev_doctrine, marshall_plan",
            "draw": "",
            "board": AFRICA_US,
        },
        "missile_envy event: safe",
    ),
    Position(
        "Star Wars brings Duck and Cover back",
        "ussr",
        {
            "turn": 8,
            "defcon": 2,
            "space": "3/2",
            "ussr_hand": "star_wars",
            "discard": "duck_and_cover, nasser",
            "board": "poland 0/3",
        },
        "star_wars influence: may, star_wars event_first: may, star_wars space: safe",
    ),
    Position(
        "Star Wars with the USSR ahead in space",
        "ussr",
        {
            "turn": 8,
            "defcon": 2,
            "space": "2/3",
            "ussr_hand": "star_wars",
            "discard": "duck_and_cover, nasser",
            "board": "poland 0/3",
        },
        "star_wars influence: safe, star_wars event_first: safe",
    ),
    Position(
        "Star Wars finds a contest in which the USSR need not stay away",
        "ussr",
        {
            "turn": 8,
            "defcon": 2,
            "space": "3/2",
            "ussr_hand": "star_wars",
            "discard": "olympic_games, nasser",
            "board": "poland 0/3",
        },
        "star_wars influence: safe",
    ),
    Position(
        "Star Wars sets DEFCON from any level",
        "ussr",
        {
            "turn": 8,
            "defcon": 4,
            "space": "3/2",
            "ussr_hand": "star_wars",
            "discard": "how_i_learned_to_stop_worrying",
            "board": "poland 0/3",
        },
        "star_wars influence: may, star_wars event_first: may",
    ),
    Position(
        "the US must choose a deadly card for its own Star Wars",
        "us",
        {
            "turn": 8,
            "defcon": 2,
            "space": "3/2",
            "us_hand": "star_wars",
            "discard": "duck_and_cover",
            "board": AFRICA_US,
        },
        "star_wars event: loses, star_wars influence: safe",
    ),
    Position(
        "the US has a choice for its own Star Wars",
        "us",
        {
            "turn": 8,
            "defcon": 2,
            "space": "3/2",
            "us_hand": "star_wars",
            "discard": "duck_and_cover, nuclear_test_ban",
            "board": AFRICA_US,
        },
        "star_wars event: safe",
    ),
    Position(
        "UN Intervention cancels a deadly event",
        "ussr",
        {"defcon": 2, "ussr_hand": "un_intervention, duck_and_cover", "board": "poland 0/3"},
        "un_intervention event: safe, duck_and_cover influence: loses",
    ),
]

# Points, Europe, Wargames.
USSR_EUROPE = (
    "france 0/3, west_germany 0/4, italy 0/2, poland 0/3, east_germany 0/3, hungary 0/3, uk 5/0"
)
OIL = "egypt 0/9, libya 0/9, iraq 0/9, uk 5/0"

POINTS = [
    Position(
        "the enemy controls Europe when it is scored",
        "us",
        {"us_hand": "europe_scoring, nato", "board": USSR_EUROPE},
        "europe_scoring event: loses",
    ),
    Position(
        "Europe is not controlled",
        "us",
        {"us_hand": "europe_scoring, nato", "board": "france 0/3, west_germany 4/0, uk 5/0"},
        "europe_scoring event: safe",
    ),
    Position(
        "a scoring brings the enemy to twenty",
        "us",
        {"vp": -15, "us_hand": "middle_east_scoring, nato", "board": "egypt 0/2, jordan 0/2"},
        "middle_east_scoring event: loses, nato influence: stuck",
    ),
    Position(
        "the same scoring from further away",
        "us",
        {"vp": -12, "us_hand": "middle_east_scoring, nato", "board": "egypt 0/2, jordan 0/2"},
        "middle_east_scoring event: safe, nato influence: safe",
    ),
    Position(
        "Shuttle Diplomacy takes the battleground away",
        "us",
        {
            "turn": 4,
            "vp": -15,
            "us_hand": "middle_east_scoring, nato",
            "board": "egypt 0/2, jordan 0/2",
            "effects": "shuttle_diplomacy",
        },
        "middle_east_scoring event: safe",
    ),
    Position(
        "OPEC when control can't be broken",
        "us",
        {"turn": 4, "vp": -18, "us_hand": "opec, nato", "board": OIL},
        "opec event_first: loses, opec influence: may, opec space: safe",
    ),
    Position(
        "OPEC when control can be broken before",
        "us",
        {
            "turn": 4,
            "vp": -19,
            "us_hand": "opec, nato",
            "board": "gulf_states 0/3, saudi_arabia 1/0, uk 5/0",
        },
        "opec event_first: loses, opec influence: safe",
    ),
    Position(
        "OPEC is worth too little",
        "us",
        {"turn": 4, "vp": -16, "us_hand": "opec, nato", "board": OIL},
        "opec event_first: safe, opec influence: safe",
    ),
    Position(
        "Flower Power pays for the play of a war card",
        "us",
        {
            "turn": 4,
            "vp": -18,
            "us_hand": "korean_war",
            "board": AFRICA_US,
            "effects": "flower_power",
        },
        "korean_war influence: loses, korean_war event_first: loses, korean_war space: safe",
    ),
    Position(
        "We Will Bury You is due, and only UN Intervention stops it",
        "us",
        {
            "turn": 4,
            "vp": -17,
            "us_hand": "un_intervention, fidel, nato",
            "board": AFRICA_US,
            "effects": "we_will_bury_you",
        },
        "nato influence: loses, fidel space: loses, un_intervention event: safe, "
        "un_intervention influence: loses",
    ),
    Position(
        "a war that brings the enemy to twenty with a good die",
        "us",
        {"vp": -18, "us_hand": "korean_war", "board": AFRICA_US},
        "korean_war influence: may, korean_war event_first: may, korean_war space: safe",
    ),
    Position(
        "Defectors gives the US its last point",
        "ussr",
        {"vp": 19, "ussr_hand": "defectors", "board": AFRICA_USSR},
        "defectors event_first: loses, defectors space: safe",
    ),
    Position(
        "Yuri and Samantha pays for each coup of the US",
        "us",
        {
            "turn": 8,
            "vp": -19,
            "us_hand": "nato",
            "board": "kenya 0/1, uk 5/0",
            "effects": "yuri_and_samantha",
        },
        "nato coup: loses, nato influence: safe",
    ),
    Position(
        "Olympic Games lost at 18 points",
        "us",
        {"vp": -18, "us_hand": "olympic_games", "board": AFRICA_US},
        "olympic_games event: may",
    ),
    Position(
        "an own Wargames may be declined",
        "us",
        {"turn": 8, "defcon": 2, "vp": 3, "us_hand": "wargames", "board": AFRICA_US},
        "wargames event: safe",
    ),
    Position(
        "the enemy ends the game with a Wargames that it buys",
        "ussr",
        {
            "turn": 8,
            "defcon": 2,
            "vp": 10,
            "ussr_hand": "grain_sales_to_soviets, wargames",
            "board": "poland 0/3",
        },
        "grain_sales_to_soviets influence: may",
    ),
    Position(
        "the enemy is not far enough ahead for Wargames",
        "ussr",
        {
            "turn": 8,
            "defcon": 2,
            "vp": 5,
            "ussr_hand": "grain_sales_to_soviets, wargames",
            "board": "poland 0/3",
        },
        "grain_sales_to_soviets influence: safe",
    ),
    Position(
        "the missing military operations of the last round",
        "us",
        {
            "round": 6,
            "defcon": 5,
            "vp": -16,
            "military": "0/5",
            "us_hand": "nato, duck_and_cover",
            "board": "uk 5/0, kenya 0/1, thailand 0/1",
        },
        "nato influence: may, nato coup: safe",
    ),
]
