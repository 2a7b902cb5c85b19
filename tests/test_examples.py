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
    [("ismcts", "pyspiel", ["--simulations", "3"]), ("dqn", "torch", ["--episodes", "3"])],
)
def test_algorithms_of_openspiel_run(algorithm: str, needs: str, more: list[str]) -> None:
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install 'oddboard[openspiel]'")
    pytest.importorskip(needs, reason=f"{needs} is not installed")
    module = loaded("learning/openspiel.py")
    found = module.ALGORITHMS[algorithm](module.parser().parse_args([algorithm, *more]))
    assert 0 <= np.min(found) <= np.max(found) <= 1


def test_a_program_needs_nothing_of_ours() -> None:
    source = (EXAMPLES / "bots" / "first_legal.py").read_text(encoding="utf-8")
    names = [line.split()[1] for line in source.splitlines() if line.startswith("import ")]
    assert names
    assert all(name in sys.stdlib_module_names for name in names)
