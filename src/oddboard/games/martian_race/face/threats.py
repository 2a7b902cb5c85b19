"""Martian Race: which Martians the others could push, found by letting each of them move with every die."""

from functools import lru_cache

from oddboard.core.records import copy, from_bytes, scratch, to_bytes
from oddboard.core.scene import Threat
from oddboard.core.sentences import listed
from oddboard.games.martian_race.codes import move_code, mover_of
from oddboard.games.martian_race.face.names import MARTIAN_IDS, called_with_size
from oddboard.games.martian_race.face.unpacked import KEPT, members
from oddboard.games.martian_race.rules.turn import play
from oddboard.games.martian_race.rules.walking import find_ends
from oddboard.games.martian_race.state import (
    DRAWING,
    ENDED,
    FACES,
    FAMILY,
    MOVING,
    State,
    Work,
    size_of,
)

NAMED_PUSHERS = 2  # that a note names
Pushers = dict[int, dict[int, int]]  # by who can be pushed and by whom: the least die that does it


def threats(s: State, seat: int | None) -> list[Threat]:
    """Whom of a seat's family, or of anybody's, others can push in their next turn."""
    if s.phase in (DRAWING, ENDED):
        return []
    found = []
    for victim, pushers in _pushers(to_bytes(s), seat).items():
        least = min(pushers.values())
        who = [called_with_size(mover, size_of(s, mover)) for mover in sorted(pushers, key=lambda m: pushers[m])]
        with_die = f", with a {least} or more" if least > 1 else ""
        more = [f"{len(who) - NAMED_PUSHERS} more"] if len(who) > NAMED_PUSHERS else []
        found.append(
            Threat(
                sign="push",
                piece=MARTIAN_IDS[victim],
                by=[MARTIAN_IDS[mover] for mover in pushers],
                note=f"{listed(who[:NAMED_PUSHERS] + more)} can push it{with_die}.",
                count=least,
            )
        )
    return found


@lru_cache(maxsize=KEPT)
def _pushers(content: bytes, whose: int | None) -> Pushers:
    """Who of a seat's family, or of anybody's, could be pushed by whom if it were the others' turn."""
    s = from_bytes(State, content)
    found: Pushers = {}
    places = [(martian, at) for martian, at in enumerate(s.at.ravel().tolist()) if at >= 0]
    for seat in range(s.seats):
        victims: dict[int, list[int]] = {}
        for martian, at in places:
            if martian // FAMILY != seat and whose in (None, martian // FAMILY):
                victims.setdefault(at, []).append(martian)
        if victims:
            _pushed_by(s, seat, victims, found)
    return dict(sorted(found.items()))


def _pushed_by(s: State, seat: int, victims: dict[int, list[int]], found: Pushers) -> None:
    """Note whom a seat could push, by square, with the best die; and then the least die that does it."""
    probe = copy(s)
    probe.turn, probe.phase = seat, MOVING
    probe.hit_by[:] = 0
    squares = sum(1 << at for at in victims)
    pushed: dict[tuple[int, int], list[int]] = {}
    for slot, by_facing in enumerate(_ends(probe, FACES)):
        for at in members(_anyhow(by_facing) & squares):
            facing = next(facing for facing, ends in enumerate(by_facing) if ends >> at & 1)
            pushed[slot, at] = _moved(probe, move_code(FACES, slot, at, facing), victims[at])
    pushed = {where: some for where, some in pushed.items() if some}
    for die in range(1, FACES + 1) if pushed else ():
        ends = [_anyhow(by_facing) for by_facing in _ends(probe, die)]
        for slot, at in [where for where in pushed if ends[where[0]] >> where[1] & 1]:
            for victim in pushed.pop((slot, at)):
                found.setdefault(victim, {})[mover_of(seat, slot)] = die


def _ends(probe: State, die: int) -> list[list[int]]:
    """By slot and facing the set of squares on which the seat on turn could end with a die."""
    work = scratch(Work)
    probe.dice[0], probe.dice[1] = die, 0
    find_ends(probe, work)
    found: list[list[int]] = work.ends[0].tolist()
    return found


def _anyhow(by_facing: list[int]) -> int:
    """The squares on which one could end with any facing."""
    squares = 0
    for ends in by_facing:
        squares |= ends
    return squares


def _moved(probe: State, code: int, victims: list[int]) -> list[int]:
    """Those who would be pushed, bitten or killed by a move."""
    after = copy(probe)
    play(after, scratch(Work), code)
    places, sizes, hit = after.at.ravel().tolist(), after.sizes.ravel().tolist(), after.hit_by.tolist()
    were, before = probe.sizes.ravel().tolist(), probe.at.ravel().tolist()
    return [m for m in victims if hit[m] or places[m] != before[m] or sizes[m] != were[m]]
