"""How a whole play is chosen: operations, events, cards, habits, caution."""
