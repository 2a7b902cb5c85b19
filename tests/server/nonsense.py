"""Requests and socket messages that are nearly right, right, or nothing at all, told to an application in this process.

They are made from the server's own description of itself, with values in them that break things: halves of characters,
noughts, huge numbers, deep nests, the wrong kind. Without a connection in between thousands a second can be told.
"""

import asyncio
import json
import random
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import quote, unquote_to_bytes

from fastapi import FastAPI

from oddboard.core import registry
from oddboard.server.app import Settings, build

SPOILT = 0.12  # how often a value is another than its description says
DEEPEST = 6  # nested values that are made from a description
AT_ONCE = 16  # requests that are under way together
FRAMES = 24  # messages on one socket
PATIENCE = 60.0  # seconds for one request

NASTY: list[Any] = [
    *(None, True, False, 0, -1, 1, 63, 64, 2**31, 2**53, 2**63, 2**64, 10**30, -(10**30), 0.5, -0.0, 1e308),
    *("", "\x00", "\ud800", "\udfff x", "x" * 300, "x" * 5000, "‮evil", "null", "-1", "1e9", "'; DROP TABLE tables;--"),
    *([], {}, [[]], {"": None}, {"\x00": "\x00"}, [None] * 100),
]
DEEP = "[" * 700 + "]" * 700
NASTY_PARTS = ["%00", "%ff", "..", "%2e%2e%2f", "x" * 300, "%F0%9F%8E%B2", "-1", "a b", "%25", "null"]
SLOW = ("/study/move", "/analysis", "/hint")  # what bots think about: told seldom


class Nonsense:
    """Makes requests up."""

    def __init__(self, app: FastAPI, rng: random.Random) -> None:
        self.rng = rng
        description = app.openapi()
        self.shapes: dict[str, Any] = description["components"]["schemas"]
        self.operations = [
            (method.upper(), path, operation)
            for path, item in description["paths"].items()
            for method, operation in item.items()
        ]
        self.known: dict[str, list[str]] = {"game": registry.keys(), "identifier": [], "key": registry.keys()}

    def value(self, shape: Any, depth: int = 0) -> Any:
        """Something as a description says, or not at all."""
        rng = self.rng
        if rng.random() < SPOILT or not isinstance(shape, dict):
            return rng.choice(NASTY)
        if "$ref" in shape:
            return self.value(self.shapes[shape["$ref"].rpartition("/")[2]], depth)
        for several in ("anyOf", "oneOf", "allOf"):
            if several in shape:
                return self.value(rng.choice(shape[several]), depth)
        if "const" in shape:
            return shape["const"]
        if "enum" in shape:
            return rng.choice(shape["enum"])
        kind = shape.get("type")
        if kind == "object" or "properties" in shape:
            return self._object(shape, depth)
        if kind == "array":
            return [self.value(shape.get("items"), depth + 1) for _ in range(rng.choice((0, 1, 2, 2, 3)))][:DEEPEST]
        if kind in ("integer", "number"):
            low = shape.get("minimum", 0)
            return rng.choice((low, low + 1, rng.randrange(8), shape.get("maximum", 63)))
        if kind == "boolean":
            return rng.random() < 0.5
        return rng.choice(
            ("me", "open", "shared", "novice", "yaz", "everest", "x", "Ann", *self.known["identifier"][:3])
        )

    def _object(self, shape: Any, depth: int) -> Any:
        if depth > DEEPEST:
            return {}
        names = shape.get("properties", {})
        needed = set(shape.get("required", ()))
        found = {
            name: self._named(name, each, depth)
            for name, each in names.items()
            if name in needed or self.rng.random() < 0.5
        }
        if not names:
            found = {self.rng.choice(("do", "at", "to", "hex", "\x00", "x")): self.value({}, depth) for _ in range(2)}
        if self.rng.random() < SPOILT:
            found[self.rng.choice(("more", "\ud800", ""))] = self.rng.choice(NASTY)
        return found

    def _named(self, name: str, shape: Any, depth: int) -> Any:
        if name in ("game", "bot", "level") and self.rng.random() < 0.8:
            return self.rng.choice(self.known["game"]) if name == "game" else "novice"
        return self.value(shape, depth + 1)

    def request(self) -> tuple[str, str, bytes, list[tuple[bytes, bytes]]]:
        """Method, path with its query, content and headers."""
        rng = self.rng
        method, path, operation = rng.choice(self.operations)
        if any(each in path for each in SLOW) and rng.random() < 0.97:
            method, path, operation = rng.choice(self.operations)
        query = []
        for each in operation.get("parameters", ()):
            if each["in"] == "path":
                choices = self.known.get(each["name"]) or ["x"]
                part = rng.choice(choices) if rng.random() < 0.75 else rng.choice(NASTY_PARTS)
                path = path.replace(f"{{{each['name']}}}", part)
            elif each["in"] == "query" and rng.random() < 0.6:
                query.append(f"{quote(each['name'])}={quote(_text(self.value(each['schema'])))}")
        path = path.replace("{", "").replace("}", "")
        if rng.random() < 0.02:
            path = "/" + "/".join(rng.choice(NASTY_PARTS) for _ in range(3))
        headers = [(b"content-type", rng.choice((b"application/json",) * 8 + (b"text/plain", b"", b"\xff")))]
        if rng.random() < 0.03:
            headers.append((b"origin", rng.choice((b"http://[", b"null", b"\xff", b"http://evil.example"))))
        return method, path + ("?" + "&".join(query) if query else ""), self._content(operation), headers

    def _content(self, operation: Any) -> bytes:
        rng = self.rng
        wanted = operation.get("requestBody", {}).get("content", {})
        if not wanted:
            return b"" if rng.random() < 0.9 else b"{"
        if rng.random() < 0.03:
            return rng.choice(
                (b"", b"{", b"\xff\xfe", b"nul", DEEP.encode(), b'{"a":' * 900, b'{"game":"\xed\xa0\x80"}')
            )
        shape = next(iter(wanted.values())).get("schema", {})
        return _written(self.value(shape)).encode()

    def frame(self) -> str:
        """A message on a socket."""
        rng = self.rng
        if rng.random() < 0.05:
            return rng.choice(("", "[]", "null", "\x00", DEEP, '{"type":' * 500, '"play"', "{"))
        return _written(self.value(self.shapes["FromPage"]))


