"""Games of days: vacations, and what need not be asked."""

from typing import Annotated

from msgspec import Meta, Struct


class SlowPlay(Struct, frozen=True):
    """How somebody plays games of days.

    `away_until` is the end of the vacation of now, `days_left` what is left of `days_a_year`.
    With `spares_single`, a question with one answer that comes out of what the other side has done
    is answered by itself.
    """

    away_until: int | None
    days_left: int
    days_a_year: int
    spares_single: bool


class BeginVacation(Struct, frozen=True, forbid_unknown_fields=True):
    """Let all clocks of days stand still from now on, for so many days."""

    days: Annotated[int, Meta(ge=1, le=366)]


class ChangeSlowPlay(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether questions with one answer are answered by themselves."""

    spares_single: bool
