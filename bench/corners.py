"""Positions in corners where plain random play never comes, and random walks from them.

Few countries hold influence, DEFCON is low, piles and hands are short, effects lie on the table,
and hands are full of cards that bring about further cards and operations: where a rule forgets to
ask whether anything can be chosen at all, this is where it shows.
"""

from random import Random

from bench.crash_file import write_down

from twilight.engine.actions import ACTION_KEYS
from twilight.engine.board import COUNTRY_KEYS, NUMBER_OF_COUNTRIES
from twilight.engine.cards import CARD_KEYS
from twilight.engine.effects import Effect
from twilight.engine.game import Game
from twilight.engine.ids import CRISIS_CHINESE_CIVIL_WAR, CRISIS_VE_DAY
from twilight.engine.rules import Rules, rules_to_dict
from twilight.engine.state import State
from twilight.engine.testing import Given, cards_in_game, invariants, scenario
from twilight.engine.turn.start_and_end import deck_of
from twilight.engine.types import EARLY, LATE, MID, NOBODY, SCORED_REGIONS, SIDES, Segment

# Cards that bring about operations, other cards, or choices out of nearly nothing.
NESTING = (
    "abm_treaty",
    "che",
    "cia_created",
    "cuban_missile_crisis",
    "de_stalinization",
    "first_lightning",
    "five_year_plan",
    "glasnost",
    "grain_sales_to_soviets",
    "junta",
    "kremlin_flu",
    "lone_gunman",
    "missile_envy",
    "olympic_games",
    "ortega_elected_in_nicaragua",
    "our_man_in_tehran",
    "soviets_shoot_down_kal_007",
    "star_wars",
    "tear_down_this_wall",
    "un_intervention",
)
# Places from which a superpower, a region under a ban or a lone neighbour is at hand.
CROSSROADS = (
    "afghanistan",
    "canada",
    "cuba",
    "east_germany",
    "finland",
    "japan",
    "mexico",
    "nicaragua",
    "north_korea",
    "poland",
    "south_africa",
    "taiwan",
    "turkey",
    "uk",
    "west_germany",
    "zaire",
)
ANSWERS_IN_A_WALK = 25


def corner(rules: Rules, random: Random) -> Game:
    """Lay out a position in a corner and begin it."""
    late = rules.scenario == "late_war"
    turn = random.randint(8 if late else 1, 10)
    given: dict[str, object] = {
        "rules": rules_to_dict(rules),
        "turn": turn,
        "round": random.choice((1, 2, 6, 7, 8) if turn > 3 else (1, 2, 6, 8)),
        "defcon": random.choice((2, 2, 3, 4, 5)),
        "vp": random.randint(-19, 19),
        "civil_war": random.randint(0, 3) if rules.chinese_civil_war else 0,
        "military": f"{random.randint(0, 5)}/{random.randint(0, 5)}",
        "space": f"{random.randint(0, 8)}/{random.randint(0, 8)}",
        "attempts": f"{random.randint(0, 2)}/{random.randint(0, 2)}",
        "china": f"{random.choice(('us', 'ussr'))} {random.choice(('up', 'down'))}",
        "board": _sparse_board(random),
        "effects": _effects(random),
        "crises": _crises(random) if rules.turn_zero else "",
    }
    if rules.chinese_civil_war and given["civil_war"] != 3:
        given["china"] = "nobody up"
    cards = _cards_by_turn(rules, turn)
    if "shuttle_diplomacy" in str(given["effects"]):
        cards = [card for card in cards if card != "shuttle_diplomacy"]
    for place, most in (("us_hand", 5), ("ussr_hand", 5), ("discard", 6), ("draw", 6)):
        if place != "draw" or random.random() < 0.3:
            given[place] = ", ".join(_take(cards, random, most))
    return Game(_begin(given, random))  # type: ignore[arg-type]


def corner_games(name: str, rules: Rules, games: int, seed: int) -> list[str]:
    """Walk from so many corners and return what went wrong."""
    problems = []
    for number in range(games):
        source = f"{seed}/{name}/corner {number}"
        random = Random(source)
        game = corner(rules, random)
        try:
            walk(game, random)
        except Exception as error:
            problems.append(write_down(game, source, error))
    return problems


def walk(game: Game, random: Random) -> None:
    """Answer anything legal for a while, and check what must hold everywhere."""
    cards = len(cards_in_game(game.state))
    for _ in range(ANSWERS_IN_A_WALK):
        invariants(game)
        assert len(cards_in_game(game.state)) == cards, "a card was lost or doubled"
        if game.pending is None:
            return
        game.answer(random.choice(game.pending.options))


def _begin(given: Given, random: Random) -> State:
    """Begin an action round of a side, or now and then a headline or the end of the turn."""
    state = scenario(given, random.choice(SIDES))
    place = random.random()
    if place < 0.25:
        state.segment = Segment.HEADLINE if place < 0.15 else Segment.TURN_END
        state.phasing = NOBODY
        state.round = 0
    return state


def _sparse_board(random: Random) -> str:
    """Name a handful of countries; in half of the corners a side has no influence at all."""
    countries = random.sample(CROSSROADS, random.randint(0, 3))
    countries += random.sample(COUNTRY_KEYS[:NUMBER_OF_COUNTRIES], random.randint(0, 2))
    us, ussr = random.choice(((1, 1), (1, 1), (1, 0), (0, 1)))
    entries = [
        f"{country} {us * random.choice((0, 1, 2, 4))}/{ussr * random.choice((0, 1, 2, 4))}"
        for country in dict.fromkeys(countries)
    ]
    return ", ".join(entries)


def _effects(random: Random) -> str:
    chosen = random.sample(list(Effect), random.randint(0, 5))
    # Each of these comes with a card in a place of its own.
    owed = (Effect.MISSILE_ENVY_OWED_BY_USSR, Effect.MISSILE_ENVY_OWED_BY_US)
    names = [effect.name.lower() for effect in chosen if effect not in owed]
    return ", ".join(name if name != "chernobyl" else _chernobyl(random) for name in names)


def _chernobyl(random: Random) -> str:
    return f"chernobyl={1 + random.choice(SCORED_REGIONS)}"


def _crises(random: Random) -> str:
    crises = range(CRISIS_VE_DAY, CRISIS_CHINESE_CIVIL_WAR + 1)
    names = [ACTION_KEYS[crisis].removeprefix("crisis_") for crisis in crises]
    return ", ".join(f"{name}={random.randint(1, 6)}" for name in names)


def _cards_by_turn(rules: Rules, turn: int) -> list[str]:
    periods = [EARLY, *([MID] if turn > 3 else []), *([LATE] if turn > 7 else [])]
    return [CARD_KEYS[card] for period in periods for card in deck_of(rules, period)]


def _take(cards: list[str], random: Random, most: int) -> list[str]:
    """Take some cards off a list, half of them of the kind that brings about more."""
    taken = []
    for _ in range(random.randint(0, most)):
        nesting = [card for card in cards if card in NESTING]
        card = random.choice(nesting if nesting and random.random() < 0.5 else cards)
        cards.remove(card)
        taken.append(card)
    return taken
