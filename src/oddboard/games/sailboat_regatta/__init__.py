"""Sailboat Regatta: fleets on a course of gusts, four dice, and other people's wind to steal."""

from oddboard.games.sailboat_regatta.game import SailboatRegatta

__all__ = ["SailboatRegatta"]
