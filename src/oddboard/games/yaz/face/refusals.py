"""The Baton Races of Yaz: why a decision is not legal, with the rule that forbids it."""

from oddboard.core import seats
from oddboard.core.game import Refusal
from oddboard.core.records import scratch
from oddboard.games.yaz.codes import (
    ANNOUNCE,
    BATON,
    BOARD,
    BULGE,
    COIN,
    DROP,
    END,
    GRAB,
    PASS,
    PICK,
    PLACE,
    POP,
    POP_BATON,
    SET_DOWN,
    SETTER,
    STEP,
    STOP,
    hex_of,
    what_of,
    whose_of,
)
from oddboard.games.yaz.names import KIND_NAMES, LETTERS, TERRAIN_NAMES, hex_name, member, piece_name
from oddboard.games.yaz.rules.baton import would_finish
from oddboard.games.yaz.rules.luggants import others_at
from oddboard.games.yaz.rules.lugging import luggant_for
from oddboard.games.yaz.rules.moves import NO_STOP, friend_to_share_with, way_to_stop
from oddboard.games.yaz.rules.popping import none_free_beside
from oddboard.games.yaz.rules.reach import NO_WAY, spread
from oddboard.games.yaz.rules.setting import open_ground
from oddboard.games.yaz.state import (
    ALLOWANCE,
    BULGING,
    DRAWING,
    FIRST_OF,
    FIRST_TURN,
    HANDING,
    KIND,
    NO_LAND,
    NOBODY,
    NOWHERE,
    PLACING,
    RACING,
    RUNNERS,
    TOSSING,
    State,
    Work,
    distance,
    has_moved,
    is_free,
    is_held,
    is_open,
    passenger_of,
    pieces_at,
)

_NOW = {
    DRAWING: ("YAZ-5", "First the setting player is drawn."),
    BULGING: ("YAZ-6", "First the setting player places the bulges."),
    PLACING: ("YAZ-7", "Now the players place their Yazzites in turn."),
    TOSSING: ("YAZ-8", "Now a coin decides whose baton is placed first."),
    HANDING: ("YAZ-8", "Now the batons are placed."),
    RACING: ("YAZ-9", "The setting is over; the race is on."),
}


_PHASE_OF = {PLACE: PLACING, BULGE: BULGING, BATON: HANDING, SETTER: DRAWING, COIN: TOSSING}


def why_not(s: State, code: int) -> Refusal:
    """The rule that forbids a code that is not legal."""
    wanted = _PHASE_OF.get(what_of(code), RACING)
    if wanted != s.phase:
        return Refusal(*_NOW[int(s.phase)])
    if wanted == PLACING:
        return _why_not_place(s, whose_of(code), hex_of(code))
    if wanted == BULGING:
        return _why_not_bulge(s, hex_of(code))
    if wanted == HANDING:
        return _why_not_baton(s, hex_of(code))
    return _why_not_in_race(s, code)


def _why_not_in_race(s: State, code: int) -> Refusal:
    what = what_of(code)
    if s.pop_baton != NOBODY:
        return _why_not_pop_baton(s, code)
    if s.pop_piece != NOBODY or what == POP:
        return _why_not_pop(s, code)
    if what == POP_BATON:
        return Refusal("YAZ-42", "No baton waits to be popped out.")
    if what == STEP:
        return _why_not_step(s, whose_of(code), hex_of(code))
    if what == DROP:
        return _why_not_drop(s, hex_of(code))
    about_a_piece = {PASS: _why_not_pass, PICK: _why_not_pick, BOARD: _why_not_board}
    if what in about_a_piece:
        return about_a_piece[what](s, whose_of(code))
    return {
        END: _unfinished,
        ANNOUNCE: _why_not_announce,
        STOP: _why_not_stop,
        SET_DOWN: _why_not_set_down,
        GRAB: _why_not_grab,
    }[what](s)


def _unfinished(s: State) -> Refusal:
    """What must be done before anything else."""
    if s.mover != NOBODY:
        return Refusal("YAZ-9", f"{piece_name(int(s.mover))} is moving: its move is completed first.")
    return Refusal(
        "YAZ-12",
        f"{piece_name(int(s.next))} shares its hex and must be the next to move; passing and dropping are open.",
    )


