"""Martian Race: positions as JSON and as diagrams, there and back."""

import copy
import json
import random
from collections.abc import Callable
from typing import Any

import pytest

import oddboard
from oddboard.core.errors import BadPosition
from oddboard.core.match import Match
from oddboard.core.records import same
from oddboard.games.martian_race.face.terminal import diagram, from_diagram
from tests.games.martian_race.drawn import GAME, drawn, move, push
from tests.games.martian_race.test_against_referee import crowded, fighting

Position = dict[str, Any]


def assert_reads_back(match: Match) -> None:
    position = match.position()
    written = json.dumps(position)
    read = GAME.from_position(json.loads(written))
    assert same(read, match.state)
    assert json.dumps(GAME.position(read)) == written


@pytest.mark.parametrize("seed", range(4))
def test_positions_of_whole_games_read_back_byte_by_byte(seed: int) -> None:
    rng = random.Random(seed)
    match = oddboard.new("martian-race", 2 + seed, mad_dog=True, turn_limit=20)
    assert_reads_back(match)
    while not match.is_over:
        match.play_code(rng.choice(match.codes()))
        if rng.random() < 0.2 or match.is_over:
            assert_reads_back(match)


@pytest.mark.parametrize("seed", range(12))
def test_positions_in_the_middle_of_chains_read_back_byte_by_byte(seed: int) -> None:
    rng = random.Random(seed)
    match, _ = crowded(rng)
    for _ in range(12):
        if match.is_over:
            break
        match.play({k: v for k, v in fighting(match, match.legal(), rng).items() if k != "weight"})
        assert_reads_back(match)


def test_equal_play_gives_equal_positions() -> None:
    """A 5 is left over, from a 6 and a 5 or from a 5 and a 2."""
    six, two = drawn("4 . . . 0.1s^ . . . .\nturn 0 6 5"), drawn("4 . . . 0.1s^ . . . .\nturn 0 5 2")
    move(six, "0.1", "d5 n", 6)
    move(two, "0.1", "d5 n", 2)
    assert same(six.state, two.state)


# Damaged positions


def in_a_chain() -> Position:
    """0.1 on d4; 1.2 waits there, 2.1 on d5 was hit by 1.1."""
    match = drawn("5 . . . 2.1m^ . . . .\n4 . . 0.1m> 1.1m^,1.2m^ . . . .\nlaunched 0.2\nturn 0 6 1", players=3)
    move(match, "0.1", "d4 e", 1)
    push(match, "1.1", "d5")
    return match.position()


def with_the_dog() -> Position:
    return drawn("4 . . dog> 1.1m^ . . . .\nlaunched 0.1 0.2 0.3 0.4 0.5\nwon 0\nturn 0 6 1", mad_dog=True).position()


def changed(position: Position, path: str, value: Any) -> Position:
    """A position with one field changed, or taken away."""
    damaged = copy.deepcopy(position)
    *inside, name = path.split("/")
    place = damaged
    for each in inside:
        place = place[int(each)] if isinstance(place, list) else place[each]
    if value is ABSENT:
        del place[name]
    else:
        place[name] = value
    return damaged


ABSENT = object()
FIELDS = ["players", "phase", "turn", "began", "round", "dice", "finished", "martians", "dog", "chain"]


@pytest.mark.parametrize("name", FIELDS)
def test_a_missing_field_is_named(name: str) -> None:
    with pytest.raises(BadPosition, match=name):
        GAME.from_position(changed(in_a_chain(), name, ABSENT))


@pytest.mark.parametrize("name", FIELDS)
@pytest.mark.parametrize("value", ["x", -1, 999, 1.5, True, [None], {"a": 1}])
def test_a_field_of_the_wrong_kind_is_named(name: str, value: Any) -> None:
    with pytest.raises(BadPosition, match=name):
        GAME.from_position(changed(in_a_chain(), name, value))


