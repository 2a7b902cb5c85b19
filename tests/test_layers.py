"""Imports point downward only, and no game is known by name outside its folder."""

import ast
import re
from pathlib import Path

import pytest

import oddboard
from oddboard.core import registry

SOURCE = Path(oddboard.__file__).parent
# A layer may import itself and what stands before it.
LAYERS = ("core", "games", "bots", "conformance", "arena", "envs", "server", "engine", "bench", "cli", "__main__")
MAY_IMPORT = {"core": {"core"}, "games": {"core", "games"}, "bots": {"core", "bots"}}


def imported(path: Path) -> set[str]:
    """The layers that a module imports."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        found.update(name.split(".")[1] for name in names if name.startswith("oddboard."))
    return found


@pytest.mark.parametrize("path", sorted(SOURCE.rglob("*.py")), ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_point_downward(path: Path) -> None:
    layer = path.relative_to(SOURCE).parts[0].removesuffix(".py")
    if layer == "__init__":
        return
    assert layer in LAYERS, f"{layer} is a new layer: say where it stands"
    allowed = MAY_IMPORT.get(layer, set(LAYERS[: LAYERS.index(layer) + 1]) - {"games"})
    assert imported(path) <= allowed


def test_games_do_not_know_one_another() -> None:
    for path in (SOURCE / "games").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        own = path.relative_to(SOURCE / "games").parts[0]
        assert set(re.findall(r"oddboard\.games\.(\w+)", text)) <= {own}, path


def test_nothing_outside_knows_a_game_by_name() -> None:
    names = [name for key in registry.keys() for name in (key, key.replace("-", "_"))]
    for path in SOURCE.rglob("*.py"):
        if path.relative_to(SOURCE).parts[0] == "games":
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        docstrings = {id(node.body[0].value) for node in ast.walk(tree) if _has_docstring(node)}  # type: ignore[attr-defined]
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
                assert not any(name in node.value for name in names if len(name) > 3), f"{path}: {node.value!r}"


def _has_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node) is not None
