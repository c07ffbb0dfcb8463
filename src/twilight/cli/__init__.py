"""The `twilight` command."""
