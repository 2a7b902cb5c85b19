"""What can be asked of the server over HTTP: one module a subject."""

from collections.abc import AsyncIterator
from typing import Any

from fastapi import Response
from fastapi.responses import StreamingResponse

from oddboard.server.models import ErrorReply
from oddboard.server.streams import packed

ERRORS: dict[int | str, dict[str, Any]] = {
    status: {"model": ErrorReply} for status in (400, 401, 403, 404, 409, 413, 422, 429, 503)
}


PORTION = 1 << 18  # bytes of a long answer that wait for their reader at a time


def reply(content: Any, status: int = 200) -> Response:
    """Content that is known to be of the promised shape: tests check it, requests do not wait for that."""
    return reply_text(packed(content), status)


def reply_text(text: bytes, status: int = 200) -> Response:
    """A JSON text; a long one goes out in portions, so that a slow reader does not hold it all in memory."""
    if len(text) <= PORTION:
        return Response(text, status, media_type="application/json")
    length = {"Content-Length": str(len(text))}
    return StreamingResponse(_portions(text), status, length, media_type="application/json")


async def _portions(text: bytes) -> AsyncIterator[bytes]:
    for start in range(0, len(text), PORTION):
        yield text[start : start + PORTION]
