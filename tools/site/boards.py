"""The boards of the rulebooks, drawn by the page itself in a headless browser, and kept until something changes.

Where no browser is wanted, an example is shown as the terminal shows it.
"""

import hashlib
import html
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from oddboard.core import registry
from oddboard.core.match import Match
from oddboard.server.routes.games import drawn_position
from tools.site.contents import GAMES, ROOT

KEPT = ROOT / "build" / "boards"
PAGE = ROOT / "src" / "oddboard" / "server" / "web"
THEMES = ("light", "dark")
PATIENCE = 120  # seconds for the server to answer
STAMP = "drawn-from"


def wanted(key: str) -> list[str]:
    """The examples that a rulebook draws."""
    return re.findall(r"^```board (\S+)", registry.game(key).rulebook, re.MULTILINE)


def draw(keys: list[str]) -> None:
    """Draw the examples of these games, unless what they are drawn from is as it was."""
    stale = [key for key in keys if not _is_fresh(key)]
    if not stale:
        return
    with tempfile.TemporaryDirectory() as folder:
        address, server = _serve(Path(folder))
        try:
            script = ROOT / "web" / "tools" / "boards.mjs"
            for key in stale:
                subprocess.run(["node", script, address, KEPT, key], check=True)  # noqa: S607
                (KEPT / key / STAMP).write_text(_stamp(key), encoding="utf-8")
        finally:
            server.terminate()
            server.wait()


def picture(key: str, name: str) -> str:
    """An example as an image for each theme."""
    return "\n".join(
        f'<img class="only-{theme}" src="../boards/{key}/{name}-{theme}.webp" alt="" loading="lazy">'
        for theme in THEMES
    )


def in_letters(key: str, name: str) -> str:
    """An example as the terminal shows it."""
    game = registry.game(key)
    position, seat = drawn_position(game, name)
    board = game.board(Match.from_position(game, position).view(seat)).plain
    lines = html.escape(board).replace("\n\n", "\n \n")  # an empty line would end the block
    return f'<pre class="terminal">{lines}</pre>'


def _is_fresh(key: str) -> bool:
    stamp = KEPT / key / STAMP
    return stamp.exists() and stamp.read_text(encoding="utf-8") == _stamp(key)


def _stamp(key: str) -> str:
    """A hash of all that a game's pictures depend on: its folder, and the built page."""
    found = hashlib.sha256()
    folder = GAMES / key.replace("-", "_")
    for path in sorted([*folder.rglob("*.py"), *folder.rglob("*.json"), folder / "rulebook.md", PAGE / "index.html"]):
        found.update(path.read_bytes())
    return found.hexdigest()


def _serve(folder: Path) -> tuple[str, subprocess.Popen[bytes]]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = ["-m", "oddboard", "serve", "--port", str(port), "--database", f"sqlite:///{folder}/tables.db"]
    server = subprocess.Popen([sys.executable, *command, "--thinkers", "1", "--generosity", "0"], env=os.environ)
    address = f"http://127.0.0.1:{port}"
    began = time.monotonic()
    while True:
        try:
            urllib.request.urlopen(f"{address}/api/alive", timeout=5).close()  # noqa: S310
            return address, server
        except OSError:
            if time.monotonic() - began > PATIENCE or server.poll() is not None:
                server.terminate()
                raise
            time.sleep(0.2)
