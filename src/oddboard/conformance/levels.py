"""The bots' levels are ordered: no level clearly loses to the one below."""

from itertools import pairwise

from oddboard import bots
from oddboard.core import registry
from oddboard.core.dice import FairDice
from oddboard.core.match import Match

GAMES = 20  # of each pair, half of them with the seats exchanged
LONGEST = 3000  # decisions, after which a game is counted as it stands
SURE = 1.96  # standard deviations of even odds
COMPARED = ("beginner", "steady", "skilled")  # the strongest would take hours


def check_levels(key: str) -> None:
    """Each level wins about half of its games or more against the one below."""
    if registry.game(key).players[0] < 2:
        return
    least = GAMES / 2 - SURE * GAMES**0.5 / 2
    for lower, higher in pairwise(COMPARED):
        won = sum(_won(key, higher, lower, number) for number in range(GAMES))
        assert won >= least, (
            f"{higher} won only {won:g} of {GAMES} games against {lower}: see to `outlook`, or give the game `thoughts`"
        )


def _thinking(match: Match, level: str) -> bots.Budget:
    return bots.budget(level, match.game, match.players, match.options)


def _won(key: str, higher: str, lower: str, number: int) -> float:
    """1 if the higher level comes out better than the others on average, 0.5 if as well."""
    game = registry.game(key)
    players = game.players[0]
    match = Match(game, players, dice=FairDice(key, f"{number:064x}"))
    seat = number % players
    seated = [
        bots.Bot(game, players, each, _thinking(match, higher if each == seat else lower), number * players + each)
        for each in range(players)
    ]
    while not match.is_over and match.ply < LONGEST:
        if match.to_move == "chance":
            match.roll()
        else:
            assert isinstance(match.to_move, int)
            match.play(seated[match.to_move].decide(match).decision)
    scores = match.scores()
    others = (sum(scores) - scores[seat]) / (players - 1)
    return 1.0 if scores[seat] > others else 0.5 if scores[seat] == others else 0.0
