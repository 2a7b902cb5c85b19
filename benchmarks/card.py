"""Random and greedy play of every game on a graphics card, next to Pgx's backgammon, chess and hex in the same run.

python benchmarks/card.py [--games everest,yaz] [--pgx backgammon,chess,hex] [--out FILE] [--quick]

Each game and each game of Pgx is measured in a process of its own; they compile side by side, and take turns on the
card. A figure is decisions of seats a second; what chance decides between them is not counted, since Pgx does not
count it either. Games that end start again. Before anything is measured, the card's games are compared with the
processor's, byte by byte.
"""

import argparse
import fcntl
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

SIZES = [1 << power for power in (10, 12, 14, 16, 17, 18, 19, 20)]
PGX_SIZES = [1 << power for power in (10, 12, 14, 16, 17, 18, 19)]
PGX_GAMES = ("backgammon", "chess", "hex")
SLICE = 0.25  # seconds of a measurement, about
SLICES = 3  # of which the best counts
WARM_STEPS = 300  # so that games have drifted apart
GREEDY_SIZE = 1 << 14
SHOWN_SIZE = 1 << 16
LOCK = Path(tempfile.gettempdir()) / "oddboard-card.lock"


def turn_on_the_card() -> Any:
    """Wait until no other process measures; the turn ends with the process."""
    lock = LOCK.open("w")
    fcntl.flock(lock, fcntl.LOCK_EX)
    return lock


def best_rate(run: Callable[[int], None], each: int, first: int = 8, most: int = 4096) -> float:
    """Decisions a second of `run(k)`, which plays k decisions in each of so many games and waits for them."""
    run(first)
    began = time.perf_counter()
    run(first)
    spent = max(time.perf_counter() - began, 1e-6)
    count = max(1, min(most, int(first * SLICE / spent)))
    best = 0.0
    for _ in range(SLICES):
        began = time.perf_counter()
        run(count)
        best = max(best, each * count / (time.perf_counter() - began))
    return best


def identical(key: str) -> dict[str, bool]:
    """Whether the card's games are the processor's, byte by byte: states, rewards and everything shown."""
    from oddboard.envs import Vector

    here, there = (Vector(key, 1000, seed=7, mask="bits", device=device) for device in ("cpu", "cuda"))

    def same() -> bool:
        pairs: list[tuple[Any, Any]] = [(here.states(), there.states()), (here.tallies(), there.tallies())]
        for name in ("observations", "rewards", "terminated", "turn", "mask", "actions"):
            pairs.append((getattr(here, name), getattr(there, name).copy_to_host()))
        return all(one.tobytes() == other.tobytes() for one, other in pairs)

    found = {"reset": same()}
    for vector in (here, there):
        for _ in range(20):
            vector.step(vector.sample())
    found["steps"] = same()
    for vector in (here, there):
        vector.random_steps(700)
    found["random"] = same()
    for vector in (here, there):
        vector.greedy_steps(10)
        vector.step(vector.greedy())
    found["greedy"] = same()
    there.close()
    return found


def without_a_copy(key: str) -> dict[str, Any]:
    """Whether PyTorch and JAX see the card's own arrays."""
    from oddboard.envs import Vector

    v = Vector(key, 64, device="cuda")
    address = v.observations.__cuda_array_interface__["data"][0]
    found: dict[str, Any] = {}
    try:
        import torch

        for name, taken in (("torch", torch.as_tensor(v.observations, device="cuda")),
                            ("torch_dlpack", torch.from_dlpack(v.observations))):  # fmt: skip
            v.reset(seed=3)
            equal = (taken.cpu().numpy() == v.observations.copy_to_host()).all()
            found[name] = bool(taken.data_ptr() == address and equal)
        actions = torch.as_tensor(v.sample(), device="cuda").clone()
        v.step(actions)
        found["torch_actions"] = True
    except Exception as error:
        found["torch"] = f"{type(error).__name__}: {error}"
    try:
        import jax

        taken = jax.dlpack.from_dlpack(v.observations)
        equal = bool((jax.device_get(taken) == v.observations.copy_to_host()).all())
        found["jax_dlpack"] = bool(taken.unsafe_buffer_pointer() == address and equal)
    except Exception as error:
        found["jax"] = f"{type(error).__name__}: {error}"
    return found


def measure(key: str, quick: bool) -> dict[str, Any]:
    """Everything about one game."""
    from oddboard.envs import Vector

    found: dict[str, Any] = {"game": key}
    began = time.perf_counter()
    lock = turn_on_the_card()
    found["identical"] = identical(key)
    found["no_copy"] = without_a_copy(key)
    found["check_seconds"] = round(time.perf_counter() - began, 1)
    sizes = SIZES[1::2] if quick else SIZES
    kernels = None
    random: dict[int, float] = {}
    for size in sizes:
        v = Vector(key, size, seed=1, mask=None, observed=False, device="cuda")
        kernels = kernels or v._engine.kernels
        v._engine.kernels = kernels  # compiled once

        def run(k: int, v: Any = v) -> None:
            v._engine.random_steps(k)
            v._engine.synchronize()

        run(WARM_STEPS)
        random[size] = best_rate(run, size)
        tally = v.tallies()
        found["rolls_per_decision"] = round(float(tally["rolls"].sum() / tally["decisions"].sum()), 3)
        v.close()
    found["random"] = random
    one = next(iter(kernels.random_steps.overloads.values()))
    found["registers"], found["local_bytes"] = one.regs_per_thread, one.local_mem_per_thread
    v = Vector(key, GREEDY_SIZE, seed=1, mask=None, observed=False, device="cuda")

    def greedily(k: int) -> None:
        v._engine.greedy_steps(k)
        v._engine.synchronize()

    greedily(1)
    found["greedy"] = {GREEDY_SIZE: best_rate(greedily, GREEDY_SIZE, 1)}
    for mask, observed in ((None, True), ("bits", True), ("codes", False)):
        shown = Vector(key, SHOWN_SIZE, seed=1, mask=mask, observed=observed, checked=False, device="cuda")
        shown.random_steps(WARM_STEPS)

        def stepped(k: int, shown: Any = shown) -> None:
            for _ in range(k):
                shown.step(shown.sample())
            shown._engine.synchronize()

        found[f"step_{mask}_{'observed' if observed else 'unobserved'}"] = {
            SHOWN_SIZE: best_rate(stepped, SHOWN_SIZE, 4)
        }
        shown.close()
    lock.close()
    return found


