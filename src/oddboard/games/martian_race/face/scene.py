"""Martian Race as a picture: the board, the families on and beside it, dice and facings."""

from collections.abc import Mapping
from typing import Any

from oddboard.core import seats
from oddboard.core.scene import Ground, Item, Piece, Place, Scene, SeatLine
from oddboard.games.martian_race.decision import FACING_NAMES
from oddboard.games.martian_race.face.names import FACING_IDS, MARTIAN_IDS, PLACE_NAMES, SQUARE_IDS, called_with_size
from oddboard.games.martian_race.face.unpacked import Unpacked, members, unpacked
from oddboard.games.martian_race.state import (
    DEPOT,
    DOG,
    ENDED,
    FAMILY,
    GOVERNMENT,
    HOME,
    KILLED,
    LARGE,
    LAUNCHED,
    MEDIUM,
    MOVING,
    PAD,
    PUSHING,
    SIDE,
    SMALL,
    SQUARES,
    UP,
    WAITING,
    State,
    square_name,
)

FACING_WORDS = ("north", "east", "south", "west", "up")
_POSES = ("lying north", "lying east", "lying south", "lying west", "standing")
_NUMBERS = ("no", "one", "two", "three", "four", "five")
_BESIDE = {WAITING: "waiting to land", LAUNCHED: "launched", KILLED: "killed by the Mad Dog"}
_TRAYS = {WAITING: "waiting", LAUNCHED: "launched", KILLED: "killed"}
_KINDS = {HOME: "home", GOVERNMENT: "government", DEPOT: "depot", PAD: "pad"}
# Where those that share a square stand, from its middle, and at what size: side by side, then in rows.
_SHARED: dict[int, tuple[float, list[tuple[float, float]]]] = {
    1: (1.0, [(0, 0)]),
    2: (0.8, [(-0.226, -0.036), (0.226, 0.036)]),
    3: (0.66, [(-0.24, -0.2), (0.24, -0.2), (0, 0.22)]),
    4: (0.6, [(-0.24, -0.23), (0.24, -0.23), (-0.24, 0.23), (0.24, 0.23)]),
    5: (0.5, [(-0.26, -0.26), (0.26, -0.26), (0, 0), (-0.26, 0.26), (0.26, 0.26)]),
}


def ground() -> Ground:
    """The board: a square is one wide, a8 is in the corner up left."""
    return {"size": (SIDE, SIDE), "places": [_place(at) for at in range(SQUARES)]}


