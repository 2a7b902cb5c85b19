"""A series: several games of one kind or of many, one after the other, with points and everybody one seat further.

A *player* of a series is numbered by the seat that he has in its first game. In each game he gets a point for everyone
whom he leaves behind, and half a point for everyone with whom he shares his rank.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from oddboard.core import registry
from oddboard.core.errors import BadOptions

FEWEST, MOST = 2, 20  # games


def points(ranks: Sequence[int]) -> list[float]:
    """What each seat gets for a game."""
    return [sum(1.0 if rank < other else 0.5 for other in ranks if other >= rank) - 0.5 for rank in ranks]


@dataclass(frozen=True)
class Series:
    """The games of a series, and the points of each player in those that are over."""

    games: tuple[str, ...]
    players: int
    scored: tuple[tuple[float, ...], ...] = ()  # by game, by player
    tables: tuple[str, ...] = field(default=())  # where those games can be looked at again

    @property
    def game(self) -> str | None:
        """The game that is played now, or next; None when all are over."""
        return self.games[len(self.scored)] if len(self.scored) < len(self.games) else None

    @property
    def totals(self) -> list[float]:
        """The points of each player so far."""
        return [sum(game[player] for game in self.scored) for player in range(self.players)]

    def player_at(self, seat: int, number: int | None = None) -> int:
        """Who sits at a seat in a game, by default in the one that is played now."""
        return (seat - (len(self.scored) if number is None else number)) % self.players

    def after(self, ranks: Sequence[int], table: str) -> "Series":
        """The series once the game that is played now is over."""
        by_seat = points(ranks)
        mine = tuple(by_seat[seat] for seat in sorted(range(self.players), key=self.player_at))
        return replace(self, scored=(*self.scored, mine), tables=(*self.tables, table))

    def anew(self) -> "Series":
        """The same games once more, without points."""
        return replace(self, scored=(), tables=())


def checked(games: Sequence[str], players: int) -> Series:
    """A series of these games; BadOptions says why there can be none."""
    if not FEWEST <= len(games) <= MOST:
        raise BadOptions(f"a series has {FEWEST} to {MOST} games, not {len(games)}")
    for key in games:
        game = registry.game(key)
        if players not in game.players:
            least, most = game.players[0], game.players[-1]
            fit = f"{least}" if least == most else f"{least} to {most}"
            raise BadOptions(f"{game.title} is for {fit} players, and this series for {players}")
    return Series(tuple(games), players)
