"""Sailboat Regatta: what decides, compiled."""

from oddboard.core.ruleset import Rules
from oddboard.games.sailboat_regatta.rules.features import features
from oddboard.games.sailboat_regatta.rules.legal import legal, pick
from oddboard.games.sailboat_regatta.rules.observation import observe
from oddboard.games.sailboat_regatta.rules.outlook import outlook
from oddboard.games.sailboat_regatta.rules.score import score
from oddboard.games.sailboat_regatta.rules.turn import hide, imagine, play, to_move

RULES = Rules(to_move, legal, play, score, hide, imagine, outlook, pick, observe, features)
