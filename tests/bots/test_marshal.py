"""The marshal: what the net tells the search, and that it keeps out of nuclear war."""

from collections.abc import Callable
from itertools import count
from random import Random

import pytest

from tests.strategies import LEAGUE_RULES
from twilight.analysis.danger.search import Danger, Grade
from twilight.analysis.danger.solver import Solver, assess
from twilight.bots.choosing.caution import HELD, Caution, penalty
from twilight.bots.choosing.quick_caution import RISKY, cautious
from twilight.bots.players.marshal import Marshal
from twilight.bots.registry import UnknownBot, make_bot
from twilight.bots.search.halving import Candidate, Fortune, Playout, World
from twilight.bots.search.judged import JudgedTournament
from twilight.bots.search.proposals import Proposals
from twilight.bots.search.together import play_together
from twilight.engine.cards import OWNER, SCORING
from twilight.engine.chance import SeededChance
from twilight.engine.decision import Decision
from twilight.engine.effects import Effect
from twilight.engine.game import Game
from twilight.engine.ids import (
    ASIA_SCORING,
    ASK_NOT_WHAT_YOUR_COUNTRY_CAN_DO_FOR_YOU,
    COUP,
    DECLINE,
    DONE,
    DUCK_AND_COVER,
    EVENT,
    EVENT_FIRST,
    INFLUENCE,
    IRAN,
    MIDDLE_EAST_SCORING,
    MUSLIM_REVOLUTION,
    NATO,
    PASS,
    SOCIALIST_GOVERNMENTS,
    THAILAND,
)
from twilight.engine.rules import Rules, make_rules
from twilight.engine.testing import Given, scenario
from twilight.engine.types import CHANCE, NOBODY, US, USSR, Kind, Reason
from twilight.engine.view import observe
from twilight.judgement.encoding import encode_game
from twilight.judgement.judge import judge


def played_until(seed: int, rules: Rules, wanted: Callable[[Game], bool]) -> Game:
    """Return a game of officers' quick kin at the first wanted decision of a side."""
    game = Game.new(rules)
    bots = [make_bot("recruit", f"{seed}/ussr"), make_bot("recruit", f"{seed}/us")]
    chance = SeededChance(seed)
    while game.pending is not None:
        pending = game.pending
        if pending.actor == CHANCE:
            game.answer(chance.choose(pending))
            continue
        if wanted(game):
            return game
        game.answer(bots[pending.actor].choose(observe(game, pending.actor), pending))  # type: ignore[arg-type]
    pytest.fail("the game was over too soon")


def round_of(seed: int, number: int, rules: Rules = LEAGUE_RULES) -> Game:
    """Return a game at the given choice of a card."""
    choices = count()

    def is_it(game: Game) -> bool:
        pending = game.pending
        assert pending is not None
        return pending.kind is Kind.ROUND_CARD and next(choices) == number

    return played_until(seed, rules, is_it)


def asks_a_close_question(game: Game) -> bool:
    """Tell whether an event asks for a country, and the net likes several."""
    pending = game.pending
    assert pending is not None
    if pending.kind not in (Kind.ADD_INFLUENCE, Kind.REMOVE_INFLUENCE):
        return False
    shares = judge(observe(game, pending.actor)).scores.values()
    return sum(share > 0.1 for share in shares) > 1


def test_a_war_that_the_enemy_may_begin_is_worse_than_a_hand_that_is_stuck() -> None:
    war = Danger(Grade.MAY_LOSE, Reason.DEFCON)
    stuck = Danger(Grade.HAND_STUCK, cards=(ASIA_SCORING,))
    points = Danger(Grade.MAY_LOSE, Reason.VICTORY_POINTS)
    # Cards that may lose the game are liked to be gone: by up to twenty points in a match.
    assert penalty(war) > penalty(stuck) + 30
    assert penalty(stuck) > penalty(points)
    # But it need not come to that, unlike a loss for certain.
    assert penalty(Danger(Grade.LOSES_NOW, Reason.VICTORY_POINTS)) > penalty(war)


