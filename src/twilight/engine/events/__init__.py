"""The events of the cards, one function a card, by period."""

from importlib import import_module

MODULES = ("scoring", "early", "mid", "late", "optional")
VARIANTS = ("promos", "turn_zero")


def load() -> None:
    """Import all events, so that each is registered."""
    for module in MODULES:
        import_module(f"{__name__}.{module}")
    for variant in VARIANTS:
        import_module(f"twilight.engine.variants.{variant}")
