"""Martian Race: pyramids on a chessboard, two dice, and neighbours to push off the path."""

from oddboard.games.martian_race.game import MartianRace

__all__ = ["MartianRace"]
