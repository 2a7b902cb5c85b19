"""Apply each mutation to a copy of the sources, run the game's tests there, and name those that no test notices."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
LONGEST = 600  # seconds for the tests of one mutant
INTERPRETED = 60  # seconds for those that are tried without the compiler first
NEAREST = 2  # test files that are tried before all others
LAST = "against_referee"  # the slowest tests of a game, asked only when all others are content


@dataclass(frozen=True)
class Mutation:
    """A change of one file of a game."""

    game: str
    file: str
    right: str
    wrong: str

    @property
    def path(self) -> Path:
        """The file, from the root of a checkout."""
        return Path("src") / "oddboard" / "games" / self.game / self.file

    def fits(self) -> bool:
        """Whether the file still has the text, once."""
        return (ROOT / self.path).is_file() and (ROOT / self.path).read_text(encoding="utf-8").count(self.right) == 1

    def __str__(self) -> str:
        return f"{self.game} {self.file}: {self.right} -> {self.wrong}"


def mutations() -> Iterator[Mutation]:
    """All that the list has."""
    text = (Path(__file__).parent / "mutations.txt").read_text(encoding="utf-8")
    for block in text.split("\n\n")[1:]:
        head, right, wrong = block.strip().splitlines()
        game, file = head.split()
        yield Mutation(game, file, right, wrong)


def survives(mutation: Mutation, place: Path) -> bool:
    """Whether all tests of the game pass in a copy with the change.

    Changed rules are tried interpreted on the nearest tests, and compiled only if those are content, or slow.
    """
    path = place / mutation.path
    original = path.read_text(encoding="utf-8")
    path.write_text(original.replace(mutation.right, mutation.wrong), encoding="utf-8")
    try:
        interpreted = not mutation.file.startswith("face/")  # otherwise the machine code is as it was
        for tests in _tests(place, mutation):
            if not _passes(place, tests, interpreted):
                return False
            interpreted = False
        return True
    finally:
        path.write_text(original, encoding="utf-8")


def _tests(place: Path, mutation: Mutation) -> Iterator[list[str]]:
    """The test files of a game: those first that speak most of what was changed, and the slow ones last."""
    words = {*re.findall(r"[A-Za-z_]{4,}", mutation.right), Path(mutation.file).stem}

    def kinship(file: Path) -> int:
        text = file.name + file.read_text(encoding="utf-8")
        return sum(text.count(word) for word in words)

    files = sorted(
        (place / "tests" / "games" / mutation.game).glob("test_*.py"), key=lambda file: (-kinship(file), file)
    )
    names = [str(file.relative_to(place)) for file in files]
    quick = [name for name in names if LAST not in name]
    yield quick[:NEAREST]
    yield quick
    yield [name for name in names if LAST in name]


def _passes(place: Path, tests: list[str], interpreted: bool, *options: str) -> bool:
    environment = os.environ | {
        "PYTHONPATH": str(place / "src"),
        "ODDBOARD_INTERPRETED": str(int(interpreted)),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "--no-header", *options, *tests]
    try:
        longest = INTERPRETED if interpreted else LONGEST
        run = subprocess.run(command, cwd=place, env=environment, capture_output=True, timeout=longest, check=False)
    except subprocess.TimeoutExpired:
        return True  # not noticed in time
    return run.returncode == 0


def main() -> None:
    """Report every mutant; fail if one survives, or no longer fits."""
    named = [word for word in sys.argv[1:] if not word.startswith("-")]
    chosen = [each for each in mutations() if not named or each.game in named]
    strangers = [each for each in chosen if not each.fits()]
    for each in strangers:
        print(f"does not fit: {each}", flush=True)
    if "--check" in sys.argv:
        sys.exit(1 if strangers else 0)
    survivors = []
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        for name in ("src", "tests", "docs", "pyproject.toml"):
            copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
            copy(ROOT / name, place / name)
        for game in dict.fromkeys(each.game for each in chosen):
            if not _passes(place, [f"tests/games/{game}"], True, "--collect-only"):
                sys.exit(f"the tests of {game} cannot even be read without any change: mend them first")
        for each in chosen:
            if each in strangers:
                continue
            began = time.perf_counter()
            alive = survives(each, place)
            survivors += [each] if alive else []
            print(f"{'SURVIVES' if alive else 'killed'} {time.perf_counter() - began:.0f} s: {each}", flush=True)
    print(f"{len(survivors)} of {len(chosen)} survive, {len(strangers)} do not fit")
    sys.exit(1 if survivors or strangers else 0)


if __name__ == "__main__":
    main()
