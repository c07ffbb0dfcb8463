"""The danger solver: which plays lose the game, and how that is found out."""
