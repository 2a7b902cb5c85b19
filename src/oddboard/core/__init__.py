"""What a game is: records, decisions, matches, saved games, fair dice. Knows no game."""
