"""The games, one folder each. A game knows the core only, and nothing knows a game by name."""
