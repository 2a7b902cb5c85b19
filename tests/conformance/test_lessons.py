"""Every lesson can be tried as it says and missed too, every guided game played to its end, every sample shown.

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
from oddboard.core.views import choices

STEP_FIELDS = {"say", "decision", "expect", "hint", "look"}


def kept(game: Game, name: str) -> Any:
    """A file of a game's folder; None if it has none."""
    path = files(type(game).__module__.rpartition(".")[0]).joinpath(name)
    return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else None


def games_with(name: str) -> list[str]:
    return [key for key in registry.keys() if kept(registry.game(key), name)]


LESSONS = [
    pytest.param(key, lesson, id=f"{key}-{lesson['id']}")
    for key in games_with("lessons.json")
    for lesson in kept(registry.game(key), "lessons.json")["lessons"]
]


def possible(match: Match) -> list[list[Decision]]:
    """What can be done with one list of touches: a decision, or several."""
    single = [[each["decision"]] for each in choices(match.game, match.state)]
    several = [list(map(dict, each["decisions"])) for each in match.game.shortcuts(match.state) if "touches" in each]
    return single + several


def matching(match: Match, pattern: Decision) -> list[list[Decision]]:
    """All that can be done of which the last decision has all fields of a pattern."""
    return [each for each in possible(match) if pattern.items() <= each[-1].items()]


def test_every_game_teaches() -> None:
    assert games_with("lessons.json") == games_with("sample.json") == registry.keys()


@pytest.mark.parametrize(("key", "lesson"), LESSONS)
def test_a_lesson_can_be_done_and_missed(key: str, lesson: dict[str, Any]) -> None:
    game = registry.game(key)
    match = Match.from_position(game, lesson["position"])
    assert match.to_move == lesson["seat"]
    rules = set(re.findall(r"\*\*(\w+-\d+[a-z]?)\*\*", game.rulebook))
    assert lesson["rules"]
    assert set(lesson["rules"]) <= rules
    wanted = []
    for pattern in lesson["wanted"]:
        assert matching(match, pattern), f"{pattern} is not possible"
        wanted += matching(match, pattern)
    if len(possible(match)) > 1:
        assert len(wanted) < len(possible(match)), "whatever one does is right"
    for decisions in wanted:
        for decision in decisions:
            match.play(decision)
        match.undo(0)


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
    assert sum("expect" in step for step in guide["steps"]) >= 3
    if "position" in guide:
        match = Match.from_position(game, guide["position"])
    else:
        match = Match(game, guide["players"], guide["options"])
    follow(match, guide["steps"], guide.get("seat", 0), look=True)


def follow(match: Match, steps: list[dict[str, Any]], learner: int, look: bool) -> None:
    """Play the steps; after each of the learner's ways to follow one, the rest must still be possible."""
    for number, step in enumerate(steps):
        where = f"{step['say']} {step}"
        assert set(step) <= STEP_FIELDS, where
        assert not ("decision" in step and "expect" in step), where
        if look:
            check_look(match, step, learner, where)
        if "decision" in step:
            assert match.to_move != learner, f"the learner decides itself: {where}"
            assert match.why_not(step["decision"]) is None, f"{match.why_not(step['decision'])}: {where}"
            match.play(step["decision"])
        elif "expect" in step:
            assert match.to_move == learner, where
            assert step["hint"], where
            ways = [way for pattern in step["expect"] for way in matching(match, pattern)]
            assert ways, f"nothing of that is possible: {where}"
            for way in ways[1:] if look else ():
                other = Match(match.game, match.players, match.options, start=match.state)
                for decision in way:
                    other.play(decision)
                follow(other, steps[number + 1 :], learner, look=False)
            for decision in ways[0]:
                match.play(decision)


def check_look(match: Match, step: dict[str, Any], learner: int, where: str) -> None:
    """What a step points at is there to be seen, before or after what it decides."""
    game = match.game
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
