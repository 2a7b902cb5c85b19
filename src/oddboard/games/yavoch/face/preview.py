"""Yavoch: what a decision would do, shown before it is made, and how ships went in one that was made."""

from functools import cache

from oddboard.core.records import copy, new
from oddboard.core.scene import Preview
from oddboard.games.yavoch import codes
from oddboard.games.yavoch.cards import ABSORBER, CLONING, EVOLUTION, HYPERDRIVE, REVENANT, STEPS, TORPEDO, TRACTOR
from oddboard.games.yavoch.face.names import PIECE_NAMES, PLACE_IDS, SHIP_IDS, counted
from oddboard.games.yavoch.face.unpacked import Unpacked, unpacked
from oddboard.games.yavoch.field import AROUND, FACES, NAMES, NOWHERE, POSITIONS, RAY
from oddboard.games.yavoch.rules.turn import play
from oddboard.games.yavoch.state import (
    BATTLE,
    CAPACITY,
    COMMAND,
    COMMAND_STRENGTH,
    GATE_SHIFT,
    KIND_BITS,
    MINE_SHIFT,
    NOBODY,
    SEAT_SHIFT,
    TRYCH,
    WEAPON,
    State,
    Work,
    positions,
)


@cache
def _lines() -> dict[tuple[int, int], list[str]]:
    """The places from a position to each in a straight line with it."""
    found = {}
    for at in range(POSITIONS):
        for ray in RAY[at].tolist():
            way = [PLACE_IDS[at]]
            for to in ray:
                if to == NOWHERE:
                    break
                way.append(PLACE_IDS[to])
                found[at, to] = way.copy()
    return found


def line(at: int, to: int) -> list[str]:
    """The places from a position to another, with those between where they lie in a straight line."""
    return _lines().get((at, to)) or [PLACE_IDS[at], PLACE_IDS[to]]


def preview(s: State, code: int) -> Preview:
    """What a legal decision would do."""
    return _preview(unpacked(s), code)


def _preview(s: Unpacked, code: int) -> Preview:
    if code < codes.FIRST_SHUFFLE:
        return _move(s, code)
    if code < codes.FIRST_FIRE:
        at, to = codes.shuffle_from(code), codes.shuffle_to(code)
        return {"note": f"A ring: {s.rings[at] - 1} left, {s.rings[to] + 1} there", "path": line(at, to)}
    if code < codes.FIRST_DETONATE:
        return _shot(s, code - codes.FIRST_FIRE)
    if code < codes.END:
        return _blast(s, code - codes.FIRST_DETONATE)
    if code == codes.END:
        starves = s.rings[s.command()] == 0
        return {"note": "Your Command ship starves: you lose"} if starves else {}
    if codes.FIRST_WEAPON <= code < codes.FIRST_SPEND:
        weapon = codes.weapon_used(code)
        return {"note": f"Spends {STEPS[weapon]} cards, takes the place of the move"}
    if codes.FIRST_TARGET <= code < codes.FIRST_SHIFT:
        return _target(s, code - codes.FIRST_TARGET)
    if codes.FIRST_SHARE <= code < codes.FIRST_JUMP:
        share = code - codes.FIRST_SHARE
        return {"note": f"{share} with the double, {s.rings[s.source] - 1 - share} left"}
    if codes.FIRST_CLONE <= code < codes.FIRST_SHARE:
        to = code - codes.FIRST_CLONE
        return _landing(s, s.source, to) | {"path": line(s.source, to)}
    return _answer(code) if codes.DECLINE <= code < codes.FIRST_DRAW else {}


def _move(s: Unpacked, code: int) -> Preview:
    at, to = codes.move_from(code), codes.move_to(code)
    found: Preview = {"path": line(at, to)}
    if s.on[to]:
        note = _attack_note(s, at, to) if s.on[to] & KIND_BITS else _landing(s, at, to).get("note", "")
    else:
        note = _loose_note(s, to)
    if codes.move_mine(code):
        note = f"{note} · leaves a mine" if note else "Leaves a mine"
    if note:
        found["note"] = note
    return found


def _loose_note(s: Unpacked, to: int) -> str:
    return f"Takes {counted(s.loose[to], 'loose ring')}" if s.loose[to] else ""


def _landing(s: Unpacked, at: int, to: int) -> Preview:
    """What a position without a ship does to the ship from another that lands there (YAV-19, YAV-35, YAV-36)."""
    ship, there = s.on[at], s.on[to]
    seat, kind = ship >> SEAT_SHIFT & 1, ship & KIND_BITS
    mine, gate = (there >> MINE_SHIFT) - 1, (there >> GATE_SHIFT & 3) - 1
    if mine != NOBODY:
        full = s.rings[at] >= CAPACITY[kind]
        if mine != seat:
            return {"note": "Lost on the mine"}
        return {"note": "Takes up the mine" if full else "Takes up the mine: a ring"}
    if gate == NOBODY:
        note = _loose_note(s, to)
        return {"note": note} if note else {}
    if kind == COMMAND:
        return {"note": "Stands on the gate"}
    if gate != seat:
        return {"note": "Lost in the gate"}
    return {"note": _gate_note(s, seat, to)}


