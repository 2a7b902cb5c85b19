"""`oddboard serve`: check what can be checked, then run the server until it is told to stop."""

import asyncio
import contextlib
import gc
import json
import logging
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Sequence
from ipaddress import ip_network
from typing import Any

import uvicorn
from fastapi import FastAPI

from oddboard.core.folders import data_folder
from oddboard.server import connections, processes
from oddboard.server.app import Settings, build
from oddboard.server.database import engine_of, migrated
from oddboard.server.errors import CannotServe
from oddboard.server.live import LARGEST_FRAME
from oddboard.server.neighbours import Neighbours
from oddboard.server.reach import ANYWHERE, is_own, reached_at

# How often garbage is looked for: so often that each time takes a few milliseconds, as everybody waits meanwhile; and
# everywhere, which takes much longer, when there are about three million things more than the last time.
SELDOM = (4_000, 2, 250)
# Seconds until the thread that writes gets its turn while the others are told; 5 ms, Python's own, at each step of a
# commit would be most of what an answer takes.
TURNS = 0.0005
STOP_SECONDS = 5  # that requests get to come to their end
GOODBYE_SECONDS = 0.1  # for what the pages are told last
NO_NETWORK = "This machine is in no network now, so nobody else can reach it."
_KEPT = ("method", "path", "status", "ms", "table", "seat", "why", "database", "url", "pid")


class JsonLines(logging.Formatter):
    """One JSON object a line; nothing of what guests sent is in it."""

    def format(self, record: logging.LogRecord) -> str:
        """A record as a line."""
        content: dict[str, Any] = {
            "at": self.formatTime(record, "%Y-%m-%dT%H:%M:%S"),
            "level": record.levelname.lower(),
            "from": record.name,
            "what": record.getMessage(),
        }
        content |= {name: record.__dict__[name] for name in _KEPT if name in record.__dict__}
        if record.exc_info:
            content["trace"] = self.formatException(record.exc_info)
        return json.dumps(content, ensure_ascii=False)


def set_up_logs(level: str) -> None:
    """Log to standard error, a JSON object a line."""
    writer = logging.StreamHandler(sys.stderr)
    writer.setFormatter(JsonLines())
    logging.basicConfig(level=level.upper(), handlers=[writer], force=True)
    logging.getLogger("alembic").setLevel(logging.WARNING)


def default_database() -> str:
    """The file in the user's data folder."""
    return f"sqlite:///{data_folder() / 'tables.db'}"


def bound(host: str, port: int) -> socket.socket:
    """A socket to listen on; CannotServe if the port is taken."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        listening = socket.socket(family, socket.SOCK_STREAM)
        if os.name != "nt":  # where it would let a second server take the port of the first
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
    except OSError as error:
        raise CannotServe(
            f"cannot listen on {host} port {port} ({error.strerror}): another server may be running there; "
            f"choose another with --port, or let --port 0 find one"
        ) from None
    listening.set_inheritable(True)
    return listening


def checked_network(text: str | None) -> str | None:
    """A network as it is usually written; CannotServe if it is none."""
    if text is None:
        return None
    try:
        return str(ip_network(text, strict=False))
    except ValueError:
        raise CannotServe(f"--metrics-for wants a network such as 172.16.0.0/12, not {text!r}") from None


def serve(
    host: str,
    port: int,
    database: str | None,
    thinkers: int | None,
    open_browser: bool,
    generosity: float,
    behind_proxy: bool,
    log_level: str,
    answer_seconds: float,
    host_network: str | None,
    keep_days: int | None = None,
    names: Sequence[str] = (),
    count: int = 1,  # of processes
) -> None:
    """Run a server, of one process or several."""
    processes.check(count, database or "")
    set_up_logs(log_level)
    gc.set_threshold(*SELDOM)
    sys.setswitchinterval(TURNS)
    listening = bound(host, port)
    actual_port = listening.getsockname()[1]
    network = reached_at(host, actual_port)
    settings = Settings(
        database or default_database(),
        thinkers or max(1, ((os.cpu_count() or 2) - 1) // count),
        generosity=generosity,
        behind_proxy=behind_proxy,
        network=network,
        answer_seconds=answer_seconds,
        host_network=checked_network(host_network),
        keep_days=keep_days,
        names=frozenset(name.lower() for name in names),
    )
    shown_host = "localhost" if host in ANYWHERE or is_own(host) else host
    url = f"http://{shown_host}:{actual_port}/"
    files = connections.raise_file_limit()
    app = build(settings) if count == 1 else None
    if app is None:
        engine = engine_of(settings.database)
        migrated(engine)  # once, and with a clear word if the database cannot be used
        engine.dispose()
    print(f"Oddboard is served at {url} (stop with Ctrl-C)", flush=True)
    if host in ANYWHERE:
        print(f"Friends in your network reach it at {network}/" if network else NO_NETWORK, flush=True)
    if app is None:
        processes.Crew(count, lambda others: run(build(settings), settings, listening, files, others)).run()
        return
    if open_browser:
        threading.Timer(0.5, webbrowser.open, (url,)).start()
    run(app, settings, listening, files)


def run(
    app: FastAPI, settings: Settings, listening: socket.socket, files: int, others: Neighbours | None = None
) -> None:
    """Serve in this process until it is told to stop."""
    unlimited = settings.behind_proxy or not settings.generosity
    by_address = None if unlimited else round(settings.generosity * connections.MOST_BY_ADDRESS)
    config = uvicorn.Config(
        app,
        http=connections.protocol(connections.Door(files - connections.SPARE_FILES, by_address), others),
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        ws_max_size=2 * LARGEST_FRAME,
        ws=connections.Sockets,
        ws_per_message_deflate=False,  # costs more than all the rest, and pages are near or few
        timeout_graceful_shutdown=STOP_SECONDS,
    )
    Server(config, app, others).run(sockets=[listening])


class Server(uvicorn.Server):
    """Takes the connections that its neighbours hand to it, too, and says goodbye before it closes them."""

    def __init__(self, config: uvicorn.Config, app: FastAPI, others: Neighbours | None) -> None:
        super().__init__(config)
        self.app = app
        self._others = others
        self._taking: set[asyncio.Task[None]] = set()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to serve, then to take what is handed over."""
        await super().startup(sockets)
        if self._others:
            self._others.receive(self._received)

    def _received(self, connection: socket.socket, request: bytes) -> None:
        task = asyncio.ensure_future(self._take(connection, request))
        self._taking.add(task)
        task.add_done_callback(self._taking.discard)

    async def _take(self, connection: socket.socket, request: bytes) -> None:
        """Go on with a connection as if its request had come here."""

        def protocol() -> asyncio.Protocol:
            made = self.config.http_protocol_class
            return made(config=self.config, server_state=self.server_state, app_state=self.lifespan.state)  # type: ignore[call-arg]

        with contextlib.suppress(OSError):  # it has gone meanwhile
            _, taken = await asyncio.get_running_loop().connect_accepted_socket(protocol, connection)
            taken.data_received(request)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Tell the pages that they should come back soon, then stop."""
        if self._others:
            self._others.leave(self._others.place)
        if house := getattr(self.app.state, "house", None):
            house.stop()
        await asyncio.sleep(GOODBYE_SECONDS)
        await super().shutdown(sockets)
