"""Options that a game has got since: saved games keep what held before, new ones get the default."""

import json
from dataclasses import replace

import pytest

import oddboard
from oddboard.core import registry, saves
from oddboard.core.game import Game
from oddboard.core.match import Match
from oddboard.core.options import Switch, Whole, saved_options
from oddboard.server.new_tables import new_row
from oddboard.server.tables import Seat, Table, Terms, opened_match

LIMIT = "turn_limit"
BEFORE = 7  # what is said to have held before there was a limit


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> Game:
    """Martian Race as if its turn limit were new."""
    game = registry.game("martian-race")
    options = (replace(option, before=BEFORE) if option.name == LIMIT else option for option in game.options)
    monkeypatch.setattr(type(game), "options", tuple(options))
    return game


def without_limit(content: dict[str, object]) -> dict[str, object]:
    """Something as it was saved before."""
    options = content["options"]
    assert isinstance(options, dict)
    return {**content, "options": {name: value for name, value in options.items() if name != LIMIT}}


def test_what_held_before_is_filled_in_only_where_it_is_lacking() -> None:
    options = (
        Whole("old", 3, "X-1", "Always there."),
        Switch("new", True, "X-2", "Came later.", before=False),
        Whole("by_players", None, "X-3", "Came later, and depends on the players.", before=None),
    )
    assert saved_options(options, {"old": 4}) == {"old": 4, "new": False, "by_players": None}
    assert saved_options(options, {"new": True}) == {"new": True, "by_players": None}


def test_a_new_game_and_a_position_get_the_default(game: Game) -> None:
    default = next(option.default for option in game.options if option.name == LIMIT)
    assert default != BEFORE
    match = oddboard.new("martian-race", 2)
    assert match.options[LIMIT] == default
    assert Match.from_position(game, without_limit(match.position())).options[LIMIT] == default


def test_a_saved_game_goes_on_by_what_held_before(game: Game) -> None:
    header = json.loads(saves.record(oddboard.new("martian-race", 2)).splitlines()[0])
    match = saves.load(json.dumps(without_limit(header)) + "\n").match
    assert match.options[LIMIT] == match.position()["options"][LIMIT] == BEFORE
    assert saves.load(json.dumps(header) + "\n").match.options[LIMIT] == header["options"][LIMIT]


def test_so_does_one_that_began_from_a_position(game: Game) -> None:
    match = Match.from_position(game, oddboard.new("martian-race", 2).position())
    header = without_limit(json.loads(saves.record(match).splitlines()[0]))
    header["start"] = without_limit(header["start"])  # type: ignore[arg-type]
    loaded = saves.load(json.dumps(header) + "\n").match
    assert loaded.options[LIMIT] == loaded.position()["options"][LIMIT] == BEFORE


@pytest.mark.parametrize("elsewhere", [False, True])
def test_so_does_a_stored_table(game: Game, elsewhere: bool) -> None:
    match = oddboard.new("martian-race", 2)
    options = without_limit({"options": match.options})["options"]
    assert isinstance(options, dict)
    position = without_limit(match.position()) if elsewhere else None
    row = new_row(game.key, 2, options, position, Terms(), public=False, host="ann")
    table = Table(row, [Seat("open"), Seat("open")])
    opened = opened_match(table.game, table.players, table.options, table.position, table.secret)
    assert table.options[LIMIT] == opened.options[LIMIT] == BEFORE


def test_a_new_table_from_a_position_that_names_no_options_keeps_the_default(game: Game) -> None:
    """What is stored beside the position tells it from an old one."""
    match = oddboard.new("martian-race", 2)
    row = new_row(game.key, 2, match.options, without_limit(match.position()), Terms(), public=False, host="ann")
    table = Table(row, [Seat("open"), Seat("open")])
    opened = opened_match(table.game, table.players, table.options, table.position, table.secret)
    assert opened.options[LIMIT] == match.options[LIMIT] != BEFORE