def _why_not_announce(s: State) -> Refusal:
    if not s.announce:
        return Refusal("YAZ-32", "In this race no finish is announced.")
    if s.last_turn:
        return Refusal("YAZ-32", "The last turn needs no announcement, and takes none.")
    return Refusal("YAZ-32", "A finish is announced before the turn begins, as its very first decision.")


def _cannot_complete(what: str) -> Refusal:
    return Refusal("YAZ-12", f"{what}: what is then pending could not be completed with a lawful stop.")


def _terrain(s: State, piece: int, place: int) -> Refusal:
    kind = KIND_NAMES[KIND[piece]]
    ground = TERRAIN_NAMES[int(s.terrain[place])]
    return Refusal("YAZ-2", f"{hex_name(place)} is {ground}, where no {kind} may go.")


def _barred(s: State, piece: int, place: int) -> Refusal | None:
    runner = piece if piece < RUNNERS else passenger_of(s, int(s.turn), piece)
    if runner != NOBODY and is_open(s, runner, place) and would_finish(s, int(s.turn), runner, place):
        return Refusal(
            "YAZ-33", f"In {hex_name(place)} stands the last bulge: entering with the baton must have been announced."
        )
    return None


def _why_not_step(s: State, piece: int, place: int) -> Refusal:
    seat, name = int(s.turn), piece_name(piece)
    if s.mover not in (NOBODY, piece) or (s.mover == NOBODY and s.next not in (NOBODY, piece)):
        return _unfinished(s)
    if is_held(s, seat, piece):
        return Refusal("YAZ-15", f"{name} is throttled and cannot move.")
    if has_moved(s, piece):
        return Refusal("YAZ-9", f"{name} has moved in this turn already.")
    at = int(s.at[seat, piece])
    if s.mover == piece and s.left == 0:
        return Refusal("YAZ-2", f"{name} has moved its {ALLOWANCE[piece]} hexes.")
    if at == NOWHERE:
        return Refusal("YAZ-10", f"{name} is not on the map.")
    if s.terrain[place] != NO_LAND and not is_open(s, piece, place):
        return _terrain(s, piece, place)
    if distance(at, place) != 1:
        return _why_not_far(s, piece, at, place)
    return _barred(s, piece, place) or Refusal(
        "YAZ-12" if pieces_at(s, seat, place) else "YAZ-13",
        f"From {hex_name(place)} {name} could reach no lawful stop with what is left of its move.",
    )


def _why_not_far(s: State, piece: int, at: int, place: int) -> Refusal:
    """A hex that is not beside a piece: what keeps it from going there at all, if something does."""
    seat, name, where = int(s.turn), piece_name(piece), hex_name(place)
    left = int(s.left) if s.mover == piece else int(ALLOWANCE[piece])
    far = distance(at, place)
    if far > left:
        return Refusal("YAZ-2", f"{where} is {far} hexes away, and {name} may still move {left}.")
    w = scratch(Work)
    spread(s, w, piece, at, left, w.far)
    if w.far[place] == NO_WAY:
        return Refusal("YAZ-10", f"No way of at most {left} hexes over ground open to {name} leads to {where}.")
    if pieces_at(s, 1 - seat, place) and piece < RUNNERS:
        return Refusal("YAZ-13", f"{name} cannot stop on a foe, as on {where}: only Luggants do.")
    if pieces_at(s, seat, place) & int(s.moved):
        return Refusal("YAZ-12", f"{name} cannot stop on a friend that has moved already, as on {where}.")
    return Refusal("YAZ-10", f"{name} moves from hex to adjacent hex; {where} is not beside it.")


