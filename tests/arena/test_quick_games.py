"""Quick games: what a network learns from by the thousand."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from oddboard.arena import quick_games, training
from oddboard.arena.crew import Processes
from oddboard.arena.quick_games import FADING, Player, became
from oddboard.arena.training import QUICK_CHUNK, Plan, learned, play_all
from oddboard.bots.search import no_network
from oddboard.core import registry
from oddboard.core.network import MOST_ACTIVE
from tests.commands import inside
from tests.core.test_network import any_network

TABLES: list[tuple[str, int, dict[str, Any]]] = [
    ("everest", 4, {"round_limit": 2}),
    ("martian-race", 5, {"turn_limit": 4}),
    ("sailboat-regatta", 4, {"turn_limit": 4}),
    ("sailboat-regatta", 14, {"turn_limit": 3}),
    ("yavoch", 2, {"game": "full", "turn_limit": 6}),
    ("yaz", 2, {"turn_limit": 6}),
]


def quiet(*given: Any) -> None:
    pass


@pytest.mark.parametrize(("key", "players", "options"), TABLES)
def test_what_is_seen_of_a_game_fits(key: str, players: int, options: dict[str, Any]) -> None:
    game = registry.game(key)
    player = Player(game, any_network(game), no_network())
    options = game.check_options(players, options)
    found = [seen for seen in (player.seen(players, options, 3, number) for number in range(8)) if seen is not None]
    assert found, "of eight games something is to be learned"
    for seen in found:
        rows = len(seen.counts)
        assert rows == players * len(seen.seats) == len(seen.worth) == len(seen.hand) == len(seen.active)
        assert 0 < seen.counts.min() <= seen.counts.max() == seen.active.shape[1] <= MOST_ACTIVE
        assert seen.active.max() < game.features
        assert ((seen.worth >= 0) & (seen.worth <= 1)).all()
        assert seen.first.tolist() == list(range(0, rows, players))
        by_seat = seen.result.reshape(-1, players)
        assert (by_seat == by_seat[0]).all(), "a game has one result"
        assert seen.worth[-players:].tolist() == by_seat[0].tolist(), "after the last position comes the end"


def test_a_game_is_the_same_again_and_each_another() -> None:
    game = registry.game("everest")
    options = game.check_options(4, {"round_limit": 2})
    first = Player(game, any_network(game), no_network())
    again = Player(game, any_network(game), no_network())
    again.seen(4, options, 1, 6)  # what was played before leaves nothing behind
    one, same, other = first.seen(4, options, 1, 7), again.seen(4, options, 1, 7), again.seen(4, options, 1, 8)
    assert one is not None
    assert same is not None
    assert other is not None
    assert all(np.array_equal(a, b) for a, b in zip(vars(one).values(), vars(same).values(), strict=True))
    assert not np.array_equal(one.active, other.active)


def test_what_became_of_a_position_is_told_by_what_followed() -> None:
    worth = np.array([[0.5, 0.5], [0.6, 0.4], [0.9, 0.1]], np.float32)
    found = became(worth, np.array([1.0, 0.0]))
    last = 1.0
    middle = FADING * last + (1 - FADING) * 0.9
    first = FADING * middle + (1 - FADING) * 0.6
    assert found[:, 0] == pytest.approx([first, middle, last])
    assert found.sum(axis=1) == pytest.approx([1, 1, 1])


def test_a_hand_made_outlook_is_not_believed() -> None:
    """It is what shall be corrected: the first generation learns from results alone."""
    game = registry.game("everest")
    seen = Player(game, no_network(), no_network()).seen(4, game.check_options(4, {"round_limit": 2}), 1, 3)
    assert seen is not None
    assert np.array_equal(seen.worth, seen.result)


def test_equals_win_as_often_and_a_network_that_likes_losing_loses() -> None:
    game = registry.game("sailboat-regatta")
    options = game.check_options(4, {"turn_limit": 25})
    equals = Player(game, no_network(), no_network()).share(4, options, 5, range(80))
    assert equals == pytest.approx(0.5, abs=0.12)
    spoiled: Any = any_network(game)
    spoiled["judged"] = quick_games.GOOD  # with weights that are drawn it knows nothing
    assert Player(game, spoiled, no_network()).share(4, options, 5, range(80)) < equals - 0.1


def test_quick_games_are_kept_and_played_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    options = registry.game("everest").check_options(2, {"round_limit": 1})
    plan = Plan("everest", [(2, options)], 1, QUICK_CHUNK + 10, 4, 1, 0.0, 2, quick=True)
    first = play_all(plan, tmp_path, None, Processes(1), quiet)
    assert len(list(tmp_path.glob("*.npz"))) == 2
    monkeypatch.setattr(training, "_quickly", lambda *given: pytest.fail("played again"))
    again = play_all(plan, tmp_path, None, Processes(1), quiet)
    network = learned(plan, first, quiet)
    assert network == learned(plan, again, quiet)
    assert 0 <= training.quick_share(plan, network, 40) <= 1


def test_the_command_tells_each_generation_s_quick_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "judged", lambda *given: training.Figure(0.6, 0.55, 0.7))
    monkeypatch.setattr(training, "slowness", lambda *given: 2.0)
    monkeypatch.chdir(tmp_path)
    words = "--quick --games 60 --generations 3 --iterations 4 --rounds 1 --contest 2 --workers 1 --keep kept"
    done = inside("train", "everest", *words.split(), "--option", "round_limit=1")
    assert done.returncode == 0, done.stderr
    assert done.stderr.count("of quick games against the hand") == 3
    assert len(list(Path("kept").glob("*.npz"))) == 3, "a file for each generation"
    assert Path("everest.network").exists()
