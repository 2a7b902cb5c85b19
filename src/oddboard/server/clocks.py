"""Time to think: so many seconds for each seat and a few more with every decision, or so many anew for each turn."""

import json
import time
from collections.abc import Iterable
from typing import Any


def now() -> int:
    """The time in milliseconds."""
    return time.time_ns() // 1_000_000


class Clocks:
    """The clocks of a table, in milliseconds. Without terms nobody's time is counted."""

    def __init__(self, players: int, terms: dict[str, float] | None) -> None:
        self.counted = terms is not None
        self.increment = round(terms["increment"] * 1000) if terms else 0
        self.whole = round(terms["seconds"] * 1000) if terms else 0
        self.per_turn = bool(terms and terms.get("per_turn"))  # whether a decision brings the whole time back
        self.left = [self.whole] * players if terms else []
        self.refilled: set[int] = set()  # seats that have decided since the clocks last ran on, where it does
        self.running: dict[int, int] = {}  # by seat, since when

    def load(self, text: str | None) -> None:
        """Take up clocks as they were stored."""
        if self.counted and text:
            content = json.loads(text)
            self.refilled.clear()
            self.left = content["left"]
            self.running = {int(seat): since for seat, since in content["running"].items()}

    def stored(self) -> str:
        """The clocks as they are stored."""
        return json.dumps({"left": self.left, "running": self.running})

    def run(self, seats: Iterable[int], at: int) -> None:
        """Charge those that ran up to now, and let these run."""
        if not self.counted:
            return
        for seat, since in self.running.items():
            self.left[seat] = self.whole if seat in self.refilled else self.left[seat] - max(0, at - since)
        self.refilled.clear()
        self.running = dict.fromkeys(seats, at)

    def decided(self, seat: int) -> None:
        """A seat that was running has decided something: it gets its increment, or its whole time again."""
        if seat in self.running and self.per_turn:
            self.refilled.add(seat)
        elif seat in self.running:
            self.left[seat] += self.increment

    def resume(self, away_since: int, at: int) -> None:
        """Go on after the server was away: that time is not counted."""
        for seat, since in self.running.items():
            self.left[seat] -= max(0, away_since - since)
            self.running[seat] = at

    def out_of_time(self, at: int) -> list[int]:
        """The seats whose time is up."""
        return [seat for seat, since in self.running.items() if self.left[seat] - (at - since) <= 0]

    def next_end(self) -> int | None:
        """When the first of the running clocks will have run out."""
        return min((since + self.left[seat] for seat, since in self.running.items()), default=None)

    def to_json(self, at: int) -> dict[str, Any] | None:
        """The clocks as a page draws them."""
        if not self.counted:
            return None
        left = [self.left[seat] - (at - self.running.get(seat, at)) for seat in range(len(self.left))]
        return {"now": at, "left": [max(0, each) for each in left], "running": sorted(self.running)}
