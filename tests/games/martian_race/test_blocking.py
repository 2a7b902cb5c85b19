"""Martian Race: strength, and what it keeps out (MAR-16 to MAR-18)."""

import pytest

from oddboard.core.errors import BadPosition
from tests.games.martian_race.drawn import GAME, at, drawn, ends, move, push, squares

VULNERABLE, PARTLY_BLOCKED, BLOCKED = (True, True), (False, True), (False, False)  # to end on, to cross


def met(group: str) -> tuple[bool, bool]:
    """Whether 0.1 can end on the group's square, and go straight across it."""
    match = drawn(f"4 . . 0.1s> {group} . . . .\nturn 0 2")
    return "d4" in squares(match, "0.1"), "e4 e" in ends(match, "0.1")


@pytest.mark.rule("MAR-16")
@pytest.mark.parametrize(
    ("group", "kept_out"),
    [
        ("1.1s^", VULNERABLE),
        ("1.1s+", VULNERABLE),
        ("1.1s^,1.2s>", VULNERABLE),
        ("1.1L^,1.2L>", VULNERABLE),
        ("1.1s+,1.2s>", PARTLY_BLOCKED),
        ("1.1s^,1.2s>,1.3s<", PARTLY_BLOCKED),
        ("1.1s+,1.2s+", BLOCKED),
        ("1.1s+,1.2s>,1.3s<", BLOCKED),
        ("1.1s^,1.2s^,1.3s^,1.4s^", BLOCKED),
    ],
)
def test_strength_is_one_lying_and_two_standing(group: str, kept_out: tuple[bool, bool]) -> None:
    assert met(group) == kept_out


@pytest.mark.rule("MAR-16", "MAR-32")
def test_the_dog_has_no_strength() -> None:
    winner = "launched 2.1 2.2 2.3 2.4\nwon 2\n"
    match = drawn(f"4 . . 0.1s> 1.1s>,1.2s>,dog+ . . . .\n{winner}turn 0 2", players=3, mad_dog=True)
    assert {"d4 up", "e4 e"} <= ends(match, "0.1")


@pytest.mark.rule("MAR-17")
@pytest.mark.parametrize("group", ["0.2s+,0.3s>", "0.2s+,0.3s+", "0.2s+,0.3s+,0.4L+,0.5m^"])
def test_a_familys_own_squares_never_hinder_it(group: str) -> None:
    assert met(group) == VULNERABLE


@pytest.mark.rule("MAR-17")
def test_a_partly_blocked_square_may_be_turned_on_in_passing() -> None:
    """In three steps d5 is reached only over d4."""
    match = drawn("4 . . 0.1s> 1.1s+,1.2s> . . . .\nturn 0 3")
    assert "d5 n" in ends(match, "0.1")
    assert "d4" not in squares(match, "0.1")


@pytest.mark.rule("MAR-17")
def test_a_blocked_square_is_gone_round() -> None:
    match = drawn("4 . . 0.1s> 1.1s+,1.2s+ . . . .\nturn 0 6")
    assert "e4" not in squares(match, "0.1")
    assert "e5 e" in ends(match, "0.1")  # north, c5, east, d5, e5: five steps


@pytest.mark.rule("MAR-18")
def test_after_a_chain_every_square_holds_one_colour() -> None:
    match = drawn("4 . . 0.1s> 1.1s> . . . .\nturn 0 1")
    move(match, "0.1", "d4 e")
    push(match, "1.1", "d5")
    assert (at(match, "0.1"), at(match, "1.1")) == ("d4", "d5")


@pytest.mark.rule("MAR-18")
def test_a_position_with_two_colours_at_rest_is_refused() -> None:
    match = drawn("4 . . 0.1s> 1.1s> . . . .\nturn 0 1")
    position = match.position()
    position["martians"]["0.1"]["at"] = "d4"
    with pytest.raises(BadPosition) as refused:
        GAME.from_position(position)
    assert refused.value.rule == "MAR-18"
