"""Options that are drawn on the board: painted places, pictures of what nobody can play on yet, and what it lacks."""

from typing import Any

import pytest

from oddboard.core import registry
from oddboard.core.errors import BadOptions, BadRequest
from oddboard.server.errors import NotFound
from oddboard.server.game_models import Sketch, Sketched
from oddboard.server.routes.drawings import sketched

DRAWN = [(key, option) for key in registry.keys() for option in registry.game(key).drawings]
MOUNTAIN = ("everest", "mountain")
COURSE = ("sailboat-regatta", "course")
MAP = ("yaz", "map")


def drawn(which: tuple[str, str], value: str, *strokes: str, **size: int) -> Sketched:
    """A drawing after strokes, each a sign and a place: `# k9`."""
    game, option = registry.game(which[0]), which[1]
    cells = sketched(game, option, Sketch(value=value, **size)).cells
    places = {cell["name"]: cell for cell in cells}
    wanted: list[dict[str, Any]] = []
    for stroke in strokes:
        sign, name = stroke.split()
        wanted.append({"row": places[name]["row"], "column": places[name]["column"], "sign": sign})
    return sketched(game, option, Sketch(value=value, strokes=wanted, **size))


def sign_at(found: Sketched, name: str) -> str:
    return next(cell["sign"] for cell in found.cells if cell["name"] == name)


def lacking(found: Sketched) -> str:
    assert found.lacks is not None
    return found.lacks.message


def test_maps_courses_and_mountains_are_drawn() -> None:
    assert DRAWN == [MOUNTAIN, COURSE, MAP]


@pytest.mark.parametrize(("key", "option"), DRAWN)
def test_what_can_be_chosen_can_be_drawn_and_lacks_nothing(key: str, option: str) -> None:
    game = registry.game(key)
    samples = next(each for each in game.options if each.name == option).samples()
    for value in samples:
        found = sketched(game, option, Sketch(value=value))
        assert found.lacks is None
        assert game.check_options(game.players[0], {option: found.text})
        places = {place["id"]: place for place in found.ground["places"]}
        there = {cell["id"]: cell for cell in found.cells}
        assert places.keys() <= there.keys()
        for name, place in places.items():
            assert (place["at"], place["outline"]) == (there[name]["at"], there[name]["outline"])


@pytest.mark.parametrize(("key", "option"), DRAWN)
def test_the_palette_shows_every_brush_and_each_paints(key: str, option: str) -> None:
    drawing = registry.game(key).drawings[option]
    signs = {brush.sign for brush in drawing.brushes}
    assert set("".join(drawing.palette.split())) | {drawing.blank} == signs
    found = drawn((key, option), drawing.palette)
    last = found.cells[0]
    for sign in sorted(signs - {drawing.blank}):
        painted = drawn((key, option), drawing.palette, f"{sign} {last['name']}")
        assert sign_at(painted, last["name"]) == sign


@pytest.mark.rule("EVE-1")
def test_a_mountain_says_why_nobody_could_climb_it() -> None:
    walled = drawn(MOUNTAIN, "everest", *(f"1 {name}" for name in ("c2", "c3", "c4", "c5", "f2", "f3", "f4", "f5")))
    walled = drawn(MOUNTAIN, walled.text, *(f"1 {name}" for name in ("d2", "e2", "d5", "e5")))
    assert lacking(walled) == "There is no way from the home base a2 up to the peak: cliffs cannot be climbed."
    assert walled.lacks is not None
    assert (walled.lacks.rule, walled.lacks.at) == ("EVE-1", ["square:a2"])
    homeless = drawn(MOUNTAIN, "everest", ". h5")
    assert lacking(homeless) == "h5 is a home base, and must be a square."
    assert "square:h5" not in homeless.scene["look"]["homes"]


@pytest.mark.rule("YAZ-3")
def test_a_map_says_what_is_not_connected() -> None:
    cut = drawn(MAP, "....\n....\n....", "# b1", "# b2", "# b3")
    assert lacking(cut) == "Mud and muck together are not connected."
    assert cut.text == ".#..\n.#..\n.#.."
    assert lacking(drawn(MAP, "....")) == "There is no room for 3 bulges in each terrain that are all at least 4 apart."


@pytest.mark.rule("REG-19")
def test_a_course_is_painted_by_tiles_and_its_marks_stand_on_water() -> None:
    tiled = drawn(COURSE, "compact", "3 a1")
    assert [sign_at(tiled, name) for name in ("a1", "b1", "a2", "b2", "c1")] == ["3", "3", "3", "3", "4"]
    buoy = drawn(COURSE, "compact", "B a2")
    assert [sign_at(buoy, name) for name in ("a1", "b1", "a2", "b2")] == ["2", "2", "B", "2"]
    moved = drawn(COURSE, "compact", "E g12")
    assert (sign_at(moved, "g11"), sign_at(moved, "g12")) == ("2", "E")
    crowded = drawn(COURSE, "compact", "B a2", "B a1", "B b1", "B b2")
    assert sign_at(crowded, "b2") == "2", "a tile keeps its value"


@pytest.mark.rule("REG-19")
def test_a_course_without_its_marks_is_drawn_and_refused() -> None:
    without = drawn(COURSE, "compact", "2 g11")
    assert lacking(without) == "A course has one entry E, not 0."
    assert without.scene["look"]["line"] is None
    assert drawn(COURSE, "compact").scene["look"]["line"] == {"column": 6, "top": 6, "foot": 11}
    cut_off = drawn(COURSE, "compact", ". a5", ". a7")
    assert cut_off.lacks is None or cut_off.lacks.rule == "REG-19"


def test_a_drawing_can_be_larger_and_smaller() -> None:
    wider = drawn(COURSE, "compact", width=12)
    assert {len(row) for row in wider.text.split()} == {12}
    assert drawn(COURSE, wider.text, width=10).text == drawn(COURSE, "compact").text
    assert len(drawn(MAP, "fen", height=12).text.split()) == 12
    with pytest.raises(BadRequest):
        drawn(COURSE, "compact", width=11)
    with pytest.raises(BadRequest):
        drawn(MOUNTAIN, "everest", height=7)


def test_what_cannot_even_be_drawn_is_refused_with_the_reason() -> None:
    with pytest.raises(BadOptions, match="neither all"):
        drawn(COURSE, "01\n23")
    with pytest.raises(BadOptions, match="row 2 has 'x'"):
        drawn(MAP, "..\n.x")
    with pytest.raises(BadOptions, match="a mountain has 6 rows"):
        drawn(MOUNTAIN, "annapurna")
    with pytest.raises(BadOptions, match="nothing would be left"):
        drawn(COURSE, "33\n33", ". a1")
    everest = registry.game("everest")
    with pytest.raises(NotFound):
        sketched(everest, "homes", Sketch(value="dealt"))
    with pytest.raises(BadRequest, match="no place in row 9"):
        sketched(
            everest,
            "mountain",
            Sketch.model_validate({"value": "everest", "strokes": [{"row": 9, "column": 0, "sign": "1"}]}),
        )
    with pytest.raises(BadRequest, match="the brushes are"):
        sketched(
            everest,
            "mountain",
            Sketch.model_validate({"value": "everest", "strokes": [{"row": 0, "column": 0, "sign": "x"}]}),
        )
