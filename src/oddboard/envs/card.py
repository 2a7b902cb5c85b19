"""Many games on a graphics card: a thread for each, the same compiled rules, everything staying in the card's memory.

What is fast there was measured (`benchmarks/README.md`). A game's generators and its scratch space are local memory of
its thread, which the card lays out so that threads that read the same field together read one stretch of memory; for
random play so is its state, or it is left in global memory, as the game declares (`Game.on_card`). Few registers for
each thread let more threads wait for memory at the same time. Tables of the rules are in global memory: they do not
fit into constant memory, which serves one address at a time besides. Where a game has phases that are rare and take
long, threads of a warp wait there for one another (`Gathering`).
"""

import inspect
import re
import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import numpy as np

from oddboard.core import machine_code, sources
from oddboard.core.compiling import INTERPRETED
from oddboard.core.copying import copy_record
from oddboard.core.errors import BadRequest
from oddboard.core.game import Game
from oddboard.core.gathering import Gathering
from oddboard.core.observation import layout_of
from oddboard.core.randomness import Rng
from oddboard.core.records import dtype_of, numba_type, record, to_bytes
from oddboard.core.rules import outlook, pick, play, score, to_move
from oddboard.core.ruleset import CHANCE, OVER
from oddboard.envs.dlpack import capsule, device_of
from oddboard.envs.stepping import (
    ALL_LEGAL,
    BITS,
    BYTE,
    CODES,
    DICE,
    FEW_OUTCOMES,
    FLAGS,
    GENERATORS,
    NO_DECISION,
    PLAYERS,
    Tally,
    greedy_choice,
    is_legal,
    list_legal,
    play_at_random,
    restart_game,
    show_game,
    step_game,
)

BLOCK = 64  # threads of a block
REGISTERS = 64  # of a thread, at most
ALIGNED = 16  # bytes: what a record in local memory begins at
WORLDS = 3
ALL_LANES = 0xFFFFFFFF  # the threads of a warp
NOTHING, ROLLS, COMMON, RARE = range(4)  # what a thread has to do next


@cache
def cuda() -> Any:
    """Numba's CUDA target, made to compute as a processor does; BadRequest says what is missing."""
    if INTERPRETED:
        raise BadRequest("nothing runs on a card in the interpreted mode: unset ODDBOARD_INTERPRETED")
    if not hasattr(np, "row_stack"):
        np.row_stack = np.vstack  # numba-cuda still asks for the old name
    from numba import cuda as found

    if "numba_cuda" not in (found.__file__ or ""):
        raise BadRequest("numba-cuda is not installed: pip install 'oddboard[cuda]'")
    _compute_exactly()
    _keep_tables_in_global_memory()
    return found


def _part(name: str) -> Any:
    """A module of Numba's CUDA target."""
    return import_module(f"numba.cuda.{name}")


def _compute_exactly() -> None:
    """No multiplication is merged with an addition, which would round once where a processor rounds twice."""
    nvvm = _part("cudadrv.nvvm")
    plain = nvvm.compile_ir
    nvvm.compile_ir = lambda code, **options: plain(code, **({"fma": 0} | options))


def _keep_tables_in_global_memory() -> None:
    """Threads that look up different places of a table would wait for one another in constant memory."""
    nvvm, context = _part("cudadrv.nvvm"), _part("target").CUDATargetContext
    plain = context.make_constant_array

    def in_global_memory(self: Any, builder: Any, kind: Any, array: Any) -> Any:
        constant, nvvm.ADDRSPACE_CONSTANT = nvvm.ADDRSPACE_CONSTANT, nvvm.ADDRSPACE_GLOBAL
        try:
            return plain(self, builder, kind, array)
        finally:
            nvvm.ADDRSPACE_CONSTANT = constant

    context.make_constant_array = in_global_memory


def assembly_of(function: Any, types: Any, capability: tuple[int, int], apart: tuple[str, ...] = ()) -> str:
    """A kernel in the card's assembly language, in which some rules stay functions of their own."""
    nvvm = _part("cudadrv.nvvm")
    plain = nvvm.compile_ir
    heads = re.compile(rf'^(define linkonce_odr i32 @"_ZN[^"]*\d(?:{"|".join(apart)})B\d*v\d[^"]*"\(.*\))$', re.M)
    if apart:
        nvvm.compile_ir = lambda code, **options: plain([heads.sub(r"\1 noinline", each) for each in code], **options)
    try:
        ptx: str = cuda().compile_ptx(function, types, cc=capability)[0]
    finally:
        nvvm.compile_ir = plain
    return ptx


