"""Martian Race: the Mad Dog (MAR-31 to MAR-36), in two-player positions that seat 0 has won."""

from typing import Any

import numpy as np
import pytest

from oddboard.core.match import Match
from oddboard.core.records import new
from tests.games.martian_race.drawn import GAME, any_way, at, drawn, ends, facing, move, phase, push, pushes, roll, size

WON = "launched 0.1 0.2 0.3 0.4 0.5\nwon 0\n"
WON_OF_THREE = "launched 0.1 0.2 0.3 0.4\nwon 0\n"


def released(position: str, turn: str, **options: Any) -> Match:
    return drawn(f"{position}\n{WON}turn {turn}", mad_dog=True, **options)


def among_three(position: str, turn: str, gone: str = "", **options: Any) -> Match:
    return drawn(f"{position}\n{WON_OF_THREE}{gone}turn {turn}", players=3, mad_dog=True, **options)


# The dog comes


@pytest.mark.rule("MAR-31")
@pytest.mark.parametrize("mad_dog", [True, False])
def test_with_the_dog_the_game_goes_on(mad_dog: bool) -> None:
    match = drawn("7 . . . . . . . 0.1L>\nlaunched 0.2 0.3 0.4 0.5\nturn 0 6 1", mad_dog=mad_dog)
    move(match, "0.1", "h7 up", 1)
    assert match.is_over != mad_dog
    if mad_dog:  # it first moves in the winner's next turn
        assert match.position()["turn"] == 1


@pytest.mark.rule("MAR-31")
def test_the_winner_moves_the_dog_instead_of_martians() -> None:
    match = released("4 . . . 1.1L^ . . . .", "0")
    roll(match, 6, 5)
    assert {each["martian"] for each in match.legal()} == {"dog"}


@pytest.mark.rule("MAR-31")
def test_there_is_no_second_dog() -> None:
    match = among_three("7 . . . . . . . 1.1L>\n4 . . . 2.1L^ . . . .", "1 6 1", "launched 1.2 1.3 1.4\n")
    move(match, "1.1", "h7 up", 1)
    turns = []
    for _ in range(3):
        turns.append(match.position()["turn"])
        roll(match, 1, 1)
        while match.to_move != "chance":
            match.play(match.legal()[0])
    assert turns == [2, 0, 2]


@pytest.mark.rule("MAR-32")
def test_the_dog_enters_at_the_launch_pad_as_its_first_step() -> None:
    assert ends(released("8 . . . . . . . .", "0 1"), "dog") == any_way("h7")
    assert ends(released("8 . . . . . . . .", "0 2"), "dog") == any_way("h7") | {"h8 n", "g7 w", "h6 s"}


@pytest.mark.rule("MAR-32")
@pytest.mark.parametrize(
    ("position", "end"),
    [
        ("7 . dog< . . . . . .", "a7 w"),
        ("2 . dog< . . . . . .", "a2 w"),
        ("2 . . . . . . dog> .", "h2 e"),
        ("7 . . . . . . dog> .", "h7 e"),
    ],
)
def test_the_dog_may_enter_every_named_square(position: str, end: str) -> None:
    assert end in ends(released(position, "0 1"), "dog")


@pytest.mark.rule("MAR-32")
@pytest.mark.parametrize(
    ("group", "enters"),
    [
        ("1.1s+,1.2s+", False),
        ("1.1s^,1.2s^,1.3s^,1.4s^", False),
        ("1.1s+,1.2s^", True),
        ("1.1L^,1.2L^,1.3L^", True),
    ],
)
def test_the_dog_keeps_off_strength_4_but_not_3(group: str, enters: bool) -> None:
    match = released(f"4 . . dog> {group} . . . .", "0 2")
    assert ("d4 e" in ends(match, "dog")) == enters
    assert ("e4 e" in ends(match, "dog")) == enters


