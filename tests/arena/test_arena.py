"""Tournaments, ratings and analysis."""

import json
import math
import random
import subprocess
import sys

import pytest

from oddboard.arena import analysis, tournament
from oddboard.arena.crew import Processes
from oddboard.arena.ratings import fitted, seat_results, standings
from oddboard.arena.tournament import Outcome, Pairing
from oddboard.bots.reasons import because
from oddboard.core import registry
from oddboard.core.errors import BadOptions, BadRequest
from oddboard.core.match import Match

GAME = "martian-race"
SHORT = {"turn_limit": 3}


def outcome(bots: tuple[str, ...], scores: list[float]) -> Outcome:
    zeros = [0.0] * len(bots)
    return Outcome(Pairing(GAME, len(bots), {}, bots, 0), scores, 1, [1] * len(bots), zeros, zeros)


def test_every_bot_sits_everywhere_equally_often() -> None:
    rounds = tournament.pairings(GAME, 3, SHORT, ["greedy", "random", "search:5", "search:9"], 24, 1)
    for seat in range(3):
        seated = [pairing.bots[seat] for pairing in rounds]
        assert len({seated.count(name) for name in set(seated)}) == 1
    assert len({pairing.seed for pairing in rounds}) == len(rounds)


def test_two_bots_fill_a_larger_table() -> None:
    rounds = tournament.pairings(GAME, 3, SHORT, ["greedy", "random"], 1, 1)
    assert {len(set(pairing.bots)) for pairing in rounds} == {2}


def test_one_bot_is_no_tournament() -> None:
    with pytest.raises(BadOptions, match="at least two bots"):
        tournament.pairings(GAME, 2, {}, ["greedy"], 1, 1)


def test_a_wrong_bot_is_named_before_anything_is_played() -> None:
    with pytest.raises(BadRequest, match="there is no level"):
        tournament.run(tournament.pairings(GAME, 2, SHORT, ["greedy", "oracle"], 2, 1), Processes(1))


def test_the_same_seed_gives_the_same_games_on_one_core_and_on_two() -> None:
    rounds = tournament.pairings(GAME, 2, SHORT, ["greedy", "random"], 4, 7)
    alone, together = tournament.run(rounds, Processes(1)), tournament.run(rounds, Processes(2))
    assert [(o.pairing, o.scores, o.plies) for o in alone] == [(o.pairing, o.scores, o.plies) for o in together]


def test_ratings_of_ten_to_one_lie_400_apart() -> None:
    games = [outcome(("a", "b"), [1.0, 0.0])] * 1000 + [outcome(("b", "a"), [1.0, 0.0])] * 100
    ratings = fitted(games, ["a", "b"])
    assert math.isclose(ratings["a"] - ratings["b"], 400, abs_tol=5)


def test_a_clean_sheet_has_a_finite_rating() -> None:
    (first, second) = standings([outcome(("a", "b"), [1.0, 0.0])] * 20)
    assert (first.bot, first.wins, first.score) == ("a", 20, 1.0)
    assert math.isfinite(first.rating)
    assert first.rating > second.rating


def test_intervals_hold_the_estimate() -> None:
    games = [outcome(("a", "b"), [1.0, 0.0])] * 30 + [outcome(("a", "b"), [0.0, 1.0])] * 20
    for standing in standings(games):
        assert standing.score_low <= standing.score <= standing.score_high
        assert standing.rating_low <= standing.rating <= standing.rating_high
    assert seat_results(games) == [0.6, 0.4]


def test_an_analysis_adds_up() -> None:
    """Luck and skill together lead from the first estimate to the result."""
    match = Match(registry.game(GAME), 2, {"turn_limit": 2, "order": "seats"})
    while not match.is_over:
        match.play_code(match.codes()[0])
    report = analysis.analyse(match, iterations=20)
    assert len(report.judged) == match.ply
    assert all(one.cost >= 0 for one in report.judged)
    assert report.judged[-1].after == match.scores()
    for seat in range(2):
        by_chance = sum(one.after[seat] - one.before[seat] for one in report.judged if one.seat < 0)
        assert math.isclose(by_chance, report.luck[seat], abs_tol=1e-9)


def test_an_analysis_says_why_something_was_better() -> None:
    """The reason is that of the better decision in the position it was judged in, as its seat knows it."""
    match = Match(registry.game(GAME), 2, {"turn_limit": 6, "order": "seats"})
    rng = random.Random(3)
    while not match.is_over:
        match.play_code(rng.choice(match.codes()))
    told = [one for one in analysis.analyse(match, iterations=20).judged if one.because]
    assert told
    for one in told:
        before = Match(match.game, 2, match.options, start=match.state_at(one.ply))
        codes = [code for code in before.codes() if match.game.words(before.state, code) == one.best]
        assert one.because in {because(match.game, before.view(one.seat), code, one.seat) for code in codes}


@pytest.mark.parametrize("scores", [[1.0, 0.0], [0.5, 0.5]])
def test_four_of_four_is_not_certain(scores: list[float]) -> None:
    """Neither the result nor the rating of a clean sheet has an interval without width, nor of one with draws alone."""
    for standing in standings([outcome(("a", "b"), scores)] * 4):
        assert standing.score_high - standing.score_low > 0.2
        assert standing.rating_high - standing.rating_low > 50
        assert standing.score_low <= standing.score <= standing.score_high


# In a process of its own: whatever a cluster, a worker or a library prints goes elsewhere.
NOISY = """
import os
from oddboard.arena import tournament
from oddboard.cli import contests
played = tournament.run
def noisily(*given):
    os.write(1, b"INFO a worker says hello\\n")
    print("a library, too", flush=True)
    return played(*given)
tournament.run = noisily
contests.arena("everest", "greedy,random", 2, None, ["round_limit=1"], 0, 1, None, True)
"""


def test_json_is_all_that_is_printed() -> None:
    run = subprocess.run([sys.executable, "-c", NOISY], capture_output=True, text=True, check=True)
    assert json.loads(run.stdout)["games"] == 2
    assert "a worker says hello" in run.stderr
    assert "a library, too" in run.stderr
