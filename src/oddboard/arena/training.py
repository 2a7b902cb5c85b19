"""Making a network for a game: bots play, a network learns from their games, and games decide whether it is better.

Everything follows from a seed. Games are kept in a folder as they are played: a run that was broken off goes on.
"""

import hashlib
import itertools
import json
import os
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from oddboard.arena import learning
from oddboard.arena.crew import Crew
from oddboard.arena.figures import Figure, wilson
from oddboard.arena.tournament import dice_of, mixed, play_out, sides
from oddboard.bots import Bot, Budget, never
from oddboard.bots.search import Searcher, no_network, told
from oddboard.core import registry
from oddboard.core.errors import BadOptions, BadRecord
from oddboard.core.game import Game
from oddboard.core.match import Match
from oddboard.core.network_files import from_file, to_file
from oddboard.core.randomness import below, generator
from oddboard.core.records import copy, dtype_of, new, to_bytes
from oddboard.core.rules import pick
from oddboard.core.ruleset import CHANCE, OVER

OPENING = 10  # decisions at random at the beginning of a game, at most, so that games are not all alike
ASTRAY = 16  # one decision in so many is made at random later
CHUNK = 20  # games of one file
SAMPLE = 100  # positions at which the speed is measured
LONGEST = 20_000  # decisions, after which a game of a contest counts as drawn


@dataclass(frozen=True)
class Plan:
    """What is trained, and from what. The same plan gives the same network."""

    game: str
    players: int
    options: dict[str, Any]
    seed: int
    games: int
    iterations: int  # of the search at each decision
    rounds: int  # that the network goes through all positions
    teacher: str = ""  # the hash of the network that the bots play with; nothing: the game's outlook by hand

    @property
    def name(self) -> str:
        """The same for plans whose games are the same, but for how many."""
        same = {name: value for name, value in asdict(self).items() if name not in ("games", "rounds")}
        return f"{self.game}-{hashlib.sha256(json.dumps(same, sort_keys=True).encode()).hexdigest()[:12]}"

    def taught_by(self, network: bytes) -> "Plan":
        """The plan of the next generation, whose bots play with a network."""
        return replace(self, teacher=hashlib.sha256(network).hexdigest())


@dataclass(frozen=True)
class Chunk:
    """Some games to play one after another."""

    plan: Plan
    number: int
    teacher: bytes | None  # a network file


@dataclass(frozen=True)
class Seen:
    """What was seen in a game, or in several."""

    states: Any  # by position: its record
    worth: Any  # by position and seat: what the search expected
    result: Any  # by position and seat: how the game ended
    played: Any  # by position: whether the game went on from there
    number: Any  # by position: of the game


def together(parts: Sequence[Seen]) -> Seen:
    """What was seen in all of these."""
    return Seen(*(np.concatenate([getattr(each, name) for each in parts]) for name in Seen.__annotations__))


def check(game: Game) -> None:
    """Only a game with features has something to learn from."""
    if not game.features:
        raise BadOptions(f"{game.title} lists no features that a network could learn from (`Rules.features`)")


# Playing


def seen(chunk: Chunk) -> Seen:
    """Play the games of a chunk."""
    plan = chunk.plan
    numbers = range(chunk.number * CHUNK, min((chunk.number + 1) * CHUNK, plan.games))
    return together([_play(plan, number, chunk.teacher) for number in numbers])


def _play(plan: Plan, number: int, teacher: bytes | None) -> Seen:
    """One game between searching bots that now and then do anything; what was expected of what they looked at."""
    game, seed = registry.game(plan.game), mixed(plan.seed, number)
    rules, work, rng = game.rules, new(game.work), generator(seed)
    network = from_file(game, teacher) if teacher else no_network()
    searchers = [Searcher(game, plan.players, seat, mixed(seed, seat), network=network) for seat in range(plan.players)]
    state = copy(Match(game, plan.players, plan.options).state)
    states, worth, played = [], [], []
    opening, secrets = below(rng, OPENING + 1), game.keeps_secrets(state)
    while (mover := int(rules.to_move(state))) != OVER:
        if mover == CHANCE:
            rules.play(state, work, pick(state, work, rng))
            continue
        codes = work.code[: rules.legal(state, work)].tolist()
        anything = codes[below(rng, len(codes))]
        if len(codes) == 1 or opening > 0:
            opening -= len(codes) > 1
            rules.play(state, work, anything)
            continue
        view = copy(state)
        rules.hide(view, mover)
        best = searchers[mover].weighed(view, plan.iterations, None, never)[0]
        astray = below(rng, ASTRAY) == 0
        # Of what is not the best, too: a network that has seen nothing but good positions takes bad ones for good.
        for code in (best.code, anything):
            after = copy(state)
            rules.play(after, work, code)
            if rules.to_move(after) == OVER:
                continue
            states.append(to_bytes(after))
            if code == best.code and best.visits and not secrets:
                worth.append(told(best.sums / best.visits))
            else:
                # Nothing is hidden: a network judges worlds that a search has imagined, where plans are what they are.
                worth.append(searchers[mover].expected(after, plan.iterations))
            played.append(code == (anything if astray else best.code))
        rules.play(state, work, anything if astray else best.code)
    result = np.zeros(plan.players)
    rules.score(state, result)
    return Seen(
        np.frombuffer(b"".join(states), np.uint8).reshape(len(states), dtype_of(game.state).itemsize),
        np.array(worth, np.float32).reshape(len(states), plan.players),
        np.repeat(result[None].astype(np.float32), len(states), axis=0),
        np.array(played, bool),
        np.full(len(states), number, np.int32),
    )


