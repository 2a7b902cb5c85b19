"""A seat of a game as Gymnasium's environments: one's own decisions in, the others played by named opponents.

    import gymnasium, oddboard.envs.gym
    env = gymnasium.make("oddboard/Everest-v0", opponents="casual")
    envs = gymnasium.make_vec("oddboard/Everest-v0", num_envs=512, opponents="greedy")

`info["action_mask"]` shows what is legal. A reward comes at the end of a game: the seat's score, from 0 (last) to 1
(first); `shaping="outlook"` adds a potential on the way there, which leaves the best policy the best.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from rich.console import Console

from oddboard.core.entries import keys
from oddboard.core.errors import BadRequest
from oddboard.core.options import quoted
from oddboard.core.records import copy, new
from oddboard.core.rules import observe, pick
from oddboard.core.ruleset import CHANCE
from oddboard.envs.opponents import Named, Opponents
from oddboard.envs.stepping import DICE, NO_DECISION
from oddboard.envs.vector import Vector
from oddboard.envs.zoo import RENDER_MODES, WIDTH

_SEEDS = 1 << 32
ILLEGAL = ("random", "refuse")
SHAPINGS = (None, "outlook")
ANY = "any"
RENDERING = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # about as fast as a person can follow
NAMESPACE = "oddboard"
VERSION = 0


def id_of(key: str) -> str:
    """The name of a game in Gymnasium: `oddboard/MartianRace-v0`."""
    return f"{NAMESPACE}/{''.join(part.title() for part in key.split('-'))}-v{VERSION}"


def register() -> None:
    """Register every game that is installed, once."""
    for key in keys():
        if id_of(key) not in gymnasium.registry:
            place = f"{__name__}:Seat"
            gymnasium.register(id_of(key), place, vector_entry_point=f"{place}s", kwargs={"game": key})


class Seats(VectorEnv[Any, Any, Any]):
    """One seat in each of many games, over `Vector`.

    - `autoreset_mode`: a game that has ended starts again with the next step, whatever is decided there (Gymnasium's
      `NEXT_STEP`, which its wrappers take), or in the same step (`SAME_STEP`; `info["final_obs"]` has the end).
    - `opponents`: who decides for the others: a level or a kind of bot (`"casual"`, `"search:50"`), a policy
      `(observations, masks) → codes`, or one of these for each of the other seats, in turn order from one's own.
      `"random"` and `"greedy"` are fast: they decide for all games in one call.
    - `seat`: one's own; `"any"`: another in every game and after every game.
    - `players` and `options`, or a `position` that every game begins with: see `Vector`.
    - `illegal`: what becomes of a decision that is not legal: another one is drawn (`"random"`, and `info["illegal"]`
      says so), or it is refused with the rule that forbids it (`"refuse"`).
    - `shaping="outlook"`: adds `discount × outlook after − outlook before` to every reward; the outlook of an ended
      game is 0. With a `discount`, the learner's own, the best policy stays the best (Ng, Harada and Russell, 1999).
    - `max_episode_steps`: a game is cut short after so many decisions of one's own: `truncated` says so, and another
      begins as after an end. Shaping counts the outlook of where it stood.
    - `mask=False` leaves out `info["action_mask"]`, which is large in games with many decisions.
    """

    def __init__(
        self,
        num_envs: int = 1,
        *,
        game: str,
        opponents: Named = "casual",
        seat: int | str = 0,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        position: Mapping[str, Any] | None = None,
        illegal: str = "random",
        shaping: str | None = None,
        discount: float = 1.0,
        max_episode_steps: int | None = None,
        mask: bool = True,
        device: str = "cpu",
        threads: int | None = None,
        render_mode: str | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
    ) -> None:
        if illegal not in ILLEGAL:
            raise BadRequest(f"an illegal decision is replaced (random) or refused (refuse), not {quoted(illegal)}")
        if shaping not in SHAPINGS:
            raise BadRequest(f"there is no shaping {quoted(shaping)}; there are outlook and None")
        if max_episode_steps is not None and max_episode_steps < 1:
            raise BadRequest(f"a game has at least one step, not max_episode_steps={quoted(max_episode_steps)}")
        if render_mode not in (None, *RENDER_MODES):
            raise BadRequest(f"there is no render mode {quoted(render_mode)}; there are ansi, human and None")
        self.vector = Vector(
            game,
            num_envs,
            players=players,
            options=options,
            position=position,
            mask="flags" if mask else None,
            checked=False,
            device=device,
            threads=threads,
        )
        v = self.vector
        if seat != ANY and (isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < v.players):
            raise BadRequest(f"there is no seat {quoted(seat)}; there are 0 to {v.players - 1}, and any")
        self.num_envs, self.render_mode = num_envs, render_mode
        mode = AutoresetMode(autoreset_mode)
        if mode == AutoresetMode.DISABLED:
            raise BadRequest("games start again by themselves, in the next step or in the same")
        self.metadata = {"autoreset_mode": mode, **RENDERING}
        self._same_step = mode == AutoresetMode.SAME_STEP
        self.single_observation_space = Box(-128, 127, (v.layout.size,), np.int8)
        self.single_action_space = Discrete(v.codes)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._seat, self._illegal, self._shaping, self._discount = seat, illegal, shaping, discount
        self._most_steps = max_episode_steps
        self._opponents = Opponents(v, opponents)
        self._games = np.arange(num_envs)
        self._own = np.zeros(num_envs, np.int8)  # one's own seat
        self._played = np.zeros(num_envs, np.int64)  # games that have ended, in each place
        self._steps = np.zeros(num_envs, np.int64)  # one's own decisions in the game that goes on
        self._outlook = np.zeros(num_envs)  # one's own, when one was last to decide
        self._ended = np.zeros(num_envs, np.bool_)  # where only the end was shown yet, of a game that is over
        self._next_seed: int | None = None
        self._clear()

    # Gymnasium's words

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Start all games; the same seed and the same decisions give the same games, and none gives other ones."""
        if options:
            raise BadRequest("a game's options are given when its environment is made, by options=")
        if seed is None:
            seed = int(np.random.default_rng().integers(_SEEDS)) if self._next_seed is None else self._next_seed
        one = seed if isinstance(seed, int) else sum(seed)
        super().reset(seed=one)
        self._next_seed = one + _SEEDS
        self._opponents.reset(one)
        self._played[:] = 0
        self._steps[:] = 0
        self._ended[:] = False
        self._sit()
        self.vector.reset(seed)
        self._clear()
        self._let_others_decide()
        self._clear()  # a game that ended before one's first decision was none of one's own
        self._reconsider()
        return self._seen(), self._told(np.zeros(self.num_envs, np.bool_))

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Carry out one's decision in each game, and let the others decide until it is one's turn everywhere."""
        codes = np.asarray(self.vector.read(actions))
        if codes.shape != (self.num_envs,) or codes.dtype.kind not in "iu":
            raise BadRequest(f"{self.num_envs} games take {self.num_envs} whole numbers, not {quoted(codes.tolist())}")
        codes, replaced = self._made_legal(codes.astype(np.int64))
        self._clear()
        before, fresh = self._outlook.copy(), self._ended
        self._carry_out(np.where(fresh, NO_DECISION, codes).astype(np.int32))
        self._let_others_decide()
        rewards = self._rewards.copy()
        self._reconsider()
        if self._shaping:
            gained = self._discount * np.where(self._terminated, 0.0, self._outlook) - before
            rewards += np.where(fresh, 0.0, gained)
        self._steps = np.where(self._terminated, 0, self._steps + ~fresh)
        if self._most_steps is not None:
            self._cut_short(self._steps >= self._most_steps)
        shown, told = self._seen(), self._told(replaced)
        self._ended = self._over & (not self._same_step)
        for i in np.flatnonzero(self._ended):
            shown[i] = self._last_seen[i]
        return shown, rewards, self._terminated.copy(), self._truncated.copy(), told

    def render(self) -> tuple[str, ...] | None:
        """Each position as one's own seat sees it, drawn as text; `human` prints the first."""
        if self.render_mode is None:
            return None
        boards = []
        for record, seat in zip(self.vector.states(), self._own, strict=True):
            view = copy(record)
            self.vector.game.rules.hide(view, int(seat))
            boards.append(self.vector.game.board(view))
        if self.render_mode == "human":
            Console().print(boards[0])
            return None
        console = Console(width=WIDTH, color_system="truecolor", force_terminal=True, legacy_windows=False)
        drawn = []
        for board in boards:
            with console.capture() as captured:
                console.print(board)
            drawn.append(captured.get())
        return tuple(drawn)

    def close_extras(self, **kwargs: Any) -> None:
        """Let go of threads or of the card's memory."""
        self.vector.close()

    @property
    def seats(self) -> Any:
        """One's own seat in each game."""
        return self._own.copy()

    # How it is done

    def _clear(self) -> None:
        n = self.num_envs
        self._rewards, self._terminated, self._truncated = np.zeros(n), np.zeros(n, np.bool_), np.zeros(n, np.bool_)
        self._scores = np.zeros((n, self.vector.players), np.float32)
        self._last_seen = np.full(n, None, object)  # the observation of the end, where a game has ended
        self._last_masks: Any = None  # what was legal in the games that were cut short

    @property
    def _over(self) -> Any:
        """Where a game has ended or was cut short in this step, and another has begun."""
        return self._terminated | self._truncated

    def _sit(self) -> None:
        """Take one's seat in each game."""
        v = self.vector
        self._own[:] = (self._games + self._played) % v.players if self._seat == ANY else self._seat

    def _made_legal(self, codes: Any) -> tuple[Any, Any]:
        """The decisions, with those that are not legal refused or replaced, and which ones were."""
        legal = self.vector.legal(codes, self._games) | self._ended
        if legal.all():
            return codes, ~legal
        if self._illegal == "refuse":
            first = int(np.flatnonzero(~legal)[0])
            raise self.vector.why_illegal(first, int(codes[first]))
        wrong = np.flatnonzero(~legal)
        codes[wrong] = self.vector.drawn(wrong)
        return codes, ~legal

    def _let_others_decide(self) -> None:
        """Play on until it is one's own turn in every game."""
        while True:
            turn = self.vector.read(self.vector.turn)
            waiting = np.flatnonzero(turn != self._own)
            if not len(waiting):
                return
            codes = np.full(self.num_envs, NO_DECISION, np.int32)
            codes[waiting] = self._opponents.decide(self._own, turn, waiting)
            self._carry_out(codes)

    def _carry_out(self, codes: Any) -> None:
        """Carry out decisions in the games that have one, and note what ended."""
        v = self.vector
        records, rngs = v.before()
        v.carry_out(codes)
        ended = np.flatnonzero(v.read(v.terminated) & ~self._over)
        if not len(ended):
            return
        rewards = v.read(v.rewards)
        for i in ended.tolist():
            self._last_seen[i] = self._end_seen(records[i], rngs[i, DICE], int(codes[i]), int(self._own[i]))
        self._scores[ended] = rewards[ended]
        self._rewards[ended] = rewards[ended, self._own[ended]]
        self._terminated[ended] = True
        self._played[ended] += 1
        self._sit()

    def _cut_short(self, games: Any) -> None:
        """Leave some games as they stand, and begin others in their places."""
        if not games.any():
            return
        self._truncated = games
        seen, self._last_masks = self.vector.shown(games)
        for i, each in zip(np.flatnonzero(games), seen, strict=True):
            self._last_seen[i] = each
        self._played[games] += 1
        self._steps[games] = 0
        self._sit()
        self.vector.restart(games)
        self._let_others_decide()
        self._reconsider()

    def _end_seen(self, record: Any, dice: Any, code: int, seat: int) -> Any:
        """What a seat sees of the end that a decision leads to: it is found again, since the next game has begun."""
        v, s, dice = self.vector, copy(record), copy(dice)
        work, out = new(v.game.work), np.zeros(v.layout.size, np.int8)
        v.game.rules.play(s, work, code)
        while v.game.rules.to_move(s) == CHANCE:
            v.game.rules.play(s, work, pick(s, work, dice))
        spare = np.zeros(1, record.dtype)
        observe(s, seat, out, spare, spare.view(np.int8))
        return out

    def _reconsider(self) -> None:
        if self._shaping:
            self._outlook = self.vector.outlooks()[self._games, self._own]

    def _seen(self) -> Any:
        return self.vector.read(self.vector.observations).copy()

    def _told(self, replaced: Any) -> dict[str, Any]:
        """What Gymnasium calls infos: a mask `_name` beside each name says in which games it is there.

        The mask of what is legal is the next game's already where one has ended, so that it is never empty.
        """
        v, over, everywhere = self.vector, self._over, np.ones(self.num_envs, np.bool_)
        anew = self._same_step & over  # where all but the final infos are of a game that nothing was decided in yet
        infos: dict[str, Any] = {"illegal": replaced & ~anew}
        if v.mask is not None:
            infos["action_mask"] = v.read(v.mask).astype(np.int8)
        infos |= {f"_{name}": everywhere.copy() for name in infos}
        if not over.any():
            return infos
        scores = {"scores": self._scores.copy(), "_scores": self._terminated.copy()} if self._terminated.any() else {}
        if not self._same_step:
            return infos | scores
        final = {"illegal": replaced & over, "_illegal": over.copy()}
        if v.mask is not None:
            final |= {"action_mask": np.zeros_like(infos["action_mask"]), "_action_mask": over.copy()}
            if self._last_masks is not None:
                final["action_mask"][self._truncated] = self._last_masks
        infos |= {"final_obs": self._last_seen, "_final_obs": over.copy()}
        return infos | {"final_info": final | scores, "_final_info": over.copy()}


