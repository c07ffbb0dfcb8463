"""Whole plays name where their operations go, also those that follow an event."""

from tests.position import action_round
from twilight.engine.actions import ACTION_BY_KEY
from twilight.engine.cards import CARD_BY_KEY
from twilight.engine.game import Game
from twilight.engine.ids import COUP, EVENT_FIRST, INFLUENCE, MISSILE_ENVY, REALIGNMENT
from twilight.engine.testing import Given, scenario
from twilight.engine.types import US, USSR, Kind
from twilight.engine.view import observe
from twilight.study.best_plays import best_plays
from twilight.study.changes import Change, usual_changes
from twilight.study.judge import EvaluationJudge
from twilight.study.lines import Line, candidate_lines, played_line
from twilight.study.review_data import line_from_dict, line_to_dict
from twilight.study.words import play_text

GIVEN: Given = {
    "turn": 4,
    "round": 2,
    "defcon": 4,
    "us_hand": "duck_and_cover, nasser, fidel, comecon",
    "board": "thailand 1/2, italy 3/0, france 2/1, egypt 1/0, iran 2/0",
}


def position() -> Game:
    return Game(scenario(GIVEN, US))


def test_the_operation_after_an_event_has_its_targets() -> None:
    game = position()
    decision = game.pending
    assert decision is not None
    lines = candidate_lines(observe(game, US), decision)
    first = [line for line in lines if line.use == EVENT_FIRST]
    assert first
    for line in first:
        assert line.operation in (INFLUENCE, COUP)
        assert line.countries
        assert [action for kind, action in line.plan if kind is not Kind.OPERATION] == list(
            line.countries
        )
    realigned = [line for line in lines if line.use == REALIGNMENT]
    assert all(len(line.countries) == 1 for line in realigned)


def test_what_was_played_after_an_event_is_read_from_the_record() -> None:
    game = position()
    answers = [ACTION_BY_KEY["nasser"], EVENT_FIRST]
    walker = game.copy()
    for action in answers:
        walker.answer(action)
    # Nasser asks nothing: what follows is the operation.
    decision = walker.pending
    assert decision is not None
    assert decision.kind is Kind.OPERATION
    italy = ACTION_BY_KEY["italy"]
    line = played_line(game, [*answers, INFLUENCE, italy])
    assert (line.use, line.operation, line.countries) == (EVENT_FIRST, INFLUENCE, (italy,))
    assert play_text(line, "en") == "Nasser · event, then influence: Italy"
    assert play_text(line, "es") == "Nasser · evento y luego influencia: Italia"
    kept = line_from_dict(line_to_dict(line))
    assert (kept.operation, kept.countries) == (line.operation, line.countries)
    # Reviews that were kept earlier name no operation.
    assert play_text(
        line_from_dict({"card": "nasser", "use": "event_first", "countries": []}), "en"
    )


def test_of_realignments_the_first_tells_plays_apart() -> None:
    one, other = ACTION_BY_KEY["italy"], ACTION_BY_KEY["france"]
    card = CARD_BY_KEY["nasser"]
    whole = Line(card, REALIGNMENT, (), (), (one, other, one))
    assert whole.key == Line(card, REALIGNMENT, (), (), (one,)).key
    assert whole.key != Line(card, REALIGNMENT, (), (), (other,)).key
    assert play_text(whole, "en") == "Nasser · realignment: Italy, France"


def test_best_plays_tell_what_they_change() -> None:
    found = best_plays(position(), EvaluationJudge(), 0.05).plays
    placed = next(play for play in found if play.line.use == INFLUENCE)
    for country in set(placed.line.countries):
        number = placed.line.countries.count(country)
        changed = next((one for one in placed.changes if one.country == country), None)
        # The event of an enemy card may take something away again.
        assert changed is None or changed.us <= number
    own = [play for play in found if play.line.card == CARD_BY_KEY["duck_and_cover"]]
    for play in own:
        if play.line.use == INFLUENCE:
            assert sum(change.us for change in play.changes) == len(play.line.countries)


def test_what_hangs_on_a_die_is_no_usual_change() -> None:
    before = position().state
    italy = ACTION_BY_KEY["italy"]
    results = []
    for number in range(10):
        game = position()
        # In four worlds of ten it is another number.
        game.state.set_influence(US, italy, 5 if number < 6 else 4)
        results.append((before, game))
    assert usual_changes(results) == (Change(italy, 2, 0),)
    results[5][1].state.set_influence(US, italy, 3)
    assert usual_changes(results) == ()


def test_an_owed_missile_envy_is_no_event() -> None:
    owed: Given = {"turn": 4, "effects": "missile_envy_owed_by_ussr"}
    game = action_round("ussr", owed, ["missile_envy", "duck_and_cover", "fidel"])
    decision = game.pending
    assert decision is not None
    lines = candidate_lines(observe(game, USSR), decision)
    game.answer(MISSILE_ENVY)
    assert game.pending is not None
    assert {line.use for line in lines} == set(game.pending.options)
