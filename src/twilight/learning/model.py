"""The net of `twilight.judgement.net.network` with gradients."""

from collections.abc import Callable
from typing import Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from twilight.engine.board import NUMBER_OF_COUNTRIES
from twilight.engine.types import US, USSR
from twilight.judgement.net.body import BATTLEGROUND, BODY
from twilight.judgement.net.features import AREA_OF, REGIONS, Features
from twilight.judgement.net.network import ANSWERING, EXPECTING, MASKED, SHAPES

# How far from nothing weights begin that are added up in another number than their shape tells.
_AT_FIRST: Final = {
    "country_place": 0.1,
    "country_moment": 0.1,
    "trunk_moment": 0.1,
    "target_kind": 0.1,
    "chance_moment": 0.1,
    # About a hundred of the many places are taken in any position.
    "trunk_sided": 0.05,
    "answers_kind": 0.01,
    "answers": 0.01,
    "chance": 0.01,
    "chance_plain": 0.01,
    "expected": 0.01,
    "expected_plain": 0.01,
}


class Model(nn.Module):
    """The same layers under the same names as `Network`."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__()
        generator = torch.Generator().manual_seed(seed)
        for name, shape in SHAPES.items():
            usual = 0.0 if name.endswith("bias") else shape[-2] ** -0.5
            scale = _AT_FIRST.get(name, _AT_FIRST.get(name.removeprefix(EXPECTING), usual))
            value = torch.randn(shape, generator=generator) * scale
            self.register_parameter(name, nn.Parameter(value))
        self._regions = torch.from_numpy(
            (np.arange(REGIONS)[:, None] == AREA_OF).astype(np.float32)
        )

    def forward(self, shown: Features) -> Tensor:
        """Return the logits of the answers."""
        return self._side_by_side(self._answers, shown)

    def _side_by_side(self, work: Callable[[Features], Tensor], shown: Features) -> Tensor:
        """Do what each side has weights of its own for, with what the USSR sees first."""
        order = np.argsort(shown.viewer, kind="stable")
        back = torch.from_numpy(np.argsort(order, kind="stable"))
        return work(Features._make(each[order] for each in shown))[back]

    def _answers(self, shown: Features) -> Tensor:
        """Score all answers in positions of which those that the USSR sees come first."""
        weights = dict(self.named_parameters())
        kind = torch.from_numpy(shown.kind)
        legal = torch.from_numpy(shown.legal)
        countries, trunk = self._body(ANSWERING, shown)
        answers = trunk @ weights["answers"] + weights["answers_kind"][kind]
        target = countries @ weights["target_country"]
        target = torch.relu(target + (trunk @ weights["target_trunk"])[:, None])
        named = (target @ weights["target_kind"][kind][:, :, None])[..., 0]
        answers = answers + nn.functional.pad(named, (0, answers.shape[1] - NUMBER_OF_COUNTRIES))
        return answers.masked_fill(~legal, MASKED)

    def _body(self, name: str, shown: Features) -> tuple[Tensor, Tensor]:
        """Return what a body makes of each country, and of the whole."""
        all_weights = dict(self.named_parameters())
        weights = {part: all_weights[name + part] for part in BODY}
        features = torch.from_numpy(shown.countries)
        areas = torch.from_numpy(shown.areas)
        plain = torch.from_numpy(shown.plain)
        moment = torch.from_numpy(shown.moment)
        sided = torch.from_numpy(shown.sided)
        first_us = int((shown.viewer == USSR).sum())
        of_region = areas[:, :REGIONS] @ weights["country_area"]
        of_region = of_region + weights["country_moment"][moment].sum(1)[:, None]
        countries = features @ weights["country_in"] + self._regions.T @ of_region
        place = weights["country_place"]
        placed = countries[:first_us] + place[USSR], countries[first_us:] + place[US]
        countries = torch.relu(torch.cat(placed))
        battle = features[..., BATTLEGROUND : BATTLEGROUND + 1]
        pooled = torch.cat((self._regions @ countries, self._regions @ (countries * battle)), 1)
        trunk = pooled.flatten(1) @ weights["trunk_pooled"]
        trunk = trunk + areas.flatten(1) @ weights["trunk_areas"]
        trunk = trunk + plain @ weights["trunk_plain"]
        trunk = trunk + weights["trunk_moment"][moment].sum(1)
        both = weights["trunk_sided"]
        of_sides = sided[:first_us] @ both[USSR], sided[first_us:] @ both[US]
        trunk = torch.relu(trunk + torch.cat(of_sides))
        second = torch.relu(trunk @ weights["second"] + weights["second_bias"])
        return countries, trunk + torch.relu(second @ weights["third"] + weights["third_bias"])

    def victory(self, shown: Features) -> Tensor:
        """Return the logits of the viewer's victory as people are told them."""
        weights = dict(self.named_parameters())
        plain = torch.from_numpy(shown.plain)
        inner = torch.from_numpy(shown.areas).flatten(1) @ weights["chance_areas"]
        inner = inner + plain @ weights["chance_inner"]
        inner = torch.relu(inner + weights["chance_moment"][torch.from_numpy(shown.moment)].sum(1))
        victory = inner @ weights["chance"] + plain @ weights["chance_plain"]
        return (victory + weights["chance_bias"])[:, 0]

    def expectation(self, shown: Features) -> Tensor:
        """Return the logits of the viewer's victory among players like the net itself."""
        return self._side_by_side(self._expectation, shown)

    def _expectation(self, shown: Features) -> Tensor:
        weights = dict(self.named_parameters())
        _, trunk = self._body(EXPECTING, shown)
        plain = torch.from_numpy(shown.plain)
        expected = trunk @ weights["expected"] + plain @ weights["expected_plain"]
        return (expected + weights["expected_bias"])[:, 0]

    @torch.no_grad()
    def expect_as_it_answers(self) -> None:
        """Let the win chance between programs begin with what the answers have learnt to see."""
        weights = dict(self.named_parameters())
        for name in BODY:
            weights[EXPECTING + name].copy_(weights[ANSWERING + name])

    def export(self) -> "dict[str, NDArray[np.float32]]":
        """Return the weights as arrays."""
        return {name: value.detach().numpy().copy() for name, value in self.named_parameters()}
