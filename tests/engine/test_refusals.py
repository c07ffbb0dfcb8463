"""Refused answers say what was wrong, by which rule, and what was expected."""

from random import Random

import pytest

from twilight.engine.actions import ACTION_BY_KEY, ACTION_KEYS
from twilight.engine.board import COUNTRY_BY_KEY, COUNTRY_KEYS, countries_in
from twilight.engine.cards import CARD_BY_KEY
from twilight.engine.effects import Duration, Effect
from twilight.engine.game import Game, IllegalAction
from twilight.engine.ids import (
    CHERNOBYL,
    COUP,
    INFLUENCE,
    NATO,
    NUMBER_OF_ACTIONS,
    REALIGNMENT,
    RED_SCARE_PURGE,
    THE_CHINA_CARD,
    TRUMAN_DOCTRINE,
)
from twilight.engine.operations.influence import placement_reach
from twilight.engine.operations.targets import coup_targets, realignment_targets
from twilight.engine.plain_data.states import state_to_dict
from twilight.engine.rules import OptionValue, make_rules
from twilight.engine.testing import Given, scenario, side_named
from twilight.engine.text.describe import LANGUAGES, load_language
from twilight.engine.text.refusals import (
    closed_targets,
    effects_in_play,
    explain_refusal,
    why_prevented,
)
from twilight.engine.turn.play import is_prevented
from twilight.engine.types import CHANCE, SIDES, US, USSR, Kind, Segment

BOTH = [load_language(code) for code in LANGUAGES]


def position(given: Given, side: str, answers: str = "", hand: str = "containment") -> Game:
    """Bring a side to a decision of its action round; answers are keys with blanks between."""
    game = Game(scenario(given, side_named(side), hand.split()))
    for key in answers.split():
        game.answer(ACTION_BY_KEY[key])
    return game


def refusal(game: Game, key: str) -> str:
    action = ACTION_BY_KEY[key]
    with pytest.raises(IllegalAction) as caught:
        game.answer(action)
    assert caught.value.action == action
    assert caught.value.decision is game.pending
    assert game.pending is not None
    return explain_refusal(game.state, game.pending, action)


