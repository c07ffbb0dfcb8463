"""Processes that think and read logs away from the server's loop."""