def check_apart(game: Game, apart: tuple[str, ...]) -> None:
    """Refuse a name that is no rule, which would leave everything as it is without a word."""
    if apart:
        used = {each for name in machine_code.modules_of(game.rules.functions()) for each in sources.closure(name)}
        found = [thing for each in used if each in sys.modules for thing in vars(sys.modules[each]).values()]
        known = {thing.py_func.__name__ for thing in found if hasattr(thing, "py_func")}
        if unknown := set(apart) - known:
            raise BadRequest(f"{game.key}: there is no rule {', '.join(sorted(unknown))}, which `on_card` keeps apart")


def playing_work(game: Game) -> type[Any]:
    """The scratch record of what plays and asks for no outlook: shorter, if the game says what only outlooks need."""
    spared = game.on_card.outlook_only
    if unknown := set(spared) - set(dtype_of(game.work).names or ()):
        raise BadRequest(f"{game.key}: the scratch record has no {', '.join(sorted(unknown))}, which `on_card` names")
    if not spared:
        return game.work
    fields = inspect.get_annotations(game.work, eval_str=True)
    kept_fields = {name: kind for name, kind in fields.items() if name not in spared}
    return record(type("PlayingWork", (), {"__annotations__": kept_fields}))


def functions_of(game: Game, playing: type[Any] | None = None) -> tuple[Callable[..., None], ...]:
    """The kernels of a game. They are made for it, because local memory needs to know its records.

    `playing` is another scratch record than the game declares for playing.
    """
    gpu = cuda()
    state, rng = numba_type(game.state), numba_type(Rng)
    work, weighing = numba_type(playing or playing_work(game)), numba_type(game.work)
    seats, most = game.players[-1], dtype_of(game.work)["code"].shape[0]
    float64, int64, int32 = np.float64, np.int64, np.int32
    in_local_memory = game.on_card.state == "local"
    rare, gathered = rare_phases(game)

    def restart(states: Any, start: Any, tallies: Any, rewards: Any, done: Any) -> None:
        i = gpu.grid(1)
        if i < len(states):
            restart_game(i, states, start, tallies[i], rewards, done)

    def step(
        states: Any,
        start: Any,
        rngs: Any,
        tallies: Any,
        rewards: Any,
        done: Any,
        actions: Any,
        deciding: int,
        adding: int,
    ) -> None:
        i = gpu.grid(1)
        if i < len(states):
            works = gpu.local.array(1, work, alignment=ALIGNED)
            result = gpu.local.array(seats, float64)
            code = int(actions[i]) if deciding else NO_DECISION
            step_game(i, code, states, start, works[0], rngs[i, DICE], tallies[i], result, rewards, done, adding)

    def check(states: Any, actions: Any, found: Any) -> None:
        i = gpu.grid(1)
        if i < len(states):
            works = gpu.local.array(1, work, alignment=ALIGNED)
            if not is_legal(states[i], works[0], int(actions[i])):
                gpu.atomic.min(found, 0, i)

    def sample(states: Any, rngs: Any, actions: Any) -> None:
        i = gpu.grid(1)
        if i < len(states):
            works = gpu.local.array(1, work, alignment=ALIGNED)
            actions[i] = pick(states[i], works[0], rngs[i, PLAYERS])

    def greedy(states: Any, rngs: Any, actions: Any) -> None:
        i = gpu.grid(1)
        if i < len(states):
            works = gpu.local.array(1, weighing, alignment=ALIGNED)
            worlds = gpu.local.array(WORLDS, state, alignment=ALIGNED)
            codes = gpu.local.array(most, int32)
            outcomes = gpu.local.array((2, FEW_OUTCOMES), int64)
            result = gpu.local.array(seats, float64)
            actions[i] = greedy_choice(states[i], works[0], rngs[i, PLAYERS], worlds, codes, outcomes, result)

    def weigh(states: Any, out: Any) -> None:
        i = gpu.grid(1)
        if i < len(states):
            works = gpu.local.array(1, weighing, alignment=ALIGNED)
            outlook(states[i], works[0], out[i])

    def random_steps(states: Any, start: Any, rngs: Any, tallies: Any, rewards: Any, done: Any, count: int) -> None:
        i = gpu.grid(1)
        if i < len(states):
            works = gpu.local.array(1, work, alignment=ALIGNED)
            s = gpu.local.array(1, state, alignment=ALIGNED)
            generators = gpu.local.array(GENERATORS, rng, alignment=ALIGNED)
            result = gpu.local.array(seats, float64)
            copy_record(s[0], states[i])
            copy_record(generators[DICE], rngs[i, DICE])
            copy_record(generators[PLAYERS], rngs[i, PLAYERS])
            for seat in range(rewards.shape[1]):
                rewards[i, seat] = 0.0
            ended = play_at_random(s, start, works[0], generators, tallies[i], result, rewards[i], count)
            done[i] = ended > 0
            copy_record(states[i], s[0])
            copy_record(rngs[i, DICE], generators[DICE])
            copy_record(rngs[i, PLAYERS], generators[PLAYERS])

    def random_steps_in_place(
        states: Any, start: Any, rngs: Any, tallies: Any, rewards: Any, done: Any, count: int
    ) -> None:
        i = gpu.grid(1)
        if i < len(states):
            works = gpu.local.array(1, work, alignment=ALIGNED)
            generators = gpu.local.array(GENERATORS, rng, alignment=ALIGNED)
            result = gpu.local.array(seats, float64)
            copy_record(generators[DICE], rngs[i, DICE])
            copy_record(generators[PLAYERS], rngs[i, PLAYERS])
            for seat in range(rewards.shape[1]):
                rewards[i, seat] = 0.0
            s = states[i : i + 1]
            ended = play_at_random(s, start, works[0], generators, tallies[i], result, rewards[i], count)
            done[i] = ended > 0
            copy_record(rngs[i, DICE], generators[DICE])
            copy_record(rngs[i, PLAYERS], generators[PLAYERS])

    def random_steps_together(
        states: Any, start: Any, rngs: Any, tallies: Any, rewards: Any, done: Any, count: int
    ) -> None:
        i = gpu.grid(1)
        here = i < len(states)  # all threads of a warp vote, also those without a game
        own = i if here else 0
        works = gpu.local.array(1, work, alignment=ALIGNED)
        generators = gpu.local.array(GENERATORS, rng, alignment=ALIGNED)
        result = gpu.local.array(seats, float64)
        if in_local_memory:
            s = gpu.local.array(1, state, alignment=ALIGNED)
            copy_record(s[0], states[own])
        else:
            s = states[own : own + 1]
        copy_record(generators[DICE], rngs[own, DICE])
        copy_record(generators[PLAYERS], rngs[own, PLAYERS])
        if here:
            for seat in range(rewards.shape[1]):
                rewards[own, seat] = 0.0
        steps = rolls = games = 0
        while True:
            kind = NOTHING
            if here:
                mover = to_move(s[0])
                if mover == OVER:
                    games += 1
                    score(s[0], result)
                    for seat in range(rewards.shape[1]):
                        rewards[own, seat] += result[seat]
                    copy_record(s[0], start[0])
                    mover = to_move(s[0])
                if mover == CHANCE:
                    kind = ROLLS
                elif steps < count:
                    kind = RARE if (rare >> int(s[0].phase)) & 1 else COMMON
            rolling = gpu.ballot_sync(ALL_LANES, kind == ROLLS)
            common = gpu.ballot_sync(ALL_LANES, kind == COMMON)
            seldom = gpu.ballot_sync(ALL_LANES, kind == RARE)
            if rolling | common | seldom == 0:
                break
            turn = COMMON
            if rolling != 0:  # quickly done, and then they go on with the others
                turn = ROLLS
            elif common == 0 or gpu.popc(seldom) >= gathered:
                turn = RARE
            if kind == turn:
                play(s[0], works[0], pick(s[0], works[0], generators[DICE if kind == ROLLS else PLAYERS]))
                if kind == ROLLS:
                    rolls += 1
                else:
                    steps += 1
        if here:
            tallies[own].decisions += steps
            tallies[own].rolls += rolls
            tallies[own].games += games
            done[own] = games > 0
            if in_local_memory:
                copy_record(states[own], s[0])
            copy_record(rngs[own, DICE], generators[DICE])
            copy_record(rngs[own, PLAYERS], generators[PLAYERS])

    def show(
        states: Any,
        seen: int,
        spare: Any,
        content: Any,
        observations: Any,
        turn: Any,
        kind: int,
        bits: Any,
        flags: Any,
        codes: Any,
        counts: Any,
    ) -> None:
        i = gpu.grid(1)
        if i < len(states):
            works = gpu.local.array(1, work, alignment=ALIGNED)
            own = i % len(spare)
            show_game(i, states[i], seen, spare[own : own + 1], content[own], observations, turn)
            list_legal(i, states[i], works[0], kind, bits, flags, codes, counts)

    ways = random_steps, random_steps_in_place, random_steps_together
    return restart, step, check, sample, greedy, weigh, *ways, show


