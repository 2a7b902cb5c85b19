"""Martian Race: what the rulebook says of itself, put so that playing can test it."""

from oddboard.core.claims import Arm, Claim

CLAIMS = (
    Claim(
        "three or four",
        "Three or four players are the best number.",
        "Nobody can measure fun. As a sign of it: how often the lead changes in a hundred turns.",
        "lead changes",
        tuple(Arm(f"{players} players", players, favoured=players in (3, 4)) for players in range(2, 6)),
    ),
)
