"""`oddboard new-game`: a package with a game that is small and whole, to be made into another."""

import keyword
import re
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path

from oddboard.cli.output import console
from oddboard.core.entries import keys
from oddboard.core.errors import BadRequest
from oddboard.core.options import quoted

PREFIX_LETTERS = 3  # of the rule identifiers
# Where each file of the skeleton goes; `@package@` and the like stand for the game's names, there and in the files.
PLAN = {
    "pyproject.toml": "pyproject.toml",
    "README.md": "README.md",
    "rulebook.md": "@package@/rulebook.md",
    "sample.json": "@package@/sample.json",
    "init.py": "@package@/__init__.py",
    "game.py": "@package@/game.py",
    "state.py": "@package@/state.py",
    "codes.py": "@package@/codes.py",
    "rules_init.py": "@package@/rules/__init__.py",
    "turn.py": "@package@/rules/turn.py",
    "face_init.py": "@package@/face/__init__.py",
    "scene.py": "@package@/face/scene.py",
    "test_rules.py": "tests/test_rules.py",
    "test_conformance.py": "tests/test_conformance.py",
}


def new_game(key: str, folder: Path | None) -> Path:
    """Write the package of a new game; BadRequest says why it cannot be called so. Gives its folder back."""
    names = names_of(key)
    place = (folder or Path.cwd()) / key
    if place.exists():
        raise BadRequest(f"{place} is there already; nothing was written")
    for source, target in PLAN.items():
        text = files("oddboard.cli").joinpath("skeleton", f"{source}.txt").read_text(encoding="utf-8")
        path = place / _filled(target, names)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(_filled(text, names), encoding="utf-8")
    return place


def names_of(key: str) -> dict[str, str]:
    """All names of a game that follow from its key: `three-birds` gives `three_birds`, `ThreeBirds` and so on."""
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", key) or len(key) < PREFIX_LETTERS:
        raise BadRequest(f"a game's key is small letters, digits and hyphens, such as three-birds, not {quoted(key)}")
    if key in keys():
        raise BadRequest(f"there is a game {key} already: {', '.join(keys())}")
    package = key.replace("-", "_")
    if keyword.iskeyword(package) or find_spec(package) is not None:
        raise BadRequest(f"Python has something else that is called {package}: choose another key")
    parts = key.split("-")
    return {
        "key": key,
        "package": package,
        "class": "".join(part.capitalize() for part in parts),
        "title": " ".join(part.capitalize() for part in parts),
        "prefix": key.replace("-", "")[:PREFIX_LETTERS].upper(),
    }


def _filled(text: str, names: dict[str, str]) -> str:
    return re.sub("@(key|package|class|title|prefix)@", lambda found: names[found[1]], text)


def tell(place: Path, key: str) -> None:
    """What to do next."""
    console.print(f"{place} has a game that can be played at once: three in a row. Make it yours:\n", soft_wrap=True)
    console.print(
        f"  pip install -e {place}\n  oddboard play {key}\n  oddboard check {key}\n  oddboard serve --watch\n"
    )
    console.print("Its README.md says what is where.")
