"""What a decision is good for, as parts of a sentence: the pieces that it threatens or takes out of danger.

A game's own `reasons` say the rest; here is what all of them tell in the same words.
"""

from collections.abc import Collection, Iterable, Sequence

from oddboard.core.scene import Scene, Threat
from oddboard.core.sentences import in_words, listed

DICE_DECIDE = "the dice decide"
NAMED = 2  # pieces that a part of the sentence names
NEAR = 0.25  # of a measure in fractions, such as dice: less is no difference worth telling


def parts_of(note: str) -> list[str]:
    """The parts of a preview's note that say more than how many of something: not "5 steps", nor "a ring: 0 left"."""
    return [part for part in note.split(" · ") if part and not part[0].isdigit() and ": " not in part]


def own_pieces(scene: Scene, seat: int) -> set[str]:
    """The identifiers of a seat's pieces."""
    return {piece["id"] for piece in scene["pieces"] if piece["seat"] == seat}


def newly_threatened(now: Iterable[Threat], later: Iterable[Threat], by: Collection[str]) -> set[str]:
    """Pieces that something of a side threatens later, and threatens not now."""
    had = {(threat["piece"], who) for threat in now for who in threat["by"]}
    return {t["piece"] for t in later if any(who in by and (t["piece"], who) not in had for who in t["by"])}


def out_of_danger(now: Iterable[Threat], later: Iterable[Threat]) -> set[str]:
    """Pieces that something threatens now, and nothing later."""
    return {each["piece"] for each in now if each["by"]} - {each["piece"] for each in later if each["by"]}


def of_threats(
    now: Sequence[Threat], later: Sequence[Threat], before: Scene, then: Scene, seat: int, mover: str = ""
) -> list[str]:
    """What a seat's decision threatens, and what of its own it takes out of danger, the mover or others."""
    own = own_pieces(before, seat) & own_pieces(then, seat)
    standing = {piece["id"] for piece in then["pieces"] if piece["at"] is not None}
    threatened = newly_threatened(now, later, by=own_pieces(then, seat)) - own_pieces(then, seat)
    saved = out_of_danger(now, later) & own & standing
    found = naming("threatens", threatened, then) + naming("saves", saved - {mover}, then)
    return [*found, "gets out of danger"] if mover in saved else found


def naming(verb: str, ids: Collection[str], scene: Scene) -> list[str]:
    """A part of the sentence about some pieces, each named without what follows the first comma; none about none."""
    names = [piece["name"].partition(",")[0] for piece in scene["pieces"] if piece["id"] in ids]
    return [f"{verb} {shortly(names)}"] if names else []


def shortly(names: Sequence[str]) -> str:
    """The first few of some names, and how many more there are."""
    more = [f"{in_words(len(names) - NAMED)} more"] if len(names) > NAMED else []
    return listed([*names[:NAMED], *more])


def fewer(verb: str, one: str, many: str, before: float, after: float, little: str) -> list[str]:
    """That something is expected to be less than before, such as dice to go; nothing where it is not.

    `little` is said where the difference is lost in round numbers.
    """
    if before - after < NEAR:
        return []
    now, was = rounded(after), rounded(before)
    return [little if now == was else f"{verb} about {measured(after, one, many)} instead of {was}"]


def measured(amount: float, one: str, many: str) -> str:
    """An estimated amount of something: `one die`, `2.5 dice`."""
    told = rounded(amount)
    return {"0.5": f"half a {one}", "1": f"one {one}"}.get(told, f"{told} {many}")


def rounded(amount: float) -> str:
    """An amount as people say it who estimate: in halves below five, else in whole ones."""
    halves = round(amount * 2) / 2 if amount < 5 else round(amount)
    return f"{halves:g}"
