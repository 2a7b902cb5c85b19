"""The Baton Races of Yaz: a setting at random and fair, for people who want to race at once.

What one player places, the other places in the mirror image of that hex, where the map allows; bulges and batons
come in such pairs too. The map is mirrored left to right, top to bottom, or both, whichever suits its terrain best.
"""

import random
from collections.abc import Callable, Iterator
from functools import lru_cache

from oddboard.core.game import Decision
from oddboard.core.records import copy, new
from oddboard.games.yaz.codes import BATON, BULGE, PLACE, hex_of, packed, what_of, whose_of
from oddboard.games.yaz.decision import to_json
from oddboard.games.yaz.rules.legal import legal
from oddboard.games.yaz.rules.turn import play
from oddboard.games.yaz.state import FIRST_OF, KINDS, PLACING, RACING, WIDTH, State, Work, distance

Mirror = Callable[[int], int | None]
MAPS = 64  # whose best mirroring is in mind


def _mirrors(rows: int, columns: int) -> Iterator[Mirror]:
    """The mirrorings of a map; a hex without an image, at the end of a shifted row, gives None."""

    def mirrored(sideways: bool, upside_down: bool) -> Mirror:
        def image(place: int) -> int | None:
            row, column = divmod(place, WIDTH)
            if sideways:
                column = columns - 1 - column - row % 2
            if upside_down:
                row = rows - 1 - row
            return row * WIDTH + column if column >= 0 else None

        return image

    yield mirrored(True, False)
    if rows % 2:  # else a shifted row would come to lie on one that is not
        yield mirrored(False, True)
        yield mirrored(True, True)


@lru_cache(maxsize=MAPS)
def _best_mirror(terrain: tuple[int, ...], rows: int, columns: int) -> Mirror:
    """The mirroring that leaves most hexes with the terrain of their image."""
    places = [row * WIDTH + column for row in range(rows) for column in range(columns)]

    def likeness(image: Mirror) -> int:
        return sum((other := image(place)) is not None and terrain[place] == terrain[other] for place in places)

    return max(_mirrors(rows, columns), key=likeness)


def quick_setting(state: State, seed: int, most: int | None = None) -> list[Decision]:
    """The decisions that finish the setting of a race from here, or the first of them; the same for the same seed."""
    rng = random.Random(seed)
    s, w = copy(state), new(Work)
    image = _best_mirror(tuple(s.terrain.tolist()), int(s.rows), int(s.columns))
    decisions: list[Decision] = []
    last = _unanswered(s)  # the code that is to be mirrored
    while s.phase < RACING and len(decisions) != most:
        codes = w.code[: legal(s, w)].tolist()
        chosen = _answer(s, codes, last, image, rng)
        # Bulges and Yazzites come in pairs; the second of a pair is not mirrored back.
        last = chosen if last is None and what_of(chosen) in (PLACE, BULGE, BATON) else None
        decisions.append(to_json(s, chosen))
        phase = int(s.phase)
        play(s, w, chosen)
        if s.phase != phase:
            last = None
    return decisions


def _unanswered(s: State) -> int | None:
    """The placement by which the setting player is ahead of the other, as a code; None if it is not the other's turn.

    The nth of a kind answers their nth, so that who is asked for one placement after the other mirrors them all.
    """
    theirs, mine = int(s.setter), 1 - int(s.setter)
    if s.phase != PLACING or s.turn == theirs:
        return None
    for kind in range(KINDS):
        count = int(s.placed[mine, kind])
        if s.placed[theirs, kind] > count:
            return packed(PLACE, kind, int(s.at[theirs, FIRST_OF[kind] + count]))
    return None


def _answer(s: State, codes: list[int], last: int | None, image: Mirror, rng: random.Random) -> int:
    """A code for the mirror image of the last one, or what is nearest to it; any if there is none to mirror."""
    if last is None:
        return rng.choice(codes)
    wanted = image(hex_of(last))
    alike = [code for code in codes if s.phase != PLACING or whose_of(code) == whose_of(last)]
    if wanted is None or not alike:
        return rng.choice(alike or codes)
    nearest = min(distance(hex_of(code), wanted) for code in alike)
    if s.phase != PLACING and nearest > 0:
        return rng.choice(codes)
    return rng.choice([code for code in alike if distance(hex_of(code), wanted) == nearest])
