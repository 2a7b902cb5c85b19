"""Matches: the public face, history, undo and redo, refusals that change nothing."""

import random

import pytest

import oddboard
from oddboard.core.errors import BadOptions, BadPosition, BadRequest, Illegal, Over, UnknownGame
from oddboard.core.match import Match
from oddboard.core.records import digest


@pytest.fixture
def match() -> Match:
    return oddboard.new("martian-race", players=3, order="seats")


def test_ten_lines_play_a_game() -> None:
    match = oddboard.new("martian-race", players=3, turn_limit=4)
    while match.to_move is not None:
        if match.to_move == "chance":
            match.roll()
        else:
            match.play(random.choice(match.legal()))
    assert match.ranks is not None
    assert sorted(match.ranks)[0] == 1


def test_the_games_there_are() -> None:
    assert "martian-race" in oddboard.all_games()
    with pytest.raises(UnknownGame, match=r'there is no game "chess"; there are .*martian-race'):
        oddboard.new("chess")


@pytest.mark.parametrize("players", [0, 1, 6, -1, True, 2.0, "2", None])
def test_a_wrong_number_of_players(players: object) -> None:
    with pytest.raises(BadOptions, match="is for 2 to 5 players"):
        oddboard.new("martian-race", players=players)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("option", "value", "message"),
    [
        ("order", "dice", "option order: one of random, seats is wanted"),
        ("order", 1, "option order"),
        ("turn_limit", 0, "option turn_limit: a whole number from 1"),
        ("turn_limit", True, "option turn_limit"),
        ("turn_limit", 2.5, "option turn_limit"),
        ("mad_dog", 1, "option mad_dog: true or false"),
        ("colour", "red", 'there is no option "colour"; there are martians, order'),
    ],
)
def test_a_wrong_option_is_named(option: str, value: object, message: str) -> None:
    with pytest.raises(BadOptions, match=message):
        oddboard.new("martian-race", players=3, **{option: value})


@pytest.mark.parametrize(
    ("decision", "error", "message"),
    [
        (None, BadRequest, "a decision is an object"),
        ("roll", BadRequest, "a decision is an object"),
        ([], BadRequest, "a decision is an object"),
        ({}, BadRequest, "lacks the field 'do'"),
        ({"do": 3}, BadRequest, "field 'do' of a decision is a word"),
        ({"do": "fly"}, BadRequest, "'do' is one of"),
        ({"do": "roll"}, BadRequest, "lacks the field 'dice'"),
        ({"do": "roll", "dice": [1]}, BadRequest, "two whole numbers"),
        ({"do": "roll", "dice": [True, True]}, BadRequest, "two whole numbers"),
        ({"do": "roll", "dice": [2, 1], "luck": 1}, BadRequest, "has no field 'luck'"),
        ({"do": "roll", "dice": [7, 1]}, Illegal, "Dice show 1 to 6"),
        ({"do": "roll", "dice": [1, 2]}, Illegal, "the higher die first"),
        ({"do": "move", "die": 1, "martian": "0.1", "to": "a7", "facing": "n"}, Illegal, "First Rust rolls the dice"),
    ],
)
def test_what_is_refused_changes_nothing(match: Match, decision: object, error: type[Exception], message: str) -> None:
    before, legal = digest(match.state), match.legal()
    with pytest.raises(error, match=message):
        match.play(decision)
    assert (digest(match.state), match.legal(), match.ply) == (before, legal, 0)


def test_undo_and_redo(match: Match) -> None:
    digests = [digest(match.state)]
    for _ in range(12):
        match.play(match.legal()[0])
        digests.append(digest(match.state))
    match.undo()
    assert digest(match.state) == digests[11]
    match.undo(4)
    assert (digest(match.state), match.ply) == (digests[4], 4)
    for ply in range(5, 13):
        match.redo()
        assert digest(match.state) == digests[ply]
    with pytest.raises(BadRequest, match="nothing to do again"):
        match.redo()


def test_playing_on_forgets_what_was_undone(match: Match) -> None:
    match.play({"do": "roll", "dice": [5, 2]})
    match.undo()
    match.play({"do": "roll", "dice": [6, 2]})
    with pytest.raises(BadRequest):
        match.redo()


@pytest.mark.parametrize("to", [-1, 1, 99, True, "0", 0.0])
def test_undo_to_a_ply_that_is_none(match: Match, to: object) -> None:
    with pytest.raises(BadRequest, match="is not one of 0 to 0"):
        match.undo(to)  # type: ignore[arg-type]


def test_nothing_to_undo(match: Match) -> None:
    with pytest.raises(BadRequest, match="nothing to take back"):
        match.undo()


def test_the_end() -> None:
    match = oddboard.new("martian-race", players=2, turn_limit=1, order="seats")
    while not match.is_over:
        match.roll() if match.to_move == "chance" else match.play(match.legal()[0])
    assert match.situation()["to_move"] is None
    assert match.situation()["legal"] == []
    assert match.situation()["ranks"] == match.ranks
    with pytest.raises(Over, match="the game is over"):
        match.play({"do": "roll", "dice": [1, 1]})
    with pytest.raises(BadRequest, match="the game is over"):
        match.roll()


def test_chance_decisions_may_be_given_back_with_their_weight(match: Match) -> None:
    match.play(match.legal()[3])
    assert "weight" not in match.history[0].decision


def test_only_chance_rolls(match: Match) -> None:
    match.roll()
    with pytest.raises(BadRequest, match="a seat is to decide"):
        match.roll()


@pytest.mark.parametrize("seat", [-1, 3, True, "0", 1.0])
def test_a_seat_that_is_none(match: Match, seat: object) -> None:
    with pytest.raises(BadRequest, match="there is no seat"):
        match.situation(seat)  # type: ignore[arg-type]


def test_others_do_not_decide_for_a_seat(match: Match) -> None:
    match.roll()
    assert match.legal(0)
    assert match.legal(1) == []


def test_a_match_from_a_position(match: Match) -> None:
    match.play({"do": "roll", "dice": [5, 2]})
    other = Match.from_position(match.game, match.position())
    assert other.legal() == match.legal()
    with pytest.raises(BadPosition, match="a position is an object"):
        Match.from_position(match.game, 3)


def test_what_a_seat_may_do_is_found_once_where_it_knows_everything(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    match.roll()
    expected = match.codes()
    monkeypatch.setattr(match, "_codes_of", lambda state: pytest.fail("it was known"))
    assert match.codes_for(0) == expected


@pytest.mark.parametrize("key", oddboard.all_games())
def test_states_that_were_forgotten_are_played_again(key: str) -> None:
    rng = random.Random(3)
    match = oddboard.new(key)
    states = [digest(match.state)]

    def play_on(count: int) -> None:
        for _ in range(count):
            match.play_code(rng.choice(match.codes()))
            states.append(digest(match.state))

    play_on(20)
    seen = [match.seen_history(seat) for seat in range(match.players)]
    match.forget_states()
    assert digest(match.state) == states[-1]
    play_on(5)
    assert [digest(match.state_at(ply)) for ply in range(match.ply + 1)] == states
    match.forget_states()
    match.undo(20)
    assert digest(match.state) == states[20]
    match.forget_states()
    assert [match.seen_history(seat) for seat in range(match.players)] == seen
    match.forget_states()
    match.undo(7)
    match.redo()
    assert digest(match.state) == states[8]
