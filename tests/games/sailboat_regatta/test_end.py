"""Sailboat Regatta: winning, ranks, and the limit of turns."""

import json
from pathlib import Path

import pytest

from oddboard.arena.tournament import dice_of, play_out
from oddboard.bots import Bot, budget
from oddboard.core.match import Match
from tests.games.sailboat_regatta.helpers import GAME, count, do, finished, number, offered, race

NEARLY_HOME = "i10: 0.1n+2* 0.2n+2* 0.3n+2* 0.4n+2* 0.5n+1\nl8: 1.1n\nturn 0 sail 1 1 1 1"


@pytest.mark.rule("REG-17")
def test_the_last_boat_home_wins_at_once() -> None:
    match = do(race(NEARLY_HOME), "sail 5 1")
    assert match.is_over
    assert match.ranks == [1, 2]
    assert GAME.result(match.state) == "Rust brought the whole fleet home in 1 turn."


@pytest.mark.rule("REG-3", "REG-17")
def test_a_boat_whose_count_is_2_has_finished_and_stays_so() -> None:
    match = do(race("i11: 0.1n+1\nturn 0 sail 2 2 2 2"), "sail 1 2")
    assert finished(match, "0.1")
    match = do(race("h11: 0.1e+2*\nturn 0 sail 2 2 2 2"), "sail 1 2")  # back over the line
    assert count(match, "0.1") == 1
    assert finished(match, "0.1")
    assert match.state.to_go[number(match, "0.1")] == 0


@pytest.mark.rule("REG-3")
def test_a_boat_gone_round_backwards_must_undo_it_first() -> None:
    match = do(race("i11: 0.1n-1\nturn 0 sail 2 2 2 2"), "sail 1 2")
    assert count(match, "0.1") == 0
    assert not finished(match, "0.1")


@pytest.mark.rule("REG-17")
def test_the_others_rank_by_boats_finished_then_by_their_ways() -> None:
    diagram = NEARLY_HOME.replace("l8: 1.1n", "l8: 1.1n+2*\na5: 2.1e+1 2.2e+1 2.3e+1\ni5: 3.1n+1 3.2n+1 3.3n+1")
    match = do(race(diagram, players=4), "sail 5 1")
    # One boat home beats any that are near; seat 3 is further round than seat 2.
    assert match.ranks == [1, 2, 4, 3]


@pytest.mark.rule("REG-17")
def test_a_boat_ashore_counts_as_on_the_entry() -> None:
    match = do(race(NEARLY_HOME.replace("l8", "i11"), players=3), "sail 5 1")
    assert match.ranks == [1, 2, 2]
    assert list(match.state.to_go[5:15]) == [24] * 10


@pytest.mark.rule("REG-18")
def test_after_the_last_turn_the_ranking_decides() -> None:
    match = race(turn_limit=2)
    for _ in range(2):
        for _ in range(2):
            assert not match.is_over
            do(match, "roll 5 5 5 5", "done", "end")  # skipped turns count
    assert match.is_over
    assert match.ranks == [1, 1]  # equal leaders draw
    assert "stopped after two turns each;" in GAME.result(match.state)


@pytest.mark.rule("REG-8", "REG-18")
def test_the_player_before_the_first_one_has_the_last_turn() -> None:
    match = race(players=3, turn_limit=1)
    match = type(match)(GAME, 3, {"turn_limit": 1})
    do(match, "first 1")
    for seat in (1, 2, 0):
        assert match.state.turn == seat
        do(match, "roll 5 5 5 5", "done", "end")
    assert match.is_over


@pytest.mark.rule("REG-18")
def test_the_limit_is_300_turns_unless_said_otherwise() -> None:
    assert GAME.check_options(2, {}) == {"course": "classic", "first": "random", "diagonal": "die", "turn_limit": 300}


@pytest.mark.rule("REG-17")
def test_nothing_is_offered_after_the_end() -> None:
    assert offered(do(race(NEARLY_HOME), "sail 5 1")) == set()


SECONDS_A_TURN = 20, 30


def rounds(players: int, bot: str) -> list[int]:
    """How many some races between equal bots take."""
    found = []
    for start in range(12):
        match = Match(GAME, players, dice=dice_of(GAME, start))
        play_out(match, [Bot(GAME, players, seat, budget(bot), 10 * start + seat) for seat in range(players)])
        found.append(int(match.state.rounds))
    return found


def test_how_long_a_race_takes_is_told_by_players_as_the_study_found() -> None:
    study = json.loads((Path(__file__).parents[3] / "docs/studies/sailboat-regatta.json").read_text(encoding="utf-8"))
    for found in study["by_players"]:
        minutes = GAME.minutes_for(found["players"])
        assert minutes is not None
        if found["players"] > 4:
            assert SECONDS_A_TURN[0] <= 60 * minutes / found["turns"]["value"] <= SECONDS_A_TURN[1]
    assert GAME.minutes_for(4) == 60  # the rulebook's figure


@pytest.mark.parametrize("players", [2, 3, 4])
def test_how_long_a_race_takes_between_few_is_told_as_bots_without_a_network_sail(players: int) -> None:
    """Those with one block each other, and take more turns."""
    found = rounds(players, "handmade:6")
    minutes = GAME.minutes_for(players)
    assert minutes is not None
    assert SECONDS_A_TURN[0] <= 60 * minutes * len(found) / (players * sum(found)) <= SECONDS_A_TURN[1]


@pytest.mark.parametrize(("players", "most", "on_average"), [(2, 240, 100), (3, 100, 70), (4, 100, 70)])
def test_fleets_that_block_each_other_sail_on_at_last(players: int, most: int, on_average: int) -> None:
    """Networks blocked until the limit of 300 rounds, or for a hundred on average."""
    found = rounds(players, "search:6")
    assert max(found) < most
    assert sum(found) < on_average * len(found)


def test_whose_game_it_is() -> None:
    assert GAME.credits is not None
    assert "Clark D. Rodeffer" in GAME.credits.by
    assert GAME.credits.year == 2004
    assert "GNU Free Documentation License" in GAME.credits.licence