# (title, given, side, answers, refused, beginning of the reason)
ROUNDS: list[tuple[str, Given, str, str, str, str]] = [
    (
        "DEFCON closes regions",
        {"board": "poland 2/0, angola 1/0", "defcon": 3},
        "ussr",
        "containment coup",
        "poland",
        "Poland can't be the target of a coup: DEFCON 3 closes Europe and Asia (R14.2); "
        "expected: Angola",
    ),
    (
        "NATO protects",
        {"board": "west_germany 4/0, italy 1/0", "effects": "nato"},
        "ussr",
        "containment coup",
        "west_germany",
        "West Germany can't be the target of a coup: NATO protects West Germany (R11.1)",
    ),
    (
        "two reasons at once",
        {"board": "west_germany 4/0, angola 1/0", "effects": "nato", "defcon": 4},
        "ussr",
        "containment realignment",
        "west_germany",
        "West Germany can't be the target of a realignment roll: "
        "DEFCON 4 closes Europe (R14.2) and NATO protects West Germany (R11.1)",
    ),
    (
        "the pact closes Japan",
        {"board": "japan 4/0, angola 1/0", "effects": "us_japan_mutual_defense_pact"},
        "ussr",
        "containment coup",
        "japan",
        "Japan can't be the target of a coup: the US/Japan Mutual Defense Pact protects Japan",
    ),
    (
        "The Reformer bars coups in Europe",
        {"board": "italy 1/0, angola 1/0", "effects": "the_reformer"},
        "ussr",
        "containment coup",
        "italy",
        "Italy can't be the target of a coup: The Reformer bars the USSR from coups in Europe",
    ),
    (
        "no enemy influence for a coup",
        {"board": "italy 1/0, angola 0/1"},
        "us",
        "containment coup",
        "italy",
        "Italy can't be the target of a coup: the USSR has no influence there (R11.1)",
    ),
    (
        "no enemy influence for a realignment",
        {"board": "italy 1/0, angola 0/1"},
        "us",
        "containment realignment",
        "italy",
        "Italy can't be the target of a realignment roll: the USSR has no influence there (R12.2)",
    ),
    (
        "out of reach",
        {"board": "panama 1/0"},
        "us",
        "containment influence",
        "chile",
        "Influence can't be placed in Chile: out of reach, no US influence here or next "
        "door when the round began (R10.2); expected: Canada, Japan",
    ),
    (
        "markers of this round don't extend the reach",
        {"board": "panama 1/0"},
        "us",
        "containment influence costa_rica",
        "nicaragua",
        "Influence can't be placed in Nicaragua: out of reach",
    ),
    (
        "a controlled country is too dear for the last point",
        {"board": "romania 3/0, finland 0/1"},
        "ussr",
        "containment influence finland finland",
        "romania",
        "Influence can't be placed in Romania: not enough points, the US controls it and so a "
        "marker costs 2 (R10.1)",
    ),
    (
        "Chernobyl closes a region",
        {"board": "angola 0/1, cuba 0/1", "effects": "chernobyl=4"},
        "ussr",
        "containment influence",
        "zaire",
        "Influence can't be placed in Zaire: Chernobyl bars the USSR from placing influence in "
        "Africa with operations this turn",
    ),
    (
        "only the bonus of The China Card is left",
        {"board": "thailand 0/1, finland 0/1", "china": "ussr up"},
        "ussr",
        "the_china_card influence thailand thailand thailand thailand",
        "finland",
        "Influence can't be placed in Finland: only a region bonus is left, and it doesn't hold",
    ),
    (
        "points may not be kept",
        {"board": "panama 1/0"},
        "us",
        "containment influence",
        "done",
        "stop here can't be chosen: all points must be used as far as possible (R8.2)",
    ),
    (
        "the civil war box is the USSR's",
        {"board": "panama 1/0", "rules": {"chinese_civil_war": True}, "china": "nobody up"},
        "us",
        "containment influence",
        "chinese_civil_war",
        "Influence can't be placed in Chinese Civil War: only the USSR may place markers there",
    ),
    (
        "the box is no target of a coup",
        {"board": "angola 0/1", "rules": {"chinese_civil_war": True}, "china": "nobody up"},
        "us",
        "containment coup",
        "chinese_civil_war",
        "Chinese Civil War can't be the target of a coup: the Chinese Civil War box is no country",
    ),
    (
        "a card of the other question",
        {"board": "angola 0/1"},
        "us",
        "containment coup",
        "nato",
        "NATO can't be chosen: it is no answer to the question (choose the target of the coup)",
    ),
]
CARDS: list[tuple[str, Given, str, str, str]] = [
    (
        "a card that is not in the hand",
        {},
        "us",
        "nato",
        "NATO can't be chosen: it is not in the US hand; expected: Containment",
    ),
    (
        "The China Card lies face down",
        {"china": "us down"},
        "us",
        "the_china_card",
        "The China Card can't be chosen: The China Card lies face down (R17.3)",
    ),
    (
        "The China Card is the enemy's",
        {"china": "ussr up"},
        "us",
        "the_china_card",
        "The China Card can't be chosen: The China Card is held by the USSR (R17.2)",
    ),
    (
        "nobody has The China Card",
        {"china": "nobody up"},
        "us",
        "the_china_card",
        "The China Card can't be chosen: nobody holds The China Card yet (V1.1)",
    ),
    (
        "The China Card would block a scoring card",
        {"china": "us up", "us_hand": "asia_scoring", "round": 6},
        "us",
        "the_china_card",
        "The China Card can't be chosen: The China Card would leave too few rounds for the "
        "scoring cards in hand (R17.5)",
    ),
    (
        "Missile Envy is due",
        {"us_hand": "missile_envy", "effects": "missile_envy_owed_by_us"},
        "us",
        "containment",
        "Containment can't be chosen: Missile Envy is due and must be played now (R7.7)",
    ),
    (
        "The China Card waits for Missile Envy",
        {"us_hand": "missile_envy", "effects": "missile_envy_owed_by_us", "china": "us up"},
        "us",
        "the_china_card",
        "The China Card can't be chosen: The China Card can't be played while another card is due",
    ),
    (
        "scoring cards need all rounds",
        {"us_hand": "asia_scoring", "round": 6, "rules": {"held_scoring_card": "prevent"}},
        "us",
        "containment",
        "Containment can't be chosen: the rounds left are all needed for scoring cards (R20.3)",
    ),
    (
        "passing with cards in hand",
        {},
        "us",
        "pass",
        "pass can't be chosen: a card must be played while there is one (R7.2)",
    ),
    (
        "a trap leaves only scoring cards",
        {
            "ussr_hand": "asia_scoring, fidel",
            "effects": "bear_trap, red_scare_on_ussr=2",
            "turn": 4,
        },
        "ussr",
        "fidel",
        "Fidel can't be chosen: Bear Trap leaves the USSR only scoring cards to play (R20.5)",
    ),
    (
        "too small a discard for a trap",
        {"us_hand": "nasser", "effects": "quagmire"},
        "us",
        "nasser",
        "Nasser can't be chosen: Quagmire asks for a card worth 2 or more, and this one is worth "
        "1 (R20.5); expected: Containment",
    ),
    (
        "a scoring card is no discard for a trap",
        {"us_hand": "asia_scoring", "effects": "quagmire"},
        "us",
        "asia_scoring",
        "Asia Scoring can't be chosen: a scoring card can't be discarded for Quagmire (R20.5)",
    ),
    (
        "Missile Envy must be the discard",
        {"us_hand": "missile_envy", "effects": "quagmire, missile_envy_owed_by_us"},
        "us",
        "containment",
        "Containment can't be chosen: Missile Envy is due and must be the discard (R20.5)",
    ),
    (
        "a trapped player can't pass",
        {"effects": "quagmire"},
        "us",
        "pass",
        "pass can't be chosen: Quagmire lets the US only discard a card worth 2 or more (R20.5)",
    ),
    (
        "The China Card is no discard",
        {"effects": "quagmire", "china": "us up"},
        "us",
        "the_china_card",
        "The China Card can't be chosen: The China Card is never part of a hand (R17.9)",
    ),
]
USES: list[tuple[str, Given, str, str, str, str]] = [
    (
        "NATO before its time",
        {},
        "us",
        "nato",
        "event",
        "Event off: needs Marshall Plan or Warsaw Pact (R16.2)",
    ),
    (
        "Wargames at the wrong level",
        {"defcon": 3},
        "us",
        "wargames",
        "event",
        "Event off: needs DEFCON 2 (R16.2)",
    ),
    (
        "an enemy event alone",
        {},
        "us",
        "fidel",
        "event",
        "Event off: the event belongs to the USSR and comes before or after",
    ),
    (
        "an own event first",
        {},
        "us",
        "containment",
        "event_first",
        "No event first: the card carries no event",
    ),
    (
        "operations with a scoring card",
        {},
        "us",
        "asia_scoring",
        "influence",
        "No influence possible: a scoring card can only be scored (R8.1)",
    ),
    (
        "a coup without a target",
        {},
        "us",
        "containment",
        "coup",
        "No coup possible: there is no country open to a coup (R11.1)",
    ),
    (
        "a realignment without a target",
        {},
        "us",
        "containment",
        "realignment",
        "No realignment possible: there is no country open to a realignment",
    ),
    (
        "a card too small for the Space Race",
        {"space": "4/0"},
        "us",
        "fidel",
        "space",
        "No Space Race possible: Lunar Orbit needs a card worth 3, and this one is worth 2 (R13.2)",
    ),
    (
        "no attempt left",
        {"attempts": "1/0"},
        "us",
        "containment",
        "space",
        "No Space Race possible: no Space Race attempt is left this turn",
    ),
    (
        "the last box",
        {"space": "8/0"},
        "us",
        "containment",
        "space",
        "No Space Race possible: the last box of the Space Race has been",
    ),
    (
        "The China Card has no event",
        {"china": "us up"},
        "us",
        "the_china_card",
        "event",
        "Event off: The China Card has no event (R8.1)",
    ),
    (
        "The China Card off the Space Race",
        {"china": "us up", "rules": {"china_space": False}},
        "us",
        "the_china_card",
        "space",
        "No Space Race possible: these rules keep The China Card off",
    ),
    (
        "The China Card can only be resolved",
        {"china": "us up", "rules": {"china_use": "event_only"}},
        "us",
        "the_china_card",
        "influence",
        "No influence possible: these rules let The China Card only be",
    ),
    (
        "Missile Envy that is due is no event",
        {"effects": "missile_envy_owed_by_us"},
        "us",
        "missile_envy",
        "event",
        "Event off: Missile Envy is due and must be used for",
    ),
    (
        "a usable card is not thrown away",
        {},
        "us",
        "containment",
        "pass",
        "No pass possible: the card can be put to use (R8.1)",
    ),
]
EVENTS: list[tuple[str, Given, str, str, str, str]] = [
    (
        "a compulsory choice",
        {"board": "france 2/2"},
        "us",
        "truman_doctrine event",
        "decline",
        "decline can't be chosen: this can't be declined (R16.8); expected: France",
    ),
    (
        "a country that the event doesn't allow",
        {"board": "france 2/2, poland 0/3"},
        "us",
        "truman_doctrine event",
        "poland",
        "Poland can't be chosen: Truman Doctrine doesn't offer it; expected: France",
    ),
    (
        "a compulsory number",
        {},
        "ussr",
        "liberation_theology event cuba",
        "done",
        "stop here can't be chosen: the number is compulsory as far as possible (R16.8)",
    ),
    (
        "nothing to remove",
        {"board": "uk 5/0"},
        "ussr",
        "suez_crisis event",
        "israel",
        "Israel can't be chosen: there is no influence to remove; expected: UK",
    ),
    (
        "a discard of too small a value",
        {"board": "west_germany 1/0", "us_hand": "fidel, nato"},
        "ussr",
        "blockade event",
        "fidel",
        "Fidel can't be chosen: Blockade asks for a card of a higher value than 2 (R9.4); "
        "expected: NATO, decline",
    ),
    (
        "a scoring card as discard",
        {"us_hand": "asia_scoring"},
        "ussr",
        "blockade event",
        "asia_scoring",
        "Asia Scoring can't be chosen: a scoring card has no value (R9.8); expected: decline",
    ),
    (
        "a card that the enemy doesn't hold",
        {"us_hand": "nato"},
        "ussr",
        "aldrich_ames_remix event",
        "fidel",
        "Fidel can't be chosen: Aldrich Ames Remix doesn't offer it; expected: NATO",
    ),
    (
        "a free coup ignores DEFCON, but not the event",
        {"board": "brazil 0/1, poland 0/3", "defcon": 3},
        "us",
        "junta event brazil coup",
        "poland",
        "Poland can't be the target of a coup: Junta doesn't offer it; expected: Brazil",
    ),
    (
        "no influence with a Junta",
        {"board": "brazil 0/1"},
        "us",
        "junta event brazil",
        "influence",
        "influence can't be chosen: Junta doesn't offer it; expected: coup, realignment, decline",
    ),
    (
        "no coup with KAL-007",
        {"board": "south_korea 4/0, angola 0/1"},
        "us",
        "soviets_shoot_down_kal_007 event",
        "coup",
        "coup can't be chosen: Soviets Shoot Down KAL-007 doesn't offer it",
    ),
    (
        "granted operations too small for the Space Race",
        {"board": "italy 1/1"},
        "us",
        "cia_created event",
        "space",
        "Space Race can't be chosen: the value is too low for Earth Satellite, which needs 2",
    ),
    (
        "no Space Race after the event",
        {"board": "italy 1/1"},
        "us",
        "fidel event_first",
        "space",
        "Space Race can't be chosen: once its event has happened the card can't go to the Space",
    ),
    (
        "the price of the crisis",
        {"board": "cuba 0/3", "effects": "cuban_missile_crisis_on_ussr"},
        "ussr",
        "",
        "turkey",
        "Turkey can't be chosen: the USSR pays with 2 of its influence in Cuba (card 40)",
    ),
    (
        "a die is rolled by chance",
        {"board": "italy 0/1"},
        "us",
        "containment coup italy",
        "italy",
        "Italy: chance decides this (roll a die); expected: 1, 2, 3, 4, 5, 6",
    ),
]


