"""The events of the seven optional cards, of all periods."""
