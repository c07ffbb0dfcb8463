"""The parts of a turn, each a flow: its start and end, headlines, action rounds, plays."""
