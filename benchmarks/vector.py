"""Steps a second of `Vector` on the processor, next to OpenSpiel's own vector environment of backgammon.

python benchmarks/vector.py [GAME...] [--n 1024] [--seconds 1.0] [--threads 1]

Both sides step games at random with what a learner needs: observations and what is legal. Everything is measured in
slices, a slice of each in turn, and the best counts: other programs on the machine only ever make things slower.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from oddboard.core import registry
from oddboard.envs import Vector

SLICES = 5
THEIR_GAMES = 16  # more of them are no faster, since they are stepped one by one
SHOWN: dict[str, dict[str, Any]] = {
    "bare": {"mask": None, "observed": False},
    "observed": {"mask": None, "observed": True},
    "observed, bits": {"mask": "bits", "observed": True},
    "observed, codes": {"mask": "codes", "observed": True},
}


def rate(step: Callable[[], int], seconds: float) -> float:
    """Steps a second."""
    steps = 0
    began = time.perf_counter()
    while (spent := time.perf_counter() - began) < seconds:
        steps += step()
    return steps / spent


def stepping(key: str, n: int, threads: int, **shown: Any) -> Callable[[], int]:
    """One step of a vector: a decision in each game."""
    v = Vector(key, n, seed=1, checked=False, threads=threads, **shown)
    v.random_steps(50)

    def step() -> int:
        v.step(v.sample())
        return n

    return step


def playing(key: str, n: int, threads: int) -> Callable[[], int]:
    """Random play in one call."""
    v = Vector(key, n, seed=1, mask=None, observed=False, threads=threads)

    def step() -> int:
        v.random_steps(20)
        return 20 * n

    return step


def theirs() -> Callable[[], int] | None:
    """One step of OpenSpiel's vector environment of backgammon; None if OpenSpiel is not installed."""
    try:
        from open_spiel.python import rl_environment
        from open_spiel.python.vector_env import SyncVectorEnv
    except ImportError:
        return None
    envs = SyncVectorEnv([rl_environment.Environment("backgammon") for _ in range(THEIR_GAMES)])
    rng = np.random.default_rng(1)
    latest = [envs.reset()]

    class Chosen:
        def __init__(self, action: int) -> None:
            self.action = action

    def step() -> int:
        chosen = []
        for one in latest[0]:
            legal = one.observations["legal_actions"][one.observations["current_player"]]
            chosen.append(Chosen(int(rng.choice(legal))))
        latest[0] = envs.step(chosen, reset_if_done=True)[0]
        return THEIR_GAMES

    return step


def main() -> None:
    """Measure the games named, or all, and print one JSON object."""
    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="*")
    parser.add_argument("--n", type=int, default=1024)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--threads", type=int, default=1)
    asked = parser.parse_args()
    keys = asked.games or registry.keys()
    measured: dict[tuple[str, str], Callable[[], int]] = {}
    for key in keys:
        print(key, file=sys.stderr)
        for name, shown in SHOWN.items():
            measured[key, name] = stepping(key, asked.n, asked.threads, **shown)
        measured[key, "random_steps"] = playing(key, asked.n, asked.threads)
    if (other := theirs()) is not None:
        measured["openspiel", "backgammon"] = other
    best = dict.fromkeys(measured, 0.0)
    for _ in range(SLICES):
        for name, step in measured.items():
            best[name] = max(best[name], rate(step, asked.seconds / SLICES))
    found: dict[str, Any] = {"n": asked.n, "threads": asked.threads, "openspiel_backgammon": None, "games": {}}
    if other is not None:
        found["openspiel_backgammon"] = round(best["openspiel", "backgammon"])
    for key in keys:
        rates = {name: round(best[key, name]) for name in (*SHOWN, "random_steps")}
        found["games"][key] = {"steps_per_second": rates}
        if other is not None:
            found["games"][key]["ratio"] = round(rates["observed, bits"] / best["openspiel", "backgammon"], 1)
    print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
