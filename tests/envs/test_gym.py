"""Gymnasium: one seat against named opponents, alone and in vectors; its own checks, and what they leave out."""

import warnings
from typing import Any

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium", reason="Gymnasium is not installed: pip install 'oddboard[envs]'")

from gymnasium.utils.env_checker import check_env  # noqa: E402
from gymnasium.wrappers import vector as wrappers  # noqa: E402

from oddboard.core import registry  # noqa: E402
from oddboard.core.errors import BadRequest, Illegal  # noqa: E402
from oddboard.core.records import same  # noqa: E402
from oddboard.envs.gym import Seats, id_of, register  # noqa: E402
from tests.envs.pretended import pretend  # noqa: E402
from tests.envs.test_zoo import short  # noqa: E402

EVEREST = "oddboard/Everest-v0"
BRIEF = {"round_limit": 2}


def drawn(rng: Any, masks: Any) -> Any:
    """A legal decision for each row of masks."""
    return np.array([rng.choice(np.flatnonzero(mask)) for mask in masks])


@pytest.mark.parametrize("key", registry.keys())
def test_gymnasiums_own_checks_find_nothing(key: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = gymnasium.make(id_of(key), opponents="random", options=short(key), render_mode="ansi")
        check_env(env.unwrapped, skip_render_check=True)
        env.close()


def test_a_named_opponent_and_a_whole_game() -> None:
    env = gymnasium.make(EVEREST, opponents="casual", players=3, options=BRIEF)
    rng = np.random.default_rng(1)
    told = []
    for _ in range(2):
        observation, info = env.reset(seed=4)
        rewards, terminated = 0.0, False
        rng = np.random.default_rng(1)
        story = [observation.tobytes()]
        while not terminated:
            observation, reward, terminated, truncated, info = env.step(drawn(rng, [info["action_mask"]])[0])
            rewards += reward
            story.append(observation.tobytes())
            assert not truncated
            assert not info["illegal"]
        assert rewards == pytest.approx(float(info["scores"][0]))
        assert info["scores"].sum() == pytest.approx(1.5)
        assert not info["action_mask"].any()
        told.append(story)
        with pytest.raises(BadRequest, match="reset"):
            env.unwrapped.step(0)
    assert told[0] == told[1]
    again, _ = env.reset()
    assert env.observation_space.contains(again)


def test_a_vector_is_gymnasiums_and_takes_its_wrappers() -> None:
    envs = gymnasium.make_vec(EVEREST, num_envs=6, opponents="greedy", options=BRIEF)
    assert isinstance(envs, gymnasium.vector.VectorEnv)
    assert envs.spec is not None
    assert envs.spec.id == EVEREST
    wrapped = wrappers.RecordEpisodeStatistics(wrappers.DtypeObservation(envs, np.float32))
    observations, infos = wrapped.reset(seed=3)
    assert observations.dtype == np.float32
    assert wrapped.observation_space.shape == observations.shape
    rng = np.random.default_rng(1)
    lengths = 0
    for _ in range(40):
        observations, rewards, terminated, truncated, infos = wrapped.step(drawn(rng, infos["action_mask"]))
        assert rewards.shape == terminated.shape == truncated.shape == (6,)
        if terminated.any():
            assert np.array_equal(infos["_scores"], terminated)
            assert infos["scores"][terminated].sum(axis=1) == pytest.approx(1.0)
            lengths += int(infos["episode"]["l"][terminated].sum())
    assert lengths > 0
    wrapped.close()


def told(one: Any) -> Any:
    """Observations and infos in a form that can be compared, with the kind of every array."""
    if isinstance(one, dict):
        return {name: told(each) for name, each in sorted(one.items())}
    if isinstance(one, tuple | list):
        return [told(each) for each in one]
    if isinstance(one, np.ndarray):
        return str(one.dtype), [told(each) for each in one] if one.dtype == object else one.tolist()
    return one


@pytest.mark.parametrize("mode", gymnasium.vector.AutoresetMode)
def test_a_vector_tells_what_gymnasiums_own_vector_of_single_games_tells(mode: Any) -> None:
    """Number by number, with what was not legal among it, but for the masks after an end, which are never empty."""
    if mode == gymnasium.vector.AutoresetMode.DISABLED:
        with pytest.raises(BadRequest, match="by themselves"):
            Seats(1, game="everest", autoreset_mode=mode)
        return
    chosen = {"opponents": "random", "options": {"round_limit": 1}}
    ours = gymnasium.make_vec(EVEREST, 3, **chosen, autoreset_mode=mode)
    theirs = gymnasium.vector.SyncVectorEnv([lambda: gymnasium.make(EVEREST, **chosen)] * 3, autoreset_mode=mode)
    assert ours.metadata == theirs.metadata
    assert told(ours.reset(seed=[1, 2, 3])) == told(theirs.reset(seed=[1, 2, 3]))
    codes, ended = np.full(3, 290), 0  # never legal in the first round, so that others are drawn
    while not ended:
        *mine, my_infos = ours.step(codes)
        *wanted, infos = theirs.step(codes)
        ended += int(mine[2].sum())
        if ended and "final_info" not in infos:
            assert my_infos.pop("action_mask")[mine[2]].any(axis=1).all()
            assert not infos.pop("action_mask")[mine[2]].any()
        assert told(mine) == told(wanted)
        assert told(my_infos) == told(infos)
    if mode == gymnasium.vector.AutoresetMode.SAME_STEP:
        assert my_infos["final_info"]["illegal"].any()


@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_a_game_is_cut_short_as_gymnasiums_own_time_limit_does(mode: Any) -> None:
    mode = gymnasium.vector.AutoresetMode(mode)
    chosen = {"opponents": "random", "options": {"round_limit": 3}, "max_episode_steps": 4}
    ours = gymnasium.make_vec(EVEREST, 3, **chosen, autoreset_mode=mode)
    theirs = gymnasium.vector.SyncVectorEnv([lambda: gymnasium.make(EVEREST, **chosen)] * 3, autoreset_mode=mode)
    assert told(ours.reset(seed=[1, 2, 3])) == told(theirs.reset(seed=[1, 2, 3]))
    codes = np.full(3, 290)
    for step in range(4):
        *mine, my_infos = ours.step(codes)
        *wanted, infos = theirs.step(codes)
        assert mine[3].all() == (step == 3)
        if step < 3:
            assert told([mine, my_infos]) == told([wanted, infos])
    assert not mine[2].any()
    assert told(mine[1:]) == told(wanted[1:])
    if mode == gymnasium.vector.AutoresetMode.SAME_STEP:
        for name in ("final_obs", "final_info"):
            assert told(my_infos[name]) == told(infos[name])
        assert my_infos["final_info"]["action_mask"].any(axis=1).all()
    else:
        assert told(mine[0]) == told(wanted[0])
        assert not ours.step(codes)[3].any()  # begins the next games
    for _ in range(3):
        assert not ours.step(codes)[3].any()
    assert ours.step(codes)[3].all(), "the next games have as many steps"


def test_a_game_that_is_cut_short_leaves_the_others_as_they_are() -> None:
    whole, cut = (Seats(4, game="everest", opponents="random", seat="any", max_episode_steps=m) for m in (None, 3))
    for envs in (whole, cut):
        envs.reset(seed=[1, 2, 3, 4])
    before = cut.vector.states()
    cut.vector.restart(np.array([False, True, False, False]))
    after = cut.vector.states()
    assert [same(old, new) for old, new in zip(before, after, strict=True)] == [True, False, True, True]
    seats = whole.seats
    for _ in range(3):
        codes = np.full(4, 290)
        cut_shown, shown = cut.step(codes), whole.step(codes)
    assert cut_shown[3].all()
    assert not shown[3].any()
    assert (cut.seats != seats).all()


def test_shaping_counts_the_outlook_of_where_a_game_was_cut_short() -> None:
    envs = Seats(2, game="everest", opponents="random", shaping="outlook", max_episode_steps=2)
    envs.reset(seed=[1, 2])
    began, sums = envs.vector.outlooks()[:, 0], np.zeros(2)
    whole = Seats(2, game="everest", opponents="random")
    whole.reset(seed=[1, 2])
    for _ in range(2):
        codes = np.full(2, 290)
        sums += envs.step(codes)[1]
        whole.step(codes)
    assert sums == pytest.approx(whole.vector.outlooks()[:, 0] - began)


def test_the_last_observation_is_of_the_end_and_the_one_shown_of_a_fresh_game() -> None:
    """A vector tells what single environments tell, game by game."""
    seeds = [5, 6, 7]
    many = Seats(3, game="everest", opponents="random", options=BRIEF, autoreset_mode="SameStep")
    later = Seats(3, game="everest", opponents="random", options=BRIEF)
    alone = [gymnasium.make(EVEREST, opponents="random", options=BRIEF) for _ in seeds]
    shown, infos = many.reset(seed=seeds)
    later.reset(seed=seeds)
    single = [env.reset(seed=seed) for env, seed in zip(alone, seeds, strict=True)]
    ended = np.zeros(3, bool)
    while not ended.all():
        codes = [np.flatnonzero(mask)[0] for mask in infos["action_mask"]]
        shown, rewards, terminated, _, infos = many.step(np.array(codes))
        end, _, over_later, _, _ = later.step(np.array(codes))
        if not ended.any():
            assert np.array_equal(over_later, terminated)
            assert all(np.array_equal(end[i], infos["final_obs"][i]) for i in np.flatnonzero(terminated))
            next_shown = later.step(np.array(codes))[0] if terminated.all() else shown
            assert np.array_equal(next_shown, shown)
        for i in np.flatnonzero(~ended):
            assert np.array_equal(single[i][1]["action_mask"].nonzero()[0][0], codes[i])
            seen, reward, over, _, info = alone[i].step(codes[i])
            assert reward == rewards[i]
            assert over == terminated[i]
            assert np.array_equal(seen, infos["final_obs"][i] if over else shown[i])
            single[i] = (seen, info)
            if over:
                fresh, _ = alone[i].reset()
                assert np.array_equal(fresh, shown[i])
        ended |= terminated


def test_any_seat_takes_turns_and_a_policy_can_be_an_opponent() -> None:
    asked = []

    def policy(observations: Any, masks: Any) -> Any:
        asked.append(len(observations))
        return [np.flatnonzero(mask)[0] for mask in masks]

    envs = Seats(4, game="sailboat-regatta", opponents=[policy, "random"], players=3, seat="any", options=short_race())
    _, infos = envs.reset(seed=2)
    assert envs.seats.tolist() == [0, 1, 2, 0]
    rng = np.random.default_rng(1)
    ended = np.zeros(4, int)
    for _ in range(12):
        assert np.array_equal(envs.vector.turn, envs.seats)
        _, _, terminated, _, infos = envs.step(drawn(rng, infos["action_mask"]))
        ended += terminated
    assert np.array_equal(envs.seats, (np.arange(4) + ended) % 3)
    assert sum(asked) > 4


def short_race() -> dict[str, Any]:
    return {"turn_limit": 1}


def test_shaping_adds_up_to_a_constant_of_the_start() -> None:
    """Potentials cancel: with discount 1 all that a game gives is its score less the outlook it began with."""
    plain = Seats(5, game="everest", opponents="random", options=BRIEF, autoreset_mode="SameStep")
    shaped = Seats(5, game="everest", opponents="random", options=BRIEF, shaping="outlook", autoreset_mode="SameStep")
    _, infos = plain.reset(seed=8)
    shaped.reset(seed=8)
    began = shaped.vector.outlooks()[:, 0]
    sums, ended = np.zeros(5), np.zeros(5, bool)
    while not ended.all():
        codes = [np.flatnonzero(mask)[-1] for mask in infos["action_mask"]]
        _, rewards, terminated, _, infos = plain.step(np.array(codes))
        _, more, _, _, _ = shaped.step(np.array(codes))
        sums += np.where(ended, 0.0, more - rewards)
        ended |= terminated
    assert sums == pytest.approx(-began)
    assert began.min() > 0


def test_a_card_gives_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    pretend(monkeypatch)
    found = []
    for device in ("cpu", "cuda"):
        chosen = {"opponents": "greedy", "options": BRIEF, "shaping": "outlook", "max_episode_steps": 5}
        envs = Seats(3, game="everest", **chosen, device=device)
        observations, infos = envs.reset(seed=2)
        told = [observations]
        for _ in range(6):
            observations, rewards, *_, infos = envs.step(np.array([np.flatnonzero(m)[0] for m in infos["action_mask"]]))
            told += [observations, rewards]
        found.append(b"".join(each.tobytes() for each in told))
    assert found[0] == found[1]


def test_what_is_not_legal_is_replaced_or_refused() -> None:
    envs = Seats(2, game="everest", opponents="random")
    _, infos = envs.reset(seed=1)
    codes = np.array([290, int(np.flatnonzero(infos["action_mask"][1])[0])])
    assert envs.step(codes)[4]["illegal"].tolist() == [True, False]
    strict = Seats(2, game="everest", opponents="random", illegal="refuse")
    strict.reset(seed=1)
    with pytest.raises(Illegal, match="game 0, decision 290"):
        strict.step(codes)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"seat": 2}, "no seat"),
        ({"illegal": "ignore"}, "replaced"),
        ({"shaping": "hope"}, "no shaping"),
        ({"max_episode_steps": 0}, "at least one step"),
        ({"opponents": "nobody"}, "no level"),
        ({"opponents": ["random", "random"]}, "1 other seats"),
        ({"render_mode": "hologram"}, "render mode"),
    ],
)
def test_what_is_wrong_is_said(wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(BadRequest, match=said):
        Seats(1, game="everest", **wrong)


def test_every_game_is_registered_once() -> None:
    register()
    assert {id_of(key) for key in registry.keys()} <= set(gymnasium.registry)
    assert id_of("martian-race") == "oddboard/MartianRace-v0"
