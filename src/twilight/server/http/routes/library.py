"""The rulebook and the gallery of the cards."""

from typing import Annotated

from litestar import Router, get
from litestar.datastructures import CacheControlHeader
from litestar.params import QueryParameter

from twilight.server.http.access import language_of
from twilight.server.messages.library import CardLibrary, Rulebook
from twilight.server.present.library import card_library, rulebook

_CACHE = CacheControlHeader(max_age=3600, public=True)


@get("/rulebook", summary="The rules in our own words", tags=["rules"], cache_control=_CACHE)
async def rules_in_words(
    lang: Annotated[str, QueryParameter(max_length=8)] = "en",
) -> Rulebook:
    """Return every paragraph with its number."""
    return rulebook(language_of(lang).code)


@get("/cards", summary="Rulings and uses of the cards", tags=["rules"], cache_control=_CACHE)
async def cards(lang: Annotated[str, QueryParameter(max_length=8)] = "en") -> CardLibrary:
    """Return for each card its rulings, the rules that name it, and how people used it."""
    return card_library(language_of(lang).code)


ROUTER = Router("/", route_handlers=[rules_in_words, cards])
