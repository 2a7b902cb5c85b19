"""The referee: whether a decision is to be carried out, checked in one order and refused with a reason."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from oddboard.core import judge
from oddboard.core.errors import BadRequest, Over
from oddboard.core.game import Refusal
from oddboard.core.options import quoted
from oddboard.core.views import view_of
from oddboard.server.change import Draft
from oddboard.server.errors import Conflict, NotYours, NotYourTurn, Stale, TooLarge
from oddboard.server.tables import Table

MOST_DECISIONS = 64  # in one request: a whole formation
MOST_FIELDS = 32  # of a decision
LONGEST_TEXT = 200  # in a field of a decision


@dataclass(frozen=True)
class Wanted:
    """Decisions that somebody wants carried out, one after another."""

    seat: int
    ply: int  # the situation that they answer, as the seat counts
    decisions: list[dict[str, Any]]


class Repeated(Exception):
    """The same request was carried out already; there is nothing more to do."""


def check(table: Table, guest: str | None, wanted: Wanted) -> int:
    """All checks of a request to decide, in their order; the code of its first decision, whose legality comes last."""
    check_shape(wanted.decisions)
    check_size(wanted.decisions)
    if table.is_over and wanted.seat in table.seats_of(guest) and repeats(table, wanted):
        raise Repeated  # the last decision of all, said again
    check_table(table)
    check_seat(table, guest, wanted.seat)
    if not check_turn_and_ply(table, wanted):
        raise Repeated
    return legal_code_for(table, wanted.seat, wanted.decisions[0])


def check_shape(decisions: Any) -> None:
    """Decisions are objects of plain values."""
    if not isinstance(decisions, list) or not decisions:
        raise BadRequest("a request to play has a field 'decision', or a list 'decisions' with at least one")
    for decision in decisions:
        judge.check_shape(decision)


def check_size(decisions: list[dict[str, Any]]) -> None:
    """No more and no longer than any game has."""
    if len(decisions) > MOST_DECISIONS:
        raise TooLarge(f"at most {MOST_DECISIONS} decisions are made at once, not {len(decisions)}")
    for decision in decisions:
        if len(decision) > MOST_FIELDS or any(_is_long(value) for value in decision.values()):
            raise TooLarge("no decision of any game is that long")


def _is_long(value: Any) -> bool:
    if isinstance(value, str | list):
        return len(value) > LONGEST_TEXT
    return isinstance(value, Mapping)


def check_table(table: Table) -> None:
    """The game has begun and is not over."""
    table.prepared()
    if table.is_over:
        raise Over("the game is over")
    if not table.is_playing:
        raise Conflict("the game has not begun: its host starts it when all seats are taken")


def check_seat(table: Table, guest: str | None, seat: int) -> None:
    """The seat is one of the guest's, and has not been handed to a bot."""
    if not 0 <= seat < table.players:
        raise BadRequest(f"there is no seat {quoted(seat)}: they are 0 to {table.players - 1}")
    if seat not in table.seats_of(guest):
        raise NotYours(f"seat {seat} is not yours")
    if not table.seats[seat].is_person:
        raise NotYours(f"seat {seat} is played by a bot: take it back first")


def check_turn_and_ply(table: Table, wanted: Wanted) -> bool:
    """The seat is to decide, and about what it has seen; False if exactly this was done already."""
    if repeats(table, wanted):
        return False
    if wanted.seat not in table.turn.deciding:
        raise NotYourTurn(f"seat {wanted.seat} is not to decide now")
    ply = table.views.next_ply(wanted.seat)
    if wanted.ply != ply:
        raise Stale(f"the decision answers ply {wanted.ply}, but the game is at ply {ply}: look again")
    return True


def repeats(table: Table, wanted: Wanted) -> bool:
    """Whether a seat asks again for what it has done already, because the answer got lost."""
    seat, plies, history = wanted.seat, table.views.history(wanted.seat).plies, table.played.history
    until = wanted.ply + len(wanted.decisions)
    done: list[Any] = [history[ply] for ply in plies[wanted.ply : until]]
    if len(done) < len(wanted.decisions):
        done += table.views.held(seat)[max(0, wanted.ply - len(plies)) : until - len(plies)]
    if done:
        return [(each.seat, each.decision) for each in done] == [(seat, each) for each in wanted.decisions]
    first, laid = wanted.ply - len(plies), table.laid.get(seat, ())
    return first >= 0 and bool(laid) and table.turn.laid_out(seat, laid)[1][first:] == wanted.decisions


def state_for(table: Table, seat: int) -> Any:
    """The state in which a seat decides, without what it must not know."""
    return view_of(table.played, table.turn.state_for(seat), seat)


def legal_code_for(table: Table, seat: int, decision: Mapping[str, Any]) -> int:
    """The code of a decision that is legal for a seat; Illegal names the rule that forbids it."""
    offer = table.views.offer(seat)
    return judge.legal_code(table.game, offer.view, offer.codes, decision)


def judged_for(table: Table, seat: int, decision: Mapping[str, Any]) -> int | Refusal:
    """The code of a decision if it is legal for a seat, otherwise why it is not."""
    state = state_for(table, seat)
    return judge.judged(table.game, state, table.game.codes_of(state), decision)


def carry_out(draft: Draft, wanted: Wanted, code: int) -> None:
    """Carry out what was checked; of several decisions each further one is judged when its turn comes."""
    table = draft.table
    for number, decision in enumerate(wanted.decisions):
        if number:
            if wanted.seat not in table.turn.deciding:
                raise NotYourTurn(f"after {number} of these decisions seat {wanted.seat} is not to decide any more")
            code = legal_code_for(table, wanted.seat, decision)
        if wanted.seat in table.turn.planners:
            draft.lay(wanted.seat, code)
        else:
            draft.decide(wanted.seat, code)
        draft.go_on()
