"""Why a bot decides as it does is told in the game's own words."""

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from oddboard import bots
from oddboard.bots.reasons import MOST, because, reason_for
from oddboard.core import reasons, registry
from oddboard.core.dice import FairDice
from oddboard.core.match import Match
from oddboard.core.records import same
from oddboard.core.sentences import together
from oddboard.core.views import WATCHER, view_of

PLIES = 80
AT_RANDOM = 150
TOLD = 0.95  # of the decisions of a game between bots that have a choice

CLUMSY = re.compile(
    r"\b0 |\b([0-9]|10) (hex|point|position|ring|turn|face|time)|\b(\w+) \3\b"  # not as people write numbers
    r"|own (Rust|Cobalt)'s|no dice no more|\bfewer dice\b|rather than about"
)

SETTINGS: dict[str, dict[str, Any]] = {
    "yavoch": {"game": "full"},
    "yaz": {"lugging": True, "dropping": True},
    "sailboat-regatta": {"diagonal": "boat"},
    "everest": {"homes": "chosen"},
    "martian-race": {"mad_dog": True},
}


def decisions(key: str) -> Iterator[tuple[Match, int, int]]:
    """A game between searching bots: before each decision that has a choice the match, its code and its seat."""
    match = Match(registry.game(key), 2, dice=FairDice(key, "3" * 64))
    while not match.is_over and match.ply < PLIES:
        seat = match.to_move
        if not isinstance(seat, int):
            match.roll()
            continue
        code = bots.advise(match, "search:4", seed=match.ply).code
        if len(match.codes()) > 1:
            yield match, code, seat
        match.play_code(code)


@pytest.mark.parametrize("key", registry.keys())
def test_most_decisions_have_a_reason_that_is_not_the_decision_itself(key: str) -> None:
    game = registry.game(key)
    told = []
    for match, code, seat in decisions(key):
        view = match.view(seat)
        sentence = because(game, view, code, seat)
        if sentence:
            assert sentence[0].isupper(), sentence
            assert sentence.endswith("."), sentence
            assert not CLUMSY.search(sentence), sentence
            assert sentence.rstrip(".").lower() not in game.words(view, code).lower()
        told.append(sentence)
    assert sum(map(bool, told)) >= TOLD * len(told)
    assert len(set(told)) > 10


@pytest.mark.parametrize("key", registry.keys())
def test_any_legal_decision_can_be_asked_about_and_stays_undone(key: str) -> None:
    game = registry.game(key)
    match = Match(game, min(3, game.players[-1]), SETTINGS[key], dice=FairDice(key, "5" * 64))
    rng = random.Random(key)
    while not match.is_over and match.ply < AT_RANDOM:
        seat = match.to_move
        if not isinstance(seat, int):
            match.roll()
            continue
        view, before = match.view(seat), match.view(seat)
        for code in rng.sample(match.codes_for(seat), min(5, len(match.codes_for(seat)))):
            for part in match.game.reasons(view, code, seat):
                assert part
                assert part == part.strip()
                assert not part.endswith(".")
        assert same(view, before)
        match.play_code(rng.choice(match.codes()))


def test_a_reason_is_told_from_the_view_of_the_seat() -> None:
    """What is hidden makes no difference: a seat's own coin is told alike, whatever the others have laid."""
    game = registry.game("everest")
    match = Match(game, 2, dice=FairDice("everest", "4" * 64))
    while not (match.to_move == 1 and match.state.plan[0, 0] >= 0):
        match.play_code(match.codes()[0]) if isinstance(match.to_move, int) else match.roll()
    code = match.codes()[0]
    sentence = because(game, match.view(1), code, 1)
    other = match.view(1)
    other.plan[0, :] = match.state.plan[0, ::-1]
    assert sentence
    assert because(game, other, code, 1) == sentence


def moved_on(key: str, plies: int, options: dict[str, Any] | None = None) -> Match:
    """A match after some random decisions."""
    match = Match(registry.game(key), 2, options or {}, dice=FairDice(key, "6" * 64))
    rng = random.Random(key)
    while match.ply < plies and not match.is_over:
        match.play_code(rng.choice(match.codes())) if isinstance(match.to_move, int) else match.roll()
    return match