@pytest.mark.parametrize("number", [0, 5, 14])
def test_the_net_shares_its_favour_among_all_plays(number: int) -> None:
    game = round_of(1, number)
    assert game.pending is not None
    seen = observe(game, game.pending.actor)
    proposals = Proposals(seen)
    total = 0.0
    for card in game.pending.options:
        if card == PASS:
            total += proposals.share(card, PASS)
            continue
        after = game.copy()
        after.answer(card)
        assert after.pending is not None
        modes = after.pending.options if after.pending.kind is Kind.PLAY_MODE else (PASS,)
        total += sum(proposals.share(card, mode) for mode in modes)
    assert total == pytest.approx(1.0, abs=1e-4)


def test_the_net_plans_what_the_side_may_do() -> None:
    game = round_of(1, 3)
    assert game.pending is not None
    seen = observe(game, game.pending.actor)
    card = next(one for one in game.pending.options if one != PASS and not SCORING[one])
    proposals = Proposals(seen)
    modes = (INFLUENCE, COUP)
    plans_of_modes = proposals.plans([(card, mode) for mode in modes], 3)
    for mode, plans in zip(modes, plans_of_modes, strict=True):
        assert [plans] == proposals.plans([(card, mode)], 3)
        assert len({plan[0] for plan in plans}) == len(plans) > 0
        for plan in plans:
            after = game.copy()
            for action in (card, mode, *plan):
                after.answer(action)
            assert after.pending is None or after.pending.kind not in (
                Kind.PLACE_INFLUENCE,
                Kind.COUP_TARGET,
            )


def test_what_it_proposes_follows_from_what_it_sees() -> None:
    game = round_of(2, 8)
    assert game.pending is not None
    side = game.pending.actor
    seen = observe(game, side)
    world = observe(seen.sample(Random(3)), side)
    one, other = Marshal("1", 0.02), Marshal("1", 0.02)
    assert game.pending is not None
    assert one.rank(seen, game.pending) == other.rank(world, game.pending)


def test_play_outs_are_judged_by_net_and_evaluation() -> None:
    game = round_of(1, 2)
    assert game.pending is not None
    side = game.pending.actor
    card = next(card for card in game.pending.options if card != PASS)
    found = JudgedTournament(
        observe(game, side), [Candidate(0.0, (card,))], 10, Marshal("1")._settings, "1"
    )
    ahead, behind = game.copy(), game.copy()
    ahead.state.vp, behind.state.vp = (15, -15) if side == US else (-15, 15)
    better, worse = found.worths([ahead, behind])
    assert 1 > better > 0.5 > worse > 0


def begun(game: Game, number: int) -> Playout:
    """Begin a play-out with the best card of the net, in the world of that number."""
    assert game.pending is not None
    seen = observe(game, game.pending.actor)
    scores = judge(seen).scores
    card = max(scores, key=lambda action: scores[action])
    world = World(seen.sample(Random(number)), Fortune(str(number)))
    return Playout(world, Candidate(0.0, (card,)))


@pytest.mark.parametrize("number", [3, 9, 20])
def test_the_net_plays_all_turns_to_their_end(number: int) -> None:
    game = round_of(2, number)
    assert game.pending is not None
    side = game.pending.actor
    cards = [card for card in game.pending.options if card != PASS][:2]
    candidates = [Candidate(0.0, (card,)) for card in cards]
    settings = Marshal("1")._settings
    tournament = JudgedTournament(observe(game, side), candidates, 10_000, settings, "1")
    for world in range(4):
        alone = tournament.begin(0, world)
        assert play_together([alone], side) > 1
        assert alone.is_over()
        tournament.play_round([0, 1], tournament._used + 1)
        assert [len(games) for games in tournament._ended] == [world + 1, world + 1]
        end = tournament._ended[0][-1]
        assert end.outcome is not None or end.state.turn == game.state.turn + 1
        assert encode_game(end, US) == encode_game(alone.game, US)


