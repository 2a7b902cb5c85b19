"""Networks as files, such as those in the folders of games.

A file is one line of JSON that says what it is and where it comes from, then the weights in the order of the record.
The numbers of rows are bytes there, since none is larger: so a game has room for several networks.
"""

import hashlib
import json
from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

from oddboard.core.errors import OddboardError
from oddboard.core.game import Game
from oddboard.core.network import MOST_OFFSET, Network
from oddboard.core.records import copy, new

MOST_BYTES = 300_000  # of a file, and of all files that a game brings
MOST_JUDGED = 100  # decisions of a position
MARK = "oddboard network 2"
_WEIGHTS = ("rows", "offset", "second", "second_offset", "last", "last_offset")


class BadNetwork(OddboardError):
    """A network file that cannot be used; the message says why."""

    kind = "bad_network"


def to_file(game: Game, network: Network, origin: Mapping[str, Any]) -> bytes:
    """A network as a file; `origin` tells how it was made."""
    weights = b"".join(_part(game, network, name).tobytes() for name in _WEIGHTS)
    head: dict[str, Any] = {"is": MARK, "game": game.key, "features": game.features}
    head |= {"judged": int(network.judged), **origin}
    head["sha256"] = hashlib.sha256(weights).hexdigest()
    return json.dumps(head).encode() + b"\n" + weights


def _part(game: Game, network: Any, name: str) -> Any:
    """Some of a network's weights as a file has them: little-endian, and only the rows that a game uses, as bytes."""
    whole = np.asarray(network[name])
    if name == "rows":
        return whole[: game.features].astype(np.int8)
    return whole.astype(whole.dtype.newbyteorder("<"))


def from_file(game: Game, content: bytes, name: str = "network") -> Network:
    """The network in a file; BadNetwork if it is not whole, or not for this game as it is now."""
    if len(content) > MOST_BYTES:
        raise BadNetwork(f"{name} has {len(content)} bytes, and no network more than {MOST_BYTES}")
    line, _, weights = content.partition(b"\n")
    try:
        head = json.loads(line)
    except ValueError:
        head = None
    if not isinstance(head, dict) or head.get("is") != MARK:
        raise BadNetwork(f"{name} is no network of this version of Oddboard: make it with `oddboard train {game.key}`")
    if head.get("game") != game.key or head.get("features") != game.features:
        raise BadNetwork(
            f"{name} is for {head.get('game')} with {head.get('features')} features, "
            f"and {game.key} has {game.features}: train it again"
        )
    if hashlib.sha256(weights).hexdigest() != head.get("sha256"):
        raise BadNetwork(f"{name} is damaged: its weights are not those that were written")
    judged = head.get("judged")
    if not isinstance(judged, int) or not 1 <= judged <= MOST_JUDGED:
        raise BadNetwork(f"{name} judges {judged} decisions, and no network fewer than 1 or more than {MOST_JUDGED}")
    found: Any = new(Network)
    found["judged"] = judged
    for part in _WEIGHTS:
        shape = _part(game, found, part)
        read, weights = weights[: shape.nbytes], weights[shape.nbytes :]
        numbers = np.frombuffer(read, shape.dtype).reshape(shape.shape)
        if part == "rows":
            found[part][: game.features] = numbers
        else:
            found[part] = numbers
    if np.abs(found["offset"].astype(np.int64)).max() > MOST_OFFSET:
        raise BadNetwork(f"{name} has an offset beyond {MOST_OFFSET}, with which sums would not fit: train it again")
    return found  # type: ignore[no-any-return]


@cache
def shipped(game: Game, name: str) -> Network:
    """The network of that name in a game's folder."""
    path = game.folder.joinpath(name)
    if not path.is_file():
        raise BadNetwork(f"{game.title} has no file {name}: make it with `oddboard train {game.key}`")
    return from_file(game, path.read_bytes(), name)


def own_network(game: Game, s: Any) -> Network:
    """The network, with scratch space of its own, that a game has for the table that a state belongs to, or none."""
    name = game.network(s)
    return copy(shipped(game, name)) if name else new(Network)
