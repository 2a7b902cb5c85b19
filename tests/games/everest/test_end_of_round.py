"""The end of a round and of the game: EVE-28 to EVE-33."""

import pytest

from tests.games.everest.table import asked, at, hurt, lay, order, phase, played, roll, stay, where

ON_TOP = "3 - . . 0 . . . -\n6 . . . . . . . 1"


@pytest.mark.rule("EVE-28", "EVE-33")
def test_alone_on_the_peak_for_a_whole_round_wins() -> None:
    match = played(ON_TOP, "*5n", "*5e")
    assert match.is_over
    assert match.ranks == [1, 2]


@pytest.mark.rule("EVE-28")
def test_the_winner_may_move_on_the_peak_and_leave_it_meanwhile() -> None:
    assert played(ON_TOP, "1e", "*5e").ranks == [1, 2]
    assert played(ON_TOP, "1w 2e", "*5e").ranks == [1, 2]  # to c3 and back: only start and end count


@pytest.mark.rule("EVE-28")
def test_not_if_it_came_there_in_this_round_or_is_not_alone() -> None:
    came = played("3 - . 0 . . . . -\n6 . . . . . . . 1", "2e", "*5e")
    assert not came.is_over
    joined = played("3 - . . 0 . 1 . -", "*5n", "2w")
    assert where(joined) == ["d3", "e3"]
    assert not joined.is_over
    shared = played("3 - . . 0 1 . . -", "*5n", "1e")
    assert where(shared) == ["d3", "f3"]
    assert not shared.is_over


@pytest.mark.rule("EVE-28")
def test_a_win_comes_before_healing_and_coins() -> None:
    match = played("3 - . . 0 . . . -\n4 - . . 1 . . . -\n6 . . . . . . . 2", "*5s *4n", "1s", "*1e")
    assert not match.is_over  # both were on the peak when the round began
    match = played("3 - . . 0 1 . . -\n6 . . . . . . . 2", "", "", "")
    assert not match.is_over
    hurt_but_alone = played("3 - . . 0 . . 1 -", "*0n", "*5w")
    assert hurt_but_alone.ranks == [1, 2]


@pytest.mark.rule("EVE-29")
def test_a_coin_is_set_aside_for_each_hurt() -> None:
    match = at("3 - . . 0 . . . -\n6 . . . . . . . 1")
    lay(match, "2n *0e *1e", "*0e *1e *2e")
    assert hurt(match) == [2, 0]
    match.play({"do": "stay"})
    assert asked(match) == ["set_aside"]
    match.play({"do": "set_aside", "coin": 5})
    match.play({"do": "set_aside", "coin": 0})
    assert match.position()["yeti"][0]["coins"] == [1, 2, 3, 4]
    match.play({"do": "stay"})
    assert {each["coin"] for each in match.legal()} == {1, 2, 3, 4}


@pytest.mark.rule("EVE-30")
def test_healing_brings_all_coins_back_and_leads_home() -> None:
    match = at(ON_TOP.replace("3", "2").replace("-", ".") + "\ncoins 0 1 2 3\nround 2")
    lay(match, "*1n *2n *3n", "*1e *2e *3e")
    assert asked(match) == ["heal", "stay"]  # hurt or not
    match.play({"do": "heal"})
    assert where(match)[0] == "a2"
    assert match.position()["yeti"][0]["coins"] == [0, 1, 2, 3, 4, 5]


@pytest.mark.rule("EVE-30")
def test_it_must_heal_if_it_would_lose_its_last_coin() -> None:
    match = played("1 0 . 1 . . . . .", "*5e", "*1n")
    match.play({"do": "stay"})
    assert match.legal() == [{"do": "heal"}]
    refusal = match.why_not({"do": "stay"})
    assert refusal is not None
    assert refusal.rule == "EVE-30"


@pytest.mark.rule("EVE-30")
def test_it_must_heal_if_it_has_no_coin() -> None:
    match = played("1 0 . 1 . . . . .", "*5s", "")
    match.play({"do": "stay"})
    assert match.legal() == [{"do": "heal"}]