def test_more_time_looks_at_more_plays() -> None:
    game = round_of(1, 2)
    assert game.pending is not None
    seen = observe(game, game.pending.actor)
    looked_at = []
    for seconds in (0.02, 1):
        bot = Marshal("1", seconds)
        bot.choose(seen, game.pending)
        looked_at.append(len(bot.thoughts))
    assert 1 < looked_at[0] < looked_at[1]


def test_play_outs_side_by_side_have_chance_of_their_own_world() -> None:
    """What is played beside a play-out changes nothing of it."""
    game = round_of(2, 9)
    assert game.pending is not None
    side = game.pending.actor
    alone, beside = begun(game, 1), [begun(game, world) for world in range(3)]
    play_together([alone], side)
    play_together(beside, side)
    shown = [bytes(encode_game(each.game, side, open_hands=True)) for each in (*beside, alone)]
    assert shown[1] == shown[3]
    assert len(set(shown)) == len(beside)


LATE_WAR = make_rules("deluxe", {"scenario": "late_war"})


@pytest.mark.parametrize(("rules", "learnt"), [(LEAGUE_RULES, True), (LATE_WAR, False)])
def test_play_outs_are_side_by_side_where_the_net_was_trained(rules: Rules, learnt: bool) -> None:
    game = round_of(3, 2, rules)
    assert game.pending is not None
    seen = observe(game, game.pending.actor)
    cards = [card for card in game.pending.options if card != PASS][:3]
    candidates = [Candidate(0.0, (card,)) for card in cards]
    # All the time is used, however early it is settled.
    settings = Marshal("1")._settings._replace(negligible=0.0)
    tournament = JudgedTournament(seen, candidates, 4000, settings, "1")
    assert sorted(tournament.run()) == list(range(len(cards)))
    numbers = sorted(map(len, tournament.values))
    # One went out before the last stage, and all that were left have met the same worlds.
    assert 0 < numbers[0] < numbers[1] == numbers[2]
    assert tournament._number == (sum(numbers) if learnt else 0)


@pytest.mark.parametrize("seed", range(4))
def test_it_avoids_what_the_solver_calls_lost(seed: int) -> None:
    """At DEFCON 2 no play that may lose by the own fault is chosen beside a safe one."""
    game = round_of(seed, 10)
    game.state.defcon = 2
    game.base.defcon = 2
    assert game.pending is not None
    side = game.pending.actor
    seen = observe(game, side)
    grades = {action: danger.grade for action, danger in assess(seen).items()}
    chosen = Marshal(seed, 0.0).choose(seen, game.pending)
    if Grade.SAFE in grades.values():
        assert grades[chosen] < Grade.MAY_LOSE


def test_who_must_score_is_not_tempted_by_what_the_solver_gave_up_on() -> None:
    given: Given = {
        "turn": 10,
        "round": 7,
        "vp": -12,
        "us_hand": "middle_east_scoring, muslim_revolution",
        "board": "iran 3/2, iraq 2/3, egypt 3/1, libya 1/3, israel 4/0",
    }
    seen = observe(Game(scenario(given, US)), US)
    caution = Caution(seen)
    caution._solver = Solver(seen, budget=3)
    assert not caution._solver.danger((MUSLIM_REVOLUTION, EVENT_FIRST)).proven
    assert caution.play(MUSLIM_REVOLUTION, EVENT_FIRST) == HELD
    # A scoring that may lose the game is better than to be caught with the card.
    assert caution.play(MIDDLE_EAST_SCORING, EVENT) < HELD


def test_rules_of_thumb_leave_something() -> None:
    game = round_of(1, 4)
    state = game.state.copy()
    state.defcon = 2
    state.phasing = USSR
    target = Decision(USSR, Kind.COUP_TARGET, (THAILAND, IRAN))
    assert cautious(state, target) == target.options
    state.defcon = 3
    assert cautious(state, target) == target.options
    assert OWNER[DUCK_AND_COVER] == US
    assert DUCK_AND_COVER in RISKY
    state.defcon = 2
    state.hands[USSR] = (DUCK_AND_COVER, SOCIALIST_GOVERNMENTS)
    state.attempts = [9, 9]
    cards = Decision(USSR, Kind.ROUND_CARD, (DUCK_AND_COVER, SOCIALIST_GOVERNMENTS), NOBODY)
    assert DUCK_AND_COVER not in cautious(state, cards)


