"""The Baton Races of Yaz: what the rulebook advises, put so that playing can test it."""

from oddboard.core.claims import Arm, Claim
from oddboard.core.records import scratch
from oddboard.games.yaz.codes import PLACE, hex_of, what_of, whose_of
from oddboard.games.yaz.rules.reach import spread
from oddboard.games.yaz.state import ALLOWANCE, FIRST_OF, LUGGANT, PLACING, RUNNERS, State, Work


def places_freely(s: State, codes: list[int]) -> list[int] | None:
    """Weighs every placement."""
    return codes if s.phase == PLACING else None


def luggants_last(s: State, codes: list[int]) -> list[int] | None:
    """Places Luggants when nothing else is left."""
    if s.phase != PLACING:
        return None
    return [code for code in codes if whose_of(code) != LUGGANT] or codes


def luggants_first(s: State, codes: list[int]) -> list[int] | None:
    """Places Luggants as long as there are any."""
    if s.phase != PLACING:
        return None
    return [code for code in codes if whose_of(code) == LUGGANT] or codes


def covers_bulges(s: State, codes: list[int]) -> list[int] | None:
    """Places runners where they can reach most of the bulges that no runner of the side reaches yet."""
    if s.phase != PLACING:
        return None
    bulges = frozenset(int(hexagon) for hexagon in s.bulge[: s.bulges])
    covered: set[int] = set()
    for piece in range(RUNNERS):
        if s.at[s.turn, piece] >= 0:
            covered |= bulges & _within(s, int(s.at[s.turn, piece]), piece)
    gains = {
        code: len((bulges - covered) & _within(s, hex_of(code), int(FIRST_OF[whose_of(code)])))
        for code in codes
        if what_of(code) == PLACE and whose_of(code) != LUGGANT
    }
    most = max(gains.values(), default=0)
    return [code for code, gain in gains.items() if gain == most] if most else codes


def covers_none(s: State, codes: list[int]) -> list[int] | None:
    """Places runners where they reach as few bulges as can be."""
    if s.phase != PLACING:
        return None
    bulges = frozenset(int(hexagon) for hexagon in s.bulge[: s.bulges])
    reached = {
        code: len(bulges & _within(s, hex_of(code), int(FIRST_OF[whose_of(code)])))
        for code in codes
        if whose_of(code) != LUGGANT
    }
    least = min(reached.values(), default=0)
    return [code for code in codes if reached.get(code, least) == least]


def _within(s: State, start: int, piece: int) -> frozenset[int]:
    """The hexes that a piece reaches in one move over open terrain."""
    w = scratch(Work)
    return frozenset(w.queue[: spread(s, w, piece, start, int(ALLOWANCE[piece]), w.far)].tolist())


CLAIMS = (
    Claim(
        "covering",
        "It pays to place Yazzites so that every bulge is within reach of one.",
        "One side places its runners so that they reach as many uncovered bulges as possible; the other weighs every "
        "placement freely, or avoids the bulges. After the setting both play alike.",
        "habit",
        (
            Arm("against free placing", 2, habit=covers_bulges, against=places_freely, favoured=True),
            Arm("against avoiding them", 2, habit=covers_bulges, against=covers_none, favoured=True),
        ),
    ),
    Claim(
        "luggants",
        "Luggants are best placed last, when the other side's layout is known.",
        "One side places its Luggants last and the other first; each placement is the best one decision ahead.",
        "habit",
        (Arm("last against first", 2, habit=luggants_last, against=luggants_first, favoured=True),),
    ),
)
