"""Lessons, guides and samples of all games that have them: positions load, and what is asked for can be done.

A lesson is a position and patterns of decisions that it wants; a guide is a whole first game, step by step, in which
the decisions of chance and of the others are written down and those of the learner are expected. A pattern is an object
whose fields a decision must have; where several decisions are made by one list of touches, the last of them.
"""

import json
from importlib.resources import files
from typing import Any

import pytest

from oddboard.core import registry
from oddboard.core.game import Decision, Game
from oddboard.core.match import Match
from oddboard.core.showing import choices

Lesson = dict[str, Any]
LESSON_FIELDS = {"id", "title", "rules", "text", "position", "seat", "try", "wanted", "praise", "otherwise"}
STEP_FIELDS = {"say", "decision", "expect", "hint", "look"}


def kept(game: Game, name: str) -> Any:
    """A JSON file in a game's folder; None if it has none."""
    path = files(type(game).__module__.rpartition(".")[0]).joinpath(name)
    return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else None


def games_with(name: str) -> list[str]:
    return [key for key in registry.keys() if kept(registry.game(key), name) is not None]


def matching(match: Match, pattern: Decision) -> list[list[Decision]]:
    """What the seat to move can do, in one decision or several, that has the fields of a pattern at its end."""
    view = match.view(int(match.to_move or 0))
    ways = [[each["decision"]] for each in choices(match.game, view)]
    ways += [[dict(one) for one in each["decisions"]] for each in match.game.shortcuts(view) if "touches" in each]
    return [way for way in ways if pattern.items() <= way[-1].items()]


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
    wanted: list[list[Decision]] = []
    for pattern in lesson["wanted"]:
        found = matching(match, pattern)
        assert found, f"{pattern} is not legal"
        wanted += found
    assert len(wanted) < len(match.legal()) or len(match.legal()) == 1, "whatever one does is right"
    for way in wanted:
        for decision in way:
            match.play(decision)
        match.undo(0)


@pytest.mark.parametrize("key", games_with("lessons.json"))
def test_lessons_are_told_apart_and_told_well(key: str) -> None:
    found = kept(registry.game(key), "lessons.json")
    names = [lesson["id"] for lesson in found["lessons"]]
    assert len(set(names)) == len(names)
    told = [lesson[part] for lesson in found["lessons"] for part in ("text", "try", "praise", "otherwise")]
    told += [step[part] for step in found["guide"]["steps"] for part in ("say", "hint") if part in step]
    assert all(words.strip() for words in told)


@pytest.mark.parametrize("key", games_with("lessons.json"))
def test_a_guide_can_be_played_to_its_end(key: str) -> None:
    """Whichever of the things that it lets the learner do is done."""
    game = registry.game(key)
    guide = kept(game, "lessons.json")["guide"]
    others = follow(game, guide, {})
    assert sum(others.values()) >= 3, "the learner decides too little"
    for number, ways in others.items():
        for way in range(1, ways):
            follow(game, guide, {number: way})


def follow(game: Game, guide: dict[str, Any], instead: dict[int, int]) -> dict[int, int]:
    """Play a guide, at some steps another way than the first; in how many ways the learner's steps can be done."""
    learner = guide.get("seat", 0)
    match = Match(game, guide["players"], guide["options"])
    found: dict[int, int] = {}
    for number, step in enumerate(guide["steps"], 1):
        where = f"step {number}, after {instead}: {step['say']}"
        assert set(step) <= STEP_FIELDS, where
        assert not ("decision" in step and "expect" in step), where
        check_look(game, match, step, learner, where)
        if "decision" in step:
            assert match.to_move != learner, f"the learner decides itself: {where}"
            assert match.why_not(step["decision"]) is None, f"{match.why_not(step['decision'])}: {where}"
            match.play(step["decision"])
        elif "expect" in step:
            assert match.to_move == learner, where
            assert step["hint"], where
            ways = [way for pattern in step["expect"] for way in matching(match, pattern)]
            assert ways, f"{step['expect']} is not legal: {where}"
            found[number] = len(ways)
            for decision in ways[instead.get(number, 0)]:
                match.play(decision)
    return found


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
