"""A game in progress: decisions in and out as JSON, history, undo and redo, views by seat, ranks and *why not*."""

from collections.abc import Mapping, Sequence
from copy import copy as shallow_copy
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from oddboard.core.dice import FairDice
from oddboard.core.errors import BadRequest
from oddboard.core.game import CHANCE, OVER, Decision, Game, Refusal
from oddboard.core.judge import judged, legal_code
from oddboard.core.options import quoted
from oddboard.core.records import copy, same, scratch


@dataclass(frozen=True)
class Played:
    """One decision of a match's history."""

    code: int
    seat: int  # who decided: a seat, or CHANCE
    decision: Decision
    roll: int | None = None  # the number of the fair roll that decided it


class Journal(Protocol):
    """Something that keeps a match's decisions; it is told before they are carried out."""

    def write_decision(self, ply: int, played: Played) -> None:
        """Keep a decision."""

    def write_undo(self, ply: int) -> None:
        """Keep that the match went back to a ply."""

    def write_end(self, ranks: list[int]) -> None:
        """Keep that the game is over."""


class Match:
    """A game in progress.

    `to_move` is a seat, "chance", or None once the game is over. `legal()` lists the decisions that can be given to
    `play`; those of chance have a weight. Nothing that is refused changes the match.
    """

    def __init__(
        self,
        game: Game,
        players: int,
        options: Mapping[str, Any] | None = None,
        *,
        start: Any = None,
        dice: FairDice | None = None,
    ) -> None:
        self.game = game
        self.players = players
        self.options = game.check_options(players, options or {})
        self.dice = dice or FairDice(game.key)
        self.history: list[Played] = []
        self.journal: Journal | None = None
        self.start = game.start(players, self.options) if start is None else start
        self._given_start = start is not None
        # The state before each decision, None if it was forgotten, and the present one, which never is.
        self._states: list[Any] = [copy(self.start)]
        self._undone: list[Played] = []
        self._legal: list[int] | None = None
        self._mover: tuple[Any, int | str | None] = (None, None)  # who decides, after the state in which he does

    @classmethod
    def from_position(cls, game: Game, position: Any) -> "Match":
        """A match that starts from a position; BadPosition says what is wrong with it."""
        from oddboard.core.errors import BadPosition

        if not isinstance(position, Mapping):
            raise BadPosition(f"a position is an object, not {quoted(position)}")
        state = game.from_position(position)
        return cls(game, position["players"], position.get("options", {}), start=state)

    # What there is to know

    @property
    def state(self) -> Any:
        """The present state; it belongs to the match, so copy it before changing it."""
        return self._states[-1]

    @property
    def ply(self) -> int:
        """How many decisions were made."""
        return len(self.history)

    @property
    def starts_elsewhere(self) -> bool:
        """Whether the match began from a given position."""
        return self._given_start

    @property
    def to_move(self) -> int | str | None:
        """Who decides now: a seat, "chance", or None once the game is over."""
        state = self._states[-1]
        if self._mover[0] is not state:
            self._mover = (state, named(int(self.game.rules.to_move(state))))
        return self._mover[1]

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.to_move is None

    @property
    def ranks(self) -> list[int] | None:
        """Each seat's rank, 1 the best and ties shared; None before the end."""
        return self.ranks_after(()) if self.is_over else None

    def ranks_after(self, resigned: Sequence[int]) -> list[int]:
        """The ranks if the game ended now: who resigned comes last, the first to do so behind the others."""
        results = [(1, score) for score in self.scores()]
        for place, seat in enumerate(resigned):
            results[seat] = (0, float(place))
        return [1 + sum(other > mine for other in results) for mine in results]

    def scores(self) -> list[float]:
        """Each seat's result, 0 worst to 1 best, as if the game ended now."""
        out = np.zeros(self.players)
        self.game.rules.score(self.state, out)
        return [float(score) for score in out]

    def codes(self) -> list[int]:
        """The codes of the legal decisions."""
        if self._legal is None:
            self._legal = self._codes_of(self.state)
        return self._legal

    def codes_for(self, seat: int) -> list[int]:
        """The codes of the decisions that a seat sees as legal."""
        view = self.view(seat)
        return self.codes() if same(view, self.state) else self._codes_of(view)

    def legal(self, seat: int | None = None) -> list[Decision]:
        """The legal decisions; for chance each with its weight. With a seat, those that it may know of."""
        state = self._seen_by(seat)
        mover = int(self.game.rules.to_move(state))
        if seat is not None and mover not in (seat, CHANCE):
            return []
        codes = self.codes() if seat is None else self._codes_of(state)
        decisions = [self.game.decision(state, code) for code in codes]
        if mover == CHANCE:
            weights = self._weights_of(state)
            decisions = [each | {"weight": weight} for each, weight in zip(decisions, weights, strict=True)]
        return decisions

    def situation(self, seat: int | None = None) -> dict[str, Any]:
        """Who is to move, the ply, the legal decisions, and once over the ranks; with a seat, as it sees them."""
        ply = self.ply if seat is None else len(self.seen_history(seat))
        mover = named(int(self.game.rules.to_move(self._seen_by(seat))))
        situation: dict[str, Any] = {"to_move": mover, "ply": ply, "legal": self.legal(seat)}
        if self.is_over:
            situation["ranks"] = self.ranks
        return situation

    def position(self, seat: int | None = None) -> dict[str, Any]:
        """Everything in the present state as JSON; with a seat, without what it must not know."""
        return self.game.position(self._seen_by(seat))

    def seen_history(self, seat: int | None = None) -> list[Decision]:
        """The decisions so far; with a seat, as it may know them."""
        if seat is None:
            return [played.decision for played in self.history]
        found = (
            self.game.redacted(self.state_at(ply), played.code, seat, self.state)
            for ply, played in enumerate(self.history)
        )
        return [decision for decision in found if decision is not None]

    def view(self, seat: int) -> Any:
        """A copy of the present state without what a seat must not know."""
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < self.players:
            raise BadRequest(f"there is no seat {quoted(seat)}: they are 0 to {self.players - 1}")
        view = copy(self.state)
        self.game.rules.hide(view, seat)
        return view

    def as_it_stands(self) -> "Match":
        """The match, to look at only, as it is now whatever is done to it later: for who looks in another thread."""
        found = shallow_copy(self)
        found.history, found._states = list(self.history), list(self._states)
        return found

    def state_at(self, ply: int) -> Any:
        """The state before the decision with that number."""
        if self._states[ply] is None:
            self._recall()
        return self._states[ply]

    def forget_states(self) -> None:
        """Keep the present state only, as the past takes most of the memory; it is played again when asked for."""
        self._states[:-1] = [None] * self.ply

    def _recall(self) -> None:
        state, work = copy(self.start), scratch(self.game.work)
        for ply, played in enumerate(self.history):
            if self._states[ply] is None:
                self._states[ply] = copy(state)
            self.game.rules.play(state, work, played.code)

    def why_not(self, decision: Any) -> Refusal | None:
        """None if a decision is legal now, otherwise the rule that forbids it; BadRequest if it is none at all."""
        judgement = judged(self.game, self.state, self.codes(), decision)
        return judgement if isinstance(judgement, Refusal) else None

    # What there is to do

    def play(self, decision: Any) -> None:
        """Carry out a decision; BadRequest, Over or Illegal says why it cannot be."""
        self.play_code(legal_code(self.game, self.state, self.codes(), decision))

    def play_code(self, code: int, roll: int | None = None) -> None:
        """Carry out a legal decision given by its code."""
        seat = int(self.game.rules.to_move(self.state))
        self._carry_out(Played(code, seat, self.game.decision(self.state, code), roll))
        self._undone.clear()

    def roll(self) -> Decision:
        """Let the fair dice decide for chance; what they decided."""
        self.play_code(*self.draw())
        return self.history[-1].decision

    def draw(self) -> tuple[int, int]:
        """What the fair dice decide for chance, and the number of the roll; it is still to be carried out."""
        if self.to_move != "chance":
            raise BadRequest(
                "there is nothing to roll: a seat is to decide" if not self.is_over else "the game is over"
            )
        codes = self.codes()
        index, number = self.dice.roll(self._weights_of(self.state))
        return codes[index], number

    def undo(self, to: int | None = None) -> None:
        """Take back the last decision, or all down to a ply."""
        ply = self.ply - 1 if to is None else to
        if isinstance(ply, bool) or not isinstance(ply, int) or not 0 <= ply <= self.ply or (to is None and ply < 0):
            what = "there is nothing to take back" if to is None else f"ply {quoted(to)} is not one of 0 to {self.ply}"
            raise BadRequest(what)
        if ply == self.ply:
            return
        if self.journal:
            self.journal.write_undo(ply)
        self.state_at(ply)  # it becomes the present one
        self._undone.extend(reversed(self.history[ply:]))
        del self.history[ply:]
        del self._states[ply + 1 :]
        self._legal = None

    def redo(self) -> None:
        """Carry out again what was last taken back."""
        if not self._undone:
            raise BadRequest("there is nothing to do again")
        self._carry_out(self._undone[-1])
        self._undone.pop()

    def _carry_out(self, played: Played) -> None:
        after = copy(self.state)
        self.game.rules.play(after, scratch(self.game.work), played.code)
        over = self.game.rules.to_move(after) == OVER
        if self.journal:
            self.journal.write_decision(self.ply, played)
        self.history.append(played)
        self._states.append(after)
        self._legal = None
        if over and self.journal:
            self.journal.write_end(self.ranks or [])

    def _seen_by(self, seat: int | None) -> Any:
        return self.state if seat is None else self.view(seat)

    def _codes_of(self, state: Any) -> list[int]:
        return self.game.codes_of(state)

    def _weights_of(self, state: Any) -> list[int]:
        work = scratch(self.game.work)
        weights: list[int] = work.weight[: self.game.rules.legal(state, work)].tolist()
        return weights


def named(mover: int) -> int | str | None:
    """Who is to move, as people and programs see it."""
    return {CHANCE: "chance", OVER: None}.get(mover, mover)
