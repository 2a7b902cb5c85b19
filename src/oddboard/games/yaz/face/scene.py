"""The Baton Races of Yaz: the board as places, and what stands on it and lies beside it."""

from collections.abc import Iterator
from functools import lru_cache
from math import sqrt
from typing import Any

from oddboard.core import seats
from oddboard.core.scene import Ground, Item, Piece, Place, Scene, SeatLine
from oddboard.games.yaz.names import KIND_NAMES, LETTERS, TERRAIN_NAMES, hex_name, member, piece_name
from oddboard.games.yaz.rules.luggants import whom_to_throttle
from oddboard.games.yaz.rules.moves import RESCUE, SHARE, THROTTLE, way_to_stop
from oddboard.games.yaz.state import (
    ALLOWANCE,
    BESIDE,
    BULGES,
    BULGES_DECIDE,
    BULGING,
    DRAWING,
    DRAWN,
    ENDED,
    FIRST_OF,
    HANDING,
    HEXES,
    KIND,
    MIRE,
    MUCK,
    MUD,
    NO_LAND,
    NOBODY,
    NOWHERE,
    PIECES,
    PLACING,
    RACING,
    ROUGHEST,
    RUNNERS,
    SEATS,
    TOSSING,
    WIDTH,
    State,
    pieces_at,
)

# A hex is 36 from its middle to a corner, the size at which the pieces are drawn; coordinates stand around the map.
RADIUS = 36.0
ACROSS = sqrt(3) * RADIUS
_MARGIN_X, _MARGIN_Y = 30.0, 26.0
_CORNERS = [(0, -1), (sqrt(3) / 2, -0.5), (sqrt(3) / 2, 0.5), (0, 1), (-sqrt(3) / 2, 0.5), (-sqrt(3) / 2, -0.5)]
_BESIDE_SOMEBODY = (13.0, -9.0)  # how far a piece stands from one that is in the hex already
_ABOARD = (0.0, -26.0)  # how high a passenger sits on its Luggant
LAST_TURNS = 5  # in which somebody is reminded of the turn limit
FEW_BULGES = 2  # with which somebody is reminded to announce the finish

HEX_IDS = tuple(f"hex:{hex_name(place)}" for place in range(HEXES))
HEX_NAMES = tuple(hex_name(place) for place in range(HEXES))
BULGE_IDS = tuple(f"bulge:{number + 1}" for number in range(BULGES))
PIECE_IDS = tuple(tuple(f"yazzite:{seat}.{piece_name(piece)}" for piece in range(PIECES)) for seat in range(SEATS))
CALLED = tuple(f"{KIND_NAMES[KIND[piece]]} {piece_name(piece)[1:]}" for piece in range(PIECES))
_WHO = tuple(tuple(f"{seats.name(seat)} {called}" for called in CALLED) for seat in range(SEATS))
_KIND_WORDS = tuple(KIND_NAMES[KIND[piece]].lower() for piece in range(PIECES))
_GROUNDS_OPEN = {MUD: "mud only", MUCK: "mud and muck", MIRE: "any ground"}  # by the roughest terrain open to a piece


def _middle(place: int) -> tuple[float, float]:
    row, column = divmod(place, WIDTH)
    x = _MARGIN_X + (column + 0.5 + row % 2 / 2) * ACROSS
    return round(x, 2), round(_MARGIN_Y + (1.5 * row + 1) * RADIUS, 2)


MIDDLES = tuple(map(_middle, range(HEXES)))


def corners(place: int) -> list[tuple[float, float]]:
    """The outline of a hex."""
    x, y = MIDDLES[place]
    return [(round(x + right * RADIUS, 2), round(y + down * RADIUS, 2)) for right, down in _CORNERS]


def ground(s: State) -> Ground:
    """The hexes of the map."""
    return _ground(int(s.rows), int(s.columns), s.terrain.tobytes())


@lru_cache(maxsize=32)
def _ground(rows: int, columns: int, terrain: bytes) -> Ground:
    places = [_place(row * WIDTH + column, terrain) for row in range(rows) for column in range(columns)]
    width = 2 * _MARGIN_X + (columns + 0.5) * ACROSS
    return {"size": (round(width, 2), round(2 * _MARGIN_Y + (1.5 * rows + 0.5) * RADIUS, 2)), "places": places}


