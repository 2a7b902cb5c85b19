"""What stands before every request: size, origin, headers that browsers obey, and errors without our insides."""

import asyncio
import logging
import time

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from oddboard.core.errors import BadRequest, OddboardError
from oddboard.server.connections import BODY_SECONDS
from oddboard.server.errors import NotYours, TooLarge, TooMany, status_of
from oddboard.server.limits import LARGEST_BODY, LARGEST_RECORD
from oddboard.server.live import first_wrong
from oddboard.server.streams import packed, writable

HEADERS = {
    # Svelte sets styles of elements by script, which counts as inline for elements that it makes from markup.
    "Content-Security-Policy": (
        "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
        "connect-src 'self'; font-src 'self'; worker-src 'self' blob:; object-src 'none'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
SAFE = ("GET", "HEAD", "OPTIONS")
log = logging.getLogger("oddboard.requests")


def error_reply(error: OddboardError) -> Response:
    """An error as the page reads it."""
    headers = {"Retry-After": str(max(1, round(error.wait)))} if isinstance(error, TooMany) else None
    content = error.to_json()
    content["message"] = writable(content["message"])
    return Response(packed({"error": content}), status_of(error), headers, media_type="application/json")


class Guard:
    """The outermost layer: limits what comes in, adds headers to what goes out, logs each request in a line."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, if it may come in."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began, status = time.perf_counter(), 0
        largest = LARGEST_RECORD if scope["path"] == "/api/records" else LARGEST_BODY
        came, complete = 0, False

        async def measured() -> Message:
            nonlocal came, complete
            if complete:
                return await receive()
            try:
                async with asyncio.timeout(began + BODY_SECONDS - time.perf_counter()):
                    message = await receive()
            except TimeoutError:
                raise HTTPException(408, f"a request comes within {BODY_SECONDS:.0f} seconds") from None
            complete = not message.get("more_body", False)
            came += len(message.get("body", b""))
            if came > largest:
                raise HTTPException(413, f"a request has at most {largest} bytes")
            return message

        async def adorned(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                named = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
                message["headers"] = [*message.get("headers", []), *named]
            await send(message)

        request = Request(scope, receive)
        try:
            self.check(request, largest)
            await self.app(scope, measured, adorned)
        except OddboardError as error:
            await error_reply(error)(scope, receive, adorned)
        except Exception:
            log.exception("a request failed", extra={"path": path_of(scope)})
            if not status:
                wrong = {
                    "kind": "internal",
                    "message": "something went wrong here, and was noted: try again",
                    "rule": None,
                }
                await Response(packed({"error": wrong}), 500, media_type="application/json")(scope, receive, adorned)
        finally:
            seconds = time.perf_counter() - began
            if house := getattr(request.app.state, "house", None) if "app" in scope else None:
                house.requests.observe(seconds)
            took = round(seconds * 1000, 1)
            log.info("request", extra={"method": scope["method"], "path": path_of(scope), "status": status, "ms": took})

    def check(self, request: Request, largest: int) -> None:
        """Whether a request may come in at all."""
        if b"%00" in request.scope.get("raw_path", b"") or b"%00" in request.scope["query_string"]:
            raise BadRequest("an address has no NUL characters")
        length = request.headers.get("content-length", "0")
        if not (length.isascii() and length.isdigit()):
            raise BadRequest("the header Content-Length is a number")
        if int(length) > largest:
            raise TooLarge(f"a request has at most {largest} bytes, and this one {length}")
        house = request.app.state.house if "app" in request.scope else None
        if house and not house.limits.allowed_host(request.headers):
            raise NotYours("this server is not called that: its host names it with --name")
        if request.method not in SAFE and house and not house.limits.allowed_origin(request.headers):
            raise NotYours("this request comes from another site's page")


def path_of(scope: Scope) -> str:
    """A path as it may stand in a log: without the secret of a seat link."""
    path = str(scope["path"])
    return "/api/seat-links/…" if path.startswith("/api/seat-links/") else path[:200]


def install(app: FastAPI) -> None:
    """Give an application its guard, and errors their form."""

    async def refused(_: Request, error: Exception) -> Response:
        assert isinstance(error, OddboardError)
        return error_reply(error)

    async def misshapen(_: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        return error_reply(BadRequest(first_wrong(error.errors())))

    async def http_error(_: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        kind = {404: "not_found", 413: "too_large"}.get(error.status_code, "bad_request")
        wrong = {"kind": kind, "message": writable(str(error.detail)), "rule": None}
        return Response(packed({"error": wrong}), error.status_code, error.headers, media_type="application/json")

    app.add_exception_handler(OddboardError, refused)
    app.add_exception_handler(RequestValidationError, misshapen)
    app.add_exception_handler(HTTPException, http_error)
    app.add_middleware(Guard)
