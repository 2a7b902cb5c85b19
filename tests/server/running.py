"""A real server in a process of its own, and guests who talk to it over real sockets."""

import asyncio
import json
import random
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from tests.commands import environment
from tests.server.client import with_extras

READY = re.compile(r"served at (http://[^/]+)/")


class Server:
    """`oddboard serve` on a free port."""

    def __init__(self, database: str, *more: str, **variables: str) -> None:
        self.database = database
        self._command = [
            sys.executable,
            "-m",
            "oddboard",
            "serve",
            "--port",
            "0",
            "--database",
            database,
            "--thinkers",
            "1",
        ]
        self._command += list(more) or ["--generosity", "0"]
        self._variables = variables
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(
            self._command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(**self._variables)
        )
        assert self.process.stdout
        line = self.process.stdout.readline().decode()
        found = READY.search(line)
        assert found, f"the server did not start: {line} {self.process.stderr.read().decode()}"  # type: ignore[union-attr]
        self.url = found[1]
        self._wait()

    def _wait(self) -> None:
        end = time.monotonic() + 60  # a busy machine is slow
        while time.monotonic() < end and self.process.poll() is None:
            try:
                if httpx.get(f"{self.url}/api/health").status_code == 200:
                    return
            except httpx.TransportError:
                time.sleep(0.02)
        self.process.kill()
        raise AssertionError(f"the server does not answer: {self.process.communicate()[1].decode()}")

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def stop(self) -> str:
        """Stop in order; what was logged."""
        self.process.send_signal(signal.SIGTERM)
        _, log = self.process.communicate(timeout=20)
        return log.decode()


class Guest:
    """Somebody with a cookie."""

    def __init__(self, server: Server, name: str | None = None) -> None:
        self.server = server
        self.http = httpx.Client(base_url=server.url, timeout=60)
        self.id = self.http.get("/api/me").json()["guest"]["id"]
        if name:
            self.put("/api/me", {"name": name})

    def move_to(self, server: Server) -> None:
        """Talk to another server of the same database, with the same cookie."""
        self.server = server
        self.http = httpx.Client(base_url=server.url, timeout=60, cookies={"oddboard": self.cookie})

    @property
    def cookie(self) -> str:
        return self.http.cookies["oddboard"]

    def get(self, path: str, **query: Any) -> Any:
        return self._answer(self.http.get(path, params=query))

    def post(self, path: str, content: Any = None) -> Any:
        return self._answer(self.http.post(path, json={} if content is None else content))

    def post_text(self, path: str, text: str) -> Any:
        return self._answer(self.http.post(path, content=text, headers={"content-type": "text/plain"}))

    def put(self, path: str, content: Any) -> Any:
        return self._answer(self.http.put(path, json=content))

    def _answer(self, response: httpx.Response) -> Any:
        if response.status_code >= 400:
            raise Refused(response.status_code, response.json()["error"])
        return response.json() if response.headers["content-type"].startswith("application/json") else response.text

    def table(self, game: str, seats: list[Any], **more: Any) -> str:
        """Make a table; its name."""
        return str(self.post("/api/tables", {"game": game, "seats": seats, **more})["id"])

    def live(self, table: str, **hello: Any) -> "Live":
        return Live(self, table, hello)


class Refused(Exception):
    """A request was refused."""

    def __init__(self, status: int, error: dict[str, Any]) -> None:
        super().__init__(f"{status} {error}")
        self.status = status
        self.error = error
        self.kind = error["kind"]


class Live:
    """A page: follows a table by its socket, and keeps what it was told."""

    def __init__(self, guest: Guest, table: str, hello: dict[str, Any]) -> None:
        self.guest, self.table_id, self.hello = guest, table, hello
        self.moments: dict[int, Any] = {}
        self.situation: dict[str, Any] = {}
        self.table: dict[str, Any] = {}
        self.events: list[dict[str, Any]] = []
        self.seq = 0
        self._sent = 0

    async def __aenter__(self) -> "Live":
        await self.connect()
        return self

    async def __aexit__(self, *_: Any) -> None:
        await self.socket.close()

    async def connect(self, since: int | None = None) -> None:
        url = self.guest.server.url.replace("http", "ws") + f"/api/tables/{self.table_id}/live"
        headers = {"Cookie": f"oddboard={self.guest.cookie}"}
        self.socket: ClientConnection = await connect(url, additional_headers=headers, max_size=None)
        await self.send({"type": "hello", "since": since, **self.hello})
        if since is None:
            await self.until(lambda event: event["type"] == "welcome")

    async def send(self, content: Any) -> None:
        await self.socket.send(json.dumps(content))

    async def next(self, seconds: float = 30) -> dict[str, Any]:
        event: dict[str, Any] = json.loads(await asyncio.wait_for(self.socket.recv(), seconds))
        self.events.append(event)
        if "seq" in event:
            assert event["type"] in ("welcome", "going") or event["seq"] == self.seq + 1, (
                "an event is missing, or came twice"
            )
            self.seq = event["seq"]
        match event["type"]:
            case "welcome":
                self.table, self.situation = event["table"], event["situation"]
                self.moments = {each["ply"]: each for each in event["moments"]}
            case "moment":
                self.moments[event["moment"]["ply"]] = event["moment"]
            case "undo":
                self.moments = {ply: each for ply, each in self.moments.items() if ply < event["to"]}
            case "situation":
                self.situation = event["situation"]
            case "extras":
                self.situation = with_extras(self.situation, event)
            case "table":
                self.table = event["table"]
        return event

    async def until(self, wanted: Any, seconds: float = 30) -> dict[str, Any]:
        end = time.monotonic() + seconds
        while True:
            event = await self.next(max(0.1, end - time.monotonic()))
            if wanted(event):
                return event

    async def ask(self, kind: str, **content: Any) -> dict[str, Any]:
        """Send a message, and wait for its answer."""
        self._sent += 1
        number = self._sent
        await self.send({"type": kind, "id": number, **content})
        return await self.until(lambda event: event.get("id") == number)

    async def sync(self) -> None:
        """Take in everything that was told up to now."""
        await self.ask("ping")

    async def play(self, decision: Any, **more: Any) -> dict[str, Any]:
        situation = {"seat": self.situation["seat"], "ply": self.situation["ply"], "decision": decision} | more
        answer = await self.ask("play", **situation)
        await self.sync()  # it is told after it is acknowledged
        return answer


async def play_at_random(page: Live, rng: random.Random, until: int = 100_000) -> int:
    """Decide at random whenever it is the page's turn, until the game is over or has come to a ply; how often."""
    decided = 0
    while page.situation["ranks"] is None and len(page.moments) < until:
        if page.situation["choices"]:
            before = page.situation
            answer = await page.play(rng.choice(before["choices"])["decision"])
            if answer["type"] == "ok":
                decided += 1
            else:
                assert answer["error"]["kind"] in ("stale", "not_your_turn", "over"), answer
            while page.situation is before and answer["type"] != "ok":
                await page.next()
        else:
            await page.next()
    return decided


def sqlite(folder: Path) -> str:
    return f"sqlite:///{folder / 'tables.db'}"