class Seat(gymnasium.Env[Any, Any]):
    """One seat in one game, with all that `Seats` has to choose."""

    metadata = dict(RENDERING)  # noqa: RUF012 (Gymnasium's own way)

    def __init__(self, *, game: str, **chosen: Any) -> None:
        self._seats = Seats(1, game=game, **chosen, autoreset_mode=AutoresetMode.SAME_STEP)
        self.render_mode = self._seats.render_mode
        self.observation_space = self._seats.single_observation_space
        self.action_space = self._seats.single_action_space
        self._fresh: tuple[Any, dict[str, Any]] | None = None  # the next game, which has begun when one ended

    def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[Any, dict[str, Any]]:
        """Start a game; without a seed one that follows from the last seed given."""
        super().reset(seed=seed)
        if seed is None and self._fresh is not None and not options:
            seen, info = self._fresh
        else:
            found, infos = self._seats.reset(seed=seed, options=options)
            seen, info = found[0], self._alone(infos)
        self._fresh = None
        return seen, info

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Carry out one's decision, and let the others decide until it is one's turn again or the game is over."""
        if self._fresh is not None:
            raise BadRequest("the game is over: reset it")
        if isinstance(action, bool) or not isinstance(action, int | np.integer):
            raise BadRequest(f"a decision is a whole number, not {quoted(action)}")
        found, rewards, terminated, _, infos = self._seats.step(np.array([action]))
        seen, info = found[0], self._alone(infos)
        if terminated[0]:
            self._fresh = (seen, info)
            final = infos["final_info"]
            seen, info = infos["final_obs"][0], self._alone(final) | {"scores": final["scores"][0]}
        return seen, float(rewards[0]), bool(terminated[0]), False, info

    def action_masks(self) -> Any:
        """The legal decisions as flags, under the name by which MaskablePPO asks for them."""
        v = self._seats.vector
        if v.mask is None:
            raise BadRequest("this environment was made with mask=False")
        return v.read(v.mask)[0].copy()

    @property
    def seat(self) -> int:
        """One's own seat."""
        return int(self._seats._own[0])

    def render(self) -> Any:
        """The position as one's own seat sees it, drawn as text; `human` prints it."""
        drawn = self._seats.render()
        return drawn[0] if drawn else None

    def close(self) -> None:
        """Let go of what the vector holds."""
        self._seats.close()

    def _alone(self, infos: dict[str, Any]) -> dict[str, Any]:
        found: dict[str, Any] = {"illegal": bool(infos["illegal"][0])}
        if "action_mask" in infos:
            found["action_mask"] = infos["action_mask"][0]
        return found


register()