def _gate_note(s: Unpacked, seat: int, to: int) -> str:
    out = s.other_gate(seat, to)
    if out == NOWHERE or s.on[out] & KIND_BITS:
        return "Stands on the gate"
    return f"Gate: out at {NAMES[out]}"


def _attack_note(s: Unpacked, at: int, to: int) -> str:
    """The odds of a battle, and what the position then does to the winner (YAV-24 to YAV-26, YAV-36, YAV-37)."""
    ship, there = s.on[at], s.on[to]
    seat, kind, whose, victim = ship >> SEAT_SHIFT & 1, ship & KIND_BITS, there >> SEAT_SHIFT & 1, there & KIND_BITS
    gate = (there >> GATE_SHIFT & 3) - 1
    if kind != COMMAND and victim != COMMAND and gate == whose == 1 - seat:
        return "Both are lost in the gate"
    rings = s.rings[to]
    note = f"Attack {'your own ' if whose == seat else ''}{PIECE_NAMES[victim]}"
    if kind == COMMAND or victim == TRYCH or (victim != COMMAND and rings == 0):
        note += " · wins"
    else:
        needed = COMMAND_STRENGTH if victim == COMMAND else rings
        held = "counts as 7" if victim == COMMAND else counted(rings, "ring")
        note += f" · {held} · wins {FACES - needed} in {FACES}"
    if gate != NOBODY and kind != COMMAND:
        note += (
            f", then {_gate_note(s, seat, to)[0].lower()}{_gate_note(s, seat, to)[1:]}"
            if gate == seat
            else (", then lost in the gate")
        )
    return note


def _shot(s: Unpacked, at: int) -> Preview:
    command = s.command()
    what = PIECE_NAMES[s.on[at] & KIND_BITS] or "mine"
    own = s.on[at] & KIND_BITS and s.on[at] >> SEAT_SHIFT & 1 == s.turn
    note = f"Destroys {'your own ' if own else 'the '}{what}"
    if s.rings[command] == 1:
        note += " · its last ring"
    return {"note": note, "path": line(command, at)}


def _blast(s: Unpacked, at: int) -> Preview:
    enemy = 1 - s.turn
    around = positions(*AROUND[at])
    lost = []
    for each in around:
        on = s.on[each]
        if on & KIND_BITS and on >> SEAT_SHIFT & 1 == enemy:
            lost.append(PIECE_NAMES[on & KIND_BITS])
        if (on >> GATE_SHIFT & 3) - 1 == enemy:
            lost.append("gate")
        if (on >> MINE_SHIFT) - 1 == enemy:
            lost.append("mine")
    note = f"Destroys {', '.join(lost)}" if lost else "Destroys only itself"
    return {"note": note, "through": [PLACE_IDS[each] for each in around]}


def _target(s: Unpacked, at: int) -> Preview:
    weapon, on = s.weapon, s.on[at]
    kind = PIECE_NAMES[on & KIND_BITS]
    room = int(CAPACITY[s.on[s.source] & KIND_BITS]) - int(s.rings[s.source])
    note = {
        TRACTOR: f"Pull the {kind}",
        TORPEDO: f"Destroys the {kind}",
        EVOLUTION: f"Change the {kind}",
        ABSORBER: f"It loses {counted(s.rings[at], 'ring')}, {min(room, s.rings[at]) or 'none'} for you",
        REVENANT: f"The {kind} becomes yours, with {counted(s.rings[at], 'ring')}",
    }[weapon]
    return {"note": note, "path": line(s.source, at)}


def _answer(code: int) -> Preview:
    if code == codes.DEFLECT:
        return {"note": "Nothing happens, and the attacker's turn ends"}
    if code == codes.DESTRUCT:
        return {"note": "Both ships are lost"}
    return {"note": "Saved from the blast"} if code >= codes.FIRST_SAVE else {}


def trails(before: State, code: int) -> dict[str, list[str]]:
    """The way of the ship or gate that a decision moved, under the identifier that it has afterwards, and the fire.

    `event:shot` is from where to where somebody fires, `event:beam` the same for a weapon that only holds or drains,
    and `event:blast` where something goes off.
    """
    return _ways(before, code) | _fire(before, code)


_BEAMS = (TRACTOR, ABSORBER)


