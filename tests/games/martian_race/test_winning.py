"""Martian Race: the end and the ranks (MAR-29, MAR-30)."""

import pytest

from tests.games.martian_race.drawn import drawn, move, roll

LAST_STEP = """
7 . . . . . . . 0.1L>
4 . . . 1.1L^ 1.2m^ 2.1s^ . .
launched 0.2 0.3 0.4 2.2
"""


@pytest.mark.rule("MAR-29")
def test_the_first_family_to_finish_wins_at_once() -> None:
    match = drawn(LAST_STEP + "turn 0 6 1", players=3)
    move(match, "0.1", "h7 up", 1)
    assert match.is_over
    assert match.position()["dice"] == [0, 0]


@pytest.mark.rule("MAR-29")
def test_one_martian_short_is_not_a_win() -> None:
    match = drawn("7 . . . . . . . 0.1L>\nlaunched 0.2 0.3 0.4\nturn 0 6 1")
    move(match, "0.1", "h7 up", 1)
    assert not match.is_over


@pytest.mark.rule("MAR-29")
@pytest.mark.parametrize(
    ("others", "ranks"),
    [
        ("4 . . . 1.1L^ 1.2m^ 2.1s^ . .\nlaunched 2.2", [1, 3, 2]),  # one finished before sizes of 5
        ("4 . . . 1.1L^ 1.2m^ 2.1s^ . .", [1, 2, 3]),  # 5 before 1
        ("4 . . . 1.1L^ 2.1m^ 2.2s^ . .", [1, 2, 2]),  # 3 and 3
        ("4 . . . 1.1s^ . . . .", [1, 2, 3]),  # off the board counts nothing
        ("8 . . . . . . . .", [1, 2, 2]),
    ],
)
def test_the_others_rank_by_finished_then_by_sizes(others: str, ranks: list[int]) -> None:
    match = drawn(f"7 . . . . . . . 0.1L>\n{others}\nlaunched 0.2 0.3 0.4\nturn 0 1", players=3)
    move(match, "0.1", "h7 up")
    assert match.ranks == ranks


@pytest.mark.rule("MAR-30")
def test_the_game_ends_after_so_many_rounds() -> None:
    match = drawn("turn 0", turn_limit=2)
    for turn in range(4):
        assert not match.is_over, turn
        roll(match, 1, 1)
        while match.to_move not in ("chance", None):
            match.play(match.legal()[0])
    assert match.is_over


@pytest.mark.rule("MAR-30")
@pytest.mark.parametrize(
    ("position", "ranks"),
    [
        ("5 . 0.1s^ . 1.1s^ . . . 2.1s^", [1, 1, 1]),
        ("5 . 0.1s^ . 1.1m^ . . . 2.1s^", [2, 1, 2]),
        ("5 . 0.1s^ . 1.1m^ . . . 2.1m^\nlaunched 0.2", [1, 2, 2]),
    ],
)
def test_at_the_limit_the_ranks_are_the_same_and_leaders_may_draw(position: str, ranks: list[int]) -> None:
    match = drawn(position + "\nturn 2 1", players=3, turn_limit=1)
    move(match, "2.1", "h5 n")
    assert match.ranks == ranks


@pytest.mark.rule("MAR-30")
def test_a_turn_whose_dice_are_lost_counts() -> None:
    """The grown Martian cannot leave the Government Center with a 1."""
    match = drawn("2 . . . . . . . 1.1m+\nlaunched 1.2 1.3 1.4 1.5\nturn 1", turn_limit=1)
    roll(match, 1, 1)
    assert match.is_over


@pytest.mark.rule("MAR-30")
def test_a_round_begins_with_the_seat_that_began() -> None:
    match = drawn("turn 0", order="random", turn_limit=1)
    position = match.position() | {"began": 1, "turn": 1}
    match = type(match).from_position(match.game, position)
    rolled = []
    while not match.is_over:
        rolled.append(match.position()["turn"])
        roll(match, 1, 1)
        while match.to_move not in ("chance", None):
            match.play(match.legal()[0])
    assert rolled == [1, 0]
