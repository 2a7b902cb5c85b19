"""Martian Race: pushes and their chains (MAR-19 to MAR-28)."""

import pytest

from tests.games.martian_race.drawn import GAME, at, drawn, ends, facing, move, phase, push, pushes, roll, size


def ring(centre: str, *distances: int) -> set[str]:
    """The squares so many steps from another."""
    return {
        file + rank
        for file in "abcdefgh"
        for rank in "12345678"
        if abs(ord(file) - ord(centre[0])) + abs(ord(rank) - ord(centre[1])) in distances
    }


# Distances


@pytest.mark.rule("MAR-19", "MAR-20")
@pytest.mark.parametrize(
    ("mover", "end", "pushed", "distance"),
    [
        ("s", "d4 e", "s^", 1),
        ("s", "d4 e", "s+", 1),
        ("s", "d4 e", "L^", 1),
        ("m", "d4 e", "m^", 1),
        ("s", "d4 up", "s+", 1),
        ("s", "d4 up", "L+", 1),
        ("s", "d4 up", "s^", 2),
        ("s", "d4 up", "L^", 2),
        ("m", "d4 e", "s^", 2),
        ("L", "d4 e", "s+", 2),
        ("L", "d4 up", "m+", 2),
        ("m", "d4 up", "s^", 3),
        ("L", "d4 up", "m^", 3),
        ("L", "d4 up", "s^", 3),
    ],
)
def test_distance_grows_with_size_and_posture(mover: str, end: str, pushed: str, distance: int) -> None:
    """On an open board: a push of 3 may also bend and end on a neighbouring square."""
    match = drawn(f"4 . . 0.1{mover}> 1.1{pushed} . . . .\nturn 0 2")
    move(match, "0.1", end)
    assert pushes(match, "1.1") == ring("d4", *{1: (1,), 2: (2,), 3: (3, 1)}[distance])


@pytest.mark.rule("MAR-19")
def test_distances_are_reckoned_one_by_one() -> None:
    match = drawn("4 . . 0.1m> 1.1s^,1.2L^ . . . .\nturn 0 1")
    move(match, "0.1", "d4 e")
    assert pushes(match, "1.1") == ring("d4", 2)
    assert pushes(match, "1.2") == ring("d4", 1)


@pytest.mark.rule("MAR-19", "MAR-28")
def test_the_mover_pushes_with_its_size_before_growing() -> None:
    match = drawn("3 . . . . . . . 0.1sv\n2 . . . . . . . 1.1s+\nturn 0 2")
    move(match, "0.1", "h2 up")
    assert pushes(match, "1.1") == {"h3", "h1", "g2"}


@pytest.mark.rule("MAR-19")
def test_crossing_enemies_pushes_nobody() -> None:
    match = drawn("4 . . 0.1s> 1.1s+ . . . .\nturn 0 2")
    move(match, "0.1", "e4 e")
    assert at(match, "1.1") == "d4"
    assert match.position()["turn"] == 1


@pytest.mark.rule("MAR-20")
@pytest.mark.parametrize("way", "^>v<+")
def test_a_pushed_martian_keeps_its_facing(way: str) -> None:
    match = drawn(f"4 . . 0.1s> 1.1s{way} . . . .\nturn 0 1")
    before = facing(match, "1.1")
    move(match, "0.1", "d4 e")
    push(match, "1.1", "d5")
    assert (at(match, "1.1"), facing(match, "1.1")) == ("d5", before)


@pytest.mark.rule("MAR-20")
def test_a_push_of_3_ends_on_a_neighbouring_square_only_if_it_can_bend() -> None:
    """From a8 the way over Home is closed by the family's own Martian there, so b8 is the only first square."""
    position = "8 1.1s^ 0.1m< . . . . . .\n7 {} . . . . . . .\nturn 0 2"
    match = drawn(position.format("."))
    move(match, "0.1", "a8 up")
    assert pushes(match, "1.1") == {"a7", "b8", "d8", "c7", "b6", "a5"}
    match = drawn(position.format("1.2s^"))
    move(match, "0.1", "a8 up")
    assert pushes(match, "1.1") == {"d8", "c7", "b6"}


# Where a push may go


