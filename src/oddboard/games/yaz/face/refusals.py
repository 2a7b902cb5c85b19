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
from oddboard.games.yaz.names import KIND_NAMES, LETTERS, TERRAIN_NAMES, hex_name, piece_name
from oddboard.games.yaz.rules.bars import (
    CARRYING,
    CLOSED_GROUND,
    ELSEWHERE,
    FIRST_TURNS,
    FOE_THERE,
    FRIEND_HAS_MOVED,
    FRIEND_THERE,
    GIVEN_ALREADY,
    GIVER_HELD,
    HAS_MOVED,
    HELD,
    LANDED_ON_FRIEND,
    LAST_BULGE,
    LOADED,
    MUST_STEP,
    NEVER_TAKEN,
    NO_BATON,
    NO_LUGGANT,
    NO_MOVEMENT,
    NO_PASSENGER,
    NO_RESCUE,
    NO_RUNNER,
    NO_STEP_YET,
    NOT_ALONE,
    NOT_BESIDE,
    NOT_FREE,
    NOT_IN_THIS_RACE,
    NOT_LYING,
    NOTHING,
    ROOM_BESIDE,
    TAKER_HELD,
    THROTTLING,
    TOO_FAR,
)
from oddboard.games.yaz.rules.baton import bar_to_dropping, bar_to_entering, bar_to_passing
from oddboard.games.yaz.rules.journeys import NO_STOP, find_journeys
from oddboard.games.yaz.rules.lugging import bar_to_boarding, bar_to_picking, bar_to_setting_down, luggant_for
from oddboard.games.yaz.rules.moves import REST, SHARE, can_step, way_to_stop
from oddboard.games.yaz.rules.popping import HOP, bar_to_landing, bar_to_popping
from oddboard.games.yaz.rules.setting import open_ground
from oddboard.games.yaz.rules.stealing import bar_to_grabbing
from oddboard.games.yaz.state import (
    ALLOWANCE,
    BULGING,
    DRAWING,
    FARTHEST_MOVE,
    FIRST_OF,
    HANDING,
    KIND,
    NO_LAND,
    NOBODY,
    PLACING,
    RACING,
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


def _unannounced(place: int) -> Refusal:
    return Refusal(
        "YAZ-33", f"In {hex_name(place)} stands the last bulge: entering with the baton must have been announced."
    )


def _closed(s: State, piece: int, place: int) -> Refusal:
    kind = KIND_NAMES[KIND[piece]]
    ground = TERRAIN_NAMES[int(s.terrain[place])]
    return Refusal("YAZ-2", f"{hex_name(place)} is {ground}, where no {kind} may go.")


def _why_not_step(s: State, piece: int, place: int) -> Refusal:
    seat, name, where = int(s.turn), piece_name(piece), hex_name(place)
    if not can_step(s, piece):
        if (s.mover if s.mover != NOBODY else s.next) not in (NOBODY, piece):
            return _unfinished(s)
        if is_held(s, seat, piece):
            return Refusal("YAZ-15", f"{name} is throttled and cannot move.")
        if has_moved(s, piece):
            return Refusal("YAZ-9", f"{name} has moved in this turn already.")
        return Refusal("YAZ-2", f"{name} has moved its {ALLOWANCE[piece]} hexes.")
    if s.terrain[place] == NO_LAND or distance(int(s.at[seat, piece]), place) != 1:
        return _why_not_far(s, piece, int(s.at[seat, piece]), place)
    bar = bar_to_entering(s, seat, piece, place)
    if bar == CLOSED_GROUND:
        return _closed(s, piece, place)
    if bar == LAST_BULGE:
        return _unannounced(place)
    return Refusal(
        "YAZ-12" if pieces_at(s, seat, place) else "YAZ-13",
        f"From {where} {name} could reach no lawful stop with what is left of its move.",
    )


def _why_not_far(s: State, piece: int, at: int, place: int) -> Refusal:
    """A hex that is not beside a piece: what keeps it from going there at all, if something does."""
    name, where = piece_name(piece), hex_name(place)
    if s.terrain[place] != NO_LAND and not is_open(s, piece, place):
        return _closed(s, piece, place)
    left = int(s.left) if s.mover == piece else int(ALLOWANCE[piece])
    far = distance(at, place)
    if far > left:
        return Refusal("YAZ-2", f"{where} is {far} hexes away, and {name} may still move {left}.")
    w = scratch(Work)
    count = find_journeys(s, w, piece, FARTHEST_MOVE)
    if place not in w.queue[:count]:
        return Refusal("YAZ-10", f"No way of at most {left} hexes over ground open to {name} leads to {where}.")
    end = w.queue[:count].tolist().index(place)
    if end and w.comes[end] == NO_STOP and w.bars[end] in (FOE_THERE, FRIEND_HAS_MOVED):
        rule, words = _STOPPING[int(w.bars[end])]
        return Refusal(rule, words.format(name=name, where=where))
    return Refusal("YAZ-10", f"{name} moves from hex to adjacent hex; {where} is not beside it.")


_STOPPING = {
    MUST_STEP: ("YAZ-39c", "{name} must step on first."),
    LANDED_ON_FRIEND: ("YAZ-22", "{name} was popped out onto somebody and must move on."),
    FRIEND_HAS_MOVED: ("YAZ-12", "{name} cannot stop in {where} on a friend that has moved already."),
    FIRST_TURNS: ("YAZ-16", "No Luggant throttles on either player's first turn."),
    LOADED: ("YAZ-39a", "{name} cannot throttle while it carries."),
    FRIEND_THERE: ("YAZ-17", "A friend that is not throttled is there already; two of one side cannot stay."),
    FOE_THERE: ("YAZ-13", "{name} cannot stop in {where} on a foe: only Luggants do."),
    NO_RESCUE: ("YAZ-43", "{name} cannot rescue the baton there."),
}


def _why_not_stop(s: State) -> Refusal:
    if s.mover == NOBODY:
        return Refusal("YAZ-9", "Nobody is moving.")
    name, where = piece_name(int(s.mover)), hex_name(int(s.at[s.turn, s.mover]))
    way = way_to_stop(s)
    if way == SHARE:
        return Refusal("YAZ-12", f"{name} cannot stop on a friend that could then reach no lawful stop itself.")
    if way >= REST:
        return Refusal("YAZ-24", f"{name} cannot stop there: who would be popped out could be placed nowhere.")
    rule, words = _STOPPING[-way]
    return Refusal(rule, words.format(name=name, where=where))


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
    name, where, place = piece_name(piece), hex_name(hex_of(code)), hex_of(code)
    if what_of(code) != POP or whose_of(code) != piece:
        return Refusal("YAZ-21", f"First {seats.name(seat)} pops {name} out.")
    bar = bar_to_popping(s, place) if seat == s.turn else bar_to_landing(s, place)
    if bar == CLOSED_GROUND:
        return _closed(s, piece, place)
    if seat != s.turn:
        return {
            NOTHING: Refusal("YAZ-39d", f"A nearer free hex is open to {name}."),
            NOT_FREE: Refusal("YAZ-39d", f"A passenger pops out onto a free hex, and {where} is not."),
            LAST_BULGE: Refusal("YAZ-39d", f"{name} cannot break its last bulge in the other side's turn."),
        }[bar]
    beside = f"{name} pops out into a hex beside {hex_name(int(s.at[seat, piece]))}"
    return {
        NOTHING: Refusal("YAZ-22", f"In {where} {name} would land on somebody and could not move on."),
        TOO_FAR: Refusal("YAZ-21", f"{beside}."),
        ROOM_BESIDE: Refusal("YAZ-21", f"{beside}; {HOP} away only if none of those is free."),
        LAST_BULGE: _unannounced(place),
        HAS_MOVED: Refusal("YAZ-23", f"{name} has moved in this turn and pops out only to a free hex."),
    }[bar]


def _why_not_pass(s: State, piece: int) -> Refusal:
    name = piece_name(piece)
    carrier = _name(s.carrier[s.turn])
    return {
        NO_RUNNER: Refusal("YAZ-26", "Luggants cannot carry the baton."),
        NO_BATON: Refusal("YAZ-29", "Nobody of this side has the baton."),
        GIVER_HELD: Refusal("YAZ-20", f"{carrier} is throttled and cannot pass the baton."),
        TAKER_HELD: Refusal("YAZ-20", f"{name} is throttled and cannot receive the baton."),
        NOT_BESIDE: Refusal("YAZ-29", f"The baton is passed to an adjacent hex; {name} is not beside {carrier}."),
        GIVEN_ALREADY: Refusal(
            "YAZ-30", f"{name} has been given the baton since the last step; somebody must step first."
        ),
        NOTHING: _cannot_complete(f"With the baton {name} would have to keep off the last bulge"),
    }[bar_to_passing(s, piece)]


def _why_not_drop(s: State, place: int) -> Refusal:
    where, carrier = hex_name(place), _name(s.carrier[s.turn])
    return {
        NOT_IN_THIS_RACE: Refusal("YAZ-28", "Once taken the baton is always carried, never dropped."),
        NO_BATON: Refusal("YAZ-40", "Nobody of this side has the baton."),
        GIVER_HELD: Refusal("YAZ-40", f"{carrier} is throttled and cannot put the baton down."),
        NOT_BESIDE: Refusal("YAZ-40", f"The baton is put down in a hex beside {carrier}."),
        NOT_FREE: Refusal("YAZ-40", f"The baton is put down where no Yazzite is; {where} is not empty."),
        NOTHING: _cannot_complete(f"With the baton in {where} the way is barred"),
    }[bar_to_dropping(s, place)]


_NO_LUGGING = Refusal("YAZ-39a", "In this race Luggants carry nobody.")
_STEP_ON = Refusal("YAZ-39c", "The Luggant must step on first.")


def _why_not_pick(s: State, piece: int) -> Refusal:
    seat, name = int(s.turn), piece_name(piece)
    luggant = _name(luggant_for(s, seat, int(s.at[seat, piece]), piece))
    return {
        NOT_IN_THIS_RACE: _NO_LUGGING,
        NO_RUNNER: Refusal("YAZ-39a", "A Luggant cannot be carried."),
        MUST_STEP: _STEP_ON,
        HELD: Refusal("YAZ-39b", f"{name} is throttled and cannot be picked up."),
        NO_LUGGANT: Refusal("YAZ-39b", f"No Luggant that can move now is in the hex of {name}."),
        CARRYING: Refusal("YAZ-39a", f"{luggant} carries somebody already."),
        THROTTLING: Refusal("YAZ-39a", f"{luggant} is throttling and cannot start to carry."),
        NO_MOVEMENT: Refusal("YAZ-39c", f"{luggant} has no movement left to go on with a passenger."),
        NOTHING: _cannot_complete(f"With {name} aboard {luggant} could not go on"),
    }[bar_to_picking(s, piece)]


def _why_not_board(s: State, luggant: int) -> Refusal:
    name = piece_name(luggant)
    return {
        NOT_IN_THIS_RACE: _NO_LUGGING,
        NO_RUNNER: Refusal("YAZ-39b", "Only a moving runner boards."),
        NO_STEP_YET: Refusal("YAZ-39b", "Boarding needs at least one step before it."),
        ELSEWHERE: Refusal("YAZ-39b", f"{name} is not in the hex of {_name(s.mover)}."),
        NOT_ALONE: Refusal("YAZ-39b", f"{name} is not alone in its hex."),
    }[bar_to_boarding(s, luggant)]


def _why_not_set_down(s: State) -> Refusal:
    seat, piece = int(s.turn), int(s.mover)
    bar = bar_to_setting_down(s)
    if bar == CLOSED_GROUND:
        return _closed(s, passenger_of(s, seat, piece), int(s.at[seat, piece]))
    return {
        NOT_IN_THIS_RACE: _NO_LUGGING,
        NO_PASSENGER: Refusal("YAZ-39c", "No loaded Luggant is moving."),
        MUST_STEP: _STEP_ON,
        NO_MOVEMENT: Refusal("YAZ-39c", "A passenger is set down only by a Luggant that moves on."),
        NOT_ALONE: Refusal("YAZ-39c", "Somebody else is in that hex."),
        NOTHING: _cannot_complete(f"{_name(piece)} could not move on"),
    }[bar]


def _why_not_grab(s: State) -> Refusal:
    seat = int(s.turn)
    place = int(s.baton_at[1 - seat])
    luggant = luggant_for(s, seat, place, NOBODY)
    passenger = NOBODY if luggant == NOBODY else passenger_of(s, seat, luggant)
    return {
        NOT_IN_THIS_RACE: Refusal("YAZ-28", "In this race no baton can be stolen."),
        NOT_LYING: Refusal("YAZ-41", "The enemy's baton is not lying about."),
        NEVER_TAKEN: Refusal(
            "YAZ-41", "Only a baton put down or popped out can be stolen, not one still where it was placed."
        ),
        MUST_STEP: _STEP_ON,
        NO_LUGGANT: Refusal("YAZ-41", f"No Luggant that can move now is in {hex_name(place)}, where the baton lies."),
        NOT_ALONE: Refusal("YAZ-44", f"{_name(luggant)} is loaded, and not alone with its passenger."),
        CLOSED_GROUND: Refusal(
            "YAZ-44", f"{_name(passenger)} cannot be set down there: the terrain is not open to it."
        ),
        NOTHING: _cannot_complete(f"{_name(luggant)} could not go on with the baton"),
    }[bar_to_grabbing(s)]


def _name(piece: int) -> str:
    """The name of a piece, where there is one."""
    return "" if piece == NOBODY else piece_name(int(piece))


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
