"""Sailboat Regatta: what is touched for a decision, what it would do, and what wrong touches probably meant."""

from collections.abc import Sequence

from oddboard.core.game import Decision
from oddboard.core.scene import Preview
from oddboard.games.sailboat_regatta.moves import DONE, END, FIRST_ABOUT, FIRST_ENTER, FIRST_ROLL, FIRST_SAIL
from oddboard.games.sailboat_regatta.reading import (
    DIRECTIONS,
    HEADING_NAMES,
    boat_of,
    dice_left,
    is_finished,
    seat_and_number,
)
from oddboard.games.sailboat_regatta.scene import SEAT_NAMES, SPACE_IDS, SPACE_NAMES, boat_id
from oddboard.games.sailboat_regatta.state import (
    FACES,
    FINISHING_COUNT,
    HEADINGS,
    NOBODY,
    NORTHWEST,
    SIDE,
    SPACES,
    STEP,
    TURNING,
    State,
    crossings,
    faces_to_sail,
    sail_end,
    value_of,
)
from oddboard.games.sailboat_regatta.ways import step_end

ASKS = {
    "boat": "choose a boat",
    "space": "choose where {boat} sails",
    "die": "choose the die for {boat}",
    "facing": "choose where {boat} faces",
    "button:enter": "enter a boat",
    "button:done": "finish sailing",
    "button:end": "end your turn",
}
_WITH_THE_WIND = 4  # the number of the diagonal among single steps


def touches(s: State, code: int) -> list[str]:
    """A boat, where it sails, and the die where two would lead there; a boat and its new direction; or a button."""
    if code < FIRST_ABOUT:
        number, face = divmod(code - FIRST_SAIL, FACES)
        boat = boat_of(s, number)
        end = sail_end(s, int(s.at[boat]), int(s.heading[boat]), face)
        return [boat_id(int(s.turn), number), SPACE_IDS[end], f"die:{face}"]
    if code < FIRST_ENTER:
        number, heading = divmod(code - FIRST_ABOUT, HEADINGS)
        return [boat_id(int(s.turn), number), f"facing:{HEADING_NAMES[heading]}"]
    if code < DONE:
        return ["button:enter"]
    return ["button:done" if code == DONE else "button:end"]


def marks(s: State, code: int) -> list[str]:
    """What a past decision was about."""
    if code >= FIRST_ROLL or code in (DONE, END):
        return []
    if code >= FIRST_ENTER:
        return [boat_id(int(s.turn), code - FIRST_ENTER), SPACE_IDS[s.entry]]
    if code >= FIRST_ABOUT:
        return [boat_id(int(s.turn), (code - FIRST_ABOUT) // HEADINGS)]
    return touches(s, code)[:2]


def way_of(s: State, start: int, heading: int, face: int) -> list[int]:
    """The spaces of a lawful sail, with the wind as late as possible (REG-10, REG-12)."""
    distance = abs(face - value_of(s, start))
    for before in range(distance, -1, -1):
        way = [start]
        for step in [heading] * before + [_WITH_THE_WIND] + [heading] * (distance - before):
            end = step_end(s, way[-1], step)
            if end < 0:
                break
            way.append(end)
        else:
            return way
    return [start, sail_end(s, start, heading, face)]


def trails(s: State, code: int) -> dict[str, list[str]]:
    """The way of a sail."""
    if code >= FIRST_ABOUT:
        return {}
    number, face = divmod(code - FIRST_SAIL, FACES)
    boat = boat_of(s, number)
    way = way_of(s, int(s.at[boat]), int(s.heading[boat]), face)
    return {boat_id(int(s.turn), number): [SPACE_IDS[space] for space in way]}


def preview(s: State, code: int) -> Preview:
    """Where a sail leads over and whose wind it takes; the number on its target is the die."""
    if code < FIRST_ABOUT:
        return _sail(s, *divmod(code - FIRST_SAIL, FACES))
    if FIRST_ENTER <= code < DONE:
        below = int(s.top[s.entry])
        return {"note": "onto the entry" + (f", {_taken(s, below)}" if below != NOBODY else "")}
    return {}


def _sail(s: State, number: int, face: int) -> Preview:
    boat = boat_of(s, number)
    start, heading = int(s.at[boat]), int(s.heading[boat])
    way = way_of(s, start, heading, face)
    distance = len(way) - 2
    words = [f"{distance} {DIRECTIONS[heading]} + 1 northwest" if distance else "1 northwest"]
    count = crossings(s, start, way[-1])
    if count > 0 and s.count[boat] + count == FINISHING_COUNT and not is_finished(s, boat):
        words.append("over the line and home")
    elif count:
        words.append("over the line" if count > 0 else "back over the line")
    below = int(s.top[way[-1]])
    if below != NOBODY:
        words.append(_taken(s, below))
    return {"note": " · ".join(words), "path": [SPACE_IDS[space] for space in way], "steps": face}


def _taken(s: State, below: int) -> str:
    seat, number = seat_and_number(s, below)
    return f"covers your own {number + 1}" if seat == s.turn else f"takes {SEAT_NAMES[seat]}'s wind"


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
    space = value if last == "space" else _space_of_boat(s, value)
    return {"do": "sail", "boat": number, "die": _die(s, number - 1, space if aimed else None)}


def _space_of_boat(s: State, name: str) -> str | None:
    seat, _, number = name.partition(".")
    at = int(s.at[int(seat) * int(s.fleet) + int(number) - 1])
    return SPACE_NAMES[at] if at >= 0 else None


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


def _die(s: State, number: int, space: str | None) -> int:
    """The die that would lead to a space, left or not; else one that leads nowhere from there; else the first."""
    boat = boat_of(s, number)
    at, heading, left = int(s.at[boat]), int(s.heading[boat]), dice_left(s)
    lawful = faces_to_sail(s, at, heading)
    wrong = [face for face in left if not lawful >> face & 1]
    if space is not None:
        wanted = _space(space)
        leading = [face for face in range(FACES) if _end(s, at, heading, face) == wanted]
        wrong = [face for face in leading if face in wrong or face not in left] + wrong
    missing = [face for face in range(FACES) if face not in left]
    return (wrong or missing or left)[0]


def _space(name: str) -> int:
    return (int(name[1:]) - 1) * SIDE + ord(name[0]) - ord("a") if name[1:].isdigit() else -1


def _end(s: State, at: int, heading: int, face: int) -> int:
    end = at + abs(face - value_of(s, at)) * int(STEP[heading]) + NORTHWEST
    return end if 0 <= end < SPACES else -1
