"""The greedy bot: looks one decision ahead, and takes the one after which its seat's outlook is best.

What it does not know it imagines: it starts from its seat's view, fills in the hidden part at random a few times,
and weighs every decision in each of these worlds. Where a decision leads to chance, the outcomes count by weight.
"""

from typing import Any

import numpy as np

from oddboard.bots import SHOWN_LINES, Advice, Line
from oddboard.core.compiling import rule
from oddboard.core.game import CHANCE
from oddboard.core.match import Match
from oddboard.core.randomness import below, generator
from oddboard.core.records import batch, copy, new, same
from oddboard.core.rules import legal, outlook, play, to_move

WORLDS = 8  # how many hidden parts are imagined, where there is one


@rule
def weigh(s: Any, w: Any, room: Any, codes: Any, values: Any, now: Any) -> None:
    """Add to values[i] each seat's outlook after decision codes[i] in a state; `room` is for two more states.

    `now` is for the outlook of one state.
    """
    for i in range(len(codes)):
        room[0] = s
        play(room[0], w, codes[i])
        if to_move(room[0]) != CHANCE:
            outlook(room[0], w, now)
            for seat in range(len(now)):
                values[i, seat] += now[seat]
            continue
        count = legal(room[0], w)
        total = 0
        for k in range(count):
            total += w.weight[k]
        for k in range(count):
            legal(room[0], w)  # the scratch record keeps nothing over a decision
            weight = w.weight[k]
            room[1] = room[0]
            play(room[1], w, w.code[k])
            outlook(room[1], w, now)
            for seat in range(len(now)):
                values[i, seat] += now[seat] * weight / total


def weighed(match: Match, seat: int, codes: list[int], stream: int) -> Any:
    """Each seat's expected result after each of some decisions, as far as the deciding seat can tell."""
    rules, work = match.game.rules, new(match.game.work)
    view = match.view(seat)
    rng = generator(stream)
    values = np.zeros((len(codes), match.players))
    room = batch(match.game.state, 2)
    worlds = 0
    while worlds < WORLDS:
        worlds += 1
        world = copy(view)
        rules.imagine(world, work, seat, rng)
        weigh(world, work, room, np.array(codes, np.int32), values, np.zeros(match.players))
        if same(world, view):  # there was nothing to imagine
            break
    return values / worlds


def advise(match: Match, stream: int, seconds: float | None) -> Advice:
    """The decision that is best one step ahead; equals are drawn between."""
    seat = match.to_move
    assert isinstance(seat, int)
    codes = match.codes_for(seat)
    values = weighed(match, seat, codes, stream)
    rng = generator(~stream % (1 << 64))
    drawn = [below(rng, 1 << 30) for _ in codes]
    best = sorted(range(len(codes)), key=lambda i: (-values[i, seat], drawn[i]))
    view = match.view(seat)
    lines = [Line(match.game.decision(view, codes[i]), values[i].tolist(), 1) for i in best[:SHOWN_LINES]]
    return Advice(codes[best[0]], lines)