@pytest.mark.rule("EVE-31")
def test_one_that_left_the_board_comes_home_and_cannot_heal() -> None:
    match = played("1 0 . . . . . . .\n6 . . . . . . . 1", "1n", "*1e")
    assert where(match)[0] == "a2"
    assert match.to_move == 1  # seat 0 owes nothing and is not asked
    assert match.position()["yeti"][0]["coins"] == [1]


@pytest.mark.rule("EVE-31")
def test_it_sets_aside_what_it_owes_but_no_more_than_it_has() -> None:
    match = played("3 - . . 0 . . . -\n6 . . . . . . . 1", "3n", "*1e")
    assert hurt(match)[0] == 2  # over two cliffs and the edge, with one coin
    assert match.legal() == [{"do": "set_aside", "coin": 3}]
    match.play({"do": "set_aside", "coin": 3})
    match.play({"do": "stay"})
    assert match.to_move == 1  # seat 0 has no coin, and does nothing in this round
    assert match.position()["round"] == 2


@pytest.mark.rule("EVE-31", "EVE-30")
def test_without_coins_after_leaving_it_heals_a_round_later() -> None:
    match = played("3 - . . 0 . . . -\n6 . . . . . . . 1", "3n", "*1e")
    match.play({"do": "set_aside", "coin": 3})
    stay(match)
    lay(match, "*1e")
    assert (match.to_move, match.legal()) == (0, [{"do": "heal"}])


@pytest.mark.rule("EVE-32")
def test_those_that_left_are_put_back_before_anybody_chooses() -> None:
    match = played("1 0 . . . . . . .\n6 . . . . . . . 1", "*5s", "1e")
    assert match.to_move == 0
    assert where(match) == ["a1", "h5"]
    assert match.position()["left"] == [1]


@pytest.mark.rule("EVE-32")
def test_one_that_comes_home_sends_the_occupant_to_its_own_home() -> None:
    match = played("2 1 . . . . . . 2\n6 . . 0 . . . . .", "*0s", "*1w", "*2n")
    match.play({"do": "heal"})
    assert where(match) == ["a2", "h2", "h5"]
    assert match.position()["yeti"][1]["coins"] == [1]  # neither hurt nor healed
    assert match.to_move == 1
    assert asked(match) == ["heal", "stay"]  # and it still chooses


@pytest.mark.rule("EVE-32")
def test_choices_go_by_seats_each_with_its_coins() -> None:
    match = played("1 0 . 1 . . . . .\n6 . . . . . . . 2", "*5e *4e", "*1w *2n", "*1e")
    stays = []
    while phase(match) in ("heal", "set_aside"):
        stays.append((match.to_move, asked(match)[-1]))
        match.play(match.legal()[-1])
    assert stays[0][1] == "set_aside"  # 0 was hit off the board
    assert [seat for seat, _ in stays] == sorted(int(str(seat)) for seat, _ in stays)


@pytest.mark.rule("EVE-33")
def test_after_the_last_round_the_game_is_a_draw_without_further_choices() -> None:
    match = played("1 0 . 1 . . . . .\n6 . . . . . . . 2\nround 7", "*5e", "*1n", "*1e", round_limit=7)
    assert match.is_over
    assert match.ranks == [1, 1, 1]


@pytest.mark.rule("EVE-33", "EVE-28")
def test_a_win_in_the_last_round_counts() -> None:
    assert played(ON_TOP + "\nround 3", "*5n", "*5e", round_limit=3).ranks == [1, 2]


@pytest.mark.rule("EVE-33")
def test_the_others_share_the_second_place() -> None:
    match = played("3 - . . . . . . -\n4 - . . . 1 . . -\n6 0 . . . . . . 2", "*0w", "*0n", "*0e")
    assert match.ranks == [2, 1, 2]


@pytest.mark.rule("EVE-11", "EVE-28")
def test_a_chosen_order_can_decide_the_game() -> None:
    for first, ranks in ((0, None), (1, [2, 1])):
        match = played("3 - . . . 1 0 . -", "5w", "*5e")
        roll(match, 5, 0)
        order(match, *((0, "snowballs") if first == 0 else ("snowballs", 0)))
        assert match.ranks == ranks