def play_all(plan: Plan, folder: Path, teacher: bytes | None, crew: Crew, report: Callable[[int], None]) -> Seen:
    """Play the games of a plan that a folder has not yet; what was seen in all. `report` is told how many are there."""
    check(registry.game(plan.game))
    folder.mkdir(parents=True, exist_ok=True)
    chunks = [Chunk(plan, number, teacher) for number in range(-(-plan.games // CHUNK))]
    missing = [chunk for chunk in chunks if not _file(folder, chunk).exists()]
    report(plan.games - len(missing) * CHUNK)
    for number, found in crew.done(seen, missing):
        _keep(_file(folder, missing[number]), found)
        report(CHUNK)
    return together([_kept(_file(folder, chunk)) for chunk in chunks])


def _file(folder: Path, chunk: Chunk) -> Path:
    games = min(CHUNK, chunk.plan.games - chunk.number * CHUNK)
    return folder / f"{chunk.plan.name}-{chunk.number:05}-{games}.npz"


def _keep(path: Path, found: Seen) -> None:
    """Write what was seen, whole or not at all."""
    spare = path.with_name(f"{path.name}.{os.getpid()}.part")
    with spare.open("wb") as file:
        np.savez_compressed(file, **vars(found))
    spare.replace(path)


def _kept(path: Path) -> Seen:
    try:
        with np.load(path, allow_pickle=False) as file:
            return Seen(*(file[name] for name in Seen.__annotations__))
    except (OSError, ValueError, KeyError, EOFError, BadZipFile) as error:
        raise BadRecord(f"{path} is damaged ({error}); delete it, and its games are played again") from None


# Learning


def learned(plan: Plan, found: Seen, report: Callable[[learning.Round], None]) -> bytes:
    """A network file from what was seen."""
    game = registry.game(plan.game)
    states = np.ascontiguousarray(found.states).view(dtype_of(game.state))[:, 0]
    positions = learning.noted(game, states, found.worth, found.result, found.played, found.number)
    if not len(positions.counts):
        raise BadOptions("there is nothing to learn from: play more games")
    network = learning.trained(game, positions, plan.seed, plan.rounds, report)
    return to_file(game, network, {"trained": asdict(plan)})


# Judging


@dataclass(frozen=True)
class Duel:
    """A game between a network and the hand-made outlook."""

    plan: Plan
    network: bytes
    iterations: tuple[int, int]  # of the network, and of the other
    number: int


def share(duel: Duel) -> float:
    """What the network's side wins of a game: of every two, with the same dice, it has each side once."""
    plan, game = duel.plan, registry.game(duel.plan.game)
    stream = mixed(plan.seed, ~(duel.number // 2))
    match = Match(game, plan.players, plan.options, dice=dice_of(game, stream))
    seated = sides(plan.players, duel.number, plan.seed)
    networks = from_file(game, duel.network), no_network()
    bots = [
        Bot(game, plan.players, seat, Budget("search", duel.iterations[side]), mixed(stream, seat), networks[side])
        for seat, side in enumerate(seated)
    ]
    play_out(match, bots, LONGEST)
    if not match.is_over:
        return 0.5
    scores = match.scores()
    mine = [score for score, side in zip(scores, seated, strict=True) if side == 0]
    theirs = [score for score, side in zip(scores, seated, strict=True) if side == 1]
    pairs = [(one > other) + 0.5 * (one == other) for one, other in itertools.product(mine, theirs)]
    return sum(pairs) / len(pairs)


def judged(
    plan: Plan, network: bytes, games: int, iterations: tuple[int, int], crew: Crew, report: Callable[[int], None]
) -> Figure:
    """The share that a network wins against the hand-made outlook, with so many iterations each."""
    shares = []
    for _, won in crew.done(share, [Duel(plan, network, iterations, number) for number in range(games)]):
        shares.append(won)
        report(1)
    value = float(np.mean(shares))
    return Figure(value, *wilson(value, len(shares)))


def slowness(plan: Plan, network: bytes, found: Seen) -> float:
    """How many iterations the hand-made outlook makes in the processor time of one with the network; never fewer."""
    game = registry.game(plan.game)
    states = found.states[:: max(1, len(found.states) // SAMPLE)]
    spent = []
    for each in (no_network(), from_file(game, network)):
        took, done = 0.0, 0
        for content in itertools.chain(states[:1], states):  # the first may have to load the search
            state = np.frombuffer(content.tobytes(), dtype_of(game.state))[0]
            seat = max(0, int(game.rules.to_move(state)))
            view = copy(state)
            game.rules.hide(view, seat)
            searcher = Searcher(game, plan.players, seat, plan.seed, network=each)
            searcher.think(view, 1, None, never)
            began = time.process_time()
            done += searcher.think(view, plan.iterations, None, never)
            took += time.process_time() - began
        spent.append(took / done)
    return max(1.0, spent[1] / max(spent[0], 1e-9))
