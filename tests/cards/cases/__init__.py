"""Tables of cases for the events, by printed number."""
