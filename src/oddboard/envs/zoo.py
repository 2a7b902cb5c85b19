"""A game as a PettingZoo environment of the AEC kind: seats decide one after another, chance is decided inside.

Seats are the agents `seat_0`, `seat_1`, … An observation is a dictionary of the `observation`, numbers that
`env.layout` explains, and the `action_mask`. Rewards come at the end: each seat's score, from 0 to 1.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, MultiBinary
from pettingzoo import AECEnv
from rich.console import Console

from oddboard.core import registry
from oddboard.core.errors import BadRequest, Illegal
from oddboard.core.observation import layout_of
from oddboard.core.options import quoted
from oddboard.core.randomness import generator
from oddboard.core.records import batch, copy, new
from oddboard.core.rules import observe, pick
from oddboard.core.ruleset import CHANCE, OVER
from oddboard.envs.stepping import DICE, streams

_SEEDS = 1 << 32
RENDER_MODES = ("ansi", "human")
WIDTH = 120  # of a drawing, in characters


class Table(AECEnv[str, dict[str, Any], int]):  # type: ignore[misc]
    """A game as PettingZoo plays it."""

    def __init__(
        self,
        game: str,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.game = registry.game(game)
        self.players = self.game.players[0] if players is None else players
        self.options = self.game.check_options(self.players, dict(options or {}))
        self.metadata = {
            "name": f"oddboard_{self.game.key}",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
        }
        if render_mode not in (None, *RENDER_MODES):
            raise BadRequest(f"there is no render mode {quoted(render_mode)}; there are ansi, human and None")
        self.render_mode = render_mode
        self.layout = layout_of(self.game)
        self.possible_agents = [f"seat_{seat}" for seat in range(self.players)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        seen = Box(-128, 127, (self.layout.size,), np.int8)
        space = Dict({"observation": seen, "action_mask": MultiBinary(self.game.codes)})
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: Discrete(self.game.codes) for agent in self.possible_agents}
        self._work = new(self.game.work)
        self._spare = batch(self.game.state, 1)
        self._seed: int | None = None
        self._dice = generator(0)
        self.state_record: Any = None  # the state of the game, as its rules have it

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Start a game; the same seed and the same decisions give the same game.

        `options` are PettingZoo's and mean nothing here: the game's own are given when the environment is made.
        """
        if seed is not None:
            self._seed = seed
        elif self._seed is None:
            self._seed = int(np.random.default_rng().integers(_SEEDS))
        else:
            self._seed += _SEEDS  # another game, that follows from the seed given
        self._dice = generator(int(streams(self._seed, 0, 1)[0, DICE]))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.state_record = copy(self.game.start(self.players, self.options))
        self._roll()
        self.agent_selection = self.agents[self.game.rules.to_move(self.state_record)]

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self._seats[agent]
        seen = np.zeros(self.layout.size, np.int8)
        mask = np.zeros(self.game.codes, np.int8)
        observe(self.state_record, seat, seen, self._spare, self._spare.view(np.int8))
        if self.game.rules.to_move(self.state_record) == seat:
            mask[self._legal()] = 1
        return {"observation": seen, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Carry out a decision of the selected agent, and whatever chance decides after it.

        After the end every agent is selected once more, and steps with None.
        """
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if isinstance(action, bool) or not isinstance(action, int | np.integer):
            raise BadRequest(f"a decision is a whole number, not {quoted(action)}")
        if action not in self._legal():
            raise self._refused(int(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.game.rules.play(self.state_record, self._work, int(action))
        self._roll()
        mover = self.game.rules.to_move(self.state_record)
        if mover == OVER:
            result = np.zeros(self.players)
            self.game.rules.score(self.state_record, result)
            self.rewards = {each: float(result[self._seats[each]]) for each in self.agents}
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[mover]
        self._accumulate_rewards()
        self._deads_step_first()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The position drawn as text; `human` prints it."""
        if self.render_mode is None:
            return None
        board = self.game.board(self.state_record)
        if self.render_mode == "human":
            Console().print(board)
            return None
        console = Console(width=WIDTH, color_system="truecolor", force_terminal=True, legacy_windows=False)
        with console.capture() as captured:
            console.print(board)
        return captured.get()

    def close(self) -> None:
        """There is nothing to let go of."""

    def _roll(self) -> None:
        s = self.state_record
        while self.game.rules.to_move(s) == CHANCE:
            self.game.rules.play(s, self._work, pick(s, self._work, self._dice))

    def _legal(self) -> Any:
        return self._work.code[: self.game.rules.legal(self.state_record, self._work)].copy()

    def _refused(self, code: int) -> Illegal:
        if not 0 <= code < self.game.codes:
            return Illegal(f"{code} is no decision; they are 0 to {self.game.codes - 1}")
        why = self.game.why_not(self.state_record, code)
        return Illegal(f"decision {code}: {why.message}", why.rule)
