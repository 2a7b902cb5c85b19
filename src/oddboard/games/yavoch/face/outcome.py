"""Yavoch: what comes of a decision, asked of the rules by carrying it out on a copy of the state."""

from dataclasses import dataclass

from oddboard.core.records import copy, scratch
from oddboard.games.yavoch import codes
from oddboard.games.yavoch.face.unpacked import Thing, Unpacked, fresh
from oddboard.games.yavoch.field import FACES, NOWHERE, RAY
from oddboard.games.yavoch.rules.battles import beats
from oddboard.games.yavoch.rules.turn import play
from oddboard.games.yavoch.state import BATTLE, ROLLING, WEAPON, State, Work


@dataclass(frozen=True, slots=True)
class Outcome:
    """What comes of a decision if nobody defends and an attacker wins the battle."""

    after: Unpacked
    ending: int  # how the game has ended
    rolled: bool  # whether a battle needs a die
    wins: int  # faces of the die with which the attacker wins it


def outcome(s: State, code: int) -> Outcome:
    """What comes of a decision in whole, as far as the player himself decides."""
    after, rolled, wins = carried_out(s, code)
    return Outcome(fresh(after), int(after.ending), rolled, wins)


def carried_out(s: State, code: int) -> tuple[State, bool, int]:
    """The state that it leads to, whether a battle needs a die, and the faces with which the attacker wins it."""
    after = copy(s)
    after.arms[1 - s.turn] = 0  # a hand that pays for no defence
    play(after, scratch(Work), code)
    if codes.block(code) == codes.FIRST_CLONE:
        play(after, scratch(Work), codes.FIRST_SHARE + 1)  # where the double goes does not depend on its share
    wins, rolled = FACES, after.phase == ROLLING
    if rolled:
        winning = [face for face in range(FACES) if beats(after, face)]
        wins = len(winning)
        play(after, scratch(Work), codes.die_code(int(s.turn), winning[-1]))
    return after, rolled, wins


def played(s: State, code: int) -> Unpacked:
    """What there is after a decision."""
    after = copy(s)
    play(after, scratch(Work), code)
    return fresh(after)


def lost(before: Unpacked, after: Unpacked) -> list[Thing]:
    """What is no longer where it was, by position."""
    changed = [at for at, (was, is_now) in enumerate(zip(before.on, after.on, strict=True)) if was != is_now]
    return [thing for at in changed for thing in before.things(at) if thing not in after.things(at)]


def journey(s: Unpacked, code: int) -> tuple[int, int] | None:
    """From where to where a ship, a double or a gate is sent in a decision; None if none is."""
    block = codes.block(code)
    if block == codes.FIRST_MOVE:
        return codes.move_from(code), codes.move_to(code)
    if block == codes.FIRST_SHIFT:
        return s.aim, code - block
    if block in (codes.FIRST_JUMP, codes.FIRST_CLONE):
        return s.source, code - block
    if block == codes.FIRST_SHARE:
        return s.source, s.into
    if block in (codes.FIRST_DIE, codes.DECLINE):  # which decide an attack that was announced before
        if s.attack == BATTLE:
            return s.source, s.aim
        if s.attack == WEAPON and s.into != NOWHERE:
            return s.aim, s.into
    return None


def arrival(before: Unpacked, after: Unpacked, at: int, to: int) -> int:
    """Where the ship, or double, that was sent from one position to another is now; NOWHERE if it did not arrive."""
    if not before.kind(at):
        return to  # a gate
    seat = before.seat(at)
    for here, on in enumerate(after.on):
        if on != before.on[here] and after.kind(here) and after.seat(here) == seat and not before.kind(here):
            return here
    stands = after.kind(to) and after.seat(to) == seat  # in the place of a ship that it has attacked
    return to if stands and not after.kind(at) else NOWHERE


def line(offset: int, at: int, to: int) -> list[int]:
    """The positions from one to another, with those between where they lie in a straight line."""
    for ray in RAY[offset, at].tolist():
        if to in ray:
            return [at, *ray[: ray.index(to) + 1]]
    return [at, to]