def _fire(before: State, code: int) -> dict[str, list[str]]:
    """What flashes between positions when a decision is carried out."""
    if codes.FIRST_FIRE <= code < codes.FIRST_DETONATE:
        return {"event:shot": line(positions(*before.ships[before.turn, COMMAND])[0], code - codes.FIRST_FIRE)}
    if codes.FIRST_DETONATE <= code < codes.END:
        return {"event:blast": [PLACE_IDS[code - codes.FIRST_DETONATE]]}
    aims = codes.FIRST_TARGET <= code < codes.FIRST_SHIFT
    decided = codes.FIRST_DIE <= code < codes.FIRST_WEAPON or codes.DECLINE <= code < codes.FIRST_DRAW
    aim = code - codes.FIRST_TARGET if aims else int(before.aim) if decided else NOWHERE
    if before.attack == WEAPON and before.weapon in (TORPEDO, *_BEAMS) and aim not in (NOWHERE, before.source):
        return {f"event:{'beam' if before.weapon in _BEAMS else 'shot'}": line(int(before.source), aim)}
    return {}


def _ways(before: State, code: int) -> dict[str, list[str]]:
    """The way of the ship or gate that a decision moved."""
    came = _comes_from(before, code)
    if came is None:
        return {}
    at, to = came
    after = copy(before)
    play(after, new(Work), code)
    if not before.on[at] & KIND_BITS:
        return {f"gate:{NAMES[to]}": line(at, to)}
    ship = int(before.on[at])
    seat = ship >> SEAT_SHIFT & 1
    out = unpacked(before).other_gate(seat, to)
    through_gate = (before.on[to] >> GATE_SHIFT & 3) - 1 == seat and out != NOWHERE
    for end in (to, out) if through_gate else (to,):
        arrived = after.on[end] & KIND_BITS and after.on[end] >> SEAT_SHIFT & 1 == seat
        # A ship of one's own that stood there before has not arrived.
        if arrived and (end == to or not before.on[end] & KIND_BITS) and _has_left(before, after, at, code):
            way = line(at, to)
            return {SHIP_IDS[end]: way if end == to else [*way, PLACE_IDS[out]]}
    return {}


def _comes_from(before: State, code: int) -> tuple[int, int] | None:
    """From where to where a ship or gate may go in a decision."""
    if code < codes.FIRST_SHUFFLE:
        return codes.move_from(code), codes.move_to(code)
    if codes.FIRST_SHIFT <= code < codes.FIRST_SHIFT + POSITIONS:
        return int(before.aim), code - codes.FIRST_SHIFT
    if codes.FIRST_JUMP <= code < codes.DECLINE:
        return int(before.source), code - codes.FIRST_JUMP
    if codes.FIRST_SHARE <= code < codes.FIRST_JUMP:
        return int(before.source), int(before.into)
    decides = codes.FIRST_DIE <= code < codes.FIRST_WEAPON or codes.DECLINE <= code < codes.FIRST_DRAW
    if before.attack == BATTLE and decides and before.aim != NOWHERE:
        return int(before.source), int(before.aim)
    if before.attack == WEAPON and decides and before.weapon in (TRACTOR, HYPERDRIVE) and before.into != NOWHERE:
        return int(before.aim), int(before.into)
    return None


def _has_left(before: State, after: State, at: int, code: int) -> bool:
    """Whether the ship is no longer where it was; the one that a double was made of stays there."""
    if codes.FIRST_SHARE <= code < codes.FIRST_JUMP and before.weapon == CLONING:
        return True
    return not after.on[at] & KIND_BITS


def marks(s: State, code: int) -> list[str]:
    """The positions that a decision was about: they stay where they are, whatever stands on them later."""
    if code < codes.FIRST_SHUFFLE:
        return [PLACE_IDS[codes.move_from(code)], PLACE_IDS[codes.move_to(code)]]
    if code < codes.FIRST_FIRE:
        return [PLACE_IDS[codes.shuffle_from(code)], PLACE_IDS[codes.shuffle_to(code)]]
    if code >= codes.FIRST_PLACE:
        return [PLACE_IDS[codes.place_at(code)]]
    about = []
    if (
        codes.FIRST_DIE <= code < codes.FIRST_WEAPON
        or codes.DECLINE <= code < codes.FIRST_DRAW
        or codes.FIRST_SPEND <= code < codes.FIRST_DRAW
    ):
        about = [int(s.source), int(s.aim)]  # the attack or the weapon that is under way
    if code < codes.FIRST_DETONATE:
        about = [*positions(*s.ships[s.turn, COMMAND]), code - codes.FIRST_FIRE]
    for first, last in (
        (codes.FIRST_DETONATE, codes.END),
        (codes.FIRST_SAVE, codes.FIRST_DRAW),
        (codes.FIRST_JUMP, codes.DECLINE),
    ):
        if first <= code < last:
            about.append(code - first)
    for first in (codes.FIRST_CLONE, codes.FIRST_SHIFT, codes.FIRST_TARGET):
        if first <= code < first + POSITIONS:
            about.append(code - first)
    if codes.FIRST_WEAPON <= code < codes.FIRST_SPEND:
        about.append(codes.weapon_user(code))
    return [PLACE_IDS[at] for at in dict.fromkeys(about) if at >= 0]
