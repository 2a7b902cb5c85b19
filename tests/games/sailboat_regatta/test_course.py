"""Sailboat Regatta: the courses, the line, and courses of one's own."""

from collections import Counter

import pytest

from oddboard.core.errors import BadOptions
from oddboard.core.records import copy, new
from oddboard.games.sailboat_regatta.position import course_text
from oddboard.games.sailboat_regatta.rules.course import (
    CLASSIC_TEXT,
    COMPACT_TEXT,
    CourseRefused,
    read_course,
    read_rows,
)
from oddboard.games.sailboat_regatta.rules.ways import way_to_go
from oddboard.games.sailboat_regatta.state import KIND_SHIFT, OPEN
from tests.games.sailboat_regatta.courses import RING, TRAP, block, changed
from tests.games.sailboat_regatta.helpers import GAME, count, do, race, refused, way, where
from tests.referees.sailboat_regatta import accepted_course


@pytest.mark.rule("REG-1", "REG-2")
@pytest.mark.parametrize("text", [CLASSIC_TEXT, COMPACT_TEXT])
def test_a_course_is_four_tiles_of_each_value(text: str) -> None:
    rows = read_rows(text)
    tiles = Counter(
        next(sign for sign in rows[y][x : x + 2] + rows[y + 1][x : x + 2] if sign not in "BFE")
        for y in range(0, len(rows), 2)
        for x in range(0, len(rows[0]), 2)
    )
    assert {value: tiles[value] for value in "012345"} == dict.fromkeys("012345", 4)


@pytest.mark.rule("REG-1")
def test_the_wind_blows_to_the_northwest() -> None:
    match = do(race("l8: 0.1n\nturn 0 sail 3 2 1 0"), "sail 1 0")
    assert where(match, "0.1") == "k7"


@pytest.mark.rule("REG-2")
def test_the_entry_has_the_value_of_its_tile() -> None:
    match = do(race("i11: 0.1n\nturn 0 sail 5 4 3 0"), "sail 1 3")  # 3 on the crowns two: one space and the diagonal
    assert where(match, "0.1") == "h9"


@pytest.mark.rule("REG-2", "REG-3")
@pytest.mark.parametrize(
    ("course", "buoys", "entry", "pawn", "line"),
    [
        ("classic", ["d4", "i4", "i9"], "i11", "i12", (8, 8, 11)),
        ("compact", ["d4", "g4", "g7"], "g11", "g12", (6, 6, 11)),
    ],
)
def test_buoys_entry_pawn_and_line(
    course: str, buoys: list[str], entry: str, pawn: str, line: tuple[int, int, int]
) -> None:
    match = race(course=course)
    s = match.state
    rows = read_rows(course_text(s))
    signs = {f"{chr(97 + x)}{y + 1}": sign for y, row in enumerate(rows) for x, sign in enumerate(row)}
    assert [name for name, sign in signs.items() if sign == "B"] == buoys
    assert [name for name, sign in signs.items() if sign in "EF"] == [entry, pawn]
    assert (s.line, s.line_top, s.line_foot) == line


@pytest.mark.rule("REG-3")
def test_a_step_west_over_the_line_counts_one() -> None:
    match = do(race("i11: 0.1n\nturn 0 sail 2 2 2 2"), "sail 1 2")  # the diagonal alone
    assert (where(match, "0.1"), count(match, "0.1")) == ("h10", 1)


@pytest.mark.rule("REG-3")
def test_a_step_back_east_takes_one_away() -> None:
    match = do(race("h11: 0.1e\nturn 0 sail 2 2 2 2"), "sail 1 2")  # two east and the diagonal back
    assert (where(match, "0.1"), count(match, "0.1")) == ("i10", -1)


@pytest.mark.rule("REG-3")
def test_crossings_of_one_sail_are_added_up() -> None:
    match = do(race("h11: 0.1e\nturn 0 sail 5 5 5 5"), "sail 1 5")  # one east over the line, the diagonal back
    assert (where(match, "0.1"), count(match, "0.1")) == ("h10", 0)


