"""The judge: whether a decision may be made in a state, and otherwise the rule that forbids it.

Everybody asks here: a match, the server and the terminal. The state may be a seat's view, so that a refusal tells
nothing that the seat must not know.
"""

from collections.abc import Collection, Mapping
from typing import Any

from oddboard.core.errors import BadRequest, Illegal, Over
from oddboard.core.game import CHANCE, OVER, Game, Refusal
from oddboard.core.options import quoted


def check_shape(decision: Any) -> None:
    """BadRequest if something is no decision of any game."""
    if not isinstance(decision, Mapping):
        raise BadRequest(f"a decision is an object with a field 'do', not {quoted(decision)}")


def judged(game: Game, state: Any, codes: Collection[int], decision: Any) -> int | Refusal:
    """The code of a decision if it is one of the legal codes of a state, otherwise why it is not.

    The checks in their order: shape (BadRequest), end of the game (Over), existence, legality. A decision of chance
    may have its weight, as `Match.legal` lists it.
    """
    check_shape(decision)
    mover = int(game.rules.to_move(state))
    if mover == CHANCE and "weight" in decision:
        decision = {name: value for name, value in decision.items() if name != "weight"}
    code = game.code(state, decision)
    if mover == OVER:
        raise Over("the game is over")
    if isinstance(code, Refusal) or code in codes:
        return code
    return game.why_not(state, code)


def legal_code(game: Game, state: Any, codes: Collection[int], decision: Any) -> int:
    """The code of a legal decision; Illegal names the rule that forbids it."""
    code = judged(game, state, codes, decision)
    if isinstance(code, Refusal):
        raise Illegal(code.message, code.rule)
    return code
