"""The random bot: every legal decision is as likely as any other."""

from oddboard.bots import Advice, Line
from oddboard.bots.greedy import weighed
from oddboard.core.match import Match
from oddboard.core.randomness import below, generator


def advise(match: Match, stream: int) -> Advice:
    """One of the legal decisions, and how the game would stand after it."""
    seat = match.to_move
    assert isinstance(seat, int)
    codes = match.codes_for(seat)
    return told(match, codes[below(generator(stream), len(codes))], stream)


def told(match: Match, code: int, stream: int) -> Advice:
    """A decision that was made without weighing others, and how the game would stand after it."""
    seat = match.to_move
    assert isinstance(seat, int)
    value = weighed(match, seat, [code], stream)[0]
    return Advice(code, [Line(match.game.decision(match.view(seat), code), value.tolist(), 1)])
