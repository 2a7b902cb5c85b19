"""The games in OpenSpiel: importing this module registers them as `oddboard_` and the game's key.

    import pyspiel, oddboard.envs.spiel
    game = pyspiel.load_game("oddboard_everest", {"players": 3})
    game = oddboard.envs.spiel.load("everest", round_limit=10)

Actions are the game's codes; chance is explicit, and its outcomes are codes too. The observation tensor is the
observation of the seat. An information state is everything that the seat has seen and done: its string holds a hash
of all its observations and decisions, so two histories have the same one exactly if the seat cannot tell them apart.
Its tensor is the present observation and then the bits of that hash: what a network learns from, and what tells
information states apart that look alike. What a seat does not know can be drawn again (`resample_from_infostate`).
Returns are scores, from 0 to 1; they add up to half the number of players.
"""

import hashlib
import json
from typing import Any
from urllib.parse import quote, unquote

import numpy as np
import pyspiel

from oddboard.core import registry
from oddboard.core.errors import BadOptions
from oddboard.core.game import Game
from oddboard.core.observation import layout_of
from oddboard.core.randomness import generator
from oddboard.core.records import batch, copy, new
from oddboard.core.rules import observe
from oddboard.core.ruleset import CHANCE, OVER

PREFIX = "oddboard_"
LIMITS = ("turn_limit", "round_limit")  # options that end a game
LONGEST = 1_000_000  # decisions, chance's too, of a game that says nothing of its end
SETTING_UP = 1_000  # decisions before the first turn: more than any game has
A_TURN = 1_000  # decisions of a turn: more than any game has, with all that is pushed, rolled and answered
_HASH = 16  # bytes
_BITS = 8 * _HASH
_DRAWN = 1 << 53  # numbers that a float from 0 to 1 can tell apart


def name_of(key: str) -> str:
    """The name of a game in OpenSpiel."""
    return PREFIX + key.replace("-", "_")


def load(key: str, players: int | None = None, **options: Any) -> Any:
    """A game of OpenSpiel with options of the game."""
    given: dict[str, Any] = {} if players is None else {"players": players}
    if options:
        given["options"] = written(options)
    return pyspiel.load_game(name_of(key), given)


def written(options: dict[str, Any]) -> str:
    """Options as a parameter of OpenSpiel, which has commas and brackets for itself."""
    return quote(json.dumps(options), safe="")


def read(text: str) -> dict[str, Any]:
    """Options from a parameter of OpenSpiel."""
    try:
        found = json.loads(unquote(text)) if text else {}
    except ValueError:
        raise BadOptions("options are JSON, percent-encoded: oddboard.envs.spiel.load writes them") from None
    if not isinstance(found, dict):
        raise BadOptions("options are an object of names and values")
    return found


def longest(options: dict[str, Any], players: int) -> int:
    """A bound that no game goes beyond: its own limit of rounds or turns, and the most that happens in one."""
    limits = [value for name, value in options.items() if name in LIMITS]
    return SETTING_UP + A_TURN * players * min(limits) if limits else LONGEST


class Setting:
    """What all states of a game share; copying one copies nothing."""

    def __init__(self, game: Game, players: int, options: dict[str, Any]) -> None:
        self.game, self.players = game, players
        self.options = game.check_options(players, options)
        self.start = game.start(players, self.options)
        self.layout = layout_of(game)
        self.work = new(game.work)
        self.spare = batch(game.state, 1)

    def __deepcopy__(self, memo: Any) -> "Setting":
        return self

    def seen(self, s: Any, seat: int) -> bytes:
        """What a seat may know of a state."""
        out = np.zeros(self.layout.size, np.int8)
        observe(s, seat, out, self.spare, self.spare.view(np.int8))
        return out.tobytes()


class Record:
    """The state of a game, copied as records are."""

    def __init__(self, one: Any) -> None:
        self.one = one

    def __deepcopy__(self, memo: Any) -> "Record":
        return Record(copy(self.one))


