"""Everest in words: the game as the core knows it."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from rich.text import Text

from oddboard.core import seats
from oddboard.core.errors import BadRequest
from oddboard.core.game import Decision, Game, Refusal, field, only_fields
from oddboard.core.options import Choice, Option, Whole, quoted
from oddboard.core.records import copy, new
from oddboard.core.scene import Ground, Preview, Scene
from oddboard.games.everest import position, rounds, rules, scene, story
from oddboard.games.everest.drawing import (
    COIN_NAMES,
    DIRECTION_NAMES,
    SIDE_NAMES,
    board,
    coin_words,
)
from oddboard.games.everest.mountain import ACE, BASES, DIRECTIONS, FACES, NULL, SQUARES, square, square_name
from oddboard.games.everest.moving import hurts
from oddboard.games.everest.observation import OBSERVATION
from oddboard.games.everest.refusals import listed, why_not
from oddboard.games.everest.state import (
    BEATS,
    CHECKING,
    CODES,
    FIRST_ASIDE,
    FIRST_COIN,
    FIRST_FLEE,
    FIRST_HOME,
    FIRST_ORDER,
    FIRST_ROLL,
    HEAL,
    HIDDEN,
    ORDERS,
    PLANNING,
    SEATS,
    SNOWBALLS,
    STAY,
    TABLE,
    WAYS,
    State,
    Work,
)

SNOWBALLS_WORD = "snowballs"  # in an order
_DEALT = {2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}  # the bases by seats (EVE-4)


class Everest(Game):
    """Everest."""

    key = "everest"
    title = "Everest"
    tagline = "Plan in secret, shove, roar and throw snowballs, and be the only yeti on the peak for a whole round."
    minutes = 25
    players = range(2, SEATS + 1)
    prefix = "EVE"
    thoughts: ClassVar[Mapping[str, int]] = {"skilled": 20}
    options: ClassVar[tuple[Option, ...]] = (
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
    rules = rules.RULES
    observation = OBSERVATION
    secrets = True
    asks = scene.ASKS

    def start(self, players: int, options: dict[str, Any]) -> State:
        s = new(State)
        rounds.setup(s, players, options["homes"] == "chosen", options["round_limit"])
        if options["homes"] == "dealt":
            for seat, base in enumerate(_DEALT[players]):
                rounds.take_home(s, seat, BASES[base])
        return s

    def decision(self, s: State, code: int) -> Decision:
        if code >= FIRST_ORDER:
            order = ORDERS[code - FIRST_ORDER]
            return {"do": "order", "order": [SNOWBALLS_WORD if item == SNOWBALLS else item for item in order]}
        if code >= FIRST_ASIDE:
            return {"do": "set_aside", "coin": code - FIRST_ASIDE}
        if code >= HEAL:
            return {"do": "heal" if code == HEAL else "stay"}
        if code >= FIRST_FLEE:
            return {"do": "flee", "from": code - FIRST_FLEE}
        if code >= FIRST_HOME:
            return {"do": "home", "square": square_name(BASES[code - FIRST_HOME])}
        if code >= FIRST_ROLL:
            seat, face = divmod(code - FIRST_ROLL, FACES)
            return {"do": "roll", "seat": seat, "face": face}
        coin, way = divmod(code - FIRST_COIN, WAYS)
        up, to = divmod(way, DIRECTIONS)
        return {"do": "coin", "coin": coin, "up": SIDE_NAMES[up], "to": DIRECTION_NAMES[to]}

    def code(self, s: State, decision: Mapping[str, Any]) -> int | Refusal:
        do = field(decision, "do", str)
        if do == "coin":
            only_fields(decision, "coin", "up", "to")
            return _coin(decision)
        if do == "roll":
            only_fields(decision, "seat", "face")
            seat, face = _seat(s, field(decision, "seat", int)), field(decision, "face", int)
            if isinstance(seat, Refusal):
                return seat
            if not 0 <= face < FACES:
                return Refusal("EVE-3", f"No die shows {face}: its faces are 0 (null), 1 (ace), 2, 3, 4 and 5.")
            return FIRST_ROLL + seat * FACES + int(face)
        if do == "order":
            only_fields(decision, "order")
            return _order(s, field(decision, "order", list))
        if do == "home":
            only_fields(decision, "square")
            return _home(field(decision, "square", str))
        if do == "flee":
            only_fields(decision, "from")
            seat = _seat(s, field(decision, "from", int))
            return seat if isinstance(seat, Refusal) else FIRST_FLEE + seat
        if do in ("heal", "stay"):
            only_fields(decision)
            return HEAL if do == "heal" else STAY
        if do == "set_aside":
            only_fields(decision, "coin")
            coin = _known_coin(field(decision, "coin", int))
            return coin if isinstance(coin, Refusal) else FIRST_ASIDE + coin
        raise BadRequest(
            f"'do' is one of home, coin, roll, order, flee, heal, stay, set_aside in Everest, not {quoted(do)}"
        )

    def why_not(self, s: State, code: int) -> Refusal:
        return why_not(s, code)

    def words(self, s: State, code: int) -> str:
        decision = self.decision(s, code)
        who = seats.name(int(s.turn))
        if code >= FIRST_ORDER:
            return f"{who} chooses the order: {listed(ORDERS[code - FIRST_ORDER], ', then ')}"
        if code >= FIRST_ASIDE:
            return f"{who} sets aside the {COIN_NAMES[decision['coin']]}"
        if code == HEAL:
            return f"{who} goes home and heals"
        if code == STAY:
            hurt = hurts(s.board, int(s.turn))
            return f"{who} stays" + (f" and will set aside {_counted(hurt)}" if hurt else "")
        if code >= FIRST_FLEE:
            return f"{who} runs from {seats.name(decision['from'])}"
        if code >= FIRST_HOME:
            return f"{who} makes {decision['square']} its home"
        if code >= FIRST_ROLL:
            return _roll_words(s, decision["seat"], decision["face"])
        return f"{who} lays the {coin_words(code - FIRST_COIN)}"

    def redacted(self, before: Any, code: int, seat: int, now: Any) -> Decision | None:
        secret = before.phase == now.phase == PLANNING and before.rounds == now.rounds and before.turn != seat
        return {"do": "coin"} if secret else self.decision(before, code)

    def account(self, before: State, code: int) -> str:
        words, followed = self.words(before, code), story.told(story.happenings(before, code))
        return f"{words}. {followed}" if followed else words

    def secret_words(self, before: State, shown: Decision) -> str:
        return f"{seats.name(int(before.turn))} lays a coin face down"

    # Pictures

    def ground(self, s: State) -> Ground:
        return scene.GROUND

    def scene(self, s: State) -> Scene:
        return scene.scene(s)

    def touches(self, s: State, code: int) -> list[str]:
        return scene.touches(s, code)

    def preview(self, s: State, code: int) -> Preview:
        return scene.preview(s, code)

    def marks(self, s: State, code: int) -> list[str]:
        return scene.marks(s, code)

    def trails(self, before: State, code: int) -> dict[str, list[str]]:
        return story.trails(story.happenings(before, code))

    def attempt(self, s: State, touches: Sequence[str]) -> Decision | None:
        return scene.attempt(s, touches)

    def early(self, s: State, seat: int) -> State | None:
        if s.phase != PLANNING or seat <= s.turn or not s.coins[seat]:
            return None
        early = copy(s)
        early.turn = seat
        early.beat = 0
        for other in range(s.turn, seat):  # as if they had laid theirs, in secret
            for beat in range(min(BEATS, int(s.coins[other]).bit_count())):
                early.plan[other, beat] = HIDDEN
        return early

    def position(self, s: State) -> dict[str, Any]:
        return position.to_json(s)

    def from_position(self, given: Mapping[str, Any]) -> State:
        return position.from_json(given, self.check_options, self.start)

    def board(self, s: State) -> Text:
        return board(s)

    def result(self, s: State) -> str:
        if s.winner >= 0:
            return f"{seats.name(int(s.winner))} was alone on the peak for the whole of round {s.rounds}."
        rounds = "1 round" if s.rounds == 1 else f"{s.rounds} rounds"
        return f"Nobody held the peak for a whole round in {rounds}: a draw."


def _counted(coins: int) -> str:
    return "a coin" if coins == 1 else f"{coins} coins"


def _roll_words(s: State, seat: int, face: int) -> str:
    rolls = f"{seats.name(seat)} rolls {COIN_NAMES[face] if face <= ACE else face}"
    if s.phase == CHECKING:
        roarer = seats.name(((int(s.checks) & -int(s.checks)).bit_length() - 1) // SEATS)
        return f"{rolls} and {'is struck by' if face == NULL else 'does not mind'} {roarer}'s roar"
    if s.phase == TABLE:
        if face > ACE:
            return f"{rolls} and is going to run"
        roars_back = face == ACE and not int(s.roared_back_at) >> seat & 1
        return f"{rolls} and {'roars back' if roars_back else 'stands and shivers'}"
    return f"{rolls} for the order"


def _seat(s: State, seat: int) -> int | Refusal:
    if 0 <= seat < s.seats:
        return int(seat)
    return Refusal("EVE-5", f"There is no seat {seat}: they are 0 to {s.seats - 1}.")


def _known_coin(coin: int) -> int | Refusal:
    if 0 <= coin < FACES:
        return int(coin)
    return Refusal("EVE-3", f"There is no coin {coin}: they are 0 (null), 1 (ace), 2, 3, 4 and 5.")


def _coin(decision: Mapping[str, Any]) -> int | Refusal:
    coin = _known_coin(field(decision, "coin", int))
    up, to = field(decision, "up", str), field(decision, "to", str)
    if isinstance(coin, Refusal):
        return coin
    if up not in SIDE_NAMES:
        return Refusal("EVE-6", f"A coin lies with its value or its suit up, not {quoted(up)}.")
    if to not in DIRECTION_NAMES or len(to) != 1:
        return Refusal("EVE-6", f"A coin points n, e, s or w, not {quoted(to)}.")
    return FIRST_COIN + coin * WAYS + SIDE_NAMES.index(up) * DIRECTIONS + DIRECTION_NAMES.index(to)


def _home(name: str) -> int | Refusal:
    if name not in map(square_name, SQUARES):
        return Refusal("EVE-1", f"There is no square {quoted(name)}: home bases are a2, h2, h5 and a5.")
    if square(name) not in BASES:
        return Refusal("EVE-4", f"{name} is no home base: those are a2, h2, h5 and a5.")
    return FIRST_HOME + BASES.index(square(name))


def _order(s: State, given: list[Any]) -> int | Refusal:
    order: list[int] = []
    for item in given:
        if item == SNOWBALLS_WORD and isinstance(item, str):
            order.append(SNOWBALLS)
        elif isinstance(item, bool) or not isinstance(item, int):
            raise BadRequest(f"field 'order' of a decision is a list of seats and 'snowballs', not {quoted(given)}")
        else:
            seat = _seat(s, item)
            if isinstance(seat, Refusal):
                return seat
            order.append(seat)
    if tuple(order) in ORDERS:
        return FIRST_ORDER + ORDERS.index(tuple(order))
    if not order:
        return Refusal("EVE-11", "An order names every action of the beat; this one is empty.")
    if len(set(order)) < len(order):
        return Refusal("EVE-11", "An order names every action of the beat once.")
    return Refusal("EVE-11", "Throwers are not named one by one: the word snowballs stands for all of them.")