def test_with_time_it_plays_out_what_an_event_asks() -> None:
    game = played_until(1, LEAGUE_RULES, asks_a_close_question)
    pending = game.pending
    assert pending is not None
    seen = observe(game, pending.actor)
    favour = judge(seen).scores
    little, much = Marshal("1", 0.3), Marshal("1", 1)
    assert little.choose(seen, pending) == max(favour, key=lambda one: favour[one])
    assert not little.thoughts
    chosen = much.choose(seen, pending)
    merits = {thought.answers[0]: thought.merit for thought in much.thoughts}
    assert 1 < len(merits) <= 4
    assert merits[chosen] == max(merits.values()) == 0
    # What it finds follows from what the side sees.
    world = observe(seen.sample(Random(3)), seen.viewer)
    assert Marshal("1", 1).choose(world, pending) == chosen


def test_in_a_crisis_no_coup_is_made_in_the_enemys_round_either() -> None:
    state = round_of(1, 4).state.copy()
    state.phasing = USSR
    state.effects[Effect.CUBAN_MISSILE_CRISIS_ON_USSR + US] = 1
    offered = Decision(US, Kind.COUP_TARGET, (THAILAND, DECLINE))
    assert cautious(state, offered) == (DECLINE,)
    granted = Decision(US, Kind.OPERATION, (INFLUENCE, COUP))
    assert cautious(state, granted) == (INFLUENCE,)


def test_the_last_card_that_may_be_held_is_not_exchanged() -> None:
    state = round_of(1, 4).state.copy()
    state.hands[US] = (ASIA_SCORING, DUCK_AND_COVER, NATO)
    several = Decision(US, Kind.DISCARD, (*state.hands[US], DONE))
    assert cautious(state, several) == several.options
    state.hands[US] = (ASIA_SCORING, DUCK_AND_COVER)
    last = Decision(US, Kind.DISCARD, (*state.hands[US], DONE))
    assert cautious(state, last) == (ASIA_SCORING, DONE)
    # Cards of the draw pile that are looked at are another thing.
    looked_at = Decision(US, Kind.DISCARD, (NATO, DONE))
    assert cautious(state, looked_at) == looked_at.options


def test_no_more_cards_are_exchanged_than_can_be_played() -> None:
    """With The China Card played a hand has more cards than rounds, and all drawn may score."""
    game = Game(
        scenario(
            {
                "turn": 7,
                "round": 7,
                "ussr_hand": "ask_not_what_your_country_can_do_for_you",
                "us_hand": "brezhnev_doctrine, allende, the_cambridge_five",
                "board": "west_germany 4/0, france 2/0, japan 4/0, poland 0/4, east_germany 0/3",
                "rules": {"optional_cards": True},
            },
            USSR,
        )
    )
    bot = Marshal("1", seconds=0)
    exchanged = 0
    for answer in (ASK_NOT_WHAT_YOUR_COUNTRY_CAN_DO_FOR_YOU, EVENT_FIRST):
        game.answer(answer)
    while game.pending is not None and game.pending.kind is Kind.DISCARD:
        answer = bot.choose(observe(game, US), game.pending)
        exchanged += answer != DONE
        game.answer(answer)
    assert exchanged <= 1
    # As many as there are rounds would be no risk.
    state = game.state
    options = (*state.hands[US], DONE)
    assert cautious(state, Decision(US, Kind.DISCARD, options), hand_before=0) == options


def test_no_time_is_allowed_and_less_is_not() -> None:
    assert make_bot("marshal:seconds=0")
    with pytest.raises(UnknownBot, match="from 0 to"):
        make_bot("marshal:seconds=-1")
