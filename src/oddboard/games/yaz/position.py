"""The Baton Races of Yaz: positions to and from JSON."""

from collections.abc import Callable, Mapping
from typing import Any

from oddboard.core.errors import BadPosition
from oddboard.core.fields import Fields
from oddboard.core.options import quoted
from oddboard.games.yaz.names import LETTERS, hex_name, hex_number, member, piece_name, piece_number
from oddboard.games.yaz.options import fresh, options_of
from oddboard.games.yaz.position_checks import check
from oddboard.games.yaz.state import (
    DRAWN,
    FARTHEST_MOVE,
    LUGGANTS,
    NO_LAND,
    NOBODY,
    NOWHERE,
    PIECES,
    RACING,
    RUNNERS,
    SEATS,
    State,
)

PHASES = ("setter", "bulges", "yazzites", "coin", "batons", "race", "over")
_POPPED = (None, "landed", "begun")


def _hex(place: int) -> str | None:
    return None if place == NOWHERE else hex_name(int(place))


def _piece(piece: int) -> str | None:
    return None if piece == NOBODY else piece_name(int(piece))


def _pieces(mask: int) -> list[str]:
    return [piece_name(piece) for piece in range(PIECES) if member(mask, piece)]


def _seat(seat: int) -> int | None:
    return None if seat == NOBODY else int(seat)


def _side(s: State, seat: int) -> dict[str, Any]:
    def of_luggants(what: Any) -> dict[str, str]:
        return {piece_name(RUNNERS + i): piece_name(int(what[i])) for i in range(LUGGANTS) if what[i] != NOBODY}

    return {
        "pieces": {piece_name(piece): hex_name(int(place)) for piece, place in enumerate(s.at[seat]) if place >= 0},
        "bulges": [hex_name(int(s.bulge[i])) for i in range(s.bulges) if member(s.standing[seat], i)],
        "throttles": of_luggants(s.holds[seat]),
        "carries": of_luggants(s.cargo[seat]),
        "baton": {
            "placed": _hex(s.start[seat]),
            "taken": bool(s.taken[seat]),
            "lies": _hex(s.baton_at[seat]),
            "carrier": _piece(s.carrier[seat]),
            "thief": _piece(s.thief[seat]),
        },
    }


def to_json(s: State) -> dict[str, Any]:
    """Everything in a state."""
    mover = None
    if s.mover != NOBODY:
        mover = {
            "piece": piece_name(int(s.mover)),
            "left": int(s.left),
            "stepped": bool(s.mover_stepped),
            "popped": _POPPED[s.popped],
            "must_step": bool(s.must_step),
        }
    return {
        "players": SEATS,
        "options": options_of(s),
        "phase": PHASES[s.phase],
        "setter": _seat(s.setter),
        "turn": int(s.turn),
        "turn_number": int(s.turn_number),
        "winner": "draw" if s.winner == DRAWN else _seat(s.winner),
        "bulges": [hex_name(int(place)) for place in s.bulge[: s.laid]],
        "sides": [_side(s, seat) for seat in range(SEATS)],
        "moved": _pieces(s.moved),
        "stepped": _pieces(s.stepped),
        "given": _pieces(s.given),
        "fresh": bool(s.fresh),
        "announced": bool(s.announced),
        "last_turn": {"moved": int(s.goal)} if s.last_turn else None,
        "mover": mover,
        "next": _piece(s.next),
        "pop_baton": _seat(s.pop_baton),
        "pop": None if s.pop_piece == NOBODY else {"seat": int(s.pop_seat), "piece": piece_name(int(s.pop_piece))},
    }


class _Reader(Fields):
    """Reads the fields of an object and says which is wrong."""

    def __init__(self, s: State | None, value: Any, path: str) -> None:
        super().__init__(value, path)
        self.s = s

    def among(self, name: str, *words: Any) -> int:
        """Which of some values it is."""
        value = self.field(name)
        if isinstance(value, bool) or not isinstance(value, str | int | None) or value not in words:
            raise self.wrong(name, "one of " + ", ".join(map(quoted, words)))
        return words.index(value)

    def seat(self, name: str) -> int:
        """A seat, or NOBODY for null."""
        return (NOBODY, 0, 1)[self.among(name, None, 0, 1)]

    def names(self, name: str) -> list[Any]:
        value = self.field(name)
        if not isinstance(value, list):
            raise self.wrong(name, "a list")
        return value

    def inside(self, name: str) -> "_Reader":
        return _Reader(self.s, self.field(name), f"{self.path}.{name}")

    def read_piece(self, value: Any, name: str) -> int:
        piece = piece_number(value) if isinstance(value, str) else None
        if piece is None or not member(self.s.team, piece):  # type: ignore[union-attr]
            raise BadPosition(f"{self.path}.{name} has {quoted(value)}, which is no Yazzite of this race")
        return piece

    def read_hex(self, value: Any, name: str) -> int:
        place = hex_number(value) if isinstance(value, str) else None
        if place is None or self.s.terrain[place] == NO_LAND:  # type: ignore[union-attr]
            raise BadPosition(f"{self.path}.{name} has {quoted(value)}, which is no hex of this map")
        return place

    def piece(self, name: str) -> int:
        return NOBODY if self.field(name) is None else self.read_piece(self.field(name), name)

    def hexagon(self, name: str) -> int:
        return NOWHERE if self.field(name) is None else self.read_hex(self.field(name), name)

    def mask(self, name: str) -> int:
        mask = 0
        for value in self.names(name):
            mask |= 1 << self.read_piece(value, name)
        return mask


