"""The public log format: its lines and names, and how a text is taken apart."""
