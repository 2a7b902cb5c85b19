"""Why a boat sails, comes about or stays where it is."""

from oddboard.bots.reasons import because
from oddboard.core.match import Match
from tests.games.sailboat_regatta.helpers import GAME, do, race


def told(match: Match, **wanted: object) -> str:
    """The reason for the first legal decision of which this holds."""
    code, seat = GAME.code(match.state, next(each for each in match.legal() if wanted.items() <= each.items())), 0
    assert isinstance(code, int)
    return because(GAME, match.state, code, seat)


def test_dice_that_are_left_are_counted_as_people_do() -> None:
    """And what little they would bring is told as little, never as if it were got."""
    match = do(race(), "roll 3 2 2 1", "enter 1", "sail 1 3", "enter 2", "sail 2 2", "enter 3")
    reason = told(match, do="done")
    assert reason.startswith("Keeps its boats where they are, as the two dice that are left would bring ")
    do(match, "sail 3 2", "enter 4")
    assert "the die that is left" in told(match, do="done")
    do(match, "sail 4 1", "enter 5")
    assert told(match, do="done") == "Has no die left."


def test_the_boat_that_sails_is_not_named_again() -> None:
    match = do(race("h9: 0.1n 1.1n\nturn 0 sail 3 2 2 1"), "enter 2")
    for each in match.legal():
        if each["do"] == "sail":
            assert f"boat {each['boat']}" not in told(match, **each)


def test_faces_are_told_in_words() -> None:
    match = do(race(), "roll 3 2 2 1", "enter 1", "sail 1 3", "enter 2", "done")
    reasons = [told(match, **each) for each in match.legal() if each["do"] == "about"]
    assert any("of a die" in reason for reason in reasons)
    assert not any("6 faces" in reason or "instead of 0" in reason for reason in reasons)
