"""A match as somebody may see it: the scene, the choices with their touches, and each moment of its history.

A *viewer* is a seat, or WATCHER, who may know only what everybody knows; None sees everything, as after the end.
"""

from typing import Any, Literal, NotRequired

from typing_extensions import TypedDict

from oddboard.core.game import CHANCE, Decision, Game
from oddboard.core.match import Match, named
from oddboard.core.records import copy
from oddboard.core.scene import Choice, Preview, Scene

WATCHER = -1  # a viewer without a seat


class Moment(TypedDict):
    """One decision of the history as a viewer may know it, and what there was to see after it."""

    ply: int
    """Its number, from 0."""
    seat: int | Literal["chance"]
    """Who decided: a seat, or "chance"."""
    decision: Decision
    words: str
    marks: list[str]
    """What it was about."""
    trails: dict[str, list[str]]
    """How pieces got where they are."""
    scene: Scene
    roll: NotRequired[int]
    """The number of the fair roll."""


def view_of(match: Match, state: Any, viewer: int | None) -> Any:
    """A copy of a state of a match without what a viewer must not know."""
    view = copy(state)
    if viewer is not None:
        match.game.rules.hide(view, match.players if viewer == WATCHER else viewer)
    return view


def mover(match: Match, viewer: int | None) -> int | str | None:
    """Who is to decide, as far as a viewer may know."""
    return named(int(match.game.rules.to_move(view_of(match, match.state, viewer))))


def scene(match: Match, viewer: int | None) -> Scene:
    """What a viewer sees now."""
    return match.game.scene(view_of(match, match.state, viewer))


def choices(game: Game, view: Any) -> list[Choice]:
    """The legal decisions of the seat to move, from what it sees; none if it is chance's turn."""
    if int(game.rules.to_move(view)) < 0:
        return []
    return game.choices(view)


PREVIEWED = tuple(Preview.__annotations__)  # what a choice may have beside its decision and its touches


def preview_of(choice: Choice) -> Preview:
    """What a choice would do."""
    found: Preview = {name: choice[name] for name in PREVIEWED if name in choice}  # type: ignore[assignment,literal-required]
    return found


def moment(match: Match, ply: int, viewer: int | None, drawn: Any = None, until: int | None = None) -> Moment | None:
    """A decision of the history; None if a viewer must not know that it was made.

    The scene after it may have been drawn already, by whoever draws it for several viewers. What came of decisions up
    to `until` that nobody may know of belongs to it.
    """
    game, played = match.game, match.history[ply]
    before, after = match.state_at(ply), match.state_at(ply + 1)
    who = None if viewer is None else match.players if viewer == WATCHER else viewer
    told = played.decision if who is None else game.redacted(before, played.code, who, match.state)
    if told is None:
        return None
    known = told == played.decision
    found = Moment(
        ply=ply,
        seat="chance" if played.seat == CHANCE else played.seat,
        decision=told,
        words=game.account(before, played.code) if known else game.secret_words(before, told),
        marks=game.marks(before, played.code) if known else [],
        trails=_trails(match, ply, until or ply + 1) if known else {},
        scene=game.scene(view_of(match, after, viewer)) if drawn is None else drawn,
    )
    if played.roll is not None:
        found["roll"] = played.roll
    return found


def _trails(match: Match, ply: int, until: int) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for each in range(ply, until):
        found |= match.game.trails(match.state_at(each), match.history[each].code)
    return found


def moments(match: Match, viewer: int | None, since: int = 0) -> list[Moment]:
    """The history from a ply on."""
    found = (moment(match, ply, viewer) for ply in range(since, match.ply))
    return [each for each in found if each is not None]