@pytest.mark.rule("MAR-32")
def test_the_dog_may_not_wait_among_strength_4() -> None:
    position = "4 . . . 1.1s+,1.2s+,dog{} . . . ."
    assert ends(released(position.format(">"), "0 1"), "dog") == {"e4 e"}
    match = released(position.format("+"), "0")
    roll(match, 1, 1)  # to lie down there is to end there: both dice are lost
    assert match.position()["turn"] == 1


@pytest.mark.rule("MAR-32")
def test_the_dog_hinders_nobody() -> None:
    match = released("4 . . 1.1s> dog+ . . . .", "1 2")
    assert {"d4 e", "e4 e"} <= ends(match, "1.1")
    move(match, "1.1", "d4 e")
    assert match.position()["dog"]["at"] == at(match, "1.1") == "d4"
    assert phase(match) == "roll"


@pytest.mark.rule("MAR-32")
def test_martians_finish_beside_the_dog_and_are_pushed_to_it() -> None:
    match = released("7 . . . . . . . 1.1L>,dog^\n3 1.2s> . . . . . . .", "1 1")
    move(match, "1.1", "h7 up")
    assert at(match, "1.1") == "launched"
    match = among_three("5 . . . dog^ . . . .\n4 . . 1.1s> 2.1s+ . . . .", "1 1")
    move(match, "1.1", "d4 e")
    push(match, "2.1", "d5")
    assert at(match, "2.1") == "d5"
    assert phase(match) == "roll"


# It bites


@pytest.mark.rule("MAR-33")
@pytest.mark.parametrize(("end", "distances"), [("d4 e", {2}), ("d4 up", {3, 1})])
def test_the_dog_pushes_as_one_larger_than_any(end: str, distances: set[int]) -> None:
    match = released("4 . . dog> 1.1L^ . . . .", "0 2")
    move(match, "dog", end)
    around = {abs(ord(to[0]) - ord("d")) + abs(int(to[1]) - 4) for to in pushes(match, "1.1")}
    assert around == distances


@pytest.mark.rule("MAR-33")
def test_a_bitten_martian_shrinks_after_the_chain() -> None:
    match = released("4 . . dog> 1.1L^ . . . .", "0 1")
    move(match, "dog", "d4 e")
    assert size(match, "1.1") == "large"
    push(match, "1.1", "d6")
    assert size(match, "1.1") == "medium"


@pytest.mark.rule("MAR-33")
def test_a_small_martian_is_killed_at_once_and_not_pushed() -> None:
    match = released("4 . . dog> 1.1s^ . . . .", "0 1")
    move(match, "dog", "d4 e")
    assert at(match, "1.1") == "killed"
    assert phase(match) == "roll"


@pytest.mark.rule("MAR-33")
def test_of_a_group_the_small_die_and_the_others_are_pushed() -> None:
    match = released("4 . . dog> 1.1s^,1.2m^,1.3L^ . . . .", "0 1")
    move(match, "dog", "d4 e")
    assert at(match, "1.1") == "killed"
    assert {each["martian"] for each in match.legal()} == {"1.2", "1.3"}


@pytest.mark.rule("MAR-33")
@pytest.mark.parametrize("end", ["d4 e", "d4 n"])
def test_a_wasted_die_or_a_turn_in_place_is_an_attack(end: str) -> None:
    match = released("4 . . . 1.1s^,dog> . . . .", "0 1")
    move(match, "dog", end)
    assert at(match, "1.1") == "killed"


@pytest.mark.rule("MAR-33")
def test_crossing_is_no_attack() -> None:
    match = released("4 . . dog> 1.1s^ . . . .", "0 2")
    move(match, "dog", "e4 e")
    assert at(match, "1.1") == "d4"


@pytest.mark.rule("MAR-33")
def test_those_pushed_further_by_the_chain_do_not_shrink() -> None:
    """A bitten Martian pushes with the size that it still has: 1.1, large, pushes 2.1 by 2."""
    match = among_three("6 . . . 2.1m^ . . . .\n4 . . dog> 1.1L^ . . . .", "0 1")
    move(match, "dog", "d4 e")
    push(match, "1.1", "d6")
    assert "d8" in pushes(match, "2.1")
    push(match, "2.1", "d8")
    assert (size(match, "1.1"), size(match, "2.1")) == ("medium", "medium")


