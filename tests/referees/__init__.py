"""Second, plain implementations of the games' rules, to play the fast ones against."""
