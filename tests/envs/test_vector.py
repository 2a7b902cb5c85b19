"""Many games at once: the same as games played one by one, whatever the threads; nothing illegal, nothing copied."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from oddboard.core import registry
from oddboard.core.errors import BadOptions, BadPosition, BadRequest, Illegal, UnknownGame
from oddboard.core.game import CHANCE, OVER
from oddboard.core.randomness import generator
from oddboard.core.records import copy, new, to_bytes
from oddboard.core.rules import pick
from oddboard.envs import Vector
from oddboard.envs.stepping import DICE, PLAYERS, streams

# One game with secrets and several seats, and one without, for what does not depend on the game.
KEYS = ("everest", "sailboat-regatta")


def one_by_one(key: str, players: int, seed: int, number: int, most: int) -> tuple[Any, list[Any]]:
    """A game of a vector, played with the plain rules: its state at the end, and the scores of those that ended."""
    game = registry.game(key)
    start = game.start(players, game.check_options(players, {}))
    work = new(game.work)
    stream = streams(seed, number, 1)[0]
    rngs = {CHANCE: generator(int(stream[DICE])), PLAYERS: generator(int(stream[PLAYERS]))}
    s, scores, steps = copy(start), [], 0
    while True:
        mover = int(game.rules.to_move(s))
        if mover == OVER:
            scores.append(np.zeros(players))
            game.rules.score(s, scores[-1])
            s = copy(start)
        elif mover == CHANCE:
            game.rules.play(s, work, pick(s, work, rngs[CHANCE]))
        elif steps == most:
            return s, scores
        else:
            game.rules.play(s, work, pick(s, work, rngs[PLAYERS]))
            steps += 1


@pytest.mark.parametrize("key", registry.keys())
def test_random_steps_are_plain_games(key: str) -> None:
    game = registry.game(key)
    players = game.players[-1]
    v = Vector(key, 3, players=players, seed=11, mask=None, observed=False)
    v.random_steps(150)
    for number in range(3):
        state, scores = one_by_one(key, players, 11, number, 150)
        assert to_bytes(v.states()[number]) == to_bytes(state)
        assert np.allclose(v.rewards[number], sum(scores, np.zeros(players)))
        assert v.tallies()["games"][number] == len(scores)


@pytest.mark.parametrize("key", KEYS)
def test_steps_of_samples_are_random_steps(key: str) -> None:
    one, other = (Vector(key, 4, seed=2) for _ in range(2))
    for _ in range(40):
        one.step(one.sample())
    other.random_steps(40)
    assert one.states().tobytes() == other.states().tobytes()
    assert one.observations.tobytes() == other.observations.tobytes()
    assert one.mask.tobytes() == other.mask.tobytes()
    assert one.tallies().tobytes() == other.tallies().tobytes()


@pytest.mark.parametrize("key", KEYS)
def test_threads_change_nothing(key: str) -> None:
    one, many = Vector(key, 200, seed=5, threads=1), Vector(key, 200, seed=5, threads=3)
    for v in (one, many):
        v.random_steps(30)
        v.step(v.sample())
        v.greedy_steps(2)
    assert one.states().tobytes() == many.states().tobytes()
    assert one.observations.tobytes() == many.observations.tobytes()
    many.close()


def test_seeds_give_games_and_give_them_again() -> None:
    v = Vector("everest", 8, seed=1)
    v.random_steps(20)
    first = v.states().tobytes()
    v.reset()
    v.random_steps(20)
    assert v.states().tobytes() == first
    v.reset(seed=2)
    v.random_steps(20)
    assert v.states().tobytes() != first
    v.reset()
    v.random_steps(3)
    assert len({one.tobytes() for one in v.states()}) == 8  # of some sixty thousand plans, all different


def test_games_draw_evenly_and_on_their_own() -> None:
    v = Vector("everest", 480, seed=9, mask=None, observed=False)
    counts = np.bincount(v.sample(), minlength=48)  # the first coin: six coins, two sides, four directions
    assert len(counts) == 48
    assert ((counts - 10) ** 2 / 10).sum() < 85  # chi-squared with 47 degrees of freedom: once in two thousand
    neighbours = v.actions[:-1] == v.actions[1:]
    assert neighbours.mean() < 0.06


@pytest.mark.parametrize("key", registry.keys())
def test_masks_show_what_is_legal(key: str) -> None:
    shown = {kind: Vector(key, 2, seed=3, mask=kind) for kind in ("bits", "flags", "codes")}
    game = registry.game(key)
    for _ in range(4):
        for v in shown.values():
            v.random_steps(9)
        for number in range(2):
            state, work = copy(shown["bits"].states()[number]), new(game.work)
            legal = set(work.code[: game.rules.legal(state, work)].tolist())
            bits = np.unpackbits(shown["bits"].mask[number], count=game.codes, bitorder="little")
            assert set(np.flatnonzero(bits).tolist()) == legal
            assert set(np.flatnonzero(shown["flags"].mask[number]).tolist()) == legal
            count = shown["codes"].info["count"][number]
            assert set(shown["codes"].mask[number, :count].tolist()) == legal
            assert shown["bits"].turn[number] == game.rules.to_move(state)


@pytest.mark.parametrize("key", KEYS)
def test_a_game_that_ends_starts_again_in_the_same_step(key: str) -> None:
    limit = {"round_limit": 2} if key == "everest" else {"turn_limit": 2}
    v = Vector(key, 16, seed=4, options=limit)
    ended = 0
    for _ in range(120):
        _, rewards, terminated, truncated, _ = v.step(v.sample())
        ended += int(terminated.sum())
        assert not truncated.any()
        assert np.allclose(rewards.sum(axis=1), np.where(terminated, v.players / 2, 0.0))
        assert (v.turn >= 0).all()
    assert ended > 16
    assert v.tallies()["games"].sum() == ended


def test_arrays_are_written_in_place() -> None:
    v = Vector("everest", 4)
    observations, info = v.reset()
    before = observations.copy()
    stepped, rewards, terminated, _, more = v.step(v.sample())
    assert stepped is observations
    assert more is info
    assert rewards is v.rewards
    assert terminated is v.terminated
    assert not np.array_equal(before, observations)


def test_illegal_decisions_are_refused_before_anything_happens() -> None:
    v = Vector("everest", 4, seed=1)
    actions, before = v.sample().copy(), v.states().tobytes()
    for wrong, words in ((290, "game 2, decision 290"), (-1, "is no decision"), (10**6, "is no decision")):
        given = actions.copy()
        given[2] = wrong
        with pytest.raises(Illegal, match=words):
            v.step(given)
        assert v.states().tobytes() == before
    with pytest.raises(Illegal) as refused:
        v.step(np.full(4, 290))
    assert refused.value.rule is not None
    v.step(actions)


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        ({"n": 0}, BadRequest),
        ({"n": True}, BadRequest),
        ({"mask": "none"}, BadRequest),
        ({"device": "tpu"}, BadRequest),
        ({"players": 9}, BadOptions),
        ({"options": {"colour": 1}}, BadOptions),
        ({"game": "chess"}, UnknownGame),
    ],
)
def test_bad_settings_are_refused(wrong: dict[str, Any], error: type[Exception]) -> None:
    given: dict[str, Any] = {"game": "everest", "n": 2} | wrong
    with pytest.raises(error):
        Vector(given.pop("game"), given.pop("n"), **given)


def test_decisions_of_the_wrong_shape_are_refused() -> None:
    v = Vector("everest", 4)
    with pytest.raises(BadRequest, match="4 games take 4 decisions"):
        v.step([1, 2])
    with pytest.raises(BadRequest, match="whole numbers"):
        v.step(np.zeros(4))


def test_greedy_is_better_than_random() -> None:
    """In a race, looking one decision ahead wins nearly always."""
    v = Vector("sailboat-regatta", 24, seed=6, options={"turn_limit": 25})
    scores = np.zeros(2)
    while v.tallies()["games"].min() < 1:
        actions = np.where(v.turn == 0, v.greedy().copy(), v.sample())
        _, rewards, *_ = v.step(actions)
        scores += rewards.sum(axis=0)
    assert scores[0] > 0.9 * scores.sum()


def test_gymnasium_words() -> None:
    gymnasium = pytest.importorskip("gymnasium")
    v = Vector("everest", 3)
    assert v.num_envs == 3
    assert v.metadata["autoreset_mode"] == gymnasium.vector.AutoresetMode.SAME_STEP
    assert v.single_action_space.n == v.codes
    assert v.single_observation_space.contains(v.observations[0])


# In a process of its own, interpreted: the game is changed before anything knows it.
WITHOUT = """
import dataclasses
from oddboard.games.everest import Everest
Everest.rules, Everest.observation = dataclasses.replace(Everest.rules, observe=None), None
from oddboard.core.records import copy, to_bytes
from oddboard.envs import Vector
v = Vector("everest", 3, players=3, seed=2)
for _ in range(4):
    v.step(v.sample())
