"""The Baton Races of Yaz: what a position given by hand must keep, so that play can go on from it."""

from oddboard.core.errors import BadPosition
from oddboard.core.records import new
from oddboard.games.yaz.names import hex_name, member, piece_name
from oddboard.games.yaz.rules.legal import legal
from oddboard.games.yaz.rules.pending import completable
from oddboard.games.yaz.state import (
    ALLOWANCE,
    BULGING,
    BY_LOT,
    DRAWING,
    ENDED,
    FIRST_OF,
    HANDING,
    LUGGANTS,
    NOBODY,
    NOWHERE,
    PIECES,
    PLACING,
    RACING,
    RUNNERS,
    SEATS,
    TERRAINS,
    TOSSING,
    State,
    Work,
    distance,
    is_open,
)


def _refuse(field: str, words: str, rule: str | None = None) -> BadPosition:
    return BadPosition(f"position.{field}: {words}" + (f" ({rule})" if rule else ""), rule)


def check(s: State) -> None:
    """Raise BadPosition, naming the field, for what the rules cannot have led to."""
    _check_phase(s)
    _check_bulges(s)
    for seat in range(SEATS):
        _check_pieces(s, seat)
        _check_luggants(s, seat)
        _check_baton(s, seat)
    if s.phase >= RACING:
        _check_company(s)
        _check_turn(s)
    if s.phase != ENDED and (not completable(s, new(Work)) or not legal(s, new(Work))):
        raise BadPosition("position: what is pending in it could not be completed")


def _check_phase(s: State) -> None:
    if (s.setter == NOBODY) != (s.phase == DRAWING) or (s.phase == DRAWING and s.set_by != BY_LOT):
        raise _refuse("setter", "the setting player is null as long as he is to be drawn, and only then", "YAZ-5")
    if s.set_by != BY_LOT and s.setter != s.set_by - 1:
        raise _refuse("setter", f"by the options it is {s.set_by - 1}", "YAZ-5")
    if (s.winner == NOBODY) != (s.phase != ENDED):
        raise _refuse("winner", "there is one when the race is over, and only then")
    if s.phase < RACING and s.turn_number != 0:
        raise _refuse("turn_number", "it is 0 before the race")
    placers = {DRAWING: 0, BULGING: int(s.setter), TOSSING: int(s.setter)}
    counts = [int(s.placed[seat].sum()) for seat in range(SEATS)]
    if s.phase == PLACING:
        placers[PLACING] = int(s.setter) if counts[0] == counts[1] else 1 - int(s.setter)
    if s.phase == HANDING and max(s.start) != NOWHERE:
        placers[HANDING] = 0 if s.start[0] != NOWHERE else 1
    if int(s.turn) != placers.get(int(s.phase), int(s.turn)):
        raise _refuse("turn", f"it is {placers[int(s.phase)]} who decides", "YAZ-7")


def _check_bulges(s: State) -> None:
    wanted = 0 if s.phase == DRAWING else int(s.bulges)
    if s.laid != wanted and not (s.phase == BULGING and s.laid < s.bulges):
        raise _refuse("bulges", f"there are {wanted} in this phase, not {s.laid}", "YAZ-6")
    for one in range(s.laid):
        for other in range(one):
            if distance(int(s.bulge[one]), int(s.bulge[other])) < s.bulge_gap:
                names = f"{hex_name(int(s.bulge[other]))} and {hex_name(int(s.bulge[one]))}"
                raise _refuse("bulges", f"{names} are less than {s.bulge_gap} apart", "YAZ-6")
        same = sum(s.terrain[s.bulge[i]] == s.terrain[s.bulge[one]] for i in range(s.laid))
        if same > s.bulges // TERRAINS:
            raise _refuse("bulges", f"a third of them, {s.bulges // TERRAINS}, stands in each terrain", "YAZ-6")
    for seat in range(SEATS):
        if s.standing[seat] == 0 and s.phase == RACING and not (s.last_turn and seat == s.setter):
            raise _refuse(f"sides.{seat}.bulges", "a side without bulges has finished", "YAZ-35")
        if PLACING <= s.phase < RACING and int(s.standing[seat]) != (1 << int(s.bulges)) - 1:
            raise _refuse(f"sides.{seat}.bulges", "before the race all stand", "YAZ-6")


