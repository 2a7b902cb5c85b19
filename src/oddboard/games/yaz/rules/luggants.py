"""The Baton Races of Yaz: whom Luggants hold down, and whom they carry."""

from oddboard.core.compiling import rule
from oddboard.games.yaz.state import BY_NAME, NOBODY, PIECES, RUNNERS, State, luggant_under, passenger_of, pieces_at


@rule
def let_go(s: State, seat: int, luggant: int) -> None:
    """A Luggant no longer throttles anybody (YAZ-18)."""
    victim = s.holds[seat, luggant - RUNNERS]
    if victim != NOBODY:
        s.throttled[1 - seat] &= ~(1 << victim)
        s.holds[seat, luggant - RUNNERS] = NOBODY


@rule
def alight(s: State, seat: int, runner: int) -> None:
    """A runner is no longer a passenger."""
    luggant = luggant_under(s, seat, runner)
    if luggant != NOBODY:
        s.cargo[seat, luggant - RUNNERS] = NOBODY


@rule
def others_at(s: State, seat: int, piece: int, hexagon: int) -> int:
    """The friends in a hex besides a piece and its passenger."""
    here = pieces_at(s, seat, hexagon) & ~(1 << piece)
    passenger = passenger_of(s, seat, piece)
    return here if passenger == NOBODY else here & ~(1 << passenger)


@rule
def whom_to_throttle(s: State, seat: int, foes: int) -> int:
    """Of the foes in a hex the one that a Luggant sits down on."""
    thief = s.thief[seat]
    chosen = NOBODY
    worth = -1
    for i in range(PIECES):
        foe = BY_NAME[i]
        if (foes >> foe) & 1 == 0:
            continue
        value = 1
        if foe < RUNNERS:
            value = 0 if luggant_under(s, 1 - seat, foe) != NOBODY else 1
        elif s.holds[1 - seat, foe - RUNNERS] != NOBODY:
            value = 4
        elif foe == thief:
            value = 3
        elif s.cargo[1 - seat, foe - RUNNERS] != NOBODY:
            value = 2
        if value > worth:
            worth = value
            chosen = foe
    return chosen


@rule
def throttle(s: State, seat: int, luggant: int, victim: int) -> None:
    """A Luggant sits down on a foe; whoever is freed by it is to be popped out (YAZ-15, YAZ-19, YAZ-39d, YAZ-42)."""
    let_go(s, seat, luggant)
    if s.thief[seat] == victim:
        s.pop_baton = seat
    if victim >= RUNNERS:
        friend = s.holds[1 - seat, victim - RUNNERS]
        passenger = s.cargo[1 - seat, victim - RUNNERS]
        if friend != NOBODY:
            let_go(s, 1 - seat, victim)
            s.pop_seat = seat
            s.pop_piece = friend
        elif passenger != NOBODY:
            alight(s, 1 - seat, passenger)
            s.pop_seat = 1 - seat
            s.pop_piece = passenger
    s.holds[seat, luggant - RUNNERS] = victim
    s.throttled[1 - seat] |= 1 << victim
