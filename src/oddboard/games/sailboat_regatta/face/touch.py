"""Sailboat Regatta: what is touched for a decision, and what wrong touches probably meant."""

from collections.abc import Sequence

from oddboard.core.game import Decision
from oddboard.core.records import scratch
from oddboard.games.sailboat_regatta import codes
from oddboard.games.sailboat_regatta.face.names import SPACE_IDS, boat_id
from oddboard.games.sailboat_regatta.rules import RULES
from oddboard.games.sailboat_regatta.rules.dice import dice_left
from oddboard.games.sailboat_regatta.rules.fleets import boat_of
from oddboard.games.sailboat_regatta.rules.sailing import aim, faces_to_sail, sail_end
from oddboard.games.sailboat_regatta.state import ASHORE, FACES, HEADING_NAMES, HEADINGS, SAILING, TURNING, State, Work

ASKS = {
    "boat": "choose a boat",
    "space": "choose where {boat} sails",
    "die": "choose the die for {boat}",
    "facing": "choose where {boat} faces",
    "button:enter": "enter a boat",
    "button:done": "finish sailing",
    "button:end": "end your turn",
}


def touches(s: State, code: int) -> list[str]:
    """A boat, where it sails, and the die where two would lead there; a boat and its new direction; or a button."""
    match codes.kind_of(code):
        case codes.SAIL:
            number, face = codes.sail_of(code)
            boat = boat_of(s, number)
            end = sail_end(s, int(s.at[boat]), int(s.heading[boat]), face)
            return [boat_id(int(s.turn), number), SPACE_IDS[end], f"die:{face}"]
        case codes.ABOUT:
            number, heading = codes.about_of(code)
            return [boat_id(int(s.turn), number), f"facing:{HEADING_NAMES[heading]}"]
        case codes.ENTER:
            return ["button:enter"]
        case codes.DONE:
            return ["button:done"]
    return ["button:end"]


def dice_by_target(s: State) -> dict[str, dict[str, list[int]]]:
    """The dice that lead a boat to a space, by boat and space, for who is to sail."""
    found: dict[str, dict[str, list[int]]] = {}
    if s.phase != SAILING:
        return found
    work = scratch(Work)
    for code in work.code[: RULES.legal(s, work)].tolist():
        if codes.kind_of(code) == codes.SAIL:
            boat, space, _ = touches(s, code)
            found.setdefault(boat, {}).setdefault(space, []).append(codes.sail_of(code)[1])
    return found


def attempt(s: State, touched: Sequence[str]) -> Decision | None:
    """The decision that was probably meant. Somebody else's boat stands for the space that it is on."""
    pairs = [(kind, name) for kind, _, name in (touch.partition(":") for touch in touched)]
    if not pairs:
        return None
    if pairs[0][0] == "button":
        return _button(s, pairs[0][1])
    mine = [name for kind, name in pairs if kind == "boat" and name.startswith(f"{s.turn}.")]
    last, value = pairs[-1]
    if not mine or int(mine[-1].partition(".")[2]) > s.fleet:
        return None
    number = int(mine[-1].partition(".")[2])
    if last == "facing":
        return {"do": "about", "boat": number, "to": value}
    if last == "die":
        return {"do": "sail", "boat": number, "die": int(value[0])} if value[:1].isdigit() else None
    aimed = last == "space" or value != mine[-1]
    if number > s.afloat[s.turn]:
        return {"do": "sail", "boat": number, "die": 0} if aimed else {"do": "enter", "boat": number}
    if s.phase == TURNING:
        return {"do": "about", "boat": number, "to": _shut(s, number - 1)}
    space = f"space:{value}" if last == "space" else _space_of_boat(s, value)
    return {"do": "sail", "boat": number, "die": _die(s, number - 1, space if aimed else None)}


def _space_of_boat(s: State, name: str) -> str | None:
    seat, _, number = name.partition(".")
    at = int(s.at[int(seat) * int(s.fleet) + int(number) - 1])
    return SPACE_IDS[at] if at != ASHORE else None


def _button(s: State, name: str) -> Decision | None:
    if name == "enter":
        return {"do": "enter", "boat": int(s.afloat[s.turn]) + 1}
    return {"do": name} if name in ("done", "end") else None


def _shut(s: State, number: int) -> str:
    """A direction to which a boat cannot come about; the one it has, if it could to all others."""
    boat = boat_of(s, number)
    at, faced = int(s.at[boat]), int(s.heading[boat])
    shut = [heading for heading in range(HEADINGS) if not faces_to_sail(s, at, heading)]
    return HEADING_NAMES[shut[0] if shut else faced]


def _die(s: State, number: int, wanted: str | None) -> int:
    """The die that would lead to a space, left or not; else one that leads nowhere from there; else the first."""
    boat = boat_of(s, number)
    at, heading, left = int(s.at[boat]), int(s.heading[boat]), dice_left(s)
    lawful = faces_to_sail(s, at, heading)
    wrong = [face for face in left if not lawful >> face & 1]
    if wanted in SPACE_IDS:
        leading = [face for face in range(FACES) if aim(s, at, heading, face) == SPACE_IDS.index(wanted)]
        wrong = [face for face in leading if face in wrong or face not in left] + wrong
    missing = [face for face in range(FACES) if face not in left]
    return (wrong or missing or left)[0]