def measure_pgx(name: str, quick: bool) -> dict[str, Any]:
    """Random play of a game of Pgx, the better of with its automatic reset and with games left ended."""
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(name)
    found: dict[str, Any] = {"game": name, "random": {}, "with_reset": {}, "without_reset": {}}

    def drawn(mask: Any, key: Any) -> Any:
        """One legal action, each as likely: cheaper than jax.random.categorical over all actions."""
        upto = jnp.cumsum(mask.astype(jnp.int32))
        index = jax.random.randint(key, (), 0, jnp.maximum(upto[-1], 1))
        return jnp.searchsorted(upto, index + 1)

    def player(step: Any, size: int, k: int) -> Any:
        def once(carry: Any, _: Any) -> Any:
            state, key = carry
            key, one, two = jax.random.split(key, 3)
            actions = jax.vmap(drawn)(state.legal_action_mask, jax.random.split(one, size))
            return (jax.vmap(step)(state, actions, jax.random.split(two, size)), key), None

        return jax.jit(lambda state, key: jax.lax.scan(once, (state, key), None, length=k)[0], donate_argnums=0)

    for size in PGX_SIZES[1::2] if quick else PGX_SIZES:
        for label, step in (("with_reset", auto_reset(env.step, env.init)), ("without_reset", env.step)):
            try:
                k = max(8, min(256, (1 << 22) // size)) if name != "chess" else max(4, min(64, (1 << 19) // size))
                play = player(step, size, k)
                state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), size))
                compiled = play.lower(state, jax.random.PRNGKey(1)).compile()
                lock = turn_on_the_card()
                key = jax.random.PRNGKey(2)
                for _ in range(2):
                    state, key = jax.block_until_ready(compiled(state, key))
                best = 0.0
                for _ in range(SLICES):
                    began = time.perf_counter()
                    state, key = jax.block_until_ready(compiled(state, key))
                    best = max(best, size * k / (time.perf_counter() - began))
                lock.close()
                found[label][size] = best
                found["random"][size] = max(best, found["random"].get(size, 0.0))
            except Exception as error:
                found.setdefault("errors", []).append(f"{size} {label}: {type(error).__name__}: {str(error)[:200]}")
        print(json.dumps(found), flush=True)
    return found


def table(results: list[dict[str, Any]]) -> str:
    """Decisions a second in millions, by batch size."""
    sizes = sorted({int(size) for result in results for size in result.get("random", {})})
    lines = ["game".ljust(20) + "".join(f"{size:>10}" for size in sizes) + "      best"]
    for result in results:
        random = {int(size): rate for size, rate in result.get("random", {}).items()}
        row = [f"{random[size] / 1e6:>10.1f}" if size in random else " " * 10 for size in sizes]
        best = max(random.values(), default=0.0)
        lines.append(str(result["game"]).ljust(20) + "".join(row) + f"{best / 1e6:>10.1f}")
    return "\n".join(lines)


def main() -> None:
    """Measure everything, each game in a process of its own; print a table, write JSON."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", default="everest,martian-race,sailboat-regatta,yavoch,yaz")
    parser.add_argument("--pgx", default=",".join(PGX_GAMES))
    parser.add_argument("--out", default="card.json")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--one", help=argparse.SUPPRESS)
    parser.add_argument("--one-pgx", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.one:
        print(json.dumps(measure(asked.one, asked.quick)), flush=True)
        return
    if asked.one_pgx:
        measure_pgx(asked.one_pgx, asked.quick)
        return
    wanted = [("--one", key) for key in asked.games.split(",") if key]
    wanted += [("--one-pgx", name) for name in asked.pgx.split(",") if name]
    quick = ["--quick"] if asked.quick else []
    running = [
        (name, subprocess.Popen([sys.executable, __file__, flag, name, *quick], stdout=subprocess.PIPE, text=True))
        for flag, name in wanted
    ]
    results = []
    for name, process in running:
        said, _ = process.communicate()
        lines = [line for line in said.splitlines() if line.startswith("{")]
        results.append(json.loads(lines[-1]) if lines else {"game": name, "failed": process.returncode})
        Path(asked.out).write_text(json.dumps(results, indent=1), encoding="utf-8")
    for result in results:
        print(json.dumps(result))
    print(table(results))


if __name__ == "__main__":
    main()
