"""Tables of cases for the events, cut as the events are."""
