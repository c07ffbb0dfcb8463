"""Positions in which the rest of the hand decides, and headlines."""

from tests.analysis.positions import AFRICA_US, AFRICA_USSR, Position

# The rest of the hand.
HAND = [
    Position(
        "a scoring card left over by the US in the last round",
        "us",
        {"round": 6, "us_hand": "asia_scoring, nato", "board": AFRICA_US},
        "nato influence: loses, nato space: loses, asia_scoring event: safe",
    ),
    Position(
        "a scoring card left over by the USSR in the last round",
        "ussr",
        {"round": 6, "ussr_hand": "asia_scoring, nasser", "board": AFRICA_USSR},
        "nasser influence: may, asia_scoring event: safe",
    ),
    Position(
        "a war that may win the game is no way out with a scoring card in the last round",
        "us",
        {
            "turn": 4,
            "round": 7,
            "vp": 19,
            "military": "5/5",
            "us_hand": "indo_pakistani_war, south_america_scoring",
            "board": AFRICA_US,
        },
        "indo_pakistani_war event: may, south_america_scoring event: safe",
    ),
    Position(
        "nor is a space attempt that may win it",
        "us",
        {
            "round": 6,
            "vp": 19,
            "military": "5/5",
            "us_hand": "asia_scoring, nato",
            "board": AFRICA_US,
        },
        "nato space: may, asia_scoring event: safe",
    ),
    Position(
        "more scoring cards than rounds",
        "us",
        {"round": 5, "us_hand": "asia_scoring, europe_scoring, nato", "board": AFRICA_US},
        "nato influence: stuck, asia_scoring event: safe, europe_scoring event: safe",
    ),
    Position(
        "as many scoring cards as rounds are enough",
        "us",
        {"round": 4, "us_hand": "asia_scoring, europe_scoring, nato", "board": AFRICA_US},
        "nato influence: safe",
    ),
    Position(
        "a rule that prevents held scoring cards leaves no other choice",
        "us",
        {
            "round": 6,
            "us_hand": "asia_scoring, nato",
            "board": AFRICA_US,
            "preset": "classic",
        },
        "asia_scoring event: safe",
    ),
    Position(
        "an eighth round by North Sea Oil leaves time for the scoring card",
        "us",
        {"turn": 8, "round": 7, "us_hand": "asia_scoring, north_sea_oil", "board": AFRICA_US},
        "north_sea_oil event: safe, north_sea_oil influence: loses",
    ),
    Position(
        "two deadly cards, one round, and the space attempt has been used",
        "ussr",
        {
            "turn": 4,
            "round": 6,
            "defcon": 2,
            "attempts": "0/1",
            "china": "us up",
            "ussr_hand": "duck_and_cover, cia_created, nasser",
            "board": AFRICA_USSR,
        },
        "nasser influence: stuck, nasser event: stuck",
    ),
    Position(
        "two deadly cards, one round, and one of them can be spaced",
        "ussr",
        {
            "turn": 4,
            "round": 6,
            "defcon": 2,
            "china": "us up",
            "ussr_hand": "duck_and_cover, cia_created, nasser",
            "board": AFRICA_USSR,
        },
        "nasser influence: safe, duck_and_cover space: safe, nasser coup: absent",
    ),
    Position(
        "The China Card lets both be kept",
        "ussr",
        {
            "turn": 4,
            "round": 6,
            "defcon": 2,
            "attempts": "0/1",
            "china": "ussr up",
            "ussr_hand": "duck_and_cover, cia_created, nasser",
            "board": AFRICA_USSR,
        },
        "nasser influence: safe, the_china_card influence: safe",
    ),
    Position(
        "UN Intervention takes one of them",
        "ussr",
        {
            "turn": 4,
            "round": 6,
            "defcon": 2,
            "attempts": "0/1",
            "china": "us up",
            "ussr_hand": "duck_and_cover, cia_created, un_intervention, nasser",
            "board": AFRICA_USSR,
        },
        "nasser influence: safe, un_intervention event: safe",
    ),
    Position(
        "even UN Intervention is not enough",
        "ussr",
        {
            "turn": 4,
            "round": 6,
            "defcon": 2,
            "attempts": "0/1",
            "china": "us up",
            "ussr_hand": "duck_and_cover, cia_created, un_intervention",
            "board": AFRICA_USSR,
        },
        "un_intervention influence: stuck, un_intervention event: stuck",
    ),
    Position(
        "a coup at 3 turns a harmless hand into a deadly one",
        "us",
        {
            "turn": 4,
            "round": 6,
            "defcon": 3,
            "attempts": "1/0",
            "china": "ussr up",
            "us_hand": "we_will_bury_you, lone_gunman, nato",
            "board": "panama 1/0, angola 0/1",
        },
        "nato coup: stuck, nato influence: safe",
    ),
    Position(
        "a way back up is kept",
        "us",
        {
            "turn": 4,
            "round": 6,
            "defcon": 2,
            "attempts": "1/0",
            "china": "ussr up",
            "us_hand": "we_will_bury_you, lone_gunman, how_i_learned_to_stop_worrying",
            "board": "panama 1/0",
        },
        "how_i_learned_to_stop_worrying event: safe, "
        "how_i_learned_to_stop_worrying influence: stuck",
    ),
    Position(
        "in a trap the cards are discarded without their events",
        "ussr",
        {
            "turn": 4,
            "round": 5,
            "defcon": 2,
            "attempts": "0/1",
            "china": "us up",
            "ussr_hand": "bear_trap, duck_and_cover, cia_created, five_year_plan",
            "board": "angola 0/1",
        },
        "bear_trap influence: safe, bear_trap event_first: safe",
    ),
]

