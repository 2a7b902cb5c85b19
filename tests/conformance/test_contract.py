"""What every game must keep, at every state of many games over all options and numbers of players."""

import itertools
import json
import random
from collections.abc import Callable

import numpy as np
import pytest

from oddboard.core import registry, saves
from oddboard.core.game import CHANCE, OVER, Refusal
from oddboard.core.match import Match
from oddboard.core.randomness import generator
from oddboard.core.records import copy, digest, dtype_of, from_bytes, new, same, to_bytes, twice
from oddboard.core.rules import pick, random_games
from oddboard.core.views import WATCHER, Choice, choices, moments, mover, preview_of, view_of
from tests.conformance.settings import described, settings
from tests.players import random_code, sensible_code

Player = Callable[[Match, random.Random], int]
PLAYERS: dict[str, Player] = {"random": random_code, "sensible": sensible_code}
SETTINGS = 14  # matches of each game and player
PLIES = 260  # decisions of each match, most of them unchecked
EVERY = 11  # one state in so many is looked at closely
REFUSED = 60  # codes tried against *why not* at each of those


@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize("key", registry.keys())
def test_every_state(key: str, player: str) -> None:
    rng = random.Random(f"{key} {player}")
    for match in settings(key, SETTINGS, seed=len(player)):
        digests = []
        phase = rng.randrange(EVERY)
        for ply in range(PLIES):
            digests.append(digest(match.state))
            if match.is_over or ply % EVERY == phase:
                look_closely(match, rng)
            if match.is_over:
                break
            match.play_code(PLAYERS[player](match, rng))
        assert digests == [digest(match.state_at(ply)) for ply in range(len(digests))], "an old state was changed"
        replay(match)


def look_closely(match: Match, rng: random.Random) -> None:
    """All checks of one state."""
    where = f"{described(match)}, ply {match.ply}"
    before = to_bytes(match.state)
    check_legal(match, where)
    check_scratch(match, rng, where)
    check_refusals(match, rng, where)
    check_position(match, where)
    check_views(match, rng, where)
    check_scores(match, where)
    check_words(match, where)
    check_scenes(match, where)
    assert to_bytes(match.state) == before, f"looking changed the state: {where}"


def check_legal(match: Match, where: str) -> None:
    mover = match.game.rules.to_move(match.state)
    codes, decisions = match.codes(), match.legal()
    assert bool(codes) == (mover != OVER), f"legal decisions and the end do not agree: {where}"
    assert mover in (CHANCE, OVER, *range(match.players)), where
    assert len(set(codes)) == len(codes), f"a code is offered twice: {where}"
    assert all(0 <= code < match.game.codes for code in codes), where
    texts = {json.dumps(decision, sort_keys=True) for decision in decisions}
    assert len(texts) == len(decisions), f"two codes have the same JSON: {where}"
    for code, decision in zip(codes, decisions, strict=True):
        if mover == CHANCE:
            assert decision.pop("weight") >= 1, where
        assert match.game.code(match.state, json.loads(json.dumps(decision))) == code, f"{decision}: {where}"
        assert match.why_not(decision) is None, where


def check_scratch(match: Match, rng: random.Random, where: str) -> None:
    """What the scratch record held before does not matter, and `pick` picks what is legal."""
    state, rules = match.state, match.game.rules
    work = from_bytes(match.game.work, rng.randbytes(dtype_of(match.game.work).itemsize))
    count = rules.legal(state, work)
    assert [int(code) for code in work.code[:count]] == match.codes(), f"scratch matters: {where}"
    if not match.is_over:
        dice = generator(rng.getrandbits(60))
        assert {int(pick(state, work, dice)) for _ in range(10)} <= set(match.codes()), f"pick: {where}"


