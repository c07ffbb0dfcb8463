"""Playing on in sampled worlds, and who is played with there."""
