"""Positions with known answers for the danger solver.

Each row names the side to move, the position (as in `twilight.engine.testing`), and what the solver
must say: "duck_and_cover event: loses, duck_and_cover space: safe". Hands, DEFCON and so on are
those of the scenario; the enemy's hand is hidden.
"""

from dataclasses import dataclass

from twilight.engine.testing import Given


@dataclass(frozen=True)
class Position:
    """One row: the side to move, where things stand, and how dangerous some plays are."""

    title: str
    side: str
    given: Given
    expect: str

    def __str__(self) -> str:
        return self.title


# What DEFCON 2 does to a play. Africa and the Americas are open to coups there.
AFRICA_USSR = "angola 0/1, poland 0/3"
AFRICA_US = "angola 1/0, uk 5/0"

DEFCON = [
    Position(
        "an own event that lowers DEFCON",
        "us",
        {"defcon": 2, "us_hand": "duck_and_cover, nato", "board": AFRICA_US},
        "duck_and_cover event: loses, duck_and_cover influence: safe, duck_and_cover space: safe",
    ),
    Position(
        "the same one level higher",
        "us",
        {"defcon": 3, "us_hand": "duck_and_cover, nato", "board": AFRICA_US},
        "duck_and_cover event: safe, duck_and_cover influence: safe",
    ),
    Position(
        "an enemy event that lowers DEFCON, in either order",
        "ussr",
        {"defcon": 2, "ussr_hand": "duck_and_cover, nasser", "board": "uk 5/0, poland 0/3"},
        "duck_and_cover influence: loses, duck_and_cover event_first: loses, "
        "duck_and_cover space: safe, nasser influence: safe, nasser event: safe",
    ),
    Position(
        "at 3 a coup in a battleground before such an event",
        "ussr",
        {"defcon": 3, "ussr_hand": "duck_and_cover, nasser", "board": "iran 1/0, poland 0/3"},
        "duck_and_cover influence: safe, duck_and_cover coup: loses, "
        "duck_and_cover event_first: safe, nasser coup: safe",
    ),
    Position(
        "at 3 there is a lesser country for the coup",
        "ussr",
        {
            "defcon": 3,
            "ussr_hand": "duck_and_cover, nasser",
            "board": "iran 1/0, colombia 1/0, poland 0/3",
        },
        "duck_and_cover coup: safe",
    ),
    Position(
        "We Will Bury You in US hands",
        "us",
        {"turn": 4, "defcon": 2, "us_hand": "we_will_bury_you, nato", "board": AFRICA_US},
        "we_will_bury_you influence: loses, we_will_bury_you event_first: loses, "
        "we_will_bury_you space: safe",
    ),
    Position(
        "We Will Bury You in USSR hands",
        "ussr",
        {"turn": 4, "defcon": 2, "ussr_hand": "we_will_bury_you", "board": AFRICA_USSR},
        "we_will_bury_you event: loses, we_will_bury_you influence: safe",
    ),
    Position(
        "all targets of a coup are battlegrounds",
        "us",
        {"defcon": 2, "us_hand": "nato", "board": AFRICA_USSR},
        "nato coup: loses, nato influence: safe, nato realignment: safe",
    ),
    Position(
        "a coup with a lesser country to choose",
        "us",
        {"defcon": 2, "us_hand": "nato", "board": "angola 0/1, kenya 0/1, uk 5/0"},
        "nato coup: safe",
    ),
    Position(
        "Nuclear Subs allow US coups in battlegrounds",
        "us",
        {
            "turn": 4,
            "defcon": 2,
            "us_hand": "nato",
            "board": AFRICA_USSR,
            "effects": "nuclear_subs",
        },
        "nato coup: safe",
    ),
    Position(
        "KAL 007 in USSR hands",
        "ussr",
        {"turn": 8, "defcon": 2, "ussr_hand": "soviets_shoot_down_kal_007", "board": AFRICA_USSR},
        "soviets_shoot_down_kal_007 influence: loses, soviets_shoot_down_kal_007 space: safe, "
        "soviets_shoot_down_kal_007 event_first: loses",
    ),
    Position(
        "KAL 007 at 3",
        "ussr",
        {"turn": 8, "defcon": 3, "ussr_hand": "soviets_shoot_down_kal_007", "board": AFRICA_USSR},
        "soviets_shoot_down_kal_007 influence: safe, soviets_shoot_down_kal_007 event_first: safe",
    ),
    Position(
        "the level of DEFCON is the own choice",
        "us",
        {"turn": 4, "defcon": 2, "us_hand": "how_i_learned_to_stop_worrying", "board": AFRICA_US},
        "how_i_learned_to_stop_worrying event: safe",
    ),
    Position(
        "Glasnost raises DEFCON and grants no coup",
        "us",
        {
            "turn": 8,
            "defcon": 2,
            "us_hand": "glasnost",
            "board": AFRICA_US,
            "effects": "the_reformer",
        },
        "glasnost influence: safe, glasnost event_first: safe",
    ),
    Position(
        "First Lightning lowers DEFCON whatever it is used for",
        "ussr",
        {
            "defcon": 2,
            "ussr_hand": "first_lightning, nasser",
            "board": AFRICA_USSR,
            "rules": {"promo_2": True},
        },
        "first_lightning influence: loses, nasser influence: safe",
    ),
]

