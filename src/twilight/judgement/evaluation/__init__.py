"""What a position is worth: regions, tracks, events, exactly or quickly."""