def _why_not_stop(s: State) -> Refusal:
    if s.mover == NOBODY:
        return Refusal("YAZ-9", "Nobody is moving.")
    seat, piece = int(s.turn), int(s.mover)
    name, place = piece_name(piece), int(s.at[seat, piece])
    friends, foes = others_at(s, seat, piece, place), pieces_at(s, 1 - seat, place)
    if s.must_step:
        return Refusal("YAZ-39c", f"{name} must step on first.")
    if way_to_stop(s) != NO_STOP:
        if foes:
            return Refusal("YAZ-24", f"{name} cannot stop there: who would be popped out could be placed nowhere.")
        return Refusal("YAZ-12", f"{name} cannot stop on a friend that could then reach no lawful stop itself.")
    if foes and piece >= RUNNERS:
        if s.turn_number == FIRST_TURN:
            return Refusal("YAZ-16", "No Luggant throttles on either player's first turn.")
        if passenger_of(s, seat, piece) != NOBODY:
            return Refusal("YAZ-39a", f"{name} cannot throttle while it carries.")
        return Refusal("YAZ-17", "A friend that is not throttled is there already; two of one side cannot stay.")
    if foes:
        if s.thief[seat] != NOBODY and member(foes, s.thief[seat]):
            return Refusal("YAZ-43", f"{name} cannot rescue the baton there.")
        return Refusal("YAZ-13", f"{name} cannot stop on a foe: only Luggants do.")
    if s.popped:
        return Refusal("YAZ-22", f"{name} was popped out onto somebody and must move on.")
    friend = friend_to_share_with(s, seat, friends)
    return Refusal(
        "YAZ-12",
        f"{name} cannot stop on {piece_name(friend) if friend != NOBODY else 'friends'}, who has moved already.",
    )


def _why_not_pop_baton(s: State, code: int) -> Refusal:
    owner = int(s.pop_baton)
    if what_of(code) != POP_BATON:
        return Refusal("YAZ-42", f"First {seats.name(owner)} pops the baton out into a hex beside the thief.")
    place = hex_of(code)
    thief = int(s.at[1 - owner, s.thief[owner]])
    if distance(thief, place) != 1:
        return Refusal("YAZ-42", f"The baton pops out into a hex beside {hex_name(thief)}.")
    return _cannot_complete(f"With the baton in {hex_name(place)} nobody could be popped out any more")


def _why_not_pop(s: State, code: int) -> Refusal:
    if s.pop_piece == NOBODY:
        return Refusal("YAZ-21", "Nobody waits to be popped out.")
    seat, piece = int(s.pop_seat), int(s.pop_piece)
    name, at = piece_name(piece), int(s.at[seat, piece])
    if what_of(code) != POP or whose_of(code) != piece:
        return Refusal("YAZ-21", f"First {seats.name(seat)} pops {name} out.")
    place = hex_of(code)
    if not is_open(s, piece, place):
        return _terrain(s, piece, place)
    if seat != s.turn:
        if not is_free(s, place):
            return Refusal("YAZ-39d", f"A passenger pops out onto a free hex, and {hex_name(place)} is not.")
        if would_finish(s, seat, piece, place):
            return Refusal("YAZ-39d", f"{name} cannot break its last bulge in the other side's turn.")
        return Refusal("YAZ-39d", f"A nearer free hex is open to {name}.")
    far = distance(at, place)
    if far > 2 or far == 0 or (far == 2 and not none_free_beside(s, piece, at)):
        more = "; two away only if none of those is free" if far == 2 else ""
        return Refusal("YAZ-21", f"{name} pops out into a hex beside {hex_name(at)}{more}.")
    barred = _barred(s, piece, place)
    if barred and s.announce and not s.announced and not s.last_turn:
        return barred
    if has_moved(s, piece):
        return Refusal("YAZ-23", f"{name} has moved in this turn and pops out only to a free hex.")
    return Refusal("YAZ-22", f"In {hex_name(place)} {name} would land on somebody and could not move on.")


def _why_not_pass(s: State, piece: int) -> Refusal:
    seat, carrier, name = int(s.turn), int(s.carrier[s.turn]), piece_name(piece)
    if piece >= RUNNERS:
        return Refusal("YAZ-26", "Luggants cannot carry the baton.")
    if carrier == NOBODY:
        return Refusal("YAZ-29", "Nobody of this side has the baton.")
    if is_held(s, seat, carrier):
        return Refusal("YAZ-20", f"{piece_name(carrier)} is throttled and cannot pass the baton.")
    if is_held(s, seat, piece):
        return Refusal("YAZ-20", f"{name} is throttled and cannot receive the baton.")
    if s.at[seat, piece] == NOWHERE or distance(int(s.at[seat, carrier]), int(s.at[seat, piece])) != 1:
        return Refusal("YAZ-29", f"The baton is passed to an adjacent hex; {name} is not beside {piece_name(carrier)}.")
    if member(s.given, piece):
        return Refusal("YAZ-30", f"{name} has been given the baton since the last step; somebody must step first.")
    return _cannot_complete(f"With the baton {name} would have to keep off the last bulge")


