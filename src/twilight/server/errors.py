"""Refusals: what the server does not do, each with a machine code and a sentence."""

import json
from importlib.resources import files
from typing import Final

from twilight.engine.text.problems import Problem, problem_text

# Each sentence in Spanish under its English one, with its blanks; `detail`, for which only a
# program has words, is left out.
SENTENCES: Final[dict[str, str]] = json.loads(
    files("twilight.server").joinpath("texts", "refusals.es.json").read_text("utf-8")
)
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
    "failed": 500,
}


class Refusal(Exception):
    """Something that was asked for and is not done; nothing has changed.

    The sentence has blanks for the values, which may be problems that are told in any language.
    One that is in the reader's language already, because the engine has written it, stands in no
    list of translations.
    """

    def __init__(self, code: str, sentence: str, **values: object) -> None:
        self.code: Final = code
        self._sentence: Final = sentence
        self._values: Final = values
        super().__init__(self.message)

    @property
    def message(self) -> str:
        """The sentence in English."""
        return self.text("en")

    def text(self, language: str) -> str:
        """Return the sentence in a language by its code."""
        known = SENTENCES.get(self._sentence) if language == "es" else None
        sentence = known or self._sentence
        if not self._values:
            return sentence
        values = {
            name: problem_text(value, language) if isinstance(value, Problem) else value
            for name, value in self._values.items()
        }
        return sentence.format(**values)

    @property
    def status(self) -> int:
        """The status of the HTTP answer."""
        return CODES[self.code]


class StorageError(Exception):
    """The database did not take what it was given; nothing of it is stored."""

    @property
    def refusal(self) -> Refusal:
        """What whoever asked is told; the reason is for the host."""
        return Refusal("storage_failed", "The database does not answer; please try again.")


class Conflict(StorageError):
    """Another process has written first."""
