"""Learned outlooks: one evaluator, the same however it is run, and the files that networks are in."""

import json
import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from oddboard import bots
from oddboard.bots.search import Searcher
from oddboard.core import network_files, registry
from oddboard.core.compiling import INTERPRETED
from oddboard.core.game import Game
from oddboard.core.match import Match
from oddboard.core.network import (
    A_LEAD,
    FULL,
    HIDDEN,
    MOST_ACTIVE,
    MOST_FEATURES,
    MOST_OFFSET,
    MOST_WEIGHT,
    SECOND,
    WEIGHT,
    WEIGHT_BITS,
    Network,
    answer,
    correct,
    corrected,
)
from oddboard.core.network_files import MOST_BYTES, BadNetwork, from_file, own_network, to_file
from oddboard.core.randomness import generator
from oddboard.core.records import copy, new, same
from oddboard.core.rules import features, pick


def any_network(game: Game, seed: int = 1) -> Any:
    """A network of weights that are drawn, large enough that numbers of both layers are cut off at both ends."""
    rng = np.random.default_rng(seed)
    network: Any = new(Network)
    network["rows"][: game.features] = rng.integers(-60, 61, (game.features, HIDDEN))
    network["offset"] = rng.integers(0, FULL, HIDDEN)
    network["second"] = rng.integers(-40, 41, (SECOND, HIDDEN))
    network["second_offset"] = rng.integers(-A_LEAD, A_LEAD, SECOND)
    network["last"] = rng.integers(-60, 61, SECOND)
    network["last_offset"] = 11
    network["judged"] = 2
    return network


def states(key: str, count: int = 40) -> list[Any]:
    """States of a random game."""
    game = registry.game(key)
    s, work, rng = copy(Match(game, 2).state), new(game.work), generator(4)
    found = []
    for _ in range(count):
        if game.rules.to_move(s) == -2:
            break
        found.append(copy(s))
        game.rules.play(s, work, pick(s, work, rng))
    return found


def judged(key: str) -> list[Any]:
    """What a network says of these states: its answers, and the outlooks with all their bits."""
    game = registry.game(key)
    network, told = any_network(game), []
    for s in states(key):
        out = np.zeros(2)
        game.rules.outlook(s, new(game.work), out)
        correct(s, network, 2, out)
        counts = [int(features(s, seat, network.active[:])) for seat in range(2)]
        told.append([counts, int(answer(network, counts[1])), [value.hex() for value in out.tolist()]])
    return told


@pytest.mark.skipif(INTERPRETED, reason="there is nothing to compare with")
@pytest.mark.parametrize("key", ["everest", "martian-race", "yaz"])
def test_interpreted_and_compiled_networks_agree_bit_by_bit(key: str) -> None:
    code = f"import json; from tests.core.test_network import judged; print(json.dumps(judged({key!r})))"
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=os.environ | {"ODDBOARD_INTERPRETED": "1"}
    )
    assert run.returncode == 0, run.stderr
    ours = judged(key)
    assert json.loads(run.stdout) == ours
    assert len({each[1] for each in ours}) > len(ours) // 2, "the network tells positions apart"


