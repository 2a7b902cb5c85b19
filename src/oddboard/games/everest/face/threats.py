"""Everest: who would win as things stand, before it happens (EVE-28)."""

from oddboard.core import seats
from oddboard.core.scene import Threat
from oddboard.games.everest.face.names import YETI_IDS
from oddboard.games.everest.rules.board import alone_on_peak
from oddboard.games.everest.state import BEATS, ENDED, NOBODY, PLANNING, State


def threats(s: State, seat: int | None) -> list[Threat]:
    """The crown over whoever is alone on the peak, with the actions that are left until it is won."""
    holder = int(alone_on_peak(s))
    if holder == NOBODY or s.phase == ENDED or not s.rounds:
        return []
    name = seats.name(holder)
    left = BEATS if s.phase == PLANNING else max(0, BEATS - int(s.beat))
    if holder == s.alone:
        note = f"{name} wins at the end of this round, unless somebody else gets there or {name} leaves the peak."
    else:
        note, left = f"{name} wins at the end of the next round, if nobody else is on the peak by then.", left + BEATS
    return [{"sign": "crown", "piece": YETI_IDS[holder], "by": [], "note": note, "count": left}]
