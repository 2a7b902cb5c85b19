"""Everest: a state unpacked for pictures, and where plans would lead if nobody interfered.

Reading the fields of a record one by one is slow, and a page asks about every legal decision of a state; so a state
is unpacked once, and what was found out about it is kept for the next question.
"""

from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from oddboard.core import seats
from oddboard.core.records import from_bytes, to_bytes
from oddboard.core.scene import Preview
from oddboard.games.everest.drawing import DIRECTION_NAMES, SIDE_NAMES
from oddboard.games.everest.mountain import DIRECTIONS, FACES, NULL, OFF, PEAK, flight, height, neighbour, square_name
from oddboard.games.everest.moving import HURT_SHIFT, moved, thrown
from oddboard.games.everest.rounds import at_stake
from oddboard.games.everest.rules import items_in
from oddboard.games.everest.state import (
    BEATS,
    CONTEST,
    FLEEING,
    NO_ACTION,
    NO_COIN,
    NOBODY,
    ORDERING,
    PLANNING,
    RESTING,
    SEATS,
    SUIT,
    WAYS,
    State,
    members,
)
from oddboard.games.everest.story import SQUARE_IDS, falls, straight

KEPT = 64  # states in mind at once: those of the tables that are being played
BOARDS = 128  # of which it is known what every coin would do


def seen(s: State) -> "PlanSight":
    """A state, unpacked."""
    return _unpacked(to_bytes(s))


@lru_cache(maxsize=KEPT)
def _unpacked(content: bytes) -> "PlanSight":
    return PlanSight(from_bytes(State, content))


class PlanSight:
    """A state as plain numbers."""

    def __init__(self, s: State) -> None:
        self.s = s
        self.players, self.phase, self.turn, self.beat = int(s.seats), int(s.phase), int(s.turn), int(s.beat)
        self.rounds, self.owed, self.alone = int(s.rounds), int(s.owed), int(s.alone)
        self.board = int(s.board)
        everyone = range(self.players)
        self.at = [_place(self.board, seat) for seat in everyone]
        self.hurts = [self.board >> (HURT_SHIFT + 8 * seat) & 0xFF for seat in everyone]
        self.home: list[int] = s.home.tolist()[: self.players]
        self.coins: list[int] = s.coins.tolist()
        self.plan: list[list[int]] = s.plan.tolist()
        self.dice: list[int] = s.dice.tolist()
        self.runs: list[int] = s.run.tolist()
        self.struck: list[int] = s.struck_by.tolist()
        self.answers: list[int] = s.answers.tolist()
        self.roarers, self.about_runs = int(s.roarers), bool(s.about_runs)
        self._previews: dict[int, Preview] = {}

    def has(self, seat: int, beat: int) -> bool:
        """Whether a coin lies there."""
        return self.plan[seat][beat] != NO_COIN

    def to_lay(self, seat: int) -> int:
        """How many coins a plan has when it is complete (EVE-7)."""
        return min(BEATS, len(members(self.coins[seat])))

    @property
    def must_heal(self) -> bool:
        """Whether the seat to decide has no choice at the end of the round (EVE-30)."""
        return self.phase == RESTING and self.hurts[self.turn] >= len(members(self.coins[self.turn]))

    @property
    def may_win(self) -> int:
        """The one that was alone on the peak when the round began and stands there now, or NOBODY (EVE-28)."""
        under_way = self.phase == PLANNING or CONTEST <= self.phase <= FLEEING
        return self.alone if self.alone != NOBODY and under_way and self.at[self.alone] in PEAK else NOBODY

    @cached_property
    def items(self) -> list[int]:
        """What is to be put in order."""
        return members(int(items_in(at_stake(self.s)))) if self.phase == ORDERING else []

    @cached_property
    def board_by_then(self) -> int:
        """The board after the coins that the seat to decide has laid, if nobody else did anything."""
        board = self.board
        for coin in self.plan[self.turn][: self.beat]:
            if coin >= 0:
                board = alone(board, self.turn, coin)
        return board

    def preview_of_coin(self, coin: int) -> Preview:
        """What the next coin would do."""
        if coin not in self._previews:
            path, note = outcome(self.board_by_then, self.turn, coin)
            preview = Preview(note=note)
            if len(path) > 1:
                preview["path"] = [SQUARE_IDS[at] for at in path]
            self._previews[coin] = preview
        return self._previews[coin]


def _place(board: int, seat: int) -> int:
    return board >> (8 * seat) & 0xFF


