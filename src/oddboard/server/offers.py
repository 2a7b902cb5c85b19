"""What a seat that is to decide is offered: bare choices at once, previews and shortcuts to whoever asks for them.

A page needs the choices to glow. What each would do, and ways of several decisions at once, are found when a page has
drawn the choices and asks, and nobody waits for an answer; not at all if the game has gone on by then.
"""

from collections.abc import Hashable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import orjson

from oddboard.core.game import CHANCE, Game
from oddboard.core.views import choices, preview_of
from oddboard.server.deltas import KeptChoices, told_choices
from oddboard.server.streams import packed

KEPT = 256  # kinds of situation of which choices are kept: all that there are in our games


@lru_cache(maxsize=KEPT)
def _kept(game: str, depends: Hashable) -> KeptChoices:
    """The choices of a game that were told in situations of a kind (`Face.bare_by`)."""
    return KeptChoices()


@dataclass(eq=False)
class Offer:
    """What a seat is offered in a situation, each part found once for all its pages."""

    game: Game
    state: Any  # of the match
    laid: tuple[int, ...]  # what the seat has laid before its turn
    view: Any  # the state in which it decides, without what it must not know

    @cached_property
    def codes(self) -> list[int]:
        """The codes of the choices."""
        return self.game.codes_of(self.view)

    @cached_property
    def told_choices(self) -> list[Any]:
        """The choices without what they would do, as they are sent."""
        game, view = self.game, self.view
        if int(game.rules.to_move(view)) <= CHANCE:
            return []
        depends = game.bare_by(view)
        if depends is None:
            return told_choices(game.bare_choices(view))
        return _kept(game.key, depends).told(self.codes, lambda: game.bare_choices(view))

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
