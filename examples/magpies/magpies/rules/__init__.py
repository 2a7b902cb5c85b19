"""Magpies: the rules, compiled. The same functions run interpreted, on the processor and on a graphics card."""

from magpies.rules.hiding import hide, imagine
from magpies.rules.score import outlook, score
from magpies.rules.turn import legal, play, to_move
from oddboard.core.ruleset import Rules

RULES = Rules(to_move, legal, play, score, hide, imagine, outlook)
