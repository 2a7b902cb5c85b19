"""A series of games: points, seats that rotate, what is refused."""

import pytest

from oddboard.core.errors import BadOptions, UnknownGame
from oddboard.core.series import MOST, Series, checked, points


@pytest.mark.parametrize(
    ("ranks", "expected"),
    [([1, 2], [1, 0]), ([1, 1], [0.5, 0.5]), ([2, 1, 2, 4], [1.5, 3, 1.5, 0]), ([1, 1, 1], [1, 1, 1])],
)
def test_a_point_for_everyone_left_behind_and_half_for_equals(ranks: list[int], expected: list[float]) -> None:
    assert points(ranks) == expected


def test_points_go_to_who_sits_there_though_seats_rotate() -> None:
    series = Series(("everest",) * 3, 3)
    series = series.after([1, 2, 3], "a")
    assert series.totals == [2, 1, 0]
    assert [series.player_at(seat) for seat in range(3)] == [2, 0, 1], "everybody one seat further"
    series = series.after([1, 2, 3], "b")
    assert series.totals == [3, 1, 2]
    assert series.tables == ("a", "b")
    assert series.game == "everest"
    series = series.after([3, 2, 1], "c")
    assert series.totals == [5, 1 + 0, 2 + 1]
    assert series.game is None
    assert series.anew() == Series(("everest",) * 3, 3)


def test_what_is_no_series_is_refused_with_the_reason() -> None:
    assert checked(["everest", "yaz"], 2).games == ("everest", "yaz")
    with pytest.raises(BadOptions, match=f"2 to {MOST} games, not 1"):
        checked(["everest"], 2)
    with pytest.raises(BadOptions, match="is for 2 players, and this series for 3"):
        checked(["everest", "yavoch"], 3)
    with pytest.raises(UnknownGame):
        checked(["everest", "ludo"], 2)