def _read_side(s: State, seat: int, side: _Reader) -> None:
    side.only("pieces", "bulges", "throttles", "carries", "baton")
    pieces = side.inside("pieces")
    for name in pieces.value:
        piece = pieces.read_piece(name, "names")
        s.at[seat, piece] = pieces.hexagon(name)
        s.placed[seat, LETTERS.index(name[0])] += 1
    for value in side.names("bulges"):
        place = side.read_hex(value, "bulges")
        numbers = [i for i in range(s.laid) if s.bulge[i] == place]
        if not numbers or s.laid < s.bulges:
            raise BadPosition(f"{side.path}.bulges has {quoted(value)}, where no bulge stands")
        s.standing[seat] |= 1 << numbers[0]
    for field, kept in (("throttles", s.holds), ("carries", s.cargo)):
        reader = side.inside(field)
        for name in reader.value:
            luggant = reader.read_piece(name, "names")
            other = reader.piece(name)
            if luggant < RUNNERS:
                raise BadPosition(f"{reader.path}.{name}: only a Luggant {field}")
            kept[seat, luggant - RUNNERS] = other
            if field == "throttles":
                s.throttled[1 - seat] |= 1 << other
    baton = side.inside("baton")
    baton.only("placed", "taken", "lies", "carrier", "thief")
    s.start[seat] = baton.hexagon("placed")
    s.taken[seat] = baton.truth("taken")
    s.baton_at[seat] = baton.hexagon("lies")
    s.carrier[seat] = baton.piece("carrier")
    s.thief[seat] = baton.piece("thief")


def _read_turn(s: State, reader: _Reader) -> None:
    s.moved = reader.mask("moved")
    s.stepped = reader.mask("stepped")
    s.given = reader.mask("given")
    s.fresh = reader.truth("fresh")
    s.announced = reader.truth("announced")
    if reader.field("last_turn") is not None:
        s.last_turn = 1
        s.goal = reader.inside("last_turn").whole("moved", 0, PIECES)
    if reader.field("mover") is not None:
        mover = reader.inside("mover")
        mover.only("piece", "left", "stepped", "popped", "must_step")
        s.mover = mover.piece("piece")
        s.left = mover.whole("left", 0, FARTHEST_MOVE)
        s.mover_stepped = mover.truth("stepped")
        s.popped = mover.among("popped", *_POPPED)
        s.must_step = mover.truth("must_step")
    s.next = reader.piece("next")
    s.pop_baton = reader.seat("pop_baton")
    if reader.field("pop") is not None:
        pop = reader.inside("pop")
        pop.only("seat", "piece")
        s.pop_seat = pop.whole("seat", 0, 1)
        s.pop_piece = pop.piece("piece")


def from_json(position: Mapping[str, Any], checked_options: Callable[[Any, Any], dict[str, Any]]) -> State:
    """The state of a position. `checked_options(players, options)` completes and checks the options."""
    reader = _Reader(None, position, "position")
    players = reader.whole("players", SEATS, SEATS)
    s = fresh(checked_options(players, position.get("options", {})))
    reader = _Reader(s, position, "position")
    reader.only(*to_json(s))
    s.phase = reader.among("phase", *PHASES)
    s.setter = reader.seat("setter")
    s.turn = reader.whole("turn", 0, 1)
    s.turn_number = reader.whole("turn_number", 1 if s.phase >= RACING else 0, int(s.turn_limit))
    s.winner = (NOBODY, 0, 1, DRAWN)[reader.among("winner", None, 0, 1, "draw")]
    bulges = reader.names("bulges")
    if len(bulges) > s.bulges:
        raise BadPosition(f"position.bulges are at most {s.bulges}, not {len(bulges)}")
    for value in bulges:
        s.bulge[s.laid] = reader.read_hex(value, "bulges")
        s.laid += 1
    sides = reader.names("sides")
    if len(sides) != SEATS:
        raise BadPosition(f"position.sides are two, not {len(sides)}")
    for seat, side in enumerate(sides):
        _read_side(s, seat, _Reader(s, side, f"position.sides.{seat}"))
    _read_turn(s, reader)
    back = to_json(s)
    for name, value in position.items():
        if name != "options" and back[name] != value:
            raise BadPosition(f"position.{name} does not agree with the rest; as {quoted(back[name])} it would")
    check(s)
    return s
