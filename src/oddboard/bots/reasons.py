"""Why a decision is good, in one sentence of the game's own words: what it does, what it threatens, what it prevents.

All of it is asked of the game's face: the note of the preview, and what threatens whom before and after. Nothing here
knows a rule, and nothing is said of what the deciding seat may not know.
"""

from typing import Any

from oddboard.core.game import Game
from oddboard.core.records import copy, scratch
from oddboard.core.ruleset import CHANCE, OVER
from oddboard.core.scene import Scene, Threat
from oddboard.core.sentences import listed

NAMED = 2  # pieces that a part of the sentence names


def because(game: Game, view: Any, code: int, seat: int) -> str:
    """What a decision of a seat does, threatens and prevents, in one sentence; empty if there is nothing to tell."""
    preview = game.preview(view, code)
    parts = [part for part in preview.get("note", "").split(" · ") if part and not _only_counts(part)]
    after = copy(view)
    game.rules.play(after, scratch(game.work), code)
    if game.rules.to_move(after) not in (CHANCE, OVER):
        before, then = game.scene(view), game.scene(after)
        now, later = game.threats(view, None), game.threats(after, None)
        own = {piece["id"] for piece in before["pieces"] if piece["seat"] == seat}
        threatened = _new(now, later, by=own)
        saved = {piece for piece in _pieces(now) - _pieces(later) if piece in own and _stands(then, piece)}
        parts += _told("threatens", threatened - own, then) + _told("saves", saved, then)
    if preview.get("rolls"):
        parts.append("the dice decide")
    sentence = listed(parts)
    return f"{sentence[:1].upper()}{sentence[1:]}." if sentence else ""


def _only_counts(part: str) -> bool:
    """Whether a part of a note tells how many of something, such as "5 steps" or "a ring: 0 left", and not what for."""
    return part[0].isdigit() or ": " in part


def _pieces(threats: list[Threat]) -> set[str]:
    return {threat["piece"] for threat in threats}


def _new(now: list[Threat], later: list[Threat], by: set[str]) -> set[str]:
    """Pieces that something of a side threatens later, and threatens not now."""
    had = {(threat["piece"], who) for threat in now for who in threat["by"]}
    return {t["piece"] for t in later if any(who in by and (t["piece"], who) not in had for who in t["by"])}


def _stands(scene: Scene, one: str) -> bool:
    return any(piece["id"] == one and piece["at"] is not None for piece in scene["pieces"])


def _told(verb: str, ids: set[str], scene: Scene) -> list[str]:
    """A part of the sentence about some pieces, each named without what follows the first comma."""
    names = [piece["name"].partition(",")[0] for piece in scene["pieces"] if piece["id"] in ids]
    more = [f"{len(names) - NAMED} more"] if len(names) > NAMED else []
    return [f"{verb} {listed(names[:NAMED] + more)}"] if names else []
