"""Random and greedy play of every game on a graphics card, next to Pgx's backgammon, chess and hex in the same run.

python benchmarks/card.py [--games everest,yaz] [--pgx backgammon,chess,hex] [--out FILE] [--quick]

Each game and each game of Pgx is measured in a process of its own; they compile side by side, and take turns on the
card. A figure is decisions of seats a second; what chance decides between them is not counted, since Pgx does not
count it either. Games that end start again. Before anything is measured, the card's games are compared with the
processor's, byte by byte.
"""

import argparse
import fcntl
import hashlib
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from entries import know_the_games  # beside this file

SIZES = [1 << power for power in (10, 12, 14, 16, 17, 18, 19, 20)]
PGX_SIZES = [1 << power for power in (12, 14, 16, 17, 18, 19)]
PGX_GAMES = ("backgammon", "chess", "hex")
SLICE = 0.12  # seconds of a measurement, about
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


def played(key: str, device: str) -> dict[str, str]:
    """Hashes of everything there is of some games, states and all that is shown, after each of several ways to play."""
    from oddboard.envs import Vector

    v = Vector(key, 1000, seed=7, mask="bits", checked=False, device=device)
    found = {}

    def take(name: str) -> None:
        parts = [v.states(), v.tallies()]
        for shown in ("observations", "rewards", "terminated", "turn", "mask", "actions"):
            array = getattr(v, shown)
            parts.append(array.copy_to_host() if hasattr(array, "copy_to_host") else array)
        found[name] = hashlib.sha256(b"".join(part.tobytes() for part in parts)).hexdigest()[:16]

    take("reset")
    for _ in range(20):
        v.step(v.sample())
    take("steps")
    v.random_steps(700)
    take("random")
    v.greedy_steps(10)
    v.step(v.greedy())
    take("greedy")
    v.close()
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


def measure(key: str, asked: Any, tell: Callable[[dict[str, Any]], None]) -> None:
    """Everything about one game, told after every step."""
    from oddboard.envs import Vector

    found: dict[str, Any] = {"game": key, "random": {}}
    began = time.perf_counter()
    reference = json.loads(Path(asked.reference).read_text())[key] if asked.reference else played(key, "cpu")
    kernels = Vector(key, 1, device="cuda")._engine.kernels  # compiled before its turn on the card
    found["ready_seconds"] = round(time.perf_counter() - began, 1)
    lock = turn_on_the_card()

    def vector(size: int, **shown: Any) -> Any:
        v = Vector(key, size, seed=1, device="cuda", checked=False, **shown)
        v._engine.kernels = kernels
        return v

    there = played(key, "cuda")
    found["identical"] = {name: there[name] == reference[name] for name in reference}
    tell(found)
    for size in SIZES[1::2] if asked.quick else SIZES:
        v = vector(size, mask=None, observed=False)

        def run(k: int, v: Any = v) -> None:
            v._engine.random_steps(k)
            v._engine.synchronize()

        run(WARM_STEPS)
        found["random"][size] = best_rate(run, size)
        tally = v.tallies()
        found["rolls_per_decision"] = round(float(tally["rolls"].sum() / tally["decisions"].sum()), 3)
        v.close()
    one = next(iter(kernels.random_steps.overloads.values()))
    found["registers"], found["local_bytes"] = one.regs_per_thread, one.local_mem_per_thread
    tell(found)
    v = vector(GREEDY_SIZE, mask=None, observed=False)

    def greedily(k: int) -> None:
        v._engine.greedy_steps(k)
        v._engine.synchronize()

    greedily(1)
    found["greedy"] = best_rate(greedily, GREEDY_SIZE, 1)
    tell(found)
    found["steps"] = {}
    for mask, observed in ((None, False), (None, True), ("bits", True), ("codes", False)):
        shown = vector(SHOWN_SIZE, mask=mask, observed=observed)
        shown.random_steps(WARM_STEPS)

        def stepped(k: int, shown: Any = shown) -> None:
            for _ in range(k):
                shown.step(shown.sample())
            shown._engine.synchronize()

        found["steps"][f"{'observed' if observed else 'unobserved'}, mask {mask}"] = best_rate(stepped, SHOWN_SIZE, 4)
        shown.close()
    tell(found)
    found["no_copy"] = without_a_copy(key)
    tell(found)
    lock.close()


