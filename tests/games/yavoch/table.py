"""Small positions of Yavoch for tests: drawn as a line of pieces, played with short words."""

from typing import Any

from oddboard.core import registry
from oddboard.core.match import Match
from oddboard.games.yavoch.face.terminal import diagram, from_diagram
from oddboard.games.yavoch.field import NOWHERE, named
from oddboard.games.yavoch.state import ASKED

GAME = registry.game("yavoch")
# Command ships out of the way, with another ship each, so that the game goes on.
HOME = "C111+3 T115 c555+3 t551"
FIELDS = {
    "first": ("seat",),
    "levels": ("at",),
    "formation": ("name",),
    "place": ("ship", "at"),
    "fire": ("at",),
    "detonate": ("at",),
    "shuffle": ("from", "to"),
    "weapon": ("weapon", "ship"),
    "spend": ("card",),
    "target": ("at",),
    "shift": ("to",),
    "become": ("ship",),
    "clone": ("to",),
    "jump": ("to",),
    "defend": ("with", "ship"),
    "end": (),
    "draw": ("card",),
    "top": ("kind",),
    "impact": ("card",),
    "discard": ("card",),
}


def table(pieces: str, turn: int = 0, hands: tuple[str, str] = ("", ""), **options: Any) -> Match:
    """A match at the beginning of a turn. With hands it is the full game, with plenty of every card."""
    if any(hands):
        options = {"game": "full", "deck": "arsenal"} | options
    text = f"{pieces}\nturn {turn}\n"
    for seat, hand in enumerate(hands):
        if hand:
            text += f"hand {seat} {hand}\n"
    chosen = GAME.check_options(2, options)
    return Match(GAME, 2, chosen, start=from_diagram(text, GAME.start(2, chosen)))


def decision(match: Match, words: str) -> dict[str, Any]:
    """`move 342 344 mine`, `die 7`, `weapon hyperdrive 333`: a decision in short."""
    do, *rest = words.split()
    if do == "move":
        return {"do": do, "from": rest[0], "to": rest[1]} | ({"mine": True} if rest[2:] else {})
    if do == "die":
        return {"do": do, "face": int(rest[0]), "seat": int(rest[1]) if rest[1:] else int(match.state.turn)}
    if do == "first":
        return {"do": do, "seat": int(rest[0])}
    if do == "share":
        return {"do": do, "rings": int(rest[0])}
    if do == "steal":
        return {"do": do, "seat": int(rest[0]), "card": rest[1]}
    return {"do": do} | dict(zip(FIELDS[do], rest, strict=False))


def play(match: Match, *lines: str) -> Match:
    """Carry out decisions given in short."""
    for words in lines:
        match.play(decision(match, words))
    return match


def refused(match: Match, words: str) -> str | None:
    """The rule that forbids a decision, or None if it is legal."""
    refusal = match.why_not(decision(match, words))
    return refusal.rule if refusal else None


def offered(match: Match, do: str, field: str = "at", **where: Any) -> set[Any]:
    """What the legal decisions of a kind have in a field, among those with certain values in others."""
    found = [each for each in match.legal() if each["do"] == do]
    return {each.get(field) for each in found if all(each.get(name) == value for name, value in where.items())}


def reach(match: Match, at: str) -> set[Any]:
    """Where the ship or gate on a position may move."""
    return offered(match, "move", "to", **{"from": at})


def on(match: Match, at: str) -> str:
    """What is on a position, without the place: `S+2`, `G`, `T G`, or nothing."""
    assert named(at) != NOWHERE
    pieces = diagram(match.state).splitlines()[0].split()
    return " ".join(piece.replace(at, "") for piece in pieces if piece[1:4] == at)


def rings(match: Match, at: str) -> int:
    """The rings of the ship on a position."""
    return int(match.state.rings[named(at)])


def is_asked(match: Match) -> bool:
    """Whether somebody is asked in secret."""
    return bool(match.state.phase == ASKED)
