"""The card: its kernels compile, and what is around them gives the processor's games."""

import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from oddboard.core import machine_code, registry
from oddboard.core.compiling import INTERPRETED
from oddboard.core.errors import BadRequest, Illegal
from oddboard.core.game import OnCard
from oddboard.core.gathering import Gathering
from oddboard.core.records import dtype_of
from oddboard.envs import Vector, card
from oddboard.games.everest.state import ORDERING, RESTING
from tests.envs.pretended import Warps, pretend

SHOWN = ("observations", "rewards", "terminated", "turn", "mask", "actions")
GAMES = ("everest", "sailboat-regatta")


def same(here: Vector, there: Vector) -> None:
    assert here.states().tobytes() == there.states().tobytes()
    assert here.tallies().tobytes() == there.tallies().tobytes()
    for name in SHOWN:
        assert getattr(here, name).tobytes() == getattr(there, name).copy_to_host().tobytes(), name


@pytest.mark.parametrize("mask", ["bits", "flags", "codes"])
@pytest.mark.parametrize("key", GAMES)
def test_the_card_plays_the_games_of_the_processor(key: str, mask: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pretend(monkeypatch)
    here = Vector(key, 5, seed=3, mask=mask)
    there = Vector(key, 5, seed=3, mask=mask, device="cuda")
    same(here, there)
    for _ in range(3):
        here.step(here.sample())
        there.step(there.sample().copy_to_host())
        same(here, there)
    for vector in (here, there):
        vector.random_steps(600)
    same(here, there)
    for vector in (here, there):
        vector.greedy()
        vector.greedy_steps(2)
    same(here, there)


@pytest.mark.parametrize(("state", "gathered"), [("local", 2), ("global", 3)])
def test_threads_that_wait_for_one_another_play_the_same_games(
    state: Any, gathered: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Four threads to a warp, the last warp not full, and phases in which they gather."""
    game = registry.game("everest")
    monkeypatch.setattr(card, "BLOCK", 4)
    monkeypatch.setattr(type(game), "on_card", Gathering(state=state, rare=(ORDERING, RESTING), gathered=gathered))
    pretend(monkeypatch, Warps(4))
    short: Any = {"seed": 3, "options": {"round_limit": 1}}
    here, there = Vector("everest", 6, **short), Vector("everest", 6, device="cuda", **short)
    for vector in (here, there):
        vector.random_steps(60)
        vector.random_steps(7)
    assert there.tallies()["games"].sum() > 0
    same(here, there)


def test_a_game_says_how_it_is_played_at_random() -> None:
    assert {key: card.way_to_play(registry.game(key)) for key in registry.keys()} == {
        "everest": "random_steps_in_place",
        "martian-race": "random_steps_together",
        "sailboat-regatta": "random_steps",
        "yavoch": "random_steps_in_place",
        "yaz": "random_steps_together",
    }


def test_the_card_refuses_what_is_not_legal(monkeypatch: pytest.MonkeyPatch) -> None:
    pretend(monkeypatch)
    v = Vector("everest", 3, device="cuda")
    actions = v.sample().copy_to_host()
    actions[1] = 290
    before = v.states().tobytes()
    with pytest.raises(Illegal, match="game 1, decision 290"):
        v.step(actions)
    assert v.states().tobytes() == before
    v._engine.find_illegal(v.sample().copy_to_host())


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled in the interpreted mode")
def test_without_a_card_it_says_so() -> None:
    try:
        from oddboard.envs.card import cuda

        available = cuda().is_available()
    except BadRequest:
        available = False
    if available:
        pytest.skip("there is a card")
    with pytest.raises(BadRequest, match=r"no graphics card|numba-cuda is not installed"):
        Vector("everest", 2, device="cuda")


@pytest.mark.parametrize("key", registry.keys())
def test_a_kernel_s_file_has_a_name_that_every_file_system_takes(key: str) -> None:
    """Yaz's named all that only its outlook needs, and no card could play it."""
    for label in card.labels(registry.game(key)):
        name = machine_code.name_of(f"{label}-random_steps_together-sm_90-r64", (card.__name__,), "cubin")
        assert len(name) < 200
        assert machine_code.found(name) is None


def test_kernels_whose_names_are_cut_are_told_apart() -> None:
    one, other = (machine_code.name_of("y" * 300 + end, (), "cubin") for end in "ab")
    assert one != other


# In a process of its own: the CUDA target changes Numba for good, and needs no card to compile.
COMPILE = """
import re, sys, types
from oddboard.core import registry
from oddboard.core.errors import BadRequest
from oddboard.envs import card
try:
    cuda = card.cuda()
except BadRequest as error:
    sys.exit(f"CANNOT {error}")
dispatcher = __import__("importlib").import_module("numba.cuda.dispatcher")
dispatcher.get_current_device = lambda: types.SimpleNamespace(compute_capability=(9, 0))
game = registry.game(sys.argv[1])
kernels = {each.__name__: each for each in card.functions_of(game)}
signatures = card.signatures(game)
for name in sys.argv[2:]:
    try:
        apart = game.on_card.apart if name == card.way_to_play(game) else ()
        ptx = card.assembly_of(kernels[name], signatures[name], (9, 0), apart)
    except Exception as error:
        if "Failure finding" in str(error) or "NVVM" in type(error).__name__:
            sys.exit(f"CANNOT NVVM or NVRTC is not installed: {error}")
        raise
    assert ".entry" in ptx
    assert "fma.rn.f64" not in ptx, "a merged multiplication would round otherwise than a processor does"
    assert ".const " not in ptx, "tables are to be in global memory"
    assert card.entry_of(ptx) in ptx
    for each in apart:
        assert re.search(rf"\\.func .*\\d{each}B", ptx), f"{each} is not a function of its own"
    print(len(ptx))
"""


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled in the interpreted mode")
@pytest.mark.parametrize(
    ("key", "kernels"),
    [("everest", ["restart", "step", "random_steps_in_place", "show"])]
    + [
        pytest.param(
            key,
            ["step", "greedy", "random_steps", "random_steps_in_place", "random_steps_together", "show"],
            marks=pytest.mark.soak,
        )
        for key in registry.keys()
    ],
)
def test_kernels_compile_to_ptx(key: str, kernels: list[str]) -> None:
    run: Any = subprocess.run(
        [sys.executable, "-c", COMPILE, key, *kernels], capture_output=True, text=True, check=False
    )
    if "CANNOT" in run.stderr:
        pytest.skip(run.stderr.strip().removeprefix("CANNOT "))
    assert run.returncode == 0, run.stderr[-4000:]
    assert len(run.stdout.split()) == len(kernels)


def test_arrays_are_handed_over_without_a_copy() -> None:
    from oddboard.envs.dlpack import CPU, capsule

    class Handed:
        def __init__(self, array: Any) -> None:
            self.array = array

        def __dlpack__(self, **asked: Any) -> Any:
            return capsule(self, self.array.ctypes.data, self.array.shape, self.array.dtype, (CPU, 0))

        def __dlpack_device__(self) -> tuple[int, int]:
            return CPU, 0

    for kind in (np.int8, np.uint8, np.int32, np.float32, np.bool_):
        array = np.arange(12).reshape(3, 4).astype(kind)
        taken = np.from_dlpack(Handed(array))
        assert taken.dtype == array.dtype
        assert np.array_equal(taken, array)
        assert np.shares_memory(taken, array)


@pytest.mark.parametrize("key", registry.keys())
def test_each_game_says_where_its_state_lies_and_what_playing_does_without(key: str) -> None:
    game = registry.game(key)
    playing = card.playing_work(game)
    names = set(dtype_of(playing).names or ())
    assert names == set(dtype_of(game.work).names or ()) - set(game.on_card.outlook_only)
    assert {"code", "weight"} <= names


def test_a_field_that_the_scratch_record_lacks_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    game = registry.game("everest")
    monkeypatch.setattr(type(game), "on_card", OnCard(outlook_only=("ropes",)))
    with pytest.raises(BadRequest, match="scratch record has no ropes"):
        card.playing_work(game)


@pytest.mark.parametrize("key", registry.keys())
def test_what_a_game_keeps_apart_are_rules_of_it(key: str) -> None:
    game = registry.game(key)
    card.check_apart(game, game.on_card.apart)


def test_what_is_no_rule_cannot_be_kept_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    game = registry.game("everest")
    monkeypatch.setattr(type(game), "on_card", OnCard(apart=("legal", "ropes")))
    pretend(monkeypatch)
    with pytest.raises(BadRequest, match="there is no rule ropes,"):
        Vector("everest", 2, device="cuda")


# In a process of its own, interpreted: a field that playing needs after all is an error there.
PLAYING = """
import pytest
from oddboard.core import registry
from oddboard.envs import Vector
from oddboard.games.everest.state import ORDERING, RESTING
from tests.envs.pretended import Warps, pretend
pretend(pytest.MonkeyPatch())
for key in registry.keys():
    v = Vector(key, 2, seed=4, mask="codes", device="cuda")
    v.random_steps(40)
    v.step(v.sample().copy_to_host())
"""


def test_playing_does_without_what_only_outlooks_need() -> None:
    run = subprocess.run(
        [sys.executable, "-c", PLAYING],
        env=os.environ | {"ODDBOARD_INTERPRETED": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr[-2000:]
