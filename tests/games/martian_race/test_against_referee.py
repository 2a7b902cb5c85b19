"""Martian Race against the plain referee: whole games by several temperaments, and crowded positions."""

import random
from collections.abc import Callable
from typing import Any

import pytest

import oddboard
from oddboard.core import registry
from oddboard.core.match import Match
from oddboard.core.records import copy, new
from oddboard.games.martian_race.rules.outlook import dice_left
from oddboard.games.martian_race.state import PUSHING
from tests.referees.martian_race import DOG_SIZE, FACINGS, FINISHED, NAMED, SQUARES, Martian, Referee
from tests.side_by_side import Decision, play_side_by_side

FAMILIES = {2: (5,), 3: (4, 5), 4: (3, 4), 5: (3,)}
SIZES = {1: "small", 2: "medium", 3: "large"}


def at_random(match: Match, legal: list[Decision], rng: random.Random) -> Decision:
    return rng.choices(legal, [each.get("weight", 1) for each in legal])[0]


def _weighing(rng: random.Random, malice: float) -> Callable[[Match, list[Decision]], Decision]:
    """A player who saves its own steps, and costs the others theirs by so much; it errs now and then."""

    def choose(match: Match, legal: list[Decision]) -> Decision:
        if match.to_move == "chance" or rng.random() < 0.15:
            return at_random(match, legal, rng)
        seat, state, rules = match.to_move, match.state, match.game.rules
        work = new(match.game.work)

        def worth(decision: Decision) -> float:
            after = copy(state)
            rules.play(after, work, match.game.code(state, decision))
            others = sum(dice_left(after, other) for other in range(after.seats) if other != seat)
            return malice * (others + 2 * (after.phase == PUSHING)) - dice_left(after, seat) + 0.3 * rng.random()

        return max(rng.sample(legal, min(len(legal), 50)), key=worth)

    return choose


@pytest.mark.parametrize("seed", range(8))
def test_whole_games(seed: int) -> None:
    rng = random.Random(seed)
    players = 2 + seed % 4
    options = {
        "martians": rng.choice(FAMILIES[players]),
        "order": rng.choice(["random", "seats"]),
        "chain": rng.choice(["mover", "owner"]),
        "turn_limit": rng.choice([1, 7, 300, 300]),
        "mad_dog": seed % 3 != 0,
        "dog_turns": rng.choice([1, 4, 10]),
    }
    match = oddboard.new("martian-race", players, **options)
    choose = [lambda m, legal: at_random(m, legal, rng), _weighing(rng, 0.02), _weighing(rng, 0.5)][seed % 3]
    play_side_by_side(match, Referee(players, options), choose, 400)


def crowded(rng: random.Random) -> tuple[Match, Referee]:
    """Families packed into a corner of the board, sometimes with the dog among them."""
    players = rng.randint(2, 5)
    options: dict[str, Any] = {
        "order": "seats",
        "martians": max(FAMILIES[players]),
        "chain": rng.choice(["mover", "owner"]),
        "turn_limit": 4,
        "mad_dog": True,
        "dog_turns": rng.choice([1, 2, 10]),
    }
    wide, high = rng.randint(2, 4), rng.randint(2, 4)
    left, low = rng.choice([0, 8 - wide, rng.randint(0, 8 - wide)]), rng.choice([0, 8 - high, rng.randint(0, 8 - high)])
    area = ["abcdefgh"[file] + str(rank + 1) for file in range(left, left + wide) for rank in range(low, low + high)]
    referee = Referee(players, options)
    winner = rng.randrange(players) if rng.random() < 0.4 else None
    for name in rng.sample(sorted(referee.martians), len(referee.martians)):
        seat, size = int(name[0]), rng.randint(1, 3)
        held = {m.place for m in referee.martians.values() if m.seat != seat}
        own = {m.place for m in referee.martians.values() if m.seat == seat}
        places = [at for at in area if at not in held and not (at in NAMED and at in own)]
        if seat == winner:
            referee.martians[name] = Martian(seat, 3, FINISHED, "n")
        elif places and rng.random() < 0.95:
            referee.martians[name] = Martian(seat, size, rng.choice(places), rng.choice([*FACINGS, "up"]))
    referee.seat = rng.randrange(players)
    if winner is not None:
        referee.dog = Martian(winner, DOG_SIZE, rng.choice(["off", *area, *SQUARES]), rng.choice(FACINGS))
        referee.finishers, referee.seat = [winner], winner
        referee.dog_turns_begun = 1
    return Match.from_position(registry.game("martian-race"), _position(referee, options)), referee


def _position(referee: Referee, options: dict[str, Any]) -> dict[str, Any]:
    """The referee's position between two turns, in the game's JSON."""
    off = {"off": "waiting", "finished": "launched"}
    dog = referee.dog
    return {
        "players": referee.players,
        "options": options,
        "phase": "roll",
        "turn": referee.seat,
        "began": 0,
        "round": 0,
        "dice": [0, 0],
        "finished": referee.finishers,
        "martians": {
            name: {
                "at": off.get(one.place, one.place),
                "facing": "n" if one.place in off else one.facing,
                "size": SIZES[one.size],
            }
            for name, one in referee.martians.items()
        },
        "dog": {"at": dog.place, "facing": dog.facing} if dog and dog.place != "off" else None,
        "dog_turn": referee.dog_turns_begun,
        "chain": None,
    }


def fighting(match: Match, legal: list[Decision], rng: random.Random) -> Decision:
    """Prefer moves that end on somebody, and pushes that go on."""
    held = {one["at"] for one in match.position()["martians"].values()}
    hits = [each for each in legal if each.get("to") in held]
    return at_random(match, hits if hits and rng.random() < 0.8 else legal, rng)


@pytest.mark.parametrize("seed", range(30))
def test_crowded_positions(seed: int) -> None:
    rng = random.Random(1000 + seed)
    match, referee = crowded(rng)
    play_side_by_side(match, referee, lambda m, legal: fighting(m, legal, rng), 25)
