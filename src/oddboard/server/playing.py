"""What a guest does in a game: decide, ask why not, take back, ask for a hint, talk."""

import asyncio
from typing import Any

from oddboard import bots
from oddboard.bots.reasons import reason_for
from oddboard.core.errors import BadRequest
from oddboard.core.game import Refusal
from oddboard.core.views import nothing_there
from oddboard.server import bot_seats, referee, undoing
from oddboard.server.change import Draft
from oddboard.server.errors import Busy, Conflict, NotYours, NotYourTurn, Stale
from oddboard.server.guests import Guest, plain_text
from oddboard.server.house import House
from oddboard.server.log import Talked, UndoAnswered, UndoAsked
from oddboard.server.referee import Repeated, Wanted
from oddboard.server.tables import Table
from oddboard.server.worker import ThinkingFailed

LONGEST_LINE = 300  # of talk
HINT_SECONDS = 6.0


async def play(house: House, table: Table, guest: Guest, wanted: Wanted) -> int:
    """Carry out decisions; the ply after them, once they are durable."""

    def decide(draft: Draft) -> None:
        try:
            code = referee.check(table, guest.id, wanted)
        except Repeated:
            return
        referee.carry_out(draft, wanted, code)

    with house.decisions.timing():
        await house.changes.make(table, decide)
    return wanted.ply + len(wanted.decisions)


async def why(house: House, table: Table, guest: Guest, seat: int, decision: Any, touches: Any) -> dict[str, Any]:
    """Why something cannot be done."""
    async with house.changes.looking(table.id):
        referee.check_table(table)
        referee.check_seat(table, guest.id, seat)
        if decision is None and touches is None:
            raise BadRequest("ask about a field 'decision', or about a list 'touches'")
        state = referee.state_for(table, seat)
        if seat not in table.turn.deciding:
            return {"legal": False, "rule": None, "message": "It is not your turn."}
        if decision is None:
            decision = table.game.attempt(state, touches)
        if decision is None:
            return {"legal": False, "rule": None, "message": nothing_there(table.game, state)}
        refusal: int | Refusal
        if isinstance(decision, Refusal):
            refusal = decision
        else:
            referee.check_shape([decision])
            referee.check_size([decision])
            refusal = referee.judged_for(table, seat, decision)
    if isinstance(refusal, Refusal):
        return {"legal": False, "rule": refusal.rule, "message": refusal.message}
    return {"legal": True, "rule": None, "message": None}


async def formation(house: House, table: Table, guest: Guest, seat: int) -> str | None:
    """The set-up that a seat has just made, as text to be kept."""
    async with house.changes.looking(table.id):
        referee.check_seat(table, guest.id, seat)
        history = table.prepared().history
        return table.game.formation([each.decision for each in history if each.seat == seat])


async def formed(house: House, table: Table, guest: Guest, seat: int, text: str) -> list[dict[str, Any]]:
    """The decisions with which a seat that is to decide sets up as a text says."""
    async with house.changes.looking(table.id):
        referee.check_table(table)
        referee.check_seat(table, guest.id, seat)
        if seat not in table.turn.deciding:
            raise NotYourTurn(f"seat {seat} is not to decide now")
        return [dict(each) for each in table.game.formed(referee.state_for(table, seat), text)]


async def undo(house: House, table: Table, guest: Guest, seat: int, ply: int) -> dict[str, Any]:
    """Take back decisions down to a ply, as the seat counts; what others must agree to is asked."""

    def take_back(draft: Draft) -> bool:
        referee.check_table(table)
        referee.check_seat(table, guest.id, seat)
        if table.hold is not None:
            raise Conflict(undoing.WAITS)
        plies = table.views.history(seat).plies
        if seat in table.turn.planners and len(plies) <= ply < table.views.next_ply(seat):
            draft.set_laid(seat, table.laid[seat][: ply - len(plies)])
            return False
        if not 0 <= ply < len(plies):
            raise Stale(f"there is no decision {ply} to take back: look again")
        to = plies[ply]
        asked = undoing.people_to_ask(table, seat)
        alone = undoing.undo_needs(table, seat, to) == undoing.SELF
        if not alone and (away := undoing.people_away(table, seat)):
            raise Conflict(f"{away[0]} is away while a bot plays on, and would have to agree")
        if alone or not asked:
            draft.undo(seat, to)
            draft.go_on()
            return False
        agreed = [number for number in range(table.players) if number not in asked]
        draft.add(UndoAsked(to=to, agreed=agreed, seat=seat))
        return True

    asked = await house.changes.make(table, take_back)
    async with house.changes.looking(table.id):
        return {"asked": asked, "ply": table.views.next_ply(seat)}