def test_the_evaluator_does_what_its_layers_say() -> None:
    game = registry.game("everest")
    network = any_network(game)
    for s in states("everest"):
        count = int(features(s, 0, network.active[:]))
        active = network.active[:count].astype(int)
        hidden = np.clip(network["offset"].astype(int) + network["rows"][active].astype(int).sum(axis=0), 0, FULL)
        second = np.clip((network["second"].astype(int) @ hidden + network["second_offset"]) // WEIGHT, 0, FULL)
        assert int(answer(network, count)) == int(network["last"].astype(int) @ second) + 11


def test_what_one_seat_gains_the_other_loses() -> None:
    game = registry.game("everest")
    changed = 0
    for s in states("everest"):
        by_hand, out = np.zeros(2), np.zeros(2)
        game.rules.outlook(s, new(game.work), by_hand)
        out[:] = by_hand
        correct(s, any_network(game), 2, out)
        assert out.sum() == pytest.approx(1)
        assert ((out > 0) & (out < 1)).all()
        changed += out[0] != by_hand[0]
    assert changed > 10


def test_without_a_network_the_outlook_is_the_games_own() -> None:
    game = registry.game("everest")
    for s in states("everest"):
        by_hand, out = np.zeros(2), np.zeros(2)
        game.rules.outlook(s, new(game.work), by_hand)
        out[:] = by_hand
        correct(s, new(Network), 2, out)
        assert out.tolist() == by_hand.tolist()


def test_no_lead_changes_nothing_and_what_is_certain_stays() -> None:
    assert corrected(0.73, 0.0) == pytest.approx(0.73, abs=1e-12)
    assert corrected(0.5, 1.0) == 0.75
    assert corrected(1.0, -5.0) == 1.0
    assert corrected(0.0, 5.0) == 0.0


def test_a_position_that_a_game_says_nothing_about_keeps_its_outlook() -> None:
    game = registry.game("everest")
    s = Match(game, 2, {"homes": "chosen"}).state
    assert features(s, 0, np.zeros(MOST_ACTIVE, np.int16)) == 0
    by_hand, out = np.zeros(2), np.zeros(2)
    game.rules.outlook(s, new(game.work), by_hand)
    out[:] = by_hand
    correct(s, any_network(game), 2, out)
    assert out.tolist() == by_hand.tolist()


def test_the_other_side_of_the_mountain_is_the_same_to_who_lives_there() -> None:
    """Both seats start from opposite bases, and see the same."""
    game = registry.game("everest")
    s = Match(game, 2).state
    rows = np.zeros((2, MOST_ACTIVE), np.int16)
    counts = [int(features(s, seat, rows[seat])) for seat in range(2)]
    own, other = (set(rows[seat, : counts[seat]].tolist()) for seat in range(2))
    assert len(own ^ other) == 2, "they differ in whose turn it is, and in nothing else"


# Files


@pytest.mark.parametrize("key", ["everest", "martian-race", "yaz"])
def test_a_network_is_read_as_it_was_written(key: str) -> None:
    game = registry.game(key)
    network = any_network(game)
    content = to_file(game, network, {"seed": 3})
    assert len(content) <= MOST_BYTES
    assert same(from_file(game, content), network)
    assert json.loads(content.partition(b"\n")[0])["seed"] == 3


def test_no_network_is_larger_than_a_file_may_be() -> None:
    assert 2 * MOST_FEATURES * HIDDEN + 4 * HIDDEN + 2 * SECOND * HIDDEN + 6 * SECOND + 4 < MOST_BYTES - 10_000


def test_what_is_wrong_with_a_file_is_said() -> None:
    game, other = registry.game("everest"), registry.game("martian-race")
    content = to_file(game, any_network(game), {})
    damaged = content[:-9] + bytes([content[-9] ^ 1]) + content[-8:]
    head, _, weights = content.partition(b"\n")
    unasked = json.dumps(json.loads(head) | {"judged": 0}).encode() + b"\n" + weights
    fewer = json.dumps(json.loads(head) | {"features": 3}).encode() + b"\n" + weights
    lopsided = any_network(game)
    lopsided["offset"][3] = np.iinfo(np.int16).min  # of which there is no positive
    for wrong, why in [
        (to_file(game, lopsided, {}), "mine has an offset beyond 16000"),
        (damaged, "mine is damaged"),
        (content[:-2], "mine is damaged"),
        (b"", "no network"),
        (b"\x00\xff" * 50, "no network"),
        (b"[1]\n", "no network"),
        (fewer, "with 3 features"),
        (unasked, "judges 0 decisions"),
        (content + bytes(MOST_BYTES), f"no network more than {MOST_BYTES}"),
    ]:
        with pytest.raises(BadNetwork, match=why):
            from_file(game, wrong, "mine")
    with pytest.raises(BadNetwork, match="is for everest with"):
        from_file(other, content)


def test_a_file_that_a_game_lacks_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    game = registry.game("everest")
    monkeypatch.setattr(type(game), "network", lambda self, s: "lost.bin")
    with pytest.raises(BadNetwork, match=r"Everest has no file lost\.bin"):
        own_network(game, Match(game, 2).state)


# Bots


def test_searching_bots_use_the_network_of_their_game_and_handmade_ones_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    game = registry.game("everest")
    match = Match(game, 2)
    monkeypatch.setattr(type(game), "network", lambda self, s: "any.bin")
    monkeypatch.setattr(network_files, "shipped", lambda game, name: any_network(game))

    def expected(kind: str, network: Any = None) -> list[float]:
        bot = bots.Bot(game, 2, 0, bots.budget(kind), 5, network)
        return bot.decide(match).evaluation

    learned, by_hand = expected("search:60"), expected("handmade:60")
    assert learned != by_hand
    assert learned == expected("search:60", any_network(game))
    assert by_hand == expected("search:60", new(Network))
    assert learned != expected("search:60", any_network(game, seed=2))


def test_two_searchers_share_no_scratch_space(monkeypatch: pytest.MonkeyPatch) -> None:
    game = registry.game("everest")
    monkeypatch.setattr(type(game), "network", lambda self, s: "any.bin")
    kept = any_network(game)
    monkeypatch.setattr(network_files, "shipped", lambda game, name: kept)
    view = Match(game, 2).view(0)
    searchers = [Searcher(game, 2, 0, 1) for _ in range(2)]
    for searcher in searchers:
        searcher.think(view, 4, None, bots.never)
    networks: list[Any] = [kept, *(searcher.network for searcher in searchers)]
    assert len({each["active"].ctypes.data for each in networks}) == 3


def test_no_sum_of_rows_is_too_large() -> None:
    assert np.iinfo(np.int16).max >= MOST_ACTIVE * (MOST_WEIGHT + 1) + MOST_OFFSET
    network: Any = new(Network)
    network["rows"][:] = MOST_WEIGHT
    network["offset"][:] = MOST_OFFSET
    network["second"][0] = 1
    network["last"][0] = 1
    everything = answer(network, MOST_ACTIVE)
    assert everything == HIDDEN * FULL >> WEIGHT_BITS
    network["rows"][:] = -MOST_WEIGHT
    network["offset"][:] = -MOST_OFFSET
    assert answer(network, MOST_ACTIVE) == 0
