"""The rules of whatever game a state belongs to, for compiled code that knows no game.

A function made by a factory is not found in Numba's cache; these are module-level functions that reach a game's
rules through the type of the state record, so that what calls them is compiled and cached once for each game.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from oddboard.core.compiling import INTERPRETED, Plain, rule, tell_compiler
from oddboard.core.randomness import below
from oddboard.core.records import dtype_of, numba_type
from oddboard.core.ruleset import CHANCE, OVER, Rules

_BY_DTYPE: dict[np.dtype[Any], Rules] = {}
_BY_NUMBA_TYPE: dict[Any, Rules] = {}


def introduce(key: str, state: type[Any], rules: Rules) -> None:
    """Let the generic functions know a game's rules by its state record; registering does this."""
    dtype = dtype_of(state)
    if _BY_DTYPE.get(dtype, rules) is not rules:
        raise ValueError(f"{key}: another game's state has exactly the same fields; rename one")
    _BY_DTYPE[dtype] = rules
    if not INTERPRETED:
        tell_compiler(lambda: _introduce_to_compiler(state, rules))


def _introduce_to_compiler(state: type[Any], rules: Rules) -> None:
    from oddboard.core import compiler

    kind = numba_type(state)
    _BY_NUMBA_TYPE[kind] = rules
    compiler.introduce(kind, rules.functions())


def _dtype(s: Any) -> np.dtype[Any]:
    return (object.__getattribute__(s, "_record") if isinstance(s, Plain) else s).dtype  # type: ignore[no-any-return]


def to_move(s: Any) -> int:
    """The seat to decide, CHANCE or OVER."""
    return _BY_DTYPE[_dtype(s)].to_move(s)


def legal(s: Any, w: Any) -> int:
    """Write the legal decisions to the scratch record; how many."""
    return _BY_DTYPE[_dtype(s)].legal(s, w)


def play(s: Any, w: Any, code: int) -> None:
    """Carry out a legal decision."""
    _BY_DTYPE[_dtype(s)].play(s, w, code)


def score(s: Any, out: Any) -> None:
    """Write each seat's result."""
    _BY_DTYPE[_dtype(s)].score(s, out)


def hide(s: Any, seat: int) -> None:
    """Erase what a seat must not know."""
    _BY_DTYPE[_dtype(s)].hide(s, seat)


def imagine(s: Any, w: Any, seat: int, rng: Any) -> None:
    """Fill in what a seat does not know."""
    _BY_DTYPE[_dtype(s)].imagine(s, w, seat, rng)


def outlook(s: Any, w: Any, out: Any) -> None:
    """Estimate each seat's result."""
    _BY_DTYPE[_dtype(s)].outlook(s, w, out)


def features(s: Any, seat: int, out: Any) -> int:
    """Write the active features of a position for a seat; how many."""
    return _BY_DTYPE[_dtype(s)].features(s, seat, out)


@rule
def pick_from_legal(s: Any, w: Any, rng: Any) -> int:
    """One of the legal decisions at random, for chance by weight."""
    count = legal(s, w)
    if to_move(s) != CHANCE:
        return w.code[below(rng, count)]  # type: ignore[no-any-return]
    total = 0
    for i in range(count):
        total += w.weight[i]
    left = below(rng, total)
    for i in range(count - 1):
        left -= w.weight[i]
        if left < 0:
            return w.code[i]  # type: ignore[no-any-return]
    return w.code[count - 1]  # type: ignore[no-any-return]


def pick(s: Any, w: Any, rng: Any) -> int:
    """One legal decision at random, by the game's own short way if it has one."""
    return (_BY_DTYPE[_dtype(s)].pick or pick_from_legal)(s, w, rng)


@rule
def observe_bytes(s: Any, seat: int, out: Any, spare: Any, content: Any) -> None:
    """Write the bytes of what a seat may know: the observation of a game that has none of its own."""
    spare[0] = s
    hide(spare[0], seat)
    for i in range(len(out)):
        out[i] = content[i]


def observe(s: Any, seat: int, out: Any, spare: Any, content: Any) -> None:
    """Write what a seat may know. `spare` is a batch of one state, to be overwritten, and `content` its bytes."""
    own = _BY_DTYPE[_dtype(s)].observe
    if own is not None:
        own(s, seat, out)
    else:
        observe_bytes(s, seat, out, spare, content)


def _let_compiled_code_dispatch() -> None:
    """Compiled calls of a generic function go to the rules of the game whose state it is given."""
    from numba.extending import overload

    def dispatch(generic: Callable[..., Any]) -> None:
        name = generic.__name__
        parameters = ", ".join(generic.__code__.co_varnames[: generic.__code__.co_argcount])

        def found(s: Any) -> Callable[..., Any] | None:
            rules = _BY_NUMBA_TYPE.get(s)
            return None if rules is None else getattr(rules, name) or pick_from_legal

        # Numba wants the parameters of the overload and of what it returns by name.
        source = f"lambda {parameters}: (lambda f: f and (lambda {parameters}: f({parameters})))(found(s))"
        overload(generic, inline="always")(eval(source, {"found": found}))  # noqa: S307 (our own text)

    def observer(s: Any) -> Callable[..., Any] | None:
        rules = _BY_NUMBA_TYPE.get(s)
        if rules is None:
            return None
        if (own := rules.observe) is not None:
            return lambda s, seat, out, spare, content: own(s, seat, out)
        return lambda s, seat, out, spare, content: observe_bytes(s, seat, out, spare, content)

    overload(observe, inline="always")(lambda s, seat, out, spare, content: observer(s))
    for each in (to_move, legal, play, score, hide, imagine, outlook, features, pick):
        dispatch(each)


if not INTERPRETED:
    tell_compiler(_let_compiled_code_dispatch)


@rule
def score_as_outlook(s: Any, w: Any, out: Any) -> None:
    """The outlook of a game that has none of its own: the result as if the game ended now."""
    score(s, out)


@rule
def random_play(s: Any, w: Any, rng: Any, most: int) -> int:
    """Play at random until the end, or so many decisions; how many were played."""
    played = 0
    while played < most and to_move(s) != OVER:
        play(s, w, pick(s, w, rng))
        played += 1
    return played


@rule
def random_games(states: Any, w: Any, rng: Any, least: int) -> tuple[int, int]:
    """Play game after game at random from states[0], in states[1], for at least so many decisions.

    How many decisions and games were played.
    """
    decisions = games = 0
    while decisions < least:
        states[1] = states[0]
        s = states[1]
        while to_move(s) != OVER:
            play(s, w, pick(s, w, rng))
            decisions += 1
        games += 1
    return decisions, games