def rare_phases(game: Game) -> tuple[int, int]:
    """The phases that threads gather for, as a set, and how many must have come."""
    asked = game.on_card
    if not isinstance(asked, Gathering):
        return 0, 1
    return sum(1 << phase for phase in asked.rare), asked.gathered


def way_to_play(game: Game) -> str:
    """The name of the kernel that plays a game at random fastest, as it declares."""
    if isinstance(game.on_card, Gathering):
        return "random_steps_together"
    return "random_steps_in_place" if game.on_card.state == "global" else "random_steps"


def labels(game: Game) -> tuple[str, str]:
    """What tells a game's kernels from others with its name, and what tells the one that plays at random."""
    gathering = "".join(f"-{number}" for number in rare_phases(game))
    label = "-".join((game.key, *sorted(game.on_card.outlook_only))) + gathering
    return label, "-".join((label, *sorted(game.on_card.apart)))


def kernels_of(game: Game) -> SimpleNamespace:
    """The kernels of a game, each compiled when it is first launched, and kept in the cache folder."""
    found = signatures(game) if hasattr(cuda(), "compile_ptx") else {}
    functions = {each.__name__: each for each in functions_of(game)}
    chosen = functions[way_to_play(game)]
    for name in ("random_steps", "random_steps_in_place", "random_steps_together"):
        functions.pop(name)
    apart = game.on_card.apart
    check_apart(game, apart)
    functions.pop("weigh")  # compiled when somebody asks for outlooks
    label, at_random = labels(game)
    kernels = {name: kept(each, found.get(name, ()), game, REGISTERS, label) for name, each in functions.items()}
    kernels["random_steps"] = kept(chosen, found.get("random_steps", ()), game, REGISTERS, at_random, apart)
    return SimpleNamespace(**kernels)


