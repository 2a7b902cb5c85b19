"""What goes between server and page about one's own games; `models` has the rest."""

from typing import Literal

from oddboard.core.scene import Ground, Scene
from oddboard.server.models import CardSeat, Tells

Outcome = Literal["won", "drawn", "lost", "shared"]


class OwnGame(Tells):
    """A game of mine that is over."""

    id: str
    game: str
    title: str
    seats: list[CardSeat]
    ranks: list[int]
    result: str | None
    outcome: Outcome
    """For me; shared where I played several seats."""
    ended: int
    analysed: bool
    costly: int
    """How many decisions of mine the analysis found costly."""


class OwnGames(Tells):
    """Games of mine, the latest first, and where the list goes on."""

    games: list[OwnGame]
    next: str | None


class Tally(Tells):
    """How often games ended how."""

    won: int
    drawn: int
    lost: int
    shared: int


class GameTally(Tally):
    """Of one game."""

    game: str


class LevelTally(Tally):
    """Against bots of one level."""

    level: str


class PersonTally(Tally):
    """Against one person."""

    name: str


class WeekTally(Tally):
    """Of one week."""

    since: int
    """When it began, in milliseconds since 1970."""


class CostlyKind(Tells):
    """A kind of decision that was costly."""

    game: str
    kind: str
    times: int
    cost: float
    """Of all of them together, in expected results."""


class Costly(Tells):
    """Where I lose most."""

    analysed: int
    """How many games that is known of."""
    kinds: list[CostlyKind]


class Figures(Tells):
    """How my games ended."""

    games: list[GameTally]
    levels: list[LevelTally]
    people: list[PersonTally]
    weeks: list[WeekTally]
    costly: Costly


class Picture(Tells):
    """The board with the position in which a game ended."""

    ground: Ground
    scene: Scene
