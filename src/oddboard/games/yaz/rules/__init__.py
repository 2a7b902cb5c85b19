"""The Baton Races of Yaz: the rules."""

from oddboard.core.game import Rules
from oddboard.games.yaz.rules.features import features
from oddboard.games.yaz.rules.legal import legal, pick
from oddboard.games.yaz.rules.observation import observe
from oddboard.games.yaz.rules.outlook import outlook
from oddboard.games.yaz.rules.score import score
from oddboard.games.yaz.rules.turn import hide, imagine, play, to_move

RULES = Rules(to_move, legal, play, score, hide, imagine, outlook, pick, observe, features)