def pushed_from_d4(group: str, distance: int) -> set[str]:
    """Where 1.1 may go from d4, with others on d5."""
    match = drawn(f"5 . . . {group} . . . .\n4 . . 0.1s> 1.1s^ . . . .\nturn 0 2", players=3)
    move(match, "0.1", "d4 up" if distance == 2 else "d4 e")
    return pushes(match, "1.1")


@pytest.mark.rule("MAR-21")
@pytest.mark.parametrize("group", ["2.1s+,2.2s+", "0.2s+,0.3s+"])
def test_no_push_goes_onto_or_across_a_blocked_square(group: str) -> None:
    assert pushed_from_d4(group, 1) == ring("d4", 1) - {"d5"}
    assert pushed_from_d4(group, 2) == ring("d4", 2) - {"d6"}


@pytest.mark.rule("MAR-21")
@pytest.mark.parametrize("group", ["2.1s+,2.2s^", "0.2s<,0.3s^,0.4s^"])
def test_a_push_goes_across_a_partly_blocked_square_but_not_onto_it(group: str) -> None:
    assert pushed_from_d4(group, 1) == ring("d4", 1) - {"d5"}
    assert pushed_from_d4(group, 2) == ring("d4", 2)


@pytest.mark.rule("MAR-21", "MAR-23")
def test_the_family_of_the_pushed_one_never_hinders_it() -> None:
    assert pushed_from_d4("1.2s+,1.3s+,1.4s+", 1) == ring("d4", 1)
    assert pushed_from_d4("1.2s+,1.3s+,1.4s+", 2) == ring("d4", 2)


@pytest.mark.rule("MAR-21")
@pytest.mark.parametrize(
    ("pushed", "end", "goes_to"),
    [
        ("s+", "h6 e", {"g6", "h5"}),
        ("L+", "h6 e", {"g6", "h5", "h7"}),
        ("s^", "h6 up", {"f6", "g7", "g5", "h4"}),
        ("L^", "h6 up", {"f6", "g7", "g5", "h4", "h8"}),
    ],
)
def test_a_push_goes_over_a_goal_only_if_it_is_for_the_size(pushed: str, end: str, goes_to: set[str]) -> None:
    match = drawn(f"6 . . . . . . 0.1s> 1.1{pushed}\nturn 0 2")
    move(match, "0.1", end)
    assert pushes(match, "1.1") == goes_to


@pytest.mark.rule("MAR-21")
def test_no_push_goes_to_a_named_square_with_one_of_its_family() -> None:
    position = "8 1.1s+ 0.1s< . . . . . .\n7 {} . . . . . . .\nturn 0 1"
    match = drawn(position.format("1.2s^"))
    move(match, "0.1", "a8 w")
    assert pushes(match, "1.1") == {"b8"}
    match = drawn(position.format("0.2s^"))
    move(match, "0.1", "a8 w")
    assert pushes(match, "1.1") == {"b8", "a7"}


@pytest.mark.rule("MAR-22")
def test_a_push_is_shortened_by_just_enough() -> None:
    """Three squares out of the corner a1, and then two, are partly blocked."""
    three = """
3 . 2.3s+,2.4s^ . . . . . .
2 . . 2.1s+,2.2s^ . . . . .
1 1.1s^ 0.1m< . 0.2s+,0.3s^ . . . .
turn 0 2"""
    match = drawn(three, players=3)
    move(match, "0.1", "a1 up")
    assert pushes(match, "1.1") == {"c1", "b2"}
    two = """
2 . 2.1s+,2.2s^ . . . . . .
1 1.1s^ 0.1s< 0.2s+,0.3s^ . . . . .
turn 0 2"""
    match = drawn(two, players=3)
    move(match, "0.1", "a1 up")
    assert pushes(match, "1.1") == {"b1"}


@pytest.mark.rule("MAR-22")
def test_nobody_ends_on_an_enemy_that_cannot_be_pushed() -> None:
    position = "2 0.1mv . . . . . . .\n1 1.1L+ {} . . . . . .\nturn 0 2"
    assert "a1 s" in ends(drawn(position.format(".")), "0.1")
    assert "a1 s" not in ends(drawn(position.format("0.2s+,0.3s+")), "0.1")
    assert "a1 up" not in ends(drawn(position.format("0.2s+,0.3s^")), "0.1")


