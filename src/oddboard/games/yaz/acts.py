"""The Baton Races of Yaz: what single acts of a turn are and do, one at a time (YAZ-9 to YAZ-45).

An act is *open* here if the situation as it stands allows it. Whether everything that is then pending can still
be completed is `ahead`'s business.
"""

from oddboard.core.compiling import rule
from oddboard.games.yaz.state import (
    ALLOWANCE,
    BEGUN,
    BESIDE,
    BY_NAME,
    NO_LAND,
    NOBODY,
    NOWHERE,
    PIECES,
    PUSHED_ON,
    RING_OF_TWO,
    RUNNERS,
    WIDTH,
    State,
    distance,
    has_moved,
    is_free,
    is_held,
    is_open,
    luggant_under,
    passenger_of,
    pieces_at,
)

POP_PLACES = 18  # the most places for a piece that is popped out: six beside it, twelve two away
NO_STOP, REST, SHARE, THROTTLE, RESCUE = range(5)  # how a piece may stop where it is


@rule
def breaks(s: State, seat: int, hexagon: int) -> int:
    """The bulge that a side's baton breaks on entering a hex, as a set of none or one."""
    for number in range(s.bulges):
        if s.bulge[number] == hexagon and (s.standing[seat] >> number) & 1:
            if s.first_and_last and s.start[seat] == hexagon and s.standing[seat] != 1 << number:
                return 0  # YAZ-45
            return 1 << number
    return 0


@rule
def would_finish(s: State, seat: int, runner: int, hexagon: int) -> bool:
    """Whether a runner that enters a hex has the baton then and breaks the last bulge (YAZ-25)."""
    if s.carrier[seat] != runner and s.baton_at[seat] != hexagon:
        return False
    return bool(s.standing[seat] != 0 and breaks(s, seat, hexagon) == s.standing[seat])


@rule
def unannounced(s: State) -> bool:
    """Whether the last bulge is barred in this turn (YAZ-33)."""
    return s.announce != 0 and s.announced == 0 and s.last_turn == 0


@rule
def may_enter(s: State, seat: int, piece: int, hexagon: int) -> bool:
    """Whether terrain and YAZ-33 let a piece of the seat on turn, with its passenger, into a hex."""
    if not is_open(s, piece, hexagon):
        return False
    if not unannounced(s):
        return True
    runner = piece
    if piece >= RUNNERS:
        runner = passenger_of(s, seat, piece)
        if runner == NOBODY or not is_open(s, runner, hexagon):
            return True
    return not would_finish(s, seat, runner, hexagon)


@rule
def enter(s: State, seat: int, piece: int, hexagon: int) -> None:
    """A piece comes into a hex, with its passenger: the baton there is taken, the bulge broken (YAZ-25 to YAZ-31)."""
    s.at[seat, piece] = hexagon
    runner = piece
    if piece >= RUNNERS:
        runner = passenger_of(s, seat, piece)
        if runner == NOBODY:
            return
        s.at[seat, runner] = hexagon
        if not is_open(s, runner, hexagon):
            return  # YAZ-39e
    if s.baton_at[seat] == hexagon:
        s.baton_at[seat] = NOWHERE
        s.carrier[seat] = runner
        s.taken[seat] = 1
    if s.carrier[seat] == runner:
        s.standing[seat] &= ~breaks(s, seat, hexagon)


@rule
def can_begin(s: State, piece: int) -> bool:
    """Whether a piece of the seat on turn may begin its move now, nobody else moving (YAZ-9, YAZ-12, YAZ-15)."""
    if s.next != NOBODY and s.next != piece:
        return False
    return bool((s.team & ~s.moved & ~s.throttled[s.turn]) >> piece & 1 != 0)


@rule
def begin(s: State, piece: int) -> None:
    """A piece begins its move with its whole allowance."""
    s.mover = piece
    s.left = ALLOWANCE[piece]
    s.next = NOBODY