# Headlines: cards and how dangerous they are to choose.
HEADLINES = [
    Position(
        "a headline that lowers DEFCON from 2, and the enemy has none",
        "us",
        {"defcon": 2, "us_hand": "duck_and_cover, nato", "board": AFRICA_US},
        "duck_and_cover: loses, nato: safe",
    ),
    Position(
        "the enemy's headline may raise DEFCON before",
        "us",
        {
            "turn": 4,
            "defcon": 2,
            "us_hand": "duck_and_cover",
            "ussr_hand": "nasser",
            "board": AFRICA_US,
        },
        "duck_and_cover: may",
    ),
    Position(
        "the enemy's headline may lower DEFCON before",
        "us",
        {
            "turn": 4,
            "defcon": 3,
            "us_hand": "duck_and_cover",
            "ussr_hand": "nasser",
            "board": AFRICA_US,
        },
        "duck_and_cover: may",
    ),
    Position(
        "in the Early War nothing that lowers DEFCON comes before a 3",
        "us",
        {"defcon": 3, "us_hand": "duck_and_cover", "ussr_hand": "nasser", "board": AFRICA_US},
        "duck_and_cover: safe",
    ),
    Position(
        "but before a 2 it does",
        "us",
        {"defcon": 3, "us_hand": "olympic_games, nato", "ussr_hand": "nasser", "board": AFRICA_US},
        "olympic_games: may, nato: safe",
    ),
    Position(
        "and not when that card is known to be elsewhere",
        "us",
        {
            "defcon": 3,
            "us_hand": "olympic_games, nato",
            "ussr_hand": "nasser",
            "discard": "duck_and_cover",
            "board": AFRICA_US,
        },
        "olympic_games: safe",
    ),
    Position(
        "CIA Created as a headline of the USSR",
        "ussr",
        {"defcon": 2, "ussr_hand": "cia_created, nasser", "us_hand": "nato", "board": AFRICA_USSR},
        "cia_created: may, nasser: stuck",
    ),
    Position(
        "Grain Sales as a headline of the USSR",
        "ussr",
        {
            "turn": 4,
            "defcon": 4,
            "ussr_hand": "grain_sales_to_soviets, how_i_learned_to_stop_worrying",
            "us_hand": "nato",
            "board": "poland 0/3",
        },
        "grain_sales_to_soviets: may, how_i_learned_to_stop_worrying: safe",
    ),
    Position(
        "a headline that leaves a deadly card with no room to keep it",
        "ussr",
        {
            "defcon": 2,
            "china": "us up",
            "ussr_hand": "cia_created, independent_reds, nasser, fidel, blockade, comecon,"
            " vietnam_revolts",
            "us_hand": "nato",
            "board": AFRICA_USSR,
        },
        "nasser: stuck, cia_created: may",
    ),
    Position(
        "a headline with room to keep it",
        "ussr",
        {
            "defcon": 2,
            "china": "us up",
            "ussr_hand": "cia_created, independent_reds, nasser, fidel, blockade, comecon,"
            " vietnam_revolts, suez_crisis",
            "us_hand": "nato",
            "board": AFRICA_USSR,
        },
        "nasser: safe, cia_created: may",
    ),
]
