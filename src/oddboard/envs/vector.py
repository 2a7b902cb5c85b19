"""Many games of one kind at once, stepped together, on the processor or on a graphics card.

    v = Vector("everest", 4096, players=3, seed=1)
    observations, info = v.reset()
    while learning:
        observations, rewards, terminated, truncated, info = v.step(policy(observations, info["mask"]))

It works as Gymnasium's vector environments do, in the mode that Gymnasium calls *same-step* autoreset: when a game
ends, its rewards and `terminated` are those of the end, and everything else shown is of a fresh game already. What is
different follows from games of several seats: `info["turn"]` says which seat decides in each game, the observation is
that seat's, and rewards have a column for each seat: its score, from 0 to 1, in the step that ends a game, else 0.

All arrays are made once and overwritten by every step; copy what is to be kept. On a card they stay there, and have
`__cuda_array_interface__` and `__dlpack__`, so that PyTorch and JAX use them without a copy.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from oddboard.core import registry
from oddboard.core.errors import BadRequest, Illegal
from oddboard.core.game import Game
from oddboard.core.match import Match
from oddboard.core.observation import Layout, layout_of
from oddboard.core.options import quoted
from oddboard.core.records import batch, copy
from oddboard.envs.processor import Processor, cores
from oddboard.envs.stepping import ALL_LEGAL, BITS, BYTE, CODES, FLAGS, GENERATORS, NO_DECISION, NO_MASK, streams
from oddboard.envs.weighing import weigh_games

MASKS = {None: NO_MASK, "bits": BITS, "flags": FLAGS, "codes": CODES}
DEVICES = ("cpu", "cuda")


class Vector:
    """So many games of one kind.

    `mask` says how legal decisions are shown in `info["mask"]`. A decision is a whole number below `v.codes`:

    - `"bits"`: a row of bits for each game, the lowest of a byte first (`numpy.unpackbits(…, bitorder="little")`);
    - `"flags"`: a row of booleans for each game, which a policy's logits can be masked with at once;
    - `"codes"`: the legal decisions themselves in the first `info["count"]` places of a row, for policies that score
      what is legal rather than everything there is;
    - None: none, which is fastest.

    A game with many possible decisions has large rows: `v.mask.nbytes` says how large.

    With a `position` (in the game's JSON, such as `game.position(state)` gives), every game begins there.

    With `checked`, a decision that is not legal is refused before anything is done, with the rule that forbids it;
    without, it is trusted, and anything may come of it.
    """

    def __init__(
        self,
        game: str | Game,
        n: int,
        *,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        position: Mapping[str, Any] | None = None,
        seed: int = 0,
        mask: str | None = "bits",
        observed: bool = True,
        checked: bool = True,
        device: str = "cpu",
        threads: int | None = None,
    ) -> None:
        self.game = game if isinstance(game, Game) else registry.game(game)
        start = self._started(players, options, position)
        if isinstance(n, bool) or not isinstance(n, int) or n < 1:
            raise BadRequest(f"a vector environment has one game or more, not {quoted(n)}")
        if mask not in MASKS:
            raise BadRequest(f"there is no mask {quoted(mask)}; there are bits, flags, codes and None")
        if device not in DEVICES:
            raise BadRequest(f"there is no device {quoted(device)}; there are {' and '.join(DEVICES)}")
        self.n, self.seed, self.checked, self.device = n, seed, checked, device
        self._kind = MASKS[mask]
        self.layout: Layout = layout_of(self.game)
        self._engine: Any
        if device == "cuda":
            from oddboard.envs.card import Card

            self._engine = Card(self.game, n, self.players, start, observed, MASKS[mask])
        else:
            self._engine = Processor(
                self.game, n, self.players, start, observed, MASKS[mask], cores() if threads is None else threads
            )
        engine = self._engine
        self.actions = engine.actions
        self.observations = engine.observations if observed else None
        self.rewards, self.terminated, self.turn = engine.rewards, engine.done, engine.turn
        self.truncated = np.zeros(n, np.bool_)  # limits are rules of the games, so nothing is ever cut off
        self.mask = {NO_MASK: None, BITS: engine.bits, FLAGS: engine.flags, CODES: engine.codes}[MASKS[mask]]
        self.info = {"turn": self.turn}
        if self.mask is not None:
            self.info |= {"mask": self.mask, "count": engine.counts}
        # What each seat has gained, and whether a game has ended, since it was last asked (`recv`).
        self._gained = np.zeros((n, self.players), np.float32)
        self._ended = np.zeros((n, self.players), np.bool_)
        self.reset()

    def _started(self, players: int | None, options: Mapping[str, Any] | None, position: Any) -> Any:
        """The state that every game begins with: that of the options, or a position, which has its own."""
        if position is None:
            self.players = self.game.players[0] if players is None else players
            self.options = self.game.check_options(self.players, dict(options or {}))
            return self.game.start(self.players, self.options)
        if players is not None or options is not None:
            raise BadRequest("a position says itself how many play, and with which options")
        match = Match.from_position(self.game, position)
        if match.is_over:
            raise BadRequest("the game is over in this position")
        self.players, self.options = match.players, match.options
        return match.state

    @property
    def codes(self) -> int:
        """Every decision is a whole number below this."""
        return self.game.codes

    # Gymnasium's words

    @property
    def num_envs(self) -> int:
        """How many games there are."""
        return self.n

    @property
    def metadata(self) -> dict[str, Any]:
        """What Gymnasium's wrappers ask for; needs Gymnasium."""
        from gymnasium.vector import AutoresetMode

        return {"autoreset_mode": AutoresetMode.SAME_STEP}

    @property
    def single_observation_space(self) -> Any:
        """What the observation of one game can be; needs Gymnasium."""
        from gymnasium.spaces import Box

        return Box(-128, 127, (self.layout.size,), np.int8)

    @property
    def single_action_space(self) -> Any:
        """What a decision can be; needs Gymnasium."""
        from gymnasium.spaces import Discrete

        return Discrete(self.codes)

    def reset(self, seed: int | Sequence[int] | None = None) -> tuple[Any, dict[str, Any]]:
        """Start all games anew; the same seed, or without one the seed given before, gives the same games.

        A list has a seed for each game, which then is what it would be alone.
        """
        if seed is not None and not isinstance(seed, int):
            if len(seed) != self.n:
                raise BadRequest(f"{self.n} games take {self.n} seeds, not {len(seed)}")
            self._engine.reset(np.concatenate([streams(each, 0, 1) for each in seed]))
        else:
            self.seed = self.seed if seed is None else seed
            self._engine.reset(streams(self.seed, 0, self.n))
        self._gained[:] = 0.0
        self._ended[:] = False
        return self.observations, self.info

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Carry out a decision in each game, and whatever chance decides after it."""
        if not hasattr(actions, "__cuda_array_interface__"):
            actions = np.asarray(actions)
        if tuple(actions.shape) != (self.n,):
            raise BadRequest(f"{self.n} games take {self.n} decisions, not an array of shape {tuple(actions.shape)}")
        if isinstance(actions, np.ndarray) and actions.dtype.kind not in "iu":
            raise BadRequest(f"decisions are whole numbers, not {actions.dtype}")
        if isinstance(actions, np.ndarray) and actions.dtype != np.int32:
            actions = actions.astype(np.int32)
        if self.checked:
            self._check(actions)
        self._engine.step(actions)
        return self.observations, self.rewards, self.terminated, self.truncated, self.info

    # Some games at a time

    def send(self, actions: Any, games: Any) -> None:
        """Carry out a decision in each of some games, given by their numbers, and leave the others as they are.

        With `recv` every seat can be decided for by somebody else, and nobody keeps account of whose turn it is.
        """
        games = self._numbers(games)
        if not len(games):
            return
        given = np.asarray(self._engine.read(actions))
        if given.shape != games.shape:
            raise BadRequest(f"{len(games)} games take {len(games)} decisions, not an array of shape {given.shape}")
        if given.dtype.kind not in "iu":
            raise BadRequest(f"decisions are whole numbers, not {given.dtype}")
        if self.checked:
            self._check_some(given, games)
        everywhere = np.full(self.n, NO_DECISION, np.int32)
        everywhere[games] = given
        self.carry_out(everywhere)
        self._gained += self._engine.read(self.rewards)
        self._ended |= self._engine.read(self.terminated)[:, None]

    def recv(self, *seats: int) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """The games in which one of these seats is to decide; all games, if none is named. Copies, on the host.

        `info["game"]` has their numbers, for `send`. Rewards and `terminated` are what has come to the seat that
        decides since it was last received in that place: with its observations, just what it learns from.
        """
        for seat in seats:
            if not 0 <= seat < self.players:
                raise BadRequest(f"there is no seat {quoted(seat)}; there are 0 to {self.players - 1}")
        turn = self._engine.read(self.turn)
        games = np.flatnonzero(np.isin(turn, seats)) if seats else np.arange(self.n)
        own = turn[games]
        rewards, terminated = self._gained[games, own], self._ended[games, own]
        self._gained[games, own] = 0.0
        self._ended[games, own] = False
        info = {name: self._engine.read(array)[games] for name, array in self.info.items()} | {"game": games}
        observations = None if self.observations is None else self._engine.read(self.observations)[games]
        return observations, rewards, terminated, self.truncated[games], info

    def drawn(self, games: Any, greedy: bool = False) -> Any:
        """A random decision, or the greedy one, in each of some games; the others keep their generators.

        So a game is the same whatever the others do.
        """
        rngs = self._engine.rngs
        before = _copied(self.read(rngs)).reshape(self.n, GENERATORS)
        codes = self.read(self.greedy() if greedy else self.sample())[games]
        before[games] = self.read(rngs)[games]
        self._put(rngs, before)
        return codes

    def restart(self, games: Any) -> None:
        """Begin some games anew, with the next numbers of their generators; the others stay as they are."""
        records = self.states()
        records[games] = self.read(self._engine.start)[0]
        self._put(self._engine.states, records)
        self.carry_out(np.full(self.n, NO_DECISION, np.int32))

    def _put(self, array: Any, content: Any) -> None:
        """Fill an array of the engine's."""
        if self.device == "cuda":
            array.copy_to_device(content)
        else:
            array[:] = content

    def carry_out(self, codes: Any) -> None:
        """Carry out a decision in each game, none where it is NO_DECISION; trusts its caller."""
        self._engine.step(codes)

    def before(self) -> tuple[Any, Any]:
        """Copies of all records and generators, to look back at after a step."""
        return _copied(self.read(self.records)), _copied(self.read(self._engine.rngs)).reshape(self.n, GENERATORS)

    def shown(self, games: Any) -> tuple[Any, Any]:
        """What is shown of some games: observations and masks. Copies, on the host."""
        seen = None if self.observations is None else self.read(self.observations)[games]
        return seen, None if self.mask is None else self.read(self.mask)[games]

    @property
    def records(self) -> Any:
        """The records of all games where they lie: not to be changed."""
        return self._engine.states

    def read(self, array: Any) -> Any:
        """An array of this vector as NumPy has it; on the processor no copy."""
        return self._engine.read(array)

    def _numbers(self, games: Any) -> Any:
        """Numbers of games, each there and none twice."""
        games = np.asarray(games)
        if games.ndim != 1 or (games.size and games.dtype.kind not in "iu"):
            raise BadRequest("games are a list of their numbers")
        games = games.astype(np.int64)
        if games.size and not (games.min() >= 0 and games.max() < self.n):
            raise BadRequest(f"there are games 0 to {self.n - 1} only")
        if len(np.unique(games)) != len(games):
            raise BadRequest("a game can be given one decision at a time")
        return games

    def _check_some(self, actions: Any, games: Any) -> None:
        """Refuse decisions of which one is not legal, in some games."""
        for k in np.flatnonzero(~self.legal(actions, games)):
            raise self.why_illegal(int(games[k]), int(actions[k]))

    def legal(self, actions: Any, games: Any) -> Any:
        """Whether each of some decisions is legal in its game, as the mask shows it or, without one, the rules say."""
        there = (actions >= 0) & (actions < self.codes)
        return there & self._among_legal(np.where(there, actions, 0), games)

    def _among_legal(self, actions: Any, games: Any) -> Any:
        if self.mask is None:
            states = self._engine.read(self._engine.states)
            found = [code in self.game.codes_of(states[game]) for game, code in zip(games, actions, strict=True)]
            return np.array(found, np.bool_)
        mask = self._engine.read(self.mask)
        if self._kind == FLAGS:
            return mask[games, actions]
        if self._kind == BITS:
            return (mask[games, actions // BYTE] >> (actions % BYTE) & 1).astype(np.bool_)
        there = np.arange(mask.shape[1]) < self._engine.read(self._engine.counts)[games, None]
        return ((mask[games] == actions[:, None]) & there).any(axis=1)

    # More than Gymnasium has

    def sample(self) -> Any:
        """A legal decision for each game, each as likely as any other; they are in `v.actions` too."""
        self._engine.sample()
        return self.actions

    def greedy(self) -> Any:
        """For each game the decision with the best outlook one step ahead; they are in `v.actions` too.

        What the seat does not know it imagines once; where chance follows, up to twelve outcomes count by weight.
        """
        self._engine.greedy()
        return self.actions

    def random_steps(self, k: int) -> None:
        """Play k decisions at random in every game, in one call.

        Then `rewards` are the sums of the games that ended, and `terminated` says where any did.
        """
        self._engine.random_steps(k)

    def greedy_steps(self, k: int) -> None:
        """Play k greedy decisions in every game, in one call; rewards as after `random_steps`."""
        self._engine.greedy_steps(k)

    def outlooks(self) -> Any:
        """Each seat's outlook in each game, from 0 to 1, as the bots see it: a potential to shape rewards with.

        It looks at everything, also at what is hidden; so it is for learning, never for a seat to see.
        """
        if self.device == "cuda":
            return self._engine.outlooks(self.players)
        out = np.zeros((self.n, self.players))
        weigh_games(self._engine.states, batch(self.game.work, 1), out)
        return out

    def tallies(self) -> Any:
        """Decisions of seats, rolls of chance and games ended since the last reset, for each game (a copy)."""
        return _copied(self._engine.read(self._engine.tallies))

    def states(self) -> Any:
        """The records of all games (a copy)."""
        return _copied(self._engine.read(self._engine.states))

    def close(self) -> None:
        """Let go of threads or of the card's memory."""
        self._engine.close()

    def _check(self, actions: Any) -> None:
        """Refuse decisions of which one is not legal."""
        found = self._engine.find_illegal(actions)
        if found == ALL_LEGAL:
            return
        raise self.why_illegal(found, int(self._engine.read(actions)[found]))

    def why_illegal(self, game: int, code: int) -> Illegal:
        """Why a decision is refused."""
        if not 0 <= code < self.codes:
            return Illegal(f"game {game}: {code} is no decision; they are 0 to {self.codes - 1}")
        why = self.game.why_not(copy(self.states()[game]), code)
        return Illegal(f"game {game}, decision {code}: {why.message}", why.rule)


def to_compile(match: Match) -> Iterator[tuple[str, Callable[[], Any]]]:
    """What vectors compile for a game, on the processor."""

    def everything() -> None:
        v = Vector(match.game, 1, players=match.players, threads=1)
        v.step(v.sample())
        v.step(v.greedy())
        v.random_steps(1)
        v.greedy_steps(1)
        v.close()

    yield "vectors", everything


def _copied(records: Any) -> Any:
    """Records of their own with the same content; NumPy's own copy leaves the gaps between fields to chance."""
    return np.frombuffer(bytearray(records.tobytes()), records.dtype)
