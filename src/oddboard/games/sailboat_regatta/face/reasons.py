"""Sailboat Regatta: whose wind a decision takes, what it gets out of, and how many dice a boat still needs.

A decision is carried out on a copy. The dice are those that the rules' outlook expects.
"""

from oddboard.core.reasons import NEAR, fewer, measured, newly_threatened, out_of_danger, own_pieces, shortly
from oddboard.core.records import copy, scratch
from oddboard.core.sentences import counted, in_words, listed
from oddboard.games.sailboat_regatta import codes
from oddboard.games.sailboat_regatta.face.names import DIRECTIONS, boat_id, short_name
from oddboard.games.sailboat_regatta.face.preview import Arrival, arrival, line_words, moved_number
from oddboard.games.sailboat_regatta.face.scene import scene
from oddboard.games.sailboat_regatta.face.threats import threats
from oddboard.games.sailboat_regatta.rules import RULES
from oddboard.games.sailboat_regatta.rules.dice import dice_left
from oddboard.games.sailboat_regatta.rules.fleets import boat_of, is_finished, is_free, seat_and_number
from oddboard.games.sailboat_regatta.rules.outlook import dice_to_go
from oddboard.games.sailboat_regatta.rules.sailing import faces_to_sail
from oddboard.games.sailboat_regatta.state import ASHORE, ENDED, FACES, NOBODY, State, Work

HELD = "hold"  # the sign of a boat whose wind is taken


def reasons(s: State, code: int, seat: int) -> list[str]:
    """What a decision of a seat is good for."""
    kind = codes.kind_of(code)
    if kind == codes.DONE:
        return _dice_left(s)
    if kind == codes.END:
        return _lying(s)
    after = copy(s)
    RULES.play(after, scratch(Work), code)
    boat = boat_of(s, moved_number(code))
    if kind == codes.ABOUT:
        return _about(s, after, boat)
    came = arrival(s, code)
    if came is None:
        return []
    found = _reached(came) + _winds(s, after, seat, came, boat)
    if after.phase == ENDED:
        return found
    if kind == codes.ENTER:
        return found or _entering(after, boat)
    gained = [] if came.home else _gains(s, after, boat)
    return [*found, *gained, *_dangers(s, after, seat, boat)] or _facing(s, after, boat)


def _gains(s: State, after: State, boat: int) -> list[str]:
    """How much nearer to its end a boat is: by dice, or if that is no difference worth telling by the way."""
    found = _nearer(s, after, boat)
    steps = int(s.to_go[boat] - after.to_go[boat])
    return found or ([f"shortens its way by {counted(steps, 'step')}"] if steps > 0 else [])


def _nearer(s: State, after: State, boat: int) -> list[str]:
    """How many dice fewer a boat needs."""
    little = "comes a little nearer to its end"
    return fewer("has", "die to go", "dice to go", dice_to_go(s, boat), dice_to_go(after, boat), little)


def _reached(came: Arrival) -> list[str]:
    """That the line is crossed."""
    if came.crossed <= 0:
        return []
    return ["goes home over the line"] if came.home else [f"goes {line_words(came)}"]


def _winds(s: State, after: State, seat: int, came: Arrival, boat: int) -> list[str]:
    """Whose wind is taken, and who has it back."""
    found = []
    if came.beneath != NOBODY and seat_and_number(s, came.beneath)[0] != seat:
        found.append(f"takes the wind of {short_name(s, came.beneath)}, so that it cannot sail")
    fleet = int(s.fleet)
    mine = range(seat * fleet, (seat + 1) * fleet)
    freed = [each for each in mine if each != boat and _is_held(s, each) and not _is_held(after, each)]
    found += [f"gives its own {_boats(s, freed)} the wind back"] if freed else []
    return found


def _is_held(s: State, boat: int) -> bool:
    return bool(s.at[boat] != ASHORE and not is_finished(s, boat) and not is_free(s, boat))


