"""Martian Race in words: the game as the core knows it."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar

from rich.text import Text

from oddboard.core import scene as pictures
from oddboard.core import seats
from oddboard.core.errors import BadOptions, BadRequest
from oddboard.core.game import Decision, Game, Refusal, field, only_fields
from oddboard.core.options import Choice, Option, Switch, Whole, quoted
from oddboard.core.records import new
from oddboard.core.scene import Ground, Preview, Scene
from oddboard.games.martian_race import position, rules, scene
from oddboard.games.martian_race.claims import CLAIMS
from oddboard.games.martian_race.drawing import FACING_NAMES, PLACE_NAMES, SIZE_NAMES, board, martian_name, square_name
from oddboard.games.martian_race.moves import (
    CODES,
    ENDS,
    FIRST_DRAW,
    FIRST_PUSH,
    FIRST_ROLL,
    move_code,
    roll_code,
)
from oddboard.games.martian_race.observation import OBSERVATION
from oddboard.games.martian_race.refusals import not_now, why_not
from oddboard.games.martian_race.scene import KEPT_MOVES
from oddboard.games.martian_race.sight import seen
from oddboard.games.martian_race.state import (
    DOG,
    DOG_SLOT,
    FACINGS,
    FAMILY,
    GOALS,
    HOME,
    LAUNCHED,
    MOVING,
    PAD,
    SLOTS,
    SQUARES,
    WAITING,
    State,
    Work,
    square,
)

_FAMILIES = {2: (5,), 3: (4, 5), 4: (3, 4), 5: (3,)}  # MAR-2
_WAYS = {"n": "lies north", "e": "lies east", "s": "lies south", "w": "lies west", "up": "stands"}


class MartianRace(Game):
    """Martian Race."""

    key = "martian-race"
    title = "Martian Race"
    tagline = "Walk your family of pyramids to the rocket, and push the neighbours off the path."
    minutes = 30
    players = range(2, 6)
    prefix = "MAR"
    thoughts: ClassVar[Mapping[str, int]] = {"skilled": 80}
    claims = CLAIMS
    options: ClassVar[tuple[Option, ...]] = (
        Whole(
            "martians",
            None,
            "MAR-2",
            "Martians in a family: 5 with two players, 4 or 5 with three, 3 or 4 with four, 3 with five.",
            least=3,
            most=5,
        ),
        Choice("order", "random", "MAR-5", "Who begins: drawn, or the first seat.", values=("random", "seats")),
        Whole("turn_limit", 300, "MAR-30", "The game ends after so many rounds."),
        Switch("mad_dog", False, "MAR-31", "The winner goes on with the Mad Dog until the others are ranked."),
    )
    state = State
    work = Work
    codes = CODES
    rules = rules.RULES
    asks = scene.ASKS
    observation = OBSERVATION

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
        s = new(State)
        rules.setup(
            s, players, options["martians"], options["order"] == "random", options["turn_limit"], options["mad_dog"]
        )
        return s

    def decision(self, s: State, code: int) -> Decision:
        if code >= FIRST_DRAW:
            return {"do": "first", "seat": code - FIRST_DRAW}
        if code >= FIRST_ROLL:
            high, low = next((h, lo) for h in range(1, 7) for lo in range(1, h + 1) if roll_code(h, lo) == code)
            return {"do": "roll", "dice": [high, low]}
        if code >= FIRST_PUSH:
            martian, at = divmod(code - FIRST_PUSH, SQUARES)
            return {"do": "push", "martian": martian_name(martian), "to": square_name(at)}
        return {**_move_of(int(s.turn), code)}

    def code(self, s: State, decision: Mapping[str, Any]) -> int | Refusal:
        do = field(decision, "do", str)
        if do == "first":
            only_fields(decision, "seat")
            seat = field(decision, "seat", int)
            if not 0 <= seat < s.seats:
                return Refusal("MAR-5", f"There is no seat {seat}: they are 0 to {s.seats - 1}.")
            return FIRST_DRAW + int(seat)
        if do == "roll":
            only_fields(decision, "dice")
            return _roll(field(decision, "dice", list))
        if do == "push":
            only_fields(decision, "martian", "to")
            martian = _martian(s, field(decision, "martian", str))
            at = _square(field(decision, "to", str))
            if isinstance(martian, Refusal) or isinstance(at, Refusal):
                return martian if isinstance(martian, Refusal) else at
            if martian == DOG:
                return Refusal("MAR-32", "The Mad Dog is never pushed.")
            return FIRST_PUSH + martian * SQUARES + at
        if do == "move":
            only_fields(decision, "die", "martian", "to", "facing")
            return _move(s, decision)
        raise BadRequest(f"'do' is one of first, roll, move, push in Martian Race, not {quoted(do)}")

    def why_not(self, s: State, code: int) -> Refusal:
        return why_not(s, code)

    def words(self, s: State, code: int) -> str:
        decision = self.decision(s, code)
        if decision["do"] == "first":
            return f"{seats.name(decision['seat'])} begins"
        if decision["do"] == "roll":
            return f"{seats.name(s.turn)} rolls {decision['dice'][0]} and {decision['dice'][1]}"
        if decision["do"] == "push":
            return f"{_named(s, decision['martian'])} is pushed to {_where(decision['to'])}"
        return (
            f"{_named(s, decision['martian'])} {_told(s, code // ENDS % SLOTS, decision)}, with the {decision['die']}"
        )

    def position(self, s: State) -> dict[str, Any]:
        return position.to_json(s)

    def from_position(self, given: Mapping[str, Any]) -> State:
        return position.from_json(given, self.check_options)

    def board(self, s: State) -> Text:
        return board(s)

    # Pictures

    def ground(self, s: State) -> Ground:
        return scene.GROUND

    def scene(self, s: State) -> Scene:
        return scene.scene(s)

    def touches(self, s: State, code: int) -> list[str]:
        return scene.touches(s, code)

    def preview(self, s: State, code: int) -> Preview:
        sight = seen(s)
        if code >= FIRST_PUSH:
            return sight.preview_of_push(*divmod(code - FIRST_PUSH, SQUARES))
        return sight.preview_of_move(code % (SLOTS * ENDS) // FACINGS, code % FACINGS)

    def choices(self, s: State) -> list[pictures.Choice]:
        sight = seen(s)
        if sight.phase != MOVING:
            return super().choices(s)
        turn, dice = sight.turn, scene.dice_differ(sight)
        return [
            pictures.Choice(
                decision=_move_of(turn, code),
                touches=scene.touches_of_move(turn, dice, code),
                **sight.preview_of_move(code % (SLOTS * ENDS) // FACINGS, code % FACINGS),
            )
            for code in self.codes_of(s)
        ]

    def bare_choices(self, s: State) -> list[pictures.Choice]:
        sight = seen(s)
        if sight.phase != MOVING:
            return super().bare_choices(s)
        turn, dice = sight.turn, scene.dice_differ(sight)
        return [_plain_choice(turn, dice, code) for code in self.codes_of(s)]

    def marks(self, s: State, code: int) -> list[str]:
        return scene.marks(s, code)

    def trails(self, before: State, code: int) -> dict[str, list[str]]:
        if code >= FIRST_ROLL or "path" not in (preview := self.preview(before, code)):
            return {}
        return {scene.marks(before, code)[0]: preview["path"]}

    def attempt(self, s: State, touches: Sequence[str]) -> Decision | None:
        return scene.attempt(s, touches)

    def result(self, s: State) -> str:
        if not s.mad_dog or s.winner < 0:
            return ""
        killed = int((s.at[: s.seats, : s.family] < LAUNCHED).sum())
        return f"The Mad Dog killed {killed or 'no'} Martian{'' if killed == 1 else 's'}."


@lru_cache(maxsize=KEPT_MOVES)
def _move_of(turn: int, code: int) -> Decision:
    """A move as a JSON object, shared by all who ask."""
    slot = code // ENDS % SLOTS
    return {
        "do": "move",
        "die": code // (SLOTS * ENDS) + 1,
        "martian": "dog" if slot == DOG_SLOT else f"{turn}.{slot + 1}",
        "to": square_name(code % ENDS // FACINGS),
        "facing": FACING_NAMES[code % FACINGS],
    }


@lru_cache(maxsize=KEPT_MOVES)
def _plain_choice(turn: int, dice: bool, code: int) -> pictures.Choice:
    """A move with what is touched for it, shared by all who ask."""
    return pictures.Choice(decision=_move_of(turn, code), touches=scene.touches_of_move(turn, dice, code))


def _named(s: State, name: str) -> str:
    """A Martian as people call it."""
    if name == "dog":
        return "The Mad Dog"
    seat, number = int(name[0]), int(name[2]) - 1
    return f"{seats.name(seat)}'s {SIZE_NAMES[s.sizes[seat, number]]} Martian {number + 1}"


def _where(name: str) -> str:
    """A square as people call it."""
    place = PLACE_NAMES.get(square(name))
    return f"{name} ({place})" if place else name


def _told(s: State, slot: int, decision: Decision) -> str:
    """What somebody does with a die."""
    to, way, where = square(decision["to"]), _WAYS[decision["facing"]], _where(decision["to"])
    dog = slot == DOG_SLOT
    at, faced = (s.dog_at, s.dog_facing) if dog else (s.at[s.turn, slot], s.facing[s.turn, slot])
    if way == _WAYS["up"] and not dog and to == GOALS[s.sizes[s.turn, slot]]:
        if to == PAD:
            return "stands up on the Launch Pad and is off into space"
        return f"stands on {where} and grows"
    if to == at:
        return f"waits on {where}" if FACING_NAMES[faced] == decision["facing"] else f"{way} on {where}"
    if at == WAITING:
        door = PAD if dog else HOME
        return f"enters {where} and {way}" if to == door else f"enters, goes to {where} and {way}"
    return f"goes to {where} and {way}"


def _roll(dice: list[Any]) -> int | Refusal:
    if len(dice) != 2 or any(isinstance(die, bool) or not isinstance(die, int) for die in dice):
        raise BadRequest(f"field 'dice' of a decision is a list of two whole numbers, not {quoted(dice)}")
    high, low = dice
    if not (1 <= low <= 6 and 1 <= high <= 6):
        return Refusal("MAR-6", f"Dice show 1 to 6, not {high} and {low}.")
    if high < low:
        return Refusal("MAR-6", f"A roll names the higher die first: [{low}, {high}].")
    return roll_code(high, low)


def _square(name: str) -> int | Refusal:
    if len(name) == 2 and name[0] in "abcdefgh" and name[1] in "12345678":
        return square(name)
    return Refusal("MAR-1", f"There is no square {quoted(name)}: they are a1 to h8.")


def _martian(s: State, name: str) -> int | Refusal:
    if name == "dog":
        return DOG
    seat, dot, number = name.partition(".")
    if dot and len(seat) == len(number) == 1 and seat in "01234"[: s.seats] and number in "12345"[: s.family]:
        return int(seat) * FAMILY + int(number) - 1
    return Refusal("MAR-2", f"There is no Martian {quoted(name)}: they are 0.1 to {s.seats - 1}.{s.family}.")


def _move(s: State, decision: Mapping[str, Any]) -> int | Refusal:
    die = field(decision, "die", int)
    facing = field(decision, "facing", str)
    martian = _martian(s, field(decision, "martian", str))
    at = _square(field(decision, "to", str))
    if isinstance(martian, Refusal) or isinstance(at, Refusal):
        return martian if isinstance(martian, Refusal) else at
    if not 1 <= die <= 6:
        return Refusal("MAR-6", f"No die shows {die}.")
    if facing not in FACING_NAMES:
        return Refusal("MAR-4", f"A Martian lies n, e, s or w, or is up; not {quoted(facing)}.")
    if martian == DOG:
        return move_code(die, DOG_SLOT, at, FACING_NAMES.index(facing))
    if martian // FAMILY != s.turn:
        if s.phase != MOVING:
            return not_now(s, MOVING)
        owner = seats.name(martian // FAMILY)
        return Refusal("MAR-6", f"This Martian is {owner}'s; {seats.name(s.turn)} is to move.")
    return move_code(die, martian % FAMILY, at, FACING_NAMES.index(facing))
