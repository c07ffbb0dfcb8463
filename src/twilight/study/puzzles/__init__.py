"""Puzzles: decisions of played games with one clearly best answer."""
