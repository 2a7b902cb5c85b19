"""Sailboat Regatta: decisions and results as sentences."""

from collections.abc import Sequence

from oddboard.core.face import Past
from oddboard.core.sentences import counted, listed
from oddboard.games.sailboat_regatta import codes
from oddboard.games.sailboat_regatta.face.names import DIRECTIONS, SEAT_NAMES, SPACE_NAMES, sail_words, short_name
from oddboard.games.sailboat_regatta.face.preview import arrival, die_of, line_words, moved_number
from oddboard.games.sailboat_regatta.rules.dice import ROLLS
from oddboard.games.sailboat_regatta.rules.fleets import boat_of, fleets_home, seat_and_number
from oddboard.games.sailboat_regatta.state import NOBODY, State

FEW = 3  # boats: so many are counted rather than named


def words(s: State, code: int) -> str:
    """A decision as a friend would tell it."""
    who = SEAT_NAMES[s.turn]
    match codes.kind_of(code):
        case codes.SAIL | codes.STRAIGHT | codes.DRIFT:
            return _sail(s, code)
        case codes.ABOUT:
            number, heading = codes.about_of(code)
            boat = boat_of(s, number)
            return f"{short_name(s, boat)} comes about to the {DIRECTIONS[heading]} on {SPACE_NAMES[s.at[boat]]}"
        case codes.ENTER:
            boat = boat_of(s, codes.enter_of(code))
            return (
                f"{short_name(s, boat)} enters the race at {SPACE_NAMES[s.entry]}{_on_top_of(s, int(s.top[s.entry]))}"
            )
        case codes.DONE:
            return f"{who} has sailed enough" if s.sailed else f"{who} cannot sail"
        case codes.END:
            return f"{who} ends the turn"
        case codes.ROLL:
            *dice, last = map(str, ROLLS[codes.roll_of(code)])
            return f"{who} rolls {', '.join(dice)} and {last}"
    return f"{SEAT_NAMES[codes.draw_of(code)]} begins"


def _sail(s: State, code: int) -> str:
    boat, face, came = boat_of(s, moved_number(code)), die_of(code), arrival(s, code)
    does = f"{short_name(s, boat)} {'drifts' if face is None else 'sails'}"
    die = "" if face is None else f" with the {face}"
    if came is None:
        return does + die
    way = sail_words(int(s.heading[boat]), came.forward, came.diagonal)
    line = f", {line_words(came)}" if came.crossed else ""
    return f"{does} {way}{die}, to {SPACE_NAMES[came.way[-1]]}{line}{_on_top_of(s, came.beneath)}"


def _on_top_of(s: State, below: int) -> str:
    """Whose wind a boat takes that comes to lie on another."""
    if below == NOBODY:
        return ""
    seat, number = seat_and_number(s, below)
    if seat == s.turn:
        return f", on top of its own boat {number + 1}"
    return f", and takes the wind of {short_name(s, below)}"


def turn_words(turn: Sequence[Past]) -> str:
    """Which boats entered, where they sailed, whose wind they took, and which came home."""
    seat, entered, turned = int(turn[-1].before.turn), [], []
    ends: dict[str, str] = {}  # where each boat has sailed, after its last sail
    taken: list[str] = []  # the others' boats whose wind was taken
    for past in turn:
        number = moved_number(past.code) if past.code is not None else NOBODY
        if past.code is None or number == NOBODY:
            continue
        boat = f"boat {number + 1}"
        if codes.kind_of(past.code) == codes.ENTER:
            entered.append(boat)
        elif codes.kind_of(past.code) == codes.ABOUT:
            turned.append(boat)
        elif came := arrival(past.before, past.code):
            ends[boat] = line_words(came) if came.crossed else f"to {SPACE_NAMES[came.way[-1]]}"
            if came.beneath != NOBODY and seat_and_number(past.before, came.beneath)[0] != seat:
                taken.append(short_name(past.before, came.beneath))
    # Who comes to the same is named together, and a fleet that enters is counted.
    sailed = [f"{listed([boat for boat in ends if ends[boat] == end])} {end}" for end in dict.fromkeys(ends.values())]
    deeds = [f"entered {listed(entered) if len(entered) < FEW else counted(len(entered), 'boat')}"] if entered else []
    deeds += [f"sailed {listed(sailed)}"] if sailed else []
    deeds += [f"took the wind of {listed(list(dict.fromkeys(taken)))}"] if taken else []
    deeds += [f"turned {listed(turned)}"] if turned and not sailed else []
    return f"{SEAT_NAMES[seat]} {_and_then(deeds) or 'could not sail'}"


def _and_then(deeds: Sequence[str]) -> str:
    """Deeds that may be lists themselves: with a comma where another `and` would not be understood."""
    return ", and ".join(filter(None, [", ".join(deeds[:-1]), *deeds[-1:]])) if len(deeds) > 1 else "".join(deeds)


def result(s: State) -> str:
    """One sentence more about a finished race."""
    if home := fleets_home(s):
        turns = "1 turn" if s.rounds == 0 else f"{s.rounds + 1} turns"
        return f"{SEAT_NAMES[home[0]]} brought the whole fleet home in {turns}."
    return f"The race was stopped after {counted(int(s.turn_limit), 'turn')} each; no fleet was home."
