"""Magpies: what can be decided, and the codes of it."""

from magpies.state import FACES, NESTS
from oddboard.core.decisions import Decisions, Do, Number, Word

DECISIONS = Decisions(
    Do("hide", "MAG-3", nest=Number(1, NESTS)),
    Do("roll", "MAG-5", die=Number(1, FACES)),
    Do("fly", "MAG-5", way=Word("clockwise", "back")),
)
FIRST_HIDE = DECISIONS.first("hide")
FIRST_ROLL = DECISIONS.first("roll")
CLOCKWISE = DECISIONS.first("fly")
BACK = CLOCKWISE + 1
