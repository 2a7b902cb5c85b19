"""What is seen of a regatta, what is touched in it, and what wrong touches are told."""

import pytest

from oddboard.core.game import Refusal
from oddboard.core.match import Match
from oddboard.core.views import Choice, choices
from tests.games.sailboat_regatta.helpers import GAME, do, race, refused

SEA = """
d8: 0.1n
e7: 1.1w 0.2n
c4: 1.2n
turn 0 sail 5 3 3 0
"""


def touched(match: Match) -> dict[str, list[str]]:
    """The touches of every legal decision, by the decision in short."""
    return {" ".join(map(str, each["decision"].values())): each["touches"] for each in choices(GAME, match.state)}


def choice(match: Match, *touches: str) -> Choice:
    return next(each for each in choices(GAME, match.state) if each["touches"] == list(touches))


def why(match: Match, *touches: str) -> str:
    """The rule against what was probably meant."""
    meant = GAME.attempt(match.state, touches)
    assert meant is not None
    return meant.rule if isinstance(meant, Refusal) else refused(match, meant)


def test_a_boat_that_cannot_come_where_it_is_sent_is_told_where_its_dice_lead() -> None:
    match = race("e7: 0.1n\nturn 0 sail 3 3 3 3\n")
    island = GAME.attempt(match.state, ["boat:0.1", "space:f6"])
    assert island == Refusal("REG-4", "No boat ends on the island. From e7 its dice lead it elsewhere: the 3 to d5.")
    water = GAME.attempt(match.state, ["boat:0.1", "space:a1"])
    assert water == Refusal("REG-10", "Rust's boat 1 cannot sail to a1: its dice lead it elsewhere: the 3 to d5.")


def test_a_boat_is_touched_then_where_it_sails_then_the_die() -> None:
    match = race(SEA)
    assert touched(match)["sail 1 5"] == ["boat:0.1", "space:c5", "die:5"]
    assert touched(match)["sail 1 3"] == ["boat:0.1", "space:c7", "die:3"]
    assert touched(match)["enter 3"] == ["button:enter"]
    do(match, "sail 1 3", "done")
    assert touched(match)["about 1 e"] == ["boat:0.1", "facing:e"]
    assert touched(match)["end"] == ["button:end"]


def test_a_sail_shows_its_way_its_die_and_whose_wind_it_takes() -> None:
    match = race(SEA)
    found = choice(match, "boat:0.1", "space:c5", "die:5")
    assert found["path"] == ["space:d8", "space:d7", "space:d6", "space:c5"]
    assert found["note"] == "2 north + 1 northwest"
    assert found["steps"] == 5
    taken = choice(match, "boat:0.1", "space:c4", "die:0")
    assert taken["note"] == "3 north + 1 northwest · takes Cobalt's wind"


def test_the_wind_may_blow_before_the_way_forward() -> None:
    """From e7 north the island is in the way, so the diagonal step comes first."""
    match = race("e7: 0.1n\nturn 0 sail 3 3 3 3\n")
    assert choice(match, "boat:0.1", "space:d5", "die:3")["path"] == ["space:e7", "space:d6", "space:d5"]
    code = GAME.code(match.state, {"do": "sail", "boat": 1, "die": 3})
    assert isinstance(code, int)
    assert GAME.trails(match.state, code) == {"boat:0.1": ["space:e7", "space:d6", "space:d5"]}


def test_boats_say_where_they_are_and_how() -> None:
    names = {piece["id"]: piece["name"] for piece in GAME.scene(race(SEA).state)["pieces"]}
    assert names["boat:0.1"] == "Rust boat 1 on d8, facing north"
    assert names["boat:0.2"] == "Rust boat 2 on e7, facing north, on top of 1 boat"
    assert names["boat:1.1"] == "Cobalt boat 1 on e7, facing west, blanketed by Rust boat 2"
    assert names["boat:0.3"] == "Rust boat 3, ashore"


def test_dice_left_and_spent_lie_in_the_tray() -> None:
    match = do(race(SEA), "sail 1 3")
    dice = [(item["id"], item.get("face"), item.get("used", False)) for item in GAME.scene(match.state)["items"][:4]]
    assert dice == [("die:5", "5", False), ("die:3", "3", False), ("die:0", "0", False), ("die:spent.1", None, True)]


@pytest.mark.parametrize(
    ("rule", "touches"),
    [
        ("REG-12", ["boat:0.2", "space:d4"]),  # a buoy
        ("REG-10", ["boat:0.1", "space:c6"]),  # would need a 4, which is not among the dice
        ("REG-10", ["boat:0.1", "boat:1.1"]),  # nothing leads onto e7
        ("REG-6", ["boat:0.3", "space:c5"]),  # still ashore
        ("REG-13", ["button:done"]),
    ],
)
def test_a_wrong_touch_is_told_its_rule(rule: str, touches: list[str]) -> None:
    assert why(race(SEA), *touches) == rule