async def answer_undo(house: House, table: Table, guest: Guest, agree: bool) -> dict[str, Any]:
    """Agree to what somebody wants to take back, or not; it is done when all have agreed."""

    def answer(draft: Draft) -> bool:
        referee.check_table(table)
        mine = [seat for seat in table.seats_of(guest.id) if table.seats[seat].is_person]
        if not mine:
            raise NotYours("only those who play are asked")
        if table.hold is not None:
            raise Conflict(undoing.WAITS)
        if table.asked is None:
            raise Conflict("nobody asks for anything to be taken back")
        seat, to = table.asked.seat, table.asked.to
        draft.add(UndoAnswered(agree=agree, seats=mine, seat=mine[0]))
        waits_for = undoing.people_to_ask(table, seat) - table.asked.agreed - set(mine)
        if agree and not waits_for and not undoing.people_away(table, seat):
            draft.undo(seat, to)
            draft.go_on()
            return False
        return agree

    return {"asked": await house.changes.make(table, answer), "ply": None}


async def hint(house: House, table: Table, guest: Guest, seat: int) -> dict[str, Any]:
    """What a seat could do."""
    async with house.changes.looking(table.id):
        referee.check_table(table)
        referee.check_seat(table, guest.id, seat)
        if not table.allows_hints:
            raise Conflict("there are no hints at this table")
        if seat not in table.turn.deciding:
            raise NotYourTurn(f"seat {seat} is not to decide now")
        question = bot_seats.question_for(table, seat, bots.HINT, HINT_SECONDS, f"hints for seat {seat}")
    try:
        found = await house.thinkers.hint(question, house.guests.asker(guest.id))
    except ThinkingFailed:
        raise Busy("no hint was found in time: try again") from None
    best = found.lines[0]
    return {
        "decision": best["decision"],
        "touches": best["touches"],
        "words": best["words"],
        "why": found.why,
        "lines": found.lines,
    }


async def reason(house: House, table: Table, guest: str | None, seat: int | None, number: int) -> str:
    """What a decision of the history was good for, to who may know what its seat knew.

    While a game goes on this is help as hints are, and forbidden where those are.
    """
    async with house.changes.looking(table.id):
        match, eyes = table.prepared(), table.views.eyes(table.views.viewer_of(guest, seat))
        if not table.is_over and not table.allows_hints:
            raise Conflict("there are no hints at this table, nor reasons, until the game is over")
        plies = table.views.history(eyes).plies
        if number >= len(plies):
            raise BadRequest(f"there are {len(plies)} decisions so far, counted from 0")
        found = await asyncio.to_thread(reason_for, match.as_it_stands(), plies[number], eyes)
    if found is None:
        raise NotYours("what it was good for tells what is hidden from you, until the game is over")
    return found


async def talk(house: House, table: Table, guest: Guest, text: str) -> None:
    """Say something to the table."""
    line = plain_text(text, LONGEST_LINE, "a line of talk")

    def say(draft: Draft) -> None:
        if not table.terms.talk:
            raise Conflict("there is no talk at this table")
        mine = table.seats_of(guest.id)
        if not (mine or table.public or table.host == guest.id):
            raise NotYours("at a private table those talk who sit there")
        draft.add(Talked(name=guest.name, text=line, seat=mine[0] if mine else None))

    await house.changes.make(table, say)
