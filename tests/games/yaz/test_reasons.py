"""Why a Yazzite goes where it goes, and a turn ends as it does."""

import pytest

from oddboard.bots.reasons import because
from oddboard.games.yaz.state import State
from tests.games.yaz.table import YAZ, decided, play, race


def told(s: State, words: str) -> str:
    """The reason for a decision of the side on turn."""
    code = YAZ.code(s, decided(words))
    assert isinstance(code, int)
    return because(YAZ, s, code, int(s.turn))


def test_only_a_luggant_can_sit_on_a_carrier() -> None:
    """A runner's step never makes one threaten, not even while its mates may not move for a moment."""
    s = race(".L1 . .s1! . .F1 . .* .* .*")
    play(s, "F1 f1")
    assert "sit on" not in told(s, "stop")
    assert "sit on" not in told(race(".L1 . . . .s1! . .F1 .* .* .*"), "L1 b1")
    s = play(race(".L1 . . . .s1! . .F1 .* .* .*"), "L1 b1")
    assert told(s, "L1 c1").startswith("Can sit on Cobalt's Skadingle 1 with the baton in its next turn")


@pytest.mark.parametrize(
    ("row", "words", "told_as"),
    [
        (".S1 . . .* .* .*", "S1 b1", "Comes within two hexes of its baton"),
        (".S1 . .* .* .*", "S1 b1", "Comes next to its baton"),
        (".S1 . . . . . . . . . . .* .* .*", "S1 b1", "Sets out for its baton"),
    ],
)
def test_how_near_something_is_told_as_people_say_it(row: str, words: str, told_as: str) -> None:
    assert told(race(row), words).startswith(told_as)


def test_a_luggant_on_a_baton_waits_on_it() -> None:
    s = race(".L1 .* .* .* . .S1")
    s.bulge[:2] = s.bulge[1], s.bulge[0]
    play(s, "L1 b1")
    assert "0 hexes" not in told(s, "stop")


def test_whoever_is_held_is_not_closed_in_on() -> None:
    s = race(".L1 . .* .* .* . .t1! .S1\nturn 0 2")
    assert "Cobalt's Tarnose 1" in told(s, "L1 b1")
    s.throttled[1] = 1 << 4  # the first Tarnose
    held = told(s, "L1 b1")
    assert "closes in" not in held.lower()