def _text(value: Any) -> str:
    text = value if isinstance(value, str) else _written(value)
    return text.encode("utf-8", "replace").decode()[:2000]


def _written(value: Any) -> str:
    return json.dumps(value, allow_nan=True)


class Told:
    """An application, and what it answered."""

    def __init__(self, app: FastAPI, seed: int) -> None:
        self.app = app
        self.nonsense = Nonsense(app, random.Random(seed))
        self.statuses: Counter[int] = Counter()
        self.frames = 0
        self.broken: list[str] = []  # what was answered with an error of the server's own
        self.cookie = b""

    async def request(self, method: str, target: str, content: bytes = b"", headers: Any = ()) -> tuple[int, bytes]:
        """One request; its status and its answer."""
        status, answer, _ = await self.answer(method, target, content, headers)
        return status, answer

    async def answer(
        self, method: str, target: str, content: bytes = b"", headers: Any = ()
    ) -> tuple[int, bytes, list[tuple[bytes, bytes]]]:
        """The same, with the headers."""
        path, _, query = target.partition("?")
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": _unquoted(path),
            "raw_path": path.encode("ascii", "replace"),
            "query_string": query.encode("ascii", "replace"),
            "root_path": "",
            "headers": [(b"host", b"127.0.0.1"), (b"cookie", b"oddboard=" + self.cookie), *headers],
            "client": ("127.0.0.1", 1),
            "server": ("127.0.0.1", 80),
            "state": {},
        }
        told: dict[str, Any] = {"status": 0, "content": b"", "headers": []}
        came = asyncio.Event()

        async def receive() -> Any:
            if came.is_set():
                await asyncio.sleep(PATIENCE)
                return {"type": "http.disconnect"}
            came.set()
            return {"type": "http.request", "body": content, "more_body": False}

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                told["status"], told["headers"] = message["status"], message["headers"]
            else:
                told["content"] += message.get("body", b"")

        try:
            async with asyncio.timeout(PATIENCE):
                await self.app(scope, receive, send)
        except Exception as error:  # as a server would: it is an error of our own
            told["status"], told["content"] = 500, repr(error).encode()
        self.statuses[told["status"]] += 1
        if told["status"] >= 500:
            self.broken.append(f"{method} {target[:200]} {content[:600]!r}: {told['status']} {told['content'][:300]!r}")
        for name, value in told["headers"]:
            if name == b"set-cookie" and not self.cookie:
                self.cookie = value.partition(b"oddboard=")[2].partition(b";")[0]
        return told["status"], told["content"], told["headers"]

    async def socket(self, table: str, seat: int, wanted: Sequence[str] = ()) -> list[str]:
        """Open a socket, tell it a number of things, and go; what was answered."""
        frames: list[Any] = [{"type": "websocket.connect"}]
        heard: list[str] = []
        rng = self.nonsense.rng
        texts = [_written({"type": "hello", "since": None, "seat": seat})]
        texts += wanted or [self.nonsense.frame() for _ in range(FRAMES)]
        if not wanted and rng.random() < 0.2:
            del texts[0]
        frames += [{"type": "websocket.receive", "text": text} for text in texts]
        waiting = iter(frames)

        async def receive() -> Any:
            await asyncio.sleep(0)
            return next(waiting, {"type": "websocket.disconnect", "code": 1001})

        async def send(message: Any) -> None:
            text = message.get("text")
            heard.append(text or "")
            if text and '"kind":"internal"' in text:
                self.broken.append(f"socket: {text[:300]}")

        scope = {
            "type": "websocket",
            "asgi": {"version": "3.0"},
            "scheme": "ws",
            "path": f"/api/tables/{table}/live",
            "raw_path": f"/api/tables/{table}/live".encode(),
            "query_string": b"",
            "root_path": "",
            "headers": [(b"host", b"127.0.0.1"), (b"cookie", b"oddboard=" + self.cookie)],
            "client": ("127.0.0.1", 1),
            "server": ("127.0.0.1", 80),
            "subprotocols": [],
            "state": {},
        }
        try:
            async with asyncio.timeout(PATIENCE):
                await self.app(scope, receive, send)
        except Exception as error:
            self.broken.append(f"socket: {error!r} after {texts}"[:3000])
        self.frames += len(texts)
        return heard

    async def begin(self) -> None:
        """A guest, and a table of each game that he plays against himself."""
        await self.request("GET", "/api/me")
        tables = self.nonsense.known["identifier"]
        for game in registry.keys():
            seats = json.dumps({"game": game, "seats": ["me", "shared"]})
            status, content = await self.request(
                "POST", "/api/tables", seats.encode(), [(b"content-type", b"application/json")]
            )
            if status < 300:
                tables.append(json.loads(content)["id"])
        assert tables

    async def tell(self, count: int) -> None:
        """So many requests and messages, a few at a time."""
        rng, tables = self.nonsense.rng, self.nonsense.known["identifier"]

        async def some() -> None:
            while self.statuses.total() + self.frames < count and not self.broken:
                if rng.random() < 0.03:
                    await self.socket(rng.choice(tables), rng.randrange(2))
                else:
                    method, path, content, headers = self.nonsense.request()
                    await self.request(method, path, content, headers)

        await asyncio.gather(*(some() for _ in range(AT_ONCE)))


def _unquoted(path: str) -> str:
    return unquote_to_bytes(path).decode("utf-8", "replace")


@asynccontextmanager
async def told(database: str, seed: int, generosity: float = 0) -> AsyncIterator[Told]:
    """An application on a database, as long as it is told things."""
    app = build(Settings(database, generosity=generosity, names=frozenset({"127.0.0.1"})))
    async with app.router.lifespan_context(app):
        found = Told(app, seed)
        await found.begin()
        yield found
