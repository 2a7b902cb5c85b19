"""Every lesson's position can be tried as it says, every guided game can be played to its end, every sample is shown.

What somebody decides with one list of touches may be several decisions (a long way): the last one is what counts.
"""

import json
import re
from importlib.resources import files
from typing import Any

import pytest

from oddboard.core import registry
from oddboard.core.game import Decision, Game
from oddboard.core.match import Match
from oddboard.core.showing import choices

LEARNER = 0
STEPS = range(12, 33)  # of a guided game


def read(game: Game, name: str) -> Any:
    """A file of a game's folder; None if it has none."""
    path = files(type(game).__module__.rpartition(".")[0]).joinpath(name)
    return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else None


TAUGHT = [key for key in registry.keys() if read(registry.game(key), "lessons.json")]
LESSONS = [(key, each["id"]) for key in TAUGHT for each in read(registry.game(key), "lessons.json")["lessons"]]


def matching(match: Match, pattern: Decision) -> list[Decision]:
    """The decisions at one touch of which the last has all fields of a pattern; none if nothing does."""
    single = [[each["decision"]] for each in choices(match.game, match.state)]
    several = [list(each["decisions"]) for each in match.game.shortcuts(match.state) if "touches" in each]
    found = [each for each in single + several if pattern.items() <= each[-1].items()]
    return [dict(decision) for decision in found[0]] if found else []


def known(match: Match) -> set[str]:
    scene = match.game.scene(match.state)
    things = [*match.game.ground(match.state)["places"], *scene["pieces"], *scene["items"]]
    return {thing["id"] for thing in things}


@pytest.mark.parametrize(("key", "name"), LESSONS)
def test_what_a_lesson_wants_can_be_done(key: str, name: str) -> None:
    game = registry.game(key)
    lesson = next(each for each in read(game, "lessons.json")["lessons"] if each["id"] == name)
    match = Match.from_position(game, lesson["position"])
    assert match.to_move == lesson["seat"]
    assert lesson["wanted"]
    for pattern in lesson["wanted"]:
        assert matching(match, pattern), f"{pattern} is not possible"
    for field in ("title", "text", "try", "praise", "otherwise"):
        assert lesson[field].strip(), field
    rules = set(re.findall(r"\*\*(\w+-\d+[a-z]?)\*\*", game.rulebook))
    assert lesson["rules"]
    assert set(lesson["rules"]) <= rules


@pytest.mark.parametrize("key", TAUGHT)
def test_a_guided_game_can_be_played_as_it_says(key: str) -> None:
    game = registry.game(key)
    guide = read(game, "lessons.json")["guide"]
    match = Match(game, guide["players"], guide["options"])
    assert len(guide["steps"]) in STEPS
    for step in guide["steps"]:
        assert step["say"].strip()
        assert set(step.get("look", ())) <= known(match), step
        assert ("decision" in step) != ("expect" in step), step
        if "decision" in step:
            assert match.to_move != LEARNER, f"{step} decides for the learner"
            match.play(step["decision"])
            continue
        assert match.to_move == LEARNER, step
        assert step["hint"].strip()
        for pattern in step["expect"]:
            assert matching(match, pattern), f"{pattern} is not possible: {match.legal()}"
        for decision in matching(match, step["expect"][0]):
            match.play(decision)
    assert match.ranks is None or match.ranks[LEARNER] == 1


@pytest.mark.parametrize("key", registry.keys())
def test_a_sample_is_a_position_in_which_somebody_decides(key: str) -> None:
    game = registry.game(key)
    sample = read(game, "sample.json")
    if sample is None:
        pytest.skip("no sample")
    match = Match.from_position(game, sample)
    assert isinstance(match.to_move, int)
    assert game.scene(match.state)["pieces"]
