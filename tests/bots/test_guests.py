"""Bots of somebody else's: networks in files, and programs that are asked in JSON lines."""

import shlex
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from oddboard import bots
from oddboard.bots import guests
from oddboard.core import registry
from oddboard.core.errors import BadRequest
from oddboard.core.match import Match
from oddboard.core.observation import layout_of

GAME = "everest"
FIRST_LEGAL = Path(__file__).parents[2] / "examples" / "bots" / "first_legal.py"


@pytest.fixture(autouse=True)
def _nobody_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(guests.KNOWN, "{}")


def network(path: Path, game: str = GAME, last: float = 1.0) -> Path:
    """A network of two layers that prefers large codes."""
    found = registry.game(game)
    size = layout_of(found).size
    first = (np.zeros((size, 4), np.float32), np.ones(4, np.float32))
    wanted = np.arange(found.codes, dtype=np.float32) * last
    guests.save(path, game, [first, (np.zeros((4, found.codes), np.float32), wanted)])
    return path


def command(source: str) -> str:
    return shlex.join([sys.executable, "-c", source])


def decided(name: str, seat: int = 0) -> int:
    game = registry.game(GAME)
    match = Match(game, 2)
    return bots.Bot(game, 2, seat, bots.budget(name, game), 1).decide(match).code


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_a_network_decides_for_the_legal_code_with_the_greatest_number(sign: float, tmp_path: Path) -> None:
    legal = Match(registry.game(GAME), 2).codes()
    code = decided(str(network(tmp_path / "mine.npz", last=sign)))
    assert code == (max(legal) if sign > 0 else min(legal))


def test_a_guest_is_introduced_by_name_and_offered_where_it_plays(tmp_path: Path) -> None:
    file = network(tmp_path / "My Bot.npz")
    guests.introduce([str(file), f"quick={shlex.join([sys.executable, str(FIRST_LEGAL)])}"], list(bots.LEVELS))
    assert bots.levels(registry.game(GAME)) == [*bots.LEVELS, "my-bot", "quick"]
    assert bots.levels(registry.game("yaz")) == [*bots.LEVELS, "quick"]
    legal = Match(registry.game(GAME), 2).codes()
    assert decided("my-bot") == max(legal)
    assert decided("quick") == legal[0]
    with pytest.raises(BadRequest, match="does not play"):
        bots.Bot(registry.game("yaz"), 2, 0, bots.budget("my-bot"))


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        ("nobody.npz", "cannot be read"),
        ("novice=x.npz", "name of its own"),
        ("python 'x", "cannot be read"),
        ("no-such-program-at-all", "cannot be started"),
        (command("raise SystemExit(3)"), "ended"),
        ("a=" + command('import sys; sys.stdin.readline(); print(\'{"id": 1, "games": 7}\', flush=True)'), "list"),
    ],
)
def test_what_cannot_sit_down_is_said(wanted: str, said: str) -> None:
    with pytest.raises(BadRequest, match=said):
        guests.introduce([wanted], list(bots.LEVELS))


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    np.savez(tmp_path / "other.npz", w0=np.zeros(3))
    with pytest.raises(BadRequest, match="holds no policy"):
        guests.introduce([str(tmp_path / "other.npz")], [])


ASKED = """
import json, os, sys
for line in sys.stdin:
    asked = json.loads(line)
    print("something else that it prints")
    if asked["cmd"] == "hello":
        print(json.dumps({"id": asked["id"], "games": ["everest"]}), flush=True)
    elif MODE == "lies":
        print(json.dumps({"id": asked["id"], "decision": {"do": "fly"}}), flush=True)
    elif MODE == "ends":
        os._exit(1)
"""


@pytest.mark.parametrize(("mode", "said"), [("lies", "not legal"), ("ends", "ended"), ("sleeps", "not answered")])
def test_a_program_that_fails_says_so_and_is_started_again(
    mode: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guests, "SECONDS", 1.0)
    guests.introduce([f"odd={command(f'MODE = {mode!r}' + ASKED)}"], [])
    for _ in range(2):
        with pytest.raises(BadRequest, match=said):
            decided("odd")


def test_a_program_sees_what_its_seat_may_know_only(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[dict[str, Any]] = []

    def ask(self: guests.Program, question: dict[str, Any], seconds: float, stop: Any) -> dict[str, Any]:
        asked.append(question)
        return {"decision": question["legal"][0]} if question["cmd"] == "decide" else {}

    monkeypatch.setattr(guests.Program, "_ask", ask)
    game = registry.game(GAME)
    match = Match(game, 2)
    for _ in range(3):
        match.play_code(match.codes()[0])
    guests.Program("whoever").decide(match, 1, bots.never)
    hidden = asked[-1]["position"]["yeti"][0]["plan"]
    assert hidden != match.position()["yeti"][0]["plan"]
    assert asked[-1]["seat"] == 1


def test_a_network_in_onnx_decides_alike(tmp_path: Path) -> None:
    onnx = pytest.importorskip("onnx", reason="ONNX is not installed")
    pytest.importorskip("onnxruntime", reason="onnxruntime is not installed: pip install 'oddboard[onnx]'")
    game = registry.game(GAME)
    size, helper = layout_of(game).size, onnx.helper
    wanted = onnx.numpy_helper.from_array(np.arange(game.codes, dtype=np.float32)[None], "wanted")
    weights = onnx.numpy_helper.from_array(np.zeros((size, game.codes), np.float32), "weights")
    nodes = [
        helper.make_node("MatMul", ["seen", "weights"], ["none"]),
        helper.make_node("Add", ["none", "wanted"], ["logits"]),
    ]
    given = helper.make_tensor_value_info("seen", onnx.TensorProto.FLOAT, [1, size])
    found = helper.make_tensor_value_info("logits", onnx.TensorProto.FLOAT, [1, game.codes])
    graph = helper.make_graph(nodes, "policy", [given], [found], [weights, wanted])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    path = tmp_path / "mine.onnx"
    onnx.save(model, path)
    assert decided(str(path)) == max(Match(game, 2).codes())
