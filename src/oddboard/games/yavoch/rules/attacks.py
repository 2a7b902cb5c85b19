"""Yavoch: the attack or weapon that is under way."""

from oddboard.core.compiling import rule
from oddboard.games.yavoch.field import NOWHERE
from oddboard.games.yavoch.state import ANNOUNCED, NO_ATTACK, UNARMED, State


@rule
def clear_attack(s: State) -> None:
    """No attack and no weapon is under way."""
    s.attack = NO_ATTACK
    s.source = NOWHERE
    s.aim = NOWHERE
    s.lays = 0
    s.weapon = UNARMED
    s.into = NOWHERE
    s.defence = 0
    s.saved = NOWHERE
    s.step = 0


@rule
def announce(s: State, attack: int, source: int, aim: int) -> None:
    """An attack with all its choices made."""
    s.attack = attack
    s.source = source
    s.aim = aim
    s.phase = ANNOUNCED