def _check_pieces(s: State, seat: int) -> None:
    field = f"sides.{seat}.pieces"
    missing = [piece for piece in range(PIECES) if member(s.team, piece) and s.at[seat, piece] == NOWHERE]
    if s.phase > PLACING and missing:
        raise _refuse(field, f"{piece_name(missing[0])} is not on the map", "YAZ-7")
    if s.phase < PLACING and s.placed[seat].any():
        raise _refuse(field, "Yazzites are placed after the bulges", "YAZ-7")
    for piece in range(PIECES):
        place = int(s.at[seat, piece])
        if place == NOWHERE:
            continue
        above = piece - 1
        if s.phase == PLACING and piece not in FIRST_OF and s.at[seat, above] == NOWHERE:
            raise _refuse(field, f"{piece_name(above)} is placed before {piece_name(piece)}", "YAZ-7")
        if not is_open(s, piece, place) and piece not in s.cargo[seat]:
            raise _refuse(f"{field}.{piece_name(piece)}", "the terrain there is not open to it", "YAZ-2")
        alone = int((s.at == place).sum()) == 1
        if s.phase < RACING and (place in s.bulge[: s.laid] or not alone):
            raise _refuse(f"{field}.{piece_name(piece)}", "it is placed alone, and not on a bulge", "YAZ-7")


def _check_luggants(s: State, seat: int) -> None:
    seen: set[tuple[str, int]] = set()
    for i in range(LUGGANTS):
        name, place = piece_name(RUNNERS + i), int(s.at[seat, RUNNERS + i])
        victim, passenger = int(s.holds[seat, i]), int(s.cargo[seat, i])
        if victim != NOBODY and (s.at[1 - seat, victim] != place or ("victim", victim) in seen or s.phase < RACING):
            raise _refuse(f"sides.{seat}.throttles.{name}", "it throttles one enemy in its hex", "YAZ-15")
        if victim != NOBODY and member(s.throttled[seat], RUNNERS + i):
            raise _refuse(f"sides.{seat}.throttles.{name}", "what is throttled holds nobody down", "YAZ-19")
        if passenger != NOBODY and (
            not s.lugging
            or passenger >= RUNNERS
            or s.at[seat, passenger] != place
            or victim != NOBODY
            or ("passenger", passenger) in seen
            or member(s.throttled[seat], RUNNERS + i)
            or member(s.throttled[seat], passenger)
        ):
            raise _refuse(
                f"sides.{seat}.carries.{name}", "it carries a free runner in its hex, with that rule", "YAZ-39a"
            )
        seen |= {("victim", victim), ("passenger", passenger)} - {("victim", NOBODY), ("passenger", NOBODY)}


def _check_baton(s: State, seat: int) -> None:
    field = f"sides.{seat}.baton"
    carrier, thief, lies = int(s.carrier[seat]), int(s.thief[seat]), int(s.baton_at[seat])
    holders = (carrier != NOBODY) + (thief != NOBODY) + (lies != NOWHERE)
    placed = s.start[seat] != NOWHERE
    if placed != (holders == 1) or holders > 1:
        raise _refuse(field, "once placed it lies, is carried or is stolen, one of the three")
    if placed != (s.phase >= RACING) and s.phase != HANDING:
        raise _refuse(f"{field}.placed", "it is placed right before the race", "YAZ-8")
    if s.phase == HANDING and placed and s.turn != seat:
        raise _refuse(f"{field}.placed", "the other baton is placed first", "YAZ-8")
    if placed and (s.start[seat] not in s.bulge[: s.laid] or s.start[0] == s.start[1]):
        raise _refuse(f"{field}.placed", "batons are placed in two bulge hexes", "YAZ-8")
    if carrier >= RUNNERS:
        raise _refuse(f"{field}.carrier", "a Luggant cannot carry it", "YAZ-26")
    if thief != NOBODY and (thief < RUNNERS or not s.dropping or s.cargo[1 - seat, thief - RUNNERS] != NOBODY):
        raise _refuse(f"{field}.thief", "only an unloaded enemy Luggant steals it, with that rule", "YAZ-41")
    if thief != NOBODY and member(s.throttled[1 - seat], thief) and s.pop_baton != seat:
        raise _refuse(f"{field}.thief", "a throttled thief has lost it", "YAZ-42")
    if not s.taken[seat] and placed and (lies != s.start[seat] or s.standing[seat] != (1 << int(s.bulges)) - 1):
        raise _refuse(
            f"{field}.taken", "a baton never taken lies where it was placed, and has broken nothing", "YAZ-27"
        )
    if s.taken[seat] and lies != NOWHERE and not s.dropping:
        raise _refuse(f"{field}.lies", "once taken it is always carried", "YAZ-28")