@pytest.mark.rule("MAR-33", "MAR-14")
def test_one_that_shrinks_on_a_goal_no_longer_for_it_must_leave() -> None:
    """Large until the chain is over, it may be pushed to the Launch Pad, and is medium there."""
    match = released("6 . . . . . . . dog>\n5 . . . . . . . 1.1L+\n3 . 1.2s^ . . . . . .", "0 3")
    move(match, "dog", "h5 s")
    push(match, "1.1", "h7")
    assert (at(match, "1.1"), size(match, "1.1")) == ("h7", "medium")
    roll(match, 3, 2)
    assert not any(end.startswith("h7") for end in ends(match, "1.1"))
    assert "g7 w" in ends(match, "1.1")


STUCK = """
2 . . . . . . . dogv
1 . . . . . . 2.1s+,2.2s+ {}"""


@pytest.mark.rule("MAR-34")
@pytest.mark.parametrize("victims", ["1.1L^", "1.1L^,1.2s^", "1.1L^,1.2s^,1.3s^"])
def test_the_only_one_left_that_cannot_be_pushed_shrinks_and_stays(victims: str) -> None:
    match = among_three(STUCK.format(victims), "0 1")
    move(match, "dog", "h1 s")
    assert (at(match, "1.1"), size(match, "1.1")) == ("h1", "medium")
    assert match.position()["dog"]["at"] == "h1"
    assert phase(match) == "roll"


@pytest.mark.rule("MAR-34")
@pytest.mark.parametrize("victims", ["1.1L^,1.2L^", "1.1L^,1.2m^", "1.1m^,1.2m^"])
def test_two_that_cannot_both_be_pushed_keep_the_dog_away(victims: str) -> None:
    assert "h1 s" not in ends(among_three(STUCK.format(victims), "0 1"), "dog")
    assert "h1 s" in ends(among_three(STUCK.format(victims).replace("2.1s+,2.2s+", "."), "0 1"), "dog")


@pytest.mark.rule("MAR-34", "MAR-13")
def test_a_large_martian_bitten_on_the_supply_depot_grows_again() -> None:
    """Shut in on a2 it stays, medium and standing, and may waste a die there."""
    shut_in = """
3 2.1s+,2.2s+ . . . . . . .
2 1.1L+,dog^ 2.3s+,2.4s+ . . . . . .
1 3.1s+,3.2s+ . . . . . . .
launched 0.1 0.2 0.3 0.4
won 0
turn 0 1"""
    match = drawn(shut_in, players=4, martians=4, mad_dog=True)
    move(match, "dog", "a2 e")
    assert (at(match, "1.1"), size(match, "1.1")) == ("a2", "medium")
    roll(match, 1, 1)
    move(match, "1.1", "a2 up")
    assert size(match, "1.1") == "large"


# Families out, and the end


@pytest.mark.rule("MAR-35")
def test_a_family_with_nobody_left_takes_no_more_turns() -> None:
    match = among_three("4 . . dog> 1.1s^ . 2.1s^ . .", "0 1", "killed 1.2 1.3 1.4\n")
    move(match, "dog", "d4 e")
    assert match.position()["turn"] == 2


@pytest.mark.rule("MAR-35", "MAR-36")
def test_a_family_with_one_killed_has_not_finished() -> None:
    """Seat 1 was out first, with three launched; seat 2 finishes whole."""
    gone = "launched 1.1 1.2 1.3 2.2 2.3 2.4\nkilled 1.4\n"
    match = among_three("7 . . . . . . . 2.1L>", "2 1", gone)
    move(match, "2.1", "h7 up")
    assert match.is_over
    assert match.position()["finished"] == [0, 2]
    assert match.ranks == [1, 3, 2]


@pytest.mark.rule("MAR-35", "MAR-36")
def test_the_last_martian_of_a_family_with_one_killed_gives_it_no_place() -> None:
    match = among_three("7 . . . . . . . 1.1L>\n4 . . . 2.1s^ . . . .", "1 1", "launched 1.2 1.3\nkilled 1.4\n")
    move(match, "1.1", "h7 up")
    assert match.position()["finished"] == [0]
    assert match.position()["turn"] == 2


