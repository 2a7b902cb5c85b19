"""The Baton Races of Yaz as the core knows it."""

from collections.abc import Hashable, Mapping, Sequence
from typing import Any, ClassVar

from rich.text import Text

from oddboard.core.drawing import Drawing
from oddboard.core.face import Past
from oddboard.core.game import Credits, Decision, Game, Refusal
from oddboard.core.gathering import Gathering
from oddboard.core.scene import Choice, Ground, Preview, Scene, Shortcut, Threat
from oddboard.games.yaz import decision, options, position
from oddboard.games.yaz.claims import CLAIMS
from oddboard.games.yaz.codes import CODES
from oddboard.games.yaz.face import preview, reasons, refusals, scene, terminal, threats, touch, words
from oddboard.games.yaz.face.drawing import MapDrawing
from oddboard.games.yaz.rules import RULES
from oddboard.games.yaz.rules.features import FEATURES
from oddboard.games.yaz.rules.observation import OBSERVATION
from oddboard.games.yaz.state import BULGING, ENDED, PLACING, RACING, State, Work

# Of the scratch record, what only outlooks, previews and journeys of several steps use.
_WAYS = ("way", "way_terrain", "way_bulge", "way_bulges", "apart", "hop", "queue", "came", "far")
_FOUND = (
    "measured_from", "measured", "baton_was", "carrier_was", "standing_was", "last_was", "runner_was",
    "wait", "covering", "taking", "going", "touring",
)  # fmt: skip
_JOURNEYS = ("route", "comes", "meets", "bars", "broken", "takes")

# Who plays each level, the weakest first; measured by `benchmarks/opponents.py`.
_SMALL = "careless:60 careless:36 careless:18 search:2:18 search:2 search:6 search:32 search:4000"
_LARGE = "careless:60 careless:34 careless:14 search:2:12 search:3 search:12 search:60 search:2000"
_LUGGING = "careless:60 careless:36 careless:18 search:2:18 search:2 search:6 search:32 search:3000"


class Yaz(Game):
    """The Baton Races of Yaz."""

    key = "yaz"
    title = "The Baton Races of Yaz"
    tagline = "Carry the baton through every bulge of the swamp, and sit on whoever is in the way."
    minutes = 40
    credits = Credits("C. C. Stoll, with graphics by Dennis Kauth, edited and developed by Kim Mohan", 0)
    players = range(2, 3)
    prefix = "YAZ"
    claims = CLAIMS
    options = options.OPTIONS
    state = State
    work = Work
    codes = CODES
    rules = RULES
    asks = touch.ASKS
    drawings: ClassVar[Mapping[str, Drawing]] = {"map": MapDrawing()}
    observation = OBSERVATION
    features = FEATURES
    on_card = Gathering(state="global", outlook_only=_WAYS + _FOUND + _JOURNEYS, rare=(BULGING, PLACING), gathered=10)

    def thoughts(self, players: int, options: Mapping[str, Any]) -> str:
        if options.get("lugging") or options.get("dropping"):
            return _LUGGING
        return _LARGE if options.get("scenario") == "large" else _SMALL

    def complete(self, players: int, given: dict[str, Any]) -> dict[str, Any]:
        return options.complete(given)

    def start(self, players: int, given: dict[str, Any]) -> State:
        return options.fresh(given)

    def decision(self, s: State, code: int) -> Decision:
        return decision.to_json(s, code)

    def code(self, s: State, given: Mapping[str, Any]) -> int | Refusal:
        return decision.from_json(s, given)

    def why_not(self, s: State, code: int) -> Refusal:
        return refusals.why_not(s, code)

    def words(self, s: State, code: int) -> str:
        return words.words(s, code)

    def account(self, before: State, code: int) -> str:
        return words.account(before, code)

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

    def preview(self, s: State, code: int) -> Preview:
        return preview.preview(s, code)

    def reasons(self, s: State, code: int, seat: int) -> list[str]:
        return reasons.reasons(s, code, seat)

    def choices(self, s: State) -> list[Choice]:
        return touch.choices(s, self.codes_of(s))

    def bare_choices(self, s: State) -> list[Choice]:
        return touch.bare_choices(s, self.codes_of(s))

    def bare_by(self, s: State) -> Hashable:
        return int(s.turn), int(s.mover)

    def marks(self, s: State, code: int) -> list[str]:
        return preview.marks(s, code)

    def trails(self, before: State, code: int) -> dict[str, list[str]]:
        return preview.trails(before, code)

    def asks_now(self, s: State) -> Mapping[str, str]:
        return touch.asks_now(s)

    def threats(self, s: State, seat: int | None) -> list[Threat]:
        return threats.threats(s, seat)

    def turn_of(self, s: State) -> Hashable:
        return int(s.turn_number), int(s.turn), s.phase if s.phase != ENDED else RACING

    def standing(self, s: State) -> bytes:
        return b"".join(part.tobytes() for part in (s.at, s.holds, s.cargo, s.carrier, s.baton_at, s.thief, s.standing))

    def turn_words(self, turn: Sequence[Past]) -> str:
        return words.turn_words(turn)

    def attempt(self, s: State, touches: Sequence[str]) -> Decision | None:
        return touch.attempt(s, touches)

    def shortcuts(self, s: State) -> list[Shortcut]:
        return touch.shortcuts(s)

    def result(self, s: State) -> str:
        return words.result(s)
