"""The sources that compiled code comes from, and a hash of them.

Numba does not notice when a function in another file changes. So whatever is compiled is kept under a hash of the
module that it stands in, of all that this module imports from us or from a package with a game, and of the data files
that these name. A comment in one game makes no other game cold, and neither the place of a file nor its time counts.
"""

import hashlib
import re
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from oddboard.core.entries import points

OURS = __name__.partition(".")[0]
_IMPORT = re.compile(r"^\s*(?:from +([\w.]+) +import +(\([^)]*\)|[^\n]*)|import +([\w., ]+))", re.MULTILINE)
_FOR_TYPES = re.compile(r"^if TYPE_CHECKING:\n(?:[ \t]+.*\n|\n)+", re.MULTILINE)  # nothing that runs
_COMMENT = re.compile(r"#[^\n]*")
_DATA = re.compile(r"[\w-]+\.(?:json|txt)")


@cache
def _root(package: str) -> Path | None:
    """The folder, or the single file, of a package that compiled functions may be in."""
    if package != OURS and package not in {point.module.partition(".")[0] for point in points().values()}:
        return None
    spec = find_spec(package)
    if spec is None or not spec.origin:
        return None
    origin = Path(spec.origin).resolve()
    return origin.parent if spec.submodule_search_locations else origin


@cache
def path_of(module: str) -> Path | None:
    """The file of a module of ours or of a package with a game; None for any other name."""
    package, *parts = module.split(".")
    root = _root(package)
    if root is None or root.is_file():
        return root if not parts else None
    base = root.joinpath(*parts)
    return next((path for path in (base.with_suffix(".py"), base / "__init__.py") if path.is_file()), None)


@cache
def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def _imports(text: str) -> Iterator[tuple[str, str]]:
    """What a program imports: a module and a name in it, or a module and no name."""
    for package, names, whole in _IMPORT.findall(_FOR_TYPES.sub("", text)):
        if whole:
            yield from ((module, "") for module in re.findall(r"[\w.]+", whole))
        else:
            yield from ((package, name) for name in re.findall(r"(\w+)(?: +as +\w+)?", _COMMENT.sub("", names)))


@cache
def _defining(module: str, name: str) -> str:
    """The module that a name comes from: itself one, or where the module that it is imported from has it from."""
    if not name or path_of(f"{module}.{name}"):
        return f"{module}.{name}".rstrip(".")
    if path := path_of(module):
        for other, each in _imports(_text(path)):
            if each == name and other != module and path_of(other):
                return _defining(other, name)
    return module


def _imported(text: str) -> Iterator[str]:
    """The modules that a program depends on: those that define the names it imports."""
    return (_defining(module, name) for module, name in _imports(text))


@cache
def closure(module: str) -> frozenset[str]:
    """A module with everything of ours or of a package with a game that it imports, directly or not."""
    found: set[str] = set()
    fresh = {module}
    while fresh:
        found |= fresh
        texts = [_text(path) for each in fresh if (path := path_of(each))]
        fresh = {each for text in texts for each in _imported(text) if path_of(each)} - found
    return frozenset(found)


@cache
def _digest(module: str) -> bytes:
    """A hash of a module's source and of the data files that it names, beside it or in the folder above."""
    path = path_of(module)
    if path is None:
        return b""
    key = hashlib.sha256(path.read_bytes())
    for name in sorted(set(_DATA.findall(_text(path)))):
        for place in (path.parent / name, path.parent.parent / name):
            if place.is_file():
                key.update(name.encode() + b"\0" + place.read_bytes())
    return key.digest()


def content(modules: Iterable[str]) -> str:
    """A hash of these modules and all that they import."""
    key = hashlib.sha256()
    for each in sorted({each for module in modules for each in closure(module)}):
        key.update(each.encode() + b"\0" + _digest(each))
    return key.hexdigest()
