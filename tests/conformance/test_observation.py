"""The observation of a game that has none of its own; `oddboard.conformance.observations` checks those of all games."""

import numpy as np
import pytest

from oddboard.core import registry
from oddboard.core.observation import layout_of
from oddboard.core.randomness import generator
from oddboard.core.records import copy, new, to_bytes
from oddboard.core.rules import observe_bytes, pick


def test_a_game_without_an_observation_shows_the_bytes_of_its_view(monkeypatch: pytest.MonkeyPatch) -> None:
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
