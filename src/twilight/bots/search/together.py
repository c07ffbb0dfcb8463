"""Play-outs side by side: the net answers for both sides of all of them at once."""

from twilight.bots.choosing.quick_caution import cautious
from twilight.bots.search.halving import Playout
from twilight.engine.types import Actor
from twilight.judgement.encoding import encode_game
from twilight.judgement.judge import current_network
from twilight.judgement.net.features import make_features, stack


def play_together(playouts: list[Playout], side: Actor) -> int:
    """Play all on to the end of the turn, and return how often the net was asked."""
    network = current_network()
    asked = 0
    running = [playout for playout in playouts if _is_asked(playout, side)]
    while running:
        asked += len(running)
        views = []
        for playout in running:
            pending = playout.game.pending
            assert pending is not None
            views.append(encode_game(playout.game, pending.actor))
        answers = network.run(make_features(stack(views))).answers.tolist()
        for playout, scores in zip(running, answers, strict=True):
            _answer(playout, scores)
        running = [playout for playout in running if _is_asked(playout, side)]
    return asked


def _is_asked(playout: Playout, side: Actor) -> bool:
    """Play on until the net has to answer, if it has to before the turn is over."""
    game = playout.game
    while not playout.is_over():
        pending = game.pending
        assert pending is not None
        action = playout.given(pending, side)
        if action is None:
            if len(pending.options) > 1:
                return True
            action = pending.options[0]
        game.answer(action)
    return False


def _answer(playout: Playout, scores: list[float]) -> None:
    """Answer with what the net likes best, of what does not lose at once."""
    game = playout.game
    pending = game.pending
    assert pending is not None
    options = cautious(game.state, pending)
    game.answer(max(options, key=lambda option: scores[option]))