@pytest.mark.rule("REG-3")
def test_a_sail_from_the_row_of_the_pawn_crosses_the_line() -> None:
    match = do(race("j12: 0.1w\nturn 0 sail 3 3 3 3"), "sail 1 3")  # the diagonal, then one west beside the pawn
    assert (where(match, "0.1"), count(match, "0.1")) == ("h11", 1)


@pytest.mark.rule("REG-3")
def test_north_of_its_buoy_the_line_does_not_run() -> None:
    match = do(race("i3: 0.1w\nturn 0 sail 5 5 4 4"), "sail 1 4")
    assert (where(match, "0.1"), count(match, "0.1")) == ("g2", 0)


@pytest.mark.rule("REG-4", "REG-12")
@pytest.mark.parametrize(
    ("space", "heading", "die", "end"),
    [
        ("a5", "n", 3, "out of bounds"),
        ("i7", "n", 1, "on the island (h6)"),
        ("j10", "n", 1, "on a buoy (i9)"),
        ("j11", "s", 4, "on the pawn (i12)"),
    ],
)
def test_what_no_boat_enters(space: str, heading: str, die: int, end: str) -> None:
    match = race(f"{space}: 0.1{heading}\nturn 0 sail {die} {die} {die} {die}")
    refusal = match.why_not({"do": "sail", "boat": 1, "die": die})
    assert refusal is not None
    assert refusal.rule == "REG-12"
    assert end in refusal.message


@pytest.mark.rule("REG-4")
def test_no_boat_slips_between_a_buoy_and_the_island() -> None:
    match = race("i5: 0.1n\nturn 0 sail 1 1 1 1")  # to h4, between the buoy on i4 and the island on h5
    assert refused(match, {"do": "sail", "boat": 1, "die": 1}) == "REG-4"


@pytest.mark.rule("REG-17")
@pytest.mark.parametrize(
    ("space", "crossings", "steps"), [("i11", 0, 24), ("i11", 1, 1), ("i11", -1, 47), ("a5", 1, 20)]
)
def test_ways_to_go_on_the_classic_course(space: str, crossings: int, steps: int) -> None:
    assert way(race(), space, crossings) == steps


@pytest.mark.rule("REG-17")
@pytest.mark.parametrize("course", ["classic", "compact", RING])
def test_ways_to_go_can_also_be_searched(course: str) -> None:
    match = race(course=course)
    plain = accepted_course({"classic": CLASSIC_TEXT, "compact": COMPACT_TEXT}.get(course, course))
    searching = copy(match.state)
    searching.far = 1
    for x, y in plain.open_spaces[::5]:
        for crossings in (-1, -2, -5):
            expected = plain.way_to_go((x, y), crossings)
            assert way_to_go(match.state, new(GAME.work), y * 26 + x, crossings) == expected
            assert way_to_go(searching, new(GAME.work), y * 26 + x, crossings) == expected


@pytest.mark.rule("REG-14", "REG-15", "REG-19")
@pytest.mark.parametrize("course", ["classic", "compact", RING])
def test_every_space_has_a_direction_to_sail_in(course: str) -> None:
    for space in race(course=course).state.water:
        assert int(space) >> KIND_SHIFT != OPEN or int(space) & 0xFFFFFF


def letter(text: str) -> str | None:
    """The reason against a course."""
    try:
        read_course(text)
    except CourseRefused as refusal:
        return refusal.letter
    return None