@pytest.mark.parametrize("row", [*ROUNDS, *EVENTS], ids=lambda row: row[0])
def test_countries_and_events(row: tuple[str, Given, str, str, str, str]) -> None:
    _, given, side, answers, refused, expected = row
    hand = "containment"
    if answers and not answers.startswith("the_china_card"):
        hand = answers.split()[0]
    game = position(given, side, answers, hand)
    assert refusal(game, refused).startswith(expected)


@pytest.mark.parametrize("row", CARDS, ids=lambda row: row[0])
def test_cards_for_the_round(row: tuple[str, Given, str, str, str]) -> None:
    _, given, side, refused, expected = row
    assert refusal(position(given, side), refused).startswith(expected)


@pytest.mark.parametrize("row", USES, ids=lambda row: row[0])
def test_uses_of_a_card(row: tuple[str, Given, str, str, str, str]) -> None:
    _, given, side, card, refused, expected = row
    hand = "" if card == "the_china_card" else card
    assert refusal(position(given, side, card, hand), refused).startswith(expected)


@pytest.mark.parametrize(
    ("given", "refused", "expected"),
    [
        ({}, "un_intervention", "UN Intervention can't be chosen: UN Intervention can't be headl"),
        ({}, "the_china_card", "The China Card can't be chosen: The China Card can't be headlined"),
        ({}, "fidel", "Fidel can't be chosen: it is not in the USSR hand; expected: NATO"),
        (
            {"effects": "missile_envy_owed_by_ussr"},
            "missile_envy",
            "Missile Envy can't be chosen: Missile Envy is due in the next action round",
        ),
    ],
)
def test_headlines(given: Given, refused: str, expected: str) -> None:
    hands = {"ussr_hand": "nato, un_intervention, missile_envy", "us_hand": "fidel"}
    state = scenario({**hands, **given, "turn": 4})
    state.segment = Segment.HEADLINE
    game = Game(state)
    assert refusal(game, refused).startswith(expected)


