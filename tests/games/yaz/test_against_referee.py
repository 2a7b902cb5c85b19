"""The Baton Races of Yaz against the plain referee: whole races, and crowded pockets of land."""

import json
import random
from typing import Any

import pytest

import oddboard
from oddboard.core.match import Match
from oddboard.core.records import copy, new
from oddboard.games.yaz import maps
from oddboard.games.yaz.rules.outlook import know_ways, turns_to_go
from oddboard.games.yaz.state import DRAWN, NOBODY, State
from tests.games.yaz.mirror import crowded, referee_of
from tests.games.yaz.table import RULES, WORK, YAZ
from tests.referees.yaz import Referee
from tests.side_by_side import Decision, play_side_by_side

LIVELY = {"step": 1.0, "end": 0.4, "announce": 0.3, "pass": 2.0}  # how often a decision is taken; the rest 4


def _lively(rng: random.Random, legal: list[Decision]) -> Decision:
    """Any decision, but more of those that make trouble."""
    return rng.choices(legal, [LIVELY.get(each["do"], 4.0) for each in legal])[0]


def _racing(rng: random.Random, match: Match, legal: list[Decision]) -> Decision:
    """A player who shortens his way to the finish, and errs now and then."""
    if match.to_move == "chance" or rng.random() < 0.3:
        return rng.choice(legal)
    seat, work = match.to_move, new(YAZ.work)

    def worth(decision: Decision) -> float:
        after = copy(match.state)
        RULES.play(after, work, YAZ.code(match.state, decision))
        last = after.standing[seat].bit_count() == 1
        wish = 50 if decision["do"] == "announce" and last and rng.random() < 0.3 else 0
        know_ways(after, work)
        mine, theirs = turns_to_go(after, work, int(seat)), turns_to_go(after, work, 1 - int(seat))
        return wish - 10 * mine + 5 * theirs + rng.random()

    return max(rng.sample(legal, min(len(legal), 40)), key=worth)


@pytest.mark.parametrize("seed", range(10))
def test_whole_races(seed: int) -> None:
    rng = random.Random(seed)
    counts = {"S": rng.randint(0, 3), "F": rng.randint(0, 3), "T": rng.randint(0, 3), "L": rng.randint(0, 5)}
    options: dict[str, Any] = {
        "scenario": ["small", "large", "custom"][seed % 3],
        "map": maps.POCKET if seed % 2 else rng.choice(maps.STOCK),
        "setter": rng.choice(["random", "first", "second"]),
        "bulge_gap": rng.choice([2, 3, 4, 5]),
        "turn_limit": rng.choice([3, 60]),
        "limit": rng.choice(["bulges", "draw"]),
    }
    if seed % 3 == 2:
        options["counts"] = {**counts, "bulges": rng.choice([3, 6])}
    for switch in ("announce", "lugging", "dropping", "first_and_last"):
        options[switch] = rng.random() < 0.5
    if options["scenario"] == "large" and options["map"] == maps.POCKET:
        options["bulge_gap"] = min(options["bulge_gap"], 4)  # nine bulges 5 apart have no room there
    match = oddboard.new("yaz", 2, **options)

    def choose(match: Match, legal: list[Decision]) -> Decision:
        return _racing(rng, match, legal) if seed % 2 else _lively(rng, legal)

    play_side_by_side(match, Referee(2, options), choose, 220)


def ranks(s: State) -> list[int]:
    return [1, 1] if s.winner == DRAWN else [1, 2] if s.winner == 0 else [2, 1]


def compare(seed: int, plies: int) -> None:
    """Play a crowded race and the referee's side by side."""
    rng = random.Random(seed)
    s = crowded(rng)
    referee = referee_of(s)
    history: list[Decision] = []
    for _ in range(plies):
        seat = RULES.to_move(s)
        assert {-2: None, -1: "chance"}.get(seat, seat) == referee.to_move(), (seed, history[-8:])
        if seat == -2:
            assert s.winner != NOBODY
            assert referee.ranks() == ranks(s), (seed, history[-8:])
            return
        ours = [YAZ.decision(s, int(WORK.code[i])) for i in range(RULES.legal(s, WORK))]
        mine = {json.dumps(each, sort_keys=True) for each in ours}
        plain = {json.dumps(each, sort_keys=True) for each in referee.legal()}
        assert len(mine) == len(ours)
        assert mine == plain, (seed, sorted(mine - plain)[:6], sorted(plain - mine)[:6], history[-8:])
        chosen = _lively(rng, ours)
        history.append(chosen)
        RULES.play(s, WORK, YAZ.code(s, chosen))
        referee.play(chosen)


@pytest.mark.parametrize("seed", range(0, 240, 20))
def test_crowded_races(seed: int) -> None:
    for one in range(seed, seed + 20):
        compare(one, 40)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(10_000, 18_000, 100))
def test_very_many_crowded_races(seed: int) -> None:
    for one in range(seed, seed + 100):
        compare(one, 80)