def _why_not_drop(s: State, place: int) -> Refusal:
    seat, carrier = int(s.turn), int(s.carrier[s.turn])
    if not s.dropping:
        return Refusal("YAZ-28", "Once taken the baton is always carried, never dropped.")
    if carrier == NOBODY:
        return Refusal("YAZ-40", "Nobody of this side has the baton.")
    if is_held(s, seat, carrier):
        return Refusal("YAZ-40", f"{piece_name(carrier)} is throttled and cannot put the baton down.")
    if s.terrain[place] == NO_LAND or distance(int(s.at[seat, carrier]), place) != 1:
        return Refusal("YAZ-40", f"The baton is put down in a hex beside {piece_name(carrier)}.")
    if not is_free(s, place):
        return Refusal("YAZ-40", f"The baton is put down where no Yazzite is; {hex_name(place)} is not empty.")
    return _cannot_complete(f"With the baton in {hex_name(place)} the way is barred")


def _why_not_pick(s: State, piece: int) -> Refusal:
    seat, name = int(s.turn), piece_name(piece)
    if not s.lugging:
        return Refusal("YAZ-39a", "In this race Luggants carry nobody.")
    if piece >= RUNNERS:
        return Refusal("YAZ-39a", "A Luggant cannot be carried.")
    if s.must_step:
        return Refusal("YAZ-39c", "The Luggant must step on first.")
    if is_held(s, seat, piece):
        return Refusal("YAZ-39b", f"{name} is throttled and cannot be picked up.")
    luggant = luggant_for(s, seat, int(s.at[seat, piece]), piece) if s.at[seat, piece] != NOWHERE else NOBODY
    if luggant == NOBODY:
        return Refusal("YAZ-39b", f"No Luggant that can move now is in the hex of {name}.")
    if s.cargo[seat, luggant - RUNNERS] != NOBODY:
        return Refusal("YAZ-39a", f"{piece_name(luggant)} carries somebody already.")
    if s.holds[seat, luggant - RUNNERS] != NOBODY:
        return Refusal("YAZ-39a", f"{piece_name(luggant)} is throttling and cannot start to carry.")
    if s.mover != NOBODY and s.left == 0:
        return Refusal("YAZ-39c", f"{piece_name(luggant)} has no movement left to go on with a passenger.")
    return _cannot_complete(f"With {name} aboard {piece_name(luggant)} could not go on")


def _why_not_board(s: State, luggant: int) -> Refusal:
    seat, name = int(s.turn), piece_name(luggant)
    if not s.lugging:
        return Refusal("YAZ-39a", "In this race Luggants carry nobody.")
    if s.mover == NOBODY or s.mover >= RUNNERS:
        return Refusal("YAZ-39b", "Only a moving runner boards.")
    if not s.mover_stepped:
        return Refusal("YAZ-39b", "Boarding needs at least one step before it.")
    if s.at[seat, luggant] != s.at[seat, s.mover]:
        return Refusal("YAZ-39b", f"{name} is not in the hex of {piece_name(int(s.mover))}.")
    return Refusal("YAZ-39b", f"{name} is not alone in its hex.")


def _why_not_set_down(s: State) -> Refusal:
    seat, piece = int(s.turn), int(s.mover)
    if not s.lugging:
        return Refusal("YAZ-39a", "In this race Luggants carry nobody.")
    if piece < RUNNERS or passenger_of(s, seat, piece) == NOBODY:
        return Refusal("YAZ-39c", "No loaded Luggant is moving.")
    place, passenger = int(s.at[seat, piece]), passenger_of(s, seat, piece)
    if s.must_step or s.left == 0:
        return Refusal("YAZ-39c", "A passenger is set down only by a Luggant that moves on, and once it has stepped.")
    if not is_open(s, passenger, place):
        return _terrain(s, passenger, place)
    if others_at(s, seat, piece, place) or pieces_at(s, 1 - seat, place):
        return Refusal("YAZ-39c", f"Somebody else is in {hex_name(place)}.")
    return _cannot_complete(f"{piece_name(piece)} could not move on")


