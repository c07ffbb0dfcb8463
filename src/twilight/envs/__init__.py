"""Environments for research: the game behind the interfaces that learning libraries know."""
