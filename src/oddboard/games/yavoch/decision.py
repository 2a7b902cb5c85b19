"""Yavoch: decisions as JSON objects, both ways."""

from collections.abc import Callable, Mapping
from typing import Any

from oddboard.core.errors import BadRequest
from oddboard.core.game import Decision, Refusal, field, only_fields
from oddboard.core.options import quoted
from oddboard.games.yavoch import codes
from oddboard.games.yavoch.cards import CARD_NAMES, COMPONENTS, IMPACTS, OFFENSIVE, SELF_DESTRUCT, SHIPS, WEAPONS
from oddboard.games.yavoch.field import FACES, NAMES, NOWHERE, named
from oddboard.games.yavoch.formations import FORMATION_NAMES
from oddboard.games.yavoch.state import ASKED, COMMAND, FULL_LOAD, KIND_NAMES, ROLLING, SEATS, State

SIDES = ("low", "high")
TOPS = ("component", "impact")
ANSWERS = ("none", "self_destruct", "deflector")


def to_json(s: State, code: int) -> Decision:
    """The JSON object of a code."""
    return _of(code)


def _of(code: int) -> Decision:
    """The JSON object of a code, which is the same in all states."""
    first = codes.block(code)
    return _WRITERS[first](code, code - first)


def redacted(before: State, code: int, seat: int, now: State) -> Decision | None:
    """A past decision as a seat may know it: without a card that it must not see, or not at all (YAV-57)."""
    decision = _of(code)
    do = decision["do"]
    mine = seat == (1 - before.turn if do == "defend" else before.turn)
    if do == "defend" and decision["with"] == "none" and not mine:
        return None  # nobody is told that the other declined
    asked = now.phase == ASKED and now.defence == SELF_DESTRUCT and now.turns == before.turns
    if do == "die" and before.phase == ROLLING and asked:
        return decision if seat == 1 - before.turn else None  # the roll shows when the answer is given
    if (do in ("draw", "discard") and not mine) or (do == "steal" and seat not in range(SEATS)):
        del decision["card"]
    return decision


def _at(do: str, key: str = "at") -> Callable[[int, int], Decision]:
    return lambda code, number: {"do": do, key: NAMES[number]}


def _card(do: str) -> Callable[[int, int], Decision]:
    return lambda code, number: {"do": do, "card": CARD_NAMES[number]}


def _move(code: int, number: int) -> Decision:
    move = {"do": "move", "from": NAMES[codes.move_from(code)], "to": NAMES[codes.move_to(code)]}
    return move | ({"mine": True} if codes.move_mine(code) else {})


# By the first code of a block, from a code and its number in the block.
_WRITERS: dict[int, Callable[[int, int], Decision]] = {
    codes.FIRST_MOVE: _move,
    codes.FIRST_SHUFFLE: lambda code, i: {
        "do": "shuffle",
        "from": NAMES[codes.shuffle_from(code)],
        "to": NAMES[codes.shuffle_to(code)],
    },
    codes.FIRST_FIRE: _at("fire"),
    codes.FIRST_DETONATE: _at("detonate"),
    codes.END: lambda code, i: {"do": "end"},
    codes.FIRST_DIE: lambda code, i: {"do": "die", "face": codes.die_face(code), "seat": codes.die_seat(code)},
    codes.FIRST_WEAPON: lambda code, i: {
        "do": "weapon",
        "weapon": WEAPONS[codes.weapon_used(code)],
        "ship": NAMES[codes.weapon_user(code)],
    },
    codes.FIRST_SPEND: _card("spend"),
    codes.FIRST_TARGET: _at("target"),
    codes.FIRST_SHIFT: _at("shift", "to"),
    codes.FIRST_BECOME: lambda code, i: {"do": "become", "ship": SHIPS[i]},
    codes.FIRST_CLONE: _at("clone", "to"),
    codes.FIRST_SHARE: lambda code, i: {"do": "share", "rings": i},
    codes.FIRST_JUMP: _at("jump", "to"),
    codes.DECLINE: lambda code, i: {"do": "defend", "with": "none"},
    codes.DESTRUCT: lambda code, i: {"do": "defend", "with": "self_destruct"},
    codes.DEFLECT: lambda code, i: {"do": "defend", "with": "deflector"},
    codes.FIRST_SAVE: lambda code, i: {"do": "defend", "with": "deflector", "ship": NAMES[i]},
    codes.FIRST_DRAW: _card("draw"),
    codes.FIRST_TOP: lambda code, i: {"do": "top", "kind": TOPS[i]},
    codes.FIRST_IMPACT: lambda code, i: {"do": "impact", "card": IMPACTS[i]},
    codes.FIRST_STEAL: lambda code, i: {
        "do": "steal",
        "seat": codes.steal_seat(code),
        "card": CARD_NAMES[codes.steal_card(code)],
    },
    codes.FIRST_DISCARD: _card("discard"),
    codes.FIRST_LEVELS: lambda code, i: {"do": "levels", "at": SIDES[i]},
    codes.FIRST_FORMATION: lambda code, i: {"do": "formation", "name": FORMATION_NAMES[i]},
    codes.FIRST_PLACE: lambda code, i: {
        "do": "place",
        "ship": KIND_NAMES[codes.place_kind(code)],
        "at": NAMES[codes.place_at(code)],
    },
    codes.FIRST_OPENER: lambda code, i: {"do": "first", "seat": i},
}


class _NotThere(Exception):
    """A decision names something that does not exist."""

    def __init__(self, rule: str, message: str) -> None:
        self.refusal = Refusal(rule, message)


