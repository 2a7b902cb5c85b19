"""Decisions, positions and boards as people and programs see them."""

import json
from typing import Any

import pytest

from oddboard.core.errors import BadPosition, BadRequest
from oddboard.core.game import Refusal
from oddboard.core.match import Match
from oddboard.core.records import new, same
from oddboard.games.yavoch.face.terminal import diagram, from_diagram
from tests.games.yavoch.table import GAME, HOME, decision, play, table


@pytest.mark.parametrize(
    ("given", "word"),
    [
        ({"do": "dance"}, "dance"),
        ({"do": "move", "from": "111"}, "to"),
        ({"do": "move", "from": "111", "to": 112}, "to"),
        ({"do": "move", "from": "111", "to": "112", "mine": False}, "mine"),
        ({"do": "end", "at": "111"}, "at"),
        ({"do": "die", "face": True, "seat": 0}, "face"),
        ({"do": "defend", "with": "none", "ship": "111"}, "ship"),
    ],
)
def test_what_is_no_decision(given: dict[str, Any], word: str) -> None:
    with pytest.raises(BadRequest, match=word):
        table(HOME).why_not(given)


@pytest.mark.parametrize(
    ("given", "rule"),
    [
        ({"do": "fire", "at": "611"}, "YAV-1"),
        ({"do": "formation", "name": "circus"}, "YAV-21"),
        ({"do": "place", "ship": "tug", "at": "111"}, "YAV-6"),
        ({"do": "die", "face": 10, "seat": 0}, "YAV-24"),
        ({"do": "weapon", "weapon": "deflector", "ship": "111"}, "YAV-45"),
        ({"do": "spend", "card": "core_dump"}, "YAV-42"),
        ({"do": "become", "ship": "command"}, "YAV-50"),
        ({"do": "impact", "card": "wild"}, "YAV-44"),
        ({"do": "defend", "with": "prayer"}, "YAV-55"),
    ],
)
def test_what_does_not_exist(given: dict[str, Any], rule: str) -> None:
    refusal = GAME.code(table(HOME).state, given)
    assert isinstance(refusal, Refusal)
    assert refusal.rule == rule


def test_words_say_who_does_what() -> None:
    match = table(HOME + " S333+3 n344+2 g322", hands=("wild wild", ""))

    def words(text: str) -> str:
        return GAME.words(match.state, GAME.code(match.state, decision(match, text)))  # type: ignore[arg-type]

    assert (
        words("move 333 344")
        == "Rust's Squam goes from 333 to 344 and attacks Cobalt's Neornith, and wins with 2 or more"
    )
    assert words("move 333 324 mine") == "Rust's Squam goes from 333 to 324 and leaves a mine behind"
    assert words("move 333 322") == "Rust's Squam goes from 333 to 322 and is lost in Cobalt's gate"
    assert words("weapon evolution 333") == "Rust's Squam on 333 readies the Evolution"
    assert words("end") == "Rust ends the turn"


def test_a_diagram_reads_back() -> None:
    match = table(HOME + " S333+2 G333 m344 o355+2", hands=("wild graviton_polarizer:all", "wild"))
    text = diagram(match.state)
    again = from_diagram(text, GAME.start(2, match.options))
    assert same(again, match.state)
    with pytest.raises(BadPosition):
        from_diagram("X333", new(GAME.state))


def test_the_board_shows_five_levels() -> None:
    match = table(HOME + " S333+2 G333 m344 o355+2", hands=("wild", ""))
    text = GAME.board(match.state).plain
    assert all(f"level {level}" in text for level in range(1, 6))
    assert "◉S2" in text
    assert "✹■" in text
    assert "°2" in text


def test_results_are_told() -> None:
    match = play(table("C333+1 T115 c353+3 t551"), "fire 353")
    assert GAME.result(match.state) == "A Command ship fired its last ring and destroyed the other."
    match = play(table("C333+3 T115 c353+3 t551"), "fire 353")
    assert GAME.result(match.state) == "Cobalt's Command ship was destroyed."


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (("turn",), 2, "position.turn"),
        (("phase",), "tea", "position.phase"),
        (("ships", "333"), {"seat": 0, "kind": "squam", "rings": 6}, "rings"),
        (("ships", "336"), {"seat": 0, "kind": "squam", "rings": 1}, "336"),
        (("ships", "111"), {"seat": 0, "kind": "trych", "rings": 0}, "Command ship"),
        (("gates", "222"), 3, "222"),
        (("mines", "344"), 0, "gate"),
        (("loose", "115"), 1, "115"),
        (("gave",), ["555"], "gave"),
        (("fuse",), "111", "fuse"),
        (("winner",), 0, "winner"),
        (("cards", "hands", 0, "size"), 3, "size"),
        (("cards", "discards"), {"wild": 1}, "wild"),
        (("cards", "deck", "size"), 3, "size"),
        (("cards", "impact"), "core_dump", "core_dump"),
        (("attack",), {"kind": "battle"}, "attack"),
        (("phase",), "spending", "attack"),
        (("phase",), "stealing", "impact"),
        (("phase",), "over", "winner"),
        (("placed",), 99, "placed"),
        (("options", "core"), "round", "core"),
    ],
)
def test_positions_that_cannot_be(path: tuple[Any, ...], value: Any, message: str) -> None:
    match = table(HOME + " S333+2 G344 S344+1", hands=("wild", ""))
    position = json.loads(json.dumps(match.position()))
    inner = position
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    with pytest.raises(BadPosition, match=message):
        Match.from_position(GAME, position)


def test_a_missing_field_is_named() -> None:
    for key in table(HOME).position():
        position = table(HOME).position()
        del position[key]
        with pytest.raises(BadPosition, match=key):
            GAME.from_position(position)
