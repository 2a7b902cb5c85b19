"""Sailboat Regatta: what the rulebook says of itself, put so that playing can test it."""

from oddboard.core.claims import Arm, Claim
from oddboard.games.sailboat_regatta.codes import ENTER, kind_of
from oddboard.games.sailboat_regatta.state import State


def enters_at_once(s: State, codes: list[int]) -> list[int] | None:
    """Lets a boat enter whenever one may."""
    return [code for code in codes if kind_of(code) == ENTER] or None


def enters_late(s: State, codes: list[int]) -> list[int] | None:
    """Lets a boat enter only if nothing else can be done."""
    return [code for code in codes if kind_of(code) != ENTER] or None


CLAIMS = (
    Claim(
        "fleet",
        "The whole fleet at once, or boat by boat?",
        "One fleet keeps to it, the other does as it likes. Where the bot's own choice is allowed, it is taken.",
        "opening",
        (
            Arm("every boat as soon as it may", 2, habit=enters_at_once),
            Arm("a boat only if no other can move", 2, habit=enters_late),
        ),
    ),
    Claim(
        "an hour",
        "A race takes about an hour.",
        "Turns are counted; how long one takes is up to the players, so the report says what an hour would allow.",
        "turns",
        tuple(Arm(f"{players} players", players) for players in (2, 4, 6)),
        minutes=60,
    ),
)