def _place(place: int, terrain: bytes) -> Place:
    kind = TERRAIN_NAMES[terrain[place]]
    return {
        "id": HEX_IDS[place],
        "name": f"{HEX_NAMES[place]}, {kind}",
        "kind": kind,
        "at": MIDDLES[place],
        "outline": corners(place),
        "near": [HEX_IDS[other] for other in BESIDE[place].tolist() if terrain[other] != NO_LAND],
    }


def scene(s: State) -> Scene:
    """What there is to see."""
    drawing = _Drawing(s)
    return {
        "caption": _caption(s),
        "pieces": [*drawing.bulges(), *drawing.yazzites(), *drawing.batons()],
        "items": _items(s),
        "seats": [drawing.seat_line(seat) for seat in range(SEATS)],
        "help": _help(s),
        "look": {"mover": PIECE_IDS[s.turn][s.mover] if s.mover != NOBODY else None},
    }


class _Drawing:
    """A state being drawn, in Python's own numbers."""

    def __init__(self, s: State) -> None:
        self.s = s
        self.at: list[list[int]] = s.at[:, :PIECES].tolist()
        self.holds: list[list[int]] = s.holds.tolist()
        self.cargo: list[list[int]] = s.cargo.tolist()
        self.carrier: list[int] = s.carrier.tolist()
        self.thief: list[int] = s.thief.tolist()
        self.lies: list[int] = s.baton_at.tolist()
        self.standing: list[int] = s.standing.tolist()
        self.turn, self.moved, self.mover = int(s.turn), int(s.moved), int(s.mover)
        # Who sits on whom, and who rides on whom, by seat and number of the one below or above.
        self.held_by = {(1 - seat, foe): RUNNERS + i for seat in range(SEATS) for i, foe in enumerate(self.holds[seat])}
        self.rides = {(seat, friend): RUNNERS + i for seat in range(SEATS) for i, friend in enumerate(self.cargo[seat])}

    def bulges(self) -> Iterator[Piece]:
        laid, every = int(self.s.laid), int(self.s.bulges)
        for number, place in enumerate(self.s.bulge[:laid].tolist()):
            stands = [laid < every or member(self.standing[seat], number) for seat in range(SEATS)]
            words = [f"{'stands' if stands[seat] else 'broken'} for {seats.name(seat)}" for seat in range(SEATS)]
            yield {
                "id": BULGE_IDS[number],
                "name": f"Bulge on {HEX_NAMES[place]}, {', '.join(words)}",
                "kind": "bulge",
                "seat": None,
                "at": HEX_IDS[place],
                "spot": MIDDLES[place],
                "look": {"stands": stands},
            }

    def yazzites(self) -> Iterator[Piece]:
        taken: dict[int, int] = {}  # how many stand in a hex already
        for seat in range(SEATS):
            for piece, place in enumerate(self.at[seat]):
                # The moving piece comes last, so that it stands beside who is in the hex.
                if place != NOWHERE and not (seat == self.turn and piece == self.mover):
                    yield self.yazzite(seat, piece, place, taken)
        if self.mover != NOBODY:
            yield self.yazzite(self.turn, self.mover, self.at[self.turn][self.mover], taken)

    def yazzite(self, seat: int, piece: int, place: int, taken: dict[int, int]) -> Piece:
        x, y = MIDDLES[place]
        look: dict[str, Any] = {}
        words = [f"{_WHO[seat][piece]} on {HEX_NAMES[place]}"]
        victim = self.holds[seat][piece - RUNNERS] if piece >= RUNNERS else NOBODY
        if victim != NOBODY:
            look["sits_on"] = PIECE_IDS[1 - seat][victim]
            words.append(f"throttling {_WHO[1 - seat][victim]}")
        if (seat, piece) in self.held_by:
            look["under"] = PIECE_IDS[1 - seat][self.held_by[seat, piece]]
            words.append(f"throttled by {_WHO[1 - seat][self.held_by[seat, piece]]}")
        if piece >= RUNNERS and self.cargo[seat][piece - RUNNERS] != NOBODY:
            words.append(f"carrying {CALLED[self.cargo[seat][piece - RUNNERS]]}")
        if (seat, piece) in self.rides:
            look["rides"] = PIECE_IDS[seat][self.rides[seat, piece]]
            words.append(f"riding on {CALLED[self.rides[seat, piece]]}")
            x, y = x + _ABOARD[0], y + _ABOARD[1]
        elif "sits_on" not in look and "under" not in look:
            count = taken.get(place, 0)
            taken[place] = count + 1
            x, y = x + count * _BESIDE_SOMEBODY[0], y + count * _BESIDE_SOMEBODY[1]
        if self.carrier[seat] == piece:
            words.append("with the baton")
        if self.thief[1 - seat] == piece:
            words.append(f"with {seats.name(1 - seat)}'s baton")
        if seat == self.turn and member(self.moved, piece):
            look["moved"] = True
            words.append("has moved")
        elif seat == self.turn and piece == self.mover:
            look["left"] = int(self.s.left)
            words.append(f"moving, {_hexes(int(self.s.left))} left")
        return {
            "id": PIECE_IDS[seat][piece],
            "name": ", ".join(words),
            "kind": _KIND_WORDS[piece],
            "seat": seat,
            "at": HEX_IDS[place],
            "spot": (x, y),
            "look": look,
        }

    def batons(self) -> Iterator[Piece]:
        for seat in range(SEATS):
            holder = (seat, self.carrier[seat]) if self.carrier[seat] != NOBODY else (1 - seat, self.thief[seat])
            place = self.lies[seat]
            look: dict[str, Any] = {}
            words = f"{seats.name(seat)}'s baton on {HEX_NAMES[place]}"
            if holder[1] != NOBODY:
                place = self.at[holder[0]][holder[1]]
                look["with"] = PIECE_IDS[holder[0]][holder[1]]
                words = f"{seats.name(seat)}'s baton, with {_WHO[holder[0]][holder[1]]}"
            elif place == NOWHERE:
                continue
            yield {
                "id": f"baton:{seat}",
                "name": words,
                "kind": "baton",
                "seat": seat,
                "at": HEX_IDS[place],
                "spot": MIDDLES[place],
                "look": look,
            }

    def seat_line(self, seat: int) -> SeatLine:
        s = self.s
        words = ["Setter"] if s.setter == seat else []
        every = int(s.bulges)
        if s.phase in (BULGING, PLACING):
            waiting = sum(s.counts.tolist()) - sum(s.placed[seat].tolist())
            words.append(f"{waiting} to place" if waiting else "all placed")
            return {"line": " · ".join(words).capitalize()}
        if self.carrier[seat] != NOBODY:
            words.append(f"baton: {CALLED[self.carrier[seat]]}")
        elif self.thief[seat] != NOBODY:
            words.append("baton stolen")
        elif self.lies[seat] != NOWHERE:
            words.append(f"baton on {HEX_NAMES[self.lies[seat]]}")
        broken = every - self.standing[seat].bit_count() if s.phase >= RACING else 0
        line = " · ".join(words)
        return {"line": line[:1].upper() + line[1:], "counts": [{"kind": "bulge", "have": broken, "of": every}]}


