"""A game as a PettingZoo environment of the parallel kind: seats that may decide at the same time do so.

In each step every agent acts. Whoever has nothing to decide just then has one legal action, which means *wait* and is
the number after the last decision; so a game in which seats take turns works too, with all but one waiting. What a
seat decides early is kept secret until its turn comes, and leads to the same game as deciding in turn.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, MultiBinary
from pettingzoo import ParallelEnv

from oddboard.core.errors import BadRequest, Illegal
from oddboard.core.options import quoted
from oddboard.core.records import copy
from oddboard.core.rules import observe
from oddboard.core.ruleset import OVER
from oddboard.envs.zoo import Table


class Together(ParallelEnv[str, dict[str, Any], int]):  # type: ignore[misc]
    """A game as PettingZoo plays it, with all seats deciding at once where the rules let them."""

    def __init__(
        self,
        game: str,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
    ) -> None:
        self._table = Table(game, players, options, render_mode)
        self.game, self.players, self.layout = self._table.game, self._table.players, self._table.layout
        self.render_mode = render_mode
        self.metadata = self._table.metadata | {"is_parallelizable": True}
        self.possible_agents = list(self._table.possible_agents)
        self.agents: list[str] = []
        self.wait = self.game.codes  # the action of whoever has nothing to decide
        seen = Box(-128, 127, (self.layout.size,), np.int8)
        space = Dict({"observation": seen, "action_mask": MultiBinary(self.game.codes + 1)})
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: Discrete(self.game.codes + 1) for agent in self.possible_agents}
        self._decided: list[list[int]] = []  # by seat: what it has decided before its turn

    @property
    def state_record(self) -> Any:
        """The state of the game, as its rules have it: without what seats have decided early."""
        return self._table.state_record

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, dict[str, Any]], dict[str, dict[str, Any]]]:
        """Start a game; the same seed and the same decisions give the same game."""
        self._table.reset(seed)
        self.agents = list(self.possible_agents)
        self._decided = [[] for _ in self.agents]
        return self._told()

    def step(self, actions: Mapping[str, int]) -> tuple[dict[str, Any], ...]:
        """Take the decisions of all agents, and carry out those whose turn has come."""
        if not self.agents:
            raise BadRequest("the game is over: reset it")
        if set(actions) != set(self.agents):
            raise BadRequest(f"every agent acts, and nobody else: {', '.join(self.agents)}")
        taken = {seat: self._taken(seat, actions[agent]) for seat, agent in enumerate(self.agents)}
        for seat, code in taken.items():
            if code != self.wait:
                self._decided[seat].append(code)
        self._carry_out()
        over = self.game.rules.to_move(self.state_record) == OVER
        result = np.zeros(self.players)
        if over:
            self.game.rules.score(self.state_record, result)
        observations, infos = self._told()
        everybody = list(self.agents)
        rewards = {agent: float(result[seat]) for seat, agent in enumerate(everybody)}
        if over:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        ended = dict.fromkeys(everybody, over)
        return observations, rewards, ended, dict.fromkeys(everybody, False), infos

    def render(self) -> str | None:
        """The position drawn as text; `human` prints it."""
        return self._table.render()

    def close(self) -> None:
        """There is nothing to let go of."""

    def deciding(self, seat: int) -> Any | None:
        """The state in which a seat decides now, in its turn or early; None if it has nothing to decide."""
        s, rules = self.state_record, self.game.rules
        if rules.to_move(s) == seat:
            return s
        if rules.to_move(s) == OVER or (early := self.game.early(s, seat)) is None:
            return None
        early = copy(early)
        for code in self._decided[seat]:
            rules.play(early, self._table._work, code)
        return early if rules.to_move(early) == seat else None

    def _taken(self, seat: int, action: Any) -> int:
        """A legal action of a seat."""
        if isinstance(action, bool) or not isinstance(action, int | np.integer):
            raise BadRequest(f"a decision is a whole number, not {quoted(action)}")
        s = self.deciding(seat)
        if s is None:
            if action != self.wait:
                raise Illegal(f"seat {seat} has nothing to decide now and waits: action {self.wait}")
        elif action not in self.game.codes_of(s):
            if not 0 <= action < self.game.codes:
                raise Illegal(f"seat {seat}: {action} is no decision; they are 0 to {self.game.codes - 1}")
            why = self.game.why_not(s, int(action))
            raise Illegal(f"seat {seat}, decision {action}: {why.message}", why.rule)
        return int(action)

    def _carry_out(self) -> None:
        """Play what is decided, turn by turn, until a seat has to decide anew."""
        s, rules = self.state_record, self.game.rules
        while (mover := rules.to_move(s)) != OVER and self._decided[mover]:
            rules.play(s, self._table._work, self._decided[mover].pop(0))
            self._table._roll()

    def _told(self) -> tuple[dict[str, dict[str, Any]], dict[str, dict[str, Any]]]:
        observations = {}
        for seat, agent in enumerate(self.agents):
            s = self.deciding(seat)
            seen, mask = np.zeros(self.layout.size, np.int8), np.zeros(self.game.codes + 1, np.int8)
            spare = self._table._spare
            observe(self.state_record if s is None else s, seat, seen, spare, spare.view(np.int8))
            mask[self.wait if s is None else self.game.codes_of(s)] = 1
            observations[agent] = {"observation": seen, "action_mask": mask}
        return observations, {agent: {} for agent in self.agents}
