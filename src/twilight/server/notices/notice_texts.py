"""What notices say, in the languages of the client; never a card."""

from dataclasses import dataclass
from typing import Final

from twilight.server.messages.notices import Switches

HOUR: Final = 3600 * 1000

_TEXTS: Final = {
    "en": {
        "move": ("Your move against {name}", "Turn {turn}."),
        "time": ("Time runs out against {name}", "{left} left for your move in turn {turn}."),
        "began": ("Your game against {name} begins", ""),
        "ended": ("Your game against {name} is over", "{result}"),
        "chat": ("{name} wrote to you", "Turn {turn}."),
        "test": ("Twilight reaches you", "This was asked for on the page of notices."),
        "won": "You won.",
        "lost": "You lost.",
        "drawn": "A draw.",
        "hours": "{n} hours",
        "hour": "Less than an hour",
        "stop": "No more of these",
        "digest": "Twilight: {n} things since the last mail",
        "computer": "the computer",
        "nobody": "somebody",
    },
    "es": {
        "move": ("Te toca contra {name}", "Turno {turn}."),
        "time": ("Se acaba el tiempo contra {name}", "{left} para tu jugada en el turno {turn}."),
        "began": ("Empieza tu partida contra {name}", ""),
        "ended": ("Tu partida contra {name} ha terminado", "{result}"),
        "chat": ("{name} te ha escrito", "Turno {turn}."),
        "test": ("Twilight te encuentra", "Lo pediste en la página de avisos."),
        "won": "Has ganado.",
        "lost": "Has perdido.",
        "drawn": "Empate.",
        "hours": "Quedan {n} horas",
        "hour": "Queda menos de una hora",
        "stop": "No más avisos así",
        "digest": "Twilight: {n} novedades desde el último correo",
        "computer": "el ordenador",
        "nobody": "alguien",
    },
}
_SWITCH: Final = {"move": "move", "time": "time", "began": "game", "ended": "game", "chat": "chat"}


@dataclass(frozen=True, slots=True)
class Notice:
    """A notice in words, with the way to the game and the way to end such notices."""

    event: str
    game: str
    title: str
    text: str
    url: str
    stop: str
    stop_word: str


def is_wanted(switches: Switches, event: str) -> bool:
    """Tell whether somebody wants to be told of an event."""
    return event == "test" or bool(getattr(switches, _SWITCH[event]))


def words(language: str) -> dict[str, str]:
    """Return the single words of a language."""
    texts = _TEXTS.get(language, _TEXTS["en"])
    return {key: text for key, text in texts.items() if isinstance(text, str)}


def sentence(event: str, language: str, **values: object) -> tuple[str, str]:
    """Write the title and the text of a notice."""
    title, text = _TEXTS.get(language, _TEXTS["en"])[event]
    return title.format(**values), text.format(**values)


def left_text(milliseconds: int, language: str) -> str:
    """Say how much time is left."""
    hours = milliseconds // HOUR
    known = words(language)
    return known["hours"].format(n=hours) if hours > 1 else known["hour"]
