"""What limits random play on a graphics card: the same kernel with one thing changed at a time.

python benchmarks/card_variants.py [--games everest,yaz] [--variants base,global_state] [--size 131072] [--out FILE]

Each variant is compiled in a process of its own, side by side; they take turns on the card.
"""

import argparse
import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import card as figures  # beside this file
import numpy as np

VARIANTS: dict[str, dict[str, Any]] = {
    "base": {},
    "registers_64": {"registers": 64},
    "registers_96": {"registers": 96},
    "registers_128": {"registers": 128},
    "global_state": {"state": "global"},
    "global_scratch": {"scratch": "global"},
    "constant_tables": {"tables": "constant"},
}
BLOCKS = (32, 64, 128, 256)


def kernel_of(game: Any, state: str = "local", scratch: str = "local", registers: int | None = None) -> Any:
    """The kernel for random play, with state and scratch space in local or global memory."""
    from oddboard.core.copying import copy_record
    from oddboard.core.randomness import Rng
    from oddboard.core.records import numba_type
    from oddboard.envs import card
    from oddboard.envs.stepping import DICE, GENERATORS, PLAYERS, play_at_random

    gpu = card.cuda()
    state_type, work_type, rng_type = numba_type(game.state), numba_type(game.work), numba_type(Rng)
    seats, float64 = game.players[-1], np.float64
    state_local, scratch_local = state == "local", scratch == "local"
    aligned = card.ALIGNED

    def random_steps(states, start, rngs, tallies, rewards, done, count, scratches):  # type: ignore[no-untyped-def]
        i = gpu.grid(1)
        if i < len(states):
            generators = gpu.local.array(GENERATORS, rng_type, alignment=aligned)
            result = gpu.local.array(seats, float64)
            copy_record(generators[DICE], rngs[i, DICE])
            copy_record(generators[PLAYERS], rngs[i, PLAYERS])
            if state_local:
                s = gpu.local.array(1, state_type, alignment=aligned)
                copy_record(s[0], states[i])
            else:
                s = states[i : i + 1]
            works = gpu.local.array(1, work_type, alignment=aligned) if scratch_local else scratches[i : i + 1]
            ended = play_at_random(s, start, works[0], generators, tallies[i], result, rewards[i], count)
            done[i] = ended > 0
            if state_local:
                copy_record(states[i], s[0])
            copy_record(rngs[i, DICE], generators[DICE])
            copy_record(rngs[i, PLAYERS], generators[PLAYERS])

    return gpu.jit(max_registers=registers)(random_steps) if registers else gpu.jit(random_steps)


def measure(key: str, name: str, size: int) -> dict[str, Any]:
    """One variant of one game."""
    from oddboard.core import registry
    from oddboard.core.records import dtype_of, numba_type
    from oddboard.envs import Vector, card

    changed = dict(VARIANTS[name])
    if changed.pop("tables", "global") == "constant":
        card._keep_tables_in_global_memory = lambda: None
    gpu, game = card.cuda(), registry.game(key)
    began = time.perf_counter()
    kernel = kernel_of(game, **changed)
    found: dict[str, Any] = {"game": key, "variant": name, "size": size}
    # Compiled before the turn on the card.

    signature = (*card.signatures(game)["random_steps"], numba_type(game.work)[::1])
    kernel.compile(signature)
    found["compile_seconds"] = round(time.perf_counter() - began, 1)
    lock = figures.turn_on_the_card()
    v = Vector(key, size, seed=1, mask=None, observed=False, device="cuda")
    scratches = gpu.device_array(size if changed.get("scratch") == "global" else 1, dtype_of(game.work))
    found["rates"] = {}
    for block in BLOCKS:

        def run(k: int, block: int = block) -> None:
            kernel[(size + block - 1) // block, block](*v._engine._common(), k, scratches)
            gpu.synchronize()

        if block == BLOCKS[0]:
            run(figures.WARM_STEPS)
        found["rates"][block] = figures.best_rate(run, size)
    one = next(iter(kernel.overloads.values()))
    found["registers"], found["local_bytes"] = one.regs_per_thread, one.local_mem_per_thread
    lock.close()
    return found


def main() -> None:
    """Measure every variant of every game; print a table, write JSON."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", default="everest,martian-race,sailboat-regatta,yavoch,yaz")
    parser.add_argument("--variants", default=",".join(VARIANTS))
    parser.add_argument("--size", type=int, default=1 << 17)
    parser.add_argument("--out", default="card_variants.json")
    parser.add_argument("--one", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.one:
        key, name = asked.one.split(":")
        print(json.dumps(measure(key, name, asked.size)), flush=True)
        return
    wanted = [f"{key}:{name}" for key in asked.games.split(",") for name in asked.variants.split(",")]
    running = [
        (
            one,
            subprocess.Popen(
                [sys.executable, __file__, "--one", one, "--size", str(asked.size)], stdout=subprocess.PIPE, text=True
            ),
        )
        for one in wanted
    ]
    results = []
    for one, process in running:
        said, _ = process.communicate()
        lines = [line for line in said.splitlines() if line.startswith("{")]
        results.append(json.loads(lines[-1]) if lines else {"variant": one, "failed": process.returncode})
        Path(asked.out).write_text(json.dumps(results, indent=1), encoding="utf-8")
    for each in results:
        rates = {block: round(rate / 1e6, 1) for block, rate in each.get("rates", {}).items()}
        print(each.get("game"), each["variant"], each.get("registers"), each.get("local_bytes"), rates,
              each.get("compile_seconds"), each.get("failed", ""))  # fmt: skip


if __name__ == "__main__":
    main()
