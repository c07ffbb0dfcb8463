"""Variants and optional rules, which the core asks at a few named places."""
