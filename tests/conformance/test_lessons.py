"""Lessons, guides and samples of all games that have them: positions load, and what is asked for can be done.

A lesson is a position and patterns of decisions that it wants; a guide is a whole first game, step by step, in which
the decisions of chance and of the others are written down and those of the learner are expected. A pattern is an object
whose fields a decision must have.
"""

import json
import re
from importlib.resources import files
from typing import Any

import pytest

from oddboard.core import registry
from oddboard.core.game import Game
from oddboard.core.match import Match

Lesson = dict[str, Any]
LESSON_FIELDS = {"id", "title", "rules", "text", "position", "seat", "try", "wanted", "praise", "otherwise"}
STEP_FIELDS = {"say", "decision", "expect", "hint", "look"}


def kept(game: Game, name: str) -> Any:
    """A JSON file in a game's folder; None if it has none."""
    path = files(type(game).__module__.rpartition(".")[0]).joinpath(name)
    return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else None


def games_with(name: str) -> list[str]:
    return [key for key in registry.keys() if kept(registry.game(key), name) is not None]


def matching(match: Match, pattern: dict[str, Any]) -> list[dict[str, Any]]:
    """The legal decisions of the seat to move that have the fields of a pattern."""
    legal = match.legal(match.to_move) if isinstance(match.to_move, int) else match.legal()
    return [each for each in legal if all(each.get(name) == pattern[name] for name in pattern)]


def lessons() -> list[tuple[str, Lesson]]:
    return [
        (key, lesson)
        for key in games_with("lessons.json")
        for lesson in kept(registry.game(key), "lessons.json")["lessons"]
    ]


@pytest.mark.parametrize(("key", "lesson"), lessons(), ids=lambda each: each if isinstance(each, str) else each["id"])
def test_a_lesson_can_be_done_and_missed(key: str, lesson: Lesson) -> None:
    game = registry.game(key)
    assert set(lesson) == LESSON_FIELDS
    for rule in lesson["rules"]:
        assert f"**{rule}**" in game.rulebook, f"{rule} is not on the rulebook page"
    match = Match.from_position(game, lesson["position"])
    assert match.to_move == lesson["seat"], "the learner is to decide"
    assert lesson["wanted"]
    wanted = []
    for pattern in lesson["wanted"]:
        found = matching(match, pattern)
        assert found, f"{pattern} is not legal"
        wanted += found
    assert len(wanted) < len(match.legal()), "whatever one does is right"
    for decision in wanted:
        match.play(decision)
        match.undo()


@pytest.mark.parametrize("key", games_with("lessons.json"))
def test_lessons_are_told_apart_and_told_well(key: str) -> None:
    found = kept(registry.game(key), "lessons.json")
    names = [lesson["id"] for lesson in found["lessons"]]
    assert len(set(names)) == len(names)
    told = [lesson[part] for lesson in found["lessons"] for part in ("text", "try", "praise", "otherwise")]
    told += [step[part] for step in found["guide"]["steps"] for part in ("say", "hint") if part in step]
    for sentence in told:
        assert re.search(r"[.!?…]$", sentence), f"{sentence!r} is no sentence"


@pytest.mark.parametrize("key", games_with("lessons.json"))
def test_a_guide_can_be_played_to_its_end(key: str) -> None:
    game = registry.game(key)
    guide = kept(game, "lessons.json")["guide"]
    learner = guide.get("seat", 0)
    if "position" in guide:
        match = Match.from_position(game, guide["position"])
    else:
        match = Match(game, guide["players"], guide["options"])
    expected = 0
    for number, step in enumerate(guide["steps"], 1):
        where = f"step {number}: {step['say']}"
        assert set(step) <= STEP_FIELDS, where
        assert not ("decision" in step and "expect" in step), where
        check_look(game, match, step, learner, where)
        if "decision" in step:
            assert match.to_move != learner, f"the learner decides itself: {where}"
            assert match.why_not(step["decision"]) is None, f"{match.why_not(step['decision'])}: {where}"
            match.play(step["decision"])
        elif "expect" in step:
            expected += 1
            assert match.to_move == learner, where
            assert step["hint"], where
            found = [decision for pattern in step["expect"] for decision in matching(match, pattern)]
            assert len(found) == 1, f"what follows is written for one decision, not for {found}: {where}"
            match.play(found[0])
    assert expected >= 3


def check_look(game: Game, match: Match, step: dict[str, Any], learner: int, where: str) -> None:
    """What a step points at is there to be seen, before or after what it decides."""
    after = Match(game, match.players, match.options, start=match.state)
    if "decision" in step and match.why_not(step["decision"]) is None:
        after.play(step["decision"])
    seen: set[str] = {place["id"] for place in game.ground(match.state)["places"]}
    for each in (match, after):
        scene = game.scene(each.view(learner))
        seen |= {thing["id"] for thing in (*scene["pieces"], *scene["items"])}
    assert set(step.get("look", ())) <= seen, f"{set(step['look']) - seen} is not there: {where}"


@pytest.mark.parametrize("key", games_with("sample.json"))
def test_a_sample_is_a_position_in_the_middle_of_a_game(key: str) -> None:
    match = Match.from_position(registry.game(key), kept(registry.game(key), "sample.json"))
    assert not match.is_over
    assert any(piece["at"] for piece in match.game.scene(match.state)["pieces"])
