"""Yavoch: a player's own formation, kept as text and played as its `place` decisions (YAV-21).

The text is a kind and its positions on a line, for the low side:

    command 112
    archid 113 145
    squam 121 123 212 214
    neornith 122 222 224
    gate 111 245
    trych 211 213 215 223 231 233 235 125 133 151
"""

from collections import Counter

from oddboard.core.errors import BadOptions
from oddboard.core.game import Decision
from oddboard.core.options import quoted
from oddboard.games.yavoch.field import POSITIONS, name, named
from oddboard.games.yavoch.setting import BEFORE_TRYCHS, HIGH, ORDER, side_of
from oddboard.games.yavoch.state import KIND_NAMES, SETTING, State


def own_formation(s: State, text: str) -> list[Decision]:
    """The decisions that place a formation for the seat that sets up now; BadOptions says what is wrong with it."""
    if s.phase != SETTING or s.placed:
        raise BadOptions("a formation is placed whole, as a player's first setting decision (YAV-21)", "YAV-21")
    kinds = [KIND_NAMES[int(ORDER[i])] for i in range(BEFORE_TRYCHS + int(s.trychs))]
    laid = _read(text)
    for kind, count in Counter(kinds).items():
        if len(laid.get(kind, [])) != count:
            raise BadOptions(f"a formation has {count} of {kind}, not {len(laid.get(kind, []))} (YAV-6)", "YAV-6")
    mirrored = side_of(s, int(s.turn)) == HIGH
    decisions: list[Decision] = []
    for kind in dict.fromkeys(kinds):
        for at in sorted(POSITIONS - 1 - at if mirrored else at for at in laid[kind]):
            decisions.append({"do": "place", "ship": kind, "at": name(at)})
    return decisions


def _read(text: str) -> dict[str, list[int]]:
    """The positions of each kind, each once and on the low side."""
    laid: dict[str, list[int]] = {}
    taken: set[str] = set()
    for line in text.splitlines():
        kind, *positions = line.split() or [""]
        if not kind:
            continue
        if kind not in KIND_NAMES or kind in laid:
            raise BadOptions(
                f"a formation has a line for each of {', '.join(KIND_NAMES[1:])}, once; not {quoted(kind)}"
            )
        for at in positions:
            if len(at) != 3 or at[0] not in "12" or any(digit not in "12345" for digit in at):
                raise BadOptions(f"{quoted(at)} is no position on levels 1 and 2, such as 112 (YAV-20)", "YAV-20")
            if at in taken:
                raise BadOptions(f"{at} holds two pieces of the formation (YAV-20)", "YAV-20")
            taken.add(at)
        laid[kind] = [named(at) for at in positions]
    return laid


def formation_of(decisions: list[Decision]) -> str:
    """The text of a formation that was placed by hand, from its `place` decisions, to keep for another game."""
    placed: dict[str, list[int]] = {}
    for decision in decisions:
        placed.setdefault(decision["ship"], []).append(named(decision["at"]))
    high = any(at >= POSITIONS // 2 for positions in placed.values() for at in positions)
    lines = []
    for kind, positions in placed.items():
        low = sorted(POSITIONS - 1 - at if high else at for at in positions)
        lines.append(" ".join([kind, *map(name, low)]))
    return "\n".join(lines) + "\n"
