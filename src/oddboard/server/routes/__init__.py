"""What can be asked of the server over HTTP: one module a subject."""

from typing import Any

from fastapi import Response

from oddboard.server.models import ErrorReply
from oddboard.server.streams import packed

ERRORS: dict[int | str, dict[str, Any]] = {
    status: {"model": ErrorReply} for status in (400, 401, 403, 404, 409, 413, 422, 429, 503)
}


def reply(content: Any, status: int = 200) -> Response:
    """Content that is known to be of the promised shape: tests check it, requests do not wait for that."""
    return Response(packed(content), status, media_type="application/json")