def test_setup_and_handicap() -> None:
    rules = make_rules("deluxe", {"handicap_side": "us", "handicap_amount": 2})
    game = Game.new(rules)
    random = Random(1)
    while game.pending is not None and game.pending.kind is not Kind.SETUP_INFLUENCE:
        game.answer(random.choice(game.pending.options))
    expected = "Italy can't be chosen: the USSR places its starting influence in Eastern Europe"
    assert refusal(game, "italy").startswith(expected)
    for _ in range(6):
        game.answer(COUNTRY_BY_KEY["poland"])
    for _ in range(7):
        game.answer(COUNTRY_BY_KEY["canada"])
    expected = "France can't be chosen: the handicap of the US can't go there (V2.2)"
    assert refusal(game, "france").startswith(expected)
    expected = "Canada can't be chosen: with the handicap a country may hold at most its stability"
    assert refusal(game, "canada").startswith(expected)


def test_an_id_without_a_name() -> None:
    game = position({}, "us")
    offers = r"^9999, the id of no action, is no answer to round_card; it offers containment"
    with pytest.raises(IllegalAction, match=offers):
        game.answer(9999)
    assert game.pending is not None
    said = explain_refusal(game.state, game.pending, 9999)
    assert said.startswith("9999 is the id of no action; expected: Contain")


