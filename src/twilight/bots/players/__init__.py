"""The levels, each a player of its own."""
