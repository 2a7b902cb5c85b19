"""What is shown before a decision is what the decision does, in games with much pushing and with the Mad Dog."""

import random
import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

import oddboard
from oddboard.conformance.players import sensible_code
from oddboard.core import seats
from oddboard.core.errors import BadPosition
from oddboard.core.match import Match
from oddboard.core.views import Choice, choices
from tests.games.martian_race.drawn import GAME, at, drawn, move

Position = dict[str, Any]
DICE = range(1, 7)
DIRECTIONS = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}
SIZES = ("small", "medium", "large")
COLOURS = [seats.name(seat) for seat in range(5)]
HUNT = """
8 .     .     .     .           .     .     .     .
7 .     .     .     dog+        .     .     1.1L+ .
6 .     .     .     1.2s>       .     .     .     .
5 .     .     1.3m+ .           .     .     .     .
4 .     .     .     1.4L>,1.5s> .     .     .     .
turn 0 5 3
launched 0.1 0.2 0.3 0.4 0.5
won 0
"""


def played(seed: int) -> Iterator[Match]:
    """Some of the positions of a game between sensible players, and of one with the dog among Martians."""
    rng = random.Random(seed)
    match = drawn(HUNT, mad_dog=True) if seed % 2 else oddboard.new("martian-race", 2 + seed % 4)
    for ply in range(160):
        if match.is_over:
            return
        if match.to_move != "chance" and ply % 4 == seed % 4:
            yield match
        code = sensible_code(match, rng) if rng.random() < 0.6 else rng.choice(match.codes())
        match.play_code(code)


def after(match: Match, choice: Choice) -> Match:
    """The game after a choice."""
    later = Match.from_position(GAME, match.position())
    later.play(choice["decision"])
    return later


def place(position: Position, name: str) -> str:
    """Where a Martian or the dog is: a square, or waiting, launched or killed."""
    if name == "dog":
        return str(position["dog"]["at"]) if position["dog"] else "waiting"
    return str(position["martians"][name]["at"])


def with_die(match: Match, die: int) -> Match | None:
    """The same position with one die, if any move is lawful with it."""
    try:
        return Match.from_position(GAME, match.position() | {"dice": [die, 0]})
    except BadPosition:
        return None


def steps_of_walk(squares: list[str], facing: str | None) -> int:
    """The steps of a walk along squares: one for each square and each turn; one to enter, with any facing."""
    steps = 0 if facing else 1
    for here, there in pairwise(squares):
        gone = ord(there[0]) - ord(here[0]), int(there[1]) - int(here[1])
        way = next(name for name, step in DIRECTIONS.items() if step == gone)
        steps += 1 + (facing not in (None, way))
        facing = way
    return steps


@pytest.mark.rule("MAR-7", "MAR-8")
@pytest.mark.parametrize("seed", range(6))
def test_the_steps_shown_are_the_lowest_die_that_reaches_a_square(seed: int) -> None:
    for match in played(seed):
        position = match.position()
        if position["phase"] != "move":
            continue
        reached: dict[tuple[str, str], int] = {}
        for die in reversed(DICE):
            with_one = with_die(match, die)
            for each in with_one.legal() if with_one else []:
                reached[each["martian"], each["to"]] = die
        for choice in choices(GAME, match.state):
            who, to = choice["decision"]["martian"], choice["decision"]["to"]
            wasted = place(position, who) == to
            assert choice["steps"] == (0 if wasted else reached[who, to])
            assert choice["note"].startswith("stays there" if wasted else f"{choice['steps']} step")


@pytest.mark.rule("MAR-7", "MAR-8")
@pytest.mark.parametrize("seed", range(6))
def test_a_walk_shown_takes_the_steps_shown_and_ends_where_the_move_does(seed: int) -> None:
    for match in played(seed):
        position = match.position()
        if position["phase"] != "move":
            continue
        for choice in choices(GAME, match.state):
            who, to = choice["decision"]["martian"], choice["decision"]["to"]
            on_board = place(position, who) != "waiting"
            squares = [each.removeprefix("square:") for each in choice.get("path", [f"square:{to}"])]
            one = position["dog"] if who == "dog" else position["martians"][who]
            assert squares[-1] == to
            assert squares[0] == (one["at"] if on_board else "h7" if who == "dog" else "a7")
            assert steps_of_walk(squares, one["facing"] if on_board else None) == choice["steps"]
            shown = GAME.trails(match.state, match.game.code(match.state, choice["decision"]))
            assert shown == ({f"martian:{who}": choice["path"]} if "path" in choice else {})


