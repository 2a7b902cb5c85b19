"""Yavoch: a space battle on five slanted levels, in Captain Decker's game and the Full Yavoch."""

from oddboard.games.yavoch.words import Yavoch

__all__ = ["Yavoch"]