def test_a_refusal_in_another_language() -> None:
    game = position({"board": "poland 2/0, angola 1/0", "defcon": 3}, "ussr", "containment coup")
    assert game.pending is not None
    said = explain_refusal(game.state, game.pending, COUNTRY_BY_KEY["poland"], BOTH[1])
    assert said == (
        "Polonia no puede ser objetivo de un golpe de Estado: DEFCON 3 cierra Europa y Asia "
        "(R14.2); se espera: Angola"
    )


@pytest.mark.parametrize("seed", range(6))
def test_every_refusal_in_random_games_is_a_sentence_and_changes_nothing(seed: int) -> None:
    options: dict[str, OptionValue] = {}
    if seed % 3 == 1:
        options = {"promo_1": True, "promo_2": True, "chinese_civil_war": True}
    elif seed % 3 == 2:
        options = {"turn_zero": True, "side_selection": "bid", "held_scoring_card": "prevent"}
    random = Random(seed)
    game = Game.new(make_rules("deluxe", options))
    while game.pending is not None:
        decision = game.pending
        before = state_to_dict(game.state)
        for _ in range(4):
            action = random.randrange(NUMBER_OF_ACTIONS)
            if action in decision.options:
                continue
            with pytest.raises(IllegalAction):
                game.answer(action)
            for language in BOTH:
                said = explain_refusal(game.state, decision, action, language)
                assert "{" not in said
                assert "  " not in said
                assert ": ;" not in said
        assert state_to_dict(game.state) == before
        game.answer(random.choice(decision.options))