def test_a_blanketed_boat_says_so_when_touched() -> None:
    match = race("e7: 0.1w 1.1n\nd8: 0.2n\nturn 0 sail 5 3 3 0\n")
    assert why(match, "boat:0.1") == "REG-7"
    assert GAME.attempt(match.state, ["boat:1.1"]) is None


def test_a_boat_that_cannot_go_on_must_come_about() -> None:
    match = race("a5: 0.1n\nturn 0 about sailed\n")
    assert GAME.scene(match.state)["help"] == "Boat 1 could never sail as it faces: it must come about."
    assert why(match, "button:end") == "REG-15"
    assert why(match, "boat:0.1", "facing:n") == "REG-14"
    assert touched(match)["about 1 e"] == ["boat:0.1", "facing:e"]


@pytest.mark.parametrize(
    ("diagram", "says"),
    [
        ("turn 0 roll", "Four dice are rolled."),
        ("turn 0 sail 3 2 2 1", "A boat sails as far as die and tile differ, and one space northwest with the wind."),
        ("turn 0 about", "Nothing could sail: boats may enter, but none comes about."),
        ("i11: 0.1n\nturn 0 about sailed", "Any of your free boats may come about once, to where it could sail."),
        ("a5: 0.1n 1.1n\nturn 0 about sailed", "Any of your free boats may come about once, to where it could sail."),
        ("i11: 0.1n\na5: 0.2n\nturn 0 about sailed", "Boat 2 could never sail as it faces: it must come about."),
    ],
)
def test_help_for_who_is_to_decide(diagram: str, says: str) -> None:
    assert GAME.scene(race(diagram).state)["help"] == says


def test_a_seat_is_told_in_a_line() -> None:
    s = race("i11: 0.1n 0.2n+2*\nturn 0 sail 3 2 2 1").state
    assert GAME.scene(s)["seats"][0] == {
        "line": "1 home, 1 racing, 3 ashore",
        "counts": [{"kind": "boat", "have": 1, "of": 5, "ashore": 3}],
    }


def test_the_caption_says_where_the_race_is() -> None:
    assert GAME.scene(race(turn_limit=9).state)["caption"] == "Classic course · round 1 of 9"
    drawn = Match(GAME, 2, {"course": "compact"})
    assert GAME.scene(drawn.state)["caption"] == "Compact course · who begins is drawn"


@pytest.mark.parametrize(
    ("diagram", "touches", "says"),
    [
        ("a5: 0.1n\nturn 0 about sailed", ["button:end"], "it must come about to the east."),
        ("b5: 0.1e\nturn 0 about sailed", ["boat:0.1", "facing:n"], "but it could to the east or the south."),
        ("d8: 0.1n\nl8: 0.2n\nturn 0 sail 1 1 1 1", ["button:done"], "at least once: boats 1, 2 can."),
        ("l8: 0.1n\nturn 0 sail 4 4 4 4", ["button:done"], "at least once: boat 1 can."),
        ("turn 0 sail 3 2 2 1", ["button:done"], "a boat from ashore could, once it has entered."),
        ("d8: 0.1n\nturn 0 sail 5 5 3 3", ["boat:0.1", "die:4"], "There is no 4 among the dice (left: 5, 5, 3, 3)."),
        ("e7: 0.1w 1.1n\nd8: 0.2n\nturn 0 sail 5 3 3 0", ["boat:0.1"], "Rust's boat 1 is blanketed by Cobalt's boat 1"),
        ("i11: 0.1w\nturn 0 sail 4 4 4 4", ["button:enter"], "Only boat 1 on the entry can sail"),
        ("i11: 0.1n\nturn 0 sail 4 4 4 4", ["boat:0.1", "die:4"], "would sail 2 north and 1 northwest, and end on the"),
        ("i5: 0.1n\nturn 0 sail 1 1 1 1", ["boat:0.1", "die:1"], "would sail 1 northwest, between two spaces"),
        ("a5: 0.1n\nturn 0 sail 5 5 5 5", ["boat:0.1", "die:5"], "2 north and 1 northwest, which leads out of bounds."),
    ],
)
def test_refusals_say_what_and_where(diagram: str, touches: list[str], says: str) -> None:
    match = race(diagram)
    meant = GAME.attempt(match.state, touches)
    assert meant is not None
    refusal = match.why_not(meant)
    assert refusal is not None
    assert says in refusal.message


def test_a_turn_starts_with_four_dice() -> None:
    refusal = race("turn 0 roll").why_not({"do": "done"})
    assert refusal is not None
    assert refusal.message == "A turn starts with the roll of the four dice."


