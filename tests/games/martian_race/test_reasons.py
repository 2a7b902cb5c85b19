"""Why a Martian goes where it goes, and why one is pushed there."""

from typing import Any

from oddboard.bots.reasons import because
from oddboard.core.match import Match
from tests.games.martian_race.drawn import GAME, drawn, move


def told(match: Match, **wanted: Any) -> str:
    """The reason for the first legal decision of which this holds."""
    found = [each for each in match.legal() if wanted.items() <= each.items()]
    code, seat = GAME.code(match.state, found[0]), match.to_move
    assert isinstance(code, int)
    assert isinstance(seat, int)
    return because(GAME, match.state, code, seat)


def test_who_grows_is_bound_for_the_next_goal_also_while_others_are_to_be_pushed() -> None:
    match = drawn("3 . . . . . . . 0.1sv\n2 . . . . . . . 1.1s+\nturn 0 2")
    reason = told(match, martian="0.1", to="h2", facing="up")
    assert reason == "Pushes Cobalt's small Martian 1 and grows to medium, bound for the Supply Depot."


def test_nothing_is_told_to_be_threatened_that_is_to_be_pushed_on() -> None:
    match = drawn("4 . . 0.1s> 1.1s+ . . . .\nturn 0 2")
    reason = told(match, martian="0.1", to="d4", facing="e")
    assert "Pushes Cobalt's small Martian 1" in reason
    assert "threatens" not in reason


def test_a_push_is_told_of_the_one_that_is_pushed() -> None:
    match = drawn("4 . . 0.1s> 1.1s^ . . . .\nturn 0 2")
    move(match, "0.1", "d4 up")
    ways = [told(match, to=each["to"]) for each in match.legal()]
    assert len(ways) > 4
    assert {reason.partition(" about ")[0] for reason in ways} >= {"Sets it back to", "Leaves it"}
    assert not any("Cobalt" in reason for reason in ways)


def test_who_comes_onto_the_board_is_told_with_its_dice() -> None:
    match = drawn("1 . . . . . . . .\nturn 0 4 2")
    assert told(match, martian="0.1").startswith("Comes onto the board about ")
