"""The rulebook and the gallery of the cards."""

from litestar import Router, get

from twilight.server.http.access import language_of
from twilight.server.http.routes.common import ONE_HOUR, Lang
from twilight.server.messages.library import CardLibrary, Rulebook
from twilight.server.present.library import card_library, rulebook


@get("/rulebook", summary="The rules in our own words", tags=["rules"], cache_control=ONE_HOUR)
async def rules_in_words(lang: Lang = "en") -> Rulebook:
    """Return every paragraph with its number."""
    return rulebook(language_of(lang).code)


@get("/cards", summary="Rulings and uses of the cards", tags=["rules"], cache_control=ONE_HOUR)
async def cards(lang: Lang = "en") -> CardLibrary:
    """Return for each card its rulings, the rules that name it, and how people used it."""
    return card_library(language_of(lang).code)


ROUTER = Router("/", route_handlers=[rules_in_words, cards])
