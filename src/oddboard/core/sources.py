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


def _imported(text: str) -> Iterator[str]:
    """The modules that a program imports: the names after `import` that are modules, else the one after `from`."""
    for package, names, whole in _IMPORT.findall(text):
        if whole:
            yield from re.findall(r"[\w.]+", whole)
            continue
        words = re.findall(r"(\w+)(?: +as +\w+)?", _COMMENT.sub("", names))
        modules = [f"{package}.{word}" for word in words]
        yield from (module for module in modules if path_of(module))
        if not all(path_of(module) for module in modules):
            yield package


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
