"""Mistakes planted in the tutorial's game, each of which the conformance checks must find and name."""

import os
import random
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from oddboard.conformance.pictures import check_previews
from oddboard.conformance.secrets import check_early, check_undecided
from oddboard.core.match import Match
from oddboard.core.records import copy
from oddboard.games.everest import Everest
from oddboard.games.everest.codes import laid_coin
from oddboard.games.everest.state import EAST, NO_COIN, VALUE
from oddboard.games.yavoch import Yavoch
from tests.packages import register

EXAMPLE = Path(__file__).parents[2] / "examples" / "magpies" / "magpies"


@dataclass(frozen=True)
class Mistake:
    """Text of a file of Magpies, what stands there instead, and a part of what is said about it."""

    file: str
    right: str
    wrong: str
    finding: str


MISTAKES = {
    "hide leaves an egg": Mistake(
        "rules/hiding.py", "other != seat and s.egg", "other > seat and s.egg", "is told only"
    ),
    "hide leaves everything to a watcher": Mistake(
        "rules/hiding.py", "if s.phase == ENDED:", "if s.phase == ENDED or seat == s.seats:", "a watcher is told only"
    ),
    "hide hides nothing": Mistake("rules/hiding.py", "s.egg[other] >= 0", "s.egg[other] >= 99", "is told only"),
    "imagine ignores what was searched": Mistake(
        "rules/hiding.py", "not s.searched[owner] >> nest & 1 and nest", "nest", "imagines what cannot be"
    ),
    "imagine moves what is known": Mistake(
        "rules/hiding.py", "s.egg[other] == HIDDEN", "s.egg[other] != 99", "imagines what"
    ),
    "too little room for codes": Mistake(
        "game.py",
        "    bounds = BOUNDS",
        "    from oddboard.core.records import work_record\n\n    work = work_record(7)\n    bounds = BOUNDS",
        "there is room for 7",
    ),
    "a scene without a caption": Mistake("face/scene.py", '"caption": CAPTIONS', '"title": CAPTIONS', "'caption'"),
    "a piece without a place": Mistake(
        "face/scene.py", '"at": place(nest),\n        "spot"', '"spot"', "lacks the field 'at'"
    ),
    "a piece on no place": Mistake(
        "face/scene.py", '"at": place(nest),\n        "spot"', '"at": None,\n        "spot"', "but its spot is"
    ),
    "a preview that lies": Mistake(
        "game.py", "range(int(s.die) + 1)", "range(int(s.die))", "not at the end of its path"
    ),
    "a piece that is not hit": Mistake(
        "game.py", '"piece": f"magpie', '"hits": [f"magpie:{s.turn}"], "piece": f"magpie', "is as it was"
    ),
    "a touch that is not there": Mistake(
        "face/scene.py", 'f"nest:{nest + 1}"', 'f"nest:{nest + 1}" if nest else "home:1"', ""
    ),
    "a score beyond its bounds": Mistake("rules/score.py", "beaten / (s.seats - 1)", "beaten", "score"),
    "a decision offered twice": Mistake("rules/turn.py", "w.code[1] = BACK", "w.code[1] = CLOCKWISE", "offered twice"),
    "a game that does not end": Mistake("rules/turn.py", "left <= 1 or s.rounds > s.round_limit", "left < 0", ""),
    "a rule that is not on the page": Mistake("codes.py", '"MAG-3"', '"MAG-33"', "MAG-33 is not on the rulebook page"),
    "options that a position lacks": Mistake("state.py", "round_limit: int16", "rounds_most: int16", ""),
    "a wrong sample": Mistake("sample.json", '"turn": 0', '"turn": 4', "position.turn"),
}
# An interpreted rule would fail at the array's end by itself, and be a minute in a game without one.
COMPILED = {"too little room for codes", "a game that does not end"}
CHECK = """
from oddboard.conformance import chance, lessons, states
try:
    states.check_every_state("magpies", "random", 4)
    chance.check_games_end("magpies")
    lessons.check_lessons("magpies")
except Exception as error:
    print(type(error).__name__, error)
"""


def findings(place: Path, mistake: Mistake | None, interpreted: bool = True) -> str:
    """What the checks say of Magpies with a mistake."""
    shutil.copytree(EXAMPLE, place / "magpies", ignore=shutil.ignore_patterns("__pycache__"))
    if mistake:
        path = place / "magpies" / mistake.file
        text = path.read_text(encoding="utf-8")
        assert text.count(mistake.right) == 1, f"{mistake.file} has changed"
        path.write_text(text.replace(mistake.right, mistake.wrong), encoding="utf-8")
    register(place, "oddboard-magpies", "1.0", {"magpies": "magpies:Magpies"})
    paths = os.pathsep.join(filter(None, [str(place), os.environ.get("PYTHONPATH", "")]))
    environment = os.environ | {
        "PYTHONPATH": paths,
        "ODDBOARD_INTERPRETED": str(int(interpreted)),
        "ODDBOARD_CACHE": str(place),
    }
    done = subprocess.run(
        [sys.executable, "-c", CHECK], env=environment, cwd=place, capture_output=True, text=True, check=False
    )
    return done.stdout + done.stderr


def test_without_a_mistake_nothing_is_found(tmp_path: Path) -> None:
    assert findings(tmp_path, None) == ""


@pytest.mark.parametrize("name", MISTAKES)
def test_a_planted_mistake_is_found(name: str, tmp_path: Path) -> None:
    found = findings(tmp_path, MISTAKES[name], name not in COMPILED)
    assert found, "nothing was found"
    assert MISTAKES[name].finding in found


def test_a_die_that_is_not_rolled_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Yavoch()
    match = Match(game, 2)
    check_previews(match, random.Random(0), "a new game")
    truth = game.preview
    monkeypatch.setattr(game, "preview", lambda s, code: truth(s, code) | {"rolls": True})
    with pytest.raises(AssertionError, match="none is rolled"):
        check_previews(match, random.Random(0), "a new game")


def test_a_round_that_goes_on_without_the_others_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Everest()
    match = Match(game, 2)
    check_early(match, random.Random(0), "a new game")
    truth = game.early

    def as_if_known(s: Any, seat: int) -> Any:
        early = truth(s, seat)
        if early is not None:
            early.plan[0, :] = [laid_coin(coin, VALUE, EAST) for coin in (2, 3, 4)]
        return early

    monkeypatch.setattr(game, "early", as_if_known)
    with pytest.raises(AssertionError, match="goes on after what seat 1 decides ahead"):
        check_early(match, random.Random(0), "a new game")


def test_own_decisions_that_are_taken_back_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match(Everest(), 2)
    match.play_code(match.codes()[0])
    check_undecided(match, "a plan begun")

    def forgetful(s: Any) -> Any:
        begun = copy(s)
        begun.plan[:] = NO_COIN
        return begun

    monkeypatch.setattr(match.game, "undecided", forgetful)
    with pytest.raises(AssertionError, match="changes what is legal: seat 0"):
        check_undecided(match, "a plan begun")
