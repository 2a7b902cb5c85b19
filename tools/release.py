"""Builds wheel and source distribution, and tries the wheel as somebody would who has just installed it.

The wheel brings compiled rules along, made for every processor of this machine's kind, so that a first game begins in
seconds. It is installed into a fresh environment, which must list the games, serve the page, and play a game.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
import venv
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
COMPILED = ROOT / "src" / "oddboard" / "compiled"
DIST = ROOT / "dist"
GAME = "everest"  # the one that is played
PATIENCE = 60.0  # seconds for the server to come up


def call(*command: str | Path, **around: Any) -> str:
    """Run a program; what it printed. Its failure is ours."""
    return subprocess.run(list(map(str, command)), check=True, stdout=subprocess.PIPE, text=True, **around).stdout


def compile_rules() -> None:
    """Put the machine code of all games into the package."""
    shutil.rmtree(COMPILED, ignore_errors=True)
    with tempfile.TemporaryDirectory() as cache:
        around = os.environ | {"ODDBOARD_CACHE": cache, "PYTHONPATH": str(ROOT / "src")}
        call(sys.executable, "-m", "oddboard", "warm", env=around)
        shutil.copytree(Path(cache) / "compiled", COMPILED, ignore=shutil.ignore_patterns("CACHEDIR.TAG"))


def build() -> Path:
    """Make both distributions; the wheel."""
    shutil.rmtree(DIST, ignore_errors=True)
    call(sys.executable, "-m", "build", "--outdir", DIST, ROOT)
    call(sys.executable, "-m", "build", "--wheel", "--outdir", DIST, ROOT)  # from the checkout: with compiled rules
    for pure in DIST.glob("*-none-any.whl"):
        pure.unlink()
    (wheel,) = DIST.glob("*.whl")
    return wheel


def try_out(wheel: Path, folder: Path) -> None:
    """Install the wheel into a fresh environment, and use it."""
    venv.create(folder / "venv", with_pip=True)
    scripts = folder / "venv" / ("Scripts" if os.name == "nt" else "bin")
    call(scripts / "python", "-m", "pip", "install", "--quiet", "--constraint", ROOT / "constraints.txt", wheel)
    around = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    around |= {"ODDBOARD_CACHE": str(folder / "cache"), "XDG_DATA_HOME": str(folder / "data")}
    listed = call(scripts / "oddboard", "games", cwd=folder, env=around)
    assert GAME in listed, f"oddboard games does not list {GAME}:\n{listed}"
    began = time.monotonic()
    _play(scripts, folder, around)
    print(f"A game of {GAME} was set up and played on {time.monotonic() - began:.1f} s after its first start.")
    assert not (folder / "cache").exists(), "rules were compiled although the wheel brings them along"
    _serve(scripts, folder, around)
    size = sum(path.stat().st_size for path in (folder / "venv").rglob("*") if path.is_file())
    print(f"The environment takes {size / 1e6:.0f} MB.")


def _play(scripts: Path, folder: Path, around: dict[str, str]) -> None:
    """Start a game in the engine, and carry out its first legal decision."""
    command = [str(scripts / "oddboard"), "engine"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=folder, env=around) as engine:
        assert engine.stdin
        assert engine.stdout

        def ask(**request: Any) -> Any:
            engine.stdin.write(json.dumps(request).encode() + b"\n")  # type: ignore[union-attr]
            engine.stdin.flush()  # type: ignore[union-attr]
            return json.loads(engine.stdout.readline())  # type: ignore[union-attr]

        situation = ask(id=1, cmd="new", game=GAME, players=2)
        played = ask(id=2, cmd="play", match=situation["match"], decision=situation["legal"][0])
        assert played["ply"] == 1, played
        advice = ask(id=3, cmd="suggest", match=situation["match"], level="casual")
        assert "decision" in advice, advice
        engine.stdin.close()


def _serve(scripts: Path, folder: Path, around: dict[str, str]) -> None:
    """Serve the page, and fetch it."""
    command = [str(scripts / "oddboard"), "serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=folder, env=around) as server:
        assert server.stdout
        address = next(word for word in server.stdout.readline().split() if word.startswith("http"))
        until = time.monotonic() + PATIENCE
        try:
            while True:
                try:
                    with urllib.request.urlopen(address) as page:  # noqa: S310 (our own server)
                        assert b"<title>" in page.read(), "the server serves no page"
                    break
                except OSError:
                    assert time.monotonic() < until, "the server does not answer"
                    time.sleep(0.1)
        finally:
            server.terminate()


def main() -> None:
    """Build, try, and say what there is."""
    compile_rules()
    try:
        wheel = build()
    finally:
        shutil.rmtree(COMPILED, ignore_errors=True)  # a checkout compiles its own
    with tempfile.TemporaryDirectory() as folder:
        try_out(wheel, Path(folder))
    for path in sorted(DIST.iterdir()):
        print(f"{path.relative_to(ROOT)}: {path.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
