"""A table for Everest's tests: a drawn position, plans in short marks, dice and orders by name."""

from typing import Any

from oddboard.core import registry
from oddboard.core.match import Match
from oddboard.games.everest.face.terminal import coin_from_mark, from_diagram

EVEREST = registry.game("everest")


def at(diagram: str, round_limit: int = 60) -> Match:
    """A match from a diagram, before the first coin."""
    state = from_diagram(diagram, round_limit)
    return Match(EVEREST, int(state.seats), {"round_limit": round_limit}, start=state)


def played(diagram: str, *plans: str, round_limit: int = 60) -> Match:
    """A match from a diagram in which every player has just the coins that these plans lay, and has laid them.

    `4e` moves, `0e` roars, `*4e` throws a snowball; an empty plan is of a player without coins.
    """
    coins = [
        " ".join(["coins", str(seat), *(mark.lstrip("*")[0] for mark in plan.split())])
        for seat, plan in enumerate(plans)
    ]
    match = at("\n".join([diagram, *coins]), round_limit)
    lay(match, *plans)
    return match


def lay(match: Match, *plans: str) -> None:
    """Lay the plans of all players from the one to decide on."""
    for plan in plans:
        for mark in plan.split():
            match.play_code(coin_from_mark(mark))


def roll(match: Match, *faces: int) -> None:
    """Roll these faces, one die after another."""
    for face in faces:
        match.play(_bare(match.legal()[face]))


def _bare(decision: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in decision.items() if name != "weight"}


def order(match: Match, *items: int | str) -> None:
    """Choose an order."""
    match.play({"do": "order", "order": list(items)})


def stay(match: Match) -> None:
    """All players stay, or heal where they must."""
    while match.legal() and match.legal()[0]["do"] == "heal":
        match.play(match.legal()[-1])


def where(match: Match) -> list[str | None]:
    """The squares of the yeti; None is off the board."""
    return [yeti["at"] for yeti in match.position()["yeti"]]


def hurt(match: Match) -> list[int]:
    """How often each was hurt this round."""
    return [yeti["hurt"] for yeti in match.position()["yeti"]]


def phase(match: Match) -> str:
    """What is to be decided."""
    return str(match.position()["phase"])


def asked(match: Match) -> list[str]:
    """The kinds of decisions that are legal."""
    return sorted({each["do"] for each in match.legal()})


def orders(match: Match) -> list[list[Any]]:
    """The orders to choose from."""
    return [each["order"] for each in match.legal()]


def rolling(match: Match) -> int | None:
    """Whose die is to be rolled, or None."""
    legal = match.legal()
    return legal[0]["seat"] if legal and legal[0]["do"] == "roll" else None


def conflict(diagram: str, *plans: str) -> bool:
    """Whether the first coins of these plans are in conflict."""
    return phase(played(diagram, *plans)) == "contest"
