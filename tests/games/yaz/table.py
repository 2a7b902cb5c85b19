"""Short ways to set up a race, to say what is decided in it, and to ask what is legal."""

from typing import Any

from oddboard.core.game import Refusal
from oddboard.core.records import new
from oddboard.core.registry import game
from oddboard.games.yaz.face.terminal import from_diagram
from oddboard.games.yaz.names import hex_name, piece_number
from oddboard.games.yaz.state import State

YAZ = game("yaz")
WORK = new(YAZ.work)
RULES = YAZ.rules
_FIELDS = {
    "pop": ("piece", "hex"), "place": ("kind", "hex"), "pass": ("to",), "board": ("luggant",), "pick": ("piece",),
    "drop": ("hex",), "pop_baton": ("hex",), "bulge": ("hex",), "baton": ("hex",),
    "setter": ("seat",), "coin": ("seat",),
}  # fmt: skip
_PLAIN = ("announce", "stop", "end", "set_down", "grab")

race = from_diagram


def decided(words: str) -> dict[str, Any]:
    """A decision in short: `S1 b2` is a step, `pop S1 b2`, `pass S2`, `end`."""
    first, *rest = words.split()
    if first in _PLAIN:
        return {"do": first}
    if first in _FIELDS:
        given = {
            name: int(value) if name == "seat" else value for name, value in zip(_FIELDS[first], rest, strict=True)
        }
        return {"do": first, **given}
    return {"do": "step", "piece": first, "hex": rest[0]}


def legal(s: State) -> list[dict[str, Any]]:
    """The legal decisions."""
    return [YAZ.decision(s, int(WORK.code[i])) for i in range(RULES.legal(s, WORK))]


def may(s: State, words: str) -> bool:
    """Whether a decision is legal."""
    return decided(words) in legal(s)


def play(s: State, *decisions: str) -> State:
    """Carry out decisions, each of which must be legal."""
    for words in decisions:
        assert may(s, words), f"{words} is not legal; it could be {legal(s)}"
        RULES.play(s, WORK, YAZ.code(s, decided(words)))
    return s


def why(s: State, words: str) -> str:
    """The rule that forbids a decision."""
    assert not may(s, words), f"{words} is legal"
    code = YAZ.code(s, decided(words))
    return (code if isinstance(code, Refusal) else YAZ.why_not(s, code)).rule


def places(s: State, do: str, **fields: str) -> set[str]:
    """The hexes that decisions of a kind name."""
    return {each["hex"] for each in legal(s) if each["do"] == do and fields.items() <= each.items()}


def where(s: State, seat: int, name: str) -> str:
    """The hex of a piece."""
    return hex_name(int(s.at[seat, piece_number(name)]))


def is_throttled(s: State, seat: int, name: str) -> bool:
    """Whether a piece is throttled."""
    return bool(int(s.throttled[seat]) >> piece_number(name) & 1)  # type: ignore[operator]


def has_baton(s: State, seat: int, name: str) -> bool:
    """Whether a piece carries its side's baton."""
    return bool(s.carrier[seat] == piece_number(name))


def bulges_left(s: State, seat: int) -> int:
    """How many bulges a side has still to break."""
    return int(s.standing[seat]).bit_count()