def signatures(game: Game) -> dict[str, Any]:
    """The types that each kernel is called with, to compile one without a card."""
    from numba import types

    states = numba_type(game.state)[::1]
    rngs, tallies = numba_type(Rng)[:, ::1], numba_type(Tally)[::1]
    rewards, done, actions = types.float32[:, ::1], types.boolean[::1], types.int32[::1]
    common = (states, states, rngs, tallies, rewards, done)
    return {
        "restart": (states, states, tallies, rewards, done),
        "step": (*common, actions, types.int64, types.int64),
        "check": (states, actions, types.int64[::1]),
        "sample": (states, rngs, actions),
        "greedy": (states, rngs, actions),
        "weigh": (states, types.float64[:, ::1]),
        "random_steps": (*common, types.int64),
        "random_steps_in_place": (*common, types.int64),
        "random_steps_together": (*common, types.int64),
        "show": (
            *(states, types.int64, states, types.int8[:, ::1], types.int8[:, ::1], types.int8[::1], types.int64),
            *(types.uint8[:, ::1], types.boolean[:, ::1], types.int32[:, ::1], types.int32[::1]),
        ),
    }


def linked(ptx: str, capability: tuple[int, int], registers: int | None = None) -> bytes:
    """Machine code for a kind of card, which need not be here."""
    linker = import_module("cuda.bindings.nvjitlink")
    options = [f"-arch=sm_{capability[0]}{capability[1]}", "-O3"]
    options += [f"-maxrregcount={registers}"] if registers else []
    handle = linker.create(len(options), options)
    linker.add_data(handle, linker.InputType.PTX, ptx.encode(), len(ptx.encode()), "kernel")
    linker.complete(handle)
    code = bytearray(linker.get_linked_cubin_size(handle))
    linker.get_linked_cubin(handle, code)
    linker.destroy(handle)
    return bytes(code)


def entry_of(ptx: str) -> str:
    """The name of the kernel in its assembly."""
    return ptx.split(".entry", 1)[1].split("(", 1)[0].strip()


