"""Yavoch: what a decision would do, shown before it is made, and how ships went in one that was made."""

from functools import lru_cache

from oddboard.core.scene import Preview
from oddboard.games.yavoch import codes
from oddboard.games.yavoch.cards import ABSORBER, EVOLUTION, REVENANT, TORPEDO, TRACTOR
from oddboard.games.yavoch.face import outcome
from oddboard.games.yavoch.face.names import GATE_IDS, MINE_IDS, PIECE_NAMES, PLACE_IDS, SHIP_IDS, counted
from oddboard.games.yavoch.face.outcome import Outcome
from oddboard.games.yavoch.face.unpacked import MINE, Thing, Unpacked, unpacked
from oddboard.games.yavoch.field import AROUND, FACES, NAMES, NOWHERE
from oddboard.games.yavoch.rules.battles import is_ram, strength
from oddboard.games.yavoch.state import (
    COMMAND,
    GATE,
    MINE_COST,
    NOBODY,
    STARVED,
    WEAPON,
    State,
    command_of,
    positions,
)

_THING_NAMES = (*PIECE_NAMES, "mine")
_BEAMS = (TRACTOR, ABSORBER)  # weapons that only hold or drain


@lru_cache(maxsize=4096)
def _line(offset: int, at: int, to: int) -> tuple[str, ...]:
    return tuple(PLACE_IDS[each] for each in outcome.line(offset, at, to))


def line(s: Unpacked, at: int, to: int) -> list[str]:
    """The places from a position to another, with those between where they lie in a straight line."""
    return list(_line(s.offset, at, to))


def preview(s: State, code: int) -> Preview:
    """What a legal decision would do."""
    block = codes.block(code)
    if block in (codes.FIRST_MOVE, codes.FIRST_CLONE, codes.FIRST_SHIFT, codes.FIRST_JUMP):
        return _journey(s, code)
    if block == codes.FIRST_SHUFFLE:
        return _transfer(s, code)
    if block == codes.FIRST_FIRE:
        return _shot(s, code)
    if block == codes.FIRST_DETONATE:
        return _blast(s, code)
    if block == codes.END:
        starves = outcome.outcome(s, code).ending == STARVED
        why = "Your Command ship has no ring: it starves, and you lose."
        return {"note": "Your Command ship starves: you lose", "warning": why} if starves else {}
    if block == codes.FIRST_WEAPON:
        return {"note": f"Spends {s.steps[codes.weapon_used(code)]} cards, takes the place of the move"}
    if block == codes.FIRST_TARGET:
        return _target(s, code)
    if block == codes.FIRST_SHARE:
        left = outcome.outcome(s, code).after.rings[s.source]
        return {"note": f"{code - block} with the double, {left} left"}
    return {"note": _ANSWERS[block]} if block in _ANSWERS else {}


_ANSWERS = {
    codes.DEFLECT: "Nothing happens, and the attacker's turn ends",
    codes.DESTRUCT: "Both ships are lost",
    codes.FIRST_SAVE: "Saved from the blast",
}


def _journey(s: State, code: int) -> Preview:
    """Where a ship, a double or a gate goes, and what that does to it."""
    before, comes = unpacked(s), outcome.outcome(s, code)
    at, to = outcome.journey(before, code) or (NOWHERE, NOWHERE)
    now = outcome.arrival(before, comes.after, at, to)
    found: Preview = {"path": way(before, at, to, now)}
    if not before.kind(at):
        return found
    if before.kind(to):
        note = _attack_note(s, comes, at, to, now)
    else:
        note = _landing_note(before, comes.after, to, now, _rings_on_the_way(before, code, at))
    if comes.rolled:
        found["rolls"] = True
    if comes.after.mine(at) != NOBODY:
        note = f"{note} · leaves a mine" if note else "Leaves a mine"
    if note:
        found["note"] = note
    if before.kind(to) and before.seat(to) == before.turn:
        found["warning"] = f"The {PIECE_NAMES[before.kind(to)]} on {NAMES[to]} is your own."
    elif now == NOWHERE and before.seat(at) == before.turn and not comes.rolled:
        found["warning"] = f"Your {PIECE_NAMES[before.kind(at)]} would be lost."
    else:
        found |= _drained(s, comes.after)
    return found


def _drained(s: State, after: Unpacked) -> Preview:
    """A warning if a decision leaves one's own Command ship without a ring (YAV-17)."""
    seat = int(s.turn)
    command = next((at for at in range(len(after.on)) if after.kind(at) == COMMAND and after.seat(at) == seat), NOWHERE)
    if command == NOWHERE or after.rings[command] or not s.rings[command_of(s, seat)]:
        return {}
    return {"warning": "Your Command ship has no ring then: without one at the end of your turn you lose."}


