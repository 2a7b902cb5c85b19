"""Everest against the plain referee: whole games by several temperaments, and crowded positions."""

import random
from typing import Any

import pytest

import oddboard
from oddboard.core import registry
from oddboard.core.match import Match
from oddboard.games.everest.mountains import BadMountain, read_mountain
from oddboard.games.everest.rules.mountain import STANDARD
from oddboard.games.everest.state import square, square_name
from tests.referees.everest import Referee
from tests.side_by_side import Chooser, Decision, play_side_by_side

EVEREST = registry.game("everest")
SQUARES = STANDARD.squares
cost, height, neighbour = STANDARD.cost, STANDARD.height, STANDARD.neighbour
BASES = ["a2", "h2", "h5", "a5"]


def own_mountain(rng: random.Random) -> str:
    """A mountain that can be played on: the standard one shaken, or heaps of any height."""
    while True:
        most = rng.choice([2, 4, 9])
        marks = [mark for row in STANDARD.rows for mark in row]
        for _ in range(rng.choice([4, 12, 30])):
            marks[rng.randrange(len(marks))] = rng.choice([".", *map(str, range(1, most + 1))])
        text = "\n".join("".join(marks[row : row + 8]) for row in range(0, len(marks), 8))
        try:
            read_mountain(text)
        except BadMountain:
            continue
        return text


def at_random(match: Match, legal: list[Decision], rng: random.Random) -> Decision:
    return rng.choice(legal)


def climbing(match: Match, legal: list[Decision], rng: random.Random) -> Decision:
    """Moves towards the peak and stays there; snowballs and roars come up by chance."""
    if legal[0]["do"] in ("heal", "stay"):
        return legal[-1] if rng.random() < 0.8 else legal[0]
    if legal[0]["do"] != "coin" or rng.random() < 0.25:
        return rng.choice(legal)
    yeti = match.position()["yeti"][match.to_move]
    at = square(yeti["at"])
    for coin in yeti["plan"]:  # where the coins laid so far lead, if nobody is in the way
        at = _led(at, coin)
    higher = [each for each in legal if each["up"] == "value" and each["coin"] and _merit(_led(at, each)) > _merit(at)]
    if height(at) == 5:
        return rng.choice([each for each in legal if each["up"] == "suit" or not each["coin"]])
    return rng.choice(higher or legal)


def _led(at: int, coin: dict[str, Any]) -> int:
    """Where a move leads that stays on the board."""
    if coin["up"] == "suit":
        return at
    points, to = coin["coin"], "nesw".index(coin["to"])
    while at in SQUARES and cost(at, to) <= points and neighbour(at, to) in SQUARES:
        points -= cost(at, to)
        at = neighbour(at, to)
    return at


def _merit(at: int) -> int:
    return 2 * height(at) - (at in map(square, ("d1", "e1", "d6", "e6")))


