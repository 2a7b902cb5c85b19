"""Everest: two to four yeti, a mountain of tiles, and secret plans."""

from oddboard.games.everest.game import Everest

__all__ = ["Everest"]
