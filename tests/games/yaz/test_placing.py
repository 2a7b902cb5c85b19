"""How well Yazzites are placed before the race, as the outlook and the bots see it (YAZ-7)."""

import random

import numpy as np

from oddboard.bots import Bot, budget
from oddboard.core.match import Match
from oddboard.core.records import copy
from oddboard.games.yaz.face.quick_setting import quick_setting
from oddboard.games.yaz.state import LUGGANT, NOWHERE, PIECES, PLACING, RUNNERS, TOSSING, State, distance
from tests.games.yaz.table import RULES, WORK, YAZ


def hope(s: State, seat: int) -> float:
    """What a seat may expect."""
    out = np.zeros(2)
    RULES.outlook(s, WORK, out)
    return float(out[seat])


def bulges_out(seed: int, **options: object) -> Match:
    """A race whose bulges stand, and whose Yazzites are to be placed, the first seat's first."""
    given = YAZ.check_options(2, {"setter": "first", **options})
    s = YAZ.start(2, given)
    for decision in quick_setting(s, seed):
        if s.phase == PLACING:
            break
        RULES.play(s, WORK, YAZ.code(s, decision))
    return Match(YAZ, 2, given, start=s)


def placed_by(bots: tuple[str, str], seed: int, **options: object) -> Match:
    """A setting in which each seat's Yazzites were placed by a bot, or by chance."""
    match, rng = bulges_out(seed, **options), random.Random(seed)
    sitting = [Bot(YAZ, 2, seat, budget(bot), seed) for seat, bot in enumerate(bots)]
    while match.state.phase == PLACING:
        seat = match.to_move
        assert isinstance(seat, int)
        codes = match.codes()
        match.play_code(rng.choice(codes) if bots[seat] == "random" else sitting[seat].decide(match).code)
    return match


def hexes_from_bulges(s: State, seat: int) -> list[int]:
    """By Luggant how far it stands from the nearest bulge."""
    return [
        min(distance(int(at), int(bulge)) for bulge in s.bulge[: s.bulges])
        for at in s.at[seat, RUNNERS:PIECES]
        if at != NOWHERE
    ]


def test_bots_place_better_than_chance() -> None:
    for seed, options in enumerate(({}, {"scenario": "large"}, {"map": "mere"}, {"lugging": True})):
        for first, bots in enumerate((("random", "greedy"), ("greedy", "random"))):
            match = placed_by(bots, seed, **options)
            assert match.state.phase == TOSSING
            assert hope(match.state, 1 - first) > 0.55


def test_a_search_places_no_worse_than_greedy_play_sees_it() -> None:
    assert hope(placed_by(("search:6", "random"), 3).state, 0) > 0.55


def test_luggants_are_placed_last_and_beside_bulges() -> None:
    for seed in range(3):
        s = placed_by(("greedy", "greedy"), seed).state
        assert max(hexes_from_bulges(s, 0) + hexes_from_bulges(s, 1)) == 1
    match = bulges_out(4)
    sitting = [Bot(YAZ, 2, seat, budget("greedy"), seat) for seat in range(2)]
    for _ in range(12):
        seat = match.to_move
        assert isinstance(seat, int)
        match.play_code(sitting[seat].decide(match).code)
    assert match.state.placed[:, LUGGANT].tolist() == [0, 0]


def test_a_luggant_far_from_every_bulge_is_worth_less_than_one_beside_it() -> None:
    match = bulges_out(1)
    found = {}
    for code in match.codes():
        decision = YAZ.decision(match.state, code)
        if decision["kind"] == "L":
            after = copy(match.state)
            RULES.play(after, WORK, code)
            found[hexes_from_bulges(after, 0)[0]] = hope(after, 0)
    assert found[1] > found[2] > found[max(found)]