@rule
def end_move(s: State) -> None:
    """Nobody is moving any more."""
    s.mover = NOBODY
    s.left = 0
    s.mover_stepped = 0
    s.popped = 0
    s.must_step = 0


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
def step(s: State, piece: int, hexagon: int) -> None:
    """A piece begins or continues its move by one hex."""
    seat = int(s.turn)
    if s.mover == NOBODY:
        begin(s, piece)
    if piece >= RUNNERS:
        let_go(s, seat, piece)
    else:
        alight(s, seat, piece)
    s.left -= 1
    s.mover_stepped = 1
    s.popped = 0
    s.must_step = 0
    s.stepped |= 1 << piece
    s.given = 0
    enter(s, seat, piece, hexagon)


@rule
def others_at(s: State, seat: int, piece: int, hexagon: int) -> int:
    """The friends in a hex besides a piece and its passenger."""
    here = pieces_at(s, seat, hexagon) & ~(1 << piece)
    passenger = passenger_of(s, seat, piece)
    return here if passenger == NOBODY else here & ~(1 << passenger)


@rule
def friend_to_share_with(s: State, seat: int, friends: int) -> int:
    """The friend on whom a piece would stop, a Luggant rather than its passenger (YAZ-12); NOBODY if more."""
    for i in range(PIECES):
        friend = PIECES - 1 - i
        if (friends >> friend) & 1:
            passenger = passenger_of(s, seat, friend)
            rest = friends & ~(1 << friend)
            if rest != 0 and (passenger == NOBODY or rest != 1 << passenger):
                return NOBODY
            return friend
    return NOBODY


@rule
def way_to_stop(s: State) -> int:
    """How the moving piece may stop where it is, if it may (YAZ-11 to YAZ-17, YAZ-22, YAZ-42, YAZ-43)."""
    seat, piece = int(s.turn), int(s.mover)
    hexagon = int(s.at[seat, piece])
    if s.must_step:
        return NO_STOP
    friends = others_at(s, seat, piece, hexagon)
    foes = pieces_at(s, 1 - seat, hexagon)
    if foes == 0:
        if friends == 0:
            return REST
        friend = friend_to_share_with(s, seat, friends)
        if s.popped or friend == NOBODY or has_moved(s, friend):
            return NO_STOP
        return SHARE
    if piece >= RUNNERS:
        if s.turn_number == 1 or s.cargo[seat, piece - RUNNERS] != NOBODY:
            return NO_STOP
        for friend in range(PIECES):
            if (friends >> friend) & 1 and not is_held(s, seat, friend):
                return NO_STOP
        return THROTTLE
    thief = s.thief[seat]
    if s.popped or thief == NOBODY or friends != 0 or (foes >> thief) & 1 == 0:
        return NO_STOP
    return RESCUE if s.holds[1 - seat, thief - RUNNERS] == NOBODY else NO_STOP


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


@rule
def stop(s: State, way: int) -> None:
    """The moving piece stops where it is, in a way that it may."""
    seat, piece = int(s.turn), int(s.mover)
    hexagon = int(s.at[seat, piece])
    if s.popped != PUSHED_ON:
        s.moved |= 1 << piece  # else it has only been popped out onto its victim (YAZ-22)
    end_move(s)
    if way == SHARE:
        s.next = friend_to_share_with(s, seat, others_at(s, seat, piece, hexagon))
    elif way == THROTTLE:
        throttle(s, seat, piece, whom_to_throttle(s, seat, pieces_at(s, 1 - seat, hexagon)))
    elif way == RESCUE:
        thief = s.thief[seat]
        s.pop_baton = seat
        s.holds[1 - seat, thief - RUNNERS] = piece
        s.throttled[seat] |= 1 << piece


@rule
def luggant_to_board(s: State) -> int:
    """The Luggant that the moving runner may board where it is, or NOBODY (YAZ-39b)."""
    seat, piece = int(s.turn), int(s.mover)
    if not s.lugging or piece == NOBODY or piece >= RUNNERS or not s.mover_stepped:
        return NOBODY
    hexagon = int(s.at[seat, piece])
    friends = others_at(s, seat, piece, hexagon)
    for luggant in range(RUNNERS, PIECES):
        if friends == 1 << luggant:
            return luggant if pieces_at(s, 1 - seat, hexagon) == 0 else NOBODY
    return NOBODY


@rule
def lose_baton(s: State, seat: int, luggant: int) -> None:
    """A Luggant that takes a passenger cannot keep the enemy's baton (YAZ-44)."""
    if s.thief[1 - seat] == luggant:
        s.pop_baton = 1 - seat


