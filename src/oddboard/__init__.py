"""Oddboard: five odd board games, exact and fast, to play and to study."""
