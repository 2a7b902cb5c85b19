"""Making a network for a game: bots play, a network learns from their games, and games decide whether it is better.

Everything follows from a seed. Games are kept in a folder as they are played: a run that was broken off goes on.
"""

import hashlib
import itertools
import json
import os
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from oddboard.arena import learning, quick_games
from oddboard.arena.crew import Crew
from oddboard.arena.figures import Figure, wilson
from oddboard.arena.learning import Positions, together
from oddboard.arena.quick_games import LONGEST
from oddboard.arena.tournament import dice_of, mixed, play_out, sides
from oddboard.bots import Bot, Budget, never
from oddboard.bots.search import Searcher, no_network, told
from oddboard.core import registry
from oddboard.core.errors import BadOptions, BadRecord
from oddboard.core.game import Game
from oddboard.core.match import Match
from oddboard.core.network_files import from_file, to_file
from oddboard.core.options import Choice, Switch
from oddboard.core.randomness import below, generator
from oddboard.core.records import copy, dtype_of, new, to_bytes
from oddboard.core.rules import pick
from oddboard.core.ruleset import CHANCE, OVER

OPENING = 10  # decisions at random at the beginning of a game, at most, so that games are not all alike
ASTRAY = 24  # one decision in so many is made at random later
DEEP = 6  # one decision in so many is thought about with all iterations, and learned from
SHALLOW = 10  # of the others, a part of the iterations as small: many games teach more than many positions of one
BESIDE = 3  # decisions of a position whose values are learned, of those looked at often
OFTEN = 10  # which is a part of the iterations as large
FEW_SEATS = 4  # at which tables are learned from and judged, besides those of the fewest and the most
CHUNK = 20  # games of one file
QUICK_CHUNK = 250  # the same of quick ones
LATEST = 8  # generations of quick games that are learned from: older ones were played worse
SAMPLE = 40  # positions at which the speed is measured
APART = 9  # decisions between two of them

Table = tuple[int, dict[str, Any]]  # seats, and settings


@dataclass(frozen=True)
class Plan:
    """What is trained, and from what. The same plan gives the same network."""

    game: str
    tables: list[Table]  # that take turns
    seed: int
    games: int
    iterations: int  # of the search at the decisions that are learned from
    rounds: int  # that the network goes through all positions
    result: float  # how much the result of a game counts beside what the search expected
    judged: int  # how many decisions of a position the network judges
    teacher: str = ""  # the hash of the network that the bots play with; nothing: the game's outlook by hand
    quick: bool = False  # games are played one decision ahead instead, and learned from by how they went on

    @property
    def chunk(self) -> int:
        """How many games a file has."""
        return QUICK_CHUNK if self.quick else CHUNK

    @property
    def name(self) -> str:
        """The same for plans whose games are the same, but for how many."""
        later = ("games", "rounds", "result", "judged")
        same = {name: value for name, value in asdict(self).items() if name not in later}
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


def check(game: Game) -> None:
    """Only a game with features has something to learn from."""
    if not game.features:
        raise BadOptions(f"{game.title} lists no features that a network could learn from (`Rules.features`)")


