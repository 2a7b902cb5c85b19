"""Whether threads of a card play faster if those with the same work to do go on together.

python benchmarks/card_together.py --compile FOLDER [--games yaz]      compiles the kernels, without a card
python benchmarks/card_together.py --measure FOLDER --out FILE         measures those that are there

The 32 threads of a warp share one instruction at a time: while one looks for a push, the others wait. Here they vote
before each decision. Chance goes first, since what it decides is quickly done; a phase that is rare and costly waits
until several threads have come to it. Every game has generators of its own, so that no game changes by it.
"""

import argparse
import json
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import card as figures  # beside this file

CAPABILITY = (9, 0)  # what is compiled for: an H100 or H200
RARE = {"martian-race": (3,), "yaz": (1, 2)}  # phases that are gathered for
SIZES = (1 << 14, 1 << 16, 1 << 17, 1 << 18)
BLOCKS = (32, 64, 128)


def variants(key: str) -> dict[str, dict[str, Any]]:
    """What is tried for a game, by name: who waits for whom, and where the state lies."""
    found: dict[str, dict[str, Any]] = {"apart": {}}
    for gathered in (4, 10):
        for state in ("local", "global"):
            found[f"together_{gathered}_{state}"] = {"gathered": gathered, "state": state}
    return found


def function_of(game: Any, gathered: int = 0, state: str = "local") -> Any:
    """The kernel for random play of a variant; without threads to gather, the one in which each goes on by itself."""
    from oddboard.core.gathering import Gathering
    from oddboard.envs import card

    declared, kind = game.on_card, type(game)
    given = {"outlook_only": declared.outlook_only, "rare": RARE[game.key]}
    try:
        if gathered:
            kind.on_card = Gathering(state=state, gathered=gathered, **given)
        wanted = "random_steps_together" if gathered else f"random_steps{'_in_place' * (declared.state == 'global')}"
        return next(each for each in card.functions_of(game) if each.__name__ == wanted)
    finally:
        kind.on_card = declared


def compile_all(folder: Path, keys: list[str], wanted: list[str], registers: tuple[int, ...]) -> None:
    """Write machine code for every variant."""
    from oddboard.core import registry
    from oddboard.envs import card

    folder.mkdir(parents=True, exist_ok=True)
    gpu = card.cuda()
    kind = SimpleNamespace(compute_capability=CAPABILITY)
    card._part("dispatcher").get_current_device = lambda: kind  # there need not be one
    for key in keys:
        game = registry.game(key)
        for name, changed in variants(key).items():
            if wanted and name not in wanted:
                continue
            if all((folder / f"{key}+{name}+{limit}.cubin").exists() for limit in registers):
                continue
            began = time.perf_counter()
            function = function_of(game, **changed)
            ptx, _ = gpu.compile_ptx(function, card.signatures(game)["random_steps"], cc=CAPABILITY)
            for limit in registers:
                code = card.linked(ptx, CAPABILITY, limit)
                (folder / f"{key}+{name}+{limit}.cubin").write_bytes(card.entry_of(ptx).encode() + b"\n" + code)
                print(key, name, limit, len(code), round(time.perf_counter() - began, 1), flush=True)


def measure(path: Path, sizes: tuple[int, ...], reference: dict[str, bytes]) -> dict[str, Any]:
    """The speed of one kernel, and whether its games are the processor's."""
    from oddboard.core import registry
    from oddboard.envs import card

    key, name, limit = path.stem.split("+")
    gpu, game = card.cuda(), registry.game(key)
    entry, _, code = path.read_bytes().partition(b"\n")
    kernel = gpu.jit(function_of(game))
    card._install(kernel, "random_steps", card.signatures(game)["random_steps"], entry.decode(), code)
    found: dict[str, Any] = {"game": key, "variant": name, "limit": int(limit), "rates": {}}
    arguments = on_the_card(key, 1000, 7)
    kernel[(1000 + 63) // 64, 64](*arguments, 700)
    gpu.synchronize()
    found["identical"] = b"".join(arguments[each].copy_to_host().tobytes() for each in (0, 3)) == reference[key]
    for size in sizes:
        arguments = on_the_card(key, size, 1)
        for block in BLOCKS if size == sizes[-2] else (64,):

            def run(k: int, block: int = block, size: int = size, arguments: Any = arguments) -> None:
                kernel[(size + block - 1) // block, block](*arguments, k)
                gpu.synchronize()

            run(figures.WARM_STEPS)
            found["rates"][f"{size}/{block}"] = figures.best_rate(run, size)
    one = next(iter(kernel.overloads.values()))
    found["registers"], found["local_bytes"] = one.regs_per_thread, one.local_mem_per_thread
    return found


def on_the_card(key: str, size: int, seed: int) -> list[Any]:
    """Fresh games in the card's memory, in the order of a kernel's arguments."""
    from oddboard.envs import Vector, card

    v = Vector(key, size, seed=seed, mask=None, observed=False)
    engine: Any = v._engine
    parts = (engine.states, engine.start, engine.rngs, engine.tallies, engine.rewards, engine.done)
    found = [card.cuda().to_device(part) for part in parts]
    v.close()
    return found


def processors_games(key: str) -> bytes:
    """What a variant must come to."""
    from oddboard.envs import Vector

    v = Vector(key, 1000, seed=7, mask=None, observed=False)
    v.random_steps(700)
    found: bytes = v.states().tobytes() + v.tallies().tobytes()
    v.close()
    return found


def main() -> None:
    """Compile or measure."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--compile", type=Path)
    parser.add_argument("--measure", type=Path)
    parser.add_argument("--games", default="martian-race,yaz")
    parser.add_argument("--variants", default="")
    parser.add_argument("--registers", default="64,128")
    parser.add_argument("--out", default="card_together.json")
    asked = parser.parse_args()
    keys = asked.games.split(",")
    if asked.compile:
        registers = tuple(int(each) for each in asked.registers.split(","))
        compile_all(asked.compile, keys, [each for each in asked.variants.split(",") if each], registers)
        return
    results = []
    reference = {key: processors_games(key) for key in keys}
    for path in sorted(asked.measure.glob("*.cubin")):
        if path.stem.split("+")[0] not in keys:
            continue
        try:
            results.append(measure(path, SIZES, reference))
        except Exception as error:
            results.append({"kernel": path.stem, "failed": f"{type(error).__name__}: {error}"[:300]})
        Path(asked.out).write_text(json.dumps(results, indent=1), encoding="utf-8")
        told = results[-1]
        rates = {size: round(rate / 1e6, 1) for size, rate in told.get("rates", {}).items()}
        print(path.stem, rates, *(told.get(w) for w in ("identical", "registers", "local_bytes", "failed")), flush=True)


if __name__ == "__main__":
    main()
