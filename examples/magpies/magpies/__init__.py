"""Magpies: nine nests in a ring, a die, and an egg that each player hides."""

from magpies.game import Magpies as Magpies
