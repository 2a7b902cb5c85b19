"""Observations hold what a seat may know and nothing else, and tell apart what it may tell apart."""

from typing import Any

import numpy as np
import pytest

from oddboard.core import registry
from oddboard.core.game import CHANCE, Game
from oddboard.core.observation import layout_of
from oddboard.core.randomness import generator
from oddboard.core.records import copy, new, to_bytes
from oddboard.core.rules import observe, pick
from tests.conformance.settings import described, settings

GUARD = 99  # beside the row, to be left alone
STATES = 60
GAMES = 6


def observed(game: Game, s: Any, seat: int) -> Any:
    """The observation of a seat, with guards on either side that must still stand."""
    size = layout_of(game).size
    room = np.full(size + 2, GUARD, np.int8)
    room[1:-1] = 0
    spare = np.zeros(1, s.dtype)
    observe(s, seat, room[1:-1], spare, spare.view(np.int8))
    assert room[0] == room[-1] == GUARD
    return room[1:-1]


def visited(key: str, count: int = GAMES) -> Any:
    """Matches, and some of the states of a random game of each."""
    for number, match in enumerate(settings(key, count)):
        game, rng, work = match.game, generator(number), new(match.game.work)
        s = copy(match.start)
        for _ in range(STATES):
            if game.rules.to_move(s) < CHANCE:
                break
            yield match, copy(s)
            for _ in range(1 + number % 7):
                if game.rules.to_move(s) >= CHANCE:
                    game.rules.play(s, work, pick(s, work, rng))


@pytest.mark.parametrize("key", registry.keys())
def test_nothing_hidden_shows(key: str) -> None:
    rng = generator(5)
    for match, s in visited(key):
        game = match.game
        for seat in range(match.players):
            whole = observed(game, s, seat)
            view = copy(s)
            game.rules.hide(view, seat)
            assert np.array_equal(whole, observed(game, view, seat)), described(match)
            game.rules.imagine(view, new(game.work), seat, rng)
            assert np.array_equal(whole, observed(game, view, seat)), described(match)


@pytest.mark.parametrize("key", registry.keys())
def test_different_views_look_different(key: str) -> None:
    """Two states of a game that a seat can tell apart have two observations, as long as no number is cut at 127."""
    seen: dict[tuple[Any, ...], bytes] = {}
    for match, s in visited(key):
        game = match.game
        for seat in range(match.players):
            view = copy(s)
            game.rules.hide(view, seat)
            row = observed(game, s, seat)
            told = (described(match), row.tobytes())
            assert seen.setdefault(told, to_bytes(view)) == to_bytes(view) or row.max() == 127, described(match)


@pytest.mark.parametrize("key", registry.keys())
def test_the_deciding_seat_sees_that_it_decides(key: str) -> None:
    for match, s in visited(key):
        mover = match.game.rules.to_move(s)
        if mover != CHANCE:
            spans = layout_of(match.game).split(observed(match.game, s, mover))
            assert spans["decides"][0] == 1
            assert spans["seat"][mover] == 1


@pytest.mark.parametrize("key", registry.keys())
def test_layouts_name_every_number(key: str) -> None:
    game = registry.game(key)
    layout = layout_of(game)
    names = [span.name for span in layout.spans]
    assert len(names) == len(set(names))
    assert sum(part.size for part in layout.split(np.zeros(layout.size)).values()) == layout.size
    batch = layout.split(np.zeros((3, layout.size)))
    assert all(batch[span.name].shape == (3, *span.shape) for span in layout.spans)


def test_a_game_without_an_observation_shows_the_bytes_of_its_view(monkeypatch: pytest.MonkeyPatch) -> None:
    from oddboard.core.rules import observe_bytes

    game = registry.game("everest")
    monkeypatch.setattr(type(game), "observation", None)
    layout = layout_of(game)
    s = game.start(3, game.check_options(3, {}))
    work, rng = new(game.work), generator(1)
    for _ in range(4):
        game.rules.play(s, work, pick(s, work, rng))
    view = copy(s)
    game.rules.hide(view, 0)
    out = np.zeros(layout.size, np.int8)
    spare = np.zeros(1, s.dtype)
    observe_bytes(s, 0, out, spare, spare.view(np.int8))
    assert out.tobytes() == to_bytes(view)
    assert to_bytes(view) != to_bytes(s)
    assert layout.split(out)["plan"].shape == (4, 3, 1)
