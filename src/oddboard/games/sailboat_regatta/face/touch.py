"""Sailboat Regatta: what is touched for a decision, and what wrong touches probably meant."""

from collections.abc import Sequence

from oddboard.core.game import Decision, Refusal
from oddboard.core.records import scratch
from oddboard.core.sentences import listed
from oddboard.games.sailboat_regatta import codes
from oddboard.games.sailboat_regatta.decision import to_json
from oddboard.games.sailboat_regatta.face.names import DIRECTIONS, SPACE_IDS, boat_id
from oddboard.games.sailboat_regatta.face.preview import die_of
from oddboard.games.sailboat_regatta.face.refusals import no_die_leads
from oddboard.games.sailboat_regatta.rules import RULES
from oddboard.games.sailboat_regatta.rules.dice import dice_left
from oddboard.games.sailboat_regatta.rules.fleets import boat_of, is_free, numbers_afloat
from oddboard.games.sailboat_regatta.rules.legal import faces_now, must_turn, straight_faces_now
from oddboard.games.sailboat_regatta.rules.sailing import aim, aim_straight, faces_to_sail, sail_end
from oddboard.games.sailboat_regatta.state import ASHORE, FACES, HEADING_NAMES, HEADINGS, SAILING, TURNING, State, Work

ASKS = {
    "boat": "choose a boat to sail",
    "space": "choose where {boat} sails",
    "die": "",  # which one it is shows on the spaces
    "facing": "choose where {boat} is to face",
    "button:enter": "bring in a boat",
    "button:drift": "let it drift with the wind",
    "button:done": "finish sailing",
    "button:end": "end your turn",
}
LATER = ("die",)


def asks_now(s: State) -> dict[str, str]:
    """After sailing: which boats are turned, and which of them must be (REG-14, REG-15)."""
    if s.phase != TURNING:
        return {}
    due = [number for number in numbers_afloat(s) if is_free(s, boat_of(s, number)) and must_turn(s, number)]
    if s.sailed and due:
        boats = listed([f"boat {number + 1}" for number in due])
        faced = DIRECTIONS[s.heading[boat_of(s, due[0])]]
        why = f"it can no longer sail {faced}" if len(due) == 1 else "they can no longer sail as they face"
        return {"boat": f"turn {boats}: {why}", "facing": f"turn {{boat}}: {why}" if len(due) == 1 else ASKS["facing"]}
    return {"boat": "turn a boat if you like"}


def touches(s: State, code: int) -> list[str]:
    """A boat, where it sails, and the die where two would lead there; a boat and its new direction; or a button."""
    match codes.kind_of(code):
        case codes.SAIL:
            number, face = codes.sail_of(code)
            boat = boat_of(s, number)
            end = sail_end(s, int(s.at[boat]), int(s.heading[boat]), face)
            return [boat_id(int(s.turn), number), SPACE_IDS[end], f"die:{face}"]
        case codes.STRAIGHT:
            number, face = codes.straight_of(code)
            boat = boat_of(s, number)
            end = aim_straight(s, int(s.at[boat]), int(s.heading[boat]), face)
            return [boat_id(int(s.turn), number), SPACE_IDS[end], f"die:{face}"]
        case codes.DRIFT:
            return ["button:drift"]
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
        if (face := die_of(code)) is not None:
            boat, space, _ = touches(s, code)
            found.setdefault(boat, {}).setdefault(space, []).append(face)
    return found


def attempt(s: State, touched: Sequence[str]) -> Decision | Refusal | None:
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
        return _sail(s, number, int(value[0]), True) if value[:1].isdigit() else None
    aimed = last == "space" or value != mine[-1]
    if number > s.afloat[s.turn]:
        return _sail(s, number, 0, True) if aimed else {"do": "enter", "boat": number}
    if s.phase == TURNING:
        return {"do": "about", "boat": number, "to": _shut(s, number - 1)}
    space = f"space:{value}" if last == "space" else _space_of_boat(s, value)
    if aimed and space in SPACE_IDS and (missed := no_die_leads(s, number - 1, SPACE_IDS.index(space))):
        return missed
    return _sail(s, number, *_wrong_sail(s, number - 1, space if aimed else None))


def _sail(s: State, number: int, face: int, diagonal: bool) -> Decision:
    """A sail, with the diagonal step or not, by the number of the boat from 1."""
    code = codes.sail_code if diagonal else codes.straight_code
    return to_json(s, code(number - 1, face))


def _space_of_boat(s: State, name: str) -> str | None:
    seat, _, number = name.partition(".")
    at = int(s.at[int(seat) * int(s.fleet) + int(number) - 1])
    return SPACE_IDS[at] if at != ASHORE else None


def _button(s: State, name: str) -> Decision | None:
    if name == "enter":
        return {"do": "enter", "boat": int(s.afloat[s.turn]) + 1}
    if name == "drift":
        return {"do": "drift", "boat": max(0, int(s.owes)) + 1}
    return {"do": name} if name in ("done", "end") else None


def _shut(s: State, number: int) -> str:
    """A direction to which a boat cannot come about; the one it has, if it could to all others."""
    boat = boat_of(s, number)
    at, faced = int(s.at[boat]), int(s.heading[boat])
    shut = [heading for heading in range(HEADINGS) if not faces_to_sail(s, at, heading)]
    return HEADING_NAMES[shut[0] if shut else faced]


def _wrong_sail(s: State, number: int, wanted: str | None) -> tuple[int, bool]:
    """The die, and whether with the diagonal step, that somebody may have meant in vain.

    One that would lead to the wanted space, left or not; else one that leads nowhere from there; else the first.
    """
    boat = boat_of(s, number)
    at, heading, left = int(s.at[boat]), int(s.heading[boat]), dice_left(s)
    lawful = {True: faces_now(s, number), False: straight_faces_now(s, number)}
    sails = [(face, diagonal) for diagonal in (True, False)[: 1 + s.step_a_boat] for face in range(FACES)]
    wrong = [(face, diagonal) for face, diagonal in sails if face in left and not lawful[diagonal] >> face & 1]
    missing = [(face, diagonal) for face, diagonal in sails if face not in left]
    if wanted in SPACE_IDS:
        aims = {True: aim, False: aim_straight}
        space = SPACE_IDS.index(wanted)
        leading = [each for each in sails if aims[each[1]](s, at, heading, each[0]) == space]
        wrong = [each for each in leading if each in wrong or each in missing] + wrong
    return (wrong or missing or [(left[0], True)])[0]
