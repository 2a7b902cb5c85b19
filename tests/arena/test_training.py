"""A network is made from games of bots, the same from the same seed, and written only if it wins."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from oddboard.arena import learning, training
from oddboard.arena.crew import Processes
from oddboard.arena.figures import Figure
from oddboard.arena.training import CHUNK, Plan, learned, play_all
from oddboard.core import registry
from oddboard.core.errors import BadRecord
from oddboard.core.network import MOST_ACTIVE
from oddboard.core.network_files import from_file
from tests.commands import inside
from tests.core.test_network import any_network

GAME = "everest"
ALONE = Processes(1)


def plan(**changed: Any) -> Plan:
    options = registry.game(GAME).check_options(2, {"round_limit": 2})
    usual = Plan(GAME, [(2, options)], seed=1, games=CHUNK + 2, iterations=12, rounds=2, result=0.1, judged=1)
    return replace(usual, **changed)


def quiet(*given: Any) -> None:
    pass


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("games")
    play_all(plan(), found, None, ALONE, quiet)
    return found


def test_the_same_seed_gives_the_same_network(folder: Path, tmp_path: Path) -> None:
    again = play_all(plan(), tmp_path, None, ALONE, quiet)
    kept = play_all(plan(), folder, None, ALONE, quiet)
    assert len(kept.seats) > 50
    network = learned(plan(), kept, quiet)
    assert network == learned(plan(), again, quiet)
    assert from_file(registry.game(GAME), network).judged == 1
    other = plan(seed=2)
    assert not np.array_equal(play_all(other, tmp_path, None, ALONE, quiet).worth[:20], kept.worth[:20])
    assert network != learned(other, kept, quiet)


def test_a_run_that_was_broken_off_goes_on(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = play_all(plan(), folder, None, ALONE, quiet)
    files = sorted(folder.glob("*.npz"))
    assert len(files) == 2
    files[0].unlink()
    played: list[int] = []
    play = training._play
    monkeypatch.setattr(
        training, "_play", lambda plan, number, teacher: played.append(number) or play(plan, number, teacher)
    )
    told: list[int] = []
    again = play_all(plan(), folder, None, ALONE, told.append)
    assert played == list(range(CHUNK))
    assert sum(told) == plan().games
    assert all(
        np.array_equal(one, other) for one, other in zip(vars(whole).values(), vars(again).values(), strict=True)
    )


def test_games_of_another_plan_are_not_taken(folder: Path) -> None:
    assert plan(games=9).name == plan(rounds=7).name == plan(result=0.5).name == plan(judged=3).name == plan().name
    others: list[dict[str, Any]] = [{}, {"seed": 2}, {"iterations": 7}, {"teacher": "x"}, {"tables": [(3, {})]}]
    names = {plan(**changed).name for changed in others}
    assert len(names) == 5


def test_a_damaged_file_of_games_is_named(folder: Path) -> None:
    path = sorted(folder.glob("*.npz"))[-1]
    content = path.read_bytes()
    path.write_bytes(content[: len(content) // 2])
    try:
        with pytest.raises(BadRecord, match=f"{path.name} is damaged"):
            play_all(plan(), folder, None, ALONE, quiet)
    finally:
        path.write_bytes(content)


def test_a_network_learns_what_the_outlook_does_not_know() -> None:
    """Results follow from a feature that the hand-made outlook says nothing of."""
    game = registry.game(GAME)
    rng = np.random.default_rng(1)
    count = 4000
    active = rng.integers(100, 200, (count, 2, 4)).astype(np.int16)
    active[:, 0, 0] = rng.integers(0, 2, count)
    active[:, 1, 0] = 1 - active[:, 0, 0]
    result = np.where(active[:, :, 0] == 1, 0.8, 0.2).astype(np.float32).ravel()
    positions = learning.Positions(
        active.reshape(-1, 4),
        np.full(2 * count, 4, np.int16),
        hand=np.zeros(2 * count, np.float32),
        worth=np.full(2 * count, 0.5, np.float32),
        result=result,
        first=np.arange(0, 2 * count, 2, dtype=np.int32),
        seats=np.full(count, 2, np.int8),
        game=np.arange(count, dtype=np.int32),
    )
    rounds: list[learning.Round] = []
    network = learning.trained(game, positions, 1.0, 1, 40, rounds.append)
    assert rounds[0].by_hand == pytest.approx(0.09)
    assert rounds[-1].held_back < 0.003
    assert network.judged


def test_slopes_are_those_of_what_is_missed() -> None:
    """Against differences: a weight that is a little larger misses as much more as its slope says."""
    rng = np.random.default_rng(2)
    active = rng.integers(0, 50, (24, 6)).astype(np.int16)
    counts = np.full(24, 6, np.int16)
    hand, target = rng.normal(size=24).astype(np.float32), rng.random(24).astype(np.float32)
    first, seats = np.arange(0, 24, 3, dtype=np.int32), np.full(8, 3, np.int8)
    weights = learning._fresh(registry.game(GAME), rng)
    weights[0].last[:] = rng.normal(size=len(weights[0].last))
    slopes, spare = (np.zeros(1, weights.dtype) for _ in range(2))
    layers, chosen = np.zeros(1, learning.dtype_of(learning.Layers))[0], np.arange(8)
    data = (active, counts, hand, target, first, seats)
    learning.learn(weights[0], slopes[0], layers, *data, chosen)
    for name, place in (("rows", (int(active[0, 0]), 3)), ("second", (2, 3)), ("last", 5), ("offset", 3)):
        missed = []
        for change in (-0.002, 0.002):
            changed = weights.copy()
            changed[0][name][place] += np.float32(change)
            missed.append(learning.learn(changed[0], spare[0], layers, *data, chosen))
        by_difference = (missed[1] - missed[0]) / 0.004
        assert float(slopes[0][name][place]) == pytest.approx(3 * by_difference, rel=0.05, abs=2e-3), name


def test_what_is_noted_of_positions_fits(folder: Path) -> None:
    positions = play_all(plan(), folder, None, ALONE, quiet)
    assert 0 < positions.counts.min() <= positions.counts.max() <= positions.active.shape[1] <= MOST_ACTIVE
    assert len(positions.hand) == len(positions.worth) == len(positions.result) == 2 * len(positions.seats)
    assert positions.first.tolist() == list(range(0, len(positions.counts), 2))
    for values in (positions.worth, positions.result):
        assert ((values >= 0) & (values <= 1)).all()
        assert values.reshape(-1, 2).sum(axis=1) == pytest.approx(1, abs=0.02)


def test_tables_of_other_sizes_are_learned_from_together(tmp_path: Path) -> None:
    options = registry.game(GAME).check_options(2, {"round_limit": 2})
    both = plan(tables=[(2, options), (4, options)], games=2)
    positions = play_all(both, tmp_path, None, ALONE, quiet)
    assert set(positions.seats.tolist()) == {2, 4}
    assert (np.diff(positions.first) == positions.seats[:-1]).all()
    assert len(positions.counts) == positions.seats.sum()


@pytest.mark.parametrize("key", registry.keys())
def test_all_tables_take_turns_if_none_is_named(key: str) -> None:
    game = registry.game(key)
    found = training.tables(game)
    plain = [players for players, options in found if options == game.check_options(players, {})]
    assert {game.players[0], game.players[-1]} <= set(plain)
    assert len(plain) >= len(found) / 3


def test_a_contest_is_fair_to_equals(folder: Path) -> None:
    """A network that answers 0 plays like the hand-made outlook: of two games with the same dice each side has one."""
    game = registry.game(GAME)
    network = learning.quantised(np.zeros(1, learning.dtype_of(learning.Weights))[0])
    network.judged = 1
    content = training.to_file(game, network, {})
    figure = training.judged(plan(), content, 6, (6, 6), ALONE, quiet)
    assert figure.low < 0.5 < figure.high


def test_a_game_without_features_has_nothing_to_learn_from(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(registry.game("yavoch")), "features", 0)
    assert "lists no features" in inside("train", "yavoch", "--games", "1").stderr


@pytest.mark.parametrize(("low", "written"), [(0.51, True), (0.49, False)])
def test_a_network_is_written_only_if_it_wins(
    low: float, written: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(training, "judged", lambda *given: Figure(0.6, low, 0.7))
    monkeypatch.setattr(training, "slowness", lambda *given: 2.0)
    monkeypatch.chdir(tmp_path)
    words = [
        "--games",
        "3",
        "--generations",
        "2",
        "--iterations",
        "4",
        "--rounds",
        "1",
        "--contest",
        "2",
        "--workers",
        "1",
    ]
    words += ["--keep", "kept", "--option", "round_limit=2"]
    done = inside("train", GAME, *words)
    assert done.returncode == (0 if written else 1), done.stderr
    assert "Wins 60%" in done.stdout
    assert "(4 v. 8 iterations)" in done.stdout
    assert Path(f"{GAME}.network").exists() == written
    assert len(list(Path("kept").glob("*.npz"))) == 2, "a file for each generation"


def test_the_next_generation_plays_with_the_network_of_the_one_before(tmp_path: Path) -> None:
    game = registry.game(GAME)
    network = training.to_file(game, any_network(game), {})
    next_one = plan(games=3).taught_by(network)
    second = play_all(next_one, tmp_path, network, ALONE, quiet)
    by_hand = play_all(plan(games=3), tmp_path, None, ALONE, quiet)
    assert not np.array_equal(second.worth, by_hand.worth)
    both = learning.together([by_hand, second])
    assert len(both.seats) == len(by_hand.seats) + len(second.seats)


def test_a_folder_that_is_not_there_is_named_before_anything_is_played(tmp_path: Path) -> None:
    assert "there is no folder" in inside("train", GAME, "--out", tmp_path / "nowhere" / "x").stderr
