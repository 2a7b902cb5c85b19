"""How threads of a card play together fastest: who waits for whom, which rules stay functions, how many registers.

python benchmarks/card_together.py FOLDER [--games yaz] [--variants whole,heavy] [--seconds 240]
python benchmarks/card_together.py FOLDER --compile-only               without a card

The 32 threads of a warp share one instruction at a time: while one looks for a push, the others wait. Here they vote
before each decision. Chance goes first, since what it decides is quickly done; a phase that is rare and costly waits
until several threads have come to it. Every game has generators of its own, so that no game changes by it.

Every variant is compiled in a process of its own, and every kernel measured in one; they take turns on the card. What
is found is in FOLDER/results.json as soon as it is known, so that one that hangs loses nothing. With Nsight Compute
there, FOLDER/profile-*.txt say what the best kernel of each game waits for.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import card as figures  # beside this file
import numpy as np
from entries import know_the_games

CAPABILITY = (9, 0)  # what is compiled for: an H100 or H200
SIZES = (1 << 14, 1 << 16, 1 << 17, 1 << 18, 1 << 19)
BLOCKS = (32, 64, 128)
USUAL_SIZE, USUAL_BLOCK = 1 << 17, 64
COMPARED, COMPARED_STEPS = 1000, 700  # games and decisions, next to the processor's
LONGEST = 150  # seconds that one process may take
PROFILED_STEPS = 40
MEASURING = 4  # processes at a time: one has its turn, the others get ready

SEARCHES = {
    "martian-race": ("completable", "find_ends", "pushes"),
    "yaz": ("completable", "room_from", "open_ground", "find_fits", "nearest_landing"),
}
HEAVY = {
    "martian-race": (*SEARCHES["martian-race"], "find_possible_ends", "clearable", "completed_by", "push", "arrive"),
    "yaz": (*SEARCHES["yaz"], "setting_verdict", "pop_verdict", "act", "save", "restore", "way_to_stop", "baton_slot"),
}
ALL_LARGE = {
    "martian-race": (*HEAVY["martian-race"], "spread", "finish_move", "end_turn", "score", "drawn_push", "can_move"),
    "yaz": (*HEAVY["yaz"], "is_free", "pieces_at", "bar_to_entering", "slots", "verdict", "score", "finish"),
}
RARE = {"martian-race": (3,), "yaz": (1, 2)}  # phases that are gathered for


def variants(key: str) -> dict[str, dict[str, Any]]:
    """What is tried for a game, by name; what is not said is as the game declares it, but no rule is kept apart."""
    usual = 10 if key == "yaz" else 4
    return {
        "whole": {"gathered": usual, "registers": (64, 96, 128, 255)},
        "searches": {"gathered": usual, "apart": SEARCHES[key], "registers": (64, 128)},
        "heavy": {"gathered": usual, "apart": HEAVY[key], "registers": (64, 96, 128)},
        "all_large": {"gathered": usual, "apart": ALL_LARGE[key], "registers": (64, 128)},
        "alone": {"apart": SEARCHES[key], "registers": (64,)},
        "nobody_waits": {"gathered": 1, "rare": (), "apart": SEARCHES[key], "registers": (64,)},
        "one": {"gathered": 1, "apart": SEARCHES[key], "registers": (64,)},
        "twenty": {"gathered": 20, "apart": SEARCHES[key], "registers": (64,)},
        "elsewhere": {
            "gathered": usual,
            "apart": SEARCHES[key],
            "registers": (64,),
            "state": "global" if key == "martian-race" else "local",
        },
    }


def function_of(game: Any, gathered: int, rare: tuple[int, ...], state: str) -> Any:
    """The kernel for random play of a variant; without threads to gather, the one in which each goes on by itself."""
    from oddboard.core.gathering import Gathering
    from oddboard.envs import card

    declared, kind = game.on_card, type(game)
    try:
        kind.on_card = Gathering(state=state, outlook_only=declared.outlook_only, rare=rare, gathered=gathered)
        wanted = "random_steps_together" if gathered else f"random_steps{'_in_place' * (state == 'global')}"
        return next(each for each in card.functions_of(game) if each.__name__ == wanted)
    finally:
        kind.on_card = declared


def compile_variant(folder: Path, key: str, name: str) -> None:
    """Write machine code for a variant, once for each number of registers."""
    from oddboard.core import registry
    from oddboard.envs import card

    card.cuda()
    kind = SimpleNamespace(compute_capability=CAPABILITY)
    card._part("dispatcher").get_current_device = lambda: kind  # there need not be one
    game, asked = registry.game(key), variants(key)[name]
    began = time.perf_counter()
    state = asked.get("state", game.on_card.state)
    function = function_of(game, asked.get("gathered", 0), asked.get("rare", RARE[key]), state)
    types = card.signatures(game)["random_steps"]
    apart = asked.get("apart", ())
    card.check_apart(game, apart)
    ptx = card.assembly_of(function, types, CAPABILITY, apart)
    for limit in asked["registers"]:
        code = card.linked(ptx, CAPABILITY, limit)
        path = folder / f"{key}+{name}+{limit}.cubin"
        path.with_suffix(".part").write_bytes(card.entry_of(ptx).encode() + b"\n" + code)
        path.with_suffix(".part").replace(path)
        print(key, name, limit, len(ptx), len(code), round(time.perf_counter() - began, 1), flush=True)


def write_reference(folder: Path, key: str) -> None:
    """Games of the processor: before random play and after it, and what every game begins with."""
    from oddboard.envs import Vector

    v = Vector(key, COMPARED, seed=7, mask=None, observed=False)
    engine: Any = v._engine
    names = ("states", "start", "rngs", "tallies", "rewards", "done")
    given = {name: np.frombuffer(np.ascontiguousarray(getattr(engine, name)).tobytes(), np.uint8) for name in names}
    v.random_steps(COMPARED_STEPS)
    came = np.frombuffer(v.states().tobytes() + v.tallies().tobytes(), np.uint8)
    path = folder / f"{key}.npz"
    with path.with_suffix(".part").open("wb") as file:
        np.savez(file, came=came, **given)
    path.with_suffix(".part").replace(path)
    v.close()


def compared_games(folder: Path, game: Any) -> tuple[list[Any], bytes]:
    """The processor's games before random play, in the card's memory, and after it."""
    from oddboard.core.randomness import Rng
    from oddboard.core.records import dtype_of
    from oddboard.envs import card
    from oddboard.envs.stepping import GENERATORS, Tally

    with np.load(folder / f"{game.key}.npz") as kept:
        content = {name: kept[name].tobytes() for name in kept.files}
    kinds = {
        "states": (dtype_of(game.state), (COMPARED,)),
        "start": (dtype_of(game.state), (1,)),
        "rngs": (dtype_of(Rng), (COMPARED, GENERATORS)),
        "tallies": (dtype_of(Tally), (COMPARED,)),
        "rewards": (np.dtype(np.float32), (COMPARED, -1)),
        "done": (np.dtype(np.bool_), (COMPARED,)),
    }
    arrays = [np.frombuffer(content[name], kind).reshape(shape).copy() for name, (kind, shape) in kinds.items()]
    return [card.cuda().to_device(array) for array in arrays], content["came"]


def fresh_games(size: int, like: list[Any]) -> list[Any]:
    """So many games at their beginning, in the order of a kernel's arguments."""
    from oddboard.envs import card
    from oddboard.envs.stepping import streams

    start = like[1].copy_to_host()
    rngs = np.zeros((size, like[2].shape[1]), like[2].dtype)
    rngs["stream"] = streams(1, 0, size)
    rest = [np.zeros((size, *each.shape[1:]), each.dtype) for each in like[3:]]
    return [card.cuda().to_device(each) for each in (np.repeat(start, size), start, rngs, *rest)]


