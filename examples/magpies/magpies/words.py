"""Magpies in words: the game as Oddboard knows it."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from rich.text import Text

from magpies import picture, rules
from magpies.state import (
    BACK,
    CLOCKWISE,
    CODES,
    ENDED,
    FACES,
    FIRST_ROLL,
    FLYING,
    FOUND,
    HIDDEN,
    HIDING,
    NESTS,
    NOWHERE,
    ROLLING,
    SEATS,
    State,
    Work,
)
from oddboard.core import seats
from oddboard.core.errors import BadPosition, BadRequest
from oddboard.core.fields import Fields
from oddboard.core.game import Decision, Game, Refusal, field, only_fields
from oddboard.core.options import Option, Whole, quoted
from oddboard.core.records import copy, new
from oddboard.core.scene import Ground, Preview, Scene

PHASES = ("hide", "roll", "fly", "over")
EGGS = {NOWHERE: None, HIDDEN: "hidden", FOUND: "found"}
WAYS = ("clockwise", "back")


class Magpies(Game):
    """Magpies."""

    key = "magpies"
    title = "Magpies"
    tagline = "Hide an egg in one of nine nests, and find the others' before they find yours."
    players = range(2, SEATS + 1)
    prefix = "MAG"
    options: ClassVar[tuple[Option, ...]] = (Whole("round_limit", 12, "MAG-7", "The game ends after so many rounds."),)
    state = State
    work = Work
    codes = CODES
    rules = rules.RULES
    secrets = True
    asks: ClassVar[Mapping[str, str]] = {"nest": "choose a nest"}

    def start(self, players: int, options: dict[str, Any]) -> State:
        s = new(State)
        rules.setup(s, players, options["round_limit"])
        return s

    def decision(self, s: State, code: int) -> Decision:
        if code < FIRST_ROLL:
            return {"do": "hide", "nest": code + 1}
        if code < CLOCKWISE:
            return {"do": "roll", "die": code - FIRST_ROLL + 1}
        return {"do": "fly", "way": WAYS[code - CLOCKWISE]}

    def code(self, s: State, decision: Mapping[str, Any]) -> int | Refusal:
        do = field(decision, "do", str)
        if do == "hide":
            only_fields(decision, "nest")
            nest = field(decision, "nest", int)
            return (
                nest - 1 if 1 <= nest <= NESTS else Refusal("MAG-1", f"There is no nest {nest}: they are 1 to {NESTS}.")
            )
        if do == "roll":
            only_fields(decision, "die")
            die = field(decision, "die", int)
            return FIRST_ROLL + die - 1 if 1 <= die <= FACES else Refusal("MAG-5", f"No die shows {die}, only 1 to 3.")
        if do == "fly":
            only_fields(decision, "way")
            way = field(decision, "way", str)
            return CLOCKWISE + WAYS.index(way) if way in WAYS else Refusal("MAG-5", "Magpies fly clockwise or back.")
        raise BadRequest(f"'do' is one of hide, roll, fly in Magpies, not {quoted(do)}")

    def why_not(self, s: State, code: int) -> Refusal:
        if s.phase == HIDING:
            if code == s.at[s.turn]:
                return Refusal("MAG-3", "Your magpie sits on that nest: hide the egg in another.")
            return Refusal("MAG-3", f"{seats.name(int(s.turn))} is to hide an egg first.")
        if s.phase == ROLLING:
            return Refusal("MAG-5", "The die is to be rolled first.")
        return Refusal("MAG-5", f"The die shows {s.die}: fly so many nests, clockwise or back.")

    def words(self, s: State, code: int) -> str:
        who = seats.name(int(s.turn))
        if code < FIRST_ROLL:
            return f"{who} hides an egg in nest {code + 1}"
        if code < CLOCKWISE:
            return f"{who} rolls {code - FIRST_ROLL + 1}"
        nest = rules.target(s, code)
        found = [seats.name(o) for o in range(s.seats) if o != s.turn and s.egg[o] == nest]
        told = f"{who} flies {'on' if code == CLOCKWISE else 'back'} to nest {nest + 1}"
        return told + (f" and finds the egg of {' and '.join(found)}" if found else "")

    def redacted(self, before: State, code: int, seat: int, now: State) -> Decision | None:
        secret = before.phase == HIDING and before.turn != seat and now.phase != ENDED
        return {"do": "hide"} if secret else self.decision(before, code)

    def secret_words(self, before: State, shown: Decision) -> str:
        return f"{seats.name(int(before.turn))} hides an egg"

    def position(self, s: State) -> dict[str, Any]:
        eggs = [int(egg) for egg in s.egg[: s.seats]]
        return {
            "players": int(s.seats),
            "options": {"round_limit": int(s.round_limit)},
            "phase": PHASES[s.phase],
            "turn": int(s.turn),
            "round": int(s.rounds),
            "die": int(s.die),
            "magpies": [int(nest) + 1 for nest in s.at[: s.seats]],
            "eggs": [egg + 1 if egg >= 0 else EGGS[egg] for egg in eggs],
            "searched": [[n + 1 for n in range(NESTS) if int(s.searched[o]) >> n & 1] for o in range(s.seats)],
            "points": [int(points) for points in s.points[: s.seats]],
        }

    def from_position(self, position: Mapping[str, Any]) -> State:
        reader = Fields(position)
        reader.only("players", "options", "phase", "turn", "round", "die", "magpies", "eggs", "searched", "points")
        players = reader.whole("players", 2, SEATS)
        s = self.start(players, self.check_options(players, reader.field("options")))
        s.phase = reader.one_of("phase", *PHASES)
        s.turn = reader.whole("turn", 0, players - 1)
        s.rounds = reader.whole("round", 0, int(s.round_limit) + 1)
        s.die = reader.whole("die", 0, FACES)
        if (s.die > 0) != (s.phase == FLYING):
            raise BadPosition("position.die is 1 to 3 while a magpie flies, and 0 otherwise")
        for seat, nest in enumerate(_each(reader, "magpies", players)):
            s.at[seat] = _nest(nest, "position.magpies")
        back = {word: egg for egg, word in EGGS.items()}
        for seat, egg in enumerate(_each(reader, "eggs", players)):
            known = isinstance(egg, str | None) and egg in back
            s.egg[seat] = back[egg] if known else _nest(egg, "position.eggs")
        for seat, nests in enumerate(_each(reader, "searched", players)):
            for nest in nests if isinstance(nests, list) else [nests]:
                s.searched[seat] |= 1 << _nest(nest, "position.searched")
        for seat, points in enumerate(_each(reader, "points", players)):
            if isinstance(points, bool) or not isinstance(points, int) or not 0 <= points <= rules.MOST_POINTS:
                raise BadPosition(f"position.points has {quoted(points)}, which nobody can have")
            s.points[seat] = points
        return s

    def board(self, s: State) -> Text:
        return picture.board(s)

    def ground(self, s: State) -> Ground:
        return picture.GROUND

    def scene(self, s: State) -> Scene:
        return picture.scene(s)

    def touches(self, s: State, code: int) -> list[str]:
        return [f"nest:{(code if code < FIRST_ROLL else rules.target(s, code)) + 1}"] if not self._rolls(code) else []

    def preview(self, s: State, code: int) -> Preview:
        if code < FIRST_ROLL:
            return {"note": "hide it here"}
        way = 1 if code == CLOCKWISE else -1
        path = [f"nest:{(int(s.at[s.turn]) + way * step) % NESTS + 1}" for step in range(int(s.die) + 1)]
        return {"note": f"{s.die} nests", "path": path, "steps": int(s.die)}

    def early(self, s: State, seat: int) -> State | None:
        if s.phase != HIDING or seat <= s.turn or seat >= s.seats:
            return None
        early = copy(s)
        early.turn = seat
        return early

    def attempt(self, s: State, touches: Sequence[str]) -> Decision | None:
        nest = int(touches[-1].partition(":")[2]) if touches and touches[-1].startswith("nest:") else 0
        if s.phase == HIDING and nest:
            return {"do": "hide", "nest": nest}
        return None

    def result(self, s: State) -> str:
        return "Points: " + ", ".join(f"{seats.name(i)} {rules.points(s, i)}" for i in range(s.seats)) + "."

    @staticmethod
    def _rolls(code: int) -> bool:
        return FIRST_ROLL <= code < CLOCKWISE


def _each(reader: Fields, name: str, players: int) -> list[Any]:
    values = reader.many(name)
    if len(values) != players:
        raise BadPosition(f"position.{name} has an entry for each of {players} players, not {len(values)}")
    return values


def _nest(value: Any, path: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= NESTS:
        raise BadPosition(f"{path} has {quoted(value)}, which is no nest: they are 1 to {NESTS}")
    return value - 1


assert BACK == CLOCKWISE + 1