def way(s: Unpacked, at: int, to: int, now: int) -> list[str]:
    """The places that a ship goes over: on to the other gate, if that is where it comes out."""
    return line(s, at, to) if now in (NOWHERE, to) else [*line(s, at, to), PLACE_IDS[now]]


def _rings_on_the_way(s: Unpacked, code: int, at: int) -> int:
    """The rings that a ship has left its position with; a double, of which the share is not yet known, with one."""
    if codes.block(code) == codes.FIRST_CLONE:
        return 1
    laid = codes.block(code) == codes.FIRST_MOVE and codes.move_mine(code)
    return s.rings[at] - (MINE_COST if laid else 0)


def _landing_note(s: Unpacked, after: Unpacked, to: int, now: int, rings: int) -> str:
    """What a position without a ship does to the ship that comes to it."""
    if now == NOWHERE:
        return "Lost on the mine" if s.mine(to) != NOBODY else "Lost in the gate"
    gained = after.rings[now] - rings
    if s.mine(to) != NOBODY:
        return "Takes up the mine: a ring" if gained else "Takes up the mine"
    notes = [_gate_note(to, now)] if s.gate(to) != NOBODY else []
    if s.loose[to] or s.loose[now]:
        notes.append(f"Takes {counted(gained, 'loose ring')}")
    return " · ".join(notes)


def _gate_note(to: int, now: int) -> str:
    if now == NOWHERE:
        return "Lost in the gate"
    return "Stands on the gate" if now == to else f"Gate: out at {NAMES[now]}"


def _attack_note(s: State, comes: Outcome, at: int, to: int, now: int) -> str:
    """The odds of a battle, and what the position then does to the winner."""
    if is_ram(s, at, to):
        return "Both are lost in the gate"
    before = unpacked(s)
    own = "your own " if before.seat(to) == before.seat(at) else ""
    note = f"Attack {own}{PIECE_NAMES[before.kind(to)]}"
    if comes.rolled:
        needed = strength(s, to)
        held = f"counts as {needed}" if before.kind(to) == COMMAND else counted(needed, "ring")
        note += f" · {held} · wins {comes.wins} in {FACES}"
    else:
        note += " · wins"
    if before.gate(to) != NOBODY:
        then = _gate_note(to, now)
        note += f", then {then[0].lower()}{then[1:]}"
    return note


def _transfer(s: State, code: int) -> Preview:
    at, to = codes.shuffle_from(code), codes.shuffle_to(code)
    after = outcome.outcome(s, code).after
    note = f"A ring: {after.rings[at]} left, {after.rings[to]} there"
    return {"note": note, "path": line(unpacked(s), at, to), **_drained(s, after)}


def _shot(s: State, code: int) -> Preview:
    command = command_of(s, int(s.turn))
    after = outcome.outcome(s, code).after
    (hit,) = outcome.lost(unpacked(s), after)
    note = f"Destroys {'your own' if hit.seat == s.turn else 'the'} {_THING_NAMES[hit.kind]}"
    if after.rings[command] == 0:
        note += " · its last ring"
    found: Preview = {"note": note, "path": line(unpacked(s), command, hit.at), "hits": _hits([hit])} | _drained(
        s, after
    )
    if hit.seat == s.turn:
        found["warning"] = f"The {_THING_NAMES[hit.kind]} on {NAMES[hit.at]} is your own."
    return found


def _hits(gone: list[Thing]) -> list[str]:
    """What is destroyed, by the identifiers of a scene."""
    return [{GATE: GATE_IDS, MINE: MINE_IDS}.get(thing.kind, SHIP_IDS)[thing.at] for thing in gone]


def _blast(s: State, code: int) -> Preview:
    at = code - codes.FIRST_DETONATE
    lost = outcome.lost(unpacked(s), outcome.outcome(s, code).after)
    gone = [thing for thing in lost if thing.at != at]
    names = ", ".join(_THING_NAMES[thing.kind] for thing in gone)
    note = f"Destroys {names}" if gone else "Destroys only itself"
    found: Preview = {
        "note": note,
        "through": [PLACE_IDS[each] for each in positions(*AROUND[at])],
        "hits": _hits(lost),
    }
    own = ", ".join(_THING_NAMES[thing.kind] for thing in gone if thing.seat == s.turn)
    if own or not gone:
        found["warning"] = f"It destroys your own {own}." if own else "It destroys nothing but itself."
    return found