def installed(path: Path) -> tuple[Any, Any]:
    """A kernel from its file, and its game."""
    from oddboard.core import registry
    from oddboard.envs import card

    game = registry.game(path.stem.split("+")[0])
    entry, _, code = path.read_bytes().partition(b"\n")
    kernel = card.cuda().jit(function_of(game, 1, (), "local"))
    card._install(kernel, "random_steps", card.signatures(game)["random_steps"], entry.decode(), code)
    return kernel, game


def measure(path: Path) -> None:
    """The speed of one kernel, and whether its games are the processor's; told after every figure."""
    from oddboard.envs import card

    kernel, game = installed(path)
    key, name, limit = path.stem.split("+")
    found: dict[str, Any] = {"game": key, "variant": name, "limit": int(limit), "bytes": path.stat().st_size}
    found["rates"] = {}
    gpu = card.cuda()
    arguments, came = compared_games(path.parent, game)
    like = arguments
    lock = figures.turn_on_the_card()
    kernel[(COMPARED + 63) // 64, 64](*arguments, COMPARED_STEPS)
    gpu.synchronize()
    found["identical"] = b"".join(arguments[each].copy_to_host().tobytes() for each in (0, 3)) == came
    one = next(iter(kernel.overloads.values()))
    found["registers"], found["local_bytes"] = one.regs_per_thread, one.local_mem_per_thread
    tell(path, found)
    usual = name in ("whole", "searches", "heavy") and limit == "64"
    for size in (USUAL_SIZE, *(each for each in SIZES if usual and each != USUAL_SIZE)):
        arguments = fresh_games(size, like)
        for block in BLOCKS if size == USUAL_SIZE else (USUAL_BLOCK,):

            def run(k: int, block: int = block, size: int = size, arguments: Any = arguments) -> None:
                kernel[(size + block - 1) // block, block](*arguments, k)
                gpu.synchronize()

            if block == BLOCKS[0] or size != USUAL_SIZE:
                run(figures.WARM_STEPS)
            found["rates"][f"{size}/{block}"] = figures.best_rate(run, size)
            tell(path, found)
    lock.close()


def tell(path: Path, found: dict[str, Any]) -> None:
    """Write down what is known of a kernel."""
    spare = path.with_suffix(".told")
    spare.write_text(json.dumps(found), encoding="utf-8")
    spare.replace(path.with_suffix(".json"))


def profile(path: Path) -> None:
    """Play a while, once, for a profiler to look at: games that have drifted apart."""
    from oddboard.envs import card

    kernel, game = installed(path)
    arguments = fresh_games(1 << 16, compared_games(path.parent, game)[0])
    for count in (figures.WARM_STEPS, PROFILED_STEPS):
        kernel[(1 << 16) // USUAL_BLOCK, USUAL_BLOCK](*arguments, count)
        card.cuda().synchronize()


class Crew:
    """Processes of this script, so many at a time, none longer than it may."""

    def __init__(self, folder: Path, ends: float) -> None:
        self.folder, self.ends = folder, ends
        self.running: dict[str, tuple[subprocess.Popen[bytes], float]] = {}

    def start(self, *words: str, around: tuple[str, ...] = ()) -> None:
        """Begin one; what it says goes to a file."""
        name = "-".join(Path(word).name.lstrip("-") for word in words)
        with (self.folder / f"{name}.txt").open("wb") as out:
            command = [*around, sys.executable, __file__, str(self.folder), *words]
            process = subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT)
        self.running[name] = process, time.monotonic() + LONGEST

    def finished(self) -> list[str]:
        """Those that have ended since, of themselves or because it took too long."""
        now = time.monotonic()
        for process, limit in self.running.values():
            if process.poll() is None and now > min(limit, self.ends):
                process.kill()
                process.wait()
        done = [name for name, (process, _) in self.running.items() if process.poll() is not None]
        for name in done:
            process, _ = self.running.pop(name)
            if process.returncode:
                print(name, "failed:", process.returncode, flush=True)
        return done


def results_in(folder: Path) -> list[dict[str, Any]]:
    """What is known by now."""
    return [json.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*+*.json"))]


def report(folder: Path) -> list[dict[str, Any]]:
    """Write down everything, and say it."""
    results = results_in(folder)
    (folder / "results.json").write_text(json.dumps(results, indent=1), encoding="utf-8")
    for each in sorted(results, key=lambda one: (one["game"], -max(one["rates"].values(), default=0))):
        rates = {size: round(rate / 1e6, 1) for size, rate in each["rates"].items()}
        known = [each[word] for word in ("identical", "registers", "local_bytes", "bytes")]
        print(each["game"], each["variant"], each["limit"], rates, *known, flush=True)
    return results


def work_through(folder: Path, keys: list[str], wanted: list[str], seconds: float, only_compile: bool) -> None:
    """Compile, measure and profile, as much as there is time for."""
    folder.mkdir(parents=True, exist_ok=True)
    began = time.monotonic()
    crew = Crew(folder, began + seconds)
    cores = len(os.sched_getaffinity(0))
    waiting = [("--reference", key) for key in keys if not only_compile]
    waiting += [("--variant", key, name) for name in variants(keys[0]) for key in keys if not wanted or name in wanted]
    measured: set[str] = set()
    profiled = False
    while True:
        crew.finished()
        if time.monotonic() > crew.ends:
            break
        kernels = sorted(folder.glob("*+*.cubin"), key=lambda path: path.stat().st_mtime)
        ready = [path for path in kernels if path.stem not in measured and not only_compile]
        ready = [path for path in ready if (folder / f"{path.stem.split('+')[0]}.npz").exists()]
        for path in ready:
            if sum(name.startswith("measure") for name in crew.running) < MEASURING:
                measured.add(path.stem)
                crew.start("--measure", str(path))
        while waiting and len(crew.running) < cores:
            crew.start(*waiting.pop(0))
        if not crew.running and not waiting:
            if profiled or only_compile or not shutil.which("ncu"):
                break
            profiled = True
            best: dict[str, dict[str, Any]] = {}
            for each in results_in(folder):
                rate = max(each["rates"].values(), default=0)
                if rate > max(best.get(each["game"], {"rates": {"": 0}})["rates"].values(), default=0):
                    best[each["game"]] = each
            for each in best.values():
                around = (
                    "ncu",
                    "--clock-control",
                    "none",
                    "--set",
                    "full",
                    "--launch-skip",
                    "1",
                    "--launch-count",
                    "1",
                )
                path = folder / f"{each['game']}+{each['variant']}+{each['limit']}.cubin"
                crew.start("--profile", str(path), around=around)
        time.sleep(0.2)
    for process, _ in crew.running.values():
        process.kill()
    if not only_compile:
        report(folder)
    print(f"{time.monotonic() - began:.0f} seconds", flush=True)


def main() -> None:
    """Do all, or one piece of it in a process of its own."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", default="martian-race,yaz")
    parser.add_argument("--variants", default="")
    parser.add_argument("--seconds", type=float, default=240)
    parser.add_argument("--compile-only", action="store_true")
    parser.add_argument("--reference", help=argparse.SUPPRESS)
    parser.add_argument("--variant", nargs=2, help=argparse.SUPPRESS)
    parser.add_argument("--measure", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--profile", type=Path, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    know_the_games()
    if asked.reference:
        write_reference(asked.folder, asked.reference)
    elif asked.variant:
        compile_variant(asked.folder, *asked.variant)
    elif asked.measure:
        measure(asked.measure)
    elif asked.profile:
        profile(asked.profile)
    else:
        wanted = [each for each in asked.variants.split(",") if each]
        work_through(asked.folder, asked.games.split(","), wanted, asked.seconds, asked.compile_only)


if __name__ == "__main__":
    main()
