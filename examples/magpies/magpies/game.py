"""Magpies: the game as Oddboard knows it."""

from collections.abc import Mapping
from typing import Any, ClassVar

from magpies.codes import CLOCKWISE, DECISIONS, FIRST_HIDE, FIRST_ROLL
from magpies.face import scene
from magpies.rules import RULES
from magpies.rules.score import points
from magpies.rules.turn import flown, setup
from magpies.state import BOUNDS, ENDED, HIDING, MOST_ROUNDS, SEATS, State
from oddboard.core import seats
from oddboard.core.game import Decision, Game, Refusal
from oddboard.core.options import Option, Whole
from oddboard.core.records import copy, new
from oddboard.core.scene import Ground, Preview, Scene


class Magpies(Game):
    """Magpies."""

    key = "magpies"
    title = "Magpies"
    tagline = "Hide an egg in one of nine nests, and find the others' before they find yours."
    players = range(2, SEATS + 1)
    state = State
    decisions = DECISIONS
    rules = RULES
    options: ClassVar[tuple[Option, ...]] = (
        Whole("round_limit", 12, "MAG-7", "The game ends after so many rounds.", most=MOST_ROUNDS),
    )
    bounds = BOUNDS
    secrets = True
    asks: ClassVar[Mapping[str, str]] = {"nest": "choose a nest"}

    def start(self, players: int, options: dict[str, Any]) -> State:
        s = new(State)
        setup(s, players, options["round_limit"])
        return s

    def words(self, s: State, code: int) -> str:
        who = seats.name(int(s.turn))
        if code < FIRST_ROLL:
            return f"{who} hides an egg in nest {code - FIRST_HIDE + 1}"
        if code < CLOCKWISE:
            return f"{who} rolls {code - FIRST_ROLL + 1}"
        nest = flown(s, code, int(s.die))
        found = [seats.name(o) for o in range(s.seats) if o != s.turn and s.egg[o] == nest]
        flies = f"{who} flies {'on' if code == CLOCKWISE else 'back'} to nest {nest + 1}"
        return flies + (f" and finds the egg of {' and '.join(found)}" if found else "")

    def why_not(self, s: State, code: int) -> Refusal:
        if s.phase == HIDING and code == FIRST_HIDE + s.at[s.turn]:
            return Refusal("MAG-3", "Your magpie sits on that nest: hide the egg in another.")
        return super().why_not(s, code)

    def redacted(self, before: State, code: int, seat: int, now: State) -> Decision | None:
        secret = before.phase == HIDING and before.turn != seat and now.phase != ENDED
        return {"do": "hide"} if secret else self.decision(before, code)

    def secret_words(self, before: State, shown: Decision) -> str:
        return f"{seats.name(int(before.turn))} hides an egg"

    def early(self, s: State, seat: int) -> State | None:
        early = copy(s)
        early.turn = seat
        return early if s.phase == HIDING and seat > s.turn else None

    def ground(self, s: State) -> Ground:
        return scene.GROUND

    def scene(self, s: State) -> Scene:
        return scene.scene(s)

    def touches(self, s: State, code: int) -> list[str]:
        if FIRST_ROLL <= code < CLOCKWISE:
            return []
        return [scene.place(code - FIRST_HIDE if code < FIRST_ROLL else flown(s, code, int(s.die)))]

    def preview(self, s: State, code: int) -> Preview:
        if code < FIRST_ROLL:
            return {"note": "hide it here"}
        path = [scene.place(flown(s, code, step)) for step in range(int(s.die) + 1)]
        return {"note": f"{s.die} nests", "path": path, "steps": int(s.die), "piece": f"magpie:{s.turn}"}

    def result(self, s: State) -> str:
        return "Points: " + ", ".join(f"{seats.name(i)} {points(s, i)}" for i in range(s.seats)) + "."
