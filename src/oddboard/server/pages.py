"""The page's own files: built by `make`, served with the caching that each may have."""

import mimetypes
from pathlib import Path

from fastapi import APIRouter, Request, Response
from fastapi.responses import FileResponse, HTMLResponse, JSONResponse

from oddboard.server import invitations
from oddboard.server.house import house_of

WEB = Path(__file__).parent / "web"
PRECOMPRESSED = (("br", ".br"), ("gzip", ".gz"))
NOT_BUILT = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Oddboard</title>
<p>The server works, but its page has not been built yet: run <code>make play</code> in the project's folder.</p>"""

TITLE = "<title>Oddboard</title>"  # in the page's head, where what is told of a link takes its place

router = APIRouter()


def file_of(path: str) -> Path | None:
    """The page's file of that name, if there is one."""
    try:
        found = (WEB / path).resolve()
        return found if path and found.is_file() and found.is_relative_to(WEB.resolve()) else None
    except (OSError, ValueError):
        return None  # a name that no file can have


@router.get("/table/{identifier}", include_in_schema=False)
async def invitation(request: Request, identifier: str) -> Response:
    """The page for who follows a link to a table, with a head that messengers understand."""
    told = await invitations.told_of(house_of(request), identifier)
    index = WEB / "index.html"
    if told is None or not index.is_file():
        return await page(request, "index.html")
    has_picture = file_of(f"pictures/{told.picture}.jpg") is not None
    head = invitations.head_of(request, told, f"table/{identifier}", has_picture)
    content = index.read_text(encoding="utf-8").replace(TITLE, head, 1)
    return HTMLResponse(content, headers={"Cache-Control": "no-cache"})


@router.get("/{path:path}", include_in_schema=False)
async def page(request: Request, path: str) -> Response:
    """A file of the page; for any other path the page itself, which knows what to show there."""
    if path == "api" or path.startswith("api/"):
        error = {"kind": "not_found", "message": "there is nothing of that name: see /api/openapi.json", "rule": None}
        return JSONResponse({"error": error}, 404)
    found = file_of(path)
    if found is None:
        if path.startswith("assets/"):
            return Response("there is no such file", 404, media_type="text/plain")
        found = WEB / "index.html"
        if not found.is_file():
            return HTMLResponse(NOT_BUILT, headers={"Cache-Control": "no-store"})
    # Names in assets/ hold a hash of their content; everything else is asked for anew each time.
    lasting = found.is_relative_to(WEB / "assets")
    headers = {"Cache-Control": "public, max-age=31536000, immutable" if lasting else "no-cache"}
    kind = mimetypes.guess_type(found.name)[0] or "application/octet-stream"
    accepted = request.headers.get("accept-encoding", "")
    for coding, ending in PRECOMPRESSED:
        smaller = found.with_name(found.name + ending)
        if coding in accepted and smaller.is_file():
            headers |= {"Content-Encoding": coding, "Vary": "Accept-Encoding"}
            return FileResponse(smaller, media_type=kind, headers=headers)
    return FileResponse(found, media_type=kind, headers=headers)
