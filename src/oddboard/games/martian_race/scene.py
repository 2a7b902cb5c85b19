"""Martian Race as a picture: the board, the families on and beside it, dice and facings, and what is touched."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from oddboard.core import seats
from oddboard.core.game import Decision
from oddboard.core.scene import Ground, Item, Piece, Place, Scene, SeatLine
from oddboard.games.martian_race.drawing import FACING_NAMES, PLACE_NAMES, SIZE_NAMES, martian_name, square_name
from oddboard.games.martian_race.moves import ENDS, FIRST_DRAW, FIRST_PUSH, FIRST_ROLL, roll_code
from oddboard.games.martian_race.sight import SQUARE_IDS, Sight, seen
from oddboard.games.martian_race.state import (
    BLOCKED,
    DEPOT,
    DOG,
    DOG_SLOT,
    DRAWING,
    ENDED,
    FACINGS,
    FAMILY,
    GOVERNMENT,
    HOME,
    KILLED,
    LARGE,
    LAUNCHED,
    MEDIUM,
    MOVING,
    PAD,
    PARTLY_BLOCKED,
    PUSHING,
    ROLLING,
    SLOTS,
    SMALL,
    SQUARES,
    UP,
    WAITING,
    State,
)

ASKS = {
    "die": "choose a die",
    "martian": "choose a Martian",
    "square": "choose a square for {martian}",
    "facing": "choose which way {martian} faces on {square}",
}
FACING_WORDS = ("north", "east", "south", "west", "up")
_POSES = ("lying north", "lying east", "lying south", "lying west", "standing")
_NUMBERS = ("no", "one", "two", "three", "four", "five")
_BESIDE = {WAITING: "waiting to land", LAUNCHED: "launched", KILLED: "killed by the Mad Dog"}
_TRAYS = {WAITING: "waiting", LAUNCHED: "launched", KILLED: "killed"}
_KINDS = {HOME: "home", GOVERNMENT: "government", DEPOT: "depot", PAD: "pad"}
_MARTIAN_IDS = [f"martian:{martian_name(martian)}" for martian in range(DOG + 1)]
KEPT_MOVES = 16384  # whose words and touches are in mind: there are hundreds in a turn, and mostly the same
_FACING_IDS = [f"facing:{name}" for name in FACING_NAMES]
_NAMES = [
    {size: f"{seats.name(m // FAMILY)}'s {word} Martian {m % FAMILY + 1}" for size, word in SIZE_NAMES.items()}
    for m in range(DOG)
]
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
    return {"size": (8, 8), "places": [_place(at) for at in range(SQUARES)]}


def _place(at: int) -> Place:
    x, y = at % 8, 7 - at // 8
    beside = [(at % 8 + right, at // 8 + up) for right, up in ((0, 1), (1, 0), (0, -1), (-1, 0))]
    name = square_name(at)
    place = Place(
        id=SQUARE_IDS[at],
        name=f"{name}, {PLACE_NAMES[at]}" if at in PLACE_NAMES else name,
        kind=_KINDS.get(at, "light" if (x + y) % 2 == 0 else "dark"),
        at=(x + 0.5, y + 0.5),
        outline=[(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)],
        near=[SQUARE_IDS[row * 8 + column] for column, row in beside if 0 <= column < 8 and 0 <= row < 8],
    )
    if at in PLACE_NAMES:
        place["label"] = PLACE_NAMES[at]
    return place


GROUND = ground()


def scene(s: State) -> Scene:
    """Everything that there is to see."""
    sight = seen(s)
    found = Scene(
        caption=caption(sight),
        pieces=_pieces(sight),
        items=_items(sight),
        seats=[_seat_line(sight, seat) for seat in range(sight.players)],
        look={"blocks": sight.blocks(), "turn": sight.turn, "dog": sight.winner >= 0 and sight.mad_dog},
    )
    if words := _help(sight):
        found["help"] = words
    return found


def caption(sight: Sight) -> str:
    """Where the game is."""
    families = f"{_NUMBERS[sight.players].capitalize()} families of {_NUMBERS[sight.family]}"
    if sight.phase == ENDED:
        return f"{families} · over after {sight.rounds + 1} rounds" if sight.rounds else f"{families} · over"
    return f"{families} · round {sight.rounds + 1}"


def _help(sight: Sight) -> str:
    if sight.phase == MOVING:
        dice = [die for die in sight.dice if die]
        each = "Each die is one move" if len(dice) == 2 else f"The {dice[0]} is one move"
        who = "by the Mad Dog" if sight.turn == sight.winner else "by one Martian"
        return f"{each} {who}, of up to so many steps: a square, a turn, lying down or standing up."
    if sight.phase == PUSHING:
        pushed = [
            f"{named(sight, martian)} {sight.reach[martian]}"
            for martian in range(DOG)
            if sight.hit_by[martian] == sight.wave
        ]
        return f"Pushed along rows and columns, as far as possible: {', '.join(pushed)}."
    return ""


def named(sight: Sight, martian: int) -> str:
    """A Martian or the dog as people call it."""
    return "the Mad Dog" if martian == DOG else _NAMES[martian][sight.size[martian]]


def _pieces(sight: Sight) -> list[Piece]:
    pieces = []
    for martian in range(sight.players * FAMILY):
        if martian % FAMILY < sight.family:
            pieces.append(_piece(sight, martian))
    if sight.mad_dog and sight.winner >= 0 and sight.phase != ENDED:
        pieces.append(_piece(sight, DOG))
    return pieces


def _piece(sight: Sight, martian: int) -> Piece:
    at, facing, dog = sight.at[martian], sight.facing[martian], martian == DOG
    piece = Piece(
        id=_MARTIAN_IDS[martian],
        name="",
        kind="dog" if dog else "martian",
        seat=sight.winner if dog else martian // FAMILY,
        at=None,
        spot=None,
    )
    look: dict[str, Any] = {"size": sight.size[martian], "standing": at >= 0 and facing == UP}
    piece["look"] = look
    who = named(sight, martian)
    if at < 0:
        piece["name"] = f"{who}, {'waiting at the Launch Pad' if dog else _BESIDE[at]}"
        look["tray"] = _TRAYS[at]
        return piece
    there = sight.on[at]
    scale, offsets = _SHARED[min(len(there), 5)]
    right, down = offsets[there.index(martian) % len(offsets)]
    piece["at"] = SQUARE_IDS[at]
    piece["spot"] = (at % 8 + 0.5 + right, 7.5 - at // 8 + down)
    look["scale"] = scale
    if facing != UP:
        piece["angle"] = facing * 90.0
    state = "facing north" if dog and facing == 0 else _POSES[facing]
    piece["name"] = f"{who} on {square_name(at)}, {state}"
    if not dog and sight.hit_by[martian]:
        look["pushed"] = sight.reach[martian]
        piece["name"] += f", to be pushed {sight.reach[martian]}"
    return piece


def _items(sight: Sight) -> list[Item]:
    items = []
    seat = sight.turn
    if sight.phase in (MOVING, PUSHING):
        for place, die in enumerate(sight.dice):
            if die:
                # A double is two dice, of which the first is the one to be touched.
                second = place == 1 and die == sight.dice[0]
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
    if sight.phase == MOVING:
        for facing, word in enumerate(FACING_WORDS):
            items.append(
                Item(
                    id=_FACING_IDS[facing],
                    name=word,
                    kind="facing",
                    tray="facing",
                    seat=seat,
                    face=FACING_NAMES[facing],
                )
            )
    return items


def _seat_line(sight: Sight, seat: int) -> SeatLine:
    family = range(seat * FAMILY, seat * FAMILY + sight.family)
    launched = [m for m in family if sight.at[m] == LAUNCHED]
    walking = sorted((m for m in family if sight.at[m] >= 0), key=lambda m: -sight.size[m])
    waiting = [m for m in family if sight.at[m] == WAITING]
    killed = [m for m in family if sight.at[m] == KILLED]
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
    if len(launched) == sight.family:
        parts = ["all launched" + (", runs the Mad Dog" if sight.mad_dog and sight.winner == seat else "")]
    counts: list[Mapping[str, Any]] = [
        {"kind": kind, "size": sight.size[m], "seat": seat}
        for kind, some in (("launched", launched), ("martian", walking), ("waiting", waiting), ("killed", killed))
        for m in some
    ]
    return {"line": ", ".join(parts), "counts": counts}


def touches(s: State, code: int) -> list[str]:
    """Die, Martian, square, facing; without the die where both are alike or one is left."""
    sight = seen(s)
    if code >= FIRST_PUSH:
        if code >= FIRST_ROLL:
            return marks(s, code)
        martian, at = divmod(code - FIRST_PUSH, SQUARES)
        return [_MARTIAN_IDS[martian], SQUARE_IDS[at]]
    return [*touches_of_move(sight.turn, dice_differ(sight), code)]


def dice_differ(sight: Sight) -> bool:
    """Whether it matters which die is used."""
    return bool(sight.dice[1]) and sight.dice[0] != sight.dice[1]


@lru_cache(maxsize=KEPT_MOVES)
def touches_of_move(turn: int, dice: bool, code: int) -> list[str]:
    """What is touched for a move, the die first if there are two; shared by all who ask."""
    die, slot, at, facing = parts_of(code)
    touched = [_MARTIAN_IDS[mover_of(turn, slot)], SQUARE_IDS[at], _FACING_IDS[facing]]
    return [f"die:{die}", *touched] if dice else touched


def parts_of(code: int) -> tuple[int, int, int, int]:
    """The die, the slot, the square and the facing of a move."""
    return code // (SLOTS * ENDS) + 1, code // ENDS % SLOTS, code % ENDS // FACINGS, code % FACINGS


def mover_of(turn: int, slot: int) -> int:
    """Who moves in a slot of the seat to move."""
    return DOG if slot == DOG_SLOT else turn * FAMILY + slot


def marks(s: State, code: int) -> list[str]:
    """The Martian and the square that a decision was about, or the dice that were rolled."""
    sight = seen(s)
    if code >= FIRST_DRAW:
        return []
    if code >= FIRST_ROLL:
        high, low = next((h, lo) for h in range(1, 7) for lo in range(1, h + 1) if roll_code(h, lo) == code)
        return [f"die:{high}", f"die:{low}.2" if high == low else f"die:{low}"]
    if code >= FIRST_PUSH:
        martian, at = divmod(code - FIRST_PUSH, SQUARES)
        return [_MARTIAN_IDS[martian], SQUARE_IDS[at]]
    _, slot, at, _ = parts_of(code)
    return [_MARTIAN_IDS[mover_of(sight.turn, slot)], SQUARE_IDS[at]]


def attempt(s: State, touched: Sequence[str]) -> Decision | None:
    """What somebody meant who touched a Martian, and perhaps a square, that are not to be touched now."""
    sight = seen(s)
    if sight.phase in (DRAWING, ROLLING, ENDED):
        return None
    martian: int | None = None
    at: int | None = None
    die, facing = sight.dice[0], None
    for touch in touched:
        kind, _, name = touch.partition(":")
        if kind == "die" and name[:1].isdigit():
            die = int(name[0])
        elif kind == "martian" and touch in _MARTIAN_IDS:
            other = _MARTIAN_IDS.index(touch)
            if martian is None:
                martian = other
            else:
                at = sight.at[other] if sight.at[other] >= 0 else at
        elif kind == "square" and touch in SQUARE_IDS:
            at = SQUARE_IDS.index(touch)
        elif kind == "facing" and name in FACING_NAMES:
            facing = FACING_NAMES.index(name)
    if martian is None:
        return None
    if at is None:
        at = sight.at[martian] if sight.at[martian] >= 0 else HOME
        facing = sight.facing[martian]
    if sight.phase == PUSHING and martian != DOG:
        return {"do": "push", "martian": martian_name(martian), "to": square_name(at)}
    if facing is None:
        facing = sight.easiest_facing(martian, at)
    return {
        "do": "move",
        "die": die,
        "martian": martian_name(martian),
        "to": square_name(at),
        "facing": FACING_NAMES[facing],
    }


assert (SMALL, MEDIUM, LARGE) == (1, 2, 3)  # sizes are also how many eyes a Martian has
assert PARTLY_BLOCKED < BLOCKED
