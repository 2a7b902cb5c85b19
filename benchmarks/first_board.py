"""How long it takes from the first start of the server to the first board that can be touched, cold and warm.

    python -m benchmarks.first_board [GAME...] [--program .venv/bin/oddboard] [--json]

For each game a server is started on a fresh database, a table against one novice is made, and the clock stops when the
person is offered choices: after what the dice and the novice do before. *Cold* has nothing compiled; *warm* is the same
again with what the first server has compiled meanwhile, in *compiled* functions. With `--program` the `oddboard` of
another environment is measured, such as one into which a wheel was installed, which has none to compile.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx

from oddboard.core import machine_code, registry

PATIENCE = 600.0  # seconds, after which something is wrong
LOOKS = 0.05  # seconds between two looks


def measured(program: str, game: str, place: Path) -> float:
    """Seconds from the start of a server to the first choices of a person at a table against a bot."""
    around = os.environ | {"ODDBOARD_CACHE": str(place / "cache")}
    around.pop("PYTHONDONTWRITEBYTECODE", None)  # or Python would read all packages anew at each start
    database = f"sqlite:///{place / 'tables.db'}"
    began = time.perf_counter()
    with subprocess.Popen(
        [program, "serve", "--port", "0", "--database", database], stdout=subprocess.PIPE, env=around, text=True
    ) as server:
        try:
            assert server.stdout
            address = next(word for word in server.stdout.readline().split() if word.startswith("http"))
            with httpx.Client(base_url=address.replace("localhost", "127.0.0.1"), timeout=60) as page:
                _wait(lambda: page.get("/api/me").is_success)
                seconds = _first_choices(page, game, began)
                _wait(lambda: _is_compiled(page, game))  # for who starts next
                return seconds
        finally:
            server.terminate()


def _first_choices(page: httpx.Client, game: str, began: float) -> float:
    players = registry.game(game).players[0]
    wanted = {"game": game, "seats": ["me", *[{"bot": "novice"}] * (players - 1)], "start": True}
    made: dict[str, Any] = {}

    def make() -> bool:
        answer = page.post("/api/tables", json=wanted)
        made.update(answer.json() if answer.is_success else {})
        return answer.is_success

    _wait(make)
    path = f"/api/tables/{made['id']}/situation"
    _wait(lambda: bool(page.get(path, params={"seat": 0}).json().get("choices")))
    return time.perf_counter() - began


def _is_compiled(page: httpx.Client, game: str) -> bool:
    return any(each["key"] == game and each["ready"] for each in page.get("/api/games").json()["games"])


def _wait(is_there: Any) -> None:
    """Look again and again until something is there."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        try:
            if is_there():
                return
        except httpx.TransportError:
            pass  # it does not listen yet
        time.sleep(LOOKS)
    raise TimeoutError(f"nothing after {PATIENCE:.0f} s")


def main() -> None:
    """Measure, and print a line for each game."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument(
        "--program", default=shutil.which("oddboard", path=str(Path(sys.executable).parent)) or "oddboard"
    )
    parser.add_argument("--json", action="store_true")
    wanted = parser.parse_args()
    found: dict[str, dict[str, float]] = {}
    for game in wanted.games or registry.keys():
        with tempfile.TemporaryDirectory() as folder:
            place = Path(folder)
            found[game] = {when: round(measured(wanted.program, game, place), 1) for when in ("cold", "warm")}
            found[game]["compiled"] = len(list((place / "cache" / machine_code.FOLDER).glob("*.code")))
        print(f"{game}: {found[game]}", file=sys.stderr)
    if wanted.json:
        print(json.dumps(found))
        return
    print("| game | cold | warm | compiled |\n|---|---|---|---|")
    for game, one in found.items():
        print(f"| {game} | {one['cold']} s | {one['warm']} s | {one['compiled']} functions |")


if __name__ == "__main__":
    main()
