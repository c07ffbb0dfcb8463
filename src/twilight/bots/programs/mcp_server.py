"""The game for language models: tools of the Model Context Protocol around a text seat."""

from secrets import token_hex

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

from twilight.bots.plugged_in import plugged_in
from twilight.bots.programs.text_seat import NoSuchAnswer, TextSeat
from twilight.bots.registry import BOTS, UnknownBot, about_bot, is_installed
from twilight.engine.cards import CARD_BY_KEY
from twilight.engine.rules import PRESETS, RulesError, make_rules
from twilight.engine.text.language import LANGUAGES, Language, card_name, card_text, load_language
from twilight.engine.types import ACTOR_NAMES, SIDES

INSTRUCTIONS = (
    "Play Twilight Struggle against a computer player. Call new_game, then read the position with"
    " look and give one of the legal answers by its key with answer, again and again until the"
    " game is over. Every answer is a single choice; placing three points is three answers."
)


def make_server(version: str) -> MCPServer:
    """Build the server; each connection plays its own game."""
    server = MCPServer("twilight", version=version, instructions=INSTRUCTIONS)
    seats: list[TextSeat] = []

    def seat() -> TextSeat:
        if not seats:
            raise ToolError("no game has been begun: call new_game first")
        return seats[-1]

    @server.tool()
    def new_game(
        side: str = "us",
        opponent: str = "recruit",
        rules: str = "deluxe",
        seed: str = "",
        language: str = "en",
    ) -> str:
        """Begin a game as us or ussr against a computer player; the game before it is given up.

        The same seed deals the same cards; without one every game is another.
        """
        sides = [ACTOR_NAMES[one] for one in SIDES]
        if side not in sides:
            raise ToolError(f"side is {side!r}, not one of {', '.join(sides)}")
        if rules not in PRESETS:
            raise ToolError(f"rules are {rules!r}, not one of {', '.join(PRESETS)}")
        # Whoever reads may have been told what to write: nothing here starts a program of theirs.
        if not is_installed(opponent):
            known = ", ".join([*BOTS, *plugged_in()])
            raise ToolError(f"opponent is {opponent!r}, not one of {known}")
        seed = seed or token_hex(8)
        try:
            made = TextSeat(
                make_rules(rules), sides.index(side), opponent, seed, _language(language)
            )
        except (UnknownBot, RulesError) as error:
            raise ToolError(str(error)) from error
        seats[:] = [made]
        made.news()
        return made.look()

    @server.tool()
    def look() -> str:
        """Tell the whole position as this side may see it, the question and the legal answers."""
        return seat().look()

    @server.tool()
    def answer(key: str) -> str:
        """Answer the question with the key of a legal answer; tells what followed."""
        try:
            return seat().answer(key)
        except NoSuchAnswer as error:
            raise ToolError(str(error)) from error

    @server.tool()
    def card(key: str, language: str = "en") -> str:
        """Tell what a card does, by its key such as truman_doctrine."""
        if key not in CARD_BY_KEY:
            raise ToolError(f"{key!r} is no card")
        words = _language(language)
        number = CARD_BY_KEY[key]
        return f"{card_name(number, words)}: {card_text(number, words)}"

    @server.tool()
    def opponents() -> str:
        """Name the computer players, from the weakest to the strongest."""
        return "\n".join(f"{name}: {about_bot(name)}" for name in BOTS)

    return server


def _language(code: str) -> Language:
    if code not in LANGUAGES:
        raise ToolError(f"language is {code!r}, not one of {', '.join(LANGUAGES)}")
    return load_language(code)
