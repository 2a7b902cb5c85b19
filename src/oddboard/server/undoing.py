"""Taking back: what a seat may undo by itself, and for what the others must agree.

A seat may take back its own last decisions as long as nobody else has decided since, chance has not, and nothing hidden
has come to light. Everything else needs the agreement of all people at the table; bots always agree.
"""

from typing import TYPE_CHECKING, Any

from oddboard.core.match import Match
from oddboard.core.randomness import generator
from oddboard.core.records import copy, new, same

if TYPE_CHECKING:
    from oddboard.server.tables import Table

WORLDS = 6  # imagined ones in which a decision is tried, to see whether it brought something to light

SELF, AGREEMENT = "self", "agreement"
WAITS = "An attack waits for its answer: afterwards something may be taken back."


def undo_needs(table: "Table", seat: int, to: int) -> str:
    """Whether a seat may go back to a ply of the match by itself, or needs agreement."""
    match = table.played
    for ply in range(match.ply - 1, to - 1, -1):
        played = match.history[ply]
        if played.seat != seat or (table.keeps_secrets and _revealed(table, ply)):
            return AGREEMENT
    return SELF


def _revealed(table: "Table", ply: int) -> bool:
    """The same as `brought_to_light`, found out once a decision."""
    known = table.views.revealing
    if ply not in known:
        known[ply] = brought_to_light(table.played, ply, table.views.known_before(ply))
    return known[ply]


def brought_to_light(match: Match, ply: int, stream: int = 0) -> bool:
    """Whether somebody learnt something hidden by a decision, beyond the decision itself, or could have.

    For each who looks on, the hidden things are imagined anew in a few ways that agree with what he knew before. If
    in one of them the decision could not have been made, or would have left him another view, he has learnt something.
    """
    if match.game.may_answer(match.state_at(ply), match.history[ply].code) is not None:
        return True  # whether somebody was asked in secret must not show here either
    return any(_shows(match, ply, viewer, stream) for viewer in range(match.players))


def _shows(match: Match, ply: int, who: int, stream: int) -> bool:
    game, code = match.game, match.history[ply].code
    after = copy(match.state_at(ply + 1))
    game.rules.hide(after, who)
    known = copy(match.state_at(ply))
    game.rules.hide(known, who)
    work = new(game.work)  # of its own: legal decisions are looked for meanwhile
    rng = generator(stream)  # a public number: whether something may be taken back must not depend on a secret
    for _ in range(WORLDS):
        world = copy(known)
        game.rules.imagine(world, work, who, rng)
        if code not in game.codes_of(world):
            return True
        game.rules.play(world, work, code)
        game.rules.hide(world, who)
        if not same(world, after):
            return True
    return False


def people_to_ask(table: "Table", seat: int) -> set[int]:
    """The seats of other people, whose agreement is needed."""
    guest = table.seats[seat].guest
    return {number for number, each in enumerate(table.seats) if each.is_person and each.guest != guest}


def people_away(table: "Table", seat: int) -> list[str]:
    """The names of other people for whom bots play: they cannot be asked, and nothing is taken back without them."""
    guest = table.seats[seat].guest
    others = [each for each in table.seats if each.guest is not None and each.guest != guest]
    return [each.name for each in others if not each.is_person and not each.has_resigned]


def offer(table: "Table", seat: int | None) -> dict[str, Any]:
    """What a seat may take back now: whether, how far by a plain undo, and what it needs."""
    nothing = {"allowed": False, "by": None, "to": None, "rule": "There is nothing of yours to take back."}
    if seat is None or not table.is_playing or table.match is None or not table.seats[seat].is_person:
        return nothing
    if table.hold is not None:
        return nothing | {"rule": WAITS}
    plies = table.views.history(seat).plies
    if table.laid.get(seat) and seat in table.turn.planners:
        to = len(plies) + len(table.laid[seat]) - 1
        return {"allowed": True, "by": SELF, "to": to, "rule": "Not everybody has laid yet: you may choose again."}
    history = table.played.history
    last = next((number for number in range(len(plies) - 1, -1, -1) if history[plies[number]].seat == seat), None)
    if last is None:
        return nothing
    to = last
    by = undo_needs(table, seat, plies[to])
    if by == SELF:
        return {"allowed": True, "by": SELF, "to": to, "rule": "Nothing has happened since that anybody learnt from."}
    if away := people_away(table, seat):
        return nothing | {"rule": f"{away[0]} is away, and would have to agree."}
    rule = "Dice, hidden things or others have had their say since: all people at the table must agree."
    return {"allowed": True, "by": AGREEMENT, "to": to, "rule": rule}