def check_refusals(match: Match, rng: random.Random, where: str) -> None:
    """A code is refused just if it is not legal, and always with a rule of the game's."""
    if match.is_over:
        return
    game, legal = match.game, set(match.codes())
    page = game.rulebook
    for code in rng.sample(range(game.codes), min(REFUSED, game.codes)):
        decision = game.decision(match.state, code)
        back = game.code(match.state, decision)
        assert isinstance(back, Refusal) or back == code, f"{decision} is code {code} and {back}: {where}"
        refusal = match.why_not(decision)
        assert (refusal is None) == (code in legal), f"{decision}: {refusal}: {where}"
        if refusal:
            assert refusal.rule.startswith(game.prefix + "-"), refusal
            assert f"**{refusal.rule}**" in page, f"{refusal.rule} is not on the rulebook page"
            assert refusal.message.endswith("."), refusal.message


def check_position(match: Match, where: str) -> None:
    position = json.loads(json.dumps(match.position()))
    assert same(match.game.from_position(position), match.state), f"position -> JSON -> position: {where}"


def check_views(match: Match, rng: random.Random, where: str) -> None:
    """A seat's view does not depend on what it cannot see, and what it imagines agrees with its view."""
    rules, work = match.game.rules, new(match.game.work)
    for seat in range(match.players + 1):  # and a watcher
        view = copy(match.state)
        rules.hide(view, seat)
        again = copy(view)
        rules.hide(again, seat)
        assert same(view, again), f"hiding twice hides more: seat {seat}, {where}"
        json.dumps(match.game.position(view))
        json.dumps(moments(match, seat if seat < match.players else WATCHER, max(0, match.ply - 3)))
        if seat == match.players:
            continue
        json.dumps(match.situation(seat))
        json.dumps(match.seen_history(seat))
        for _ in range(3):
            imagined = copy(view)
            rules.imagine(imagined, work, seat, generator(rng.getrandbits(60)))
            assert bool(rules.legal(imagined, work)) == (not match.is_over), f"imagined: seat {seat}, {where}"
            json.dumps(match.game.position(imagined))
            rules.hide(imagined, seat)
            assert same(imagined, view), f"seat {seat} imagines what it knows to be wrong: {where}"


def check_scenes(match: Match, where: str) -> None:
    """What a seat or a watcher sees can be drawn, and whatever is legal is made by touching things that are there."""
    game = match.game
    ground = json.loads(json.dumps(game.ground(match.state)))
    assert ground == json.loads(json.dumps(game.ground(match.start))), f"the ground has changed: {where}"
    places = [place["id"] for place in ground["places"]]
    for viewer in (None, WATCHER, *range(match.players)):
        view = view_of(match, match.state, viewer)
        scene = json.loads(json.dumps(game.scene(view)))
        assert len(scene["seats"]) == match.players, where
        pieces = [piece["id"] for piece in scene["pieces"]]
        known = [*places, *pieces, *(item["id"] for item in scene["items"])]
        assert len(set(known)) == len(known), f"an identifier is used twice: {where}"
        assert all(":" in each for each in known), where
        assert all(piece["at"] is None or piece["at"] in places for piece in scene["pieces"]), where
        if viewer is not None and mover(match, viewer) == viewer:
            found = choices(game, view)
            assert found == [game.choice(view, code) for code in game.codes_of(view)], f"one by one differ: {where}"
            plain = [{**each, **preview_of(whole)} for each, whole in zip(game.bare_choices(view), found, strict=True)]
            assert plain == found, f"without previews they differ: {where}"
            check_touches(match, found, set(known), set(places), where)
            check_shortcuts(match, set(known), where)


def check_touches(match: Match, found: list[Choice], known: set[str], places: set[str], where: str) -> None:
    lists = sorted(choice["touches"] for choice in found)
    json.dumps(found)
    for choice in found:
        assert choice["touches"], f"{choice['decision']} needs no touch: {where}"
        assert set(choice["touches"]) <= known, f"{set(choice['touches']) - known} cannot be touched: {where}"
        assert set(choice.get("path", ())) | set(choice.get("through", ())) <= places, f"{choice}: {where}"
        for touch in choice["touches"] if match.game.asks else ():
            assert {touch, touch.partition(":")[0]} & set(match.game.asks), f"nothing asks for {touch}: {where}"
    for one, other in itertools.pairwise(lists):
        assert other[: len(one)] != one, f"{one} is the beginning of {other}: {where}"


