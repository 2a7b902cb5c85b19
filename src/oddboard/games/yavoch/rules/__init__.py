"""Yavoch: the compiled rules."""

from oddboard.core.game import Rules
from oddboard.games.yavoch.rules.features import features
from oddboard.games.yavoch.rules.hiding import hide, imagine
from oddboard.games.yavoch.rules.legal import legal, pick
from oddboard.games.yavoch.rules.observation import observe
from oddboard.games.yavoch.rules.outlook import outlook
from oddboard.games.yavoch.rules.score import score
from oddboard.games.yavoch.rules.turn import play, to_move

RULES = Rules(to_move, legal, play, score, hide, imagine, outlook, pick, observe, features)
