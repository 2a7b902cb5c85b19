"""What somebody may know: views, what is told of past decisions, and what a seat imagines where it does not know."""

import itertools
import json
import random
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from oddboard.conformance.pictures import stands
from oddboard.core.game import Decision, Refusal
from oddboard.core.match import Match
from oddboard.core.randomness import generator
from oddboard.core.records import copy, new, same, to_bytes
from oddboard.core.ruleset import OVER
from oddboard.core.views import WATCHER, moments

TRIED = 40  # decisions of a state that are compared
LOOKING = 3  # seats, or a watcher, who look at a state where all is open
IMAGINED = 3  # times that each seat imagines a state
PASTS = 600  # pasts that a seat could have lived through; where there are more nothing is said of them
STEPS = 5000  # decisions played to find them; most pasts end early, as they lead to something else than was seen


def check_views(match: Match, rng: random.Random, where: str) -> None:
    """A seat's view does not depend on what it cannot see, and what it imagines agrees with its view."""
    rules, work = match.game.rules, new(match.game.work)
    secret = match.game.keeps_secrets(match.start)
    for seat in _looking(match, rng):
        view = _hidden(match, match.state, seat)
        assert same(view, _hidden(match, view, seat)), f"hiding twice hides more: seat {seat}, {where}"
        json.dumps(match.game.position(view))
        json.dumps(moments(match, seat if seat < match.players else WATCHER, max(0, match.ply - 3)))
        if seat == match.players:
            continue
        json.dumps(match.situation(seat))
        json.dumps(match.seen_history(seat))
        pasts = possible_pasts(match, seat) if secret else None
        for _ in range(IMAGINED):
            imagined = copy(view)
            rules.imagine(imagined, work, seat, generator(rng.getrandbits(60)))
            assert bool(rules.legal(imagined, work)) == (not match.is_over), f"imagined: seat {seat}, {where}"
            position = json.dumps(match.game.position(imagined))
            assert pasts is None or to_bytes(imagined) in pasts, (
                f"seat {seat} imagines what cannot be, after all that it has seen: {position}: {where}"
            )
            rules.hide(imagined, seat)
            assert same(imagined, view), f"seat {seat} imagines what it knows to be wrong: {where}"


def check_undecided(match: Match, where: str) -> None:
    """What others have decided in secret, taken back, leaves who is to decide and what may be decided as it was."""
    game, seat = match.game, match.to_move
    if not isinstance(seat, int):
        return
    view = match.view(seat)
    before = to_bytes(view)
    state = game.undecided(view)
    assert to_bytes(view) == before, f"`undecided` changes the view it is given: {where}"
    assert game.rules.to_move(state) == seat, f"seat {seat} is not to decide once nothing is decided: {where}"
    assert game.codes_of(state) == game.codes_of(view), f"`undecided` changes what is legal: seat {seat}, {where}"
    assert same(_hidden(match, state, seat), state), f"`undecided` leaves something to hide: seat {seat}, {where}"


def _looking(match: Match, rng: random.Random) -> list[int]:
    """Who looks at a state: everybody and a watcher, or where all is open, and all see the same, some of them."""
    everybody = range(match.players + 1)
    return list(everybody) if match.game.secrets else rng.sample(everybody, min(len(everybody), LOOKING))


def check_told(match: Match, rng: random.Random, where: str) -> None:
    """Whoever is told the same of two decisions sees the same after them: `hide` leaves nothing that is not told."""
    if match.is_over or not match.game.secrets:
        return
    game, mover, codes = match.game, match.to_move, match.codes()
    afters = {code: _after(match, code) for code in rng.sample(codes, min(len(codes), TRIED))}
    for seat in range(match.players + 1):
        if seat == mover:
            continue
        alike: dict[str, list[int]] = defaultdict(list)
        for code, after in afters.items():
            told = game.redacted(match.state, code, seat, after)
            if told != game.decision(match.state, code):
                alike[json.dumps(told)].append(code)
        for words, group in alike.items():
            views = {to_bytes(_hidden(match, afters[code], seat)) for code in group}
            who = f"seat {seat}" if seat < match.players else "a watcher"
            assert len(views) == 1, (
                f"{who} is told only {words}, but sees which of {len(group)} decisions it was: {where}"
            )


def check_early(match: Match, rng: random.Random, where: str) -> None:
    """What a seat decides ahead of its turn moves nothing and ends nothing: the others have not decided yet."""
    game = match.game
    for seat in range(match.players):
        early = game.early(match.state, seat)
        if early is None:
            continue
        state, work = copy(early), new(game.work)
        assert game.rules.to_move(state) == seat, f"seat {seat} decides ahead, but is not to decide: {where}"
        while game.rules.to_move(state) == seat:
            game.rules.play(state, work, rng.choice(game.codes_of(state)))
        before, after = stands(game.scene(early)), stands(game.scene(state))
        gone_on = game.rules.to_move(state) == OVER or any(after.get(piece) != at for piece, at in before.items())
        assert not gone_on, f"the game goes on after what seat {seat} decides ahead, without the others': {where}"


@dataclass(frozen=True)
class _Seen:
    """What a seat has seen of a past decision."""

    told: Decision | None
    open: bool  # whether it was told all
    view: Any  # afterwards


def possible_pasts(match: Match, seat: int) -> set[bytes] | None:
    """The present states of all games in which a seat would have seen and been told just the same; None if too many.

    None, too, where the match begins in the middle of a game, with secrets that the seat has no past to know from, and
    where the seat once knew more than its view tells.
    """
    if match.starts_elsewhere or any(played.decision["do"] in match.game.forgets for played in match.history):
        return None
    found: set[bytes] = set()
    steps = itertools.count(1)
    for count, state in enumerate(_pasts(match, seat, _seen(match, seat), match.start, steps)):
        if count >= PASTS or state is None:
            return None
        found.add(to_bytes(state))
    return found


def _seen(match: Match, seat: int) -> list[_Seen]:
    """What a seat has seen of all past decisions."""
    found = []
    for ply, played in enumerate(match.history):
        told = match.game.redacted(match.state_at(ply), played.code, seat, match.state)
        view = _hidden(match, match.state_at(ply + 1), seat)
        found.append(_Seen(told, told == played.decision, view))
    return found


def _pasts(match: Match, seat: int, seen: list[_Seen], state: Any, steps: Iterator[int]) -> Iterator[Any]:
    """Go on from a state with what a seat saw after it; None where the pasts are too many to try."""
    game, work = match.game, new(match.game.work)
    for number, now in enumerate(seen):
        if next(steps) > STEPS:
            yield None
        legal: list[int] = work.code[: game.rules.legal(state, work)].tolist()
        if now.open:
            assert now.told is not None
            code = game.code(state, now.told)
            if isinstance(code, Refusal) or code not in legal:
                return
            game.rules.play(state := copy(state), work, code)
            if not same(_hidden(match, state, seat), now.view):
                return
            continue
        if len(legal) > TRIED:
            yield None
        for code in legal:
            if game.redacted(state, code, seat, match.state) == now.told:
                game.rules.play(other := copy(state), work, code)
                if same(_hidden(match, other, seat), now.view):
                    yield from _pasts(match, seat, seen[number + 1 :], other, steps)
        return
    yield state


def _hidden(match: Match, state: Any, seat: int) -> Any:
    view = copy(state)
    match.game.rules.hide(view, seat)
    return view


def _after(match: Match, code: int) -> Any:
    after = copy(match.state)
    match.game.rules.play(after, new(match.game.work), code)
    return after
