"""The examples run, as far as what they need is installed here."""

import importlib.util
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from oddboard import bots
from oddboard.core import registry
from oddboard.core.match import Match

EXAMPLES = Path(__file__).parents[1] / "examples"


@pytest.fixture(autouse=True)
def beside(monkeypatch: pytest.MonkeyPatch) -> None:
    """Examples find one another, as scripts of one folder do."""
    monkeypatch.syspath_prepend(EXAMPLES / "learning")


def loaded(name: str) -> Any:
    spec = importlib.util.spec_from_file_location(Path(name).stem, EXAMPLES / name)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_policy_is_learnt_goes_on_from_its_checkpoint_and_sits_down(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed: pip install 'oddboard[train]'")
    ppo = loaded("learning/ppo.py")
    few = ["--games", "8", "--batch", "300", "--width", "16", "--arena-games", "2", "--against", "random"]
    options = ["--options", json.dumps({"round_limit": 2}), "--out", str(tmp_path)]
    found = ppo.train(ppo.parser().parse_args([*few, *options, "--steps", "300"]))
    assert found["random"][1] < found["random"][2]
    assert (tmp_path / "checkpoint.pt").exists()
    ppo.train(ppo.parser().parse_args([*few, *options, "--steps", "600"]))
    game = registry.game("everest")
    match = Match(game, 2)
    assert bots.Bot(game, 2, 0, bots.budget(str(tmp_path / "policy.npz")), 1).decide(match).code in match.codes()


def test_games_between_bots_become_a_dataset(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("minari", reason="Minari is not installed")
    pytest.importorskip("h5py", reason="h5py is not installed")
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))
    export = loaded("learning/minari_export.py")
    few = ["--episodes", "2", "--bot", "greedy", "--opponents", "random", "--id", "oddboard/test-v0"]
    assert export.export(export.parser().parse_args(few)).total_episodes == 2


@pytest.mark.parametrize(
    ("algorithm", "needs", "more"),
    [("ismcts", ["pyspiel"], ["--simulations", "3"]), ("dqn", ["pyspiel", "torch", "tree"], ["--episodes", "3"])],
)
def test_algorithms_of_openspiel_run(algorithm: str, needs: list[str], more: list[str]) -> None:
    for needed in needs:
        pytest.importorskip(needed, reason=f"{needed} is not installed: pip install torch dm-tree")
    module = loaded("learning/openspiel.py")
    found = module.ALGORITHMS[algorithm](module.parser().parse_args([algorithm, *more]))
    assert 0 <= np.min(found) <= np.max(found) <= 1


def seated(path: Path, key: str, options: dict[str, Any]) -> None:
    """A policy in a file decides at a table."""
    game = registry.game(key)
    match = Match(game, 2, options)
    while not isinstance(match.to_move, int):
        match.roll()
    assert bots.Bot(game, 2, match.to_move, bots.budget(str(path)), 1).decide(match).code in match.codes()


def test_a_network_in_numpy_learns_what_it_is_shown() -> None:
    """Down the slope that a difference of errors gives, too."""
    parts = loaded("learning/parts.py")
    network = parts.Network([3, 8, 2], 1)
    seen = np.random.default_rng(1).normal(size=(64, 3))
    wanted = np.stack([seen[:, 0] - seen[:, 1], np.abs(seen[:, 2])], axis=1)

    def error() -> float:
        return float(((network(seen) - wanted) ** 2).mean())

    assert network(seen[:1]) == pytest.approx(network(seen)[:1], abs=1e-6)  # one row goes another way
    before = error()
    for _ in range(300):
        within = network.forward(seen)
        network.improve(within, (within[-1] - wanted) / len(seen), 0.01)
    assert error() < before / 20


def test_codes_that_are_not_legal_have_no_chance() -> None:
    parts = loaded("learning/parts.py")
    found = parts.chances(np.array([[1.0, 9.0, 1.0]]), np.array([[True, False, True]]))
    assert found.tolist() == [[0.5, 0.0, 0.5]]