def measure_pgx(name: str, size: int, tell: Callable[[dict[str, Any]], None]) -> None:
    """Random play of a game of Pgx, with its automatic reset and with games left ended: the better counts."""
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

    def player(step: Any, k: int) -> Any:
        def once(carry: Any, _: Any) -> Any:
            state, key = carry
            key, one, two = jax.random.split(key, 3)
            actions = jax.vmap(drawn)(state.legal_action_mask, jax.random.split(one, size))
            return (jax.vmap(step)(state, actions, jax.random.split(two, size)), key), None

        return jax.jit(lambda state, key: jax.lax.scan(once, (state, key), None, length=k)[0])

    for label, step in (("with_reset", auto_reset(env.step, env.init)), ("without_reset", env.step)):
        k = max(8, min(256, (1 << 22) // size)) if name != "chess" else max(4, min(64, (1 << 19) // size))
        state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), size))
        key = jax.random.PRNGKey(2)
        compiled = player(step, k).lower(state, key).compile()
        lock = turn_on_the_card()
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
        tell(found)


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


def gathered(folder: Path) -> list[dict[str, Any]]:
    """What the processes have told so far, one object for each game."""
    found: dict[str, dict[str, Any]] = {}
    for path in sorted(folder.glob("*.json")):
        told = json.loads(path.read_text(encoding="utf-8"))
        known = found.setdefault(told["game"], told)
        for name in ("random", "with_reset", "without_reset"):
            known.setdefault(name, {}).update(told.get(name, {}))
    return list(found.values())


def main() -> None:
    """Measure everything, each game in a process of its own; print a table, write JSON."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", default="everest,martian-race,sailboat-regatta,yavoch,yaz")
    parser.add_argument("--pgx", default=",".join(PGX_GAMES))
    parser.add_argument("--out", default="card.json")
    parser.add_argument("--quick", action="store_true", help="every second batch size")
    parser.add_argument("--limit", type=float, default=3600, help="seconds after which what there is counts")
    parser.add_argument("--reference", help="hashes of the processor's games, from --write-reference elsewhere")
    parser.add_argument("--write-reference", help="only write the hashes of the processor's games to a file")
    parser.add_argument("--one", nargs=2, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    know_the_games()
    keys = [key for key in asked.games.split(",") if key]
    if asked.write_reference:
        Path(asked.write_reference).write_text(json.dumps({key: played(key, "cpu") for key in keys}, indent=1))
        return
    if asked.one:
        name, path = asked.one

        def tell(found: dict[str, Any]) -> None:
            spare = Path(path + ".part")
            spare.write_text(json.dumps(found), encoding="utf-8")
            spare.replace(path)

        if ":" in name:
            measure_pgx(name.partition(":")[0], int(name.partition(":")[2]), tell)
        else:
            measure(name, asked, tell)
        return
    sizes = PGX_SIZES[1::2] if asked.quick else PGX_SIZES
    wanted = keys + [f"{name}:{size}" for name in asked.pgx.split(",") if name for size in sizes]
    passed = (["--quick"] if asked.quick else []) + (["--reference", asked.reference] if asked.reference else [])
    with tempfile.TemporaryDirectory() as folder:
        ends = time.monotonic() + asked.limit
        running = [
            subprocess.Popen([sys.executable, __file__, "--one", one, f"{folder}/{one}.json", *passed])
            for one in wanted
        ]
        while time.monotonic() < ends and any(process.poll() is None for process in running):
            time.sleep(0.5)
        for process in running:
            process.kill()
        results = gathered(Path(folder))
    Path(asked.out).write_text(json.dumps(results, indent=1), encoding="utf-8")
    for result in results:
        print(json.dumps({name: value for name, value in result.items() if name != "random"}))
    print(table(results))


if __name__ == "__main__":
    main()
