"""The Baton Races of Yaz: the course of the setting, of a turn and of the race, and the finish."""

from oddboard.core.compiling import rule
from oddboard.core.game import CHANCE, OVER
from oddboard.core.randomness import Rng
from oddboard.games.yaz.codes import ANNOUNCE, BATON, BULGE, COIN, END, PLACE, SETTER, hex_of, what_of, whose_of
from oddboard.games.yaz.rules.acts import act, settle
from oddboard.games.yaz.rules.moves import end_move
from oddboard.games.yaz.rules.score import winner_at_limit
from oddboard.games.yaz.rules.setting import all_placed
from oddboard.games.yaz.state import (
    BULGING,
    BY_LOT,
    DRAWING,
    DRAWN,
    ENDED,
    FIRST_OF,
    FIRST_TURN,
    HANDING,
    KINDS,
    LUGGANTS,
    NOBODY,
    NOWHERE,
    PLACING,
    RACING,
    ROOM,
    SEATS,
    SECOND_SEAT,
    TOSSING,
    State,
    Work,
    size_of,
)


@rule
def setup(s: State) -> None:
    """Fill in the rest of a state whose map and options are set: nothing is placed yet."""
    for seat in range(SEATS):
        s.start[seat] = NOWHERE
        s.baton_at[seat] = NOWHERE
        s.carrier[seat] = NOBODY
        s.thief[seat] = NOBODY
        for piece in range(ROOM):
            s.at[seat, piece] = NOWHERE
        for luggant in range(LUGGANTS):
            s.holds[seat, luggant] = NOBODY
            s.cargo[seat, luggant] = NOBODY
    s.team = 0
    for kind in range(KINDS):
        s.team |= ((1 << s.counts[kind]) - 1) << FIRST_OF[kind]
    s.winner = NOBODY
    s.next = NOBODY
    s.pop_baton = NOBODY
    s.pop_seat = NOBODY
    s.pop_piece = NOBODY
    end_move(s)
    if s.set_by == BY_LOT:
        s.phase = DRAWING
        s.setter = NOBODY
    else:
        s.phase = BULGING
        s.setter = 1 if s.set_by == SECOND_SEAT else 0
        s.turn = s.setter


@rule
def to_move(s: State) -> int:
    """Who decides now; what is popped out is its owner's decision."""
    if s.phase == ENDED:
        return OVER
    if s.phase == DRAWING or s.phase == TOSSING:
        return CHANCE
    if s.pop_baton != NOBODY:
        return s.pop_baton
    if s.pop_seat != NOBODY:
        return s.pop_seat
    return s.turn


@rule
def lay_bulge(s: State, hexagon: int) -> None:
    """A bulge of each side stands in a hex; after the last the Yazzites are placed (YAZ-6, YAZ-7)."""
    s.bulge[s.laid] = hexagon
    s.laid += 1
    if s.laid == s.bulges:
        for seat in range(SEATS):
            s.standing[seat] = (1 << s.bulges) - 1
        s.phase = TOSSING if all_placed(s, int(s.turn)) else PLACING


@rule
def place(s: State, kind: int, hexagon: int) -> None:
    """A Yazzite stands in a hex; the other player is next (YAZ-7)."""
    s.at[s.turn, FIRST_OF[kind] + s.placed[s.turn, kind]] = hexagon
    s.placed[s.turn, kind] += 1
    s.turn = 1 - s.turn
    if s.turn == s.setter and all_placed(s, int(s.turn)):
        s.phase = TOSSING


@rule
def hand_baton(s: State, hexagon: int) -> None:
    """The opponent's baton lies in a hex; after both the race begins (YAZ-8, YAZ-9)."""
    side = 1 - s.turn
    s.start[side] = hexagon
    s.baton_at[side] = hexagon
    s.turn = side
    if s.start[s.turn] != NOWHERE and s.start[1 - s.turn] != NOWHERE:
        s.phase = RACING
        s.turn = s.setter
        s.turn_number = FIRST_TURN
        s.fresh = 1


@rule
def end_race(s: State, winner: int) -> None:
    """The race is over."""
    clear_turn(s)
    s.fresh = 0
    s.winner = winner
    s.phase = ENDED


@rule
def clear_turn(s: State) -> None:
    """Everything that belongs to one turn only."""
    end_move(s)
    s.moved = 0
    s.stepped = 0
    s.given = 0
    s.announced = 0
    s.fresh = 1


@rule
def next_turn(s: State) -> None:
    """The other player's turn, or the end after the last (YAZ-9, YAZ-38)."""
    clear_turn(s)
    s.turn = 1 - s.turn
    if s.turn == s.setter:
        if s.turn_number == s.turn_limit:
            end_race(s, winner_at_limit(s))
        else:
            s.turn_number += 1


@rule
def end_turn(s: State) -> None:
    """A player ends his turn; one who has announced or had the last turn has lost by it (YAZ-34, YAZ-36)."""
    if s.announced or s.last_turn:
        end_race(s, 1 - int(s.turn))
    else:
        next_turn(s)


@rule
def finish(s: State) -> None:
    """The last bulge of the player on turn is broken: his turn is over (YAZ-35 to YAZ-37)."""
    seat = int(s.turn)
    count = size_of(int(s.stepped))
    if s.last_turn:
        end_race(s, DRAWN if count == s.goal else seat if count < s.goal else 1 - seat)
    elif seat != s.setter:
        end_race(s, seat)
    else:
        s.goal = count
        s.last_turn = 1
        clear_turn(s)
        s.turn = 1 - seat


@rule
def play(s: State, w: Work, code: int) -> None:
    """Carry out a legal decision."""
    s.fresh = 0
    what = what_of(code)
    if what == END:
        end_turn(s)
    elif what == ANNOUNCE:
        s.announced = 1
    elif what == SETTER:
        s.setter = whose_of(code)
        s.turn = s.setter
        s.phase = BULGING
    elif what == COIN:
        s.turn = 1 - whose_of(code)
        s.phase = HANDING
    elif what == PLACE:
        place(s, whose_of(code), hex_of(code))
    elif what == BULGE:
        lay_bulge(s, hex_of(code))
    elif what == BATON:
        hand_baton(s, hex_of(code))
    else:
        act(s, w, code)
        if s.standing[s.turn] == 0:
            finish(s)
        else:
            settle(s)


@rule
def hide(s: State, seat: int) -> None:
    """Nothing is secret in this game."""


@rule
def imagine(s: State, w: Work, seat: int, rng: Rng) -> None:
    """Nothing is secret in this game."""