for state, seat, seen in zip(v.states(), v.turn, v.observations, strict=True):
    view = copy(state)
    v.game.rules.hide(view, int(seat))
    assert to_bytes(view) != to_bytes(state)
    assert seen.tobytes() == to_bytes(view)
"""


def test_a_game_without_an_observation_shows_its_bytes_without_secrets() -> None:
    run = subprocess.run(
        [sys.executable, "-c", WITHOUT],
        env=os.environ | {"ODDBOARD_INTERPRETED": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr[-2000:]


def test_some_games_are_stepped_and_seats_gain_what_is_theirs() -> None:
    """Each seat is asked by itself; what it is told adds up to the scores of the games that ended."""
    v = Vector("everest", 6, players=3, options={"round_limit": 2}, seed=3, mask="flags")
    sums, ends = np.zeros(3), np.zeros(3, int)
    for _ in range(200):
        for seat in range(3):
            observations, rewards, terminated, _, info = v.recv(seat)
            assert set(info["turn"].tolist()) <= {seat}
            assert len(observations) == len(rewards) == len(info["game"])
            sums[seat] += rewards.sum()
            ends[seat] += terminated.sum()
            v.send([np.flatnonzero(mask)[0] for mask in info["mask"]], info["game"])
    *_, info = v.recv()
    games = int(v.tallies()["games"].sum())
    assert games > 6
    assert (games - 6 <= ends).all()
    assert (ends <= games).all()
    assert abs(sums.sum() - 1.5 * ends.mean()) < 6


def test_games_that_are_not_sent_anything_stay_as_they_are() -> None:
    v = Vector("everest", 4, seed=3, mask="codes")
    before = v.states()
    v.send([v.mask[2, 0]], [2])
    after = v.states()
    assert [one.tobytes() != other.tobytes() for one, other in zip(before, after, strict=True)] == [
        False,
        False,
        True,
        False,
    ]
    assert v.tallies()["decisions"].tolist() == [0, 0, 1, 0]


@pytest.mark.parametrize("mask", ["bits", "flags", "codes", None])
def test_what_is_sent_wrongly_is_refused(mask: str | None) -> None:
    v = Vector("everest", 4, mask=mask)
    legal = int(v.game.codes_of(v.states()[1])[0])
    before = v.states().tobytes()
    with pytest.raises(Illegal, match="game 3, decision 290"):
        v.send([legal, 290], [1, 3])
    with pytest.raises(Illegal, match="is no decision"):
        v.send([-1], [0])
    with pytest.raises(BadRequest, match="one decision at a time"):
        v.send([legal, legal], [1, 1])
    with pytest.raises(BadRequest, match="games 0 to 3"):
        v.send([legal], [4])
    with pytest.raises(BadRequest, match="take 2 decisions"):
        v.send([legal], [1, 2])
    with pytest.raises(BadRequest, match="whole numbers"):
        v.send([0.5], [1])
    with pytest.raises(BadRequest, match="no seat 7"):
        v.recv(7)
    assert v.states().tobytes() == before
    v.send([legal], [1])


def test_a_seed_for_each_game_gives_the_game_it_would_be_alone() -> None:
    v = Vector("sailboat-regatta", 2)
    v.reset(seed=[8, 9])
    alone = Vector("sailboat-regatta", 1, seed=9)
    assert v.states()[1].tobytes() == alone.states()[0].tobytes()
    with pytest.raises(BadRequest, match="2 seeds"):
        v.reset(seed=[1])


def test_every_game_begins_from_a_position() -> None:
    game = registry.game("everest")
    position = game.position(game.start(3, game.check_options(3, {"round_limit": 1})))
    position["yeti"][1]["at"] = "c3"
    v = Vector("everest", 3, position=position, mask="codes")
    assert (v.players, v.options["round_limit"]) == (3, 1)
    while not v.terminated.any():
        v.step(v.sample())
    fresh = v.states()[int(np.flatnonzero(v.terminated)[0])]
    assert game.position(fresh)["yeti"][1]["at"] == "c3"
    with pytest.raises(BadRequest, match="how many play"):
        Vector("everest", 3, position=position, players=3)
    with pytest.raises(BadPosition):
        Vector("everest", 3, position={"players": 3})


def test_random_play_has_results_on_the_hill_of_the_documentation() -> None:
    page = (Path(__file__).parents[2] / "docs" / "environments.md").read_text(encoding="utf-8")
    hill = page.partition('WIDE_HILL = """\\\n')[2].partition('"""')[0]
    decided = {}
    for name, options in (("hill", {"mountain": hill}), ("everest", {})):
        v = Vector("everest", 60, options=options, mask=None, observed=False, seed=1)
        v.random_steps(500)
        decided[name] = float((v.rewards[:, 0] != v.rewards[:, 1]).mean())
    assert decided["hill"] > 0.5 > 0.1 > decided["everest"]
