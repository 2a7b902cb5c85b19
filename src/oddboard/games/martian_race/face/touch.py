"""Martian Race: what is touched for a decision, and what wrong touches meant."""

from collections.abc import Sequence
from functools import lru_cache

from oddboard.core.game import Decision
from oddboard.core.scene import Choice
from oddboard.games.martian_race.codes import move_of, mover_of, phase_of
from oddboard.games.martian_race.decision import FACING_NAMES, KEPT_MOVES, martian_name, move_to_json
from oddboard.games.martian_race.face.names import FACING_IDS, MARTIAN_IDS, SQUARE_IDS
from oddboard.games.martian_race.face.preview import easiest_facing, marks
from oddboard.games.martian_race.face.unpacked import Unpacked, unpacked
from oddboard.games.martian_race.rules.walking import door_of
from oddboard.games.martian_race.state import DOG, DRAWING, ENDED, MOVING, PUSHING, ROLLING, State, square_name

ASKS = {
    "die": "",  # which one it is shows on the squares
    "martian": "choose which of your Martians moves",
    "square": "choose where {martian} goes",
    "facing": "choose which way {martian} faces on {square}",
}
LATER = ("die",)  # where both would do, the lower one is meant: it comes last


def asks_now(s: State) -> dict[str, str]:
    """Who is pushed, and whether the Mad Dog moves."""
    if s.phase == PUSHING:
        return {"martian": "choose who is pushed first", "square": "choose where {martian} is pushed to"}
    if s.phase == MOVING and s.turn == s.winner:
        return {"martian": "move the Mad Dog"}
    return {}


def touches(s: State, code: int) -> list[str]:
    """Die, Martian, square, facing; without the die where both are alike or one is left."""
    if phase_of(code) != MOVING:
        return marks(s, code)
    u = unpacked(s)
    return [*touches_of_move(u.turn, dice_differ(u), code)]


def dice_differ(u: Unpacked) -> bool:
    """Whether it matters which die is used."""
    return bool(u.dice[1]) and u.dice[0] != u.dice[1]


@lru_cache(maxsize=KEPT_MOVES)
def touches_of_move(turn: int, dice: bool, code: int) -> list[str]:
    """What is touched for a move, the die first if there are two; shared by all who ask: nobody may change it."""
    die, slot, at, facing = move_of(code)
    touched = [MARTIAN_IDS[mover_of(turn, slot)], SQUARE_IDS[at], FACING_IDS[facing]]
    return [f"die:{die}", *touched] if dice else touched


@lru_cache(maxsize=KEPT_MOVES)
def bare_move(turn: int, dice: bool, code: int) -> Choice:
    """A move with what is touched for it, shared by all who ask: nobody may change it."""
    return Choice(decision=move_to_json(turn, code), touches=touches_of_move(turn, dice, code))


def attempt(s: State, touched: Sequence[str]) -> Decision | None:
    """What somebody meant who touched a Martian, and perhaps a square, that are not to be touched now."""
    u = unpacked(s)
    if u.phase in (DRAWING, ROLLING, ENDED):
        return None
    martian: int | None = None
    at: int | None = None
    die, facing = u.dice[0], None
    for touch in touched:
        kind, _, name = touch.partition(":")
        if kind == "die" and name[:1].isdigit():
            die = int(name[0])
        elif kind == "martian" and touch in MARTIAN_IDS:
            other = MARTIAN_IDS.index(touch)
            if martian is None:
                martian = other
            else:
                at = u.at[other] if u.at[other] >= 0 else at
        elif kind == "square" and touch in SQUARE_IDS:
            at = SQUARE_IDS.index(touch)
        elif kind == "facing" and name in FACING_NAMES:
            facing = FACING_NAMES.index(name)
    if martian is None:
        return None
    if at is None:
        at = u.at[martian] if u.at[martian] >= 0 else int(door_of(martian))
        facing = u.facing[martian]
    if u.phase == PUSHING and martian != DOG:
        return {"do": "push", "martian": martian_name(martian), "to": square_name(at)}
    if facing is None:
        facing = easiest_facing(s, martian, at)
    return {
        "do": "move",
        "die": die,
        "martian": martian_name(martian),
        "to": square_name(at),
        "facing": FACING_NAMES[facing],
    }
