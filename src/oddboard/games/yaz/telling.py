"""The Baton Races of Yaz: decisions as a friend would tell them."""

from oddboard.core import seats
from oddboard.games.yaz.acts import NO_STOP, RESCUE, SHARE, THROTTLE, breaks, way_to_stop, whom_to_throttle
from oddboard.games.yaz.moves import BULGE, GRAB, PLACE, POP, to_move
from oddboard.games.yaz.names import KIND_NAMES, LETTERS, decision_of, hex_number, piece_name, piece_number
from oddboard.games.yaz.state import KIND, NOBODY, RUNNERS, State, is_open, passenger_of, pieces_at

_TERRAINS = ("", "mud", "muck", "mire")


def named(name: str) -> str:
    """A piece as people call it: Skadingle 1."""
    return f"{KIND_NAMES[LETTERS.index(name[0])]} {name[1:]}"


def _effect(s: State, seat: int, piece: int, place: int) -> str:
    """What entering a hex does with the baton."""
    runner = piece if piece < RUNNERS else passenger_of(s, seat, piece)
    if runner == NOBODY or not is_open(s, runner, place):
        return ""
    takes = s.baton_at[seat] == place
    if not takes and s.carrier[seat] != runner:
        return ""
    words = ", takes the baton" if takes else ""
    broken = breaks(s, seat, place)
    if broken:
        words += " and breaks the last bulge!" if broken == s.standing[seat] else " and breaks the bulge"
    return words


def _stop(s: State, who: str, mover: str) -> str:
    seat = int(s.turn)
    if s.mover == NOBODY:
        return f"{who} stops"
    way = way_to_stop(s)
    place = s.at[seat, s.mover]
    if way == THROTTLE:
        victim = whom_to_throttle(s, seat, pieces_at(s, 1 - seat, int(place)))
        return f"{who}'s {mover} sits down on {seats.name(1 - seat)}'s {KIND_NAMES[KIND[victim]]}"
    if way == RESCUE:
        return f"{who}'s {mover} jumps on the thief and frees the baton"
    if way == SHARE:
        return f"{who}'s {mover} stops on a friend, who must move next"
    return f"{who}'s {mover} stops" if way != NO_STOP else f"{who} stops"


def told(s: State, code: int) -> str:
    """A decision as a sentence, before it is carried out."""
    decision = decision_of(code)
    do = decision["do"]
    seat = max(0, int(to_move(s)))
    who = seats.name(seat)
    where = decision.get("hex", "")
    place = hex_number(where) if where else None
    mover = named(piece_name(int(s.mover))) if s.mover != NOBODY else ""
    if code < PLACE:
        piece = piece_number(decision["piece"])
        assert piece is not None
        assert place is not None
        verb = "goes to" if code < POP else "pops out to"
        return f"{who}'s {named(decision['piece'])} {verb} {where}{_effect(s, seat, piece, place)}"
    if code < BULGE:
        return f"{who} places a {KIND_NAMES[LETTERS.index(decision['kind'])]} in {where}"
    if code == GRAB:
        return f"{who}'s Luggant takes {seats.name(1 - seat)}'s baton"
    if do == "stop":
        return _stop(s, who, mover)
    terrain = _TERRAINS[int(s.terrain[place])] if place is not None else ""
    return {
        "setter": lambda: f"{seats.name(decision['seat'])} sets the race",
        "bulge": lambda: f"{who} puts a bulge in {where}, in the {terrain}",
        "coin": lambda: f"The coin falls: {seats.name(decision['seat'])}'s baton is placed first",
        "baton": lambda: f"{who} puts {seats.name(1 - seat)}'s baton in {where}",
        "announce": lambda: f"{who} announces the finish",
        "pass": lambda: f"{who} passes the baton to {named(decision['to'])}",
        "end": lambda: f"{who} ends the turn",
        "board": lambda: f"{who}'s {mover or 'runner'} climbs on {named(decision['luggant'])}",
        "pick": lambda: f"{who}'s {mover or 'Luggant'} picks up {named(decision['piece'])}",
        "set_down": lambda: f"{who}'s {mover or 'Luggant'} sets its passenger down",
        "drop": lambda: f"{who} puts the baton down in {where}",
        "pop_baton": lambda: f"{who}'s baton pops out to {where}",
    }[do]()
