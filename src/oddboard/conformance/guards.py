"""Records between guards, so that a rule that writes past the end of one is found.

Compiled rules check no bounds: a `code` array that is too small runs over whatever lies behind it, and nothing fails.
"""

from typing import Any

import numpy as np

from oddboard.core.match import Match
from oddboard.core.randomness import generator
from oddboard.core.records import dtype_of, to_bytes
from oddboard.core.ruleset import CHANCE

GUARD = 0xA5  # the byte that is written around a record, and must still be there
ROOM = 4096  # bytes of it on either side


class Guarded:
    """A record of a class between guards."""

    def __init__(self, cls: type[Any], content: bytes | None = None) -> None:
        dtype = dtype_of(cls)
        self._room = np.full(dtype.itemsize + 2 * ROOM, GUARD, np.uint8)
        if content is not None:
            self._room[ROOM:-ROOM] = np.frombuffer(content, np.uint8)
        self.record = np.frombuffer(self._room, dtype, 1, ROOM)[0]

    def stands(self) -> bool:
        """Whether nothing was written beside the record."""
        return bool((self._room[:ROOM] == GUARD).all() and (self._room[-ROOM:] == GUARD).all())


def check_room(match: Match, where: str) -> None:
    """The rules write into their records and nowhere else."""
    game, rules = match.game, match.game.rules
    state, work = Guarded(game.state, to_bytes(match.state)), Guarded(game.work)
    s, w = state.record, work.record

    def whole(name: str) -> None:
        assert work.stands(), f"`{name}` writes beyond the scratch record: give its arrays more room: {where}"
        assert state.stands(), f"`{name}` writes beyond the state: {where}"

    count = rules.legal(s, w)
    whole("legal")
    most = len(w.code) if rules.to_move(s) != CHANCE else min(len(w.code), len(w.weight))
    assert count <= most, f"`legal` finds {count} decisions, and there is room for {most}: {where}"
    out = np.full(match.players + 2, np.nan)
    rules.outlook(s, w, out[1:-1])
    whole("outlook")
    rules.score(s, out[1:-1])
    whole("score")
    assert np.isnan(out[0]), where
    assert np.isnan(out[-1]), f"`score` and `outlook` write as many numbers as there are seats: {where}"
    for code in w.code[: min(rules.legal(s, w), 8)].tolist():
        after = Guarded(game.state, to_bytes(match.state))
        rules.play(after.record, w, code)
        assert after.stands(), f"`play` writes beyond the state: {game.decision(match.state, code)}: {where}"
        whole("play")
    for seat in range(match.players + 1):
        view = Guarded(game.state, to_bytes(match.state))
        rules.hide(view.record, seat)
        if seat < match.players:
            rules.imagine(view.record, w, seat, generator(seat))
        assert view.stands(), f"`hide` or `imagine` writes beyond the state: seat {seat}, {where}"
        whole("imagine")