def alone(board: int, seat: int, coin: int) -> int:
    """The board after one yeti's coin, when all others stand still; a roar moves nobody by itself."""
    if _place(board, seat) == OFF or (coin // WAYS == NULL and coin % WAYS < DIRECTIONS):
        return board
    if coin % WAYS >= DIRECTIONS:
        actions = sum((coin if other == seat else NO_ACTION) << (8 * other) for other in range(SEATS))
        return int(thrown(np.uint64(board), np.uint64(actions)))
    return int(moved(np.uint64(board), seat, coin))


def planned(sight: PlanSight, seat: int) -> list[dict[str, Any]] | None:
    """Where the coins that a seat has laid would lead, one after another; None if they are not to be known."""
    ghosts: list[dict[str, Any]] = []
    board = sight.board
    for beat, coin in enumerate(sight.plan[seat]):
        if coin == NO_COIN:
            break
        if coin < 0:
            return None
        path, note = outcome(board, seat, coin)
        board = alone(board, seat, coin)
        at = _place(board, seat)
        side = coin % WAYS // DIRECTIONS
        ghosts.append(
            {
                "beat": beat + 1,
                "coin": coin // WAYS,
                "up": SIDE_NAMES[side],
                "to": DIRECTION_NAMES[coin % DIRECTIONS],
                "at": SQUARE_IDS[at] if at != OFF else None,
                "path": [SQUARE_IDS[each] for each in path],
                "note": note,
            }
        )
    return ghosts if ghosts or seat == sight.turn else None


@lru_cache(maxsize=BOARDS * FACES * WAYS)
def outcome(board: int, seat: int, coin: int) -> tuple[list[int], str]:
    """The squares of a move or of a snowball's flight, and what it would come to, in a few words."""
    here, to = _place(board, seat), coin % DIRECTIONS
    if here == OFF:
        return [], "lost: off the board by then"
    if coin % WAYS // DIRECTIONS == SUIT:
        return _thrown(board, seat, coin)
    if coin // WAYS == NULL:
        return [], _roared(board, here, to)
    after = alone(board, seat, coin)
    there = _place(after, seat)
    if there == here:
        return [], _stopped(board, here, to)
    way = straight(here, there, to) or [here]
    notes = ["off the board" if there == OFF else "onto the peak" if _peak(there, here) else f"to {square_name(there)}"]
    if hurt := falls(way):
        notes.append("falls, hurt" if hurt == 1 else f"falls, hurt {hurt} times")
    notes += _pushed(board, after, seat)
    return [at for at in way if at != OFF], " · ".join(notes)


def _peak(there: int, here: int) -> bool:
    return there in PEAK and here not in PEAK


def _stopped(board: int, here: int, to: int) -> str:
    ahead = neighbour(here, to)
    if ahead != OFF and height(ahead) - height(here) > 1:
        return "stays: nobody climbs a cliff"
    if any(_place(board, seat) == ahead for seat in range(SEATS)):
        return "stays: cannot push"
    return "stays: too steep for the points"


def _roared(board: int, here: int, to: int) -> str:
    ahead = neighbour(here, to)
    struck = [seats.name(seat) for seat in range(SEATS) if ahead != OFF and _place(board, seat) == ahead]
    return f"roars at {struck[0]}" if struck else "roars at nobody"


def _thrown(board: int, seat: int, coin: int) -> tuple[list[int], str]:
    here, to = _place(board, seat), coin % DIRECTIONS
    over = [here]
    for ahead in flight(here, to):
        over.append(ahead)
        hit = next((other for other in range(SEATS) if _place(board, other) == ahead), None)
        if hit is not None:
            after = alone(board, seat, coin)
            there = _place(after, hit)
            shoved = "" if there == ahead else " off the board" if there == OFF else f" to {square_name(there)}"
            notes = [f"hits {seats.name(hit)} on {square_name(ahead)}" + (f", shoved{shoved}" if shoved else "")]
            return over, notes[0]
    rise = len(over) > 1 and height(over[-1]) > height(over[-2])
    return over, "snowball: spent on the rise" if rise else "snowball: flies off the board"


def _pushed(board: int, after: int, seat: int) -> list[str]:
    notes = []
    for other in range(SEATS):
        here, there = _place(board, other), _place(after, other)
        if other != seat and here != there:
            notes.append(
                f"pushes {seats.name(other)} " + ("off the board" if there == OFF else f"to {square_name(there)}")
            )
    return notes
