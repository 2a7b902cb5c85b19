"""Martian Race: the rules, compiled. Nothing in this game is secret."""

from oddboard.core.ruleset import Rules
from oddboard.games.martian_race.rules.at_random import pick
from oddboard.games.martian_race.rules.features import features
from oddboard.games.martian_race.rules.legal import legal
from oddboard.games.martian_race.rules.observation import observe
from oddboard.games.martian_race.rules.outlook import outlook
from oddboard.games.martian_race.rules.score import score
from oddboard.games.martian_race.rules.turn import play, to_move

RULES = Rules(to_move, legal, play, score, outlook=outlook, pick=pick, observe=observe, features=features)
