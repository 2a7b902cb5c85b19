"""Sailboat Regatta against the plain referee: whole races by several temperaments, crowded positions, courses."""

import random
from typing import Any

import pytest

import oddboard
from oddboard.core import registry
from oddboard.core.match import Match
from oddboard.core.records import copy, new
from oddboard.games.sailboat_regatta.rules.course import NAMED, CourseRefused, read_course
from tests.games.sailboat_regatta.courses import BASES, RING, mutated, random_course
from tests.referees.sailboat_regatta import FORWARD, Referee, accepted_course, space_name
from tests.side_by_side import Chooser, Decision, agree, play_side_by_side

GAME = registry.game("sailboat-regatta")


def at_random(match: Match, legal: list[Decision], rng: random.Random) -> Decision:
    return rng.choices(legal, [each.get("weight", 1) for each in legal])[0]


def weighing(rng: random.Random, own: float, theirs: float) -> Chooser:
    """A player who wants its own steps to go (own < 0: the long way) and others without wind; it errs now and then."""

    def choose(match: Match, legal: list[Decision]) -> Decision:
        if match.to_move == "chance" or rng.random() < 0.1:
            return at_random(match, legal, rng)
        seat, state = match.to_move, match.state
        work = new(GAME.work)
        first = seat * state.fleet

        def worth(decision: Decision) -> float:
            after = copy(state)
            GAME.rules.play(after, work, GAME.code(state, decision))
            steps = after.to_go[first : first + after.fleet].sum()
            free = sum(int(after.free) >> boat & 1 for boat in range(after.seats * after.fleet))
            return -own * float(steps) - theirs * free + rng.random()

        return max(legal, key=worth)

    return choose


def temperament(rng: random.Random, kind: int) -> Chooser:
    """Aimless, a racer, a thief of wind, or one who goes round backwards."""
    if kind == 0:
        return lambda match, legal: at_random(match, legal, rng)
    return weighing(rng, *[(1, 0), (0.3, 2), (-1, 0)][kind - 1])


def accepted(rng: random.Random) -> str:
    """Some course that can be sailed."""
    while True:
        text = random_course(rng) if rng.random() < 0.5 else mutated(rng.choice(BASES), rng)
        try:
            return read_course(text).text
        except CourseRefused:
            continue


def compare_race(seed: int, most: int = 500) -> None:
    rng = random.Random(seed)
    players = rng.randint(2, 14) if seed % 2 else rng.randint(2, 3)
    options = {
        "course": rng.choice(["classic", "compact", RING, accepted(rng)]),
        "first": rng.choice(["random", "seats"]),
        "diagonal": rng.choice(["die", "boat"]),
        "turn_limit": rng.choice([1, 3, 40, 300]),
    }
    match = oddboard.new("sailboat-regatta", players, **options)
    play_side_by_side(match, Referee(players, options), temperament(rng, seed % 4), most)


@pytest.mark.parametrize("seed", range(16))
def test_whole_races(seed: int) -> None:
    compare_race(seed)


def crowded(rng: random.Random, players: int, options: dict[str, Any]) -> tuple[Match, Referee]:
    """The same position with boats all over the course, often on one another, for both."""
    referee = Referee(players, options | {"first": "seats"})
    referee.seat = rng.randrange(players)
    referee.turns_ended = referee.seat + players * rng.randrange(referee.turn_limit)
    corner = rng.sample(referee.course.open_spaces, min(len(referee.course.open_spaces), rng.choice([3, 12, 100])))
    corner.append(referee.course.entry)
    afloat = [
        (seat, number) for seat in range(players) for number in range(1, rng.randint(1, len(referee.fleets[0]) + 1))
    ]
    rng.shuffle(afloat)
    for seat, number in afloat:
        referee.put(seat, number, rng.choice(corner), rng.choice(list(FORWARD)))
        boat = referee.boat(seat, number)
        boat.count = rng.choice([1, 1, 1, 0, 0, -1, -2, -3, 2])
        boat.finished = boat.count == 2 or rng.random() < 0.05
    for fleet in referee.fleets:  # nobody has won already
        if all(boat.finished for boat in fleet):
            fleet[-1].finished, fleet[-1].count = False, min(1, fleet[-1].count)
    position = {
        "players": players,
        "options": options | {"first": "seats"},
        "phase": "roll",
        "turn": referee.seat,
        "began": 0,
        "round": referee.turns_ended // players,
        "dice": [],
        "sailed": False,
        "turned": [],
        **({"drifted": [], "owes": None} if options["diagonal"] == "boat" else {}),
        "boats": {
            f"{seat}.{number}": {
                "at": "ashore" if boat.space is None else space_name(boat.space),
                "heading": boat.heading,
                "count": boat.count,
                "finished": boat.finished,
            }
            for seat, fleet in enumerate(referee.fleets)
            for number, boat in enumerate(fleet, 1)
        },
        "stacks": {
            space_name(space): [f"{seat}.{number}" for seat, number in stack] for space, stack in referee.stacks.items()
        },
    }
    return Match.from_position(GAME, position), referee


def compare_crowded(seed: int, most: int = 60) -> None:
    rng = random.Random(seed)
    options = {
        "course": rng.choice(["classic", "compact", RING, accepted(rng)]),
        "diagonal": rng.choice(["die", "boat"]),
        "turn_limit": rng.choice([1, 2, 5, 300]),
    }
    match, referee = crowded(rng, rng.randint(2, 14), options)
    play_side_by_side(match, referee, temperament(rng, seed % 3), most)
    agree(match, referee)


@pytest.mark.parametrize("seed", range(40))
def test_crowded_positions(seed: int) -> None:
    compare_crowded(seed)


def letters(text: str) -> tuple[str | None, str | None]:
    """Why each of the two refuses a course."""
    ours = theirs = None
    try:
        read_course(text)
    except CourseRefused as refused:
        ours = refused.letter
    try:
        accepted_course(text)
    except ValueError as error:
        theirs = str(error)[1]
    return ours, theirs


@pytest.mark.rule("REG-19")
def test_courses_are_refused_for_the_same_reasons() -> None:
    rng = random.Random(19)
    for _ in range(150):
        text = random_course(rng) if rng.random() < 0.4 else mutated(rng.choice(BASES), rng)
        ours, theirs = letters(text)
        assert ours == theirs, text


@pytest.mark.rule("REG-17")
@pytest.mark.parametrize("name", [*NAMED, "ring", "random"])
def test_ways_to_go_are_the_same(name: str) -> None:
    text = {"ring": RING, "random": accepted(random.Random(7))}.get(name) or NAMED[name]
    course = accepted_course(text)
    ours = read_course(text)
    for x, y in course.open_spaces:
        for rounds in (1, 2):
            assert ours.way[rounds - 1, y * 26 + x] == course.way_to_go((x, y), 2 - rounds)
    entry = ours.way[1, ours.entry] + 4 * ours.lap
    assert course.way_to_go(course.entry, -4) == entry
