"""Sailboat Regatta: what the rulebook says of itself, put so that playing can test it."""

from oddboard.core.claims import Arm, Claim

CLAIMS = (
    Claim(
        "an hour",
        "A race takes about an hour.",
        "Turns are counted; how long one takes is up to the players, so the report says what an hour would allow.",
        "turns",
        tuple(Arm(f"{players} players", players) for players in (2, 4, 6)),
        minutes=60,
    ),
)
