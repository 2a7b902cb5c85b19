"""The cache of compiled rules: found again, and not after a source has changed."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from oddboard.core import machine_code, sources
from oddboard.core.compiling import INTERPRETED
from tests.packages import register

RULE = """
from {package}.moves import double
double(2)
print(double.stats.cache_hits[double.signatures[0]] if double.stats.cache_hits else 0, double(21))
"""
MONTH = 30 * 86400

pytestmark = pytest.mark.skipif(INTERPRETED, reason="nothing is compiled in the interpreted mode")


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A package of somebody else's with a game in it, registered by an entry point."""
    folder = tmp_path / "sixth"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "step.py").write_text("from oddboard.core.compiling import rule\n@rule\ndef step(n):\n    return n\n")
    (folder / "moves.py").write_text(
        "from oddboard.core.compiling import rule\nfrom sixth.step import step\n"
        "@rule\ndef double(n):\n    return step(n) + step(n)\n"
    )
    register(tmp_path, "sixth", "1", {"sixth": "sixth:Sixth"})
    return folder


def _run(package: Path, script: str = RULE.format(package="sixth")) -> list[str]:
    paths = os.pathsep.join(filter(None, [str(package.parent), os.environ.get("PYTHONPATH")]))
    environment = os.environ | {"PYTHONPATH": paths, "ODDBOARD_CACHE": str(package.parent / "cache")}
    run = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return run.stdout.split()


def _kept(package: Path) -> set[str]:
    return {path.name for path in (package.parent / "cache" / machine_code.FOLDER).glob("*.code")}


def test_a_second_process_finds_what_the_first_compiled(package: Path) -> None:
    assert _run(package) == ["0", "42"]
    kept = _kept(package)
    assert _run(package) == ["1", "42"]
    assert _kept(package) == kept


def test_a_change_in_a_called_function_is_noticed(package: Path) -> None:
    """Numba alone would go on with the old one, because the caller's own file is as it was."""
    _run(package)
    source = package / "step.py"
    source.write_text(source.read_text().replace("return n", "return n + 100"))
    assert _run(package) == ["0", "242"]


def test_a_change_in_what_no_rule_imports_is_none(package: Path) -> None:
    """Words and pictures can be worked on without a new compilation, and so can another game."""
    _run(package)
    (package / "words.py").write_text("GREETING = 'hello'")
    other = package.parent / "seventh"
    other.mkdir()
    (other / "__init__.py").write_text("")
    register(package.parent, "seventh", "1", {"seventh": "seventh:Seventh"})
    assert _run(package) == ["1", "42"]


def test_neither_place_nor_time_of_a_source_counts(package: Path, tmp_path: Path) -> None:
    _run(package)
    elsewhere = tmp_path / "elsewhere"
    shutil.copytree(package.parent, elsewhere, ignore=shutil.ignore_patterns("elsewhere"))
    for source in (elsewhere / "sixth").glob("*.py"):
        os.utime(source, (1, 1))
    assert _run(elsewhere / "sixth") == ["1", "42"]


def test_a_damaged_file_is_compiled_anew(package: Path) -> None:
    _run(package)
    for path in (package.parent / "cache" / machine_code.FOLDER).glob("*.code"):
        path.write_bytes(path.read_bytes()[:-100])
    assert _run(package) == ["0", "42"]


def test_without_a_cache_folder_everything_still_works(package: Path) -> None:
    (package.parent / "cache").write_text("a file where the folder should be")
    assert _run(package)[1] == "42"


def test_a_folder_of_somebody_else_is_left_alone(package: Path) -> None:
    """Whatever lies in ODDBOARD_CACHE, however old, and whatever lies in a folder named as our own."""
    cache = package.parent / "cache"
    theirs = [cache / "photographs" / "1987.jpg", cache / machine_code.FOLDER / ("thesis-" + "0" * 32 + ".code")]
    for path in theirs:
        path.parent.mkdir(parents=True)
        path.write_text("irreplaceable")
        for each in (path, path.parent):
            os.utime(each, (time.time() - MONTH, time.time() - MONTH))
    assert _run(package) == ["0", "42"]
    machine_code.sweep(cache / machine_code.FOLDER)
    assert all(path.read_text() == "irreplaceable" for path in theirs)


def test_only_our_own_old_files_are_removed(package: Path) -> None:
    _run(package)
    store = package.parent / "cache" / machine_code.FOLDER
    old = [store / ("old-" + "0" * 32 + ".code"), store / "notes.txt"]
    for path in old:
        path.write_text("")
        os.utime(path, (time.time() - MONTH, time.time() - MONTH))
    fresh = _kept(package) - {old[0].name}
    machine_code.sweep(store)
    assert [path.exists() for path in old] == [False, True]
    assert _kept(package) == fresh


def test_what_a_wheel_brings_along_is_used_and_never_written(package: Path) -> None:
    """Code in the package's own folder serves a machine whose store is empty."""
    _run(package)
    store = package.parent / "cache" / machine_code.FOLDER
    shipped = package.parent / "shipped"
    store.rename(shipped)
    brought = {path.name for path in shipped.iterdir()}
    script = "from pathlib import Path; from oddboard.core import machine_code; "
    script += f"machine_code.SHIPPED = Path({str(shipped)!r})\n" + RULE.format(package="sixth")
    assert _run(package, script) == ["1", "42"]
    assert not store.exists()
    assert {path.name for path in shipped.iterdir()} == brought


def test_code_is_made_for_a_portable_processor(package: Path) -> None:
    """Else what one machine compiled would serve no other."""
    script = "import oddboard.core.compiler, numba.core.registry as registry\n"
    script += "print(*registry.cpu_target.target_context.codegen().magic_tuple()[1:])"
    name, _, features = " ".join(_run(package, script)).partition(" ")
    assert (name, "avx512" in features) in {("x86-64-v3", False), ("generic", False)}


def test_nothing_is_made_known_to_numba_after_its_start(package: Path) -> None:
    """Numba looks through the kinds of arguments that it knows: a second thread would find their number changing."""
    script = "from oddboard.core import compiling; compiling.need_compiler()\n"
    script += "from numba.extending import typeof_impl; known = set(typeof_impl.registry)\n"
    script += RULE.format(package="sixth") + "print(*set(typeof_impl.registry) - known)"
    assert _run(package, script) == ["0", "42"]
    assert _run(package, script) == ["1", "42"]


def test_names_are_followed_to_the_module_that_defines_them() -> None:
    """What a module only passes on does not count: words and pictures are in the contract's module, too."""
    assert "oddboard.core.ruleset" in sources.closure("oddboard.core.rules")
    assert "oddboard.core.game" not in sources.closure("oddboard.core.rules")
    talkative = {f"oddboard.core.{name}" for name in ("decisions", "face", "game", "options", "positions", "scene")}
    assert not talkative & sources.closure("oddboard.core.ruleset")