@pytest.mark.parametrize("key", registry.keys())
def test_a_past_decision_is_told_as_it_would_have_been(key: str) -> None:
    match = moved_on(key, 40)
    for ply, played in enumerate(match.history):
        told = reason_for(match, ply, None)
        if played.seat < 0:
            assert told == ""
        else:
            view = view_of(match, match.state_at(ply), played.seat)
            assert told == because(match.game, view, played.code, played.seat) == reason_for(match, ply, played.seat)


def test_what_is_laid_in_secret_is_told_to_nobody_else() -> None:
    match = moved_on("everest", 2)
    assert match.history[0].seat == match.history[1].seat == 0
    for ply in range(match.ply):
        assert reason_for(match, ply, 0) is not None
        assert reason_for(match, ply, 1) is None
        assert reason_for(match, ply, WATCHER) is None
        assert reason_for(match, ply, None) is not None


def test_what_depends_on_a_hand_is_told_to_its_owner_only() -> None:
    match = moved_on("yavoch", 120, {"game": "full"})
    moves = [ply for ply, each in enumerate(match.history) if each.seat >= 0 and each.decision["do"] == "move"]
    assert any(reason_for(match, ply, match.history[ply].seat) for ply in moves)
    for ply in moves[1:]:
        if match.state_at(ply).held.any():
            assert reason_for(match, ply, 1 - match.history[ply].seat) is None
            assert reason_for(match, ply, WATCHER) is None


def test_where_nothing_is_hidden_everybody_may_ask() -> None:
    match = moved_on("martian-race", 40)
    for ply in range(match.ply):
        told = reason_for(match, ply, None)
        assert told == reason_for(match, ply, 0) == reason_for(match, ply, 1) == reason_for(match, ply, WATCHER)


def test_a_sentence_has_only_so_many_parts() -> None:
    class Talkative:
        def reasons(self, s: Any, code: int, seat: int) -> list[str]:
            return ["pushes all"] * 9

    sentence = because(Talkative(), None, 0, 0)  # type: ignore[arg-type]
    assert sentence.lower().count("pushes all") == MOST


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        (4.0, 3.0, ["is about 3 dice off instead of 4"]),
        (2.0, 1.0, ["is about one die off instead of 2"]),
        (2.3, 2.0, ["is about 2 dice off instead of 2.5"]),
        (20.6, 20.3, ["is about 20 dice off instead of 21"]),
        (20.4, 19.9, ["comes a little nearer"]),
        (1.5, 0.5, ["is about half a die off instead of 1.5"]),
        (4.0, 3.9, []),
        (3.0, 4.0, []),
    ],
)
def test_what_is_less_than_before_is_told_in_round_numbers(before: float, after: float, told: list[str]) -> None:
    assert reasons.fewer("is", "die off", "dice off", before, after, "comes a little nearer") == told


@pytest.mark.parametrize(
    ("parts", "sentence"),
    [
        ([], ""),
        (["pushes Rust"], "pushes Rust"),
        (["pushes Rust", "threatens Jade"], "pushes Rust and threatens Jade"),
        (["pushes Rust and Jade", "gets away"], "pushes Rust and Jade, and gets away"),
        (["grows to large, bound for home", "gets away"], "grows to large, bound for home, and gets away"),
        (["is 2 dice off instead of 3", "gets away"], "is 2 dice off instead of 3, and gets away"),
        (["pushes Rust", "threatens Jade", "gets away"], "pushes Rust, threatens Jade, and gets away"),
    ],
)
def test_where_the_next_part_begins_is_heard(parts: list[str], sentence: str) -> None:
    assert together(parts) == sentence


def test_what_a_note_only_counts_is_no_reason() -> None:
    assert reasons.parts_of("5 steps · breaks it") == ["breaks it"]
    assert reasons.parts_of("A ring: 0 left, 2 there") == []
    assert reasons.parts_of("") == []