def quarrelling(match: Match, legal: list[Decision], rng: random.Random) -> Decision:
    """Acts towards the nearest other yeti; roars more than others do."""
    if legal[0]["do"] == "roll" and rng.random() < 0.5:
        return rng.choice(legal[:2])  # null and ace lead to the longest stories
    if legal[0]["do"] in ("heal", "stay") and rng.random() < 0.9:
        return legal[-1]
    if legal[0]["do"] != "coin" or rng.random() < 0.2:
        return rng.choice(legal)
    places = [square(yeti["at"]) for yeti in match.position()["yeti"]]
    me = places[int(str(match.to_move))]
    others = [at for at in places if at != me]
    nearest = min(others, key=lambda at: abs(at % 8 - me % 8) + abs(at // 8 - me // 8))
    east, south = nearest % 8 - me % 8, nearest // 8 - me // 8
    ways = ["e" if east > 0 else "w"] * abs(east) + ["s" if south > 0 else "n"] * abs(south)
    facing = [each for each in legal if each["to"] in ways]
    roars = [each for each in facing if each["coin"] == 0 and each["up"] == "value"]
    return rng.choice(roars if roars and rng.random() < 0.4 else facing or legal)


def roaring(match: Match, legal: list[Decision], rng: random.Random) -> Decision:
    """Roars whenever it can, at others if there are any; dice love aces, nulls and short runs."""
    if legal[0]["do"] == "roll":
        return rng.choices(legal, [3, 4, 2, 1, 1, 1])[0]
    roars = [each for each in legal if each.get("coin") == 0 and each.get("up") == "value"]
    if not roars or rng.random() < 0.1:
        return quarrelling(match, legal, rng)
    places = [yeti["at"] for yeti in match.position()["yeti"]]
    at = square(places[int(str(match.to_move))])
    beside = [
        each
        for each in roars
        if (ahead := neighbour(at, "nesw".index(each["to"]))) in SQUARES and square_name(ahead) in places
    ]
    return rng.choice(beside or roars)


TEMPERAMENTS = (at_random, climbing, quarrelling, roaring)


def chooser(number: int, rng: random.Random, referee: Referee) -> Chooser:
    """A player of some temperament, who also sees to it that both boards are the same."""

    def choose(match: Match, legal: list[Decision]) -> Decision:
        yeti = match.position()["yeti"]
        if match.position()["phase"] != "home":
            assert [each["at"] for each in yeti] == referee.board.place
        assert [each["hurt"] for each in yeti] == referee.board.hurt
        assert [each["coins"] for each in yeti] == [sorted(coins) for coins in referee.coins]
        return TEMPERAMENTS[number % len(TEMPERAMENTS)](match, legal, rng)

    return choose


@pytest.mark.parametrize("seed", range(24))
def test_whole_games(seed: int) -> None:
    rng = random.Random(seed)
    players = 2 + seed % 3
    options = {"homes": rng.choice(["dealt", "chosen"]), "round_limit": rng.choice([1, 3, 60, 60])}
    match, referee = oddboard.new("everest", players, **options), Referee(players, options)
    play_side_by_side(match, referee, chooser(seed // 3, rng, referee), 250)


def crowded(
    rng: random.Random, players: int, given: list[int] | None = None, mountain: str = "everest"
) -> tuple[Match, Referee]:
    """Yeti close together, near a cliff, the edge or on the peak, some with few coins, or all with those given."""
    squares = read_mountain(mountain).squares
    middle = rng.choice(squares)
    near = sorted(squares, key=lambda at: abs(at % 8 - middle % 8) + abs(at // 8 - middle // 8) + rng.random())
    places = rng.sample(near[: 5 if given else rng.choice([4, 6, 9])], players)
    coins = [given or sorted(rng.sample(range(6), rng.choice([1, 2, 3, 4, 6, 6, 6]))) for _ in range(players)]
    homes = rng.sample(BASES, players)
    options = {"mountain": mountain, "homes": "chosen", "round_limit": rng.choice([2, 3, 60])}
    referee = Referee(players, options)
    referee.home = homes
    referee.board.place = [square_name(at) for at in places]
    referee.coins = [set(each) for each in coins]
    referee.round = rng.choice([0, 1])
    kept = list(referee.board.place)
    referee.begin_round()
    referee.board.place = kept
    referee.alone_at_start = referee.alone_on_peak()
    there = [seat for seat in range(players) if places[seat] in read_mountain(mountain).peak]
    position = {
        "players": players,
        "options": options,
        "phase": "plan",
        "turn": 0,
        "round": referee.round,
        "beat": None,
        "alone_at_start": there[0] if len(there) == 1 else None,
        "winner": None,
        "yeti": [
            {"home": homes[seat], "at": square_name(places[seat]), "hurt": 0, "coins": coins[seat], "plan": []}
            for seat in range(players)
        ],
        "agenda": [],
        "contest": None,
        "roars": None,
        "runs": [None] * players,
        "left": [],
        "owed": 0,
    }
    return Match.from_position(EVEREST, position), referee


@pytest.mark.rule("EVE-1", "EVE-2", "EVE-17")
@pytest.mark.parametrize("seed", range(40))
def test_games_on_mountains_of_all_shapes(seed: int) -> None:
    rng = random.Random(9000 + seed)
    players = 2 + seed % 3
    options = {"mountain": own_mountain(rng), "homes": rng.choice(["dealt", "chosen"])}
    match, referee = oddboard.new("everest", players, **options), Referee(players, options)
    play_side_by_side(match, referee, chooser(seed, rng, referee), 200)


@pytest.mark.rule("EVE-1", "EVE-2", "EVE-17")
@pytest.mark.parametrize("seed", range(40))
def test_crowded_positions_on_mountains_of_all_shapes(seed: int) -> None:
    rng = random.Random(7000 + seed)
    match, referee = crowded(rng, rng.choice([2, 3, 4, 4]), mountain=own_mountain(rng))
    play_side_by_side(match, referee, chooser(seed, rng, referee), 70)


@pytest.mark.parametrize("seed", range(80))
def test_crowded_positions(seed: int) -> None:
    rng = random.Random(1000 + seed)
    match, referee = crowded(rng, rng.choice([2, 3, 4, 4]))
    play_side_by_side(match, referee, chooser(seed, rng, referee), 70)


@pytest.mark.parametrize("seed", range(60))
def test_roars_in_a_crowd(seed: int) -> None:
    rng = random.Random(5000 + seed)
    match, referee = crowded(rng, rng.choice([3, 4, 4]), [0, rng.randint(1, 5)])
    play_side_by_side(match, referee, chooser(TEMPERAMENTS.index(roaring), rng, referee), 40)
