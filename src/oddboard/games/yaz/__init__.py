"""The Baton Races of Yaz: a relay race over mud, muck and mire, and Luggants that sit on whoever is in the way."""

from oddboard.games.yaz.game import Yaz

__all__ = ["Yaz"]