def check_shortcuts(match: Match, known: set[str], where: str) -> None:
    """What a shortcut names can be decided in that order, and its touches lead to nothing else."""
    game, state = match.game, match.state
    touched = [choice["touches"] for choice in choices(game, state)]
    for shortcut in game.shortcuts(state):
        trial, work = copy(state), new(game.work)
        for decision in shortcut["decisions"]:
            code = game.code(trial, decision)
            assert code in work.code[: game.rules.legal(trial, work)], f"{shortcut}: {decision}: {where}"
            assert isinstance(code, int)
            game.rules.play(trial, work, code)
        if "touches" in shortcut:
            assert set(shortcut["touches"]) <= known, f"{shortcut}: {where}"
            touched.append(shortcut["touches"])
    for one, other in itertools.pairwise(sorted(touched)):
        assert other[: len(one)] != one, f"{one} is the beginning of {other}: {where}"


def check_scores(match: Match, where: str) -> None:
    scores = match.scores()
    assert all(0.0 <= score <= 1.0 for score in scores), where
    out = np.full(match.players, np.nan)
    match.game.rules.outlook(match.state, new(match.game.work), out)
    assert all(0.0 <= value <= 1.0 for value in out), f"outlook {out}: {where}"
    if match.is_over:
        ranks = match.ranks
        assert ranks is not None
        for one, other in zip(range(match.players), range(1, match.players), strict=False):
            assert (ranks[one] < ranks[other]) == (scores[one] > scores[other]), where


def check_words(match: Match, where: str) -> None:
    for code in match.codes()[:20]:
        assert match.game.words(match.state, code).strip(), where
    for seat in {0, match.players - 1}:
        view = copy(match.state)
        match.game.rules.hide(view, seat)
        board = match.game.board(view)
        assert board.plain.strip(), where
        assert max(line.cell_len for line in board.split()) <= 100, f"the board is too wide: {where}"


def replay(match: Match) -> None:
    """The record of a match gives the same states again."""
    again = saves.load(saves.record(match)).match
    assert again.ply == match.ply
    for ply in range(match.ply + 1):
        assert same(again.state_at(ply), match.state_at(ply)), f"{described(match)}: replay differs at ply {ply}"


@pytest.mark.parametrize("key", registry.keys())
def test_pick_is_even(key: str) -> None:
    """Each legal decision is picked as often as its weight says, to within five standard deviations."""
    rng = random.Random(key)
    dice, rounds = generator(rng.getrandbits(60)), 3000
    for match in settings(key, 6):
        for _ in range(rng.randrange(40)):
            if not match.is_over:
                match.play_code(random_code(match, rng))
        if match.is_over:
            continue
        work, counts = new(match.game.work), dict.fromkeys(match.codes(), 0)
        for _ in range(rounds):
            counts[int(pick(match.state, work, dice))] += 1
        weights = [each.get("weight", 1) for each in match.legal()]
        for weight, count in zip(weights, counts.values(), strict=True):
            share = weight / sum(weights)
            assert abs(count - rounds * share) <= 5 * (rounds * share * (1 - share)) ** 0.5 + 1, described(match)


@pytest.mark.parametrize("key", registry.keys())
def test_random_games_are_played_to_the_end(key: str) -> None:
    for match in settings(key, 2):
        states = twice(match.start)
        decisions, games = random_games(states, new(match.game.work), generator(1), 200)
        assert decisions >= 200
        assert games >= 1
        assert same(states[0], match.start)
        assert match.game.rules.to_move(states[1]) == OVER


@pytest.mark.parametrize("key", registry.keys())
def test_the_usual_game_fits_a_terminal(key: str) -> None:
    """80 columns are what a terminal has that nobody made wider."""
    match = Match(registry.game(key), registry.game(key).players[0])
    rng = random.Random(5)
    while not match.is_over and match.ply < 200:
        for line in match.game.board(match.state).split():
            assert line.cell_len <= 80, line.plain
        match.play_code(sensible_code(match, rng))
