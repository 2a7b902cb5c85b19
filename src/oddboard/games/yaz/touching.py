"""The Baton Races of Yaz: what is touched for a decision, what it would do, and what wrong touches probably meant."""

from collections.abc import Sequence

from oddboard.core import seats
from oddboard.core.game import Decision
from oddboard.core.scene import Preview
from oddboard.games.yaz.acts import NO_STOP, breaks, may_enter, way_to_stop, whom_to_throttle
from oddboard.games.yaz.moves import (
    ANNOUNCE,
    BOARD,
    BULGE,
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
    STOP,
)
from oddboard.games.yaz.names import LETTERS, hex_number, piece_name, piece_number
from oddboard.games.yaz.scene import CALLED, HEX_IDS, HEX_NAMES, PIECE_IDS
from oddboard.games.yaz.state import (
    BESIDE,
    BULGING,
    HANDING,
    HEXES,
    NO_LAND,
    NOBODY,
    NOWHERE,
    PLACING,
    RACING,
    RUNNERS,
    State,
    is_free,
    is_open,
    passenger_of,
    pieces_at,
)

ASKS = {
    "yazzite": "choose a Yazzite",
    "hex": "choose a hex for {yazzite}|choose a hex for a {kind}|choose a hex",
    "kind": "choose whom to place",
    "button:stop": "stop there",
    "button:pass": "pass the baton",
    "button:drop": "put the baton down",
    "button:pick": "pick up a friend",
    "button:set_down": "set the passenger down",
    "button:board": "climb aboard",
    "button:grab": "take their baton",
    "button:announce": "announce the finish",
    "button:end": "end your turn",
}
_BUTTONS = {ANNOUNCE: "announce", END: "end", STOP: "stop", SET_DOWN: "set_down", GRAB: "grab"}
_BUTTON_TOUCHES = {code: [f"button:{name}"] for code, name in _BUTTONS.items()}


def touches(s: State, code: int) -> list[str]:
    """What to touch for a decision. Who is moving, or waits to be popped out, needs no touch of its own."""
    if code < POP:
        piece, place = divmod(code, HEXES)
        return [HEX_IDS[place]] if s.mover == piece else [PIECE_IDS[s.turn][piece], HEX_IDS[place]]
    if code < PLACE:
        return [HEX_IDS[(code - POP) % HEXES]]
    if code < BULGE:
        kind, place = divmod(code - PLACE, HEXES)
        return [f"kind:{LETTERS[kind]}", HEX_IDS[place]]
    if code < DROP:
        return [HEX_IDS[(code - BULGE) % HEXES]]
    if code < POP_BATON:
        return ["button:drop", HEX_IDS[code - DROP]]
    if code < PASS:
        return [HEX_IDS[code - POP_BATON]]
    if code < PICK:
        return ["button:pass", PIECE_IDS[s.turn][code - PASS]]
    if code < BOARD:
        return ["button:pick", PIECE_IDS[s.turn][code - PICK]]
    return ["button:board"] if code < SETTER else _BUTTON_TOUCHES[code]


def marks(s: State, code: int) -> list[str]:
    """What a past decision was about."""
    if code < PLACE:
        seat = int(s.turn) if code < POP else int(s.pop_seat)
        piece, place = divmod(code % POP, HEXES)
        return [PIECE_IDS[seat][piece], HEX_IDS[place]]
    if code < BULGE:
        return [HEX_IDS[(code - PLACE) % HEXES]]
    if DROP <= code < PASS:
        return [f"baton:{s.turn if code < POP_BATON else s.pop_baton}", HEX_IDS[(code - DROP) % HEXES]]
    if PASS <= code < PICK:
        return [PIECE_IDS[s.turn][s.carrier[s.turn]], PIECE_IDS[s.turn][code - PASS]]
    if PICK <= code < SETTER:
        return [PIECE_IDS[s.turn][(code - PICK) % (BOARD - PICK)]]
    if code in (STOP, SET_DOWN, GRAB) and s.mover != NOBODY:
        return [PIECE_IDS[s.turn][s.mover]]
    return [HEX_IDS[(code - BULGE) % HEXES]] if code < DROP else []


def trails(s: State, code: int) -> dict[str, list[str]]:
    """The single step of a Yazzite, so that a page sees who goes on."""
    if code >= POP:
        return {}
    piece, place = divmod(code, HEXES)
    return {PIECE_IDS[s.turn][piece]: [HEX_IDS[s.at[s.turn, piece]], HEX_IDS[place]]}


def preview(s: State, code: int) -> Preview:
    """What a decision would do."""
    if code < POP:
        return _step(s, *divmod(code, HEXES))
    if code < PLACE:
        seat, (piece, place) = int(s.pop_seat), divmod(code - POP, HEXES)
        effect = effect_of(s, seat, piece, place)
        return {
            "note": f"pops out{' · ' + effect if effect else ''}",
            "path": [HEX_IDS[s.at[seat, piece]], HEX_IDS[place]],
        }
    if code < BULGE:
        return {}
    if PASS <= code < PICK:
        return {"note": f"{CALLED[code - PASS]} takes the baton"}
    if code == STOP and way_to_stop(s) != NO_STOP:
        seat = int(s.turn)
        foes = pieces_at(s, 1 - seat, int(s.at[seat, s.mover]))
        if foes and s.mover >= RUNNERS:
            return {"note": f"throttles {seats.name(1 - seat)}'s {CALLED[whom_to_throttle(s, seat, foes)]}"}
    if code == END and (s.announced or s.last_turn):
        return {"note": "ends the race: the last bulge still stands"}
    return {}


