"""Why a coin is laid, an order chosen, and a yeti stays or goes home."""

from oddboard.bots.reasons import because
from oddboard.core.match import Match
from oddboard.games.everest.codes import HEAL
from oddboard.games.everest.face.preview import happenings_of_beat
from oddboard.games.everest.face.reasons import _of_orders, reasons
from oddboard.games.everest.face.terminal import coin_from_mark
from tests.games.everest.table import EVEREST, at, played, roll


def told(match: Match, code: int) -> str:
    """The reason for a decision of the seat to move."""
    seat = match.to_move
    assert isinstance(seat, int)
    return because(EVEREST, match.view(seat), code, seat)


def test_points_are_told_alike_however_many() -> None:
    match = at("2 0 . . . . . . 1")
    assert told(match, coin_from_mark("2e")) == "Comes to b2, six points from the peak instead of eight."


def test_nothing_that_happens_to_a_pushed_one_reads_as_a_deed() -> None:
    match = at("2 . . 0 1 . . . .")
    for value in "12345":
        reason = told(match, coin_from_mark(f"{value}e"))
        assert ", hurt" not in reason
        assert "out of the way" not in reason


def test_an_order_is_told_by_what_it_brings_about() -> None:
    match = played("2 . . 0 . 1 . . .", "3e", "3w")
    roll(match, 5)
    roll(match, 3)
    first, second = (told(match, code) for code in match.codes())
    assert first == "Has Cobalt pushed to f2 and brings its own yeti to e2, five points from the peak."
    assert second == "Has Cobalt pushed to d2 and brings its own yeti to c2, four points from the peak."


def test_an_order_spares_its_own_yeti_only_what_others_would_not() -> None:
    """Where no order has it pushed or hurt, none is praised for that."""
    match = played("2 . . 0 . 1 . . .", "3e", "3w")
    roll(match, 5)
    roll(match, 3)
    code = match.codes()[0]
    happened = happenings_of_beat(match.state, code)
    assert _of_orders(match.state, code, happened, 0) == ["lets its own yeti be pushed to d2"]
    assert _of_orders(match.state, code, happened, 2) == ["leaves its own yeti in peace"]
    spared = [each for each in happened if each.seat != 0]
    assert _of_orders(match.state, code, spared, 0) == ["keeps its own yeti from being pushed or hurt"]


def test_who_has_nothing_to_heal_only_sets_out_again() -> None:
    match = at("2 . . 0 . . . . 1")
    assert reasons(match.state, HEAL, 0)[0].startswith("sets out again from ")
