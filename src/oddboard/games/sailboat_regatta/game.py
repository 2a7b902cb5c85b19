"""Sailboat Regatta: the game as the core knows it."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from rich.text import Text

from oddboard.core.drawing import Drawing
from oddboard.core.errors import BadOptions
from oddboard.core.face import Past
from oddboard.core.game import Credits, Decision, Game, Refusal
from oddboard.core.options import Choice, Option, Whole, quoted
from oddboard.core.records import new
from oddboard.core.scene import Ground, Preview, Scene, Threat
from oddboard.games.sailboat_regatta import decision, position
from oddboard.games.sailboat_regatta.claims import CLAIMS
from oddboard.games.sailboat_regatta.codes import ABOUT, CODES, about_of, kind_of
from oddboard.games.sailboat_regatta.face import preview, reasons, refusals, scene, terminal, threats, touch, words
from oddboard.games.sailboat_regatta.face.drawing import CourseDrawing
from oddboard.games.sailboat_regatta.rules import RULES
from oddboard.games.sailboat_regatta.rules.course import NAMED, SMALL_TEXT, CourseRefused, read_course
from oddboard.games.sailboat_regatta.rules.features import FEATURES
from oddboard.games.sailboat_regatta.rules.fleets import boat_of
from oddboard.games.sailboat_regatta.rules.observation import OBSERVATION
from oddboard.games.sailboat_regatta.state import DRAWING, SEATS, State, Work

# 25 seconds for each turn of races between bots, with which four players take the rulebook's hour: those of the study
# from five on, and by hand between fewer, as networks block each other and take more turns. From five, seven and nine
# players on, fleets are smaller.
MINUTES = {2: 40, 3: 45, 4: 60, 5: 70, 6: 95, 7: 90, 8: 105, 9: 80, 10: 95, 11: 105, 12: 115, 13: 140, 14: 150}


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


# Who plays each level, the weakest first; measured by `benchmarks/opponents.py`.
_TWO = "careless:52 careless:30 careless:14 search:2:14 search:2:6 search:5 search:40 search:20000"
_FOUR = "careless:60 careless:50 careless:42 search:2:40 search:2:33 search:4:22 search:8:13 search:400"
_FEW = "careless:60 careless:50 careless:42 search:2:35 search:3:31 search:6:26 search:12:20 search:400"
_MANY = "careless:85 careless:76 careless:67 careless:60 careless:52 search:2:43 search:8:30 search:400"
_FOUR_SEATS, _FEW_SEATS = 4, 6  # the most


class SailboatRegatta(Game):
    """Sailboat Regatta."""

    key = "sailboat-regatta"
    title = "Sailboat Regatta"
    tagline = "Sail your whole fleet around the course on gusts of dice, and steal the others' wind."
    minutes = MINUTES
    credits = Credits(
        by="Clark D. Rodeffer, for the piecepack", year=2004, licence="GNU Free Documentation License 1.1 or later"
    )
    players = range(2, SEATS + 1)
    prefix = "REG"
    claims = CLAIMS
    options: ClassVar[tuple[Option, ...]] = (
        CourseOption("course", "classic", "REG-2", "The course: classic, compact, or your own, drawn as text."),
        Choice("first", "random", "REG-8", "Who begins: drawn, or the first seat.", values=("random", "seats")),
        Choice(
            "diagonal",
            "die",
            "REG-10",
            "The step to the northwest: with every die, or once a turn for every boat that sails.",
            values=("die", "boat"),
            before="die",
        ),
        Whole("turn_limit", 300, "REG-18", "The race ends after so many turns each."),
    )
    state = State
    work = Work
    codes = CODES
    rules = RULES
    asks = touch.ASKS
    drawings: ClassVar[Mapping[str, Drawing]] = {"course": CourseDrawing()}
    later = touch.LATER
    observation = OBSERVATION
    features = FEATURES
    ease = 0.004  # what a single boat's heading is worth is little, and decides races

    def thoughts(self, players: int, options: Mapping[str, Any]) -> str:
        if players <= _FOUR_SEATS:
            return _TWO if players == 2 else _FOUR
        return _FEW if players <= _FEW_SEATS else _MANY

    def network(self, s: State) -> str:
        return "network.bin" if s.seats == 2 else "network-four.bin" if s.seats <= _FOUR_SEATS else ""

    def complete(self, players: int, options: dict[str, Any]) -> dict[str, Any]:
        if options["course"] not in NAMED:
            options["course"] = read_course(options["course"]).text  # without what is skipped
        return options

    def start(self, players: int, options: dict[str, Any]) -> State:
        s = new(State)
        position.set_up(s, players, options)
        return s

    def decision(self, s: State, code: int) -> Decision:
        return decision.to_json(s, code)

    def code(self, s: State, given: Mapping[str, Any]) -> int | Refusal:
        return decision.from_json(s, given)

    def why_not(self, s: State, code: int) -> Refusal:
        return refusals.why_not(s, code)

    def words(self, s: State, code: int) -> str:
        return words.words(s, code)

    def position(self, s: State) -> dict[str, Any]:
        return position.to_json(s)

    def from_position(self, given: Mapping[str, Any]) -> State:
        return position.from_json(given, self.check_options)

    def board(self, s: State) -> Text:
        return terminal.board(s)

    def ground(self, s: State) -> Ground:
        return scene.ground(s)

    def scene(self, s: State) -> Scene:
        return scene.scene(s)

    def touches(self, s: State, code: int) -> list[str]:
        return touch.touches(s, code)

    def asks_now(self, s: State) -> Mapping[str, str]:
        return touch.asks_now(s)

    def threats(self, s: State, seat: int | None) -> list[Threat]:
        return threats.threats(s, seat)

    def turn_of(self, s: State) -> Hashable:
        return int(s.rounds), int(s.turn), s.phase == DRAWING

    def standing(self, s: State) -> bytes:
        return b"".join(part.tobytes() for part in (s.at, s.heading, s.under, s.count))

    def arranges(self, s: State, code: int) -> tuple[Hashable, Hashable, Hashable] | None:
        if kind_of(code) != ABOUT:
            return None
        number, heading = about_of(code)
        boat = boat_of(s, number)
        return (number, int(s.at[boat]), int(s.count[boat])), int(s.heading[boat]), heading

    def turn_words(self, turn: Sequence[Past]) -> str:
        return words.turn_words(turn)

    def attempt(self, s: State, touches: Sequence[str]) -> Decision | Refusal | None:
        return touch.attempt(s, touches)

    def preview(self, s: State, code: int) -> Preview:
        return preview.preview(s, code)

    def reasons(self, s: State, code: int, seat: int) -> list[str]:
        return reasons.reasons(s, code, seat)

    def marks(self, s: State, code: int) -> list[str]:
        return preview.marks(s, code)

    def trails(self, before: State, code: int) -> dict[str, list[str]]:
        return preview.trails(before, code)

    def result(self, s: State) -> str:
        return words.result(s)