def _step(s: State, piece: int, place: int) -> Preview:
    seat = int(s.turn)
    found: Preview = {"path": [HEX_IDS[s.at[seat, piece]], HEX_IDS[place]], "steps": 1}
    effect = effect_of(s, seat, piece, place)
    stop = None if is_free(s, place) else _company(s, seat, piece, place)
    if stop is not None:
        if not stop:
            found["through"] = [HEX_IDS[place]]
        effect = " · ".join(filter(None, (effect, stop or "only passes")))
    found["note"] = f"1 step{' · ' + effect if effect else ''}"
    return found


def _company(s: State, seat: int, piece: int, place: int) -> str:
    """What a piece could do by stopping where somebody is, as far as the hex tells; nothing if it cannot."""
    foes = pieces_at(s, 1 - seat, place)
    if not foes:
        friends = pieces_at(s, seat, place)
        return "" if friends & int(s.moved) or friends & int(s.throttled[seat]) else "onto a friend"
    alone = pieces_at(s, seat, place) & ~int(s.throttled[seat]) == 0
    if piece >= RUNNERS and alone and s.turn_number > 1 and passenger_of(s, seat, piece) == NOBODY:
        return f"can sit on {CALLED[whom_to_throttle(s, seat, foes)]}"
    if s.thief[seat] != NOBODY and foes >> int(s.thief[seat]) & 1:
        return "can free the baton"
    return ""


def effect_of(s: State, seat: int, piece: int, place: int) -> str:
    """What entering a hex does with the baton, in a few words."""
    runner = piece if piece < RUNNERS else passenger_of(s, seat, piece)
    if runner == NOBODY or not is_open(s, runner, place):
        return ""
    takes = s.baton_at[seat] == place
    if not takes and s.carrier[seat] != runner:
        return ""
    broken = breaks(s, seat, place)
    words = ["takes the baton"] if takes else []
    if broken:
        words.append("finishes!" if broken == s.standing[seat] else "breaks it")
    return " · ".join(words)


def attempt(s: State, touched: Sequence[str]) -> Decision | None:
    """The decision that was probably meant. Whatever stands in a hex stands for it."""
    if not touched:
        return None
    kind, _, name = touched[0].partition(":")
    last, _, value = touched[-1].partition(":")
    if kind == "button":
        return _attempt_button([touch.partition(":")[2] for touch in touched])
    if last == "yazzite" and s.phase == RACING and value.startswith(f"{s.turn}."):
        return _attempt_piece(s, value[2:])
    place = _place_of(s, last, value)
    if place is None:
        return None
    where = HEX_NAMES[place]
    if s.phase in (BULGING, HANDING):
        return {"do": "bulge" if s.phase == BULGING else "baton", "hex": where}
    if s.phase == PLACING:
        return {"do": "place", "kind": name, "hex": where} if kind == "kind" else None
    if s.phase != RACING:
        return None
    if s.pop_baton != NOBODY:
        return {"do": "pop_baton", "hex": where}
    if s.pop_piece != NOBODY:
        return {"do": "pop", "piece": piece_name(int(s.pop_piece)), "hex": where}
    if kind == "yazzite" and len(touched) > 1:
        return {"do": "step", "piece": name[2:], "hex": where}
    mover = s.mover if s.mover != NOBODY else s.next
    return None if mover == NOBODY else {"do": "step", "piece": piece_name(int(mover)), "hex": where}


def _place_of(s: State, kind: str, name: str) -> int | None:
    """The hex that something touched is, or stands in."""
    place: int | None = None
    if kind == "hex":
        place = hex_number(name)
    elif kind == "bulge":
        place = int(s.bulge[int(name) - 1])
    elif kind == "yazzite":
        piece = piece_number(name[2:])
        place = None if piece is None else int(s.at[int(name[0]), piece])
    elif kind == "baton":
        place = int(s.baton_at[int(name)])
    return place if place is None or place >= 0 else None


def _attempt_button(names: Sequence[str]) -> Decision | None:
    if len(names) == 1:
        return {"do": names[0]} if names[0] in _BUTTONS.values() else None
    if names[0] in ("pass", "pick"):
        return {"do": names[0], "to" if names[0] == "pass" else "piece": names[1].partition(".")[2]}
    return {"do": "drop", "hex": names[1]} if names[0] == "drop" else None


def _attempt_piece(s: State, name: str) -> Decision | None:
    """A Yazzite that cannot be touched now: a step of it to some hex beside it, which would say why."""
    piece = piece_number(name)
    if piece is None or s.at[s.turn, piece] == NOWHERE:
        return None
    around = [int(place) for place in BESIDE[s.at[s.turn, piece]] if s.terrain[place] != NO_LAND]
    shut = [place for place in around if not may_enter(s, int(s.turn), piece, place)]
    return {"do": "step", "piece": name, "hex": HEX_NAMES[(shut or around)[0]]} if around else None