def _check_company(s: State) -> None:
    """No more pieces in a hex than can have stopped there; a finisher's stay as they stand (YAZ-35)."""
    if s.last_turn or s.phase == ENDED:
        return
    pending = {(int(s.turn), int(s.mover)), (int(s.turn), int(s.next)), (int(s.pop_seat), int(s.pop_piece))}
    if s.mover >= RUNNERS:
        pending.add((int(s.turn), int(s.cargo[s.turn, s.mover - RUNNERS])))
    if s.next >= RUNNERS:
        pending.add((int(s.turn), int(s.cargo[s.turn, s.next - RUNNERS])))
    at, cargo = s.at.tolist(), s.cargo.tolist()
    for seat in range(SEATS):
        for piece in range(PIECES):
            if at[seat][piece] == NOWHERE or (seat, piece) in pending:
                continue
            for other in range(PIECES):
                together = other != piece and at[seat][other] == at[seat][piece] and (seat, other) not in pending
                if together and piece not in cargo[seat] and other not in cargo[seat]:
                    names = f"{piece_name(piece)} and {piece_name(other)}"
                    raise _refuse(f"sides.{seat}.pieces", f"{names} share a hex", "YAZ-11")
                if at[1 - seat][other] != at[seat][piece] or (1 - seat, other) in pending:
                    continue
                if not member(s.throttled[seat], piece) and not member(s.throttled[1 - seat], other):
                    names = f"{piece_name(piece)} and the enemy's {piece_name(other)}"
                    raise _refuse(f"sides.{seat}.pieces", f"{names} share a hex, and neither is throttled", "YAZ-13")


def _check_turn(s: State) -> None:
    seat = int(s.turn)
    if s.last_turn and (seat == s.setter or s.standing[s.setter] != 0) and s.phase == RACING:
        raise _refuse("last_turn", "it is the other player's, after the setting player has finished", "YAZ-36")
    if s.announced and (not s.announce or s.last_turn or s.fresh):
        raise _refuse("announced", "a finish cannot have been announced here", "YAZ-32")
    if s.fresh and (s.moved or s.stepped or s.given or s.mover != NOBODY or s.next != NOBODY or s.pop_piece != NOBODY):
        raise _refuse("fresh", "something has been decided in this turn already")
    if s.mover != NOBODY:
        left = int(ALLOWANCE[s.mover]) - int(s.left)
        if not left >= 0 or (left == 0 and s.mover_stepped) or (left > 0 and not s.mover_stepped):
            raise _refuse("mover.left", f"{piece_name(int(s.mover))} moves up to {ALLOWANCE[s.mover]} hexes", "YAZ-2")
        if member(s.moved, s.mover) or member(s.throttled[seat], s.mover):
            raise _refuse("mover.piece", "it has moved, or is throttled", "YAZ-9")
        if s.must_step and s.left == 0:
            raise _refuse("mover.must_step", "it has no movement left", "YAZ-39c")
        if s.popped and s.mover_stepped:
            raise _refuse("mover.popped", "it has stepped on", "YAZ-22")
    if s.next != NOBODY and (s.mover != NOBODY or member(s.moved, s.next) or member(s.throttled[seat], s.next)):
        raise _refuse("next", "it has moved, is throttled, or another piece is moving", "YAZ-12")
    if s.pop_baton != NOBODY and s.thief[s.pop_baton] == NOBODY:
        raise _refuse("pop_baton", "only a stolen baton is popped out", "YAZ-42")
    if s.phase == ENDED and (s.moved or s.stepped or s.given or s.announced or s.fresh or s.mover != NOBODY):
        raise _refuse("moved", "after the race no turn is under way")