def _target(s: State, code: int) -> Preview:
    before, after = unpacked(s), outcome.outcome(s, code).after
    at, source = code - codes.FIRST_TARGET, before.source
    kind = PIECE_NAMES[before.kind(at)]
    own = before.seat(at) == before.turn
    if before.weapon == ABSORBER:
        gained = after.rings[source] - before.rings[source]
        drained = counted(before.rings[at] - after.rings[at], "ring")
        note = f"It loses {drained}, {gained or 'none'} for you"
    else:
        note = {
            TRACTOR: f"Pull the {kind}",
            TORPEDO: f"Destroys the {kind}",
            EVOLUTION: f"Change the {kind}",
            REVENANT: f"The {kind} becomes yours, with {counted(after.rings[at], 'ring')}",
        }[before.weapon]
    found: Preview = {"note": note, "path": line(before, source, at)}
    if own and before.weapon in (TORPEDO, ABSORBER):
        found["warning"] = f"The {kind} on {NAMES[at]} is your own."
    return found


def trails(before: State, code: int) -> dict[str, list[str]]:
    """The way of the ship or gate that a decision moved, under the identifier that it has afterwards, and the fire.

    `event:shot` is from where to where somebody fires, `event:beam` the same for a weapon that only holds or drains,
    and `event:blast` where something goes off.
    """
    return _ways(before, code) | _fire(before, code)


def _ways(before: State, code: int) -> dict[str, list[str]]:
    """The way of the ship or gate that a decision moved."""
    was = unpacked(before)
    sent = outcome.journey(was, code)
    if sent is None or codes.block(code) == codes.FIRST_CLONE:  # a double goes when its share is known
        return {}
    at, to = sent
    if not was.kind(at):
        return {GATE_IDS[to]: line(was, at, to)}
    now = outcome.arrival(was, outcome.played(before, code), at, to)
    return {SHIP_IDS[now]: way(was, at, to, now)} if now != NOWHERE else {}


def _fire(before: State, code: int) -> dict[str, list[str]]:
    """What flashes between positions when a decision is carried out."""
    block = codes.block(code)
    if block == codes.FIRST_FIRE:
        return {"event:shot": line(unpacked(before), command_of(before, int(before.turn)), code - block)}
    if block == codes.FIRST_DETONATE:
        return {"event:blast": [PLACE_IDS[code - block]]}
    aim = NOWHERE
    if block == codes.FIRST_TARGET:
        aim = code - block
    elif block in (codes.FIRST_DIE, codes.DECLINE):
        aim = int(before.aim)
    if before.attack == WEAPON and before.weapon in (TORPEDO, *_BEAMS) and aim not in (NOWHERE, before.source):
        return {
            f"event:{'beam' if before.weapon in _BEAMS else 'shot'}": line(unpacked(before), int(before.source), aim)
        }
    return {}


def marks(s: State, code: int) -> list[str]:
    """The positions that a decision was about: they stay where they are, whatever stands on them later."""
    return [PLACE_IDS[at] for at in dict.fromkeys(_about(s, code)) if at != NOWHERE]


_NAMING_A_POSITION = (
    codes.FIRST_TARGET,
    codes.FIRST_SHIFT,
    codes.FIRST_CLONE,
    codes.FIRST_JUMP,
    codes.FIRST_SAVE,
)
_UNDER_WAY = (
    codes.FIRST_DIE,
    codes.FIRST_SPEND,
    codes.FIRST_BECOME,
    codes.FIRST_SHARE,
    codes.DECLINE,
    codes.DESTRUCT,
    codes.DEFLECT,
    *_NAMING_A_POSITION,
)


def _about(s: State, code: int) -> list[int]:
    """The positions that a decision names, after those of the attack or the weapon that it belongs to."""
    block = codes.block(code)
    if block == codes.FIRST_MOVE:
        return [codes.move_from(code), codes.move_to(code)]
    if block == codes.FIRST_SHUFFLE:
        return [codes.shuffle_from(code), codes.shuffle_to(code)]
    if block == codes.FIRST_FIRE:
        return [command_of(s, int(s.turn)), code - block]
    if block == codes.FIRST_DETONATE:
        return [code - block]
    if block == codes.END and outcome.outcome(s, code).ending == STARVED:
        return [command_of(s, int(s.turn))]
    if block == codes.FIRST_WEAPON:
        return [codes.weapon_user(code)]
    if block == codes.FIRST_PLACE:
        return [codes.place_at(code)]
    about = [int(s.source), int(s.aim)] if block in _UNDER_WAY else []
    return [*about, code - block] if block in _NAMING_A_POSITION else about
