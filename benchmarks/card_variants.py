"""What limits random play on a graphics card: the same kernel with one thing changed at a time.

python benchmarks/card_variants.py [--games everest,yaz] [--variants local_state,global_state] [--size N] [--out FILE]

One process does it all, one variant after another; what was compiled before is found in the cache folder.
"""

import argparse
import json
import time
from pathlib import Path
from typing import Any

import card as figures  # beside this file
import numpy as np
from entries import know_the_games

VARIANTS: dict[str, dict[str, Any]] = {
    "local_state": {"registers": 64},
    "global_state": {"state": "global", "registers": 64},
    "whole_scratch": {"scratch": "whole", "registers": 64},  # with what only outlooks need
    "global_scratch": {"scratch": "global", "registers": 64},
    "registers_128": {"registers": 128},
    "any_registers": {},
}
BLOCKS = (64, 128, 256)


def function_of(game: Any, state: str = "local", scratch: str = "local") -> Any:
    """The kernel for random play, with state and scratch space in local or global memory."""
    from oddboard.core.copying import copy_record
    from oddboard.core.randomness import Rng
    from oddboard.core.records import numba_type
    from oddboard.envs import card
    from oddboard.envs.stepping import DICE, GENERATORS, PLAYERS, play_at_random

    gpu = card.cuda()
    state_type, rng_type = numba_type(game.state), numba_type(Rng)
    seats, float64, aligned = game.players[-1], np.float64, card.ALIGNED

    def random_steps_beside(states, start, rngs, tallies, rewards, done, count, scratches):  # type: ignore[no-untyped-def]
        i = gpu.grid(1)
        if i < len(states):
            s = gpu.local.array(1, state_type, alignment=aligned)
            generators = gpu.local.array(GENERATORS, rng_type, alignment=aligned)
            result = gpu.local.array(seats, float64)
            copy_record(s[0], states[i])
            copy_record(generators[DICE], rngs[i, DICE])
            copy_record(generators[PLAYERS], rngs[i, PLAYERS])
            ended = play_at_random(s, start, scratches[i], generators, tallies[i], result, rewards[i], count)
            done[i] = ended > 0
            copy_record(states[i], s[0])
            copy_record(rngs[i, DICE], generators[DICE])
            copy_record(rngs[i, PLAYERS], generators[PLAYERS])

    if scratch == "global":
        return random_steps_beside
    wanted = "random_steps_in_place" if state == "global" else "random_steps"
    made = card.functions_of(game, game.work if scratch == "whole" else None)
    return next(each for each in made if each.__name__ == wanted)


def signature_of(game: Any, name: str) -> tuple[Any, ...]:
    """The types that a variant is called with."""
    from oddboard.core.records import numba_type
    from oddboard.envs import card

    plain: tuple[Any, ...] = card.signatures(game)["random_steps"]
    return (*plain, numba_type(card.playing_work(game))[::1]) if name == "global_scratch" else plain


def measure(key: str, name: str, size: int) -> dict[str, Any]:
    """One variant of one game."""
    from oddboard.core import registry
    from oddboard.core.records import dtype_of
    from oddboard.envs import Vector, card

    changed = dict(VARIANTS[name])
    registers = changed.pop("registers", None)
    gpu, game = card.cuda(), registry.game(key)
    began = time.perf_counter()
    label = f"{key}-{name}"
    kernel = card.kept(function_of(game, **changed), signature_of(game, name), game, registers, label)
    found: dict[str, Any] = {"game": key, "variant": name, "size": size}
    found["ready_seconds"] = round(time.perf_counter() - began, 1)
    lock = figures.turn_on_the_card()
    v = Vector(key, size, seed=1, mask=None, observed=False, device="cuda")
    more = [gpu.device_array(size, dtype_of(card.playing_work(game)))] if name == "global_scratch" else []
    found["rates"] = {}
    for block in BLOCKS:

        def run(k: int, block: int = block) -> None:
            kernel[(size + block - 1) // block, block](*v._engine._common(), k, *more)
            gpu.synchronize()

        if block == BLOCKS[0]:
            run(figures.WARM_STEPS)
        found["rates"][block] = figures.best_rate(run, size)
    one = next(iter(kernel.overloads.values()))
    found["registers"], found["local_bytes"] = one.regs_per_thread, one.local_mem_per_thread
    v.close()
    lock.close()
    return found


def main() -> None:
    """Measure every variant of every game; print a table, write JSON."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", default="everest,martian-race,sailboat-regatta,yavoch,yaz")
    parser.add_argument("--variants", default=",".join(VARIANTS))
    parser.add_argument("--size", type=int, default=1 << 17)
    parser.add_argument("--out", default="card_variants.json")
    asked = parser.parse_args()
    know_the_games()
    results = []
    for key in asked.games.split(","):
        for name in asked.variants.split(","):
            try:
                results.append(measure(key, name, asked.size))
            except Exception as error:
                results.append({"game": key, "variant": name, "failed": f"{type(error).__name__}: {error}"[:300]})
            Path(asked.out).write_text(json.dumps(results, indent=1), encoding="utf-8")
            last = results[-1]
            rates = {block: round(rate / 1e6, 1) for block, rate in last.get("rates", {}).items()}
            told = (last.get(word) for word in ("registers", "local_bytes", "ready_seconds", "failed"))
            print(key, name, rates, *told, flush=True)


if __name__ == "__main__":
    main()
