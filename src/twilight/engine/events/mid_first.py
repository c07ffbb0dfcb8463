"""The first half of the Mid War events: 036 to 058."""