def from_json(s: State, decision: Mapping[str, Any]) -> int | Refusal:
    """The code of a JSON object; a refusal if it names what does not exist, BadRequest if it is no decision."""
    do = field(decision, "do", str)
    if do not in _READERS:
        raise BadRequest(f"'do' is one of {', '.join(_READERS)} in Yavoch, not {quoted(do)}")
    names, read = _READERS[do]
    only_fields(decision, *names)
    try:
        return read(decision)
    except _NotThere as missing:
        return missing.refusal


def _position(decision: Mapping[str, Any], key: str = "at") -> int:
    text = field(decision, key, str)
    at = named(text)
    if at == NOWHERE:
        raise _NotThere("YAV-1", f"There is no position {quoted(text)}: level, bare and circled number are 1 to 5.")
    return at


def _word(decision: Mapping[str, Any], key: str, words: tuple[str, ...], rule: str, what: str) -> int:
    word = field(decision, key, str)
    if word not in words:
        raise _NotThere(rule, f"There is no {what} {quoted(word)}: there are {', '.join(words)}.")
    return words.index(word)


def _number(decision: Mapping[str, Any], key: str, end: int, rule: str) -> int:
    number = field(decision, key, int)
    if not 0 <= number < end:
        raise _NotThere(rule, f"{key.capitalize()} is 0 to {end - 1}, not {number}.")
    return int(number)


def _card_number(decision: Mapping[str, Any]) -> int:
    card = field(decision, "card", str)
    if card not in CARD_NAMES[:COMPONENTS]:
        raise _NotThere(
            "YAV-42", f"There is no card {quoted(card)} in a hand: they are component:ship, component:all or wild."
        )
    return CARD_NAMES.index(card)


def _read_move(decision: Mapping[str, Any]) -> int:
    if "mine" in decision and field(decision, "mine", bool) is not True:
        raise BadRequest("field 'mine' of a move appears only when it is true")
    return codes.move_code(_position(decision, "from"), _position(decision, "to"), int("mine" in decision))


def _read_defence(decision: Mapping[str, Any]) -> int:
    answer = _word(decision, "with", ANSWERS, "YAV-55", "defence")
    if "ship" in decision:
        if ANSWERS[answer] != "deflector":
            raise BadRequest("field 'ship' of a defence goes with the deflector only")
        return codes.FIRST_SAVE + _position(decision, "ship")
    return codes.DECLINE + answer


def _read_die(decision: Mapping[str, Any]) -> int:
    face = _number(decision, "face", FACES, "YAV-24")
    return codes.die_code(_number(decision, "seat", SEATS, "YAV-24"), face)


def _read_weapon(decision: Mapping[str, Any]) -> int:
    weapon = _word(decision, "weapon", WEAPONS[:OFFENSIVE], "YAV-45", "offensive weapon")
    return codes.weapon_code(weapon, _position(decision, "ship"))


def _read_place(decision: Mapping[str, Any]) -> int:
    kind = COMMAND + _word(decision, "ship", KIND_NAMES[COMMAND:], "YAV-6", "kind of piece")
    return codes.place_code(kind, _position(decision))


# By `do`: the other fields, and what makes a code of them.
_READERS: dict[str, tuple[tuple[str, ...], Callable[[Mapping[str, Any]], int]]] = {
    "first": (("seat",), lambda d: codes.FIRST_OPENER + _number(d, "seat", SEATS, "YAV-20")),
    "levels": (("at",), lambda d: codes.FIRST_LEVELS + _word(d, "at", SIDES, "YAV-20", "side")),
    "formation": (
        ("name",),
        lambda d: codes.FIRST_FORMATION + _word(d, "name", FORMATION_NAMES, "YAV-21", "formation"),
    ),
    "place": (("ship", "at"), _read_place),
    "fire": (("at",), lambda d: codes.FIRST_FIRE + _position(d)),
    "move": (("from", "to", "mine"), _read_move),
    "detonate": (("at",), lambda d: codes.FIRST_DETONATE + _position(d)),
    "die": (("face", "seat"), _read_die),
    "shuffle": (("from", "to"), lambda d: codes.shuffle_code(_position(d, "from"), _position(d, "to"))),
    "weapon": (("weapon", "ship"), _read_weapon),
    "spend": (("card",), lambda d: codes.FIRST_SPEND + _card_number(d)),
    "target": (("at",), lambda d: codes.FIRST_TARGET + _position(d)),
    "shift": (("to",), lambda d: codes.FIRST_SHIFT + _position(d, "to")),
    "become": (("ship",), lambda d: codes.FIRST_BECOME + _word(d, "ship", SHIPS, "YAV-50", "ship to become")),
    "clone": (("to",), lambda d: codes.FIRST_CLONE + _position(d, "to")),
    "share": (("rings",), lambda d: codes.FIRST_SHARE + _number(d, "rings", FULL_LOAD, "YAV-51")),
    "jump": (("to",), lambda d: codes.FIRST_JUMP + _position(d, "to")),
    "defend": (("with", "ship"), _read_defence),
    "end": ((), lambda d: codes.END),
    "draw": (("card",), lambda d: codes.FIRST_DRAW + _card_number(d)),
    "top": (("kind",), lambda d: codes.FIRST_TOP + _word(d, "kind", TOPS, "YAV-43", "kind of card")),
    "impact": (("card",), lambda d: codes.FIRST_IMPACT + _word(d, "card", IMPACTS, "YAV-44", "impact")),
    "steal": (
        ("seat", "card"),
        lambda d: codes.steal_code(_number(d, "seat", SEATS, "YAV-59"), _card_number(d)),
    ),
    "discard": (("card",), lambda d: codes.FIRST_DISCARD + _card_number(d)),
}