@pytest.mark.rule("MAR-12", "MAR-18", "MAR-29", "MAR-31", "MAR-35")
@pytest.mark.parametrize(
    ("base", "path", "value", "says"),
    [
        (in_a_chain, "weather", "fine", "weather"),
        (in_a_chain, "martians/0.1/at", "j9", "martians.0.1.at"),
        (in_a_chain, "martians/0.1/at", None, "martians.0.1.at"),
        (in_a_chain, "martians/0.1/size", "huge", "martians.0.1.size"),
        (in_a_chain, "martians/0.1/facing", "ne", "martians.0.1.facing"),
        (in_a_chain, "martians/0.1/facing", ABSENT, "martians.0.1 lacks the field 'facing'"),
        (in_a_chain, "martians/0.1/hat", "red", 'martians.0.1 has no field "hat"'),
        (in_a_chain, "martians/0.1", None, "martians.0.1"),
        (in_a_chain, "martians/0.1", ABSENT, "exactly the Martians"),
        (in_a_chain, "martians/5.1", {}, "exactly the Martians"),
        (in_a_chain, "martians/0.2/size", "small", "martians.0.2: off the board it faces n and is large"),
        (in_a_chain, "martians/0.3/facing", "up", "martians.0.3: off the board it faces n and is small"),
        (in_a_chain, "martians/2.1/at", "d4", "chain.waiting"),
        (in_a_chain, "martians/2.2/at", "a7", ""),
        (in_a_chain, "martians/0.3", {"at": "killed", "facing": "n", "size": "small"}, "nobody is killed before"),
        (in_a_chain, "dice", [1, 6], "position.dice"),
        (in_a_chain, "dice", [7, 0], "position.dice"),
        (in_a_chain, "dice", [6], "position.dice"),
        (in_a_chain, "phase", "move", "position.chain is null in the phase move"),
        (in_a_chain, "phase", "over", "position.chain is null in the phase over"),
        (in_a_chain, "chain", None, "position.chain is an object in the phase push"),
        (in_a_chain, "round", 301, "position.round"),
        (in_a_chain, "round", 300, "position.phase is over once"),
        (in_a_chain, "turn", 1, "position.chain.mover"),
        (in_a_chain, "began", 1, "position.began is 0"),
        (in_a_chain, "finished", [0], "position.finished has a family that has not launched"),
        (in_a_chain, "finished", [0, 0], "position.finished"),
        (in_a_chain, "dog", {"at": "a1", "facing": "n"}, "position.dog"),
        (in_a_chain, "chain/mover", "1.3", "position.chain.mover"),
        (in_a_chain, "chain/mover", "dog", "position.chain.mover"),
        (in_a_chain, "chain/mover", "0.9", "position.chain.mover"),
        (in_a_chain, "chain/arrivals", 1, "position.chain"),
        (in_a_chain, "chain/arrivals", 3, "position.chain.arrivals"),
        (in_a_chain, "chain/waiting", [], "position.chain.waiting"),
        (in_a_chain, "chain/waiting", [{"martian": "2.5", "hit_by": 2, "distance": 1}], "position.chain.waiting"),
        (in_a_chain, "chain/waiting", [{"martian": "2.2", "hit_by": 2, "distance": 1}], "position.chain.waiting"),
        (in_a_chain, "chain/waiting", [{"martian": "2.1", "hit_by": 2, "distance": 4}], "waiting[0].distance"),
        (in_a_chain, "chain/waiting", [{"martian": "0.1", "hit_by": 1, "distance": 1}], "position.chain.waiting"),
        (in_a_chain, "chain/waiting/1/hit_by", 0, "waiting[1].hit_by"),
        (in_a_chain, "chain/pushed", ["2.1"], "position.chain.pushed"),
        (in_a_chain, "chain/pushed", ["1.1", "1.1"], "position.chain.pushed"),
        (in_a_chain, "chain/pushed", ["2.4"], "position.chain.pushed"),
        (in_a_chain, "chain/pushed", ["9.9"], "position.chain.pushed"),
        (in_a_chain, "chain/bitten", ["1.1"], "position.chain.bitten"),
        (in_a_chain, "chain/fought_over", ["d4"], "position.chain"),
        (in_a_chain, "chain/fought_over", ["d5", "j9"], "position.chain.fought_over"),
        (in_a_chain, "chain/fought_over", ["d5", "d4"], "position.chain.fought_over"),
        (in_a_chain, "chain/cause", "malice", 'position.chain has no field "cause"'),
        (with_the_dog, "dog/at", "z1", "position.dog.at"),
        (with_the_dog, "dog/facing", "ne", "position.dog.facing"),
        (with_the_dog, "finished", [], "position.finished lacks a family"),
        (with_the_dog, "finished", [0, 1], "position.finished has a family"),
        (with_the_dog, "dice", [0, 0], "position.dice"),
        (with_the_dog, "phase", "roll", "position.dice"),
        (with_the_dog, "phase", "first", "position.dice"),
        (with_the_dog, "phase", "over", "position"),
        (with_the_dog, "options/mad_dog", False, "position"),
        (with_the_dog, "martians/1.1/at", "launched", "martians.1.1"),
    ],
)
def test_a_damaged_field_is_named(base: Callable[[], Position], path: str, value: Any, says: str) -> None:
    damaged = changed(base(), path, value)
    if not says:
        GAME.from_position(damaged)  # it can be
        return
    with pytest.raises(BadPosition) as refused:
        GAME.from_position(damaged)
    assert says in refused.value.message