CORNER = """
4 . . 3.1s^ . . 4.2s+ . .
3 . . 4.1s^ . 3.2s+ . 4.3m> .
2 . . . . . {f2} {g2} 0.1sv
1 . . . . 2.3s^ {f1} {g1} 1.1L>,1.2L^
turn 0 2
"""


@pytest.mark.rule("MAR-22", "MAR-25")
@pytest.mark.parametrize("f2", [".", "3.3L+"])
def test_two_large_ones_in_the_corner_h1_whose_one_exit_an_enemy_holds(f2: str) -> None:
    """The first fights for g1, so the second cannot follow: one square is not enough, however 2.1 is pushed on."""
    held = drawn(CORNER.format(f1=".", g1="2.1s^", g2=".", f2=f2), players=5)
    assert {end for end in ends(held, "0.1") if end.startswith("h1")} == {"h1 up"}
    free = drawn(CORNER.format(f1=".", g1=".", g2=".", f2=f2), players=5)
    assert {"h1 up", "h1 s"} <= ends(free, "0.1")


@pytest.mark.rule("MAR-22", "MAR-25")
@pytest.mark.parametrize(
    ("f1", "g2", "possible"),
    [
        ("2.2s+,2.3s^", ".", True),
        ("2.2s+,2.3s^", "3.3s^", True),  # one goes to g2 and the other, shortened, to g1
        ("2.2s+,2.3s^", "0.2s+,0.3s^", False),
        ("2.2s+,2.3s+", "0.2s+,0.3s+", False),
        (".", "0.2s+,0.3s+", True),
    ],
)
def test_in_the_corner_the_whole_chain_is_looked_through(f1: str, g2: str, possible: bool) -> None:
    position = CORNER.format(f1=f1, g1="2.1s^", g2=g2, f2=".").replace("2.3s^ 2.2", ". 2.2")
    match = drawn(position, players=5)
    assert ("h1 up" in ends(match, "0.1")) == possible


@pytest.mark.rule("MAR-22")
def test_a_distance_is_reckoned_when_that_martians_turn_comes() -> None:
    """1.1 takes the last square at distance 2, so 1.2 goes only 1."""
    position = CORNER.format(f1="2.2s+,2.3s^", g1="2.1s^", g2="3.3s^", f2=".").replace("2.3s^ 2.2", ". 2.2")
    match = drawn(position, players=5)
    move(match, "0.1", "h1 up")
    assert pushes(match, "1.1") == pushes(match, "1.2") == {"g2"}
    push(match, "1.1", "g2")
    push(match, "3.3", "g4")
    assert pushes(match, "1.2") == {"g1"}


@pytest.mark.rule("MAR-22", "MAR-25")
def test_one_that_would_leave_the_chain_open_is_not_offered_while_another_is() -> None:
    """1.2, pushed to Home first, would close the only way out to 1.1."""
    match = drawn("8 1.1m^,1.2L^ 2.1s+,2.2s+ . . . . . .\n7 0.1L^ . . . . . . .\nturn 0 1", players=3)
    move(match, "0.1", "a8 n")
    assert {(each["martian"], each["to"]) for each in match.legal()} == {("1.1", "a6"), ("1.1", "b7")}
    push(match, "1.1", "a6")
    assert pushes(match, "1.2") == {"a7"}


# Chains


@pytest.mark.rule("MAR-23")
def test_a_pushed_martian_pushes_other_colours_in_turn() -> None:
    """1.1 is large and stands: it pushes 2.1 by 3, where 0.1 would push it by 1."""
    match = drawn("5 . . . 2.1s^ . . . .\n4 . . 0.1s> 1.1L+ . . . .\nturn 0 1", players=3)
    move(match, "0.1", "d4 e")
    push(match, "1.1", "d5")
    assert pushes(match, "2.1") == ring("d5", 3, 1) - {"d4"}


@pytest.mark.rule("MAR-23")
def test_a_pushed_martian_joins_its_own_colour() -> None:
    match = drawn("5 . . . 1.2s^ . . . .\n4 . . 0.1s> 1.1L+ . . . .\nturn 0 1")
    move(match, "0.1", "d4 e")
    push(match, "1.1", "d5")
    assert at(match, "1.1") == at(match, "1.2") == "d5"
    assert phase(match) == "roll"


