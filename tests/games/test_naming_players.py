"""Players are spoken of so that a page can put their names for their colours: "Ann's boat 1", and never "Ann 1"."""

import random
import re
from collections.abc import Iterator

import pytest

from oddboard.conformance.players import sensible_code
from oddboard.core import registry, seats, views
from oddboard.core.match import Match

PLIES = 90
EVERY = 9  # plies between two looks at what can be done
COLOURS = sorted((seats.name(seat) for seat in range(seats.MOST)), key=len, reverse=True)
HALF_A_NAME = re.compile(rf"\b({'|'.join(COLOURS)}) (\d|[A-Z]|boat|yeti)")


def offered(match: Match) -> Iterator[str]:
    """What the one to decide is told beside and on the board."""
    seat = match.to_move
    assert isinstance(seat, int)
    view = views.view_of(match, match.state, seat)
    scene = match.game.scene(view)
    yield scene.get("help") or ""
    yield from (item["name"] for item in scene["items"])
    yield from (line["line"] for line in scene["seats"])
    yield from (threat["note"] for threat in match.game.threats(view, seat))
    for choice in views.choices(match.game, view):
        yield choice.get("warning") or ""
        yield (choice.get("preview") or {}).get("note") or ""


@pytest.mark.parametrize("key", registry.keys())
def test_no_player_is_called_by_half_a_name(key: str) -> None:
    """Neither in the log, nor by a sentence, a note, a warning or a threat; with few, some and the most seats."""
    game = registry.game(key)
    for players in sorted({game.players[0], min(4, game.players[-1]), game.players[-1]}):
        match, rng, texts = Match(game, players, {}), random.Random(players), set[str]()
        while match.ply < PLIES and not match.is_over:
            if match.ply % EVERY == 0 and isinstance(match.to_move, int):
                texts.update(offered(match))
            match.play_code(sensible_code(match, rng))
        for moment in views.moments(match, None):
            texts.update([moment["words"], moment["turn"]["words"] if "turn" in moment else ""])
        assert any(colour in text for text in texts for colour in COLOURS)
        assert [text for text in texts if HALF_A_NAME.search(text)] == []