@rule
def board(s: State, luggant: int) -> None:
    """The moving runner boards a Luggant; what is left of its move is lost."""
    seat, piece = int(s.turn), int(s.mover)
    s.moved |= 1 << piece
    end_move(s)
    s.cargo[seat, luggant - RUNNERS] = piece
    lose_baton(s, seat, luggant)


@rule
def luggant_for(s: State, seat: int, hexagon: int, passenger: int) -> int:
    """The Luggant that would act in a hex: the moving one, or one that may begin its move there; or NOBODY."""
    if s.mover != NOBODY:
        return int(s.mover) if s.mover >= RUNNERS and s.at[seat, s.mover] == hexagon else NOBODY
    for luggant in range(RUNNERS, PIECES):
        carries = passenger != NOBODY and s.cargo[seat, luggant - RUNNERS] == passenger
        if s.at[seat, luggant] == hexagon and can_begin(s, luggant) and not carries:
            return luggant
    return NOBODY


@rule
def may_pick(s: State, piece: int) -> bool:
    """Whether a Luggant may pick up a friend in its hex now (YAZ-39a to YAZ-39c)."""
    seat = int(s.turn)
    if not s.lugging or piece >= RUNNERS or s.at[seat, piece] == NOWHERE or is_held(s, seat, piece) or s.must_step:
        return False
    luggant = luggant_for(s, seat, int(s.at[seat, piece]), piece)
    if luggant == NOBODY or s.cargo[seat, luggant - RUNNERS] != NOBODY or s.holds[seat, luggant - RUNNERS] != NOBODY:
        return False
    return s.mover == NOBODY or s.left > 0


@rule
def pick_up(s: State, piece: int) -> None:
    """A Luggant takes a friend aboard, off another Luggant too, and must step on."""
    seat = int(s.turn)
    luggant = luggant_for(s, seat, int(s.at[seat, piece]), piece)
    if s.mover == NOBODY:
        begin(s, luggant)
    alight(s, seat, piece)
    s.cargo[seat, luggant - RUNNERS] = piece
    s.must_step = 1
    lose_baton(s, seat, luggant)


@rule
def may_set_down(s: State) -> bool:
    """Whether the moving Luggant may leave its passenger in the hex it is in (YAZ-39c)."""
    seat, piece = int(s.turn), int(s.mover)
    if not s.lugging or piece < RUNNERS or s.left == 0 or s.must_step:
        return False
    passenger = passenger_of(s, seat, piece)
    if passenger == NOBODY:
        return False
    hexagon = int(s.at[seat, piece])
    if not is_open(s, passenger, hexagon) or pieces_at(s, 1 - seat, hexagon) != 0:
        return False
    return others_at(s, seat, piece, hexagon) == 0


@rule
def set_down(s: State) -> None:
    """The moving Luggant leaves its passenger, and must step on."""
    seat = int(s.turn)
    alight(s, seat, passenger_of(s, seat, int(s.mover)))
    s.must_step = 1


@rule
def grabber(s: State) -> int:
    """The Luggant that may take the enemy's baton in its hex now, or NOBODY (YAZ-41, YAZ-44)."""
    seat = int(s.turn)
    hexagon = int(s.baton_at[1 - seat])
    if not s.dropping or hexagon == NOWHERE or not s.taken[1 - seat] or s.must_step:
        return NOBODY
    luggant = luggant_for(s, seat, hexagon, NOBODY)
    if luggant == NOBODY:
        return NOBODY
    passenger = passenger_of(s, seat, luggant)
    if passenger != NOBODY:
        if others_at(s, seat, luggant, hexagon) != 0 or pieces_at(s, 1 - seat, hexagon) != 0:
            return NOBODY
        if (s.mover == NOBODY or s.left > 0) and not is_open(s, passenger, hexagon):
            return NOBODY
    return luggant


@rule
def take_enemy_baton(s: State, luggant: int) -> None:
    """A Luggant has the enemy's baton; with movement left it sets its passenger down and must step on (YAZ-44)."""
    seat = int(s.turn)
    if s.mover == NOBODY:
        begin(s, luggant)
    if s.popped:
        s.popped = BEGUN
    s.thief[1 - seat] = luggant
    s.baton_at[1 - seat] = NOWHERE
    passenger = passenger_of(s, seat, luggant)
    if passenger != NOBODY and s.left > 0:
        alight(s, seat, passenger)
        s.must_step = 1