@pytest.mark.rule("MAR-24")
def test_the_active_player_chooses_throughout() -> None:
    match = drawn("5 . . . 2.1s^ . . . .\n4 . . 0.1s> 1.1s^ . . . .\nturn 0 1", players=3)
    move(match, "0.1", "d4 e")
    assert match.to_move == 0
    push(match, "1.1", "d5")
    assert match.to_move == 0
    push(match, "2.1", "d6")
    assert match.position()["turn"] == 1


TWO_HIT = "5 . . . 2.1{}^ . . . .\n4 . . 0.1m> 1.1m^,1.2{}^ . . . .\nturn 0 1"


@pytest.mark.rule("MAR-25")
def test_several_are_pushed_in_any_order() -> None:
    match = drawn(TWO_HIT.format("m", "m"), players=3)
    move(match, "0.1", "d4 e")
    assert {each["martian"] for each in match.legal()} == {"1.1", "1.2"}


@pytest.mark.rule("MAR-25")
def test_those_hit_last_are_pushed_before_any_still_waiting() -> None:
    match = drawn(TWO_HIT.format("m", "m"), players=3)
    move(match, "0.1", "d4 e")
    push(match, "1.1", "d5")
    assert {each["martian"] for each in match.legal()} == {"2.1"}
    push(match, "2.1", "d6")
    assert {each["martian"] for each in match.legal()} == {"1.2"}


@pytest.mark.rule("MAR-25")
def test_no_push_ends_on_a_square_fought_over_not_even_to_join_its_own() -> None:
    match = drawn(TWO_HIT.format("m", "m"), players=3)
    move(match, "0.1", "d4 e")
    push(match, "1.1", "d5")
    assert pushes(match, "2.1") == ring("d5", 1) - {"d4"}
    push(match, "2.1", "d6")
    assert pushes(match, "1.2") == ring("d4", 1) - {"d5"}


@pytest.mark.rule("MAR-25")
def test_a_square_fought_over_may_be_crossed() -> None:
    match = drawn(TWO_HIT.format("m", "s"), players=3)
    move(match, "0.1", "d4 e")
    push(match, "1.1", "d5")
    push(match, "2.1", "e5")
    assert "d6" in pushes(match, "1.2")  # straight over d5


@pytest.mark.rule("MAR-25")
@pytest.mark.parametrize(("goes", "other"), [("e4", "c4"), ("c4", "e4")])
def test_nobody_is_pushed_twice(goes: str, other: str) -> None:
    match = drawn(TWO_HIT.format("s", "m"), players=3)
    move(match, "0.1", "d4 e")
    push(match, "1.1", goes)
    push(match, "1.2", "d5")
    assert other in pushes(match, "2.1")
    assert goes not in pushes(match, "2.1")


@pytest.mark.rule("MAR-25")
def test_a_move_is_lawful_only_if_its_whole_chain_can_be_resolved() -> None:
    """On h1 1.1 could only go to g1, and 2.1 there, pushed on by it, only to f1."""
    position = """
2 . . . . . . 0.2s+,0.3s+ 0.1sv
1 . . . . . {} 2.1L+ 1.1L+
turn 0 1"""
    assert "h1 s" in ends(drawn(position.format("."), players=3), "0.1")
    assert "h1 s" in ends(drawn(position.format("1.2s+"), players=3), "0.1")
    assert "h1 s" not in ends(drawn(position.format("1.2s+,1.3s^"), players=3), "0.1")


@pytest.mark.rule("MAR-26")
def test_a_chain_may_push_the_active_players_own() -> None:
    match = drawn("5 . . . 0.2s^ . . . .\n4 . . 0.1s> 1.1s+ . . . .\nturn 0 1")
    move(match, "0.1", "d4 e")
    push(match, "1.1", "d5")
    assert pushes(match, "0.2") == ring("d5", 2)
    push(match, "0.2", "d7")
    assert at(match, "0.2") == "d7"


