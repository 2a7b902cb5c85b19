"""Plays for another checkout, as a guest at a table: run by `editions.py` with that checkout's sources on the path.

So it may use nothing that was not there in the first edition.
"""

import contextlib
import json
import sys
import time
from typing import Any

from oddboard.bots import Bot, budget
from oddboard.core import registry
from oddboard.core.errors import OddboardError
from oddboard.core.match import Match

STREAM = 1


class Guest:
    """Its bots, one a game, number of seats and seat, so that each keeps what it has thought."""

    def __init__(self, kind: str) -> None:
        self._kind = kind
        self._bots: dict[tuple[str, int, int], Bot] = {}

    def decide(self, asked: dict[str, Any]) -> Any:
        """A decision for a seat that sees a position."""
        match = match_of(asked)
        key = asked["game"], asked["players"], asked["seat"]
        if key not in self._bots:
            self._bots[key] = Bot(match.game, match.players, asked["seat"], budget(self._kind), STREAM)
        return self._bots[key].decide(match).decision


def match_of(asked: dict[str, Any]) -> Match:
    """A match at a position, without what this edition does not know."""
    game = registry.game(asked["game"])
    fields, known = Match(game, asked["players"]).position(None), {option.name for option in game.options}
    position = {name: value for name, value in asked["position"].items() if name in fields}
    position["options"] = {name: value for name, value in position["options"].items() if name in known}
    return Match.from_position(game, position)


def seconds(asked: dict[str, Any]) -> float:
    """What a new bot thinks about a position, in seconds of the processor."""
    match = match_of(asked)
    bot = Bot(match.game, match.players, asked["seat"], budget(asked["bot"]), STREAM)
    began = time.process_time()
    bot.decide(match)
    return time.process_time() - began


def main() -> None:
    """Answer until there are no more questions; what else is printed goes to standard error."""
    guest, out = Guest(sys.argv[1]), sys.stdout
    with contextlib.redirect_stdout(sys.stderr):
        for line in sys.stdin:
            asked = json.loads(line)
            reply = {"id": asked["id"]}
            if asked["cmd"] == "think":
                reply["seconds"] = seconds(asked)
            elif asked["cmd"] == "decide":
                try:
                    reply["decision"] = guest.decide(asked)
                except OddboardError as error:
                    reply["decision"] = f"{error} ({json.dumps(asked['position'])[:2000]})"
            print(json.dumps(reply), file=out, flush=True)


if __name__ == "__main__":
    main()