def _hexes(count: int) -> str:
    return "1 hex" if count == 1 else f"{count} hexes"


def _caption(s: State) -> str:
    phase = int(s.phase)
    if phase == RACING:
        if s.last_turn:
            return f"Last turn · {_hexes_moved(int(s.goal))}"
        return f"Turn {s.turn_number} of {s.turn_limit}" + (" · finish announced" if s.announced else "")
    if phase == ENDED:
        return "The race is a draw" if s.winner == DRAWN else f"{seats.name(int(s.winner))} has won"
    return {
        DRAWING: "Setting · who sets is drawn",
        BULGING: f"Setting · bulge {s.laid + 1} of {s.bulges}",
        PLACING: "Setting · Yazzites",
        TOSSING: "Setting · a coin for the batons",
        HANDING: "Setting · batons",
    }[phase]


def _hexes_moved(goal: int) -> str:
    return f"{goal} Yazzite{'' if goal == 1 else 's'} moved to finish"


_HELP_SETTING = {
    BULGING: "A bulge for both sides goes there: a third of them in each ground, at least {gap} hexes apart.",
    PLACING: "Not on a bulge, not on somebody, and only on ground that it may enter.",
    HANDING: "Their baton lies in a bulge hex until one of theirs comes for it: put it where that hurts.",
}


