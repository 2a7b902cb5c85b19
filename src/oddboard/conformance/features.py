"""What a network learns from is what a seat may know, and fits the network."""

from typing import Any

import numpy as np

from oddboard.conformance.observations import visited
from oddboard.conformance.settings import described
from oddboard.core.game import Game
from oddboard.core.network import MOST_ACTIVE, MOST_FEATURES
from oddboard.core.network_files import own_network
from oddboard.core.randomness import generator
from oddboard.core.records import copy, new, to_bytes
from oddboard.core.rules import features

GUARD = -7  # where no feature is written
ROOM = 32  # numbers of it behind those that fit


def listed(game: Game, s: Any, seat: int) -> list[int]:
    """The active features of a position for a seat."""
    room = np.full(MOST_ACTIVE + ROOM, GUARD, np.int16)
    before = to_bytes(s)
    count = int(features(s, seat, room))
    assert to_bytes(s) == before, "`features` changes the state"
    assert 0 <= count <= MOST_ACTIVE, f"`features` lists {count}, and there is room for {MOST_ACTIVE}"
    assert (room[count:] == GUARD).all(), "`features` writes behind what it has counted"
    found: list[int] = room[:count].tolist()
    assert all(0 <= each < game.features for each in found), f"`features` lists {found} of {game.features}"
    return found


def check_features(key: str) -> None:
    """Features are in range, the same for all states that a seat cannot tell apart, and a network fits them."""
    rng = generator(7)
    for match, s in visited(key):
        game, where = match.game, described(match)
        assert game.features <= MOST_FEATURES, f"{game.features} features, and a network has {MOST_FEATURES}"
        own_network(game, s)  # raises BadNetwork if its file is not whole
        for seat in range(match.players):
            whole = listed(game, s, seat)
            view = copy(s)
            game.rules.hide(view, seat)
            assert whole == listed(game, view, seat), f"`features` reads a secret: {where}"
            game.rules.imagine(view, new(game.work), seat, rng)
            assert whole == listed(game, view, seat), f"`features` reads a secret: {where}"
