"""The events of the Late War."""