@pytest.mark.rule("REG-19")
@pytest.mark.parametrize(
    "text",
    [
        "",
        "Classic",
        "; only a remark",
        "\n".join(read_rows(CLASSIC_TEXT)[:-1]),  # eleven rows
        "\n".join(row[:-1] for row in read_rows(CLASSIC_TEXT)),  # eleven columns
        CLASSIC_TEXT.replace("..\n", "\n", 1),  # a short row
        CLASSIC_TEXT + ("." * 12 + "\n") * 16,  # 28 rows
        changed(CLASSIC_TEXT, (0, 4, "6")),
        changed(CLASSIC_TEXT, (0, 4, "b")),
        changed(CLASSIC_TEXT, (0, 4, "2")),  # two values on a tile
        changed(CLASSIC_TEXT, (0, 4, ".")),
        changed(CLASSIC_TEXT, (4, 4, "B")),  # a buoy among three of the island
        changed(CLASSIC_TEXT, (8, 10, "2")),  # no entry
        changed(CLASSIC_TEXT, (9, 10, "E")),  # two
        changed(CLASSIC_TEXT, (8, 11, "2")),  # no pawn
        changed(CLASSIC_TEXT, (9, 10, "B"), (9, 11, "B")),  # a tile without a value
        changed(CLASSIC_TEXT, (8, 8, "1"), (8, 3, "5")),  # no buoy north of the pawn
        CLASSIC_TEXT.replace("#", "."),  # no island
    ],
)
def test_a_course_in_the_wrong_format_is_refused(text: str) -> None:
    assert letter(text) == "a"


@pytest.mark.rule("REG-19")
@pytest.mark.parametrize(
    ("reason", "text"),
    [
        ("b", "\n".join([row + ".." for row in read_rows(CLASSIC_TEXT)[:10]] + ["......44E2..33", "......44F2..33"])),
        ("c", changed(RING, *block(2, 0, "4"))),  # from c1 every sail leads out of bounds
        ("c", changed(CLASSIC_TEXT, (9, 1, "B"))),
        ("d", changed(CLASSIC_TEXT, (8, 3, "5"), (9, 2, "B"))),  # a buoy that can be passed inside
        ("d", changed(CLASSIC_TEXT, (8, 8, "1"), (8, 9, "B"))),  # a line with a gap
        ("e", TRAP),
    ],
)
def test_a_course_that_cannot_be_raced_is_refused(reason: str, text: str) -> None:
    assert letter(text) == reason


@pytest.mark.rule("REG-19")
def test_the_line_runs_from_the_nearest_buoy_north_of_the_pawn() -> None:
    longer = read_course(changed(CLASSIC_TEXT, (8, 8, "1")))  # the next one stands beyond the island
    assert (longer.line, longer.line_top, longer.line_foot) == (8, 3, 11)


@pytest.mark.rule("REG-19")
def test_blanks_empty_lines_and_remarks_are_skipped() -> None:
    spaced = "\n  ; the classic one\n" + CLASSIC_TEXT.replace("4", "\t4 ").replace("\n", "\n\n")
    assert read_course(spaced).text == CLASSIC_TEXT


@pytest.mark.rule("REG-2", "REG-19")
def test_a_course_of_ones_own_is_an_option() -> None:
    match = race(course=RING)
    assert match.options["course"] == course_text(match.state) == read_course(RING).text
    do(match, "roll 5 4 3 0", "enter 1", "sail 1 3")
    assert where(match, "0.1") == "f8"  # a three on a three


@pytest.mark.rule("REG-19")
@pytest.mark.parametrize(("course", "says"), [(TRAP, "(e)"), ("Classic", "neither classic"), (7, "is wanted")])
def test_the_option_says_what_is_wrong(course: object, says: str) -> None:
    with pytest.raises(BadOptions, match="REG-") as raised:
        GAME.check_options(2, {"course": course})
    assert says in raised.value.message


@pytest.mark.rule("REG-19")
def test_the_largest_course() -> None:
    large = "\n".join([row + "." * 14 for row in read_rows(CLASSIC_TEXT)] + ["." * 26] * 14)
    match = race(course=large)
    assert (match.state.width, match.state.height) == (26, 26)
    assert way(match, "i11", 0) == 24
