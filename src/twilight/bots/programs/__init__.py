"""Players that are programs of their own, and ours as one of them, over lines of JSON."""