# What is closed, prevented and in effect


def test_closed_targets_tell_why() -> None:
    state = scenario(
        {
            "board": "west_germany 4/0, italy 1/0, japan 4/0, angola 1/0",
            "effects": "nato, us_japan_mutual_defense_pact",
            "defcon": 5,
        }
    )
    closed = {COUNTRY_KEYS[country]: why for country, why in closed_targets(state, USSR, COUP)}
    assert closed["west_germany"] == "NATO protects West Germany (R11.1)"
    assert closed["japan"].startswith("the US/Japan Mutual Defense Pact protects Japan")
    assert closed["france"] == "the US has no influence there (R11.1)"
    assert not {"italy", "angola"} & set(closed)
    spanish = dict(closed_targets(state, USSR, COUP, BOTH[1]))
    assert spanish[COUNTRY_BY_KEY["west_germany"]] == "la OTAN protege Alemania Occidental (R11.1)"


@pytest.mark.parametrize("seed", range(4))
def test_closed_targets_are_those_that_the_rules_close(seed: int) -> None:
    random = Random(seed)
    game = Game.new()
    while game.pending is not None:
        state = game.state
        if game.pending.actor != CHANCE and state.segment == Segment.ACTION_ROUND:
            for player in SIDES:
                open_countries = {
                    COUP: coup_targets(state, player),
                    REALIGNMENT: realignment_targets(state, player),
                    INFLUENCE: placement_reach(state, player),
                }
                for verb, mask in open_countries.items():
                    closed = {country for country, why in closed_targets(state, player, verb)}
                    assert closed == set(range(84)) - set(countries_in(mask))
        game.answer(random.choice(game.pending.options))


def test_a_reason_for_every_prevented_event() -> None:
    state = scenario({"turn": 8, "defcon": 3, "rules": {"chinese_civil_war": True}})
    state.effects = [1] * len(state.effects)
    found = 0
    for card in CARD_BY_KEY.values():
        if card == THE_CHINA_CARD:
            continue
        for player in SIDES:
            for language in BOTH:
                why = why_prevented(state, card, player, language)
                assert bool(why) == is_prevented(state, card, player), ACTION_KEYS[card]
                found += bool(why)
    assert found > 50
    assert why_prevented(state, THE_CHINA_CARD, US) == ""
    assert why_prevented(state, TRUMAN_DOCTRINE, US) == ""
    assert why_prevented(scenario({}), NATO, US) == "needs Marshall Plan or Warsaw Pact"


def test_effects_in_play() -> None:
    assert effects_in_play(scenario({})) == []
    state = scenario({"effects": "nato, red_scare_on_us=2, chernobyl=1"})
    assert effects_in_play(state) == [
        (Effect.NATO, NATO, US, Duration.GAME),
        (Effect.RED_SCARE_ON_US, RED_SCARE_PURGE, USSR, Duration.TURN),
        (Effect.CHERNOBYL, CHERNOBYL, US, Duration.TURN),
    ]
