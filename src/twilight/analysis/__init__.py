"""What can be worked out from a position: odds, scores, knowledge of cards, dangers.

Everything here is a pure function on what a side may know, and imports the engine alone. The rules
are never copied: each number comes out of the engine's own functions or flows.
"""
