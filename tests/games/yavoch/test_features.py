"""What a network learns from: each seat sees its own side as the low one, and no secrets."""

import numpy as np
import pytest

from oddboard.core.match import Match
from oddboard.core.network import MOST_ACTIVE
from oddboard.core.records import copy
from oddboard.games.yavoch import state
from oddboard.games.yavoch.cards import HYPERDRIVE, WEAPONS
from oddboard.games.yavoch.field import EDGE, POSITIONS, named
from oddboard.games.yavoch.rules.features import (
    ARMED,
    ATTACKED,
    BLASTERS,
    EMPTY_FIGHTERS,
    FEATURES,
    IN_TURNS,
    LIT_FIGHTERS,
    MANY_TRYCHS,
    MOST_PIECES,
    OTHER,
    OWN,
    PHASE,
    QUIET,
    VICTIMS,
)
from oddboard.games.yavoch.rules.fleet import put_ship
from tests.games.yavoch.table import GAME, HOME, table

WILD_CARDS = "wild wild wild"  # they pay for a hyperdrive
AROUND_THE_MIDDLE = "C112+2 A124+1 S233+1 N134+0 T331 T243 G125 G221 c553+3 a443+1 t342 t351 s533+2 n514+1 g555 g454"


def listed(match: Match, seat: int) -> list[int]:
    """The active features of a position for a seat."""
    out = np.zeros(MOST_ACTIVE, np.int16)
    return sorted(out[: int(GAME.rules.features(match.state, seat, out))].tolist())


def turned(pieces: str) -> str:
    """The same pieces seen from the other side: every digit is 6 less itself, and each is the other seat's."""
    return " ".join(
        piece[0].swapcase() + "".join(str(EDGE + 1 - int(digit)) for digit in piece[1:4]) + piece[4:]
        for piece in pieces.split()
    )


def mirrored(pieces: str, offset: str) -> str:
    """The same pieces on a field mirrored along the front, or with the offset of a corner along its diagonal."""
    found = []
    for piece in pieces.split():
        kind, level, bare, circled = list(piece[:4])
        places = circled + bare if offset == "corner" else bare + str(EDGE + 1 - int(circled))
        found.append(kind + level + places + piece[4:])
    return " ".join(found)


@pytest.mark.rule("YAV-21")
@pytest.mark.parametrize("offset", ["side", "corner"])
@pytest.mark.parametrize("fuse", ["same_turn", "next_turn"])
def test_both_seats_see_a_turned_position_alike(offset: str, fuse: str) -> None:
    one = table(AROUND_THE_MIDDLE, turn=0, offset=offset, fuse=fuse)
    other = table(turned(AROUND_THE_MIDDLE), turn=1, offset=offset, fuse=fuse)
    assert listed(one, 0) == listed(other, 1)
    assert listed(one, 1) == listed(other, 0)
    assert listed(one, 0) != listed(one, 1)


@pytest.mark.rule("YAV-4")
@pytest.mark.parametrize("offset", ["side", "corner"])
def test_a_mirrored_position_is_the_same(offset: str) -> None:
    pieces = AROUND_THE_MIDDLE.replace("c553", "c554")  # not on the line along which it is mirrored
    other = mirrored(pieces, offset)
    assert other != pieces
    for seat in range(2):
        assert listed(table(pieces, offset=offset), seat) == listed(table(other, offset=offset), seat)


def test_fleets_that_are_set_up_alike_differ_by_the_turn_only() -> None:
    match = Match(GAME, 2)
    while match.state.phase != state.TURN:
        assert listed(match, 0) == [], "nothing is said of a field that is still set up"
        match.play(next(each for each in match.legal() if each["do"] in ("levels", "formation")))
    own, other = (set(listed(match, seat)) for seat in range(2))
    assert len(own - other) == len(other - own) == 2
    assert all(PHASE <= each < QUIET for each in own ^ other)


@pytest.mark.rule("YAV-14")
def test_a_fighter_without_a_ring_is_another_than_one_with() -> None:
    lit, empty = (listed(table(f"{HOME} S233+{rings}"), 0) for rings in (1, 0))
    squam = (state.SQUAM - state.ARCHID) * POSITIONS + named("233")
    assert OWN + LIT_FIGHTERS + squam in lit
    assert OWN + EMPTY_FIGHTERS + squam in empty


@pytest.mark.rule("YAV-13")
def test_a_ship_that_can_be_attacked_is_seen_unless_something_is_between() -> None:
    archid = OTHER + ATTACKED  # one of them
    assert archid in listed(table(f"{HOME} S333+1 a355"), 0)
    assert archid not in listed(table(f"{HOME} S333+1 M344 a355"), 0)
    assert archid not in listed(table(f"{HOME} S333+0 a355"), 0)
    assert archid in listed(table(f"{HOME} N333+1 a434"), 0)


@pytest.mark.rule("YAV-30")
def test_trychs_are_as_near_as_turns_until_they_blast() -> None:
    """The other Command ship is on 555."""
    for trych, fuse, turns in [("553", "same_turn", 1), ("553", "next_turn", 2), ("552", "next_turn", 3)]:
        match = table(f"C111+3 T{trych} c555+3 t151", fuse=fuse)
        near = [OWN + BLASTERS + i * MANY_TRYCHS for i in range(IN_TURNS)]
        assert set(near) & set(listed(match, 0)) == set(near[turns - 1 :])


@pytest.mark.rule("YAV-57")
def test_only_the_owner_sees_what_a_hand_pays_for() -> None:
    armed = range(ARMED, FEATURES)
    match = table(HOME, hands=(WILD_CARDS, ""))
    assert ARMED + HYPERDRIVE in listed(match, 0)
    assert not set(armed) & set(listed(match, 1))


@pytest.mark.parametrize("most", [POSITIONS // 2, POSITIONS])
def test_even_a_field_full_of_ships_fits(most: int) -> None:
    """More than cards can clone, with all that is counted apart."""
    s = copy(table(HOME, hands=(WILD_CARDS, WILD_CARDS), offset="corner", core="cross").state)
    for at in range(most):
        if s.on[at] == 0:
            put_ship(s, at & 1, state.ARCHID + at % VICTIMS, at, 1)
    s.arms[:] = (1 << len(WEAPONS)) - 1
    s.loose[named("333")] = 1
    s.slow_fuse, s.attack, s.aim = 1, state.BATTLE, named("333")
    out = np.full(2 * MOST_ACTIVE, -1, np.int16)
    for seat in range(2):
        assert 2 * MOST_PIECES < GAME.rules.features(s, seat, out) <= MOST_ACTIVE
        assert (out[MOST_ACTIVE:] == -1).all()
