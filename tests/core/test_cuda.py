"""The rules of every game compile for a graphics card: nothing allocates, nothing touches a Python object."""

import subprocess
import sys

import pytest

from oddboard.core import registry
from oddboard.core.compiling import INTERPRETED

# In a process of its own: the CUDA target changes Numba for good, and needs no card to compile.
COMPILE = """
import sys, types
import numpy as np
np.row_stack = np.vstack  # numba-cuda still asks for the old name
from numba import cuda
if "numba_cuda" not in cuda.__file__:
    sys.exit("CANNOT numba-cuda is not installed: pip install 'oddboard[cuda]'")
from numba import float64
from oddboard.core import registry
from oddboard.core.network import Network, correct
from oddboard.core.randomness import Rng
from oddboard.core.records import numba_type
from oddboard.core.rules import hide, imagine, outlook, play, pick, legal, score, to_move

def playing(states, works, networks, rngs, scores):
    i = cuda.grid(1)
    if i < len(states):
        s, w, rng = states[i], works[i], rngs[i]
        if to_move(s) >= -1 and legal(s, w) > 0:
            play(s, w, pick(s, w, rng))
        score(s, scores[i])

def judging(states, works, networks, rngs, scores):
    i = cuda.grid(1)
    if i < len(states):
        s, w, rng = states[i], works[i], rngs[i]
        outlook(s, w, scores[i])
        correct(s, networks[i], 2, scores[i])
        hide(s, 0)
        imagine(s, w, 0, rng)

kernel = globals()[sys.argv[2]]
dispatcher = sys.modules[type(cuda.jit(kernel)).__module__]
dispatcher.get_current_device = lambda: types.SimpleNamespace(compute_capability=(9, 0))
game = registry.game(sys.argv[1])
records = (game.state, game.work, Network, Rng)
signature = (*(numba_type(each)[::1] for each in records), float64[:, ::1])
try:
    ptx, _ = cuda.compile_ptx(kernel, signature, cc=(9, 0))
except Exception as error:
    if "Failure finding" in str(error) or "NVVM" in type(error).__name__:
        sys.exit(f"CANNOT NVVM or NVRTC is not installed: {error}")
    raise
assert ".entry" in ptx
print(len(ptx))
"""


QUICK = {  # others take up to a minute; playing Everest is compiled by tests/envs/test_card.py
    ("everest", "judging"),
    ("sailboat-regatta", "playing"),
    ("sailboat-regatta", "judging"),
}


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled in the interpreted mode")
@pytest.mark.parametrize(
    ("key", "kernel"),
    [
        pytest.param(key, kernel, marks=[] if (key, kernel) in QUICK else [pytest.mark.soak])
        for key in registry.keys()
        for kernel in ("playing", "judging")
    ],
)
def test_rules_compile_to_ptx(key: str, kernel: str) -> None:
    run = subprocess.run([sys.executable, "-c", COMPILE, key, kernel], capture_output=True, text=True, check=False)
    if "CANNOT" in run.stderr:
        pytest.skip(run.stderr.strip().removeprefix("CANNOT "))
    assert run.returncode == 0, run.stderr[-4000:]
    assert int(run.stdout) > 2_000
