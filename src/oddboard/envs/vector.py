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

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from oddboard.core import registry
from oddboard.core.errors import BadRequest, Illegal
from oddboard.core.game import Game
from oddboard.core.match import Match
from oddboard.core.observation import Layout, layout_of
from oddboard.core.options import quoted
from oddboard.core.records import copy
from oddboard.envs.processor import Processor, cores
from oddboard.envs.stepping import ALL_LEGAL, BITS, CODES, FLAGS, NO_MASK, streams

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
        seed: int = 0,
        mask: str | None = "bits",
        observed: bool = True,
        checked: bool = True,
        device: str = "cpu",
        threads: int | None = None,
    ) -> None:
        self.game = game if isinstance(game, Game) else registry.game(game)
        self.players = self.game.players[0] if players is None else players
        self.options = self.game.check_options(self.players, dict(options or {}))
        if isinstance(n, bool) or not isinstance(n, int) or n < 1:
            raise BadRequest(f"a vector environment has one game or more, not {quoted(n)}")
        if mask not in MASKS:
            raise BadRequest(f"there is no mask {quoted(mask)}; there are bits, flags, codes and None")
        if device not in DEVICES:
            raise BadRequest(f"there is no device {quoted(device)}; there are {' and '.join(DEVICES)}")
        self.n, self.seed, self.checked, self.device = n, seed, checked, device
        self.layout: Layout = layout_of(self.game)
        start = self.game.start(self.players, self.options)
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
        self.reset()

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

    def reset(self, seed: int | None = None) -> tuple[Any, dict[str, Any]]:
        """Start all games anew; the same seed, or without one the seed given before, gives the same games."""
        if seed is not None:
            self.seed = seed
        self._engine.reset(streams(self.seed, 0, self.n))
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
        code = int(self._engine.read(actions)[found])
        if not 0 <= code < self.codes:
            raise Illegal(f"game {found}: {code} is no decision; they are 0 to {self.codes - 1}")
        why = self.game.why_not(copy(self.states()[found]), code)
        raise Illegal(f"game {found}, decision {code}: {why.message}", why.rule)


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
