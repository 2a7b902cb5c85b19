"""The mountain, the pieces and the homes: EVE-1 to EVE-5."""

import pytest

import oddboard
from oddboard.core.errors import BadOptions
from oddboard.games.everest.rules.mountain import CLIFF, NO_WAY, STANDARD
from oddboard.games.everest.state import DIRECTIONS, OFF, square, square_name
from tests.games.everest.table import EVEREST, lay, played, where

SQUARES = STANDARD.squares
cost, height, neighbour = STANDARD.cost, STANDARD.height, STANDARD.neighbour


@pytest.mark.rule("EVE-1")
def test_heights_and_squares_that_do_not_exist() -> None:
    assert [height(square(name)) for name in ("a1", "b2", "c2", "c3", "d3")] == [1, 2, 3, 4, 5]
    assert [height(square(name)) for name in ("d2", "e2")] == [3, 3]  # north of the peak
    assert len(SQUARES) == 44
    for name in ("a3", "a4", "h3", "h4"):
        assert square(name) not in SQUARES
    assert neighbour(square("b3"), "nesw".index("w")) == OFF
    assert neighbour(square("a2"), "nesw".index("s")) == OFF


@pytest.mark.rule("EVE-1")
def test_the_missing_squares_are_off_the_board() -> None:
    match = played("3 - 0 . . . . . -\n1 . . . . . . . 1", "1w", "")
    assert match.position()["left"] == [0]


@pytest.mark.rule("EVE-2")
def test_sixteen_cliffs_and_a_peak_of_four_squares() -> None:
    cliffs = {
        frozenset((at, neighbour(at, to)))
        for at in SQUARES
        for to in range(DIRECTIONS)
        if neighbour(at, to) != OFF and abs(height(at) - height(neighbour(at, to))) == CLIFF
    }
    assert len(cliffs) == 16
    assert {square_name(at) for at in SQUARES if height(at) == 5} == {"d3", "e3", "d4", "e4"}
    steepest = max(
        abs(height(at) - height(neighbour(at, to)))
        for at in SQUARES
        for to in range(DIRECTIONS)
        if neighbour(at, to) != OFF
    )
    assert steepest == CLIFF


@pytest.mark.rule("EVE-3", "EVE-6")
def test_a_player_can_lay_any_of_six_coins_on_either_side_in_four_directions() -> None:
    legal = oddboard.new("everest", 2).legal()
    assert {each["coin"] for each in legal} == {0, 1, 2, 3, 4, 5}
    assert len(legal) == 6 * 2 * 4


@pytest.mark.rule("EVE-4")
@pytest.mark.parametrize(
    ("players", "homes"), [(2, ["a2", "h5"]), (3, ["a2", "h2", "h5"]), (4, ["a2", "h2", "h5", "a5"])]
)
def test_homes_are_dealt_by_seat(players: int, homes: list[str]) -> None:
    match = oddboard.new("everest", players)
    assert [yeti["home"] for yeti in match.position()["yeti"]] == homes
    assert where(match) == homes


@pytest.mark.rule("EVE-4")
def test_homes_can_be_chosen_in_turn() -> None:
    match = oddboard.new("everest", 2, homes="chosen")
    assert [each["square"] for each in match.legal()] == ["a2", "h2", "h5", "a5"]
    match.play({"do": "home", "square": "h2"})
    assert match.to_move == 1
    assert [each["square"] for each in match.legal()] == ["a2", "h5", "a5"]
    match.play({"do": "home", "square": "a2"})
    assert where(match) == ["h2", "a2"]
    assert match.to_move == 0


@pytest.mark.rule("EVE-5")
@pytest.mark.parametrize("players", [1, 5])
def test_two_to_four_play(players: int) -> None:
    with pytest.raises(BadOptions, match="2 to 4 players"):
        EVEREST.check_options(players, {})


@pytest.mark.rule("EVE-6", "EVE-13")
def test_a_plan_that_climbs_from_home_to_the_peak() -> None:
    match = oddboard.new("everest", 2)
    lay(match, "4e 2s 3e", "*0e *1e *2e")
    assert where(match) == ["e3", "h5"]  # by c2 and c3


@pytest.mark.rule("EVE-17")
def test_no_move_can_push_anybody_up_a_cliff_on_this_mountain() -> None:
    """Whoever stands below a cliff has a cliff, or the edge, behind it: the rule needs no other example."""
    for at in SQUARES:
        for to in range(DIRECTIONS):
            ahead = neighbour(at, to)
            if ahead != OFF and cost(ahead, to) == NO_WAY:
                assert cost(at, to) == NO_WAY
