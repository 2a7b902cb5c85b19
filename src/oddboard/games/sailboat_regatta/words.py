"""Sailboat Regatta in words: the game as the core knows it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from rich.text import Text

from oddboard.core import seats
from oddboard.core.errors import BadOptions, BadRequest
from oddboard.core.game import Decision, Game, Refusal, field, only_fields
from oddboard.core.options import Choice, Option, Whole, quoted
from oddboard.core.records import new
from oddboard.core.scene import Ground, Preview, Scene
from oddboard.games.sailboat_regatta import position, rules, scene, touching
from oddboard.games.sailboat_regatta.claims import CLAIMS
from oddboard.games.sailboat_regatta.course import NAMED, SMALL_TEXT, CourseRefused, read_course, space_name
from oddboard.games.sailboat_regatta.drawing import board
from oddboard.games.sailboat_regatta.moves import (
    CODES,
    DONE,
    END,
    FIRST_ABOUT,
    FIRST_DRAW,
    FIRST_ENTER,
    FIRST_ROLL,
    FIRST_SAIL,
    ROLLS,
)
from oddboard.games.sailboat_regatta.observation import OBSERVATION
from oddboard.games.sailboat_regatta.reading import (
    DIRECTIONS,
    HEADING_NAMES,
    boat_of,
    fleets_home,
    is_finished,
    seat_and_number,
)
from oddboard.games.sailboat_regatta.refusals import why_not
from oddboard.games.sailboat_regatta.state import (
    DICE,
    FACES,
    FINISHING_COUNT,
    HEADINGS,
    NOBODY,
    State,
    Work,
    crossings,
    sail_end,
    value_of,
)


@dataclass(frozen=True)
class CourseOption(Option):
    """A course by its name, or drawn as text (REG-19)."""

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "minLength": 1, "examples": list(NAMED)}

    def samples(self) -> list[Any]:
        return [*NAMED, SMALL_TEXT]

    def check(self, value: Any) -> None:
        if not isinstance(value, str):
            raise self.refuse(value, "classic, compact or the text of a course is wanted")
        if value in NAMED:
            return
        try:
            read_course(value)
        except CourseRefused as refused:
            names = "" if "\n" in value.strip() else f"{quoted(value)} is neither classic, compact nor a course: "
            raise BadOptions(f"option course: {names}{refused} (REG-19)", "REG-19") from None


class SailboatRegatta(Game):
    """Sailboat Regatta."""

    key = "sailboat-regatta"
    title = "Sailboat Regatta"
    tagline = "Sail your whole fleet around the course on gusts of dice, and steal the others' wind."
    minutes = 35
    players = range(2, 15)
    prefix = "REG"
    claims = CLAIMS
    options: ClassVar[tuple[Option, ...]] = (
        CourseOption("course", "classic", "REG-2", "The course: classic, compact, or your own, drawn as text."),
        Choice("first", "random", "REG-8", "Who begins: drawn, or the first seat.", values=("random", "seats")),
        Whole("turn_limit", 300, "REG-18", "The race ends after so many turns each."),
    )
    state = State
    work = Work
    codes = CODES
    rules = rules.RULES
    asks = touching.ASKS
    observation = OBSERVATION

    def complete(self, players: int, options: dict[str, Any]) -> dict[str, Any]:
        if options["course"] not in NAMED:
            options["course"] = read_course(options["course"]).text  # without what is skipped
        return options

    def start(self, players: int, options: dict[str, Any]) -> State:
        s = new(State)
        position.set_up(s, players, options)
        return s

    def decision(self, s: State, code: int) -> Decision:
        if code >= FIRST_DRAW:
            return {"do": "first", "seat": code - FIRST_DRAW}
        if code >= FIRST_ROLL:
            return {"do": "roll", "dice": list(ROLLS[code - FIRST_ROLL])}
        if code == END:
            return {"do": "end"}
        if code == DONE:
            return {"do": "done"}
        if code >= FIRST_ENTER:
            return {"do": "enter", "boat": code - FIRST_ENTER + 1}
        if code >= FIRST_ABOUT:
            number, heading = divmod(code - FIRST_ABOUT, HEADINGS)
            return {"do": "about", "boat": number + 1, "to": HEADING_NAMES[heading]}
        number, face = divmod(code - FIRST_SAIL, FACES)
        return {"do": "sail", "boat": number + 1, "die": face}

    def code(self, s: State, decision: Mapping[str, Any]) -> int | Refusal:
        do = field(decision, "do", str)
        if do in ("done", "end"):
            only_fields(decision)
            return DONE if do == "done" else END
        if do == "first":
            only_fields(decision, "seat")
            seat = field(decision, "seat", int)
            if not 0 <= seat < s.seats:
                return Refusal("REG-8", f"There is no seat {seat}: they are 0 to {s.seats - 1}.")
            return FIRST_DRAW + int(seat)
        if do == "roll":
            only_fields(decision, "dice")
            return _roll(field(decision, "dice", list))
        if do not in ("enter", "sail", "about"):
            raise BadRequest(
                f"'do' is one of first, roll, enter, sail, done, about, end in Sailboat Regatta, not {quoted(do)}"
            )
        only_fields(decision, *{"sail": ("boat", "die"), "about": ("boat", "to")}.get(do, ("boat",)))
        number = field(decision, "boat", int) - 1
        face = field(decision, "die", int) if do == "sail" else 0
        heading = field(decision, "to", str) if do == "about" else "n"
        if not 0 <= number < s.fleet:
            return Refusal("REG-5", f"There is no boat {number + 1}: a fleet has boats 1 to {s.fleet}.")
        if not 0 <= face < FACES:
            return Refusal("REG-9", f"No die shows {face}: the faces are 0 to {FACES - 1}.")
        if heading not in HEADING_NAMES:
            return Refusal("REG-6", f"A boat faces n, e, s or w, not {quoted(heading)}.")
        if do == "sail":
            return int(FIRST_SAIL + number * FACES + face)
        if do == "about":
            return int(FIRST_ABOUT + number * HEADINGS + HEADING_NAMES.index(heading))
        return FIRST_ENTER + int(number)

    def why_not(self, s: State, code: int) -> Refusal:
        return why_not(s, code)

    def words(self, s: State, code: int) -> str:
        decision = self.decision(s, code)
        who = seats.name(int(s.turn))
        match decision["do"]:
            case "first":
                return f"{seats.name(decision['seat'])} begins"
            case "roll":
                dice = [str(die) for die in decision["dice"]]
                return f"{who} rolls {', '.join(dice[:-1])} and {dice[-1]}"
            case "done":
                return f"{who} has sailed enough" if s.sailed else f"{who} cannot sail"
            case "end":
                return f"{who} ends the turn"
            case "enter":
                return f"{who} {decision['boat']} enters the race at {space_name(s.entry)}{_on_top_of(s, s.entry)}"
            case "about":
                number, heading = divmod(code - FIRST_ABOUT, HEADINGS)
                at = int(s.at[boat_of(s, number)])
                return f"{who} {number + 1} comes about to the {DIRECTIONS[heading]} on {space_name(at)}"
        return _sail(s, *divmod(code - FIRST_SAIL, FACES))

    def position(self, s: State) -> dict[str, Any]:
        return position.to_json(s)

    def from_position(self, given: Mapping[str, Any]) -> State:
        return position.from_json(given, self.check_options)

    def board(self, s: State) -> Text:
        return board(s)

    def ground(self, s: State) -> Ground:
        return scene.ground(s)

    def scene(self, s: State) -> Scene:
        return scene.scene(s)

    def touches(self, s: State, code: int) -> list[str]:
        return touching.touches(s, code)

    def preview(self, s: State, code: int) -> Preview:
        return touching.preview(s, code)

    def marks(self, s: State, code: int) -> list[str]:
        return touching.marks(s, code)

    def trails(self, before: State, code: int) -> dict[str, list[str]]:
        return touching.trails(before, code)

    def attempt(self, s: State, touches: Sequence[str]) -> Decision | None:
        return touching.attempt(s, touches)

    def result(self, s: State) -> str:
        home = fleets_home(s)
        if home:
            turns = "1 turn" if s.rounds == 0 else f"{s.rounds + 1} turns"
            return f"{seats.name(home[0])} brought the whole fleet home in {turns}."
        return f"The race was stopped after {s.turn_limit} turns each; no fleet was home."


def _roll(dice: list[Any]) -> int | Refusal:
    if len(dice) != DICE or any(isinstance(die, bool) or not isinstance(die, int) for die in dice):
        raise BadRequest(f"field 'dice' of a decision is a list of four whole numbers, not {quoted(dice)}")
    for die in dice:
        if not 0 <= die < FACES:
            return Refusal("REG-9", f"No die shows {die}: the faces are 0 to {FACES - 1}.")
    ordered = sorted(dice, reverse=True)
    if dice != ordered:
        return Refusal("REG-9", f"A roll names the highest die first: {ordered}.")
    return FIRST_ROLL + ROLLS.index(tuple(dice))


def _boat(s: State, boat: int) -> str:
    """A boat as people call it: Rust 1."""
    seat, number = seat_and_number(s, boat)
    return f"{seats.name(seat)} {number + 1}"


def _on_top_of(s: State, space: int) -> str:
    """Whose wind a boat takes that comes to a space."""
    below = int(s.top[space])
    if below == NOBODY:
        return ""
    seat, number = seat_and_number(s, below)
    if seat == s.turn:
        return f", on top of its own boat {number + 1}"
    return f", and takes the wind of {_boat(s, below)}"


def _sail(s: State, number: int, face: int) -> str:
    boat = boat_of(s, number)
    who = _boat(s, boat)
    start = int(s.at[boat])
    if start < 0:
        return f"{who} sails with the {face}"
    heading = int(s.heading[boat])
    distance = abs(face - value_of(s, start))
    end = sail_end(s, start, heading, face)
    way = f"{distance} {DIRECTIONS[heading]} and 1 northwest" if distance else "1 northwest"
    if not 0 <= end < len(s.top):
        return f"{who} sails {way} with the {face}"
    count = crossings(s, start, end)
    line = ""
    if count > 0 and s.count[boat] + count == FINISHING_COUNT and not is_finished(s, boat):
        line = ", over the line and home"
    elif count:
        line = ", over the line" if count > 0 else ", back over the line"
    taken = _on_top_of(s, end) if end != start else ""
    return f"{who} sails {way} with the {face}, to {space_name(end)}{line}{taken}"
