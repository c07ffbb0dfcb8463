"""Refused requests."""

from msgspec import Struct


class ErrorBody(Struct, frozen=True):
    """What every refused request gets: a code for programs and a sentence for people."""

    code: str
    message: str
