"""Observations hold what a seat may know and nothing else, and tell apart what it may tell apart."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from oddboard.conformance.settings import described, settings
from oddboard.core import registry
from oddboard.core.game import CHANCE, Game
from oddboard.core.match import Match
from oddboard.core.observation import MOST, layout_of
from oddboard.core.randomness import generator
from oddboard.core.records import copy, new, to_bytes
from oddboard.core.rules import observe, pick

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
    assert room[0] == room[-1] == GUARD, "`observe` writes beyond its row"
    return room[1:-1]


def visited(key: str, count: int = GAMES) -> Iterator[tuple[Match, Any]]:
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


def check_nothing_hidden_shows(key: str) -> None:
    """An observation is the same for all states that a seat cannot tell apart."""
    rng = generator(5)
    for match, s in visited(key):
        game = match.game
        for seat in range(match.players):
            whole = observed(game, s, seat)
            view = copy(s)
            game.rules.hide(view, seat)
            assert np.array_equal(whole, observed(game, view, seat)), f"`observe` reads a secret: {described(match)}"
            game.rules.imagine(view, new(game.work), seat, rng)
            assert np.array_equal(whole, observed(game, view, seat)), f"`observe` reads a secret: {described(match)}"


def check_views_differ(key: str) -> None:
    """Two states of a game that a seat can tell apart have two observations, as long as no number is cut."""
    seen: dict[tuple[Any, ...], bytes] = {}
    for match, s in visited(key):
        game = match.game
        for seat in range(match.players):
            view = copy(s)
            game.rules.hide(view, seat)
            row = observed(game, s, seat)
            known = (described(match), row.tobytes())
            assert seen.setdefault(known, to_bytes(view)) == to_bytes(view) or row.max() == MOST, (
                f"two views have one observation: {described(match)}"
            )


def check_layout(key: str) -> None:
    """A layout names every number once; an own one says who decides."""
    game = registry.game(key)
    layout = layout_of(game)
    names = [span.name for span in layout.spans]
    assert len(names) == len(set(names)), f"two spans have one name: {names}"
    assert sum(part.size for part in layout.split(np.zeros(layout.size)).values()) == layout.size
    batch = layout.split(np.zeros((3, layout.size)))
    assert all(batch[span.name].shape == (3, *span.shape) for span in layout.spans)
    if game.observation is None:
        return
    for match, s in visited(key):
        mover = match.game.rules.to_move(s)
        if mover != CHANCE:
            spans = layout.split(observed(match.game, s, mover))
            assert spans["decides"][0] == 1, f"the deciding seat does not see that it decides: {described(match)}"
            assert spans["seat"][mover] == 1, f"the deciding seat does not see which it is: {described(match)}"