def tables(game: Game) -> list[Table]:
    """Tables of all kinds: the fewest, some and the most seats, and every setting that is a choice.

    Those without a setting come as often as all others together, as people play so.
    """
    most = game.players[-1]
    seats = sorted({game.players[0], min(FEW_SEATS, most), most})
    plain: list[Table] = [(players, game.check_options(players, {})) for players in seats]
    changed = [
        (players, {option.name: value})
        for option in game.options
        if isinstance(option, Switch | Choice)
        for value in option.samples()
        if value != option.default
        for players in seats[:2]
    ]
    others = [(players, options) for players, options in _possible(game, changed)]
    return plain * max(1, len(others) // len(plain)) + others


def _possible(game: Game, wanted: list[Table]) -> Iterator[Table]:
    for players, options in wanted:
        try:
            yield players, game.check_options(players, options)
        except BadOptions:  # one that needs another one
            continue


# Playing


def seen(chunk: Chunk) -> Positions:
    """Play the games of a chunk."""
    plan = chunk.plan
    numbers = range(chunk.number * plan.chunk, min((chunk.number + 1) * plan.chunk, plan.games))
    if plan.quick:
        return _quickly(plan, numbers, chunk.teacher)
    return together([_play(plan, number, chunk.teacher) for number in numbers])


def _quickly(plan: Plan, numbers: Iterable[int], teacher: bytes | None) -> Positions:
    """Quick games between seats with a network and seats without."""
    game = registry.game(plan.game)
    player = quick_games.Player(game, from_file(game, teacher) if teacher else no_network(), no_network())
    found = [player.seen(*plan.tables[number % len(plan.tables)], plan.seed, number) for number in numbers]
    return together([learning.nothing(), *(each for each in found if each is not None)])


def quick_share(plan: Plan, network: bytes, games: int) -> float:
    """What a network wins of quick games against the hand-made outlook."""
    game = registry.game(plan.game)
    player = quick_games.Player(game, from_file(game, network), no_network())
    each = -(-games // len(plan.tables) // 2) * 2
    return float(np.mean([player.share(*table, plan.seed, range(each)) for table in plan.tables]))


def _play(plan: Plan, number: int, teacher: bytes | None) -> Positions:
    """One game between searching bots that now and then do anything; what was expected of what they looked at."""
    game, seed = registry.game(plan.game), mixed(plan.seed, number)
    players, options = plan.tables[number % len(plan.tables)]
    rules, work, rng = game.rules, new(game.work), generator(seed)
    network = from_file(game, teacher) if teacher else no_network()
    searchers = [Searcher(game, players, seat, mixed(seed, seat), network=network) for seat in range(players)]
    state = copy(Match(game, players, options).state)
    states: list[bytes] = []
    worth: list[list[float]] = []
    opening, secrets = below(rng, OPENING + 1), game.keeps_secrets(state)
    for _ in range(LONGEST):
        mover = int(rules.to_move(state))
        if mover == OVER:
            break
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
        deep = below(rng, DEEP) == 0
        iterations = plan.iterations if deep else max(1, plan.iterations // SHALLOW)
        found = searchers[mover].weighed(view, iterations, None, never)
        looked_at = [each for each in found[:BESIDE] if each.visits >= max(2, iterations // OFTEN)] if deep else []
        # Of what is not the best, too: a network that has seen nothing but good positions takes bad ones for good.
        known = {each.code: told(each.sums / each.visits) for each in looked_at}
        for code in [*known, *([anything] if deep and anything not in known else [])]:
            after = copy(state)
            rules.play(after, work, code)
            if rules.to_move(after) == OVER:
                continue
            states.append(to_bytes(after))
            if secrets or code not in known:
                # Nothing is hidden: a network judges worlds that a search has imagined, where plans are what they are.
                worth.append(searchers[mover].expected(after, plan.iterations))
            else:
                worth.append(known[code])
        rules.play(state, work, anything if below(rng, ASTRAY) == 0 else found[0].code)
    result = np.zeros(players)
    if rules.to_move(state) == OVER:
        rules.score(state, result)
    else:
        states, worth = [], []
    held = np.frombuffer(b"".join(states), dtype_of(game.state))
    expected = np.array(worth, np.float64).reshape(len(states), players)
    return learning.noted(game, held, expected, result, number)


def play_all(plan: Plan, folder: Path, teacher: bytes | None, crew: Crew, report: Callable[[int], None]) -> Positions:
    """Play the games of a plan that a folder has not yet; what was seen in all. `report` is told how many are there."""
    check(registry.game(plan.game))
    folder.mkdir(parents=True, exist_ok=True)
    chunks = [Chunk(plan, number, teacher) for number in range(-(-plan.games // plan.chunk))]
    missing = [chunk for chunk in chunks if not _file(folder, chunk).exists()]
    report(plan.games - len(missing) * plan.chunk)
    for number, found in crew.done(seen, missing):
        _keep(_file(folder, missing[number]), found)
        report(plan.chunk)
    return together([_kept(_file(folder, chunk)) for chunk in chunks])


def _file(folder: Path, chunk: Chunk) -> Path:
    games = min(chunk.plan.chunk, chunk.plan.games - chunk.number * chunk.plan.chunk)
    return folder / f"{chunk.plan.name}-{chunk.number:05}-{games}.npz"


def _keep(path: Path, found: Positions) -> None:
    """Write what was seen, whole or not at all."""
    spare = path.with_name(f"{path.name}.{os.getpid()}.part")
    with spare.open("wb") as file:
        np.savez_compressed(file, **vars(found))
    spare.replace(path)


def _kept(path: Path) -> Positions:
    try:
        with np.load(path, allow_pickle=False) as file:
            return Positions(*(file[name] for name in Positions.__annotations__))
    except (OSError, ValueError, KeyError, EOFError, BadZipFile) as error:
        raise BadRecord(f"{path} is damaged ({error}); delete it, and its games are played again") from None


# Learning


def learned(plan: Plan, found: Positions, report: Callable[[learning.Round], None]) -> bytes:
    """A network file from what was seen."""
    game = registry.game(plan.game)
    if not len(found.counts):
        raise BadOptions("there is nothing to learn from: play more games")
    network = learning.trained(game, found, plan.result, plan.seed, plan.rounds, report)
    network.judged = plan.judged
    return to_file(game, network, {"trained": asdict(plan) | {"tables": len(plan.tables)}})


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
    players, options = plan.tables[duel.number // 2 % len(plan.tables)]
    stream = mixed(plan.seed, ~(duel.number // 2))
    match = Match(game, players, options, dice=dice_of(game, stream))
    seated = sides(players, duel.number, plan.seed)
    networks = from_file(game, duel.network), no_network()
    bots = [
        Bot(game, players, seat, Budget("search", duel.iterations[side]), mixed(stream, seat), networks[side])
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


def slowness(plan: Plan, network: bytes) -> float:
    """How many iterations the hand-made outlook makes in the processor time of one with the network; never fewer."""
    game = registry.game(plan.game)
    spent = [0.0, 0.0]
    done = [0, 0]
    for players, options in plan.tables:
        match = Match(game, players, options, dice=dice_of(game, plan.seed))
        pair = [
            [Searcher(game, players, seat, plan.seed, network=each) for seat in range(players)]
            for each in (no_network(), from_file(game, network))
        ]
        for number in range(APART * SAMPLE):
            if match.is_over:
                break
            seat = match.to_move
            if not isinstance(seat, int):
                match.roll()
                continue
            view = match.view(seat)
            for side in range(2) if number % APART == 0 else ():
                pair[side][seat].think(view, 1, None, never)  # which may have to load the search
                began = time.process_time()
                done[side] += pair[side][seat].think(view, plan.iterations, None, never)
                spent[side] += time.process_time() - began
            codes = match.codes()
            match.play_code(codes[0] if len(codes) == 1 else pair[0][seat].weighed(view, 2, None, never)[0].code)
    by_hand, learned = (spent[side] / max(1, done[side]) for side in range(2))
    return max(1.0, learned / max(by_hand, 1e-9))