def kept(
    function: Callable[..., None],
    types: tuple[Any, ...],
    game: Game,
    registers: int | None = None,
    label: str = "",
    apart: tuple[str, ...] = (),
) -> Any:
    """A kernel with the machine code that is kept of it, or compiled and kept: that can take a minute.

    Numba's own cache finds no kernel that was made by another function. Several that have the same name are told
    apart by a label.
    """
    gpu = cuda()
    kernel = gpu.jit(function)
    if not types or not gpu.is_available():
        return kernel
    capability = gpu.get_current_device().compute_capability
    limited = f"-r{registers}" if registers else ""
    name = f"{label or game.key}-{function.__name__}-sm_{capability[0]}{capability[1]}{limited}"
    modules = (function.__module__, __name__, *machine_code.modules_of(game.rules.functions()))
    file = machine_code.name_of(name, modules, "cubin")
    if path := machine_code.found(file):
        entry, _, code = path.read_bytes().partition(b"\n")
    else:
        ptx = assembly_of(function, types, capability, apart)
        entry, code = entry_of(ptx).encode(), linked(ptx, capability, registers)
        machine_code.write(file, entry + b"\n" + code)
    _install(kernel, function.__name__, types, entry.decode(), code)
    return kernel


def _install(kernel: Any, name: str, types: Any, entry: str, code: bytes) -> None:
    """Give a kernel its machine code, as Numba does with what it finds in its own cache."""
    signature = import_module("numba").types.void(*types)
    held = import_module("cuda.core").ObjectCode.from_cubin(code, name=entry)
    library = _part("codegen").CUDACodeLibrary._rebuild(
        codegen=kernel.targetctx.codegen(),
        name=name,
        entry_name=entry,
        llvm_strs=None,
        ptx_cache={},
        cubin_cache={},
        linkerinfo_cache={},
        max_registers=None,
        nvvm_options={},
        needs_cudadevrt=False,
        nrt=False,
        use_cooperative=False,
        lto=False,
    )
    library._cubin_cache[library._ensure_cc(None)] = held  # where it looks itself
    one = _part("dispatcher")._Kernel._rebuild(
        cooperative=False,
        name=entry,
        signature=signature,
        codelibrary=library,
        debug=False,
        lineinfo=False,
        call_helper=None,
        extensions=[],
    )
    one.bind()
    kernel.add_overload(one, tuple(types))


class Shown:
    """An array of the card that other libraries take without a copy."""

    def __init__(self, array: Any) -> None:
        self.array = array

    @property
    def shape(self) -> tuple[int, ...]:
        """Its shape."""
        return tuple(self.array.shape)

    @property
    def dtype(self) -> np.dtype[Any]:
        """Its type, as NumPy's."""
        found: np.dtype[Any] = self.array.dtype
        return found

    @property
    def nbytes(self) -> int:
        """How large it is."""
        return int(np.prod(self.shape)) * self.dtype.itemsize

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        found: dict[str, Any] = self.array.__cuda_array_interface__
        return found

    def __dlpack_device__(self) -> tuple[int, int]:
        return device_of(cuda().get_current_device().id)

    def __dlpack__(self, stream: Any = None, **asked: Any) -> Any:
        cuda().synchronize()
        pointer = self.array.__cuda_array_interface__["data"][0]
        return capsule(self, pointer, self.shape, self.dtype, self.__dlpack_device__())

    def copy_to_host(self) -> Any:
        """A copy for NumPy."""
        return self.array.copy_to_host()


