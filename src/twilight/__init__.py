"""Twilight Struggle: the rules engine and everything built around it."""