@pytest.mark.rule("MAR-36")
def test_the_phase_ends_when_every_other_family_is_out() -> None:
    match = released("4 . . dog> 1.1s^ . . . .", "0 1")
    move(match, "dog", "d4 e")
    assert not match.is_over  # the rest of the family waits off the board
    match = drawn(f"4 . . dog> 1.1s^ . . . .\n{WON}killed 1.2 1.3 1.4 1.5\nturn 0 6 1", mad_dog=True)
    move(match, "dog", "d4 e", 1)
    assert match.is_over
    assert match.ranks == [1, 2]
    assert match.game.result(match.state) == "The Mad Dog killed 5 Martians."


@pytest.mark.rule("MAR-29")
def test_the_result_says_by_what_the_race_was_won() -> None:
    match = Match.from_position(GAME, GAME.examples["last"]["position"])
    match.play({"do": "move", "die": 2, "martian": "0.1", "to": "h7", "facing": "up"})
    assert match.game.result(match.state) == "Rust launched all 5 Martians in round 1."


@pytest.mark.rule("MAR-36")
@pytest.mark.parametrize(
    ("position", "gone", "ranks"),
    [
        ("4 dog^ . . 1.1L^ . 2.1s^ . .", "launched 1.2\n", [1, 2, 3]),
        ("4 dog^ . . 1.1L^ . 2.1s^ . .", "launched 2.2\n", [1, 3, 2]),
        ("4 dog^ . . 1.1L^ . 2.1s^ . .", "killed 1.2 1.3 1.4\n", [1, 2, 3]),
        ("4 dog^ . . 1.1m^ . 2.1m^ . .", "", [1, 2, 2]),
    ],
)
def test_at_the_turn_limit_ranks_go_by_finished_and_sizes(position: str, gone: str, ranks: list[int]) -> None:
    match = among_three(position, "2 1", gone, turn_limit=1)
    move(match, "2.1", "f4 n")
    assert match.ranks == ranks


@pytest.mark.rule("MAR-30", "MAR-35")
def test_the_round_changes_when_play_passes_a_beginner_that_is_out() -> None:
    gone = "killed 0.1 0.2 0.3 0.4\nlaunched 1.1 1.2 1.3 1.4\nwon 1\n"
    match = drawn(f"4 dog^ . . 2.1L^ . . . .\n{gone}turn 2 1", players=3, mad_dog=True)
    move(match, "2.1", "d4 n")
    assert (match.position()["turn"], match.position()["round"]) == (1, 1)


@pytest.mark.rule("MAR-30", "MAR-31")
def test_a_win_in_the_last_turn_ends_the_game_before_the_dog_moves() -> None:
    match = drawn("7 . . . . . . . 1.1L>\nlaunched 1.2 1.3 1.4 1.5\nturn 1 6 1", mad_dog=True, turn_limit=1)
    move(match, "1.1", "h7 up", 1)
    assert match.is_over
    assert match.position()["dog"] is None
    assert match.ranks == [2, 1]


@pytest.mark.rule("MAR-33")
def test_the_dog_faces_as_it_ended() -> None:
    match = released("4 . . dog> 1.1L^ . . . .", "0 2")
    move(match, "dog", "c4 w")
    assert match.position()["dog"] == {"at": "c4", "facing": "w"}
    assert facing(match, "1.1") == "n"


# The end of the dog's time


def play_on(match: Match) -> None:
    """A turn in which everybody stays where it is, if it can."""
    roll(match, 1, 1)
    while match.to_move not in ("chance", None):
        here = [each for each in match.legal() if (each["to"], each["facing"]) == end_of(match, each["martian"])]
        match.play((here or match.legal())[0])


def end_of(match: Match, name: str) -> tuple[str, str]:
    """Where somebody is, and how."""
    position = match.position()
    one = position["martians"].get(name, position["dog"]) or {"at": "off", "facing": "n"}
    return one["at"], one["facing"]


