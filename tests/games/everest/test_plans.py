"""Plans: EVE-6 to EVE-9."""

import pytest

import oddboard
from oddboard.core.match import Match
from oddboard.core.randomness import generator
from oddboard.core.records import copy, new, same
from oddboard.core.ruleset import OVER
from oddboard.games.everest.face.terminal import coin_from_mark
from oddboard.games.everest.state import BEATS, HIDDEN, NO_COIN, PLANNING
from tests.games.everest.table import EVEREST, at, hurt, lay, phase, played, where

APART = "1 0 . . . . . . .\n6 . . . . . . . 1"


@pytest.mark.rule("EVE-6")
def test_what_lies_up_decides_the_action() -> None:
    move = played("1 0 1 . . . . . .", "2e", "")
    assert where(move) == ["b1", "c1"]
    roar = played("1 0 1 . . . . . .", "0e", "")
    assert phase(roar) == "table"
    snowball = played("1 0 1 . . . . . .", "*0e", "")
    assert hurt(snowball) == [0, 1]
    assert where(snowball) == ["a1", "c1"]


@pytest.mark.rule("EVE-6")
def test_directions_are_those_of_the_board() -> None:
    ends = [where(played("3 - . . 0 . . . -\n6 1 . . . . . . .", f"1{to}", ""))[0] for to in "nesw"]
    assert ends == ["d2", "e3", "d4", "c3"]


@pytest.mark.rule("EVE-6")
def test_a_coin_is_laid_once() -> None:
    match = at(APART)
    lay(match, "4e")
    refusal = match.why_not({"do": "coin", "coin": 4, "up": "suit", "to": "n"})
    assert refusal is not None
    assert refusal.rule == "EVE-6"


@pytest.mark.rule("EVE-7")
def test_three_coins_are_laid_if_there_are_three() -> None:
    match = at(APART)
    lay(match, "1e 2e")
    assert match.to_move == 0
    lay(match, "3e")
    assert match.to_move == 1


@pytest.mark.rule("EVE-7")
def test_with_fewer_all_are_used_as_the_first_actions() -> None:
    match = at(APART + "\ncoins 0 1 5\ncoins 1 0 2 3")
    lay(match, "5e")
    assert [each["coin"] for each in match.legal()] == [1] * 8
    lay(match, "1s")
    assert match.to_move == 1
    lay(match, "*0w *2w *3w")
    assert where(match) == ["f1", "h6"]  # 1 south is up a cliff


@pytest.mark.rule("EVE-7")
def test_without_coins_a_player_is_not_asked() -> None:
    match = at(APART + "\ncoins 0")
    assert match.to_move == 1


@pytest.mark.rule("EVE-7", "EVE-9")
def test_missing_actions_are_spent_looking_dazed() -> None:
    match = played("1 0 . . . . . . .\n6 1 . . . . . . .", "1e", "1e 2e *3e")
    assert where(match) == ["b1", "d6"]


@pytest.mark.rule("EVE-8")
def test_plans_that_are_not_seen_are_laid_anew_in_thought() -> None:
    match = at(APART)
    lay(match, "4e *2s 3n", "1e")
    view = match.view(1)
    afresh = EVEREST.undecided(view)
    assert view.plan[0].tolist() == [HIDDEN] * 3
    assert afresh.plan[0].tolist() == [NO_COIN] * 3
    assert afresh.plan[1].tolist() == view.plan[1].tolist()
    assert EVEREST.codes_of(afresh) == match.codes()


@pytest.mark.rule("EVE-8")
def test_a_seat_sees_only_how_many_coins_others_laid() -> None:
    match = at(APART)
    lay(match, "4e *2s")
    plans = [yeti["plan"] for yeti in match.position(seat=1)["yeti"]]
    assert plans == [["hidden", "hidden"], []]
    assert match.position(seat=0)["yeti"][0]["plan"][0] == {"coin": 4, "up": "value", "to": "e"}


@pytest.mark.rule("EVE-8")
def test_other_plans_look_alike_until_all_are_laid() -> None:
    one, other = at(APART), at(APART)
    lay(one, "4e *2s 1e", "5n")
    lay(other, "0n 1s *3w", "5n")
    views = [copy(one.state), copy(other.state)]
    for view in views:
        EVEREST.rules.hide(view, 1)
    assert same(*views)
    assert one.seen_history(1) == other.seen_history(1)


@pytest.mark.rule("EVE-8")
def test_a_laid_coin_shows_in_the_record_only_after_the_last_is_laid() -> None:
    match = at(APART)
    lay(match, "4e *2s 1e", "5n 4n")
    assert EVEREST.redacted(match.start, match.history[0].code, 1, match.state) == {"do": "coin"}
    assert EVEREST.redacted(match.start, match.history[0].code, 0, match.state) == match.history[0].decision
    before = match.state
    lay(match, "*0n")
    assert EVEREST.redacted(match.start, match.history[0].code, 1, match.state) == match.history[0].decision
    assert EVEREST.redacted(before, match.history[-1].code, 0, match.state)["coin"] == 0