class Card:
    """The games of a vector environment, and everything shown of them, in the card's memory."""

    def __init__(self, game: Game, count: int, players: int, start: Any, seen: bool, kind: int) -> None:
        device = cuda()
        if not device.is_available():
            raise BadRequest("no graphics card with CUDA is to be found; use device='cpu'")
        self._game, self.kernels = game, kernels_of(game)
        self.count, self.seen, self.kind = count, int(seen), kind
        most = dtype_of(game.work)["code"].shape[0]
        size = layout_of(game).size

        def room(shape: Any, dtype: Any) -> Any:
            return device.to_device(np.zeros(shape, dtype))

        self.states = device.device_array(count, dtype_of(game.state))
        self.start = device.to_device(np.frombuffer(to_bytes(start), start.dtype))
        self.rngs = device.device_array((count, GENERATORS), dtype_of(Rng))
        self.tallies = room(count, dtype_of(Tally))
        spares = count if seen and game.observation is None else 1
        flat = room(spares * dtype_of(game.state).itemsize, np.int8)
        self._spare = flat.view(dtype_of(game.state))
        self._content = flat.reshape(spares, dtype_of(game.state).itemsize)
        self._shown = SimpleNamespace(
            actions=room(count, np.int32),
            rewards=room((count, players), np.float32),
            done=room(count, np.bool_),
            turn=room(count, np.int8),
            observations=room((count if seen else 1, size), np.int8),
            bits=room((count if kind == BITS else 1, (game.codes + BYTE - 1) // BYTE), np.uint8),
            flags=room((count if kind == FLAGS else 1, game.codes), np.bool_),
            codes=room((count if kind == CODES else 1, most), np.int32),
            counts=room(count, np.int32),
        )
        for name, array in vars(self._shown).items():
            setattr(self, name, Shown(array))

    def _launch(self, kernel: Any, *arguments: Any) -> None:
        kernel[(self.count + BLOCK - 1) // BLOCK, BLOCK](*arguments)

    def _common(self) -> tuple[Any, ...]:
        return self.states, self.start, self.rngs, self.tallies, self._shown.rewards, self._shown.done

    def show(self) -> None:
        """Show the games as they stand."""
        device_memset = _part("cudadrv.driver").device_memset
        shown = self._shown
        for wanted, array in ((self.seen, shown.observations), (self.kind == BITS, shown.bits)):
            if wanted:
                device_memset(array, 0, array.nbytes)
        if self.kind == FLAGS:
            device_memset(shown.flags, 0, shown.flags.nbytes)
        self._launch(
            self.kernels.show,
            self.states,
            self.seen,
            self._spare,
            self._content,
            shown.observations,
            shown.turn,
            self.kind,
            shown.bits,
            shown.flags,
            shown.codes,
            shown.counts,
        )

    def reset(self, streams: Any) -> None:
        """Start all games, their generators at the beginning of these streams."""
        rngs = np.zeros(streams.shape, dtype_of(Rng))
        rngs["stream"] = streams
        self.rngs.copy_to_device(rngs)
        shown = self._shown
        self._launch(self.kernels.restart, self.states, self.start, self.tallies, shown.rewards, shown.done)
        self._launch(self.kernels.step, *self._common(), shown.actions, 0, 0)
        self.show()

    def find_illegal(self, actions: Any) -> int:
        """The first game for which a decision is not legal, or ALL_LEGAL."""
        found = cuda().to_device(np.array([self.count]))
        self._launch(self.kernels.check, self.states, self._here(actions), found)
        first = int(found.copy_to_host()[0])
        return ALL_LEGAL if first == self.count else first

    def step(self, actions: Any) -> None:
        """Carry out a decision in each game."""
        self._launch(self.kernels.step, *self._common(), self._here(actions), 1, 0)
        self.show()

    def sample(self) -> None:
        """Draw a legal decision for each game into `actions`."""
        self._launch(self.kernels.sample, self.states, self.rngs, self._shown.actions)

    def greedy(self) -> None:
        """Write the greedy decision of each game into `actions`."""
        self._launch(self.kernels.greedy, self.states, self.rngs, self._shown.actions)

    def random_steps(self, most: int) -> None:
        """Play so many decisions at random in each game."""
        self._launch(self.kernels.random_steps, *self._common(), most)
        self.show()

    def greedy_steps(self, most: int) -> None:
        """Play so many greedy decisions in each game."""
        for number in range(most):
            self.greedy()
            self._launch(self.kernels.step, *self._common(), self._shown.actions, 1, int(number > 0))
        self.show()

    def outlooks(self, players: int) -> Any:
        """Each seat's outlook in each game, for NumPy."""
        if not hasattr(self.kernels, "weigh"):
            weigh = next(each for each in functions_of(self._game) if each.__name__ == "weigh")
            types = signatures(self._game)["weigh"] if hasattr(cuda(), "compile_ptx") else ()
            self.kernels.weigh = kept(weigh, types, self._game, REGISTERS)
        out = cuda().to_device(np.zeros((self.count, players)))
        self._launch(self.kernels.weigh, self.states, out)
        return out.copy_to_host()

    def _here(self, actions: Any) -> Any:
        """Decisions as an array of the card: int32, one after another."""
        array = cuda().as_cuda_array(actions) if hasattr(actions, "__cuda_array_interface__") else actions
        if array.dtype != np.int32:
            raise BadRequest(f"decisions on a card are of type int32, not {array.dtype}")
        return array if not isinstance(array, np.ndarray) else cuda().to_device(array)

    def read(self, array: Any) -> Any:
        """An array of this engine, or decisions given to it, as NumPy has them."""
        if hasattr(array, "copy_to_host"):
            return array.copy_to_host()
        if hasattr(array, "__cuda_array_interface__"):
            return cuda().as_cuda_array(array).copy_to_host()
        return array

    def synchronize(self) -> None:
        """Wait until everything asked for is done."""
        cuda().synchronize()

    def close(self) -> None:
        """Let go of the card's memory."""
        self.__dict__.clear()
