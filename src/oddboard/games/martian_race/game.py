"""Martian Race: the game as the core knows it."""

from collections.abc import Hashable, Mapping, Sequence
from typing import Any, ClassVar

import numpy as np
from rich.text import Text

from oddboard.core import scene as pictures
from oddboard.core.errors import BadOptions
from oddboard.core.face import Past
from oddboard.core.game import Credits, Decision, Game, Refusal
from oddboard.core.gathering import Gathering
from oddboard.core.options import Choice, Option, Switch, Whole
from oddboard.core.scene import Ground, Preview, Scene, Threat
from oddboard.games.martian_race import decision, position
from oddboard.games.martian_race.claims import CLAIMS
from oddboard.games.martian_race.codes import CODES
from oddboard.games.martian_race.face import preview, reasons, refusals, scene, terminal, threats, touch, words
from oddboard.games.martian_race.face.unpacked import unpacked
from oddboard.games.martian_race.rules import RULES
from oddboard.games.martian_race.rules.features import FEATURES
from oddboard.games.martian_race.rules.observation import OBSERVATION
from oddboard.games.martian_race.state import DRAWING, MOVING, PUSHING, State, Work

_FAMILIES = {2: (5,), 3: (4, 5), 4: (3, 4), 5: (3,)}  # Martians by number of players, the default first (MAR-2)
_NUMBERS = {2: "two players", 3: "three", 4: "four", 5: "five"}


def _sizes_of_families() -> str:
    return ", ".join(f"{' or '.join(map(str, sizes))} with {_NUMBERS[many]}" for many, sizes in _FAMILIES.items())


# Who plays each level, the weakest first; measured by `benchmarks/opponents.py`.
_TWO = "careless:65 careless:38 careless:18 search:2:18 search:2:6 search:30 search:200 search:10000"
_MORE = "careless:78 careless:63 careless:53 search:2:42 search:8:30 search:30:20 search:150:3 search:3000"


class MartianRace(Game):
    """Martian Race."""

    key = "martian-race"
    title = "Martian Race"
    tagline = "Walk your family of pyramids to the rocket, and push the neighbours off the path."
    minutes: ClassVar[Mapping[int, int]] = {2: 30, 3: 35, 4: 35, 5: 45}
    credits = Credits(
        "Ryan McGuire and Dan Isaac, with Jacob Davenport and Elliot Evans; with Icehouse pieces by Andrew Looney", 2006
    )
    players = range(2, 6)
    prefix = "MAR"
    claims = CLAIMS
    on_card = Gathering(rare=(PUSHING,), apart=("completable", "find_ends", "pushes"))
    options: ClassVar[tuple[Option, ...]] = (
        Whole(
            "martians",
            None,
            "MAR-2",
            f"Martians in a family: {_sizes_of_families()}.",
            least=min(min(sizes) for sizes in _FAMILIES.values()),
            most=max(max(sizes) for sizes in _FAMILIES.values()),
        ),
        Choice("order", "random", "MAR-5", "Who begins: drawn, or the first seat.", values=("random", "seats")),
        Choice(
            "chain",
            "mover",
            "MAR-24",
            "Who decides in a chain of pushes: whoever moved, or the owner of each Martian that pushes others on.",
            values=("mover", "owner"),
            before="mover",
        ),
        Whole("turn_limit", 300, "MAR-30", "The game ends after so many rounds."),
        Switch("mad_dog", False, "MAR-31", "The winner goes on with the Mad Dog until the others are ranked."),
        Whole(
            "dog_turns",
            10,
            "MAR-36",
            "Turns that the winner has with the Mad Dog.",
            before=Whole.most,  # no end but the turn limit
        ),
    )
    state = State
    work = Work
    codes = CODES
    rules = RULES
    observation = OBSERVATION
    features = FEATURES
    asks = touch.ASKS
    later = touch.LATER

    def thoughts(self, players: int, options: Mapping[str, Any]) -> str:
        return _TWO if players == 2 else _MORE

    def network(self, s: State) -> str:
        return "network.bin" if s.seats == 2 else "network-more.bin"

    def complete(self, players: int, options: dict[str, Any]) -> dict[str, Any]:
        allowed = _FAMILIES[players]
        if options["martians"] is None:
            options["martians"] = allowed[0]
        if options["martians"] not in allowed:
            wanted = " or ".join(map(str, allowed))
            raise BadOptions(
                f"option martians: with {players} players each family has {wanted} Martians, "
                f"not {options['martians']} (MAR-2)",
                "MAR-2",
            )
        return options

    def start(self, players: int, options: dict[str, Any]) -> State:
        return position.fresh(players, options)

    def decision(self, s: State, code: int) -> Decision:
        return decision.to_json(s, code)

    def code(self, s: State, given: Mapping[str, Any]) -> int | Refusal:
        return decision.from_json(s, given, refusals.not_now)

    def why_not(self, s: State, code: int) -> Refusal:
        return refusals.why_not(s, code)

    def words(self, s: State, code: int) -> str:
        return words.words(s, code)

    def result(self, s: State) -> str:
        return words.result(s)

    def position(self, s: State) -> dict[str, Any]:
        return position.to_json(s)

    def from_position(self, given: Mapping[str, Any]) -> State:
        return position.from_json(given, self.check_options)

    def board(self, s: State) -> Text:
        return terminal.board(s)

    def ground(self, s: State) -> Ground:
        return scene.GROUND

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
        return b"".join(part.tobytes() for part in (s.at, s.facing, s.sizes, np.array([s.dog_at, s.dog_facing])))

    def turn_words(self, turn: Sequence[Past]) -> str:
        return words.turn_words(turn)

    def attempt(self, s: State, touches: Sequence[str]) -> Decision | None:
        return touch.attempt(s, touches)

    def preview(self, s: State, code: int) -> Preview:
        return preview.preview(s, code)

    def reasons(self, s: State, code: int, seat: int) -> list[str]:
        return reasons.reasons(s, code, seat)

    def marks(self, s: State, code: int) -> list[str]:
        return preview.marks(s, code)

    def trails(self, before: State, code: int) -> dict[str, list[str]]:
        return preview.trails(before, code)

    def choices(self, s: State) -> list[pictures.Choice]:
        u = unpacked(s)
        if u.phase != MOVING:
            return super().choices(s)
        previews, dice = preview.previews_of_moves(s), touch.dice_differ(u)
        return [
            pictures.Choice(**touch.bare_move(u.turn, dice, code), **previews.of(code)) for code in self.codes_of(s)
        ]

    def bare_choices(self, s: State) -> list[pictures.Choice]:
        u = unpacked(s)
        if u.phase != MOVING:
            return super().bare_choices(s)
        turn, dice = u.turn, touch.dice_differ(u)
        return [touch.bare_move(turn, dice, code) for code in self.codes_of(s)]

    def bare_by(self, s: State) -> Hashable | None:
        u = unpacked(s)
        return (u.turn, touch.dice_differ(u)) if u.phase == MOVING else None
