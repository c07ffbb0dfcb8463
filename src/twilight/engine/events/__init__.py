"""The events of the cards, one function a card, by period."""

from importlib import import_module

MODULES = ("scoring", "early_first", "early_second", "mid_first", "mid_second", "late", "optional")


def load() -> None:
    """Import all events, so that each is registered."""
    for module in MODULES:
        import_module(f"{__name__}.{module}")