# Operations that an event grants the enemy.
GRANTED = [
    Position(
        "CIA Created with the USSR in an African battleground",
        "ussr",
        {"round": 6, "defcon": 2, "ussr_hand": "cia_created, nasser", "board": AFRICA_USSR},
        "cia_created influence: may, cia_created event_first: may, nasser influence: safe",
    ),
    Position(
        "CIA Created with the USSR in no battleground that is open",
        "ussr",
        {
            "defcon": 2,
            "ussr_hand": "cia_created, nasser",
            "board": "poland 0/3, iraq 0/1, kenya 0/1",
        },
        "cia_created influence: safe, cia_created event_first: safe",
    ),
    Position(
        "CIA Created at 3: one coup is not enough",
        "ussr",
        {"defcon": 3, "ussr_hand": "cia_created", "board": AFRICA_USSR},
        "cia_created influence: safe, cia_created event_first: safe",
    ),
    Position(
        "CIA Created at 3 after an own coup in a battleground",
        "ussr",
        {"defcon": 3, "ussr_hand": "cia_created", "board": "angola 0/1, panama 1/0"},
        "cia_created coup: may, cia_created influence: safe",
    ),
    Position(
        "an own coup may open the first target: it moves in",
        "ussr",
        {"defcon": 3, "ussr_hand": "cia_created", "board": "poland 0/3, cuba 1/0"},
        "cia_created coup: safe, cia_created influence: safe",
    ),
    Position(
        "CIA Created under Nuclear Subs",
        "ussr",
        {
            "turn": 4,
            "defcon": 2,
            "ussr_hand": "cia_created",
            "board": AFRICA_USSR,
            "effects": "nuclear_subs",
        },
        "cia_created influence: safe, cia_created event_first: safe",
    ),
    Position(
        "Lone Gunman with the US in Panama",
        "us",
        {"turn": 4, "defcon": 2, "us_hand": "lone_gunman", "board": "panama 1/0, cuba 0/3"},
        "lone_gunman influence: may, lone_gunman event_first: may",
    ),
    Position(
        "Lone Gunman with the US in lesser countries only",
        "us",
        {"turn": 4, "defcon": 2, "us_hand": "lone_gunman", "board": "costa_rica 1/0, japan 4/0"},
        "lone_gunman influence: safe, lone_gunman event_first: safe",
    ),
    Position(
        "Lone Gunman while a coup would lose the game for the USSR",
        "us",
        {
            "turn": 4,
            "defcon": 2,
            "us_hand": "lone_gunman",
            "board": "panama 1/0",
            "effects": "cuban_missile_crisis_on_ussr",
        },
        "lone_gunman influence: safe",
    ),
    Position(
        "Lone Gunman while the USSR can buy itself out of the crisis",
        "us",
        {
            "turn": 4,
            "defcon": 2,
            "us_hand": "lone_gunman",
            "board": "panama 1/0, cuba 0/3",
            "effects": "cuban_missile_crisis_on_ussr",
        },
        "lone_gunman influence: may",
    ),
    Position(
        "Lone Gunman can only be spaced with a higher value",
        "us",
        {
            "turn": 4,
            "defcon": 2,
            "us_hand": "lone_gunman",
            "board": "panama 1/0",
            "effects": "containment",
        },
        "lone_gunman influence: may, lone_gunman space: safe",
    ),
    Position(
        "Ortega with the US in Cuba",
        "us",
        {"turn": 8, "defcon": 2, "us_hand": "ortega_elected_in_nicaragua", "board": "cuba 1/0"},
        "ortega_elected_in_nicaragua influence: may, ortega_elected_in_nicaragua event_first: may, "
        "ortega_elected_in_nicaragua space: safe",
    ),
    Position(
        "Ortega with the US in Honduras only",
        "us",
        {"turn": 8, "defcon": 2, "us_hand": "ortega_elected_in_nicaragua", "board": "honduras 1/0"},
        "ortega_elected_in_nicaragua influence: safe",
    ),
    Position(
        "Che reaches no battleground",
        "us",
        {"turn": 4, "defcon": 2, "us_hand": "che", "board": "panama 1/0, kenya 1/0, peru 1/0"},
        "che influence: safe, che event_first: safe",
    ),
    Position(
        "Tear Down This Wall against Poland",
        "ussr",
        {"turn": 8, "defcon": 2, "ussr_hand": "tear_down_this_wall", "board": "poland 0/3"},
        "tear_down_this_wall influence: may, tear_down_this_wall event_first: may, "
        "tear_down_this_wall space: safe",
    ),
    Position(
        "Tear Down This Wall against Hungary only",
        "ussr",
        {"turn": 8, "defcon": 2, "ussr_hand": "tear_down_this_wall", "board": "hungary 0/3"},
        "tear_down_this_wall influence: safe",
    ),
    Position(
        "Kremlin Flu grants operations too",
        "ussr",
        {
            "turn": 8,
            "defcon": 2,
            "ussr_hand": "kremlin_flu",
            "board": AFRICA_USSR,
            "rules": {"promo_2": True},
        },
        "kremlin_flu influence: may",
    ),
    Position(
        "own operations of an own event are the own choice",
        "us",
        {"turn": 4, "defcon": 2, "us_hand": "abm_treaty, junta", "board": "angola 0/1, cuba 0/3"},
        "abm_treaty event: safe, junta event: safe",
    ),
]

