"""Every lesson can be tried as it says and missed too, every guided game played to its end, every position drawn.

What somebody decides with one list of touches may be several decisions (a long way): the last one is what counts.
"""

import json
import re
from collections.abc import Iterator
from typing import Any

from oddboard.core import registry
from oddboard.core.game import Decision, Game
from oddboard.core.match import Match
from oddboard.core.views import choices

STEP_FIELDS = {"say", "decision", "expect", "hint", "look"}
LEAST_STEPS = 3  # that the learner of a guide decides


def kept(game: Game, name: str) -> Any:
    """A JSON file of a game's folder; None if it has none."""
    path = game.folder.joinpath(name)
    return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else None


def check_lessons(key: str) -> None:
    """All that a game teaches with."""
    game = registry.game(key)
    found = kept(game, "lessons.json")
    if found is not None:
        check_sentences(found)
        for lesson in found["lessons"]:
            check_lesson(game, lesson)
        check_guide(game, found["guide"])
        check_goal(game, found)
    check_sample(game)
    check_examples(game)


def possible(match: Match) -> list[list[Decision]]:
    """What can be done with one list of touches: a decision, or several."""
    single = [[each["decision"]] for each in choices(match.game, match.state)]
    several = [list(map(dict, each["decisions"])) for each in match.game.shortcuts(match.state) if "touches" in each]
    return single + several


def matching(match: Match, pattern: Decision) -> list[list[Decision]]:
    """All that can be done of which the last decision has all fields of a pattern."""
    return [each for each in possible(match) if pattern.items() <= each[-1].items()]


def check_lesson(game: Game, lesson: dict[str, Any]) -> None:
    """What is wanted is possible, and something else is, too; its rules are on the rulebook page."""
    match = Match.from_position(game, lesson["position"])
    name = lesson["id"]
    assert match.to_move == lesson["seat"], f"lesson {name}: {match.to_move} is to move"
    rules = set(re.findall(r"\*\*(\w+-\d+[a-z]?)\*\*", game.rulebook))
    assert lesson["rules"], f"lesson {name} names no rule"
    assert set(lesson["rules"]) <= rules, f"lesson {name}: {set(lesson['rules']) - rules} are not on the rulebook page"
    wanted = []
    for pattern in lesson["wanted"]:
        assert matching(match, pattern), f"lesson {name}: {pattern} is not possible"
        wanted += matching(match, pattern)
    if len(possible(match)) > 1:
        assert len(wanted) < len(possible(match)), f"lesson {name}: whatever one does is right"
    for decisions in wanted:
        for decision in decisions:
            match.play(decision)
        match.undo(0)


def check_sentences(found: dict[str, Any]) -> None:
    """Lessons are told apart, and told in sentences."""
    names = [lesson["id"] for lesson in found["lessons"]]
    assert len(set(names)) == len(names), f"two lessons have one name: {names}"
    told = [lesson[part] for lesson in found["lessons"] for part in ("text", "try", "praise", "otherwise")]
    told += [step[part] for step in found["guide"]["steps"] for part in ("say", "hint") if part in step]
    for sentence in told:
        assert re.search(r"[.!?…]$", sentence), f"{sentence!r} is no sentence"


def check_goal(game: Game, found: dict[str, Any]) -> None:
    """The goal, where a game says it, is one sentence, and is shown by an example or a lesson."""
    goal = found.get("goal")
    if goal is None:
        return
    assert re.fullmatch(r"[A-Z][^.!?…]+[.!]", goal["say"]), f"the goal {goal['say']!r} is not one sentence"
    shown = {*game.examples, *(lesson["id"] for lesson in found["lessons"])}
    assert goal["example"] in shown, f"the goal is shown by {goal['example']!r}, which is neither example nor lesson"
    lessons = {lesson["id"]: lesson for lesson in found["lessons"]}
    match = Match.from_position(game, (game.examples.get(goal["example"]) or lessons[goal["example"]])["position"])
    there = {each["id"] for each in [*game.ground(match.state)["places"], *game.scene(match.state)["pieces"]]}
    assert set(goal["look"]) <= there, f"the goal looks at {sorted(set(goal['look']) - there)}, which is not there"


def check_guide(game: Game, guide: dict[str, Any]) -> None:
    """The guided game can be played to its end, whichever of the ways it leaves open the learner takes."""
    steps = guide["steps"]
    assert sum("expect" in step for step in steps) >= LEAST_STEPS, "the learner decides too little in the guide"
    if "position" in guide:
        match = Match.from_position(game, guide["position"])
    else:
        match = Match(game, guide["players"], guide["options"])
    follow(match, steps, guide.get("seat", 0), look=True)


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


def check_sample(game: Game) -> None:
    """The sample on the home page is a position in the middle of a game, with something on the board."""
    position = kept(game, "sample.json")
    if position is not None:
        match = Match.from_position(game, position)
        assert not match.is_over, "the sample's game is over"
        assert any(piece["at"] for piece in game.scene(match.state)["pieces"]), "the sample's board is empty"


def check_examples(game: Game) -> None:
    """Every position that the rulebook draws can be drawn, and every drawn block of it names one, or a lesson."""
    for name, example in game.examples.items():
        match = Match.from_position(game, example["position"])
        seat = example.get("seat")
        assert game.scene(match.state if seat is None else match.view(seat)), f"example {name}"
    lessons = (kept(game, "lessons.json") or {"lessons": []})["lessons"]
    there = {*game.examples, *(lesson["id"] for lesson in lessons)}
    drawn = re.findall(r"^```board +(\S+)", game.rulebook, re.MULTILINE)
    shown = list(things_shown(game.rulebook))
    named = {*drawn, *(name for name, _ in shown)}
    assert named <= there, f"the rulebook draws {sorted(named - there)}, which are neither example nor lesson"
    positions = {lesson["id"]: lesson for lesson in lessons} | game.examples
    for name, things in shown:
        view = Match.from_position(game, positions[name]["position"]).view(positions[name].get("seat", 0))
        scene = game.scene(view)
        known = {each["id"] for each in [*game.ground(view)["places"], *scene["pieces"], *scene["items"]]}
        assert set(things) <= known, f"{sorted(set(things) - known)} are not on the board of {name}"


def things_shown(rulebook: str) -> Iterator[tuple[str, list[str]]]:
    """What the rulebook shows large: the things around which a board is drawn, and the pieces, by their example."""
    for name, around in re.findall(r"^```board +(\S+) +around +(.*)$", rulebook, re.MULTILINE):
        yield name, around.split()
    for block in re.findall(r"^```pieces\n(.*?)^```", rulebook, re.MULTILINE | re.DOTALL):
        for line in block.splitlines():
            name, thing, _ = line.split(maxsplit=2)
            yield name, [thing]