@pytest.mark.parametrize(
    ("path", "value", "says"),
    [
        ("martians/0.2/at", "d4", "two colours rest on d4"),
        ("martians/0.2/at", "a7", "a7 holds one of a colour"),
        ("phase", "first", "position.phase is first only"),
        ("turn", 2, "position.turn"),
        ("options/order", "random", ""),
    ],
)
def test_a_position_that_cannot_be_says_why(path: str, value: Any, says: str) -> None:
    position = drawn("7 0.1s^ . . . . . . .\n4 . . . 1.1m^ . . . .\nturn 0").position()
    test_a_damaged_field_is_named(lambda: position, path, value, says)


@pytest.mark.parametrize("position", [None, 3, [], "a7"])
def test_what_is_no_position_is_refused(position: Any) -> None:
    with pytest.raises(BadPosition):
        Match.from_position(GAME, position)


@pytest.mark.rule("MAR-10")
def test_a_position_in_which_no_die_can_be_used_is_refused() -> None:
    with pytest.raises(BadPosition, match="no open die has a lawful move"):
        drawn("2 . . . . . . . 0.1m+\nlaunched 0.2 0.3 0.4 0.5\nturn 0 1")


@pytest.mark.rule("MAR-25")
def test_a_chain_that_cannot_be_completed_is_refused() -> None:
    """1.1 in the corner h1 could go to g1 until it was closed."""
    match = drawn("2 . . . . . . . 0.1sv\n1 . . . . . . . 1.1L+\nturn 0 1")
    move(match, "0.1", "h1 s")
    position = match.position()
    for number in (2, 3):
        position["martians"][f"0.{number}"] = {"at": "g1", "facing": "up", "size": "small"}
    with pytest.raises(BadPosition, match=r"position\.chain: it cannot be completed"):
        GAME.from_position(position)


# Diagrams


@pytest.mark.parametrize("seed", range(12))
def test_diagrams_read_back(seed: int) -> None:
    match, _ = crowded(random.Random(seed))
    if seed % 2:
        match.roll()
    drawing = diagram(match.state)
    read = from_diagram(drawing, match.players, match.options)
    assert diagram(read) == drawing
    assert same(read, match.state)


@pytest.mark.parametrize(
    ("drawing", "says"),
    [
        ("4 . . .", "row 4 of the diagram has 3 squares"),
        ("9 . . . . . . . .", "no line"),
        ("12 . . . . . . . .", "no line"),
        ("4 0.1x^ . . . . . . .", "no Martian"),
        ("4 0.1s^ . . . . 0.1s^ . .", "twice"),
        ("4 0.1s^ . . . . . . .\nlaunched 0.1", "twice"),
        ("4 0.6s^ . . . . . . .", "0.1 to 1.5"),
        ("4 2.1s^ . . . . . . .", "0.1 to 1.5"),
        ("launched x", "'x'"),
        ("turn 2", "no line"),
        ("turn 0 7", "no line"),
        ("turn 0 1 2 3", "no line"),
        ("won 3", "no line"),
        ("lost 1", "no line"),
    ],
)
def test_a_diagram_that_cannot_be_read_says_why(drawing: str, says: str) -> None:
    with pytest.raises(BadPosition) as refused:
        from_diagram(drawing, 2, GAME.check_options(2, {}))
    assert says in refused.value.message


# The board on a terminal


@pytest.mark.parametrize("seed", range(12))
def test_the_drawn_board_is_in_line_and_shows_everybody(seed: int) -> None:
    match, _ = crowded(random.Random(seed))
    lines = GAME.board(match.state).plain.split("\n")
    assert {len(line) for line in lines[:18]} == {4 + 8 * 9}
    board = "\n".join(lines[:18])
    on_board = [one for one in match.position()["martians"].values() if len(one["at"]) == 2]
    assert sum(board.count(arrow) for arrow in "↑→↓←◭") == len(on_board) + (match.position()["dog"] is not None)


def test_five_on_a_square_show_their_family() -> None:
    match = drawn("4 . . . 1.1s^,1.2s>,1.3m+,1.4L<,1.5sv . . . .\nturn 0 1")
    lines = GAME.board(match.state).plain.split("\n")[:18]
    assert "1s↑2s→3m◭" in "\n".join(lines)
    assert "■4L←5s↓" in "\n".join(lines)
