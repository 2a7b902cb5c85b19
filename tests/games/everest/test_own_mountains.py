"""Mountains of one's own: EVE-1, and what no position on the standard mountain can show."""

import numpy as np
import pytest

import oddboard
from oddboard.core.errors import BadOptions
from oddboard.core.match import Match
from oddboard.core.records import same
from oddboard.games.everest.face.terminal import coin_from_mark, from_diagram
from oddboard.games.everest.mountains import RIDGE, read_mountain
from oddboard.games.everest.rules.mountain import STANDARD
from tests.games.everest.table import EVEREST, hurt, lay, phase, where

FLAT = "11111111\n11111111\n11122111\n11111111\n11111111\n11111111"
TERRACE = "11111111\n11111111\n12243211\n11111111\n11111111\n11111111"  # a cliff behind level ground: c3 to d3
STAIRS = "11111111\n11111111\n97531111\n86111111\n74311111\n65432111"  # down over three cliffs


def at(mountain: str, diagram: str, *plans: str) -> Match:
    """A match on a mountain, with just the coins of these plans, which are laid."""
    coins = [
        " ".join(["coins", str(seat), *(mark.lstrip("*")[0] for mark in plan.split())])
        for seat, plan in enumerate(plans)
    ]
    state = from_diagram("\n".join([diagram, *coins]), mountain=read_mountain(mountain))
    match = Match(EVEREST, int(state.seats), {"mountain": mountain}, start=state)
    lay(match, *plans)
    return match


def refused(mountain: object) -> str:
    with pytest.raises(BadOptions) as caught:
        EVEREST.check_options(2, {"mountain": mountain})
    assert caught.value.rule == "EVE-1"
    return str(caught.value)


@pytest.mark.rule("EVE-1")
def test_what_is_no_mountain_is_refused_with_the_reason() -> None:
    assert "six rows" not in refused(RIDGE + "\n11111111")
    assert "a mountain has 6 rows, not 7" in refused(RIDGE + "\n11111111")
    assert "row 2 has 7" in refused(FLAT.replace("11111111\n11111111\n1112", "11111111\n1111111\n1112"))
    assert "row 3 has 'x'" in refused(FLAT.replace("11122111", "111x2111"))
    assert "row 3 has '0'" in refused(FLAT.replace("11122111", "11102111"))
    assert "neither everest nor a mountain" in refused("annapurna")
    assert "text of a mountain is wanted" in refused(7)


@pytest.mark.rule("EVE-1", "EVE-4")
def test_a_mountain_needs_homes_and_ways_to_the_peak() -> None:
    assert "a2 is a home base, and must be a square" in refused("11111111\n.1111111\n" + FLAT[18:])
    assert "cannot be as high as the peak" in refused(FLAT.replace("2", "1"))
    assert "no way from the home base a2 up to the peak" in refused(FLAT.replace("2", "3"))
    moat = "11111111\n11...111\n1.222.11\n11...111\n11111111\n11111111"
    assert "no way from the home base a2" in refused(moat)
    h5_alone = FLAT.replace("11111111\n11111111\n11111111", "1111111.\n111111.1\n1111111.")
    assert "no way from the home base h5" in refused(h5_alone)


@pytest.mark.rule("EVE-1")
def test_the_standard_mountain_written_out_is_the_standard_mountain() -> None:
    named = oddboard.new("everest", 3)
    written = oddboard.new("everest", 3, mountain="\n".join(STANDARD.rows))
    assert same(named.state, written.state)
    assert written.options["mountain"] == written.position()["options"]["mountain"] == "everest"
    assert oddboard.new("everest", 2, mountain=RIDGE.replace("\n", " ")).options["mountain"] == RIDGE
    assert EVEREST.saved_options({"homes": "dealt", "round_limit": 60})["mountain"] == "everest"


@pytest.mark.rule("EVE-17")
def test_nobody_is_pushed_up_a_cliff() -> None:
    """On the standard mountain no move can try it."""
    match = at(TERRACE, "3 . 0 1 . . . . .", "5e", "")
    assert where(match) == ["b3", "c3"]
    assert (
        EVEREST.preview(at(TERRACE, "3 . 0 1 . . . . .").state, coin_from_mark("5e"))["note"]
        == "stays: Cobalt cannot be pushed"
    )


