"""Logs compared with the engine, number by number."""
