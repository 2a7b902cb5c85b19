"""Martian Race: a state unpacked for pictures.

Reading the fields of a record one by one is slow, and a page asks about every legal decision of a state; so a state
is unpacked once, and kept for the next question.
"""

from functools import lru_cache

from oddboard.core.records import from_bytes, to_bytes
from oddboard.games.martian_race.rules.chains import latest_wave, who_pushes
from oddboard.games.martian_race.rules.score import killed
from oddboard.games.martian_race.state import DOG, DOG_SIZE, FAMILY, PUSHING, State

KEPT = 64  # states in mind at once: those of the tables that are being played


def unpacked(s: State) -> "Unpacked":
    """A state in Python's own numbers."""
    return _unpacked(to_bytes(s))


@lru_cache(maxsize=KEPT)
def _unpacked(content: bytes) -> "Unpacked":
    return Unpacked(from_bytes(State, content))


class Unpacked:
    """A state in Python's own numbers; the dog is the one after the last Martian."""

    def __init__(self, s: State) -> None:
        self.players, self.family = int(s.seats), int(s.family)
        self.phase, self.turn, self.winner = int(s.phase), int(s.turn), int(s.winner)
        self.mad_dog, self.rounds, self.turn_limit = bool(s.mad_dog), int(s.rounds), int(s.turn_limit)
        self.dog_turn, self.dog_turns = int(s.dog_turn), int(s.dog_turns)
        self.dice: list[int] = s.dice.tolist()
        self.at: list[int] = [*s.at.ravel().tolist(), int(s.dog_at)]
        self.facing: list[int] = [*s.facing.ravel().tolist(), int(s.dog_facing)]
        self.size: list[int] = [*s.sizes.ravel().tolist(), DOG_SIZE]
        self.hit_by: list[int] = s.hit_by.tolist()
        self.reach: list[int] = s.reach.tolist()
        self.wave = int(latest_wave(s)) if self.phase == PUSHING else 0
        self.pusher = int(who_pushes(s)) if self.phase == PUSHING else self.turn
        self.killed = int(killed(s))
        self.strength: list[list[int]] = s.strength.tolist()
        self.partly: list[int] = s.partly.tolist()  # sets of squares, by seat
        self.blocked: list[int] = s.blocked.tolist()
        self.on: dict[int, list[int]] = {}  # those on each square, the dog last
        for martian, at in enumerate(self.at):
            if at >= 0 and (martian == DOG or martian % FAMILY < self.family):
                self.on.setdefault(at, []).append(martian)


def members(squares: int) -> list[int]:
    """The squares of a set."""
    return [at for at in range(squares.bit_length()) if squares >> at & 1]
