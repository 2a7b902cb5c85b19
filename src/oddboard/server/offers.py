"""What a seat that is to decide is offered: bare choices at once, previews and shortcuts a little later.

A page needs the choices to glow. What each would do, and ways of several decisions at once, are found when nobody
waits for an answer, and told in an event of their own; not at all if the game has gone on by then.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import orjson

from oddboard.core.game import CHANCE, Game
from oddboard.core.views import choices, preview_of
from oddboard.server.streams import packed

NOTHING = orjson.Fragment(b"[]")


@dataclass(eq=False)
class Offer:
    """What a seat is offered in a situation, each part found once for all its pages and ready to be sent."""

    game: Game
    state: Any  # of the match
    laid: tuple[int, ...]  # what the seat has laid before its turn
    view: Any  # the state in which it decides, without what it must not know

    @cached_property
    def choices(self) -> orjson.Fragment:
        """The choices without what they would do."""
        seat_decides = int(self.game.rules.to_move(self.view)) > CHANCE
        return orjson.Fragment(packed(self.game.bare_choices(self.view))) if seat_decides else NOTHING

    @cached_property
    def whole_choices(self) -> orjson.Fragment:
        """The choices with what they would do."""
        return orjson.Fragment(packed(choices(self.game, self.view)))

    @cached_property
    def previews(self) -> orjson.Fragment:
        """What the choices would do, in their order."""
        return orjson.Fragment(packed([preview_of(each) for each in choices(self.game, self.view)]))

    @cached_property
    def shortcuts(self) -> orjson.Fragment:
        """Several decisions under one name."""
        return orjson.Fragment(packed(self.game.shortcuts(self.view)))
