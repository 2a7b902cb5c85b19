"""Many games: tournaments between bots, and what a finished game says about luck and skill."""