@pytest.mark.parametrize(
    ("touches", "meant"),
    [
        ([], None),
        (["space:c5"], None),
        (["boat:1.1"], None),
        (["boat:0.1"], {"do": "sail", "boat": 1, "die": 1}),  # every die left would do: one that is not
        (["boat:0.1", "space:c6"], {"do": "sail", "boat": 1, "die": 2}),  # leads there, and is not left
        (["boat:0.1", "boat:1.2"], {"do": "sail", "boat": 1, "die": 1}),
        (["boat:0.2", "space:d4"], {"do": "sail", "boat": 2, "die": 0}),  # leads there, and a buoy is in the way
        (["boat:0.2", "boat:1.5"], {"do": "sail", "boat": 2, "die": 0}),  # ashore, and so nowhere
        (["boat:0.1", "die:3.2"], {"do": "sail", "boat": 1, "die": 3}),
        (["boat:0.1", "die:spent.1"], None),
        (["boat:0.3"], {"do": "enter", "boat": 3}),
        (["boat:0.5"], {"do": "enter", "boat": 5}),
        (["boat:0.6"], None),
        (["boat:0.3", "space:c5"], {"do": "sail", "boat": 3, "die": 0}),
        (["button:enter"], {"do": "enter", "boat": 3}),
        (["button:done"], {"do": "done"}),
        (["button:drift"], {"do": "drift", "boat": 1}),
        (["button:stop"], None),
    ],
)
def test_what_touches_meant(touches: list[str], meant: dict[str, object] | None) -> None:
    assert GAME.attempt(race(SEA).state, touches) == meant


@pytest.mark.parametrize(("space", "shut"), [("a5", "n"), ("b5", "n"), ("i11", "e")])
def test_a_boat_touched_when_it_may_come_about_means_a_direction_that_is_shut(space: str, shut: str) -> None:
    """Or the one that it has, where none is."""
    s = race(f"{space}: 0.1e\nturn 0 about sailed").state
    assert GAME.attempt(s, ["boat:0.1"]) == {"do": "about", "boat": 1, "to": shut}


def test_the_boats_of_a_stack_lie_apart() -> None:
    pieces = {piece["id"]: piece for piece in GAME.scene(race(SEA).state)["pieces"]}
    middle = next(place["at"] for place in GAME.ground(race(SEA).state)["places"] if place["id"] == "space:e7")
    assert middle == (480.0, 414.0)
    assert pieces["boat:0.2"]["spot"] == (480.0, 411.0)
    assert pieces["boat:1.1"]["spot"] == (488.0, 418.0)
    assert pieces["boat:0.2"]["look"] == {"number": 2, "depth": 0, "stack": 2}
    assert pieces["boat:1.1"]["look"] == {"number": 1, "depth": 1, "stack": 2}
    assert [pieces[boat].get("angle") for boat in ("boat:0.1", "boat:1.1", "boat:0.3")] == [0.0, 270.0, 0.0]
    high = GAME.scene(race("e7: 0.1n 0.2n 0.3n 0.4n 0.5n 1.1n\nturn 0 roll").state)["pieces"]
    assert high[0]["spot"] == (480.0 + 5 * 0.7 * 8, 414.0 + 0.7 * (5 * 7 - 5 * 3))  # no further than it may


def test_a_boat_that_is_home_shows_its_tick_and_its_count() -> None:
    (piece, *_) = GAME.scene(race("h10: 0.1w+2*\nturn 0 roll").state)["pieces"]
    assert piece["look"] == {"number": 1, "depth": 0, "stack": 1, "home": True, "count": 2}
    assert piece["name"] == "Rust boat 1 on h10, facing west, home"


def test_spaces_know_their_neighbours() -> None:
    near = {place["id"]: set(place["near"]) for place in GAME.ground(race().state)["places"]}
    assert near["space:a5"] == {"space:a6", "space:b5"}
    assert near["space:l3"] == {"space:k3", "space:l4"}
    assert near["space:i11"] == {"space:i10", "space:i12", "space:h11", "space:j11"}


def test_what_lies_in_the_trays() -> None:
    items = {item["id"]: item for item in GAME.scene(race(SEA).state)["items"]}
    assert [each for each in items if each.startswith("die")] == ["die:5", "die:3", "die:3.2", "die:0"]
    assert items["button:enter"]["name"] == "Enter boat 3"
    assert items["button:done"]["main"]
    turning = {item["id"]: item for item in GAME.scene(race("i11: 0.1n\nturn 0 about sailed").state)["items"]}
    assert {name: turning[f"facing:{name}"]["look"]["angle"] for name in "nesw"} == {
        "n": 0,
        "e": 90,
        "s": 180,
        "w": 270,
    }
    assert turning["button:end"]["main"]
    full = race("i11: 0.1n 0.2n 0.3n 0.4n 0.5n\nturn 0 about sailed")
    assert "button:enter" not in {item["id"] for item in GAME.scene(full.state)["items"]}


def test_somebody_elses_boat_stands_for_its_space() -> None:
    s = race("d8: 0.1n\nc6: 1.1n\nturn 0 sail 5 3 3 0").state
    assert GAME.attempt(s, ["boat:0.1", "boat:1.1"]) == {"do": "sail", "boat": 1, "die": 2}  # which is not left
