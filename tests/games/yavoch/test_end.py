"""The end of the game (YAV-39, YAV-40)."""

import pytest

from oddboard.arena.tournament import dice_of, play_out
from oddboard.bots import Bot, budget
from oddboard.core.match import Match
from tests.games.yavoch.table import GAME, HOME, play, table


@pytest.mark.rule("YAV-39")
def test_no_ship_left_but_the_command_ship() -> None:
    assert play(table("C111+3 T115 S333+1 c555+3 t344"), "move 333 344").ranks == [1, 2]


@pytest.mark.rule("YAV-39")
def test_lack_of_ships_may_be_self_inflicted() -> None:
    assert play(table("C111+3 T115 c555+3 t551"), "detonate 115").ranks == [2, 1]


@pytest.mark.rule("YAV-39")
def test_both_without_other_ships_is_a_draw() -> None:
    assert play(table("C111+3 T333 c555+3 t344"), "detonate 333").ranks == [1, 1]


@pytest.mark.rule("YAV-39")
def test_destruction_comes_before_lack_of_ships() -> None:
    assert play(table("C111+3 T333 c344+3 t551"), "detonate 333").ranks == [1, 2]


@pytest.mark.rule("YAV-39")
def test_no_valid_move_as_the_turn_begins() -> None:
    match = play(table("C111+3 T115 c555 s551 g511"), "move 115 114", "end")
    assert match.ranks == [1, 2], "gates do not count"


@pytest.mark.rule("YAV-39")
def test_a_trych_can_always_detonate() -> None:
    match = play(table("C111+3 T115 c555 t551"), "move 115 114", "end")
    assert match.to_move == 1


@pytest.mark.rule("YAV-39")
def test_ships_without_rings_use_no_weapon() -> None:
    match = play(table("C111+3 T115 c555 s551 n552", hands=("", "wild wild")), "move 115 114", "end")
    play(match, "draw wild", "top component")
    assert match.ranks == [1, 2]


@pytest.mark.rule("YAV-39")
def test_there_is_no_check() -> None:
    match = table("C333+2 T115 c555+3 t551 a314+1")
    assert any(each == {"do": "move", "from": "333", "to": "324"} for each in match.legal())


@pytest.mark.rule("YAV-40")
def test_sixty_quiet_turns() -> None:
    match = table(HOME)
    for turn in range(60):
        assert not match.is_over, turn
        if turn % 2 == 0:
            play(match, "move 115 114" if turn % 4 == 0 else "move 114 115", "end")
        else:
            play(match, "move 551 541" if turn % 4 == 1 else "move 541 551", "end")
    assert match.ranks == [1, 1]


@pytest.mark.rule("YAV-40")
def test_anything_destroyed_begins_the_count_anew() -> None:
    match = play(table(HOME + " S333+1 m344 M322"), "move 115 114", "end")
    assert match.position()["quiet"] == 1
    play(match, "move 551 541", "end", "move 333 322", "end")
    assert match.position()["quiet"] == 3, "an absorbed mine is not destroyed"
    play(match, "move 541 551", "end", "move 322 311", "end", "move 551 541", "end")
    play(match, "detonate 114", "end")
    assert match.position()["quiet"] == 0


@pytest.mark.rule("YAV-40")
def test_the_turn_limit() -> None:
    match = play(table(HOME, turn_limit=2), "move 115 114", "end")
    assert play(match, "move 551 541", "end").ranks == [1, 1]


@pytest.mark.rule("YAV-39")
@pytest.mark.parametrize(("hand", "ranks"), [("", [1, 2]), ("wild wild", None)])
def test_a_weapon_is_a_valid_move(hand: str, ranks: list[int] | None) -> None:
    """The Squam in its corner is blocked by its own Command ship, and could only evolve."""
    match = play(table("C111+3 T115 c544 s555+1", hands=("", hand), game="full"), "move 115 114", "end")
    play(match, "draw wild", "top component")
    assert match.ranks == ranks


def test_fleets_with_a_network_do_not_wait_for_each_other() -> None:
    """Of such games nearly a third had been drawn, after 60 turns in which nothing was destroyed."""
    drawn = 0
    for start in range(4, 14):
        match = Match(GAME, 2, {"game": "full"}, dice=dice_of(GAME, start))
        play_out(match, [Bot(GAME, 2, seat, budget("search:15"), 10 * start + seat) for seat in range(2)])
        drawn += match.ranks == [1, 1]
    assert drawn <= 2
