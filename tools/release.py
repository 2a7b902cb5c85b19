"""Builds the distributions, and tries the wheel as somebody would who has just installed it.

    dist/oddboard-*.tar.gz          the sources with the built page: everything to build and to test
    dist/oddboard-*-none-any.whl    for any platform: rules are compiled when they are first used
    dist/oddboard-*-cp*.whl         for this platform and this Python, with compiled rules

The last one brings code for every processor of this machine's kind, so that a first game begins in seconds. It is
installed into a fresh environment, which must list the games, serve the page, and play a game without compiling.
"""

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import time
import urllib.request
import venv
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
COMPILED = ROOT / "src" / "oddboard" / "compiled"
PAGE = ROOT / "src" / "oddboard" / "server" / "web" / "index.html"
DIST = ROOT / "dist"
GAME = "everest"  # the one that is played
# The oldest Linux that compiled rules are for: as old as the one that Numba itself needs. They call nothing of it.
LINUX = "manylinux_2_28"
# Everything of every game is used once, and would be compiled and kept if it were not there.
LOAD = """
from oddboard import bots
from oddboard.core import registry, warming
for game in registry.sound():
    warming.warm_up(game, bots.to_compile)
"""
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
    """Make all distributions; the wheel with compiled rules."""
    shutil.rmtree(DIST, ignore_errors=True)
    call(sys.executable, "-m", "build", "--outdir", DIST, ROOT)  # the wheel from the sources that are given away
    (source,) = DIST.glob("*.tar.gz")
    check_source(source)
    compile_rules()
    try:
        call(sys.executable, "-m", "build", "--wheel", "--outdir", DIST, *platform_named(), ROOT)
    finally:
        shutil.rmtree(COMPILED, ignore_errors=True)  # a checkout compiles its own
    (wheel,) = (path for path in DIST.glob("*.whl") if not path.name.endswith("-none-any.whl"))
    return wheel


def check_source(source: Path) -> None:
    """Whatever is kept in the repository is in the source distribution, and so is the built page."""
    with tarfile.open(source) as archive:
        inside = {name.partition("/")[2] for name in archive.getnames()}
    kept = set(call("git", "-C", ROOT, "ls-files").splitlines()) if (ROOT / ".git").exists() else set()
    missing = sorted((kept | {str(PAGE.relative_to(ROOT))}) - inside)
    assert not missing, f"the source distribution lacks {', '.join(missing)}: see MANIFEST.in"


def platform_named() -> list[str]:
    """The name of the platform by which the index takes a wheel, where it differs from what Python calls it."""
    name = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    if not name.startswith("linux_"):
        return []
    return [f"--config-setting=--build-option=--plat-name={name.replace('linux', LINUX)}"]


def try_out(wheel: Path, folder: Path) -> None:
    """Install the wheel into a fresh environment, and use it."""
    venv.create(folder / "venv", with_pip=True)
    scripts = folder / "venv" / ("Scripts" if os.name == "nt" else "bin")
    around = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    around |= {"ODDBOARD_CACHE": str(folder / "cache"), "XDG_DATA_HOME": str(folder / "data")}
    limits = ["--constraint", ROOT / "constraints.txt"]
    call(scripts / "python", "-m", "pip", "install", "--quiet", *limits, wheel, env=around)
    listed = call(scripts / "oddboard", "games", cwd=folder, env=around)
    assert GAME in listed, f"oddboard games does not list {GAME}:\n{listed}"
    began = time.monotonic()
    _play(scripts, folder, around)
    print(f"A game of {GAME} was set up and played on {time.monotonic() - began:.1f} s after its first start.")
    call(scripts / "python", "-c", LOAD, cwd=folder, env=around)
    compiled = sorted(path.name for path in (folder / "cache").rglob("*.code"))  # beside marks that it was looked for
    assert not compiled, f"these were compiled although the wheel brings rules along: {', '.join(compiled)}"
    _serve(scripts, folder, around)
    _show_boards(scripts, around)
    size = sum(path.stat().st_size for path in (folder / "venv").rglob("*") if path.is_file())
    print(f"The environment takes {size / 1e6:.0f} MB.")


def _show_boards(scripts: Path, around: dict[str, str]) -> None:
    """Tell how long the first board of each game takes; none may need the compiler."""
    command = [sys.executable, "-m", "benchmarks.first_board", "--json", "--program", scripts / "oddboard"]
    boards = json.loads(call(*command, cwd=ROOT, env=around))
    for game, found in boards.items():
        print(f"{game}: {found['cold']} s from the first `oddboard serve` to a board that can be touched, ", end="")
        print(f"{found['warm']} s from the second.")
        assert not found["compiled"], f"{found['compiled']} functions of {game} were compiled although they come along"


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
    wheel = build()
    with tempfile.TemporaryDirectory() as folder:
        try_out(wheel, Path(folder))
    for path in sorted(DIST.iterdir()):
        print(f"{path.relative_to(ROOT)}: {path.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
