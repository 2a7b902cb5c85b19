"""Setting up a game of Yavoch: options, formations and the order of placing (YAV-6, YAV-20, YAV-21)."""

from __future__ import annotations

from tests.referees.yavoch_cards import full_deck
from tests.referees.yavoch_field import POSITIONS

DEFAULTS: dict[str, object] = {
    "game": "decker",
    "offset": "side",
    "core": "diagonal",
    "trychs": 10,
    "fuse": "same_turn",
    "first": "seats",
    "turn_limit": 400,
    "deck": "standard",
    "recipes": "standard",
}
CHOICES: dict[str, list[str]] = {
    "game": ["decker", "full"],
    "offset": ["side", "corner"],
    "core": ["diagonal", "cross"],
    "first": ["seats", "random"],
    "fuse": ["same_turn", "next_turn"],
}
PLACING_ORDER: list[str] = ["command", "archid", "squam", "neornith", "gate", "trych"]
FORMATIONS: dict[str, dict[str, str]] = {
    "bastion": {
        "command": "112",
        "archid": "113 145",
        "squam": "121 123 212 214",
        "neornith": "122 222 224",
        "gate": "111 245",
        "trych": "211 213 215 223 231 233 235 125 133 151 155 242",
    },
    "phalanx": {
        "command": "132",
        "archid": "121 125",
        "squam": "113 122 124 143",
        "neornith": "123 133 232",
        "gate": "114 253",
        "trych": "221 222 223 224 225 233 241 242 244 245 131 243",
    },
    "lance": {
        "command": "124",
        "archid": "113 134",
        "squam": "133 143 214 223",
        "neornith": "115 123 235",
        "gate": "125 251",
        "trych": "114 135 213 224 233 234 215 222 232 244 242 254",
    },
}
LEVELS: dict[str, str] = {"low": "12", "high": "45"}


def whole_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def checked_options(given: dict[str, object] | None) -> dict[str, object]:
    """The options with their defaults filled in; ValueError if one is unknown or bad."""
    options = dict(DEFAULTS)
    for key, value in (given or {}).items():
        if key not in DEFAULTS:
            raise ValueError(f"unknown option {key!r}")
        if key in CHOICES and value not in CHOICES[key]:
            raise ValueError(f"option {key} is none of {CHOICES[key]}: {value!r}")
        if key == "trychs" and not (isinstance(value, int) and whole_number(value) and 6 <= value <= 12):
            raise ValueError(f"option trychs is not 6 to 12: {value!r}")
        if key == "turn_limit" and not (isinstance(value, int) and whole_number(value) and value >= 1):
            raise ValueError(f"option turn_limit is not a whole number of at least 1: {value!r}")
        options[key] = value
    full_deck(options["deck"])  # checked even where unused (YAV-42)
    return options


def numbers_of_pieces(trychs: int) -> dict[str, int]:
    """YAV-6: how many of each kind a side has."""
    return {"command": 1, "archid": 2, "squam": 4, "neornith": 3, "gate": 2, "trych": trychs}


def formation_pieces(name: str, levels: str, trychs: int) -> list[tuple[str, str]]:
    """YAV-21: the kinds and positions of a formation; on the high side each digit d becomes 6 - d."""
    pieces: list[tuple[str, str]] = []
    for kind in PLACING_ORDER:
        for at in FORMATIONS[name][kind].split()[: numbers_of_pieces(trychs)[kind]]:
            if levels == "high":
                at = "".join(str(6 - int(digit)) for digit in at)
            pieces.append((kind, at))
    return pieces


def next_places(levels: str, placed: list[tuple[str, str]], trychs: int) -> tuple[str, list[str]]:
    """The kind to be placed next, and where; the kind is "" when all are placed."""
    taken = {at for _, at in placed}
    free = [at for at in POSITIONS if at[0] in LEVELS[levels] and at not in taken]
    for kind, number in numbers_of_pieces(trychs).items():
        alike = [at for other, at in placed if other == kind]
        still_after = number - len(alike) - 1
        if still_after >= 0:
            higher = [at for at in free if not alike or at > alike[-1]]
            return kind, higher[: len(higher) - still_after]
    return "", []
