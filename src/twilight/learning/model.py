"""The net of `twilight.judgement.net.network` with gradients."""

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from twilight.engine.board import NUMBER_OF_COUNTRIES
from twilight.judgement.net.features import AREA_OF, REGIONS, Features
from twilight.judgement.net.network import BATTLEGROUND, MASKED, SHAPES


class Model(nn.Module):
    """The same layers under the same names as `Network`."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__()
        generator = torch.Generator().manual_seed(seed)
        for name, shape in SHAPES.items():
            scale = 0.0 if name.endswith("bias") else shape[-2] ** -0.5
            if name in (
                "country_place",
                "country_moment",
                "trunk_moment",
                "target_kind",
                "chance_moment",
            ):
                scale = 0.1
            if name == "trunk_sided":
                # About a hundred of the many places are taken in any position.
                scale = 0.05
            if name in ("answers_kind", "chance", "chance_plain", "answers"):
                scale = 0.01
            value = torch.randn(shape, generator=generator) * scale
            self.register_parameter(name, nn.Parameter(value))
        self._regions = torch.from_numpy(
            (np.arange(REGIONS)[:, None] == AREA_OF).astype(np.float32)
        )
        self._area_of = torch.from_numpy(AREA_OF.astype(np.int64))

    def forward(self, shown: Features) -> tuple[Tensor, Tensor]:
        """Return the logits of the answers and of the viewer's victory."""
        weights = dict(self.named_parameters())
        features = torch.from_numpy(shown.countries)
        areas = torch.from_numpy(shown.areas)
        plain = torch.from_numpy(shown.plain)
        moment = torch.from_numpy(shown.moment)
        sided = torch.from_numpy(shown.sided)
        viewer = torch.from_numpy(shown.viewer)
        kind = torch.from_numpy(shown.kind)
        legal = torch.from_numpy(shown.legal)
        countries = features @ weights["country_in"] + weights["country_place"][viewer]
        countries = countries + (areas @ weights["country_area"])[:, self._area_of]
        countries = countries + weights["country_moment"][moment].sum(1)[:, None]
        countries = torch.relu(countries)
        battle = features[..., BATTLEGROUND : BATTLEGROUND + 1]
        pooled = torch.cat((self._regions @ countries, self._regions @ (countries * battle)), 1)
        trunk = pooled.flatten(1) @ weights["trunk_pooled"]
        trunk = trunk + areas.flatten(1) @ weights["trunk_areas"]
        trunk = trunk + plain @ weights["trunk_plain"]
        trunk = trunk + weights["trunk_moment"][moment].sum(1)
        us = viewer[:, None].to(torch.float32)
        both = weights["trunk_sided"]
        trunk = trunk + (sided * us) @ both[1] + (sided * (1 - us)) @ both[0]
        trunk = torch.relu(trunk)
        second = torch.relu(trunk @ weights["second"] + weights["second_bias"])
        trunk = trunk + torch.relu(second @ weights["third"] + weights["third_bias"])
        answers = trunk @ weights["answers"] + weights["answers_kind"][kind]
        target = countries @ weights["target_country"]
        target = torch.relu(target + (trunk @ weights["target_trunk"])[:, None])
        named = (target @ weights["target_kind"][kind][:, :, None])[..., 0]
        answers = answers + nn.functional.pad(named, (0, answers.shape[1] - NUMBER_OF_COUNTRIES))
        answers = answers.masked_fill(~legal, MASKED)
        inner = areas.flatten(1) @ weights["chance_areas"] + plain @ weights["chance_inner"]
        inner = torch.relu(inner + weights["chance_moment"][moment].sum(1))
        victory = inner @ weights["chance"] + plain @ weights["chance_plain"]
        return answers, (victory + weights["chance_bias"])[:, 0]

    def export(self) -> "dict[str, NDArray[np.float32]]":
        """Return the weights as arrays."""
        return {name: value.detach().numpy().copy() for name, value in self.named_parameters()}
