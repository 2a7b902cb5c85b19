"""The position of a game that writes none of its own: players, options, and every field of its record.

It counts on three habits: the field `seats` is the number of players, an option that rules depend on is a field of the
same name, and `Game.bounds` names the least and the greatest value of every other field. Without bounds a position is
only written: compiled rules trust a state, so that a wrong number in one that is read could break anything.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from oddboard.core.errors import BadPosition
from oddboard.core.fields import Fields
from oddboard.core.options import Choice, Option, Switch, quoted
from oddboard.core.records import dtype_of

if TYPE_CHECKING:
    from oddboard.core.game import Game

SEATS = "seats"  # the field with the number of players


def position_of(game: "Game", s: Any) -> dict[str, Any]:
    """A state as JSON."""
    options = {option.name: _set(option, s) for option in game.options}
    return {"players": int(s[SEATS]), "options": options} | {name: s[name].tolist() for name in _fields(game)}


def state_of(game: "Game", position: Mapping[str, Any]) -> Any:
    """The state of a position; BadPosition names the field that is wrong."""
    if lacking := [name for name in _fields(game) if name not in game.bounds]:
        raise BadPosition(f"positions of {game.title} cannot be read: its `bounds` lack {', '.join(lacking)}")
    reader = Fields(position)
    reader.only("players", "options", *_fields(game))
    players = reader.whole("players", game.players[0], game.players[-1])
    s = game.start(players, game.check_options(players, reader.field("options")))
    for name in _fields(game):
        s[name] = _read(name, reader.field(name), np.shape(s[name]), *game.bounds[name])
    return s


def _fields(game: "Game") -> list[str]:
    """The fields of a state besides the players and the options."""
    elsewhere = {SEATS, *(option.name for option in game.options)}
    return [name for name in dtype_of(game.state).names or () if name not in elsewhere]


def _set(option: Option, s: Any) -> Any:
    """The value that an option has in a state."""
    value = int(s[option.name])
    if isinstance(option, Switch):
        return bool(value)
    return option.values[value] if isinstance(option, Choice) else value


def _read(name: str, value: Any, shape: tuple[int, ...], least: int, most: int) -> Any:
    """A number between bounds, or lists of such in a shape."""
    if not shape:
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise BadPosition(f"position.{name} has {quoted(value)} for a whole number from {least} to {most}")
        return value
    if not isinstance(value, list) or len(value) != shape[0]:
        raise BadPosition(f"position.{name} has {quoted(value)} for a list of {shape[0]}")
    return [_read(name, each, shape[1:], least, most) for each in value]
