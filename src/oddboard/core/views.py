"""A match as somebody may see it: the scene, the choices with their touches, and each moment of its history.

A *viewer* is a seat, or WATCHER, who may know only what everybody knows; None sees everything, as after the end.
"""

from collections.abc import Sequence
from typing import Any, Literal, NotRequired

from typing_extensions import TypedDict

from oddboard.core.face import Past
from oddboard.core.game import CHANCE, OVER, Decision, Game
from oddboard.core.match import Match, named
from oddboard.core.records import copy
from oddboard.core.scene import Choice, Preview, Scene
from oddboard.core.sentences import listed

WATCHER = -1  # a viewer without a seat


class ToldTurn(TypedDict):
    """A turn that has ended, as one sentence."""

    first: int
    """The number of its first decision."""
    words: str


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
    turn: NotRequired[ToldTurn]
    """The turn that it was the last decision of."""


def view_of(match: Match, state: Any, viewer: int | None) -> Any:
    """A copy of a state of a match without what a viewer must not know."""
    view, who = copy(state), _hidden_from(match, viewer)
    if who is not None:
        match.game.rules.hide(view, who)
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


def nothing_there(game: Game, view: Any) -> str:
    """What is said to somebody who touched something of which nobody can tell what it was for: what to touch first."""
    asks = {**game.asks, **game.asks_now(view)}
    first = dict.fromkeys(touches[0] for each in game.bare_choices(view) if (touches := each["touches"]))
    kinds = dict.fromkeys(asks.get(touch, asks.get(touch.partition(":")[0], "")) for touch in first)
    orders = [order for asked in kinds if (order := asked.rpartition("|")[2].rpartition(">")[2]) and "{" not in order]
    return f"Nothing can be done there now: {listed(orders, 'or')}." if orders else "Nothing can be done there now."


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
    who = _hidden_from(match, viewer)
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
    found, plies = [], list(range(since))
    for ply in range(since, match.ply):
        each = moment(match, ply, viewer)
        if each is None:
            continue
        found.append(each)
        plies.append(ply)
        if turn := told_turn(match, plies, viewer):
            each["turn"] = {"first": plies[turn["first"]], "words": turn["words"]}
    return found


def told_turn(match: Match, plies: Sequence[int], viewer: int | None) -> ToldTurn | None:
    """The turn that ended with the last of the plies that a viewer knows of; None if none did.

    Its first decision is counted as the viewer counts: by the place among these plies.
    """
    game, before = match.game, [_seen(match, plies[-1], viewer)]
    after = _seen(match, plies[-1] + 1, viewer)
    now, is_over = game.turn_of(after), int(game.rules.to_move(after)) == OVER
    if now is None and not is_over:
        return None
    ended, first = game.turn_of(before[0]), len(plies) - 1
    if ended == now is not None and not is_over:
        return None
    for number in range(len(plies) - 2, -1, -1):
        state = _seen(match, plies[number], viewer)
        turn = game.turn_of(state)
        ended = turn if ended is None else ended
        if turn not in (ended, None):
            break
        before.insert(0, state)
        first = number
    if ended == now and not is_over:
        return None  # chance was in the middle of a turn
    words = game.turn_words(_turn(match, plies[first:], [*before, after], viewer))
    return {"first": first, "words": words} if words else None


def _seen(match: Match, ply: int, viewer: int | None) -> Any:
    """The state before a decision as a viewer may know it, to look at only."""
    state = match.state_at(ply)
    return state if viewer is None else view_of(match, state, viewer)


def _turn(match: Match, plies: Sequence[int], seen: Sequence[Any], viewer: int | None) -> list[Past]:
    """The decisions of a turn as a viewer may know them, with what was seen before, between and after them."""
    game, who = match.game, _hidden_from(match, viewer)
    found = []
    for ply, before, after in zip(plies, seen, seen[1:], strict=False):
        played, whole = match.history[ply], match.state_at(ply)
        told = played.decision if who is None else game.redacted(whole, played.code, who, match.state)
        if told is None:
            continue
        known = told == played.decision
        words = game.words(whole, played.code) if known else game.secret_words(whole, told)
        found.append(Past(played.seat, told, played.code if known else None, words, before, after))
    return found


def _hidden_from(match: Match, viewer: int | None) -> int | None:
    """A viewer as `hide` counts: watchers come after the seats."""
    return match.players if viewer == WATCHER else viewer
