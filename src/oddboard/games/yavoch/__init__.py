"""Yavoch: a space battle on five slanted levels, in Captain Decker's game and the Full Yavoch."""

from oddboard.games.yavoch.game import Yavoch

__all__ = ["Yavoch"]