def _place(at: int) -> Place:
    x, y = at % SIDE, SIDE - 1 - at // SIDE
    beside = [(at % SIDE + right, at // SIDE + up) for right, up in ((0, 1), (1, 0), (0, -1), (-1, 0))]
    name = square_name(at)
    place = Place(
        id=SQUARE_IDS[at],
        name=f"{name}, {PLACE_NAMES[at]}" if at in PLACE_NAMES else name,
        kind=_KINDS.get(at, "light" if (x + y) % 2 == 0 else "dark"),
        at=(x + 0.5, y + 0.5),
        outline=[(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)],
        near=[SQUARE_IDS[row * SIDE + column] for column, row in beside if 0 <= column < SIDE and 0 <= row < SIDE],
    )
    if at in PLACE_NAMES:
        place["label"] = PLACE_NAMES[at]
    return place


GROUND = ground()


def scene(s: State) -> Scene:
    """Everything that there is to see."""
    u = unpacked(s)
    found = Scene(
        caption=caption(u),
        pieces=_pieces(u),
        items=_items(u),
        seats=[_seat_line(u, seat) for seat in range(u.players)],
        look={
            "blocks": _blocks(u),
            "closed": [SQUARE_IDS[at] for seat in range(u.players) for at in members(u.blocked[seat])],
        },
    )
    if words := _help(u):
        found["help"] = words
    return found


def _blocks(u: Unpacked) -> dict[str, int]:
    """The squares that are at least partly blocked for others, with their strength (MAR-16)."""
    return {
        SQUARE_IDS[at]: max(u.strength[any_seat][at] for any_seat in range(u.players))
        for seat in range(u.players)
        for at in members(u.partly[seat])
    }


def caption(u: Unpacked) -> str:
    """Where the game is."""
    families = f"{_NUMBERS[u.players].capitalize()} families of {_NUMBERS[u.family]}"
    if u.phase == ENDED:
        return f"{families} · over after {u.rounds + 1} rounds" if u.rounds else f"{families} · over"
    if u.winner >= 0:
        return f"{families} · round {u.rounds + 1} · {_dog_turns(u)}"
    return f"{families} · round {u.rounds + 1}"


def _dog_turns(u: Unpacked) -> str:
    """How far the Mad Dog's time has gone; where only the turn limit ends it, its turns are not counted out."""
    left = f" of {u.dog_turns}" if u.dog_turns < u.turn_limit else ""
    return f"the Mad Dog's turn {u.dog_turn}{left}" if u.dog_turn else "the Mad Dog comes"


def _help(u: Unpacked) -> str:
    if u.phase == MOVING:
        dice = [die for die in u.dice if die]
        each = "Each die is one move" if len(dice) == 2 else f"The {dice[0]} is one move"
        who = "by the Mad Dog" if u.turn == u.winner else "by one Martian"
        return f"{each} {who}, of up to so many steps: a square, a turn, lying down or standing up."
    if u.phase == PUSHING:
        pushed = [f"{named(u, each)} by up to {u.reach[each]}" for each in range(DOG) if u.hit_by[each] == u.wave]
        far = f"Pushed along rows and columns, as far as possible: {', '.join(pushed)}."
        if u.pusher == u.turn:
            return far
        return f"{seats.name(u.pusher)} decides, whose Martian was pushed onto them. {far}"
    return ""


def named(u: Unpacked, martian: int) -> str:
    """A Martian or the dog as people call it."""
    return called_with_size(martian, u.size[martian])


def _pieces(u: Unpacked) -> list[Piece]:
    pieces = []
    for martian in range(u.players * FAMILY):
        if martian % FAMILY < u.family:
            pieces.append(_piece(u, martian))
    if u.mad_dog and u.winner >= 0 and u.phase != ENDED:
        pieces.append(_piece(u, DOG))
    return pieces


def _piece(u: Unpacked, martian: int) -> Piece:
    at, facing, dog = u.at[martian], u.facing[martian], martian == DOG
    piece = Piece(
        id=MARTIAN_IDS[martian],
        name="",
        kind="dog" if dog else "martian",
        seat=u.winner if dog else martian // FAMILY,
        at=None,
        spot=None,
    )
    look: dict[str, Any] = {"size": u.size[martian], "standing": at >= 0 and facing == UP}
    piece["look"] = look
    who = named(u, martian)
    if at < 0:
        piece["name"] = f"{who}, {'waiting at the Launch Pad' if dog else _BESIDE[at]}"
        look["tray"] = _TRAYS[at]
        return piece
    there = u.on[at]
    scale, offsets = _SHARED[min(len(there), 5)]
    right, down = offsets[there.index(martian) % len(offsets)]
    piece["at"] = SQUARE_IDS[at]
    piece["spot"] = (at % SIDE + 0.5 + right, SIDE - 0.5 - at // SIDE + down)
    look["scale"] = scale
    if facing != UP:
        piece["angle"] = facing * 90.0
    state = "facing north" if dog and facing == 0 else _POSES[facing]
    piece["name"] = f"{who} on {square_name(at)}, {state}"
    if not dog and u.hit_by[martian]:
        look["pushed"] = u.reach[martian]
        piece["name"] += f", to be pushed {u.reach[martian]}"
    return piece


def _items(u: Unpacked) -> list[Item]:
    items = []
    seat = u.turn
    if u.phase in (MOVING, PUSHING):
        for place, die in enumerate(u.dice):
            if die:
                # A double is two dice, of which the first is the one to be touched.
                second = place == 1 and die == u.dice[0]
                items.append(
                    Item(
                        id=f"die:{die}.2" if second else f"die:{die}",
                        name=f"{die}",
                        kind="die",
                        tray="dice",
                        seat=seat,
                        face=str(die),
                        lasting=True,
                    )
                )
    if u.phase == MOVING:
        for facing, word in enumerate(FACING_WORDS):
            items.append(
                Item(
                    id=FACING_IDS[facing],
                    name=word,
                    kind="facing",
                    tray="facing",
                    seat=seat,
                    face=FACING_NAMES[facing],
                )
            )
    return items


def margin(count: int) -> str:
    """The winner's margin (MAR-36)."""
    return f"{count or 'none'} killed"


def _seat_line(u: Unpacked, seat: int) -> SeatLine:
    family = range(seat * FAMILY, seat * FAMILY + u.family)
    launched = [m for m in family if u.at[m] == LAUNCHED]
    walking = sorted((m for m in family if u.at[m] >= 0), key=lambda m: -u.size[m])
    waiting = [m for m in family if u.at[m] == WAITING]
    killed = [m for m in family if u.at[m] == KILLED]
    parts = [
        f"{len(some)} {word}"
        for some, word in (
            (launched, "launched"),
            (walking, "on the way"),
            (waiting, "waiting"),
            (killed, "killed"),
        )
        if some
    ]
    if len(launched) == u.family:
        parts = ["all launched"]
        if u.mad_dog and u.winner == seat:
            parts += [f"wins with {margin(u.killed)}" if u.phase == ENDED else f"runs the Mad Dog, {margin(u.killed)}"]
    counts: list[Mapping[str, Any]] = [
        {"kind": kind, "size": u.size[m], "seat": seat}
        for kind, some in (("launched", launched), ("martian", walking), ("waiting", waiting), ("killed", killed))
        for m in some
    ]
    return {"line": ", ".join(parts), "counts": counts}


assert (SMALL, MEDIUM, LARGE) == (1, 2, 3)  # sizes are also how many eyes a Martian has
