"""Everest: the game as the core knows it."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from rich.text import Text

from oddboard.core import scene as pictures
from oddboard.core.drawing import Drawing
from oddboard.core.errors import BadOptions
from oddboard.core.face import Past
from oddboard.core.game import Credits, Decision, Game, OnCard, Refusal
from oddboard.core.options import Choice, Option, Whole, quoted
from oddboard.core.records import copy, new
from oddboard.core.scene import Ground, Preview, Scene, Threat
from oddboard.games.everest import decision, position
from oddboard.games.everest.claims import CLAIMS
from oddboard.games.everest.codes import CODES
from oddboard.games.everest.face import preview, reasons, refusals, scene, terminal, threats, touch, words
from oddboard.games.everest.face.drawing import MountainDrawing
from oddboard.games.everest.mountains import RIDGE, STANDARD_NAME, BadMountain, name_or_text, read_mountain
from oddboard.games.everest.rules import RULES
from oddboard.games.everest.rules.features import FEATURES
from oddboard.games.everest.rules.hiding import has_secret_plans, is_secret, take_back_secret_plans
from oddboard.games.everest.rules.mountain import lay_out
from oddboard.games.everest.rules.observation import OBSERVATION
from oddboard.games.everest.rules.plans import may_plan_early, plan_early
from oddboard.games.everest.rules.turn import setup, take_home
from oddboard.games.everest.state import BASES, DEALT, SEATS, State, Work


@dataclass(frozen=True)
class MountainOption(Option):
    """The standard mountain by its name, or one's own as text."""

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "minLength": 1, "examples": [STANDARD_NAME]}

    def samples(self) -> list[Any]:
        return [STANDARD_NAME, RIDGE]

    def check(self, value: Any) -> None:
        if not isinstance(value, str):
            raise self.refuse(value, f"{STANDARD_NAME} or the text of a mountain is wanted")
        try:
            read_mountain(value)
        except BadMountain as error:
            named = "" if "\n" in value.strip() else f"{quoted(value)} is neither {STANDARD_NAME} nor a mountain: "
            raise BadOptions(f"option {self.name}: {named}{error} ({self.rule})", self.rule) from None


# Who plays each level, the weakest first; measured by `benchmarks/opponents.py`.
_TWO = "careless:75 careless:58 careless:39 search:12:5 search:30:5 search:80 search:250 search:16000"
_MORE = "careless:91 careless:82 careless:68 search:6:47 search:20:27 search:60:20 search:300:5 search:2000"


class Everest(Game):
    """Everest."""

    key = "everest"
    title = "Everest"
    tagline = "Plan in secret, shove, roar and throw snowballs, and be the only yeti on the peak for a whole round."
    minutes: ClassVar[Mapping[int, int]] = {2: 15, 3: 20, 4: 30}
    credits = Credits("Mark A. Biggar, for the piecepack", 2004, "GNU Free Documentation License 1.2 or later")
    players = range(2, SEATS + 1)
    prefix = "EVE"
    options: ClassVar[tuple[Option, ...]] = (
        MountainOption(
            "mountain",
            STANDARD_NAME,
            "EVE-1",
            "The mountain: everest, or your own: six rows of eight heights, 1 to 9, with dots where no squares are.",
            before=STANDARD_NAME,
        ),
        Choice(
            "homes",
            "dealt",
            "EVE-4",
            "Home bases: dealt by seat, or chosen in turn.",
            values=("dealt", "chosen"),
        ),
        Whole("round_limit", 60, "EVE-33", "The game ends as a draw after so many rounds."),
    )
    state = State
    work = Work
    codes = CODES
    rules = RULES
    observation = OBSERVATION
    features = FEATURES
    on_card = OnCard(state="global")
    claims = CLAIMS
    secrets = True
    asks = touch.ASKS
    drawings: ClassVar[Mapping[str, Drawing]] = {"mountain": MountainDrawing()}

    def thoughts(self, players: int, options: Mapping[str, Any]) -> str:
        return _TWO if players == 2 else _MORE

    def complete(self, players: int, options: dict[str, Any]) -> dict[str, Any]:
        return options | {"mountain": name_or_text(read_mountain(options["mountain"]))}

    def start(self, players: int, options: dict[str, Any]) -> State:
        s = new(State)
        lay_out(s, read_mountain(options["mountain"]))
        setup(s, players, options["homes"] == "chosen", options["round_limit"])
        if options["homes"] == "dealt":
            for seat, base in enumerate(DEALT[players]):
                take_home(s, seat, BASES[base])
        return s

    # Decisions

    def decision(self, s: State, code: int) -> Decision:
        return decision.to_json(s, code)

    def code(self, s: State, given: Mapping[str, Any]) -> int | Refusal:
        return decision.from_json(s, given)

    def why_not(self, s: State, code: int) -> Refusal:
        return refusals.why_not(s, code)

    def words(self, s: State, code: int) -> str:
        return words.words(s, code)

    def redacted(self, before: State, code: int, seat: int, now: State) -> Decision | None:
        return {"do": "coin"} if is_secret(before, seat, now) else decision.to_json(before, code)

    def account(self, before: State, code: int) -> str:
        return words.account(before, code)

    def secret_words(self, before: State, shown: Decision) -> str:
        return words.secret_words(before)

    def early(self, s: State, seat: int) -> State | None:
        if not may_plan_early(s, seat):
            return None
        early = copy(s)
        plan_early(early, seat)
        return early

    def undecided(self, s: State) -> State:
        if not has_secret_plans(s):
            return s
        found = copy(s)
        take_back_secret_plans(found)
        return found

    def result(self, s: State) -> str:
        return words.result(s)

    # Positions

    def position(self, s: State) -> dict[str, Any]:
        return position.to_json(s)

    def from_position(self, given: Mapping[str, Any]) -> State:
        return position.from_json(given, self.check_options, self.start)

    def board(self, s: State) -> Text:
        return terminal.board(s)

    # Pictures

    def ground(self, s: State) -> Ground:
        return scene.ground(s)

    def scene(self, s: State) -> Scene:
        return scene.scene(s)

    def touches(self, s: State, code: int) -> list[str]:
        return touch.touches(s, code)

    def bare_choices(self, s: State) -> list[pictures.Choice]:
        return [touch.bare_choice(code) for code in self.codes_of(s)]

    def bare_by(self, s: State) -> Hashable:
        return ()

    def preview(self, s: State, code: int) -> Preview:
        return preview.preview(s, code)

    def reasons(self, s: State, code: int, seat: int) -> list[str]:
        return reasons.reasons(s, code, seat)

    def marks(self, s: State, code: int) -> list[str]:
        return preview.marks(s, code)

    def trails(self, before: State, code: int) -> dict[str, list[str]]:
        return preview.trails(before, code)

    def asks_now(self, s: State) -> Mapping[str, str]:
        return touch.asks_now(s)

    def threats(self, s: State, seat: int | None) -> list[Threat]:
        return threats.threats(s, seat)

    def turn_of(self, s: State) -> Hashable:
        return int(s.rounds)

    def turn_words(self, turn: Sequence[Past]) -> str:
        return words.turn_words(turn)

    def attempt(self, s: State, touches: Sequence[str]) -> Decision | None:
        return touch.attempt(s, touches)
