"""Problems with what somebody gave: sentences with blanks, told in any language."""

from typing import Final

from twilight.engine.text.language import load_sentences

# The sentences of each other language under the English ones. One may leave out the blank
# `detail`, for which only a program has words.
_SENTENCES: Final[dict[str, dict[str, str]]] = {}


class Phrase:
    """Words for a blank of a problem, which may have blanks themselves."""

    def __init__(self, sentence: str, **values: object) -> None:
        self.sentence = sentence
        self.values = values

    def __str__(self) -> str:
        return _filled(self.sentence, self.values, "en")


class Problem(ValueError):
    """What is wrong with something that was given.

    The message is the English sentence with its blanks filled in, by values, phrases and other
    problems; `problem_text` tells it in any language.
    """

    def __init__(self, sentence: str, **values: object) -> None:
        super().__init__(_filled(sentence, values, "en"))
        self.sentence = sentence
        self.values = values


class Told(Problem):
    """A problem for which there is a text in every language already, by its code."""

    def __init__(self, texts: dict[str, str]) -> None:
        super().__init__(texts["en"])
        self.texts = texts


def problem_text(problem: Problem | Phrase, code: str) -> str:
    """Tell a problem in a language by its code."""
    if isinstance(problem, Told):
        return problem.texts[code]
    if code == "en":
        return str(problem)
    if code not in _SENTENCES:
        _SENTENCES[code] = load_sentences("problems", code)
    sentence = _SENTENCES[code].get(problem.sentence, problem.sentence)
    return _filled(sentence, problem.values, code)


def _filled(sentence: str, values: dict[str, object], code: str) -> str:
    """Fill the blanks of a sentence; without values it has none."""
    if not values:
        return sentence
    texts = {
        name: problem_text(value, code) if isinstance(value, Problem | Phrase) else value
        for name, value in values.items()
    }
    return sentence.format(**texts)