# Choices of the enemy, and dice.
CHOICES = [
    Position(
        "the enemy can boycott the Olympic Games",
        "us",
        {"defcon": 2, "us_hand": "olympic_games", "board": AFRICA_US},
        "olympic_games event: may, olympic_games influence: safe",
    ),
    Position(
        "a boycott at 3 leaves the own operations",
        "ussr",
        {"defcon": 3, "ussr_hand": "olympic_games", "board": AFRICA_US + ", poland 0/3"},
        "olympic_games event: safe",
    ),
    Position(
        "the winner of the Summit can lower DEFCON",
        "us",
        {"turn": 4, "defcon": 2, "us_hand": "summit", "board": AFRICA_US},
        "summit event: may, summit influence: safe",
    ),
    Position(
        "a Summit at 3",
        "us",
        {"turn": 4, "defcon": 3, "us_hand": "summit", "board": AFRICA_US},
        "summit event: safe",
    ),
    Position(
        "a Summit that the enemy can't win",
        "us",
        {
            "turn": 4,
            "defcon": 2,
            "us_hand": "summit",
            "board": "uk 5/0, france 3/0, india 3/0, burma 2/0, egypt 2/0, jordan 2/0, angola 1/0, "
            "kenya 2/0, panama 2/0, haiti 1/0",
        },
        "summit event: safe",
    ),
    Position(
        "any coup under the Cuban Missile Crisis",
        "us",
        {
            "turn": 4,
            "defcon": 2,
            "us_hand": "nato",
            "board": "kenya 0/1, uk 5/0",
            "effects": "cuban_missile_crisis_on_us",
        },
        "nato coup: loses, nato influence: safe",
    ),
    Position(
        "the Cuban Missile Crisis can be bought off in Turkey",
        "us",
        {
            "turn": 4,
            "defcon": 2,
            "us_hand": "nato",
            "board": "kenya 0/1, turkey 2/0",
            "effects": "cuban_missile_crisis_on_us",
        },
        "nato coup: safe",
    ),
    Position(
        "the Cuban Missile Crisis played by oneself sets DEFCON to 2",
        "ussr",
        {"turn": 4, "defcon": 3, "ussr_hand": "cuban_missile_crisis", "board": AFRICA_USSR},
        "cuban_missile_crisis event: safe",
    ),
]
