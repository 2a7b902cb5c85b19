"""Yavoch: formations of a player's own as text: what was placed, and how to place it again (YAV-21).

A line for each kind of piece, with positions of the two lowest levels; on the high side every digit is 6 less itself.
"""

from collections.abc import Mapping, Sequence

from oddboard.core.errors import BadRequest
from oddboard.core.game import Decision
from oddboard.games.yavoch.field import EDGE, LEVEL, NAMES, NOWHERE, POSITIONS, named
from oddboard.games.yavoch.formations import BEGINS, FEWEST_TRYCHS, HIGH
from oddboard.games.yavoch.rules.setting import side_of
from oddboard.games.yavoch.state import (
    ARCHID,
    COMMAND,
    GATE,
    KIND_NAMES,
    LEVELS,
    NEORNITH,
    SETTING,
    SQUAM,
    TRYCH,
    State,
)

_KINDS = (COMMAND, ARCHID, SQUAM, NEORNITH, GATE, TRYCH)  # in the order in which they are placed
_MIDDLE_LEVEL = POSITIONS // 2  # positions above are the high side's


def mirrored(at: int) -> int:
    """The position of the other side: each digit is 6 less itself."""
    return POSITIONS - 1 - at


def kept(decisions: Sequence[Decision]) -> str | None:
    """The formation that a seat has just placed by hand, as text; None once it has decided anything else."""
    if not decisions or decisions[-1].get("do") != "place":
        return None
    placed: dict[str, list[int]] = {KIND_NAMES[kind]: [] for kind in _KINDS}
    for decision in decisions:
        if decision["do"] == "place":
            at = named(decision["at"])
            placed[decision["ship"]].append(mirrored(at) if at > _MIDDLE_LEVEL else at)
    if any(len(placed[KIND_NAMES[kind]]) < _fewest(kind) for kind in _KINDS):
        return None
    return "\n".join(f"{kind} {' '.join(NAMES[at] for at in sorted(places))}" for kind, places in placed.items())


def _fewest(kind: int) -> int:
    return FEWEST_TRYCHS if kind == TRYCH else BEGINS[kind]


def decisions_for(s: State, text: str) -> list[Decision]:
    """The decisions that set up in a formation; BadRequest says what is wrong with it, or with the moment."""
    if s.phase not in (LEVELS, SETTING) or s.placed:
        raise BadRequest("a formation is taken before the first piece is placed", "YAV-21")
    places = _read(text)
    wanted = int(s.trychs)
    if len(places[TRYCH]) < wanted:
        raise BadRequest(
            f"the formation has {len(places[TRYCH])} Trychs, and each side begins with {wanted} (YAV-6)", "YAV-6"
        )
    high = s.phase == SETTING and side_of(s, int(s.turn)) == HIGH
    decisions: list[Decision] = [{"do": "levels", "at": "low"}] if s.phase == LEVELS else []
    for kind in _KINDS:
        chosen = places[kind][:wanted] if kind == TRYCH else places[kind]
        for at in sorted(mirrored(each) if high else each for each in chosen):
            decisions.append({"do": "place", "ship": KIND_NAMES[kind], "at": NAMES[at]})
    return decisions


def _read(text: str) -> Mapping[int, list[int]]:
    """By kind the positions that a text names, each once and all on the two lowest levels."""
    places: dict[int, list[int]] = {kind: [] for kind in _KINDS}
    taken: set[int] = set()
    for number, line in enumerate(text.strip().splitlines(), 1):
        word, *positions = line.replace(",", " ").replace(":", " ").lower().split() or [""]
        if word.rstrip("s") not in KIND_NAMES[1:]:
            kinds = ", ".join(KIND_NAMES[kind] for kind in _KINDS)
            raise BadRequest(f"line {number} begins with {word!r}, and pieces are {kinds}", "YAV-21")
        kind = KIND_NAMES.index(word.rstrip("s"))
        for each in positions:
            at = named(each)
            if at == NOWHERE or at >= 2 * LEVEL:
                raise BadRequest(
                    f"line {number}: {each!r} is no position of the two lowest levels, 111 to 2{EDGE}{EDGE}", "YAV-20"
                )
            if at in taken:
                raise BadRequest(f"line {number}: {each} is taken already, and a position has one piece", "YAV-20")
            taken.add(at)
            places[kind].append(at)
    for kind in _KINDS:
        count, fewest = len(places[kind]), _fewest(kind)
        if count < fewest or (kind != TRYCH and count > fewest):
            most = " or more" if kind == TRYCH else ""
            raise BadRequest(f"there are {fewest}{most} of {KIND_NAMES[kind]}, not {count} (YAV-6)", "YAV-6")
    return places
