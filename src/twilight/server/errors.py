"""Refusals: what the server does not do, each with a machine code and a sentence."""

from typing import Final

# Every code with the status of its HTTP answer; a live connection gets the code alone.
CODES: Final = {
    "bad_message": 400,
    "bad_rules": 400,
    "bad_log": 400,
    "bad_name": 400,
    "bad_address": 400,
    "bad_origin": 403,
    "not_signed_in": 401,
    "wrong_password": 401,
    "wrong_code": 401,
    "bad_token": 401,
    "forbidden": 403,
    "not_seated": 403,
    "not_your_decision": 403,
    "rated_needs_account": 403,
    "not_found": 404,
    "stale_decision": 409,
    "illegal_action": 409,
    "unknown_action": 400,
    "game_over": 409,
    "not_over": 409,
    "not_started": 409,
    "paused": 409,
    "not_paused": 409,
    "no_undo": 409,
    "no_offer": 409,
    "offer_pending": 409,
    "only_casual": 409,
    "seat_taken": 409,
    "name_taken": 409,
    "already_claimed": 409,
    "time_over": 409,
    "too_large": 413,
    "too_slow": 408,
    "rate_limited": 429,
    "storage_failed": 503,
    "busy": 503,
    "no_mail": 409,
    "no_vacation": 409,
}


class Refusal(Exception):
    """Something that was asked for and is not done; nothing has changed."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code: Final = code
        self.message: Final = message

    @property
    def status(self) -> int:
        """The status of the HTTP answer."""
        return CODES[self.code]


class StorageError(Exception):
    """The database did not take what it was given; nothing of it is stored."""


class Conflict(StorageError):
    """Another process has written first."""