@pytest.mark.rule("MAR-27")
@pytest.mark.parametrize(
    ("position", "goal", "mine", "then"),
    [
        ("2 . . . . . 0.1s> 1.1s+ .", "h2", "g2 e", ("h2", "medium")),
        ("7 . . . . . 0.1s> 1.1L+ .", "h7", "g7 e", ("launched", "large")),
    ],
)
def test_being_pushed_onto_a_goal_does_nothing_until_the_next_move(
    position: str, goal: str, mine: str, then: tuple[str, str]
) -> None:
    match = drawn(position + "\nturn 0 1")
    before = size(match, "1.1")
    move(match, "0.1", mine)
    push(match, "1.1", goal)
    assert (at(match, "1.1"), size(match, "1.1")) == (goal, before)
    roll(match, 6, 3)
    move(match, "1.1", f"{goal} up")
    assert (at(match, "1.1"), size(match, "1.1")) == then


@pytest.mark.rule("MAR-28")
def test_pushing_comes_before_growing() -> None:
    match = drawn("3 . . . . . . . 0.1sv\n2 . . . . . . . 1.1s+\nturn 0 2")
    move(match, "0.1", "h2 up")
    assert size(match, "0.1") == "small"
    push(match, "1.1", "g2")
    assert size(match, "0.1") == "medium"


@pytest.mark.rule("MAR-28")
def test_pushing_comes_before_finishing() -> None:
    match = drawn("7 . . . . . . 0.1L> 1.1L+\nturn 0 2")
    move(match, "0.1", "h7 up")
    assert at(match, "0.1") == "h7"
    push(match, "1.1", "g7")
    assert at(match, "0.1") == "launched"


# Who decides

THREE = """
5 .     .     .     2.1s^,2.2s> .     .     .     .
4 .     .     0.1s> 1.1s^ .     .     .     .
turn 0 1
"""


@pytest.mark.rule("MAR-24")
@pytest.mark.parametrize(("chain", "decides"), [("mover", [0, 0, 0]), ("owner", [0, 1, 1])])
def test_in_a_chain_the_mover_decides_or_the_owner_of_each_that_arrives(chain: str, decides: list[int]) -> None:
    match = drawn(THREE, players=3, chain=chain)
    move(match, "0.1", "d4 e")
    seats = [match.to_move]
    push(match, "1.1", "d5")
    seats.append(match.to_move)
    assert {each["martian"] for each in match.legal()} == {"2.1", "2.2"}, "in any order"
    push(match, "2.2", "e5")
    seats.append(match.to_move)
    push(match, "2.1", "d6")
    assert seats == decides
    assert match.position()["turn"] == 1, "the turn is over"


@pytest.mark.rule("MAR-24")
def test_those_still_waiting_are_the_movers_again() -> None:
    match = drawn("5 . . . 2.1s^ . . . .\n4 . . 0.1s> 1.1s^,1.2s^ . . . .\nturn 0 1", players=3, chain="owner")
    move(match, "0.1", "d4 e")
    push(match, "1.1", "d5")
    assert match.to_move == 1
    push(match, "2.1", "d6")
    assert match.to_move == 0
    assert {each["martian"] for each in match.legal()} == {"1.2"}


@pytest.mark.rule("MAR-24", "MAR-26")
def test_the_owner_decides_for_the_movers_own_too() -> None:
    match = drawn("5 . . . 0.2s^ . . . .\n4 . . 0.1s> 1.1s^ . . . .\nturn 0 1", chain="owner")
    move(match, "0.1", "d4 e")
    push(match, "1.1", "d5")
    assert match.to_move == 1
    assert {each["martian"] for each in match.legal()} == {"0.2"}
    assert GAME.scene(match.state)["help"].startswith("Cobalt decides, whose Martian was pushed onto them.")


@pytest.mark.rule("MAR-24")
def test_the_dogs_pushes_are_the_winners_and_what_they_push_on_is_the_owners() -> None:
    match = drawn(
        "5 . . . . 2.1s^ . . .\n4 . . dog> 1.1m^ . . . .\nlaunched 0.1 0.2 0.3 0.4\nwon 0\nturn 0 1",
        players=3,
        chain="owner",
        mad_dog=True,
    )
    move(match, "dog", "d4 e")
    assert match.to_move == 0
    push(match, "1.1", "e5")
    assert match.to_move == 1
    assert {each["martian"] for each in match.legal()} == {"2.1"}
