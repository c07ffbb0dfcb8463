"""A game of ours as a text of the public format."""
