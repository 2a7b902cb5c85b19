"""Martian Race: the board, the pieces, and who begins (MAR-1 to MAR-5)."""

from heapq import heappop, heappush

import pytest

import oddboard
from oddboard.core.errors import BadOptions
from tests.games.martian_race.drawn import FACINGS, any_way, at, drawn, ends, facing, move, roll, size

FAMILIES = {2: (5,), 3: (4, 5), 4: (3, 4), 5: (3,)}


@pytest.mark.rule("MAR-1")
def test_home_is_a7() -> None:
    assert ends(drawn("turn 0 1"), "0.1") == any_way("a7")


@pytest.mark.rule("MAR-1")
@pytest.mark.parametrize(
    ("position", "end", "becomes"),
    [
        ("2 . . . . . . . 0.1s>\nturn 0 1", "h2 up", "medium on h2"),
        ("2 0.1m> . . . . . . .\nturn 0 1", "a2 up", "large on a2"),
        ("7 . . . . . . . 0.1L>\nturn 0 1", "h7 up", "large on launched"),
    ],
)
def test_goals_are_h2_a2_and_h7(position: str, end: str, becomes: str) -> None:
    match = drawn(position)
    move(match, "0.1", end)
    assert f"{size(match, '0.1')} on {at(match, '0.1')}" == becomes


@pytest.mark.rule("MAR-1")
@pytest.mark.parametrize(
    "corner",
    [
        "8 0.1s^ . . . . . . .",
        "8 0.1s< . . . . . . .",
        "8 . . . . . . . 0.1s>",
        "1 . . . . . . . 0.1sv",
        "1 0.1s< . . . . . . .",
        "4 . . . . . . . 0.1s>",
        "5 0.1s< . . . . . . .",
    ],
)
def test_nobody_steps_over_the_edge(corner: str) -> None:
    match = drawn(corner + "\nturn 0 1")
    assert ends(match, "0.1") == any_way(at(match, "0.1"))


@pytest.mark.rule("MAR-2")
@pytest.mark.parametrize("players", FAMILIES)
def test_families_are_as_large_as_the_table_says(players: int) -> None:
    def family(**options: int) -> int:
        martians = oddboard.new("martian-race", players, **options).position()["martians"]
        return sum(name.startswith("0.") for name in martians)

    assert family() == FAMILIES[players][0]
    for martians in range(1, 8):
        if martians in FAMILIES[players]:
            assert family(martians=martians) == martians
        else:
            with pytest.raises(BadOptions) as refused:
                family(martians=martians)
            assert refused.value.rule == "MAR-2"


@pytest.mark.rule("MAR-3")
def test_all_start_small_and_off_the_board() -> None:
    martians = oddboard.new("martian-race", 3).position()["martians"].values()
    assert {(one["at"], one["size"]) for one in martians} == {("waiting", "small")}


@pytest.mark.rule("MAR-3")
def test_each_size_is_bound_for_its_goal_in_turn() -> None:
    """The fewest steps of one Martian, by ones and by the twos that it needs to leave a goal: 16 + 9 + 15 = 40."""
    fewest = {("waiting", "n", "small"): 0}
    queue = [(0, "waiting", "n", "small")]
    grown: dict[str, int] = {}
    while queue:
        steps, *one = heappop(queue)
        grown.setdefault("finished" if one[0] == "launched" else one[2], steps)
        for die in (1, 2) if one[0] in ("h2", "a2") else (1,):
            match = drawn(alone(*one) + f"turn 0 {die}")
            for end in ends(match, "0.1"):
                after = (*end.split(), one[2])
                if end in ("h2 up", "a2 up", "h7 up"):
                    move(match, "0.1", end)
                    after = (at(match, "0.1"), facing(match, "0.1"), size(match, "0.1"))
                    match.undo()
                if steps + die < fewest.get(after, 1000):
                    fewest[after] = steps + die
                    heappush(queue, (steps + die, *after))
    assert grown == {"small": 0, "medium": 16, "large": 16 + 9, "finished": 16 + 9 + 15}


def alone(square: str, way: str, big: str) -> str:
    """The diagram of one Martian of its family that is in play."""
    if square in ("waiting", "launched"):
        return "launched 0.1\n" if square == "launched" else ""
    token = f"0.1{big[0].replace('l', 'L')}{'^>v<+'[FACINGS.index(way)]}"
    return f"{square[1]} {' '.join(token if file == square[0] else '.' for file in 'abcdefgh')}\n"


@pytest.mark.rule("MAR-4")
def test_a_martian_stands_or_points_in_four_directions() -> None:
    match = drawn("4 . . . 0.1s+ . . . .\nturn 0 1")
    assert ends(match, "0.1") == {"d4 n", "d4 e", "d4 s", "d4 w", "d4 up"}
    refusal = match.why_not({"do": "move", "die": 1, "martian": "0.1", "to": "d4", "facing": "ne"})
    assert refusal is not None
    assert refusal.rule == "MAR-4"


@pytest.mark.rule("MAR-5")
def test_who_begins_is_drawn_with_equal_chances() -> None:
    match = oddboard.new("martian-race", 3)
    assert match.to_move == "chance"
    assert match.legal() == [{"do": "first", "seat": seat, "weight": 1} for seat in range(3)]


@pytest.mark.rule("MAR-5")
def test_play_goes_on_by_rising_seats() -> None:
    match = oddboard.new("martian-race", 3)
    match.play({"do": "first", "seat": 1})
    turns = []
    for _ in range(4):
        turns.append(match.position()["turn"])
        roll(match, 1, 1)
        while match.to_move != "chance":
            match.play(match.legal()[0])
    assert turns == [1, 2, 0, 1]


@pytest.mark.rule("MAR-5")
def test_seat_0_begins_where_nothing_is_drawn() -> None:
    match = oddboard.new("martian-race", 3, order="seats")
    assert match.legal()[0]["do"] == "roll"
    assert match.position()["turn"] == 0
