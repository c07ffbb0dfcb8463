"""Which hidden card was where, as far as a log tells."""