@rule
def may_pass(s: State, piece: int) -> bool:
    """Whether the carrier may pass the baton to a friend now (YAZ-20, YAZ-26, YAZ-29, YAZ-30)."""
    seat = int(s.turn)
    carrier = s.carrier[seat]
    if carrier == NOBODY or piece >= RUNNERS or s.at[seat, piece] == NOWHERE or (s.given >> piece) & 1:
        return False
    if is_held(s, seat, carrier) or is_held(s, seat, piece):
        return False
    return distance(s.at[seat, carrier], s.at[seat, piece]) == 1


@rule
def may_drop(s: State, hexagon: int) -> bool:
    """Whether the carrier may put the baton down in a hex beside it now (YAZ-40)."""
    seat = int(s.turn)
    carrier = s.carrier[seat]
    if not s.dropping or carrier == NOBODY or is_held(s, seat, carrier) or s.terrain[hexagon] == NO_LAND:
        return False
    return is_free(s, hexagon)


@rule
def put_baton(s: State, seat: int, hexagon: int) -> None:
    """A side's baton is popped out into a hex: a friend there that can has it at once (YAZ-42)."""
    s.pop_baton = NOBODY
    s.thief[seat] = NOBODY
    for piece in range(RUNNERS):
        if s.at[seat, piece] == hexagon and not is_held(s, seat, piece):
            s.carrier[seat] = piece
            return
    s.baton_at[seat] = hexagon


@rule
def none_free_beside(s: State, piece: int, hexagon: int) -> bool:
    """Whether no hex beside one is both open to a piece and free: then it may pop out to two away (YAZ-21)."""
    for direction in range(6):
        beside = BESIDE[hexagon, direction]
        if is_open(s, piece, beside) and is_free(s, beside):
            return False
    return True


@rule
def may_pop(s: State, hexagon: int) -> bool:
    """Whether the piece to be popped out in its own side's turn may be put in a hex (YAZ-21 to YAZ-23, YAZ-33)."""
    seat, piece = int(s.pop_seat), int(s.pop_piece)
    far = distance(s.at[seat, piece], hexagon)
    if far != 1 and (far != 2 or not none_free_beside(s, piece, int(s.at[seat, piece]))):
        return False
    if not may_enter(s, seat, piece, hexagon):
        return False
    return not has_moved(s, piece) or is_free(s, hexagon)


@rule
def pop(s: State, hexagon: int) -> None:
    """A piece is popped out into a hex; onto somebody in its own turn, it is the moving piece (YAZ-22)."""
    seat, piece = int(s.pop_seat), int(s.pop_piece)
    s.pop_seat = NOBODY
    s.pop_piece = NOBODY
    onto = seat == s.turn and not is_free(s, hexagon)
    enter(s, seat, piece, hexagon)
    if onto:
        begin(s, piece)
        s.popped = PUSHED_ON


@rule
def may_land(s: State, hexagon: int) -> bool:
    """Whether a passenger that is popped out in the enemy's turn could be put in a hex, near or far (YAZ-39d)."""
    seat, piece = int(s.pop_seat), int(s.pop_piece)
    return is_open(s, piece, hexagon) and is_free(s, hexagon) and not would_finish(s, seat, piece, hexagon)


@rule
def nearest_landing(s: State) -> int:
    """How far away the nearest hex is where that passenger could be put; 0 if there is none."""
    near = 0
    origin = int(s.at[s.pop_seat, s.pop_piece])
    for hexagon in range(s.rows * WIDTH):
        if may_land(s, hexagon):
            far = distance(origin, hexagon)
            if near == 0 or far < near:
                near = far
    return near


@rule
def pop_place(s: State, index: int) -> int:
    """Where a piece can at most be popped out to: six hexes beside it, then twelve two away."""
    origin = int(s.at[s.pop_seat, s.pop_piece])
    return int(BESIDE[origin, index]) if index < 6 else int(RING_OF_TWO[origin, index - 6])
