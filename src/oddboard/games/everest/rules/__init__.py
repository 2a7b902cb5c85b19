"""Everest: the rules."""

from oddboard.core.game import Rules
from oddboard.games.everest.rules.features import features
from oddboard.games.everest.rules.hiding import hide, imagine
from oddboard.games.everest.rules.legal import legal, pick
from oddboard.games.everest.rules.observation import observe
from oddboard.games.everest.rules.outlook import outlook
from oddboard.games.everest.rules.score import score
from oddboard.games.everest.rules.turn import play, to_move

RULES = Rules(to_move, legal, play, score, hide, imagine, outlook, pick, observe, features)
