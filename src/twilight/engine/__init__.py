"""The rules of the game, pure: nothing here imports more than the standard library."""
