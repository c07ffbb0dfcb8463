"""The second half of the Mid War events: 059 to 081."""
