"""How a game ended for each guest who sat there; whoever held several seats himself neither won nor lost."""

from typing import Any

from oddboard.server.tables import Seat

OUTCOMES = WON, DRAWN, LOST, SHARED = "won", "drawn", "lost", "shared"


def results_of(table: str, game: str, seats: list[Seat], ranks: list[int], ended: int) -> list[dict[str, Any]]:
    """How a game ended for each guest who sat there, as it is stored."""
    found = []
    for guest in dict.fromkeys(seat.guest for seat in seats if seat.guest):
        held = [number for number, seat in enumerate(seats) if seat.guest == guest]
        outcome = SHARED if len(held) > 1 else outcome_of(ranks, held[0])
        row = {"table_id": table, "guest": guest, "seat": held[0], "game": game, "outcome": outcome, "ended": ended}
        found.append(row)
    return found


def outcome_of(ranks: list[int], seat: int) -> str:
    """How a game ended for one seat; where all are first nobody has won."""
    if ranks[seat] != 1:
        return LOST
    return DRAWN if set(ranks) == {1} else WON
