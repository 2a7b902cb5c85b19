"""The Baton Races of Yaz: whether whoever carries the baton could be sat on, found by letting the Luggants run."""

from oddboard.core import seats
from oddboard.core.records import copy
from oddboard.core.scene import Threat
from oddboard.core.sentences import listed
from oddboard.games.yaz.face.preview import journeys
from oddboard.games.yaz.face.scene import CALLED, PIECE_IDS
from oddboard.games.yaz.rules.moves import THROTTLE, can_step
from oddboard.games.yaz.rules.turn import next_turn
from oddboard.games.yaz.state import NOBODY, PIECES, RACING, RUNNERS, SEATS, State


def threats(s: State, seat: int | None) -> list[Threat]:
    """The carrier of a side, or of both, if a Luggant of the other side can throttle it in its next turn."""
    if s.phase != RACING or s.pop_baton != NOBODY or s.pop_piece != NOBODY:
        return []
    found: list[Threat] = []
    for side in range(SEATS) if seat is None else (seat,):
        carrier, enemy = int(s.carrier[side]), 1 - side
        luggants = _throttlers(_turn_of(s, enemy), enemy, carrier) if carrier != NOBODY else {}
        if luggants:
            least = min(luggants.values())
            who = listed([f"{seats.name(enemy)}'s {CALLED[piece]}" for piece in luggants])
            found.append(
                {
                    "sign": "hold",
                    "piece": PIECE_IDS[side][carrier],
                    "by": [PIECE_IDS[enemy][piece] for piece in luggants],
                    "note": f"{who} can sit on it, {least} step{'' if least == 1 else 's'} away.",
                    "count": least,
                }
            )
    return found


def _turn_of(s: State, seat: int) -> State:
    """A side's turn: the one that is on, or else the next as the rules begin it."""
    if s.turn == seat:
        return s
    after = copy(s)
    next_turn(after)
    return after


def _throttlers(s: State, seat: int, victim: int) -> dict[int, int]:
    """The Luggants of the side on turn that can throttle a piece, with the steps that each takes."""
    found: dict[int, int] = {}
    if s.phase != RACING:
        return found
    for piece in range(RUNNERS, PIECES):
        if can_step(s, piece):
            ends = [each for each in journeys(s, piece) if each.comes == THROTTLE and each.meets == victim]
            if ends:
                found[piece] = ends[0].steps
    return found