def _dangers(s: State, after: State, seat: int, boat: int) -> list[str]:
    """Whose wind could be taken with a die, and whose own cannot be any more: of the boat that sailed, or others."""
    now = [each for each in threats(s, None) if each["sign"] != HELD]
    later = [each for each in threats(after, None) if each["sign"] != HELD]
    own = own_pieces(scene(s), seat)
    names = {boat_id(*seat_and_number(s, each)): each for each in range(int(s.seats) * int(s.fleet))}
    threatened = sorted(newly_threatened(now, later, by=own) - own)
    held = {boat_id(*seat_and_number(s, each)) for each in names.values() if _is_held(after, each)}
    saved = sorted((out_of_danger(now, later) & own) - held)
    found = []
    if threatened:
        found.append(f"can take the wind of {shortly([short_name(s, names[each]) for each in threatened])} next")
    mover = boat_id(*seat_and_number(s, boat))
    if mover in saved:
        found.append("gets out of reach of those who could take its wind")
    if others := [names[each] for each in saved if each != mover]:
        found.append(f"takes its own {_boats(s, others)} out of reach of them")
    return found


def _about(s: State, after: State, boat: int) -> list[str]:
    """What a boat gains by coming about."""
    found = _nearer(s, after, boat)
    before, then = (_faces(state, boat) for state in (s, after))
    if then > before:
        return [*found, f"can sail with {_faces_words(then)} instead of {in_words(before) if before else 'none'}"]
    return found or _course(after, boat) or ([f"can sail with {_faces_words(then)}"] if then else [])


def _course(s: State, boat: int) -> list[str]:
    """How good the heading of a boat is among the four."""
    way = copy(s)
    dice = []
    for heading in range(len(DIRECTIONS)):
        way.heading[boat] = heading
        dice.append(float(dice_to_go(way, boat)))
    heading = int(s.heading[boat])
    if dice[heading] > min(dice):
        return []
    return [f"heads {DIRECTIONS[heading]}, with about {measured(dice[heading], 'die', 'dice')} to go, as few as can be"]


def _faces(s: State, boat: int) -> int:
    """With how many faces of a die a boat can sail."""
    return int(faces_to_sail(s, int(s.at[boat]), int(s.heading[boat]))).bit_count()


def _faces_words(count: int) -> str:
    """So many faces of a die."""
    return "any face of a die" if count == FACES else counted(count, "face of a die", "faces of a die")


def _facing(s: State, after: State, boat: int) -> list[str]:
    """With how many faces a boat can sail from where it is now."""
    before, then = _faces(s, boat), _faces(after, boat)
    if then > before:
        return [f"can sail on with {_faces_words(then)} instead of {in_words(before) if before else 'none'}"]
    return [f"can sail on with {_faces_words(then)}, {_to_go(after, boat)}"] if then else []


def _to_go(s: State, boat: int) -> str:
    return f"with about {measured(float(dice_to_go(s, boat)), 'die', 'dice')} to go"


def _entering(after: State, boat: int) -> list[str]:
    """How far it is for a boat that has entered."""
    return [f"brings one more boat into the race, {_to_go(after, boat)}"]


def _dice_left(s: State) -> list[str]:
    """Why the dice that are left are not used."""
    work = scratch(Work)
    sails = [code for code in work.code[: RULES.legal(s, work)].tolist() if arrival(s, code) is not None]
    dice = len(dice_left(s))
    if not dice:
        return ["has no die left"]
    left = "the die that is left" if dice == 1 else f"the {in_words(dice)} dice that are left"
    if not sails:
        return [f"has no boat that could sail with {left}"]
    gain = max(_gained(s, code) for code in sails)
    if gain < NEAR:
        return [f"keeps its boats where they are, as {left} would bring none of them nearer"]
    most = measured(gain, "die", "dice")
    return [f"keeps its boats where they are, as {left} would bring one at most about {most} nearer"]


def _gained(s: State, code: int) -> float:
    """How many dice fewer a boat needs after a decision."""
    after = copy(s)
    RULES.play(after, scratch(Work), code)
    boat = boat_of(s, moved_number(code))
    return float(dice_to_go(s, boat) - dice_to_go(after, boat))


def _lying(s: State) -> list[str]:
    """How little coming about would bring a boat nearer."""
    work = scratch(Work)
    turns = [code for code in work.code[: RULES.legal(s, work)].tolist() if codes.kind_of(code) == codes.ABOUT]
    gain = max((_gained(s, code) for code in turns), default=0.0)
    if gain < NEAR:
        return ["has no boat that another heading would bring nearer"]
    most = measured(gain, "die", "dice")
    return [f"keeps its headings, as another would bring a boat at most about {most} nearer"]


def _boats(s: State, some: list[int]) -> str:
    """Some boats of a seat by their numbers: "boats 2 and 5"."""
    numbers = [str(seat_and_number(s, boat)[1] + 1) for boat in some]
    return f"boat{'s' if len(numbers) > 1 else ''} {listed(numbers)}"