def _help(s: State) -> str:
    """One line for who is to decide."""
    phase = int(s.phase)
    if phase != RACING:
        return _HELP_SETTING.get(phase, "").format(gap=s.bulge_gap)
    if s.pop_baton != NOBODY:
        return "Your baton pops out of the thief's hands: choose a hex beside it."
    if s.pop_piece != NOBODY:
        return f"{CALLED[s.pop_piece]} is popped out: choose where it lands."
    if s.mover != NOBODY:
        mover = int(s.mover)
        must = ", and must step on" if s.must_step else ""
        return f"{CALLED[mover]}: {_GROUNDS_OPEN[int(ROUGHEST[mover])]}, {_hexes(int(s.left))} left{must}."
    if s.next != NOBODY:
        return f"{CALLED[s.next]} shares its hex, so it moves next."
    if s.announced:
        return "Break the last bulge in this turn, or lose the race."
    if s.fresh and s.announce and not s.last_turn and int(s.standing[s.turn]).bit_count() <= FEW_BULGES:
        return "If you mean to break your last bulge in this turn, announce it first."
    if s.limit == BULGES_DECIDE and s.turn_limit - s.turn_number < LAST_TURNS:
        return f"After turn {s.turn_limit} the race ends: who has broken more bulges wins."
    return "Each Yazzite moves once a turn, as many as you like. Dashed: pass through only."


@lru_cache(maxsize=256)
def _button(name: str, words: str, main: bool = False) -> Item:
    item: Item = {"id": f"button:{name}", "name": words, "kind": "button", "tray": "buttons"}
    if main:
        item["main"] = True
    return item


_TURN_BUTTONS = [
    _button("announce", "Announce the finish"),
    _button("pass", "Pass the baton"),
    _button("end", "End turn", True),
]
_DROP_BUTTONS = [_button("drop", "Put the baton down"), _button("grab", "Take their baton")]
_LUG_BUTTONS = [
    _button("pick", "Pick up a friend"),
    _button("set_down", "Set the passenger down"),
    _button("board", "Climb aboard"),
]


def _items(s: State) -> list[Item]:
    """What can be touched beside the board: Yazzites to be placed, or the buttons of a turn."""
    if s.phase == PLACING:
        seat = int(s.turn)
        counts, placed = s.counts.tolist(), s.placed[seat].tolist()
        return [_reserve(seat, kind, count - placed[kind]) for kind, count in enumerate(counts) if count]
    if s.phase != RACING:
        return []
    items = list(_TURN_BUTTONS)
    if s.mover != NOBODY:
        items.insert(0, _button("stop", _stop_words(s)))
    if s.dropping:
        items += _DROP_BUTTONS
    if s.lugging:
        items += _LUG_BUTTONS
    return items


def _reserve(seat: int, kind: int, left: int) -> Item:
    item: Item = {
        "id": f"kind:{LETTERS[kind]}",
        "name": KIND_NAMES[kind],
        "kind": "yazzite",
        "tray": "hand",
        "seat": seat,
        "lasting": True,
        "look": {"kind": KIND_NAMES[kind].lower(), "left": left, "moves": int(ALLOWANCE[FIRST_OF[kind]])},
    }
    if not left:
        item["used"] = True
    return item


def _stop_words(s: State) -> str:
    way = way_to_stop(s)
    seat = int(s.turn)
    if way == THROTTLE:
        victim = whom_to_throttle(s, seat, pieces_at(s, 1 - seat, int(s.at[seat, s.mover])))
        return f"Sit on {CALLED[victim]}"
    return {SHARE: "Stop on a friend", RESCUE: "Jump on the thief"}.get(way, "Stop here")
