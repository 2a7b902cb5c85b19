"""What is shown before a decision is what the rules then do, and what is told afterwards is what they did."""

import random
from typing import Any

import pytest

from oddboard.conformance.players import random_code
from oddboard.core.match import Match
from oddboard.games.everest.face.terminal import coin_from_mark
from oddboard.games.everest.rules.mountain import STANDARD
from oddboard.games.everest.state import square_name
from tests.games.everest.table import EVEREST, at, hurt, lay, order, phase, played, roll, where

SQUARES = STANDARD.squares
NAMES = ("Rust", "Cobalt", "Marigold", "Jade")


def crowd(rng: random.Random, players: int) -> str:
    """A diagram of yeti close together."""
    middle = rng.choice(SQUARES)
    near = sorted(SQUARES, key=lambda one: abs(one % 8 - middle % 8) + abs(one // 8 - middle // 8) + rng.random())
    places = [square_name(one) for one in rng.sample(near[:7], players)]
    rows = []
    for row in "123456":
        cells = [str(places.index(letter + row)) if letter + row in places else "." for letter in "abcdefgh"]
        rows.append(f"{row} " + " ".join(cells))
    return "\n".join(rows)


def note(match: Match, mark: str) -> tuple[str, list[str]]:
    """What a coin would do, in words and in squares."""
    preview = EVEREST.preview(match.state, coin_from_mark(mark))
    return preview["note"], [each.removeprefix("square:") for each in preview.get("path", [])]


def times(count: int) -> str:
    return "hurt" if count == 1 else f"hurt {count} times"


@pytest.mark.rule("EVE-13", "EVE-14", "EVE-15", "EVE-16", "EVE-18", "EVE-19")
@pytest.mark.parametrize("seed", range(25))
def test_a_move_does_what_its_preview_says(seed: int) -> None:
    rng = random.Random(seed)
    diagram = crowd(rng, 3)
    before = at(diagram)
    starts = where(before)
    for mark in (f"{points}{to}" for points in range(1, 6) for to in "nesw"):
        words, path = note(before, mark)
        after = played(diagram, mark, "", "")
        ends: list[Any] = [None if seat in after.position()["left"] else one for seat, one in enumerate(where(after))]
        parts = words.split(" · ")
        if ends[0] == starts[0]:
            assert words.startswith("stays: "), mark
            assert not path
            continue
        assert path[0] == starts[0] if path else ends[0] is None
        assert ends[0] is None or path[-1] == ends[0]
        peaks = ("d3", "e3", "d4", "e4")
        onto = ends[0] in peaks and starts[0] not in peaks
        assert parts[0] == ("off the board" if ends[0] is None else "onto the peak" if onto else f"to {ends[0]}")
        assert (f"falls, {times(hurt(after)[0])}" in parts) == (hurt(after)[0] > 0)
        for seat in (1, 2):
            pushed = f"pushes {NAMES[seat]} " + (f"to {ends[seat]}" if ends[seat] else "off the board")
            pushed += f", {times(hurt(after)[seat])}" if hurt(after)[seat] else ""
            assert (pushed in parts) == (ends[seat] != starts[seat]), f"{mark}: {words}"
        assert len(parts) == 1 + (hurt(after)[0] > 0) + sum(ends[seat] != starts[seat] for seat in (1, 2))


@pytest.mark.rule("EVE-20", "EVE-21")
@pytest.mark.parametrize("seed", range(25))
def test_a_snowball_does_what_its_preview_says(seed: int) -> None:
    rng = random.Random(seed)
    diagram = crowd(rng, 3)
    before = at(diagram)
    starts = where(before)
    for mark in (f"*3{to}" for to in "nesw"):
        words, path = note(before, mark)
        after = played(diagram, mark, "", "")
        ends: list[Any] = [None if seat in after.position()["left"] else one for seat, one in enumerate(where(after))]
        hit = [seat for seat in range(3) if hurt(after)[seat]]
        assert path == [] or path[0] == starts[0]
        if not hit:
            assert words in ("snowball: flies off the board", "snowball: spent on the rise"), mark
            continue
        (seat,) = hit
        assert path[-1] == starts[seat]
        wanted = f"hits {NAMES[seat]} on {starts[seat]}"
        if ends[seat] != starts[seat]:
            wanted += ", shoved " + (f"to {ends[seat]}" if ends[seat] else "off the board")
        wanted += ", hurt 2 times" if hurt(after)[seat] == 2 else ""
        assert words == wanted


@pytest.mark.rule("EVE-20")
def test_where_a_snowball_ends_that_hits_nobody() -> None:
    match = at("1 . . . . . . . .\n2 . 0 . . . . . .\n6 . . . . . . . 1")
    assert note(match, "*0e") == ("snowball: spent on the rise", ["b2", "c2"])
    assert note(match, "*0n") == ("snowball: flies off the board", ["b2", "b1"])


@pytest.mark.rule("EVE-23")
def test_a_roar_names_whom_it_strikes_and_who_must_roll() -> None:
    match = at("1 . 1 0 2 . . . .\n2 . . 3 . . . . .")
    assert note(match, "0w")[0] == "roars at Cobalt · Marigold and Jade may be struck too"
    assert note(match, "0n")[0] == "roars at nobody · Cobalt, Marigold and Jade may be struck too"
    apart = at("1 0 . . . . . . .\n6 . . . . . . . 1")
    assert note(apart, "0e") == ("roars at nobody", [])


@pytest.mark.rule("EVE-13", "EVE-14", "EVE-16", "EVE-17")
def test_why_a_move_would_go_nowhere() -> None:
    match = at("2 . 0 . . . . . .\n3 - . . . . . . -\n6 . . . . . . . 1")
    assert note(match, "1e")[0] == "stays: this step takes 2 points"
    assert note(at("2 . 0 1 . . . . ."), "2e")[0] == "stays: pushing Cobalt takes 3 points"
    assert note(at("3 - 0 . . . . . -\n6 . . . . . . . 1"), "5e")[0] == "stays: nobody climbs a cliff"
    assert note(at("1 0 1 2 . . . . ."), "5e")[0] == "stays: Cobalt cannot be pushed"


@pytest.mark.rule("EVE-15")
def test_a_coin_after_one_that_leaves_the_board_is_lost() -> None:
    match = at("1 . 0 . . . . . .\n6 . . . . . . . 1")
    assert note(match, "1n") == ("off the board", [])
    lay(match, "1n")
    assert note(match, "4e") == ("lost: off the board by then", [])
    ghosts = EVEREST.scene(match.state)["look"]["ghosts"]["0"]
    assert ghosts == [
        {"beat": 1, "coin": 1, "up": "value", "to": "n", "at": None, "path": ["square:b1"], "note": "off the board"}
    ]


def test_only_coins_have_a_preview() -> None:
    match = played("1 0 1 . . . . . .", "3e", "2s")
    assert phase(match) == "contest"
    assert all(EVEREST.preview(match.state, code) == {} for code in match.codes())


def events(match: Match) -> list[list[str]]:
    """What the last decision led to."""
    trails = EVEREST.trails(match.state_at(match.ply - 1), match.history[-1].code)
    return [each for name, each in trails.items() if name.startswith("event:")]


@pytest.mark.parametrize("seed", range(40))
def test_trails_end_where_the_yeti_are(seed: int) -> None:
    rng = random.Random(seed)
    match = at(crowd(rng, 4))
    for _ in range(150):
        if match.is_over:
            break
        before = match.position()
        match.play_code(random_code(match, rng))
        after = match.position()
        trails = EVEREST.trails(match.state_at(match.ply - 1), match.history[-1].code)
        happened = events(match)
        for seat in range(4):
            was, now = before["yeti"][seat], after["yeti"][seat]
            way = trails.get(f"yeti:{seat}", [])
            if now["at"] is not None and was["at"] != now["at"]:
                assert way[-1] == f"square:{now['at']}", match.history[-1].decision
            hurts = happened.count(["hurt", f"yeti:{seat}"])
            assert after["round"] != before["round"] or hurts == now["hurt"] - was["hurt"]
            homes = [each for each in happened if each[:2] == ["home", f"yeti:{seat}"]]
            assert all(each[2] == f"square:{now['home']}" for each in homes)
        beats = [int(number) for kind, number, *_ in happened if kind == "beat"]
        assert beats == sorted(set(beats))


@pytest.mark.rule("EVE-22")
def test_one_hit_by_two_snowballs_is_pushed_twice_and_nobody_is_put_home() -> None:
    match = played("2 . . . 2 . . . .\n3 - . 0 1 . . . -", "*1e", "", "*1s")
    assert events(match) == [
        ["beat", "1"],
        ["throw", "yeti:0", "square:c3", "square:d3"],
        ["throw", "yeti:2", "square:d2", "square:d3"],
        ["push", "yeti:1", "square:d3", "square:e3"],
        ["hurt", "yeti:1"],
        ["push", "yeti:1", "square:e3", "square:e4"],
        ["hurt", "yeti:1"],
        ["beat", "2"],
        ["beat", "3"],
    ]
    assert EVEREST.trails(match.state_at(match.ply - 1), match.history[-1].code)["yeti:1"] == [
        "square:d3",
        "square:e3",
        "square:e4",
    ]


@pytest.mark.rule("EVE-27")
def test_one_pushed_before_it_runs_is_told_as_pushed_and_running() -> None:
    match = played("2 . . . . 3 . . .\n3 - . 0 1 2 . . -", "0e", "", "", "0s")
    roll(match, 2, 2)  # both that were struck run
    assert phase(match) == "contest"
    roll(match, 5, 0, 0, 0)
    order(match, 1, 2)
    assert events(match)[:3] == [
        ["run", "yeti:1", "square:d3", "square:e3"],
        ["push", "yeti:2", "square:e3", "square:f3"],
        ["run", "yeti:2", "square:f3", "square:f4", "square:f5"],
    ]


@pytest.mark.rule("EVE-27")
def test_runs_without_conflict_are_told() -> None:
    match = played("1 0 1 . . . . . .", "0e", "")
    roll(match, 3)
    assert events(match)[0] == ["run", "yeti:1", "square:b1", "square:c1", "square:d1", "square:e1"]
    assert EVEREST.account(match.state_at(match.ply - 1), match.history[-1].code) == (
        "Cobalt rolls 3 and is going to run. Cobalt runs from b1 to e1"
    )


@pytest.mark.rule("EVE-12")
def test_roars_that_go_together_are_told_together() -> None:
    match = played("1 0 1 . . . . . .\n6 . . . . . . . 2", "0n", "0w", "0e")
    assert events(match) == [
        ["beat", "1"],
        ["roar", "yeti:0", "off"],
        ["roar", "yeti:1", "square:a1"],
        ["roar", "yeti:2", "off"],
    ]
    told = EVEREST.account(match.state_at(match.ply - 1), match.history[-1].code)
    assert told.endswith("Rust roars into the void. Cobalt roars at a1. Marigold roars into the void")


@pytest.mark.rule("EVE-15", "EVE-31")
def test_leaving_and_coming_home_are_told() -> None:
    match = played("1 . 0 1 . . . . .\n6 . . . . . . . 2", "1n", "*1e", "")
    told = EVEREST.account(match.state_at(match.ply - 1), match.history[-1].code)
    assert told.endswith(
        "Rust moves from b1 off the board. Cobalt throws a snowball off the mountain. Rust is put home on a2"
    )
    spent = played("1 . 0 . . . . . .\n6 . . . . . . . 1", "*1s", "")
    told = EVEREST.account(spent.state_at(spent.ply - 1), spent.history[-1].code)
    assert told.endswith("Rust throws a snowball as far as b2")
    fall = played("3 - . 0 . . . . -\n6 . . . . . . . 1", "1w", "")
    told = EVEREST.account(fall.state_at(fall.ply - 1), fall.history[-1].code)
    assert told.endswith("Rust moves from c3 to b3, Rust is hurt")
