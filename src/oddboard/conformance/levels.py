"""The bots' levels are ordered: none clearly loses to the one below, and the highest is better than the lowest."""

import math
from itertools import pairwise

from oddboard import bots
from oddboard.core import registry
from oddboard.core.dice import FairDice
from oddboard.core.match import Match

GAMES = 20  # of each pair at a time, half of them with the seats exchanged
MOST = 100  # of a pair that these do not tell apart
LONGEST = 3000  # decisions, after which a game is counted as it stands
SURE = 1.96  # standard deviations of even odds
BETTER = 1.0  # standard deviations that the highest must be above them; where luck decides nearly all it is hardly more
COMPARED = ("beginner", "steady", "skilled")  # the strongest would take hours
ADVICE = "see to `outlook`, or give the game `thoughts`"


def check_levels(key: str) -> None:
    """Each level wins about half of its games or more against the one below, and the highest more than the lowest."""
    if registry.game(key).players[0] < 2:
        return
    neighbours = [(lower, higher, -SURE) for lower, higher in pairwise(COMPARED)]
    for lower, higher, least in [*neighbours, (COMPARED[0], COMPARED[-1], BETTER)]:
        won, games = _contest(key, higher, lower)
        assert _beyond_even(won, games) >= least, (
            f"{higher} won only {won:g} of {games} games against {lower}: {ADVICE}"
        )


def _contest(key: str, higher: str, lower: str) -> tuple[float, int]:
    """How many games the higher level won, of how many: as many as tell them apart."""
    won, games = 0.0, 0
    while games < MOST:
        won += sum(_won(key, higher, lower, number) for number in range(games, games + GAMES))
        games += GAMES
        if abs(_beyond_even(won, games)) > SURE:
            break
    return won, games


def _beyond_even(won: float, games: int) -> float:
    """How far a result is from even odds, in their standard deviations."""
    return (2 * won - games) / math.sqrt(games)


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
