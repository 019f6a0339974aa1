"""Two-handed Pinochle (rules 5): data, pure functions, and the game that ties them together."""
