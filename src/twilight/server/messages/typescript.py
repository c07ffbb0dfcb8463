"""The TypeScript types of the interface, generated from the structs of the messages."""

from typing import Any, Final

import msgspec

from twilight.server.errors import CODES
from twilight.server.messages import (
    VERSION,
    account,
    analysis,
    branches,
    catalog,
    game,
    library,
    live,
    notices,
    own_games,
    puzzles,
    records,
    study,
    tournament,
    vacation,
)
from twilight.server.messages.error import ErrorBody

# What goes over the wire by itself; the rest follows from these.
ROOTS: Final[tuple[Any, ...]] = (
    live.ClientMessage,
    live.ServerMessage,
    game.CreateGame,
    game.JoinGame,
    game.AgreeToWatch,
    game.ImportLog,
    game.GameInfo,
    game.Lobby,
    game.GameList,
    own_games.OwnGames,
    notices.NoticeSettings,
    notices.NoticeWishes,
    notices.Subscribe,
    notices.NoticeTried,
    notices.Stopped,
    vacation.SlowPlay,
    account.HostPage,
    game.SeatToken,
    game.LeagueRecord,
    account.Me,
    account.Credentials,
    account.NewName,
    account.NewPassword,
    account.Devices,
    account.NewProgram,
    account.ProgramToken,
    account.Programs,
    account.Claimed,
    account.Recover,
    account.RecoveryCodes,
    account.AskForMail,
    account.MailSent,
    account.NewEmail,
    account.ConfirmEmail,
    account.CheckPassword,
    account.Profile,
    account.HeadToHead,
    catalog.Catalog,
    catalog.RulesInfo,
    catalog.BotInfo,
    catalog.Health,
    catalog.Alive,
    records.Position,
    records.Journal,
    records.Curve,
    records.ExportedText,
    *analysis.ROOTS,
    *study.ROOTS,
    *branches.ROOTS,
    *puzzles.ROOTS,
    *library.ROOTS,
    *tournament.ROOTS,
    ErrorBody,
)
_HEADER: Final = """\
// Generated from the server's messages by `twilight serve --print-types`; do not edit.
// Addresses and examples are in docs/server-api.md.
"""


def typescript() -> str:
    """Write all types."""
    schemas, components = msgspec.json.schema_components(ROOTS, ref_template="{name}")
    parts = [_HEADER, f"export const API_VERSION = {VERSION};\n"]
    codes = " | ".join(f'"{code}"' for code in CODES)
    parts.append(f"/** The codes of refusals. */\nexport type RefusalCode =\n  {codes};\n")
    deleted = "/** The name of whoever has left, in place of their own. */\n"
    parts.append(f'{deleted}export const DELETED_PLAYER = "{account.DELETED_PLAYER}";\n')
    parts += [_declaration(name, schema) for name, schema in sorted(components.items())]
    for name, schema in zip(("ClientMessage", "ServerMessage"), schemas, strict=False):
        parts.append(f"export type {name} = {_type(schema)};\n")
    return "\n".join(parts)


def _declaration(name: str, schema: dict[str, Any]) -> str:
    comment = _comment(schema.get("description", ""), "")
    if schema.get("type") != "object" or "properties" not in schema:
        if schema.get("type") == "object" and "additionalProperties" not in schema:
            return f"{comment}export type {name} = Record<string, never>;\n"
        return f"{comment}export type {name} = {_type(schema)};\n"
    required = set(schema.get("required", ()))
    lines = [f"{comment}export interface {name} {{"]
    for key, value in schema["properties"].items():
        mark = "" if key in required else "?"
        lines.append(f"  {key}{mark}: {_type(value)};")
    return "\n".join([*lines, "}\n"])


def _comment(text: str, indent: str) -> str:
    if not text:
        return ""
    lines = [line.strip() for line in text.strip().splitlines()]
    if len(lines) == 1:
        return f"{indent}/** {lines[0]} */\n"
    body = "\n".join(f"{indent} * {line}".rstrip() for line in lines)
    return f"{indent}/**\n{body}\n{indent} */\n"


def _type(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"])
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(_type(one) for one in schema["anyOf"]))
    if "enum" in schema:
        return " | ".join(_literal(one) for one in schema["enum"])
    if "const" in schema:
        return _literal(schema["const"])
    kind = schema.get("type")
    if kind == "array":
        return _array(schema)
    if kind == "object":
        inner = schema.get("additionalProperties")
        return f"Record<string, {_type(inner) if isinstance(inner, dict) else 'unknown'}>"
    return _SIMPLE.get(str(kind), "unknown")


def _array(schema: dict[str, Any]) -> str:
    if "prefixItems" in schema:
        return "[" + ", ".join(_type(one) for one in schema["prefixItems"]) + "]"
    inner = _type(schema.get("items", {}))
    return f"({inner})[]" if " " in inner else f"{inner}[]"


def _literal(value: object) -> str:
    if value is None:
        return "null"
    return f'"{value}"' if isinstance(value, str) else str(value).lower()


_SIMPLE: Final = {
    "string": "string",
    "integer": "number",
    "number": "number",
    "boolean": "boolean",
    "null": "null",
}
