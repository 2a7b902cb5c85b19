"""Why a ship goes where it goes, a ring is passed on, a card is given away and a turn ends."""

from typing import Any

from oddboard.bots.reasons import because
from oddboard.core.match import Match
from tests.games.yavoch.table import GAME, HOME, decision, play, table


def told(match: Match, words: str, **more: Any) -> str:
    """The reason for a decision of the side on turn."""
    code, seat = GAME.code(match.state, decision(match, words) | more), match.to_move
    assert isinstance(code, int)
    assert isinstance(seat, int)
    return because(GAME, match.view(seat), code, seat)


def test_whose_odds_are_told_cannot_be_mistaken() -> None:
    match = table(HOME + " N333+1 s343+2")
    assert told(match, "move 333 343").startswith("Attacks Cobalt's Squam on 343, with ")
    assert " of ten to win" in told(match, "move 333 343")


def test_ones_own_ship_is_told_as_ones_own() -> None:
    match = table("C111+3 T112 T115 c555+3 t551")
    assert told(match, "fire 112") == "Destroys its own Trych on 112."


def test_numbers_are_told_in_words() -> None:
    match = play(table("C111+3 A115+1 A114 N235+2 c555+3 t551"), "move 115 215")
    assert told(match, "end").endswith("with three rings on the Command ship.")
    assert told(match, "shuffle 115 114") == "Gives the Archid on 114 the energy to move."


def told_of(match: Match, code: int) -> str:
    return because(GAME, match.view(0), code, 0)


def test_a_quiet_move_and_a_quiet_end_have_reasons_of_their_own() -> None:
    match = table(HOME + " S333+1")
    quiet = [each for each in match.legal() if each["do"] == "move" and each["from"] == "333"]
    assert all(told_of(match, GAME.code(match.state, each)) for each in quiet)  # type: ignore[arg-type]
    play(match, "move 115 114")
    assert "the Command ship" in told(match, "end")


def test_a_card_is_given_away_for_the_weapons_that_are_left() -> None:
    match = play(table(HOME, hands=("wild wild wild wild wild", "")), "move 115 114", "end")
    play(match, "draw magnetic_monopoles:all", "top component")
    assert told(match, "discard magnetic_monopoles:all") == "Gives away no weapon."


def test_what_a_card_was_paying_for_is_not_denied() -> None:
    """What a hand pays for is found anew, also where the state has not yet done so."""
    match = play(table(HOME, hands=("wild wild wild wild wild", "")), "move 115 114", "end")
    play(match, "draw magnetic_monopoles:all", "top component")
    match.state.arms[0] = 0  # as if it paid for nothing
    assert told(match, "discard wild") == "Gives away no weapon."