@pytest.mark.rule("EVE-8")
def test_the_legal_coins_of_another_tell_nothing_of_those_laid() -> None:
    match = at(APART)
    lay(match, "4e *2s")
    view = copy(match.state)
    EVEREST.rules.hide(view, 1)
    assert EVEREST.rules.legal(view, new(EVEREST.work)) == 48


@pytest.mark.rule("EVE-8")
def test_imagined_plans_are_of_coins_in_use_each_once() -> None:
    match = at(APART + "\ncoins 0 2 3 5")
    lay(match, "5e *2s 3e")
    seen = set()
    for stream in range(200):
        view = copy(match.state)
        EVEREST.rules.hide(view, 1)
        assert set(view.plan[0]) == {HIDDEN}
        EVEREST.rules.imagine(view, new(EVEREST.work), 1, generator(stream))
        coins = [int(coin) // 8 for coin in view.plan[0]]
        assert sorted(coins) == [2, 3, 5]
        seen.add(tuple(coins))
    assert len(seen) == 6


@pytest.mark.rule("EVE-8")
def test_nothing_is_hidden_once_plans_are_shown() -> None:
    match = at("1 0 1 . . . . . .")
    lay(match, "0e 1s 2s", "1n 2s 3s")
    assert match.position() == match.position(seat=0) == match.position(seat=1)


@pytest.mark.rule("EVE-9")
def test_first_coins_come_before_second_ones() -> None:
    match = played("1 0 . 1 . . . . .\n6 . . . 2 . . . .", "1e 3e", "*1s 4w", "*5n")
    assert phase(match) == "contest"  # 3 east and 4 west are of one beat; the first coins were in nobody's way
    assert where(match)[0] == "b1"


def test_a_fresh_game_begins_with_the_first_coin() -> None:
    match = oddboard.new("everest", 3)
    assert (match.to_move, match.position()["round"]) == (0, 1)


@pytest.mark.rule("EVE-8")
def test_plans_may_be_laid_ahead_of_the_seats_before() -> None:
    """In whatever order seats lay their coins, fed in their turn they make the same game."""
    start = "2 0 . . . . . . 1\n5 3 . . . . . . 2\ncoins 2 4 5\ncoins 3"
    plans = {0: "4e 2s 3e", 1: "0w *1w 2w", 2: "*5n 4w"}
    match = at(start)
    early: dict[int, list[int]] = {1: [], 2: []}
    for seat in (2, 1, 2, 1, 1):
        codes = laid_ahead(match, seat, early[seat])
        assert codes is not None
        wanted = coin_from_mark(plans[seat].split()[len(early[seat])])
        assert wanted in codes
        early[seat].append(wanted)
        if seat == 1 and len(early[1]) == 1:
            lay(match, plans[0].split()[0])  # seat 0 goes on meanwhile
    assert laid_ahead(match, 1, early[1]) is None
    assert laid_ahead(match, 2, early[2]) is None
    lay(match, " ".join(plans[0].split()[1:]))
    for seat in (1, 2):
        for code in early[seat]:
            assert match.to_move == seat
            assert code in match.codes()
            match.play_code(code)
    in_turn = at(start)
    lay(in_turn, *plans.values())
    assert same(match.state, in_turn.state)


def laid_ahead(match: Match, seat: int, early: list[int]) -> list[int] | None:
    """What a seat may lay next, after coins that it laid ahead; None if it has laid all."""
    state = EVEREST.early(match.state, seat)
    assert state is not None
    EVEREST.rules.hide(state, seat)
    for code in early:
        EVEREST.rules.play(state, new(EVEREST.work), code)
    return EVEREST.codes_of(state) if EVEREST.rules.to_move(state) == seat else None


@pytest.mark.rule("EVE-8")
@pytest.mark.parametrize("start", ["2 0 . . . . . . .\n5 . . . . . . . 1", "2 0 . . . . . . 1\n5 3 . . . . . . 2"])
def test_who_has_laid_ahead_waits_on_the_board_as_it_was(start: str) -> None:
    """A round whose other plans are not known is not carried out, or he would be asked to heal, or see an end."""
    match = at(start)
    seat = match.players - 1
    state = EVEREST.early(match.state, seat)
    assert state is not None
    board = int(state.board)
    for _ in range(BEATS):
        assert EVEREST.rules.to_move(state) == seat
        EVEREST.rules.play(state, new(EVEREST.work), EVEREST.codes_of(state)[0])
    assert EVEREST.rules.to_move(state) not in (seat, OVER)
    assert state.phase == PLANNING
    assert state.board == board
    assert EVEREST.scene(state)


@pytest.mark.rule("EVE-8")
def test_nobody_lays_ahead_out_of_turn() -> None:
    match = at("2 0 . . . . . . 1\n5 3 . . . . . . 2\ncoins 3")
    lay(match, "4e 2s 3e")
    assert EVEREST.early(match.state, 0) is None, "its plan is laid"
    assert EVEREST.early(match.state, 1) is None, "it is its turn"
    assert EVEREST.early(match.state, 3) is None, "it has no coin"
    assert EVEREST.early(match.state, 2) is not None
    lay(match, "1w 2w 3w", "1w 2w 3w")
    assert EVEREST.early(match.state, 2) is None, "plans are shown"
