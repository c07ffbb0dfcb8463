"""The questions about the worth of countries that players of every speed ask."""

from abc import ABC, abstractmethod

from twilight.engine.board import Mask
from twilight.engine.ids import Country
from twilight.engine.state import State
from twilight.engine.types import Actor


class MapView(ABC):
    """What can be asked about the worth of countries: of a full `Board`, or of a sketch of one."""

    __slots__ = ()

    @abstractmethod
    def follow(self, state: State) -> None:
        """Take over what has changed in a state."""

    @abstractmethod
    def lead_change(self, country: Country, us: int, ussr: int) -> float:
        """Return by how much the value changes if a country holds this influence."""

    @abstractmethod
    def marker_change(self, side: Actor, country: Country, markers: int) -> float:
        """Return what it gains a side to add, or with a negative number remove, its markers."""

    @abstractmethod
    def rate(self, side: Actor, country: Country) -> float:
        """Return what a marker gains a side, alone or as the first of two or three."""

    @abstractmethod
    def score_now(self, region: int) -> float:
        """Return what a region would give now."""

    @abstractmethod
    def stability(self, country: Country) -> int:
        """Return the stability of a country."""

    @abstractmethod
    def influence(self, side: Actor, country: Country) -> int:
        """Return the influence of a side in a country."""

    @abstractmethod
    def controlled(self, side: Actor) -> Mask:
        """Join the countries that a side controls."""