def told(position: Position, note: str, verb: str) -> set[str]:
    """The Martians of whom a note says something."""
    found = re.search(rf"\b{verb} ([^·]*)", note)
    names = set()
    for each in found[1].strip().split(" and ") if found else []:
        colour, size, number = re.fullmatch(r"(\w+)'s (\w+) (\d)", each).groups()  # type: ignore[union-attr]
        names.add(f"{COLOURS.index(colour)}.{number}")
        assert position["martians"][f"{COLOURS.index(colour)}.{number}"]["size"] == size
    return names


def completed(match: Match, rng: random.Random) -> Match:
    """A game after all the pushes that are under way."""
    while match.position()["phase"] == "push":
        match.play(rng.choice(match.legal()))
    return match


def waiting(position: Position) -> set[str]:
    """Those still to be pushed."""
    return {each["martian"] for each in position["chain"]["waiting"]} if position["chain"] else set()


@pytest.mark.rule("MAR-13", "MAR-15", "MAR-19", "MAR-33")
@pytest.mark.parametrize("seed", range(8))
def test_a_note_tells_what_the_decision_does(seed: int) -> None:
    rng = random.Random(seed)
    seen: set[str] = set()
    for match in played(seed):
        before = match.position()
        for choice in rng.sample(all_choices := choices(GAME, match.state), min(len(all_choices), 40)):
            later, note, who = after(match, choice), choice["note"], choice["decision"]["martian"]
            hit = waiting(later.position()) - waiting(before)
            if who != "dog":
                assert told(before, note, "pushes") == hit
            if choice["decision"]["do"] == "push":
                squares = [each.removeprefix("square:") for each in choice["path"]]
                assert len(set(squares)) == len(squares) == choice["steps"] + 1
                assert note.startswith(f"pushed {choice['steps']}")
                assert (squares[0], squares[-1]) == (at(match, who), at(later, who))
                continue
            end = completed(later, rng).position()
            assert told(before, note, "kills") == {
                name for name in end["martians"] if place(end, name) == "killed" != place(before, name)
            }
            sizes = {name: SIZES.index(one["size"]) for name, one in end["martians"].items()}
            were = {name: SIZES.index(one["size"]) for name, one in before["martians"].items()}
            assert told(before, note, "bites") == {name for name in sizes if sizes[name] < were[name]}
            grown = {name for name in sizes if sizes[name] > were[name]}
            assert ("grows" in note) == (who in grown)
            assert ("off into space" in note) == (who != "dog" and place(end, who) == "launched")
            seen.update(word for word in ("pushes", "kills", "bites", "grows", "space") if word in note)
    assert "pushes" in seen or "bites" in seen, "the games had fights"


@pytest.mark.rule("MAR-22")
def test_a_push_shown_is_shortened_as_the_rule_says() -> None:
    match = drawn(
        """
        2 .     0.4s+,0.5s+ .           .     .     .     .     .
        1 1.1s> 0.1L<       0.2s+,0.3s+ .     .     .     .     .
        turn 0 2
        """
    )
    move(match, "0.1", "a1 up")
    pushed = next(piece for piece in GAME.scene(match.state)["pieces"] if piece["id"] == "martian:1.1")
    assert pushed["look"]["pushed"] == 3
    assert [(each["note"], each["path"]) for each in choices(GAME, match.state)] == [
        ("pushed 1", ["square:a1", "square:b1"])
    ]


@pytest.mark.rule("MAR-7", "MAR-8")
@pytest.mark.parametrize("seed", range(4))
def test_a_refusal_names_the_lowest_die_that_would_do(seed: int) -> None:
    rng = random.Random(seed)
    checked = 0
    for match in played(seed):
        position = match.position()
        if position["phase"] != "move":
            continue
        names = ["dog"] if position["dog"] else [n for n in position["martians"] if int(n[0]) == position["turn"]]
        for _ in range(30):
            to, facing = rng.choice("abcdefgh") + rng.choice("12345678"), rng.choice(["n", "e", "s", "w", "up"])
            wish = {"do": "move", "martian": rng.choice(names), "to": to, "facing": facing}
            refusal = match.why_not(wish | {"die": position["dice"][0]})
            if refusal is None or refusal.rule not in ("MAR-7", "MAR-8"):
                continue
            steps = re.search(r"takes (\d+) steps", refusal.message)
            if steps is None or int(steps[1]) > max(DICE):
                continue
            for die, too_few in ((int(steps[1]), False), (int(steps[1]) - 1, True)):
                if with_one := with_die(match, die):
                    again = with_one.why_not(wish | {"die": die})
                    assert (again is not None and again.rule == refusal.rule) == too_few
                    checked += 1
    assert checked