@pytest.mark.rule("EVE-2", "EVE-14")
def test_more_than_two_is_a_cliff_as_well() -> None:
    high = FLAT.replace("11122111", "11234111")
    match = at(high, "3 . . . . 0 . . .\n6 . . . . . . . 1", "1e", "")
    assert (where(match), hurt(match)) == (["f3", "h6"], [1, 0])
    below = at(high, "3 . . . . . 0 . .\n6 . . . . . . . 1", "5w", "")
    assert where(below)[0] == "f3"


@pytest.mark.rule("EVE-14")
def test_every_cliff_of_a_long_fall_hurts() -> None:
    match = at(STAIRS, "3 0 . . . . . . .\n6 . . . . . . . 1", "5e", "")
    assert (where(match)[0], hurt(match)[0]) == ("f3", 4)
    note = EVEREST.preview(at(STAIRS, "3 0 . . . . . . .\n6 . . . . . . . 1").state, coin_from_mark("5e"))["note"]
    assert note == "to f3 · falls, hurt 4 times"


@pytest.mark.rule("EVE-28")
def test_the_peak_is_where_it_is_highest() -> None:
    match = oddboard.new("everest", 2, mountain=RIDGE)
    places = {place["id"]: place for place in EVEREST.ground(match.state)["places"]}
    assert [each for each, place in places.items() if place["kind"].startswith("peak")] == ["square:e3"]
    assert places["square:e3"]["name"] == "e3, height 6, the peak"
    assert "square:d6" not in places
    won = at(RIDGE, "3 . . . . 0 . . .\n6 . . . . . . . 1", "*5n", "*5e")
    assert (phase(won), won.position()["winner"]) == ("over", 0)
    line = EVEREST.scene(at(RIDGE, "3 . . . . 0 . . .\n6 . . . . . . . 1").state)["seats"][0]["line"]
    assert line.startswith("on the peak")


@pytest.mark.rule("EVE-20")
def test_a_snowball_on_another_mountain() -> None:
    match = at(RIDGE, "3 - . . 0 1 . . -", "*1e", "")
    assert (where(match), hurt(match)) == (["d3", "f3"], [0, 2])  # from the top over a cliff
    spent = EVEREST.preview(at(RIDGE, "2 . . . 0 . . . .\n6 . . . . . . . 1").state, coin_from_mark("*0s"))
    assert spent["note"] == "snowball: spent on the rise"
    assert spent["path"] == ["square:d2", "square:d3"]


@pytest.mark.rule("EVE-20")
def test_a_snowball_is_spent_on_a_step_or_a_cliff_of_any_mountain() -> None:
    beyond_a_step = at(TERRACE, "3 0 . 1 . . . . .", "*1e", "")
    assert hurt(beyond_a_step) == [0, 0]
    beyond_a_cliff = at(TERRACE, "3 . . 0 . 1 . . .", "*1e", "")
    assert hurt(beyond_a_cliff) == [0, 0]
    at_the_rim = at(TERRACE, "3 . . 0 1 . . . .", "*1e", "")
    assert hurt(at_the_rim) == [0, 1]


@pytest.mark.rule("EVE-1")
def test_positions_terminal_and_observation_know_the_mountain() -> None:
    match = oddboard.new("everest", 2, mountain=RIDGE)
    assert match.position()["options"]["mountain"] == RIDGE
    assert same(EVEREST.from_position(match.position()), match.state)
    position = match.position()
    position["yeti"][0]["at"] = "d6"
    with pytest.raises(oddboard.core.errors.BadPosition, match="at"):
        EVEREST.from_position(position)
    board = EVEREST.board(match.state).plain
    assert "6 is the peak" in board
    out = np.zeros(EVEREST.observation.size, np.int8)
    EVEREST.rules.observe(match.state, 0, out)
    assert out[-48:].reshape(6, 8)[2].tolist() == [0, 2, 3, 5, 6, 4, 2, 0]
    EVEREST.rules.observe(oddboard.new("everest", 2).state, 0, out)
    assert out[-48:].reshape(6, 8)[2].tolist() == [0, 2, 4, 5, 5, 4, 2, 0]


def test_bots_see_the_way_up_on_another_mountain() -> None:
    match = oddboard.new("everest", 2, mountain=RIDGE)
    near = at(RIDGE, "3 . . . 0 . . . .\n6 . . . . . . . 1")
    out = np.zeros(2)
    EVEREST.rules.outlook(match.state, oddboard.core.records.new(EVEREST.work), out)
    even = out[0]
    EVEREST.rules.outlook(near.state, oddboard.core.records.new(EVEREST.work), out)
    assert out[0] > even
