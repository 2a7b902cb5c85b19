"""Whose turn it is at a table: who decides, who decides secretly at the same time, and what was laid meanwhile."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from oddboard.core.game import Decision, Game
from oddboard.core.match import Match
from oddboard.core.records import copy, scratch
from oddboard.server.holds import Hold

Laid = Mapping[int, tuple[int, ...]]  # by seat, the codes of secret decisions that wait for their turn; never changed


@dataclass(eq=False)
class Turn:
    """Who decides in one state of a match, with what was laid in it; everything is found once."""

    game: Game
    players: int
    match: Match
    state: Any
    laid: Laid
    hold: Hold | None  # what waits because somebody could answer it in secret
    is_playing: bool  # otherwise nobody decides
    _laid_out: dict[tuple[int, tuple[int, ...]], tuple[Any, list[Decision]]] = field(default_factory=dict)

    @cached_property
    def mover(self) -> int | str | None:
        """Who is to decide by the rules of the game: a seat, "chance" or nobody."""
        if not self.is_playing:
            return None
        if self.hold is None:
            return self.match.to_move
        asked = int(self.game.rules.to_move(self.answering))
        return asked if asked == self.hold.answerer and self.is_asked else None

    @cached_property
    def answering(self) -> Any:
        """The state after what is held, in which somebody may be asked; shared, so copy it before playing on it."""
        if self.hold is None or not self.hold.steps:
            return self.state
        state, work = copy(self.state), scratch(self.game.work)
        for step in self.hold.steps:
            self.game.rules.play(state, work, step.code)
        return state

    @cached_property
    def is_asked(self) -> bool:
        """Whether who could be asked in secret is."""
        watched = copy(self.answering)
        self.game.rules.hide(watched, self.players)
        return int(self.game.rules.to_move(self.answering)) != int(self.game.rules.to_move(watched))

    @cached_property
    def planners(self) -> dict[int, Any]:
        """Seats that decide secretly at the same time, each with the state in which it does; otherwise none.

        The states are shared: copy one before playing on it.
        """
        if self.hold is not None or not isinstance(self.mover, int):
            return {}
        found = {seat: self.game.early(self.state, seat) for seat in range(self.players)}
        early = {seat: state for seat, state in found.items() if state is not None}
        return {self.mover: self.state, **early} if early else {}

    @cached_property
    def laying(self) -> list[int]:
        """Of the seats that decide secretly at the same time, those that have not laid everything yet."""
        planners = self.planners
        return [seat for seat in planners if self.game.rules.to_move(self.early(seat)) == seat] if planners else []

    @cached_property
    def deciding(self) -> list[int]:
        """The seats that are to decide now."""
        if self.planners:
            return self.laying
        return [self.mover] if isinstance(self.mover, int) else []

    @cached_property
    def openly_deciding(self) -> list[int]:
        """Those of whom everybody may know that they are to decide."""
        return [] if self.hold is not None else self.deciding

    def state_for(self, seat: int) -> Any:
        """The state in which a seat decides, or sees the others decide."""
        if seat in self.planners:
            return self.early(seat)
        return self.answering if seat in self.deciding else self.state

    def early(self, seat: int) -> Any:
        """The state in which a seat lays its next secret decision."""
        return self.laid_out(seat, self.laid.get(seat, ()))[0]

    def laid_out(self, seat: int, codes: Sequence[int]) -> tuple[Any, list[Decision]]:
        """The state after a seat has laid secret decisions before its turn, and what they are in JSON.

        Found once, and shared: copy the state before playing on it.
        """
        key = seat, tuple(codes)
        if key not in self._laid_out:
            self._laid_out[key] = self._lay_out(seat, codes)
        return self._laid_out[key]

    def _lay_out(self, seat: int, codes: Sequence[int]) -> tuple[Any, list[Decision]]:
        state = copy(self.planners.get(seat, self.state))
        work = scratch(self.game.work)
        decisions = []
        for code in codes:
            decisions.append(self.game.decision(state, code))
            self.game.rules.play(state, work, code)
        return state, decisions
