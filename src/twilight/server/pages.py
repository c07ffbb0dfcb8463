"""The pages: the browser client, if it is built, and a list of the interface without scripts."""

import asyncio
import os
from collections.abc import Mapping
from html import escape
from mimetypes import guess_type
from pathlib import Path
from typing import Annotated, Any, Final

from litestar import HttpMethod, Response, route
from litestar.connection import Request
from litestar.exceptions import NotFoundException
from litestar.openapi.plugins import OpenAPIRenderPlugin
from litestar.params import PathParameter

# No file system has longer names, and looking for one is an error.
LONGEST_NAME: Final = 255
STATIC: Final = Path(__file__).parent / "static"
# Not every machine knows them all, and browsers insist on the right ones.
_KINDS: Final = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
# How a file may be packed, the best one first, and what its name then ends with.
_PACKED: Final = {"br": ".br", "gzip": ".gz"}
_NOT_BUILT: Final = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Twilight</title></head><body>
<h1>Twilight</h1>
<p>The server runs, but the browser client is not built: <code>make play</code> builds it.</p>
<p>The interface is described at <a href="/schema">/schema</a>;
a game in the terminal starts with <code>twilight play</code>.</p>
</body></html>
"""


def is_built() -> bool:
    """Tell whether the client is there."""
    return (STATIC / "index.html").is_file()


@route(
    ["/", "/{path:path}"],
    http_method=[HttpMethod.GET, HttpMethod.HEAD],
    status_code=200,
    include_in_schema=False,
)
async def client(
    request: Request[Any, Any, Any], path: Annotated[str, PathParameter()] = ""
) -> Response[str] | Response[bytes]:
    """Serve the client; it knows by itself what the rest of the address means."""
    if path.startswith(("/api/", "/schema")):
        raise NotFoundException("There is nothing here.")
    if not is_built():
        return Response(_NOT_BUILT, media_type="text/html")
    wanted = STATIC / path.lstrip("/")
    if any(len(os.fsencode(part)) > LONGEST_NAME for part in wanted.parts):
        raise NotFoundException("There is nothing here.")
    wanted = wanted.resolve()
    is_asset = path.startswith("/assets/")
    if path.strip("/") and wanted.is_file() and STATIC.resolve() in wanted.parents:
        # The names of assets change with their contents.
        cache = "public, max-age=31536000, immutable" if is_asset else "no-cache"
        return await asyncio.to_thread(_file, wanted, request.headers, cache)
    if is_asset:
        raise NotFoundException("There is nothing here.")
    return await asyncio.to_thread(_file, STATIC / "index.html", request.headers, "no-cache")


def _file(path: Path, asked: Mapping[str, str], cache: str) -> Response[bytes]:
    """Read a file of the client, packed if it is there in a form that the browser takes."""
    headers = {"cache-control": cache, "vary": "accept-encoding"}
    kind = _KINDS.get(path.suffix) or guess_type(path.name)[0] or "application/octet-stream"
    accepted = {
        one.partition(";")[0].strip() for one in asked.get("accept-encoding", "").split(",")
    }
    for name, ending in _PACKED.items():
        packed = path.with_name(path.name + ending)
        if name in accepted and packed.is_file():
            headers["content-encoding"] = name
            path = packed
            break
    facts = path.stat()
    headers["etag"] = f'"{facts.st_mtime_ns:x}-{facts.st_size:x}"'
    if headers["etag"] in asked.get("if-none-match", ""):
        return Response(b"", status_code=304, media_type=kind, headers=headers)
    return Response(path.read_bytes(), media_type=kind, headers=headers)


class PlainPage(OpenAPIRenderPlugin):
    """Writes the description of the interface as plain HTML, which needs no script."""

    def render(self, request: "Request[Any, Any, Any]", openapi_schema: dict[str, Any]) -> bytes:
        """Write the page."""
        rows = []
        for path, operations in sorted(openapi_schema.get("paths", {}).items()):
            for method, operation in operations.items():
                summary = escape(str(operation.get("summary", "")))
                text = escape(str(operation.get("description", "")))
                rows.append(
                    f"<tr><td><code>{method.upper()}</code></td><td><code>{escape(path)}</code>"
                    f"</td><td>{summary}</td><td>{text}</td></tr>"
                )
        info = openapi_schema["info"]
        title = escape(f"{info['title']} {info['version']}")
        page = (
            f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
            f"</head><body><h1>{title}</h1><p>{escape(info.get('description', ''))}</p>"
            '<p>As data: <a href="/schema/openapi.json">openapi.json</a></p>'
            f'<table border="1" cellpadding="4">{"".join(rows)}</table></body></html>'
        )
        return page.encode()