class State(pyspiel.State):  # type: ignore[misc]
    """A game in progress, as OpenSpiel plays it."""

    def __init__(self, game: "SpielGame") -> None:
        super().__init__(game)
        self._setting = game.setting
        self._record = Record(copy(self._setting.start))
        self._seen = [b""] * self._setting.players  # the latest observation of each seat
        self._witnessed = [b""] * self._setting.players  # a hash of all that it saw and did
        self._tell()

    def _tell(self) -> None:
        """Every seat sees what has changed for it; that something happened unseen does not show."""
        for seat in range(self._setting.players):
            seen = self._setting.seen(self._record.one, seat)
            if seen != self._seen[seat]:
                self._seen[seat] = seen
                self._witnessed[seat] = hashlib.blake2b(self._witnessed[seat] + seen, digest_size=_HASH).digest()

    def current_player(self) -> Any:
        mover = self._setting.game.rules.to_move(self._record.one)
        if mover == CHANCE:
            return pyspiel.PlayerId.CHANCE
        return pyspiel.PlayerId.TERMINAL if mover == OVER else int(mover)

    def _codes(self) -> tuple[list[int], list[int]]:
        setting = self._setting
        count = setting.game.rules.legal(self._record.one, setting.work)
        return setting.work.code[:count].tolist(), setting.work.weight[:count].tolist()

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self._codes()[0])

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of chance and how likely each is."""
        codes, weights = self._codes()
        total = sum(weights)
        return sorted((code, weight / total) for code, weight in zip(codes, weights, strict=True))

    def _apply_action(self, action: int) -> None:
        setting, s = self._setting, self._record.one
        mover = setting.game.rules.to_move(s)
        if mover >= 0:
            done = self._witnessed[mover] + int(action).to_bytes(4, "little")
            self._witnessed[mover] = hashlib.blake2b(done, digest_size=_HASH).digest()
        setting.game.rules.play(s, setting.work, int(action))
        self._tell()

    def resample_from_infostate(self, player: int, sampler: Any) -> Any:
        """A state that this one may be as far as a seat knows; `sampler` gives random numbers from 0 to 1."""
        setting, twin = self._setting, self.clone()
        imagined, rng = twin._record.one, generator(int(sampler() * _DRAWN))
        setting.game.rules.hide(imagined, player)
        setting.game.rules.imagine(imagined, setting.work, player, rng)
        for seat in range(setting.players):
            twin._seen[seat] = setting.seen(imagined, seat)
            if seat != player:  # what the others have seen before is not known; the same view counts as the same
                twin._witnessed[seat] = hashlib.blake2b(twin._seen[seat], digest_size=_HASH).digest()
        return twin

    def _action_to_string(self, player: int, action: int) -> str:
        return f"{action}: {self._setting.game.words(self._record.one, int(action))}"

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return bool(self._setting.game.rules.to_move(self._record.one) == OVER)

    def returns(self) -> list[float]:
        """Each seat's score at the end; nothing before."""
        result = np.zeros(self._setting.players)
        if self.is_terminal():
            self._setting.game.rules.score(self._record.one, result)
        return [float(each) for each in result]

    def __str__(self) -> str:
        return self._setting.game.board(self._record.one).plain

    def observed(self, seat: int) -> Any:
        """What a seat may know, as numbers."""
        return np.frombuffer(self._seen[seat], np.int8)

    def remembered(self, seat: int) -> Any:
        """The bits of the hash of all that a seat has seen and done."""
        return np.unpackbits(np.frombuffer(self._witnessed[seat], np.uint8), count=_BITS)

    def information_state(self, seat: int) -> str:
        """All that a seat has seen and done, as a hash."""
        return f"seat {seat} {self._witnessed[seat].hex()}"


class Observer:
    """What a seat sees, for OpenSpiel: the observation, and for information states what was seen and done before."""

    def __init__(self, setting: Setting, remembering: bool) -> None:
        self.remembering = remembering
        size = setting.layout.size
        self.tensor = np.zeros(size + _BITS if remembering else size, np.float32)
        self.dict = setting.layout.split(self.tensor[:size])
        if remembering:
            self.dict["remembered"] = self.tensor[size:]
        self._size = size

    def set_from(self, state: State, player: int) -> None:
        """Write what a seat sees."""
        self.tensor[: self._size] = state.observed(player)
        if self.remembering:
            self.tensor[self._size :] = state.remembered(player)

    def string_from(self, state: State, player: int) -> str:
        """What a seat sees, or has ever seen, as text that is equal exactly where that is."""
        if self.remembering:
            return state.information_state(player)
        return f"seat {player} {hashlib.blake2b(state._seen[player], digest_size=_HASH).hexdigest()}"


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game of ours as one of OpenSpiel's; each has a subclass."""

    key: str
    kind: Any

    def __init__(self, params: Any = None) -> None:
        given = params or {}
        game = registry.game(self.key)
        players = int(given.get("players", game.players[0]))
        self.setting = Setting(game, players, read(str(given.get("options", ""))))
        about = pyspiel.GameInfo(
            num_distinct_actions=game.codes,
            max_chance_outcomes=game.codes,
            num_players=players,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=players / 2,
            max_game_length=longest(self.setting.options, players),
        )
        super().__init__(self.kind, about, given)

    def new_initial_state(self) -> State:
        """A fresh game."""
        return State(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """What a seat sees; with perfect recall, has ever seen."""
        return Observer(self.setting, bool(iig_obs_type is not None and iig_obs_type.perfect_recall))


def _register(key: str) -> None:
    game = registry.game(key)
    secrets = pyspiel.GameType.Information.IMPERFECT_INFORMATION
    kind = pyspiel.GameType(
        short_name=name_of(key),
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=secrets if game.secrets else pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.CONSTANT_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.players[-1],
        min_num_players=game.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={"players": game.players[0], "options": ""},
    )
    made = type(f"Spiel{type(game).__name__}", (SpielGame,), {"key": key, "kind": kind})
    pyspiel.register_game(kind, made)


for _game in registry.sound():
    if name_of(_game.key) not in pyspiel.registered_names():
        _register(_game.key)