def test_alphazero_plays_learns_and_sits_down(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install 'oddboard[openspiel]'")
    zero = loaded("learning/alpha_zero.py")
    options = {"turn_limit": 2}
    few = ["--rounds", "2", "--games", "1", "--simulations", "4", "--steps", "2", "--width", "8", "--arena-games", "2"]
    found = zero.train(zero.parser().parse_args([*few, "--options", json.dumps(options), "--out", str(tmp_path)]))
    printed = capfd.readouterr()
    assert json.loads(printed.out) == {"random": list(found["random"])}  # how it goes on is told elsewhere
    assert "round 2" in printed.err
    assert found["random"][1] < found["random"][2]
    seated(tmp_path / "policy.npz", "sailboat-regatta", options)
    with pytest.raises(SystemExit, match="has secrets"):
        zero.train(zero.parser().parse_args(["--game", "everest", "--options", "{}"]))


def test_alphazero_follows_what_the_search_found() -> None:
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install 'oddboard[openspiel]'")
    zero = loaded("learning/alpha_zero.py")
    network = zero.Network([2, 8, 4], 1)  # three codes and the value
    legal = np.array([True, True, False])
    known = [
        (np.array([1.0, 0.0]), legal, np.array([1.0, 0.0, 0.0]), 1.0),
        (np.array([0.0, 1.0]), legal, np.array([0.0, 1.0, 0.0]), 0.0),
    ]
    assert zero.learn(network, known, 400, np.random.RandomState(1)) > 0
    made = network(np.eye(2))
    assert made[0, 0] > made[0, 1] + 1
    assert made[1, 1] > made[1, 0] + 1
    assert made[0, 3] > 0.8 > 0.2 > made[1, 3]


def test_regrets_are_learnt_and_the_average_strategy_sits_down(tmp_path: Path) -> None:
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install 'oddboard[openspiel]'")
    cfr = loaded("learning/deep_cfr.py")
    options = {"round_limit": 1}
    few = ["--iterations", "2", "--games", "1", "--examined", "0.5", "--steps", "2", "--width", "8"]
    asked = cfr.parser().parse_args(
        [*few, "--arena-games", "2", "--options", json.dumps(options), "--out", str(tmp_path)]
    )
    found = cfr.train(asked)
    assert found["random"][1] < found["random"][2]
    seated(tmp_path / "policy.npz", "everest", options)


def test_regrets_lead_towards_an_equilibrium(monkeypatch: pytest.MonkeyPatch) -> None:
    """In Kuhn's poker, small enough to tell: deciding at random can be exploited by 0.917."""
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install 'oddboard[openspiel]'")
    from open_spiel.python import policy
    from open_spiel.python.algorithms import exploitability

    cfr = loaded("learning/deep_cfr.py")
    monkeypatch.setattr(cfr.guests, "SCALE", 1.0)
    monkeypatch.setattr(cfr, "RATE", 0.01)
    game = pyspiel.load_game("kuhn_poker")
    solver = cfr.Solver(game, 32, 1)
    for iteration in range(1, 11):
        for seat in range(2):
            for _ in range(20):
                solver.sample(seat, iteration, 1.0)
            solver.learn_regrets(seat, 50, iteration)
    network = solver.average(500)

    class Average(policy.Policy):  # type: ignore[misc]
        def action_probabilities(self, state: Any, player_id: Any = None) -> dict[int, float]:
            seen, legal = solver.row(state)
            found = cfr.chances(network(seen[None])[0], legal)
            return {code: float(found[code]) for code in state.legal_actions()}

    assert exploitability.nash_conv(game, Average(game, [0, 1])) < 0.65


def test_rllib_gets_an_environment_with_masks() -> None:
    """Everything that RLlib asks of one, without RLlib: spaces that hold, masks that say what is legal."""
    pytest.importorskip("gymnasium", reason="Gymnasium is not installed: pip install 'oddboard[envs]'")
    example = loaded("learning/rllib_ppo.py")
    config = {"game": "everest", "opponents": "random", "options": {"round_limit": 2}}
    env = example.masked(config | {"illegal": "refuse"})
    seen, _ = env.reset(seed=1)
    rng, ended = np.random.default_rng(1), False
    while not ended:
        assert env.observation_space.contains(seen)
        seen, reward, ended, *_ = env.step(rng.choice(np.flatnonzero(seen["action_mask"])))
    assert 0 <= reward <= 1


def test_rllibs_weights_become_layers_in_their_order() -> None:
    pytest.importorskip("gymnasium", reason="Gymnasium is not installed: pip install 'oddboard[envs]'")
    example = loaded("learning/rllib_ppo.py")
    sizes = {
        "encoder.actor_encoder.net.mlp.0": (4, 3),
        "encoder.actor_encoder.net.mlp.2": (4, 4),
        "pi.net.mlp.0": (5, 4),
    }
    weights = {f"{name}.weight": np.ones(shape) for name, shape in reversed(sizes.items())}
    weights |= {f"{name}.bias": np.zeros(shape[0]) for name, shape in sizes.items()}
    weights["encoder.critic_encoder.net.mlp.0.weight"] = np.ones((4, 3))
    assert [(weight.shape, bias.shape) for weight, bias in example.layers_of(weights)] == [
        ((3, 4), (4,)),
        ((4, 4), (4,)),
        ((4, 5), (5,)),
    ]


def test_rllib_learns_and_its_policy_sits_down(tmp_path: Path) -> None:
    for needed in ("torch", "ray", "tree", "lz4", "pyarrow", "pandas"):
        pytest.importorskip(needed, reason=f"{needed} is not installed: pip install torch 'ray[rllib]'")
    example = loaded("learning/rllib_ppo.py")
    few = ["--iterations", "1", "--batch", "64", "--width", "16", "--arena-games", "2", "--opponents", "random"]
    options = {"round_limit": 2}
    asked = example.parser().parse_args([*few, "--options", json.dumps(options), "--out", str(tmp_path)])
    assert example.train(asked)["random"][1] < 1
    seated(tmp_path / "policy.npz", "everest", options)


def test_a_program_needs_nothing_of_ours() -> None:
    source = (EXAMPLES / "bots" / "first_legal.py").read_text(encoding="utf-8")
    names = [line.split()[1] for line in source.splitlines() if line.startswith("import ")]
    assert names
    assert all(name in sys.stdlib_module_names for name in names)
