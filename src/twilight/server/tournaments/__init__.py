"""Tournaments: who plays whom, on which side, and how it stands."""