def _why_not_grab(s: State) -> Refusal:
    seat = int(s.turn)
    place = int(s.baton_at[1 - seat])
    if not s.dropping:
        return Refusal("YAZ-28", "In this race no baton can be stolen.")
    if place == NOWHERE:
        return Refusal("YAZ-41", "The enemy's baton is not lying about.")
    if not s.taken[1 - seat]:
        return Refusal(
            "YAZ-41", "Only a baton put down or popped out can be stolen, not one still where it was placed."
        )
    if s.must_step:
        return Refusal("YAZ-39c", "The Luggant must step on first.")
    luggant = luggant_for(s, seat, place, NOBODY)
    if luggant == NOBODY:
        return Refusal("YAZ-41", f"No Luggant that can move now is in {hex_name(place)}, where the baton lies.")
    passenger = passenger_of(s, seat, luggant)
    if passenger != NOBODY and (others_at(s, seat, luggant, place) or pieces_at(s, 1 - seat, place)):
        return Refusal("YAZ-44", f"{piece_name(luggant)} is loaded, and not alone with its passenger.")
    if passenger != NOBODY and not is_open(s, passenger, place):
        return Refusal("YAZ-44", f"{piece_name(passenger)} cannot be set down there: the terrain is not open to it.")
    return _cannot_complete(f"{piece_name(luggant)} could not go on with the baton")


def _why_not_bulge(s: State, place: int) -> Refusal:
    """A bulge in a hex (YAZ-6)."""
    w = scratch(Work)
    name, ground = hex_name(place), int(s.terrain[place])
    if ground == NO_LAND:
        return Refusal("YAZ-3", f"There is no hex {name} on this map.")
    for number in range(s.laid):
        other = int(s.bulge[number])
        far = distance(place, other)
        if far == 0:
            return Refusal("YAZ-6", f"A bulge stands in {name} already.")
        if far < s.bulge_gap:
            return Refusal(
                "YAZ-6", f"{name} is {far} from the bulge in {hex_name(other)}; at least {s.bulge_gap} is wanted."
            )
    open_ground(s, w, int(s.bulge_gap))
    if w.need[0, ground] == 0:
        return Refusal("YAZ-6", f"A third of the bulges stands in {TERRAIN_NAMES[ground]} already.")
    return Refusal("YAZ-6", f"With a bulge in {name} there would be no room for the rest any more.")


def _why_not_place(s: State, kind: int, place: int) -> Refusal:
    """A Yazzite in a hex (YAZ-7)."""
    name, ground = hex_name(place), int(s.terrain[place])
    if ground == NO_LAND:
        return Refusal("YAZ-3", f"There is no hex {name} on this map.")
    if s.placed[s.turn, kind] >= s.counts[kind]:
        return Refusal("YAZ-7", f"All {s.counts[kind]} of {LETTERS[kind]} have been placed.")
    if not is_open(s, int(FIRST_OF[kind]), place):
        return Refusal("YAZ-7", f"{name} is {TERRAIN_NAMES[ground]}, where no {KIND_NAMES[kind]} may go.")
    if place in s.bulge[: s.laid]:
        return Refusal("YAZ-7", f"{name} is a bulge hex.")
    if not is_free(s, place):
        return Refusal("YAZ-7", f"{name} holds a Yazzite already.")
    return Refusal("YAZ-7", f"With a {KIND_NAMES[kind]} in {name} the Yazzites still to be placed would not all fit.")


def _why_not_baton(s: State, place: int) -> Refusal:
    """A baton in a hex (YAZ-8)."""
    if place not in s.bulge[: s.laid]:
        return Refusal("YAZ-8", f"{hex_name(place)} is no bulge hex; a baton is placed in one.")
    return Refusal("YAZ-8", f"The other baton is in {hex_name(place)} already.")
