"""Draws by agreement: one seat offers, and the game is drawn when all seats that are still in have agreed.

A seat that somebody holds is asked, also one that a bot plays for him just now. A bot of the table's own agrees when it
expects no better than what a draw would give it. Who decides without having agreed has said no.
"""

from typing import Any

import numpy as np

from oddboard.core.randomness import generator
from oddboard.core.records import copy, new, same
from oddboard.server import referee
from oddboard.server.change import DRAWN, Draft
from oddboard.server.errors import Conflict, NotYours
from oddboard.server.guests import Guest
from oddboard.server.house import House
from oddboard.server.log import DrawAnswered
from oddboard.server.seeds import seed_of
from oddboard.server.tables import Table

WORLDS = 8  # in which what is hidden is imagined, to find what a bot expects


def still_in(table: Table) -> list[int]:
    """The seats that have not resigned."""
    return [seat for seat in range(table.players) if seat not in table.resigned]


def waits_for(table: Table) -> list[int]:
    """The seats that have still to agree to a draw that was offered."""
    return [seat for seat in still_in(table) if table.draw and seat not in table.draw.agreed]


async def answer(house: House, table: Table, guest: Guest, agree: bool) -> None:
    """Offer a draw, agree to one, or decline it; the game is over once all who are still in agree."""

    def say(draft: Draft) -> None:
        referee.check_table(table)
        mine = [seat for seat in table.seats_of(guest.id) if seat not in table.resigned]
        if not mine:
            raise NotYours("only those who play agree to a draw")
        if not agree:
            if table.draw is not None:
                draft.add(DrawAnswered(agree=False, seats=mine, seat=mine[0]))
            return
        agreed = set(mine) | (table.draw.agreed if table.draw else set())
        bots = [seat for seat in still_in(table) if table.seats[seat].guest is None]
        unwilling = [seat for seat in bots if expects(table, seat) > worth_of_a_draw(table)]
        if unwilling:
            raise Conflict(f"{table.seats[unwilling[0]].name} expects to do better, and plays on")
        agreed |= set(bots)
        if table.draw is not None and table.draw.agreed >= agreed:
            return  # a repeated request
        draft.add(DrawAnswered(agree=True, seats=sorted(agreed), seat=mine[0]))
        if agreed >= set(still_in(table)):
            draft.end(DRAWN, drawn=True)

    await house.changes.make(table, say)


def worth_of_a_draw(table: Table) -> float:
    """What a draw gives to each seat that is still in: the same share of what there is to win."""
    return 1 / len(still_in(table))


def expects(table: Table, seat: int) -> float:
    """The share of what there is to win that a seat expects, by the outlook and as far as it can tell."""
    match, rules = table.played, table.game.rules
    view, work, out = match.view(seat), new(table.game.work), np.zeros(table.players)
    rng = generator(seed_of(table.secret, f"what seat {seat} expects at ply {match.ply}"))
    total: Any = np.zeros(table.players)
    for _ in range(WORLDS):
        world = copy(view)
        rules.imagine(world, work, seat, rng)
        rules.outlook(world, work, out)
        total += out
        if same(world, view):
            break  # nothing is hidden
    shares = np.maximum(total[still_in(table)], 0.0)
    return float(max(0.0, total[seat]) / shares.sum()) if shares.sum() > 0 else worth_of_a_draw(table)