@pytest.mark.rule("MAR-36")
@pytest.mark.parametrize("dog_turns", [1, 3])
def test_the_phase_ends_when_the_winner_would_begin_one_turn_more(dog_turns: int) -> None:
    match = drawn(
        "7 . . . . . . . 0.1L>\n4 . . . 1.1L+ . . . .\nlaunched 0.2 0.3 0.4 0.5\nturn 0 1",
        mad_dog=True,
        dog_turns=dog_turns,
    )
    move(match, "0.1", "h7 up")
    assert match.position()["dog_turn"] == 0, "the turn that wins is not one of the dog's"
    turns = []
    while not match.is_over:
        turns.append(match.position()["turn"])
        play_on(match)
    assert turns == [1, 0] * dog_turns + [1]
    assert match.position()["dog_turn"] == dog_turns
    assert match.ranks == [1, 2]


@pytest.mark.rule("MAR-36")
def test_a_turn_whose_dice_are_lost_is_one_of_the_dogs_turns() -> None:
    match = released("4 . . . 1.1s+,1.2s+,dog+ . . . .", "1", dog_turns=1)
    play_on(match)
    assert match.position()["dog_turn"] == 1
    roll(match, 1, 1)  # it can neither leave nor lie down there
    play_on(match)
    assert match.is_over


@pytest.mark.rule("MAR-36")
def test_the_turn_limit_may_come_first() -> None:
    match = released("4 dog^ . . 1.1L+ . . . .", "1", dog_turns=5, turn_limit=2)
    play_on(match)
    play_on(match)
    play_on(match)
    assert match.is_over
    assert match.position()["dog_turn"] == 1


@pytest.mark.rule("MAR-36")
def test_the_margin_is_shown() -> None:
    match = drawn(f"4 . . dog> 1.1s^ . 1.2L^ . .\n{WON}killed 1.3 1.4\nturn 0 1", mad_dog=True)
    assert match.game.scene(match.state)["seats"][0]["line"] == "all launched, runs the Mad Dog, 2 killed"
    match = drawn(f"4 . . dog> 1.1s^ . . . .\n{WON}killed 1.2 1.3 1.4 1.5\nturn 0 1", mad_dog=True)
    move(match, "dog", "d4 e")
    assert match.game.scene(match.state)["seats"][0]["line"] == "all launched, wins with 5 killed"


@pytest.mark.rule("MAR-36")
def test_a_position_from_before_the_dogs_turns_were_counted_can_be_read() -> None:
    position = released("4 . . dog> 1.1s^ . . . .", "0 1").position()
    del position["dog_turn"]
    assert Match.from_position(GAME, position).position()["dog_turn"] == 0


@pytest.mark.rule("MAR-31", "MAR-33")
def test_the_bot_bites_what_it_can() -> None:
    match = released("4 . . dog> . 1.1s^ . . .", "0 4")
    outlooks = {}
    for decision in match.legal():
        after = Match.from_position(GAME, match.position())
        after.play(decision)
        outlooks[decision["to"]] = max(outlooks.get(decision["to"], 0), outlook_of(after)[0])
    assert max(outlooks, key=lambda to: outlooks[to]) == "e4"
    near, far = released("4 . . dog> . . 1.1L^ . .", "0 1"), released("4 dog^ . . . . 1.1L^ . .", "0 1")
    assert outlook_of(near)[0] > outlook_of(far)[0]


@pytest.mark.rule("MAR-36")
def test_who_has_not_won_goes_on_racing() -> None:
    behind, ahead = released("4 dog^ . . 1.1m^ . . . .", "1 1"), released("4 dog^ . . 1.1L^ . . . .", "1 1")
    assert outlook_of(ahead)[1] > outlook_of(behind)[1]
    assert outlook_of(ahead)[0] < outlook_of(behind)[0]


def outlook_of(match: Match) -> list[float]:
    out = np.zeros(match.players)
    GAME.rules.outlook(match.state, new(GAME.work), out)
    return list(out)
