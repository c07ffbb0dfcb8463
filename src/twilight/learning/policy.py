"""The net alone as a player: its favourite among the answers that do not lose at once."""

from twilight.bots.choosing.quick_caution import cautious
from twilight.engine.decision import Decision
from twilight.engine.ids import Action
from twilight.engine.view import Observation
from twilight.judgement.encoding import encode
from twilight.judgement.net.features import make_features, stack
from twilight.judgement.net.network import Network


class PolicyPlayer:
    """Answers with what the net likes best; no search, no evaluation."""

    def __init__(self, network: Network) -> None:
        self._network = network

    def choose(self, seen: Observation, decision: Decision) -> Action:
        """Pick one of the options."""
        options = cautious(seen.state, decision)
        if len(options) == 1:
            return options[0]
        answers = self._network.run(make_features(stack([encode(seen)]))).answers[0]
        return max(options, key=lambda action: float(answers[action]))
